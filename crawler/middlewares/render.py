"""Drawing: a page that the spider wants drawn is, before anything else of its host is asked for.

It stands nearest to the engine, so the host stays claimed in the queue until its page is drawn: pages are not fetched
faster than they can be drawn, and what the job has no time to draw is not asked for in vain.
"""

from typing import TYPE_CHECKING, Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from crawler.core.allowance import Allowance
from crawler.core.limits import JOB_SECONDS, JOB_TAIL, RENDER_SECONDS, REQUEST_SECONDS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.records import RobotsRecord
from crawler.core.urls import Url, normalise
from crawler.middlewares.robots import RobotsMiddleware

if TYPE_CHECKING:
    from crawler.egress.browser.draw import Drawer
    from crawler.egress.browser.shelf import Answer

#: Purposes of what is kept for pages that are drawn later.
KEPT = ("page", "sitemap")
HTML = ("text/html", "application/xhtml+xml")
#: Seconds that a page and its drawing may take.
NEEDED = REQUEST_SECONDS.value + RENDER_SECONDS.value + JOB_TAIL.value


class RenderMiddleware:
    """Puts `drawn` into the meta of a request whose page was drawn."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._drawer: Drawer | None = None
        crawler.signals.connect(self.close, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RenderMiddleware":
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Raises Ended(job-limit) where no time would be left to draw the page."""
        if self._wanted(request) and self._downloader.gate.job_seconds_left() < NEEDED:
            raise Ended(Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, "too little of it is left to draw a page"))

    async def process_response(self, request: Request, response: Response) -> Response:
        url = normalise(response.url)
        if self._draws and request.meta.get("purpose") in KEPT and "body-not-read" not in response.flags:
            self._open().shelf.put(response, str(request.meta.get("location", "")))
        if self._wanted(request) and isinstance(url, Url) and _is_page(response):
            request.meta["drawn"] = await self._open().draw(url, response)
        return response

    def kept(self, url: Url) -> "Answer | None":
        """The whole answer for a URL that a drawn page asked for; None where none did."""
        answer = None if self._drawer is None else self._drawer.shelf.kept("GET", url)
        return answer if answer is not None and answer.ending is None else None

    def close(self) -> None:
        if self._drawer is not None:
            self._drawer.close()

    @property
    def _draws(self) -> bool:
        """Whether pages of this job are drawn."""
        return bool(getattr(getattr(self._crawler.spider, "asked", None), "render", ""))

    def _wanted(self, request: Request) -> bool:
        wants = getattr(self._crawler.spider, "wants_drawn", None)
        return wants is not None and request.meta.get("purpose") == "page" and bool(wants(request))

    def _open(self) -> "Drawer":
        from crawler.egress.browser.draw import Drawer  # Playwright costs a third of a second to load

        if self._drawer is None:
            engine = self._crawler.engine
            self._drawer = Drawer(
                lambda request: engine.download_async(request), lambda: bool(engine.running), self._robots
            )
        return self._drawer

    async def _robots(self, url: Url, allowance: Allowance) -> RobotsRecord | None:
        """The robots.txt of an origin: whoever wants to see it, it is read once."""
        robots = self._crawler.get_downloader_middleware(RobotsMiddleware)
        assert robots is not None
        await robots.decision(url, allowance)
        return next((record for record in robots.records if record.origin == url.origin), None)

    @property
    def _downloader(self) -> Any:
        return self._crawler.engine.downloader


def _is_page(response: Response) -> bool:
    kind = (response.headers.get("Content-Type") or b"").decode("latin-1").partition(";")[0].strip().lower()
    return response.status == 200 and kind in HTML and "body-not-read" not in response.flags
