"""What a site crawl knows of URLs: those it asks for, and those it does not, each with its reason in the frontier."""

from crawler.core.limits import KNOWN_URLS, PAGES
from crawler.core.outcome import Ending
from crawler.core.records import UrlRecord
from crawler.state.frontier import Frontier, State


class Known:
    """Every URL is in one of the two: asked for, or skipped with an ending. The first reason stays."""

    def __init__(self, frontier: Frontier):
        self._frontier = frontier
        self._asked: set[str] = set()
        self._skipped: set[str] = set()
        self.sitemaps = 0  # sitemap files asked for
        for known in frontier.urls():
            (self._skipped if known.state is State.SKIPPED else self._asked).add(known.url)
            self.sitemaps += known.how.get("purpose") == "sitemap" and not known.how.get("chain")
        self.uncounted: int = frontier.fact("uncounted", 0)  # URLs past KNOWN_URLS, of which only the number is kept

    def __contains__(self, url: str) -> bool:
        return url in self._asked

    @property
    def full(self) -> bool:
        """Whether one URL more would be too many."""
        return len(self._asked) + len(self._skipped) >= int(KNOWN_URLS)

    @property
    def outnumber(self) -> bool:
        """Whether so many URLs are asked for that those a sitemap adds have no turn: each request costs us time."""
        return len(self._asked) >= 2 * int(PAGES)

    def is_full(self) -> bool:
        """Whether one URL more would be too many; it is counted then."""
        full = self.full
        self.uncounted += full
        return full

    def ask(self, url: str) -> None:
        """The URL is asked for after all, or from the start."""
        self._asked.add(url)
        self._skipped.discard(url)

    def skip(
        self, url: str, ending: Ending, *, source: str, found_on: str | None = None, depth: int | None = None
    ) -> None:
        """The URL is not asked for."""
        if url in self._asked or url in self._skipped:
            return
        if self.is_full():
            return
        self._skipped.add(url)
        self._frontier.skip(
            UrlRecord(
                url=url,
                outcome=ending.outcome,
                reason=ending.reason,
                evidence=dict(ending.evidence),
                source=source,
                found_on=found_on,
                depth=depth,
            )
        )
