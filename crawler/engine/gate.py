"""The one object that says when a host may be asked. The Downloader asks it before every dispatch of any kind.

Per host name, http and https together: one request in flight, then the wait of `core.pacing`; over all crawls of this
machine's account, by way of the store of hosts.
"""

import asyncio
import logging
import sqlite3
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from crawler.core import pacing
from crawler.core.limits import END_MARGIN, JOB_SECONDS, MIN_WAIT, ROBOTS_KEPT
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.state.hosts import HostStore

#: How often a waiting request looks whether the crawl was stopped, seconds. Bounds how late a stop is noticed.
STOP_POLL = 0.2
#: How often a host that another process is asking is looked at, seconds.
LEASE_POLL = 0.05

logger = logging.getLogger(__name__)


class Gate:
    """Host states and the requests waiting for them, first come first served per host."""

    def __init__(self, running: Callable[[], bool], store: HostStore, min_wait: float = MIN_WAIT.value):
        self._running = running
        self._store = store
        self._fresh = pacing.HostState(min_wait=min_wait)
        self._states: dict[str, pacing.HostState] = {}
        self._delays: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._queues: defaultdict[str, deque[object]] = defaultdict(deque)
        self._shut: dict[str, Ending] = {}
        self.began = monotonic()

    def state(self, host: str) -> pacing.HostState:
        """What holds for `host` now; at first, what is remembered of it."""
        if host not in self._states:
            self._remember(host)
        return self._states[host]

    def set_crawl_delay(self, host: str, origin: str, seconds: float | None) -> None:
        """What `origin` asks for; of a host's origins (http and https) the longest delay counts."""
        delays = self._delays[host]
        if delays.get(origin) != (seconds or 0.0):
            delays[origin] = seconds or 0.0
            longest = max(delays.values())
            self._states[host] = pacing.delayed(self.state(host), longest)
            self._store_delay(host, longest)

    def shut(self, host: str, ending: Ending) -> None:
        """No request to `host` leaves any more in this job; each ends as `ending`."""
        self._shut[host] = ending

    def is_shut(self, host: str) -> bool:
        return host in self._shut

    def raise_if_shut(self, host: str) -> None:
        if host in self._shut:
            raise Ended(self._shut[host])

    def _store_delay(self, host: str, seconds: float) -> None:
        """At once: the next run may begin before this one asks for anything more."""
        try:
            self._store.set_crawl_delay(host, seconds)
        except sqlite3.Error:
            logger.exception("the Crawl-delay of %s could not be remembered", host)

    def job_seconds_left(self) -> float:
        return self.began + JOB_SECONDS.value - monotonic()

    async def acquire(self, host: str) -> float | None:
        """Wait until `host` may be asked and take it. Raises Ended when the job is over.

        Gives the seconds since the end of the last request to it, or None for the first ever.
        """
        ticket = object()
        self._queues[host].append(ticket)
        try:
            while not (self._may_go(host, ticket) and self._take(host)):
                self._raise_if_over(host)
                await asyncio.sleep(self._nap(host))
            ended = self.state(host).ended_at
            self._states[host] = pacing.started(self.state(host))
        finally:
            self._queues[host].remove(ticket)
        return None if ended is None else monotonic() - ended

    def fits(self, host: str) -> bool:
        """Whether the host's wait ends before the job does."""
        return self.state(host).ready_at - monotonic() < self.job_seconds_left()

    def release(self, host: str, *, failure: bool | None) -> None:
        """The request that held `host` ended."""
        state = self._states[host] = pacing.ended(self.state(host), _end(), failure=failure)
        try:
            self._store.give_back(host, state.failures, state.crawl_delay)
        except sqlite3.Error:  # the lease runs out by itself; this run keeps its own pace
            logger.exception("the end of a request to %s could not be remembered", host)

    def _take(self, host: str) -> bool:
        """Take the lease; where another process asked or is asking, learn what it did."""
        self._raise_if_over(host)
        ended = self.state(host).ended_at
        try:
            if self._store.take(host, None if ended is None else monotonic() - ended):
                return True
            self._remember(host)
        except sqlite3.Error as error:
            reason = f"the lease of {host} could not be taken: {error}"
            raise Ended(Ending(Outcome.INTERNAL_ERROR, reason)) from error
        return False

    def _remember(self, host: str) -> None:
        memory = self._store.recall(host)
        # What is only remembered binds as long as rules are kept, so that a mistake of the owner's can be mended.
        delay = max(self._delays[host].values(), default=min(memory.crawl_delay, ROBOTS_KEPT.value))
        ended = None if memory.ended_ago is None else _end() - memory.ended_ago
        state = replace(self._fresh, failures=memory.failures, ended_at=ended, crawl_delay=delay)
        ready = 0.0 if ended is None else ended + pacing.wait(state)
        if memory.held_by_other:
            ready = max(ready, monotonic() + LEASE_POLL)
        self._states[host] = replace(state, ready_at=ready)

    def _may_go(self, host: str, ticket: object) -> bool:
        return self._queues[host][0] is ticket and pacing.may_start(self.state(host), monotonic())

    def _nap(self, host: str) -> float:
        until_ready = self.state(host).ready_at - monotonic()
        return min(max(until_ready, 0.005), STOP_POLL)

    def _raise_if_over(self, host: str) -> None:
        self.raise_if_shut(host)
        if not self._running():
            raise Ended(Ending(Outcome.STOPPED, "the crawl was stopped before this URL's turn came"))
        if self.job_seconds_left() <= 0:
            raise Ended(Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, "job time used up before this URL's turn"))
        if not self.fits(host):
            due = round(pacing.wait(self.state(host)), 1)
            seen = f"the host's wait of {due:g} s ends after the job"
            raise Ended(Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, seen))


def _end() -> float:
    """When a request that ends now has ended for its server too, by whose log we are judged."""
    return monotonic() + END_MARGIN.value
