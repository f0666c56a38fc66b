"""What a drawn page of this job asked for already, a page in a frame or an image, is not asked for again by the crawl.

It stands nearest to the door, so all that holds for a URL whose turn has come was looked at before.
"""

from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Headers, Response

from crawler.core.redirects import is_redirect
from crawler.core.urls import Url, normalise
from crawler.egress.browser.shelf import Answer
from crawler.middlewares.render import RenderMiddleware

PURPOSES = ("page", "sitemap")
#: Of a file only the header of its answer is wanted, and any answer is one.
FILES = "check"


class KeptMiddleware:
    """Answers from what the job has."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "KeptMiddleware":
        return cls(crawler)

    def process_request(self, request: Request) -> Response | None:
        """The answer that is here already. It takes one of the crawl's pages all the same: raises Ended(page-limit)."""
        url, purpose = normalise(request.url), request.meta.get("purpose")
        render = self._crawler.get_downloader_middleware(RenderMiddleware)
        if render is None or not isinstance(url, Url) or purpose not in (*PURPOSES, FILES):
            return None
        answer = render.kept(url)
        if answer is None or answer.status is None:
            return None
        if purpose == FILES:
            return _response(request, answer, b"")
        # What failed may pass, and is asked for like any page.
        if not (answer.status == 200 or is_redirect(answer.status)):
            return None
        downloader: Any = self._crawler.engine.downloader
        downloader.pages.take(request)
        return _response(request, answer, answer.body())


def _response(request: Request, answer: Answer, body: bytes) -> Response:
    headers = Headers()
    for name, value in answer.headers:
        headers.appendlist(name, value.encode("latin-1"))
    assert answer.status is not None
    return Response(request.url, status=answer.status, headers=headers, body=body, request=request)
