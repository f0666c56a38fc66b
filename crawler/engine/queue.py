"""The waiting room: requests by host, yielded only for hosts that may be asked now.

It stands where Scrapy's scheduler stands (setting SCHEDULER). A host is claimed from the moment one of its requests
is given to the Downloader until `Downloader.fetch` is done with it, so a waiting host holds nothing up.
"""

import asyncio
import heapq
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.utils.httpobj import urlparse_cached

if TYPE_CHECKING:
    from crawler.engine.downloader import Downloader

#: One host's requests: (negative priority, order of arrival, request).
Heap = list[tuple[int, int, Request]]


class HostQueue(BaseScheduler):
    """Pending requests, best priority first within a host, hosts in turn."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._heaps: defaultdict[str, Heap] = defaultdict(list)
        self._seen: set[str] = set()
        self._order = count()
        self._size = 0
        self._timer: asyncio.TimerHandle | None = None
        self._woken: tuple[int, int, Request] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "HostQueue":
        return cls(crawler)

    def open(self, spider: Spider) -> None:
        """Nothing to open: the queue lives in memory."""

    def close(self, reason: str) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def has_pending_requests(self) -> bool:
        return self._size > 0

    def pending(self) -> Iterator[Request]:
        """The requests that never got their turn."""
        for heap in self._heaps.values():
            for _, _, request in heap:
                yield request

    def enqueue_request(self, request: Request) -> bool:
        """Take `request` in; False for a URL that was taken in before."""
        entry, self._woken = self._woken, None
        if entry is None or entry[2] is not request:
            if not request.dont_filter and request.url in self._seen:
                return False
            self._seen.add(request.url)
            entry = (-request.priority, next(self._order), request)
        heapq.heappush(self._heaps[_host(request)], entry)
        self._size += 1
        return True

    def next_request(self) -> Request | None:
        """A request whose host may be asked now, or None; then a timer is set for the first that may."""
        claimed = {_host(request) for request in self._downloader.active}
        waits: list[tuple[float, str]] = []
        for host in self._heaps:
            if host in claimed:
                continue
            wait = self._wait(host, self._heaps[host][0][2])
            if wait <= 0:
                return self._pop(host)[2]
            waits.append((wait, host))
        if waits:
            self._wake_in(*min(waits))
        return None

    def _wait(self, host: str, first: Request) -> float:
        gate = self._downloader.gate
        # Let it through, to be told that the pages are used up, or by the gate why its host is not asked.
        return 0.0 if self._downloader.pages.spent_for(first) else gate.wait_for(host)

    def _pop(self, host: str) -> tuple[int, int, Request]:
        heap = self._heaps.pop(host)
        entry = heapq.heappop(heap)
        if heap:
            self._heaps[host] = heap  # at the end: hosts take turns
        self._size -= 1
        return entry

    def _wake_in(self, seconds: float, host: str) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(max(seconds, 0.001), self._wake, host)

    def _wake(self, host: str) -> None:
        """Make the engine look again. Its public way in is `crawl`, so one request goes out and comes back."""
        if host not in self._heaps or not self._crawler.engine.running:
            return
        self._woken = self._pop(host)
        self._crawler.engine.crawl(self._woken[2])

    @property
    def _downloader(self) -> "Downloader":
        return self._crawler.engine.downloader  # type: ignore[return-value]


def _host(request: Request) -> str:
    return urlparse_cached(request).hostname or ""
