"""The pages of one crawl: counted when a request for one leaves, so that a refused URL costs nothing."""

from collections.abc import Callable
from dataclasses import replace

from scrapy import Request

from crawler.core.limits import PAGES
from crawler.core.outcome import Ended, Ending, Outcome


class PageBudget:
    """Lets `most` pages out; a redirect's next hop and a retry belong to the page they began with."""

    def __init__(self, most: int):
        self.limit = replace(PAGES, value=most)
        self._taken = 0
        self._told: Callable[[int], None] | None = None

    def join(self, taken: int, told: Callable[[int], None]) -> None:
        """Go on from what earlier jobs of the crawl took; `told` hears of every page more."""
        self._taken, self._told = taken, told

    @property
    def left(self) -> int:
        return max(0, int(self.limit) - self._taken)

    @property
    def spent(self) -> bool:
        """Whether no new page may be asked for any more."""
        return not self.left

    def spent_for(self, request: Request) -> bool:
        """Whether `request` is for one page too many."""
        return self.spent and is_new_page(request)

    def check(self, request: Request) -> None:
        """Raises Ended(page-limit)."""
        if self.spent_for(request):
            raise Ended(Ending.past(Outcome.PAGE_LIMIT, self.limit, "all of them asked for before this URL's turn"))

    def take(self, request: Request) -> None:
        """Count `request`, which leaves now. Raises Ended(page-limit)."""
        self.check(request)
        if is_new_page(request):
            self._taken += 1
            if self._told is not None:
                self._told(self._taken)


def is_new_page(request: Request) -> bool:
    """Whether `request` takes one of the pages of a crawl."""
    first = not request.meta.get("chain") and not request.meta.get("retries")
    return first and request.meta.get("purpose", "page") == "page"
