"""The waiting room: requests by host, yielded only for hosts that may be asked now.

It stands where Scrapy's scheduler stands (setting SCHEDULER). A host is claimed from the moment one of its requests
is given to the Downloader until `Downloader.fetch` is done with it, so a waiting host holds nothing up, and a request
that a middleware drops does not freeze its host. The order is `turns`'; what to wait for is the gate's.
"""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.utils.httpobj import urlparse_cached

from crawler.core.outcome import Ended
from crawler.engine.turns import LEAST_WAIT, Turns

if TYPE_CHECKING:
    from crawler.engine.downloader import Downloader

#: A host that somebody asks past this queue, as for a proof, is looked at so often, seconds.
OTHERS_POLL = 0.05
#: No URL of anybody's: refused before anything leaves, by the first part that judges URLs.
NOWHERE = "about:blank"


class HostQueue(BaseScheduler):
    """Pending requests, best priority first within a host, hosts in turn."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._turns: Turns[Request] = Turns()
        self._claims: dict[str, Request] = {}
        self._others: set[str] = set()
        self._seen: set[str] = set()
        self._budget_was_spent = False
        self._timer: asyncio.TimerHandle | None = None
        self._waking: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "HostQueue":
        return cls(crawler)

    def open(self, spider: Spider) -> None:
        """Nothing to open: the queue lives in memory."""

    def close(self, reason: str) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def has_pending_requests(self) -> bool:
        return len(self._turns) > 0

    def enqueue_request(self, request: Request) -> bool:
        """Take `request` in; False for a URL that was taken in before."""
        if not request.dont_filter and request.url in self._seen:
            return False
        self._seen.add(request.url)
        # Not `urlparse_cached`: it would keep what it found as long as the request waits.
        self._turns.add(urlsplit(request.url).hostname or "", request, request.priority, monotonic())
        return True

    def next_request(self) -> Request | None:
        """A request whose host may be asked now, or None; then a timer is set for the first that may."""
        now = monotonic()
        self._end_claims(now)
        self._heed_page_budget(now)
        given = self._turns.take(now, self._wait)
        if given is None:
            self._wake_at(self._turns.due)
            return None
        host, request = given
        self._claims[host] = request
        return request

    def _end_claims(self, now: float) -> None:
        """Of the hosts given out, as many as may be asked at once, let those go whose request is over."""
        active = self._downloader.active
        for host in [host for host, request in self._claims.items() if request not in active]:
            del self._claims[host]
            self._turns.done(host, now)
        asked_by_others = active.difference(self._claims.values()) if len(active) > len(self._claims) else ()
        self._others = {urlparse_cached(request).hostname or "" for request in asked_by_others}

    def _heed_page_budget(self, now: float) -> None:
        """With the last page of the budget, what waits for a page need not wait any more."""
        if not self._budget_was_spent and self._downloader.pages.spent:
            self._budget_was_spent = True
            self._turns.look_at_all(now)

    def _wait(self, host: str, first: Request) -> float:
        gate = self._downloader.gate
        if host in self._others:
            return OTHERS_POLL
        # Let it through, to be told that the pages are used up, or by the gate why its host is not asked.
        return 0.0 if self._downloader.pages.spent_for(first) else gate.wait_for(host)

    def _wake_at(self, due: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            seconds = max(due - monotonic(), LEAST_WAIT)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._wake)

    def _wake(self) -> None:
        self._waking = asyncio.ensure_future(self._make_the_engine_look())

    async def _make_the_engine_look(self) -> None:
        """Have the engine ask for the next request: it does when a request ends, so one for nowhere does it.

        There is no public way that does only that. `crawl` would announce and judge anew what was scheduled already;
        `download_async` announces nothing, and nothing that waits is touched.
        """
        engine = self._crawler.engine
        if engine is None or engine.needs_backout():  # it is busy, and looks when that is over; or it ends
            return
        with suppress(Ended):
            await engine.download_async(Request(NOWHERE))

    @property
    def _downloader(self) -> "Downloader":
        return self._crawler.engine.downloader  # type: ignore[return-value]
