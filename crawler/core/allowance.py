"""What a page that is drawn may still have: every request that leaves for it counts, and every byte that comes.

It travels with the requests made for the page. Whoever lets one out asks here first, and whoever reads an answer says
how much came, so that neither a redirect, a robots.txt nor an answer that ends badly is for nothing.
"""

from dataclasses import dataclass, field

from crawler.core.limits import RENDER_BYTES, RENDER_REQUESTS, Limit
from crawler.core.outcome import Ended, Ending, Outcome


@dataclass
class Allowance:
    """Of one page. `size`: bytes that came or were announced, those of its own document first."""

    size: int = 0
    requests: int = 0
    over: bool = False  # the page is drawn no more
    passed: dict[str, None] = field(default_factory=dict)  # names of the limits that were reached

    def check(self) -> None:
        """Raises Ended where nothing may leave for the page any more."""
        if self.over:
            raise Ended(Ending(Outcome.STOPPED, "the page it was for is drawn no more"))
        if self.requests >= int(RENDER_REQUESTS):
            raise self._past(RENDER_REQUESTS, self.requests + 1)

    def leave(self) -> None:
        """A request leaves. Raises Ended, and then it must not."""
        self.check()
        self.requests += 1

    def announced(self, size: int) -> None:
        """An answer of so many bytes begins. Raises Ended where it does not fit beside what others announced."""
        if self.size + size > int(RENDER_BYTES):
            raise self._past(RENDER_BYTES, self.size + size)
        self.size += size

    def came(self, size: int) -> None:
        """So many bytes came that nobody announced. Raises Ended where no more may come."""
        self.size += size
        if self.size > int(RENDER_BYTES):
            raise self._past(RENDER_BYTES, self.size)

    def _past(self, limit: Limit, seen: int) -> Ended:
        self.passed[limit.name] = None
        return Ended(Ending.past(Outcome.RENDER_LIMIT, limit, seen))
