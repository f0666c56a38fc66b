"""The one object that says when a host may be asked. The Downloader asks it before every dispatch of any kind.

Per host name, http and https together: one request in flight, then the wait of `core.pacing`.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable
from time import monotonic

from crawler.core import pacing
from crawler.core.limits import JOB_SECONDS, MIN_WAIT
from crawler.core.outcome import Ended, Ending, Outcome

#: How often a waiting request looks whether the crawl was stopped, seconds. Bounds how late a stop is noticed.
STOP_POLL = 0.2


class Gate:
    """Host states and the requests waiting for them, first come first served per host."""

    def __init__(self, running: Callable[[], bool], min_wait: float = MIN_WAIT.value):
        self._running = running
        self._fresh = pacing.HostState(min_wait=min_wait)
        self._states: dict[str, pacing.HostState] = {}
        self._delays: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._queues: defaultdict[str, deque[object]] = defaultdict(deque)
        self.began = monotonic()

    def state(self, host: str) -> pacing.HostState:
        return self._states.get(host, self._fresh)

    def set_crawl_delay(self, host: str, origin: str, seconds: float | None) -> None:
        """What `origin` asks for; of a host's origins (http and https) the longest delay counts."""
        delays = self._delays[host]
        if delays.get(origin, 0.0) != (seconds or 0.0):
            delays[origin] = seconds or 0.0
            self._states[host] = pacing.delayed(self.state(host), max(delays.values()))

    def job_seconds_left(self) -> float:
        return self.began + JOB_SECONDS.value - monotonic()

    async def acquire(self, host: str) -> float | None:
        """Wait until `host` may be asked and take it. Raises Ended when the job is over.

        Gives the seconds since the end of the last request to it, or None for the first.
        """
        ticket = object()
        self._queues[host].append(ticket)
        try:
            while not self._may_go(host, ticket):
                self._raise_if_over(host)
                await asyncio.sleep(self._nap(host))
            self._raise_if_over(host)
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
        self._states[host] = pacing.ended(self.state(host), monotonic(), failure=failure)

    def _may_go(self, host: str, ticket: object) -> bool:
        return self._queues[host][0] is ticket and pacing.may_start(self.state(host), monotonic())

    def _nap(self, host: str) -> float:
        until_ready = self.state(host).ready_at - monotonic()
        return min(max(until_ready, 0.005), STOP_POLL)

    def _raise_if_over(self, host: str) -> None:
        if not self._running():
            raise Ended(Ending(Outcome.STOPPED, "the crawl was stopped before this URL's turn came"))
        if self.job_seconds_left() <= 0:
            raise Ended(Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, "job time used up before this URL's turn"))
        if not self.fits(host):
            due = round(pacing.wait(self.state(host)), 1)
            seen = f"the host's wait of {due:g} s ends after the job"
            raise Ended(Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, seen))
