"""Redirects: each Location is text from a stranger, judged here; the spider then asks for it like for any URL.

What was judged is put into `request.meta["location"]` (canonical). The hops so far travel in `request.meta["chain"]`,
the URL the site was entered by in `request.meta["entered"]`.
"""

from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from crawler.core.limits import REDIRECTS
from crawler.core.redirects import follow, is_redirect
from crawler.core.urls import Refusal, normalise


class RedirectMiddleware:
    """Judges where a redirect leads; ends the URL when it must not be followed."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RedirectMiddleware":
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response:
        if not is_redirect(response.status):
            return response
        base = normalise(request.url)
        assert not isinstance(base, Refusal)
        chain = [*request.meta.get("chain", []), str(base)]
        entered_http = str(request.meta.get("entered", chain[0])).startswith("http:")
        request.meta["redirect_status"] = response.status
        target = follow(base, response.headers.getlist("Location"), chain, REDIRECTS, entered_http=entered_http)
        request.meta["location"] = str(target)
        # RFC 9110 10.2.3: with a redirect, Retry-After is the wait before the request that follows it.
        downloader: Any = self._crawler.engine.downloader
        downloader.gate.hold(target.host, request.meta.get("exchange", {}).get("retry_after", 0.0))
        return response
