"""Pages that were drawn: what the browser brought is read like any page, and put beside what was sent."""

from dataclasses import replace
from typing import Any

import scrapy
from scrapy import Request

from crawler.core.audit.page import Page
from crawler.core.audit.rendered import Rendered, drawn
from crawler.core.limits import REDIRECTS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.redirects import follow
from crawler.core.urls import Refusal, Url, normalise
from crawler.engine.reading import ReadingRoom
from crawler.spiders.arguments import Arguments
from crawler.state.drawings import Drawings
from crawler.state.folder import state_folder

FETCHED = Ending(Outcome.FETCHED, "")


class DrawingSpider(scrapy.Spider):
    """A spider that may have its pages drawn."""

    asked: Arguments

    def wants_drawn(self, request: Request) -> bool:
        """Whether a browser is to draw the page; for the middleware that has it drawn."""
        return bool(self.asked.render)

    @property
    def drawings(self) -> Drawings:
        """Where what was drawn waits for the report."""
        downloader: Any = self.crawler.engine.downloader
        crawl = downloader.ledger.crawl or downloader.ledger.job  # stopped before it began, it has no name yet
        return Drawings(state_folder(self.crawler.settings["STATE_DIR"]), crawl)


async def as_drawn(request: Request, page: Page, room: ReadingRoom, drawings: Drawings) -> tuple[Page, Ending]:
    """The page with what the browser saw, and how its URL ends; the page itself where none drew it."""
    result: Any = request.meta.pop("drawn", None)  # it is large, and nobody else needs it
    if result is None:
        return page, FETCHED
    facts: Rendered = result.rendered
    if not hasattr(result, "html"):
        return replace(page, rendered=facts), result.ending
    names = drawings.put(page.url, result.html, result.picture)
    facts = replace(facts, html=names[0], picture=names[1])
    shown = await _read(page, facts, result.html, room)
    if isinstance(shown, Ending):
        ending = Ending(
            Outcome.RENDER_LIMIT, f"what the browser drew could not be read: {shown.reason}", shown.evidence
        )
        return replace(page, rendered=facts), ending
    return drawn(page, shown, facts), FETCHED


async def _read(page: Page, facts: Rendered, html: bytes, room: ReadingRoom) -> Page | Ending:
    url = normalise(facts.url)
    here = str(url) if isinstance(url, Url) and url.origin == _origin(page) else page.url
    fields = [(name, value) for name, value in page.headers if name.lower() != "content-type"]
    headers = [*fields, ("Content-Type", "text/html; charset=utf-8")]
    result: Page | Ending = await room.read("page", url=here, status=page.status, headers=headers, body=html)
    return result


def _origin(page: Page) -> str:
    url = normalise(page.url)
    return "" if isinstance(url, Refusal) else url.origin


def sent_on(request: Request, page: Page) -> Url | None:
    """Where the page sent itself, by a script or a meta refresh, if a redirect might lead there; None: nowhere."""
    base = normalise(request.url)
    if page.rendered is None or not page.rendered.leads_to or isinstance(base, Refusal):
        return None
    chain = [*request.meta.get("chain", ()), str(base)]
    entered_http = str(request.meta.get("entered", chain[0])).startswith("http:")
    try:
        return follow(base, [page.rendered.leads_to.encode()], chain, REDIRECTS, entered_http=entered_http)
    except Ended:
        return None
