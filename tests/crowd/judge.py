"""The judge: requests as their servers saw them against the rules, and the ledger against the servers.

Its arithmetic is its own: a fault of the gate's, or of `scrapy ledger check`, is not repeated here.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from crawler.core.ledger_row import Row
from tests.crowd.hosts import RETRY_AFTER, Plan
from tests.world import Entry, Log

LEAST_GAP, LONGEST, HOSTS_OF_ADDRESS = 0.5, 600.0, 5
#: Between a row's times and the server's, seconds.
NEAR = 0.05


@dataclass(frozen=True)
class Violation:
    """One request that may not have been made, or not then."""

    rule: str
    entry: Entry
    words: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.entry.url} {self.words}"


def violations(log: Log, crowd: Iterable[Plan]) -> list[Violation]:
    """Every broken rule."""
    found = [*too_many_at_an_address(log)]
    for plan in crowd:
        entries = log.host(plan.name)
        found += [*too_soon(entries, plan), *against_robots(entries, plan)]
    return found


def too_soon(entries: Log, plan: Plan) -> Iterator[Violation]:
    """One at a time; then max(0.5, Crawl-delay) * 2^failures, and Retry-After where it was given."""
    failures, free_at = 0, 0.0
    for before, entry in pairwise(entries):
        failures = failures + 1 if failed(before, plan) else max(0, failures - 1)
        free_at = max(free_at, before.t_end)
        gap, due = entry.t_first - free_at, wait(plan, failures)
        if gap < 0:
            yield Violation("two-at-once", entry, f"{-gap:.3f} s before the end of {before.path}")
        elif gap < due:
            yield Violation("too-soon", entry, f"{gap:.3f} s after the end of {before.path}, due {due:.3f} s")
        elif before.status == 429 and gap < RETRY_AFTER:
            yield Violation("retry-after", entry, f"{gap:.3f} s after {before.path} said {RETRY_AFTER} s")


def failed(entry: Entry, plan: Plan) -> bool:
    """What doubles the wait: 429, 5xx, no whole answer."""
    cut = plan.kind == "cut" and entry.path != "/robots.txt"
    return cut or not entry.complete or entry.status is None or entry.status == 429 or entry.status >= 500


def wait(plan: Plan, failures: int) -> float:
    base = max(LEAST_GAP, plan.delay)
    return min(base * 2.0**failures, max(LONGEST, base))


def against_robots(entries: Log, plan: Plan) -> Iterator[Violation]:
    """robots.txt first and whole, nothing of what it disallows, and nothing at all where it could not be read."""
    read_at: dict[str, float] = {}
    for entry in entries:
        origin = f"{entry.scheme}://{entry.host}"
        if entry.path == "/robots.txt":
            read_at.setdefault(origin, entry.t_end if entry.status == 200 else float("inf"))
        elif entry.t_first < read_at.get(origin, float("inf")):
            yield Violation("robots-first", entry, "before its robots.txt was read")
        elif entry.path.startswith("/private/"):
            yield Violation("disallowed", entry, "is disallowed")


def too_many_at_an_address(log: Log) -> Iterator[Violation]:
    """More than five hosts of one address asked at once."""
    under_way: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in log:
        still = [one for one in under_way[entry.address] if one.t_end > entry.t_first]
        under_way[entry.address] = [*still, entry]
        hosts = {one.host for one in under_way[entry.address]}
        if len(hosts) > HOSTS_OF_ADDRESS:
            yield Violation("hosts-of-address", entry, f"{len(hosts)} hosts of {entry.address} at once")


# What was allowed


@dataclass(frozen=True)
class Share:
    """Requests a host got in a time, of those that the rules allow."""

    plan: Plan
    made: int
    allowed: int


def shares(log: Log, crowd: Iterable[Plan], until: float) -> list[Share]:
    """For each healthy host, from the first request of the whole crawl to `until`.

    Allowed is what somebody would make who asks at the first moment and again the moment the wait is over, without a
    network between: one request, and one more for every (wait due + mean answer, both by the server's clock).
    """
    began, found = log[0].t_first, []
    for plan in (plan for plan in crowd if plan.healthy):
        entries = [entry for entry in log.host(plan.name) if entry.t_first <= until]
        answer = mean(entry.t_end - entry.t_first for entry in entries) if entries else plan.answer
        found.append(Share(plan, len(entries), 1 + int((until - began) / (wait(plan, 0) + answer))))
    return found


def share(of: Sequence[Share]) -> float:
    return sum(one.made for one in of) / sum(one.allowed for one in of)


# The ledger

Pair = tuple[Row, Entry]


@dataclass(frozen=True)
class Compared:
    """The ledger beside the servers' logs."""

    pairs: list[Pair]
    #: Rows and requests without the other, and pairs that differ.
    faults: list[str]
    #: Of each pair, how far its times are apart at most, seconds.
    apart: list[float]

    @property
    def near(self) -> float:
        """The share of pairs whose times agree to `NEAR`: a machine that is busy holds up now us, now the server."""
        return sum(seconds <= NEAR for seconds in self.apart) / len(self.apart)


def compare(log: Log, signs: Mapping[str, Sequence[float]], rows: Iterable[Row]) -> Compared:
    """Row by row. `signs`: by host, when its servers or its name server were first spoken to for a connection.

    Rows that reached no address are left aside.
    """
    pairs, faults = _paired(log, [row for row in rows if row.address is not None])
    faults += [f"{row.name}, {entry.url}: {fault}" for row, entry in pairs for fault in _differences(row, entry)]
    return Compared(pairs, faults, [_apart(row, entry, signs.get(entry.host, ())) for row, entry in pairs])


def _paired(log: Log, rows: Sequence[Row]) -> tuple[list[Pair], list[str]]:
    """A host has one request at a time: its nth row is its nth request."""
    pairs, faults = [], []
    for host in sorted({*(row.host for row in rows), *(entry.host for entry in log)}):
        ours, theirs = sorted((row for row in rows if row.host == host), key=_start), log.host(host)
        if len(ours) != len(theirs):
            faults.append(f"{host}: {len(ours)} rows, {len(theirs)} requests")
        pairs += zip(ours, theirs, strict=False)
    return pairs, faults


def _differences(row: Row, entry: Entry) -> Iterator[str]:
    if (row.url, row.method, row.address) != (entry.url, entry.method, entry.address):
        yield f"the row has {row.method} {row.url} {row.address}"
    if row.outcome is None and row.status != entry.status:
        yield f"status {row.status} in the row, {entry.status} by the server"
    if _start(row) > _arrival(entry) + NEAR:
        yield f"the row starts {_start(row) - _arrival(entry):.3f} s after the server had it"
    if _end(row) < entry.wall_end - NEAR:
        yield f"the row ends {entry.wall_end - _end(row):.3f} s before the server's answer did"


def _apart(row: Row, entry: Entry, signs: Sequence[float]) -> float:
    """Seconds; a row's start against the first sign of its request, a look-up or a connection where it needed one."""
    began = _start(row)
    sign = min((at for at in signs if began - NEAR <= at <= _arrival(entry)), default=_arrival(entry))
    return max(abs(began - sign), abs(_end(row) - entry.wall_end))


def _start(row: Row) -> float:
    return row.started.timestamp()


def _end(row: Row) -> float:
    return float("-inf") if row.ended is None else row.ended.timestamp()


def _arrival(entry: Entry) -> float:
    """When the server had the first byte, wall clock."""
    return entry.wall_start - (entry.t_start - entry.t_first)
