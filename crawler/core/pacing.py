"""The gate's arithmetic: state of a host + what happened + now -> state of the host. Seconds on one monotonic clock.

The wait runs from the *end* of a request: max(MIN_WAIT, Crawl-delay) * 2^failures, at most MAX_WAIT, and never
below the Crawl-delay itself. A failure is a 429, a 5xx, a timeout or a broken connection; a success takes one back.
It is never below what the last request took, a slow server slows us, nor below the Retry-After of its response.
"""

from dataclasses import dataclass, replace

from crawler.core.limits import MAX_WAIT, MIN_WAIT, RETRIES
from crawler.core.outcome import SERVER_FAILED, Outcome

TOO_MANY_REQUESTS = 429
#: Endings after which the same request may do better: the server was slow, or the connection broke.
PASSING = frozenset({Outcome.TIMEOUT, Outcome.TRUNCATED, Outcome.CLOSED})


@dataclass(frozen=True, slots=True)
class HostState:
    """One host name: whether a request is in flight, failures in a row (net), and when it may be asked again."""

    in_flight: bool = False
    failures: int = 0
    ready_at: float = 0.0
    ended_at: float | None = None
    crawl_delay: float = 0.0
    min_wait: float = MIN_WAIT.value
    took: float = 0.0  # by the last request
    retry_after: float = 0.0  # asked for with its response


def failed(status: int | None, outcome: Outcome | None) -> bool | None:
    """True where the wait grows, False for a success; None for an ending that says neither of the server."""
    if outcome is not None:
        return True if outcome in SERVER_FAILED else None
    return status is not None and (status == TOO_MANY_REQUESTS or 500 <= status <= 599)


def may_retry(method: str, attempts: int, status: int | None, outcome: Outcome | None) -> bool:
    """Whether a request that ended so may be made once more; `attempts` counts those made."""
    if method != "GET" or attempts > int(RETRIES):
        return False
    return outcome in PASSING if outcome is not None else failed(status, None) is True


def base_wait(state: HostState) -> float:
    """The wait of a host that never failed."""
    return max(MIN_WAIT.value, state.min_wait, state.crawl_delay)


def doubled(base: float, failures: int) -> float:
    """The wait after so many failures, by itself."""
    return min(base * 2.0 ** min(failures, 64), max(MAX_WAIT.value, base))


def wait(state: HostState) -> float:
    """Seconds due after the last request's end."""
    return max(doubled(base_wait(state), state.failures), state.took, state.retry_after)


def may_start(state: HostState, now: float) -> bool:
    """Whether the host may be asked now."""
    return not state.in_flight and now >= state.ready_at


def started(state: HostState) -> HostState:
    """A request to the host leaves."""
    if state.in_flight:
        raise ValueError("two requests at once to one host")
    return replace(state, in_flight=True)


def ended(
    state: HostState, now: float, *, failure: bool | None, took: float = 0.0, retry_after: float = 0.0
) -> HostState:
    """The request in flight ended at `now`; `failure` as `failed` gives it, the others in seconds."""
    failures = state.failures
    if failure is not None:
        failures = _after_failure(state) if failure else max(0, failures - 1)
    state = replace(state, in_flight=False, failures=failures, ended_at=now, took=took, retry_after=retry_after)
    return replace(state, ready_at=now + wait(state))


def delayed(state: HostState, crawl_delay: float | None) -> HostState:
    """The owner asked for a Crawl-delay; it counts from the end of the last request, also in hindsight."""
    state = replace(state, crawl_delay=crawl_delay or 0.0)
    if state.ended_at is None or state.in_flight:
        return state
    return replace(state, ready_at=max(state.ready_at, state.ended_at + wait(state)))


def _after_failure(state: HostState) -> int:
    """One failure more, but none past the ceiling: stepping down must not take for ever."""
    base = base_wait(state)
    return state.failures + (doubled(base, state.failures) < max(MAX_WAIT.value, base))
