"""The spider traps of one crawl: what was let through and read is told the judge again when a crawl is gone on with."""

from collections.abc import Iterator
from datetime import UTC, datetime

from scrapy import Request

from crawler.core.audit.page import Page
from crawler.core.audit.thresholds import SCRIPT_ONLY_WORDS
from crawler.core.outcome import Ending, Outcome
from crawler.core.records import UrlRecord
from crawler.core.traps import Traps
from crawler.core.urls import Url, normalise
from crawler.state.frontier import Frontier, State

#: Sources of URLs that are endless where one is; the start URL, sitemaps and proofs are finite lists.
FOLLOWED = frozenset({"link", "canonical", "hreflang"})


class Trapping:
    """Judges the URLs that pages name, by those before them."""

    def __init__(self, frontier: Frontier):
        self._frontier = frontier
        self._traps = Traps(datetime.now(UTC).year)
        for known in frontier.urls():
            url = normalise(known.url)
            if isinstance(url, Url) and known.how.get("purpose") == "page":
                self._traps.let_through(url)
                self._traps.read(url, known.mark)

    def judge(self, url: Url, source: str) -> Ending | None:
        """The ending of a URL that is one of a trap; None for one that is to be asked for."""
        if source in FOLLOWED or source == "redirect":
            return self._traps.judge(url)
        self._traps.let_through(url)
        return None

    def last_look(self, request: Request) -> Ending | None:
        """The same for one whose turn has come: pages read meanwhile may have shown that its like say nothing new."""
        first = not request.meta.get("chain") and not request.meta.get("retries")
        url = normalise(request.url)
        if not first or request.meta.get("source") not in FOLLOWED or not isinstance(url, Url):
            return None
        return self._traps.recheck(url)

    def read(self, url: Url, page: Page) -> None:
        """A page was read."""
        self._traps.read(url, mark(page))

    def second_look(self) -> Iterator[tuple[Url, UrlRecord]]:
        """The URLs of traps that pages read since have cleared: they are to be asked for after all."""
        for record in self._frontier.records(State.SKIPPED):
            url = normalise(record.url)
            if record.outcome is Outcome.SPIDER_TRAP and isinstance(url, Url) and self._traps.judge(url) is None:
                yield url, record


def mark(page: Page) -> str:
    """What tells a page's text from another's; empty where it has too little of it to tell."""
    return page.text_hash if page.words >= SCRIPT_ONLY_WORDS else ""
