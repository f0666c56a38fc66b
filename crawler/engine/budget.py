"""The pages of one crawl: counted when a request for one is about to leave, so that a refused URL costs nothing."""

from dataclasses import replace

from scrapy import Request

from crawler.core.limits import PAGES
from crawler.core.outcome import Ended, Ending, Outcome


class PageBudget:
    """Lets `most` pages out; a redirect's next hop and a retry belong to the page they began with."""

    def __init__(self, most: int):
        self._limit = replace(PAGES, value=most)
        self._taken = 0

    def spent_for(self, request: Request) -> bool:
        """Whether `request` is for one page too many."""
        return _is_new_page(request) and self._taken >= int(self._limit)

    def take(self, request: Request) -> None:
        """Count `request`. Raises Ended(page-limit)."""
        if self.spent_for(request):
            raise Ended(Ending.past(Outcome.PAGE_LIMIT, self._limit, "all of them asked for before this URL's turn"))
        self._taken += _is_new_page(request)


def _is_new_page(request: Request) -> bool:
    first = not request.meta.get("chain") and not request.meta.get("retries")
    return first and request.meta.get("purpose", "page") == "page"
