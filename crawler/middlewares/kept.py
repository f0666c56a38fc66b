"""A page or sitemap that a drawn page of this job asked for already, in a frame or by a script, is not asked for again.

It stands nearest to the door, so all that holds for a URL whose turn has come was looked at before.
"""

from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Headers, Response

from crawler.core.redirects import is_redirect
from crawler.core.urls import Url, normalise
from crawler.middlewares.render import RenderMiddleware

PURPOSES = ("page", "sitemap")


class KeptMiddleware:
    """Answers from what the job has."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "KeptMiddleware":
        return cls(crawler)

    def process_request(self, request: Request) -> Response | None:
        """The answer that is here already. It takes one of the crawl's pages all the same: raises Ended(page-limit)."""
        url = normalise(request.url)
        render = self._crawler.get_downloader_middleware(RenderMiddleware)
        if render is None or not isinstance(url, Url) or request.meta.get("purpose") not in PURPOSES:
            return None
        answer = render.kept(url)
        # What failed may pass, and is asked for like any page.
        if answer is None or answer.status is None or not (answer.status == 200 or is_redirect(answer.status)):
            return None
        downloader: Any = self._crawler.engine.downloader
        downloader.pages.take(request)
        headers = Headers()
        for name, value in answer.headers:
            headers.appendlist(name, value.encode("latin-1"))
        return Response(request.url, status=answer.status, headers=headers, body=answer.body(), request=request)
