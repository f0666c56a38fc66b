"""Gates that break one rule each, for the runs that must be caught. Nothing but `tests.crowd.run` puts one in place."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from crawler.core.pacing import HostState
from crawler.engine.gate import Gate


class HalfWait(Gate):
    """Waits half as long as is due."""

    def state(self, host: str) -> HostState:
        state = super().state(host)
        if state.ended_at is None or state.ready_at <= state.ended_at:
            return state
        return replace(state, ready_at=state.ended_at + (state.ready_at - state.ended_at) / 2)


class TwoAtOnce(Gate):
    """Lets a request through while another to the same host is in flight."""

    async def acquire(self, host: str, still: Callable[[], None] = lambda: None) -> float | None:
        waiting = asyncio.ensure_future(super().acquire(host, still))
        while not waiting.done():
            if self.state(host).in_flight:
                waiting.cancel()
                return None
            await asyncio.sleep(0.002)
        return await waiting


GATES = {"half-wait": HalfWait, "two-at-once": TwoAtOnce}
