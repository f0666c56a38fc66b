"""The one object that says when a host may be asked. The Downloader asks it before every dispatch of any kind.

Per host name, http and https together: one request in flight, then the wait of `core.pacing`; per address: so many
hosts at once. Both hold over all crawls of this machine's account, by way of the store of hosts.
"""

import asyncio
import logging
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from time import monotonic

from crawler.core import pacing
from crawler.core.limits import (
    END_MARGIN,
    HOSTS_PER_ADDRESS,
    JOB_SECONDS,
    JOB_TAIL,
    MIN_WAIT,
    REQUEST_SECONDS,
    ROBOTS_KEPT,
    TIMEOUTS,
)
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.url_hosts import is_address
from crawler.engine.leases import Leases
from crawler.state.memory import Hosts, StoreFailed

#: How often a waiting request looks whether the crawl was stopped, seconds. Bounds how late a stop is noticed.
STOP_POLL = 0.2
#: How often a host is looked at that is being asked by another process, or whose address has no room, seconds.
LEASE_POLL = 0.05
#: Gives every address of a host name. Raises Ended.
Lookup = Callable[[str], Awaitable[tuple[str, ...]]]

logger = logging.getLogger(__name__)


class Gate:
    """Host states and the requests waiting for them, first come first served per host."""

    def __init__(self, running: Callable[[], bool], store: Hosts, lookup: Lookup, min_wait: float = MIN_WAIT.value):
        self._running = running
        self._store = store
        self._leases = Leases(store)
        self._lookup = lookup
        self._addresses: dict[str, frozenset[str]] = {}
        self._fresh = pacing.HostState(min_wait=min_wait)
        self._states: dict[str, pacing.HostState] = {}
        self._delays: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._queues: defaultdict[str, deque[object]] = defaultdict(deque)
        self._shut: dict[str, Ending] = {}
        self._timeouts: Counter[str] = Counter()
        self.began = monotonic()

    def state(self, host: str) -> pacing.HostState:
        """What holds for `host` now; at first, what is remembered of it. Raises StoreFailed."""
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

    def has_blocked(self, host: str) -> bool:
        """Whether it was shut because the host blocked us: no later job of this crawl asks it either."""
        return host in self._shut and self._shut[host].outcome is Outcome.BLOCKED

    def count_timeout(self, host: str, *, timed_out: bool) -> None:
        """A request to `host` timed out, or was answered. Many in a row are work for it that brings nobody a page."""
        self._timeouts[host] = self._timeouts[host] + 1 if timed_out else 0
        if self._timeouts[host] >= int(TIMEOUTS):
            why = f"{int(TIMEOUTS)} requests in a row to {host} timed out, and it is not asked again in this job"
            self.shut(host, Ending.deferred(TIMEOUTS, datetime.now(UTC), self._wait_left(host), why))

    def raise_if_shut(self, host: str) -> None:
        if host in self._shut:
            raise Ended(self._shut[host])

    def _store_delay(self, host: str, seconds: float) -> None:
        """At once: the next run may begin before this one asks for anything more."""
        try:
            self._store.set_crawl_delay(host, seconds)
        except StoreFailed:
            logger.exception("the Crawl-delay of %s could not be remembered", host)

    def close(self) -> None:
        """Nothing more is asked."""
        self._leases.close()

    def hold(self, host: str, seconds: float) -> None:
        """`host` is not to be asked for so long, whoever said so."""
        if seconds <= 0:
            return
        state = self.state(host)
        self._states[host] = replace(state, ready_at=max(state.ready_at, monotonic() + seconds))

    def job_seconds_left(self) -> float:
        return self.began + JOB_SECONDS.value - monotonic()

    async def acquire(self, host: str, still: Callable[[], None] = lambda: None) -> float | None:
        """Wait until `host` may be asked and take it. Raises Ended when the job is over, or what `still` raises.

        Gives the seconds since the end of the last request to it, or None for the first ever.
        """
        ticket = object()
        self._queues[host].append(ticket)
        try:
            still()
            while not (self._may_go(host, ticket) and await self._know(host) and self._take(host)):
                self._raise_if_over(host)
                still()
                await asyncio.sleep(self._nap(host))
            ended = self.state(host).ended_at
            self._states[host] = pacing.started(self.state(host))
        finally:
            self._queues[host].remove(ticket)
        return None if ended is None else monotonic() - ended

    def fits(self, host: str) -> bool:
        """Whether the host's wait ends while requests of this job may still start."""
        return self._wait_left(host) < self._starting_left(host)

    def wait_for(self, host: str) -> float:
        """Seconds until `host` may be asked, as far as is known now; 0 also where it is to be told why it is not."""
        try:
            wait = self._wait_left(host)
        except StoreFailed:
            return 0.0
        if self.is_shut(host) or wait >= self._starting_left(host):
            return 0.0
        if wait <= 0 and self._leases.crowded(host, self._addresses.get(host, ())):
            return LEASE_POLL
        return max(wait, 0.0)

    def deferral(self, host: str, why: str) -> Ending:
        """How a URL ends that must wait for longer than the job lasts."""
        return Ending.deferred(JOB_SECONDS, datetime.now(UTC), self._wait_left(host), why)

    def why_not_at(self, host: str, address: str) -> Ending | None:
        """For the door: why `host`, whose turn it is, must not be asked at `address`; None where it may be.

        A name may have other addresses by now than when its turn came. From now on they are waited for, too, so that
        a lease also covers the address of a connection that was kept alive.
        """
        self._addresses[host] = self._addresses.get(host, frozenset()) | {address}
        try:
            if self._leases.covers(host, address):
                return None
        except StoreFailed as error:
            return Ending(Outcome.INTERNAL_ERROR, f"the lease of {host} could not cover {address}: {error}")
        why = f"{int(HOSTS_PER_ADDRESS)} other hosts of {address} are being asked, or this one's turn is over"
        return Ending.deferred(HOSTS_PER_ADDRESS, datetime.now(UTC), REQUEST_SECONDS.value, why)

    def release(self, host: str, *, failure: bool | None, took: float, retry_after: float) -> None:
        """The request that held `host` ended."""
        state = pacing.ended(self.state(host), _end(), failure=failure, took=took, retry_after=retry_after)
        self._states[host] = state
        self._leases.give_back(host, state)

    async def _know(self, host: str) -> bool:
        """Look up the addresses of `host` unless they are known. A lookup that fails is the door's to report: later."""
        if is_address(host):
            self._addresses[host] = frozenset({host})
        if host not in self._addresses:
            looking = asyncio.ensure_future(self._lookup(host))
            try:
                while not looking.done():
                    self._raise_if_over(host)
                    await asyncio.wait({looking}, timeout=STOP_POLL)
            finally:
                looking.cancel()
            self._addresses[host] = frozenset() if looking.exception() else frozenset(looking.result())
        return True

    def _take(self, host: str) -> bool:
        """Take the lease; where another process asked or is asking, learn what it did. Raises StoreFailed."""
        self._raise_if_over(host)
        ended = self.state(host).ended_at
        if self._leases.take(host, None if ended is None else monotonic() - ended, self._addresses[host]):
            return True
        self._remember(host)
        state = self.state(host)
        self._states[host] = replace(state, ready_at=max(state.ready_at, monotonic() + LEASE_POLL))
        return False

    def _remember(self, host: str) -> None:
        memory = self._store.recall(host)
        # What is only remembered binds as long as rules are kept, so that a mistake of the owner's can be mended.
        delay = max(self._delays[host].values(), default=min(memory.crawl_delay, ROBOTS_KEPT.value))
        ended = None if memory.ended_ago is None else _end() - memory.ended_ago
        state = replace(
            self._fresh, failures=memory.failures, ended_at=ended, crawl_delay=delay, took=memory.took,
            retry_after=memory.retry_after,
        )  # fmt: skip
        ready = 0.0 if ended is None else ended + pacing.wait(state)
        if memory.held_by_other:
            ready = max(ready, monotonic() + LEASE_POLL)
        self._states[host] = replace(state, ready_at=ready)

    def _may_go(self, host: str, ticket: object) -> bool:
        return self._queues[host][0] is ticket and pacing.may_start(self.state(host), monotonic())

    def _nap(self, host: str) -> float:
        return min(max(self._wait_left(host), 0.005), STOP_POLL)

    def _wait_left(self, host: str) -> float:
        return self.state(host).ready_at - monotonic()

    def _starting_left(self, host: str) -> float:
        """Seconds in which requests to `host` may still start in this job; a slow host needs longer before its end."""
        tail = min(max(JOB_TAIL.value, 2 * self.state(host).took), REQUEST_SECONDS.value)
        return self.job_seconds_left() - tail

    def _raise_if_over(self, host: str) -> None:
        self.raise_if_shut(host)
        if not self._running():
            raise Ended(Ending(Outcome.STOPPED, "the crawl was stopped before this URL's turn came"))
        if self._starting_left(host) > 0 and not self.fits(host):
            due = round(pacing.wait(self.state(host)), 1)
            raise Ended(self.deferral(host, f"the host's wait of {due:g} s ends after the job, or too late in it"))
        if self._starting_left(host) <= 0:
            raise Ended(Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, "job time used up before this URL's turn"))


def _end() -> float:
    """When a request that ends now has ended for its server too, by whose log we are judged."""
    return monotonic() + END_MARGIN.value
