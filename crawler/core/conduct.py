"""The ledger's judge: rows in, broken rules out. What is due is worked out here anew, from the rows alone.

Rows of before the ledger began (or was rotated away and deleted) are missed on the safe side: a failure that is not
known makes a wait shorter, never longer. Where a row cannot tell, nothing is said of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from crawler.core.addresses import classify
from crawler.core.ledger_row import Row
from crawler.core.limits import (
    HEADER_BYTES,
    HOSTS_PER_ADDRESS,
    JOB_SECONDS,
    MAX_WAIT,
    MIN_WAIT,
    PAGE_BYTES,
    PAGES,
    PROOF_BYTES,
    REDIRECTS,
    REQUEST_SECONDS,
    RETRIES,
    ROBOTS_BYTES,
    ROBOTS_KEPT,
)
from crawler.core.pacing import failed, may_retry
from crawler.core.redirects import is_redirect
from crawler.core.robots.availability import decide
from crawler.core.robots.paths import ROBOTS_TXT
from crawler.core.urls import Url, normalise

#: Between two clocks, and for times written in milliseconds, seconds.
SLACK: Final = 0.05
#: For a deadline on a machine that is busy, seconds.
LATE: Final = 2.0
#: Bytes on the wire for one of a body, where every chunk holds one (RFC 9112 7.1).
FRAMING: Final = 6
METHODS: Final = ("GET", "HEAD", "OPTIONS")
_BODY: Final = {"robots": ROBOTS_BYTES, "proof": PROOF_BYTES}


class Rule(StrEnum):
    """The rules rows are held to. The names are public API."""

    TWO_AT_ONCE = "two-at-once"
    TOO_SOON = "too-soon"
    WAIT_UNDERSTATED = "wait-understated"
    ROBOTS_NOT_READ = "robots-not-read"
    ROBOTS_UNREADABLE = "robots-unreadable"
    ROBOTS_DENIED = "robots-denied"
    ROBOTS_OLD = "robots-old"
    HOSTS_OF_ADDRESS = "hosts-of-address"
    PRIVATE_ADDRESS = "private-address"
    URL = "url"
    METHOD = "method"
    TIMES = "times"
    REQUEST_SECONDS = "request-seconds"
    JOB_SECONDS = "job-seconds"
    BYTES = "bytes"
    REDIRECTS = "redirects"
    RETRIES = "retries"
    PAGES = "pages"
    # Not broken rules: rows that say less than others.
    DIED = "died"
    UNDER_WAY = "under-way"


#: What is told of a row and breaks no rule.
TOLD: Final = frozenset({Rule.DIED, Rule.UNDER_WAY})


@dataclass(frozen=True, slots=True)
class Finding:
    """One row, and the rule it breaks (or what else is to be told of it)."""

    rule: Rule
    row: Row
    words: str

    @property
    def broken(self) -> bool:
        return self.rule not in TOLD


def judge(rows: Iterable[Row], now: datetime) -> Iterator[Finding]:
    """Everything to be said of `rows`, which come in the order of their starts."""
    judges = (_Pace(), _Robots(), _Addresses(), _Jobs(), _Retries())
    for row in rows:
        yield from _alone(row, now)
        for one in judges:
            yield from one.judge(row)


# What one row shows by itself


def _alone(row: Row, now: datetime) -> Iterator[Finding]:
    url = normalise(row.url)
    if not isinstance(url, Url) or url.host != row.host:
        yield Finding(Rule.URL, row, f"{row.url} is not an address of {row.host} that may be asked")
    if row.method not in METHODS:
        yield Finding(Rule.METHOD, row, f"{row.method}, expected one of {', '.join(METHODS)}")
    if row.address is not None and not classify(row.address).public:
        yield Finding(Rule.PRIVATE_ADDRESS, row, f"{row.address} is no public address: {classify(row.address).reason}")
    if row.purpose == "robots" and not row.hop and isinstance(url, Url) and url.target != ROBOTS_TXT:
        yield Finding(Rule.URL, row, f"{row.url} was asked for as a robots.txt, and is none")
    if row.hop > int(REDIRECTS):
        yield Finding(Rule.REDIRECTS, row, f"hop {row.hop} of a chain, at most {int(REDIRECTS)}")
    if row.attempt > int(RETRIES):
        yield Finding(Rule.RETRIES, row, f"retry {row.attempt}, at most {int(RETRIES)}")
    yield from _end(row, now)


def _end(row: Row, now: datetime) -> Iterator[Finding]:
    if row.seconds is None:
        alive = now - row.started <= timedelta(seconds=REQUEST_SECONDS.value + LATE)
        words = "no end yet" if alive else "no end: the process died, or could not write it"
        yield Finding(Rule.UNDER_WAY if alive else Rule.DIED, row, words)
        return
    if row.seconds < -SLACK:
        yield Finding(Rule.TIMES, row, f"ended {-row.seconds:.3f} s before it started")
    if row.seconds > REQUEST_SECONDS.value + LATE:
        yield Finding(Rule.REQUEST_SECONDS, row, f"took {row.seconds:.3f} s, at most {REQUEST_SECONDS.value:g}")
    limit = _BODY.get(row.purpose, PAGE_BYTES)
    if row.outcome is None and (row.bytes or 0) > int(limit) * FRAMING + int(HEADER_BYTES):
        yield Finding(Rule.BYTES, row, f"{row.bytes} bytes, and its body at most {int(limit)}")


# What the rows of a host show together


@dataclass(slots=True)
class _Pace:
    """One request at a time, then the wait: its own arithmetic, so that a fault of the gate's is seen here."""

    last: dict[str, Row] = field(default_factory=dict)
    failures: Counter[str] = field(default_factory=Counter)

    def judge(self, row: Row) -> Iterator[Finding]:
        before = self.last.get(row.host)
        if before is not None:
            yield from self._after(before, row)
        if before is None or before.ended is None or row.ended is None or row.ended >= before.ended:
            self.last[row.host] = row
        self._learn(row)

    def _after(self, before: Row, row: Row) -> Iterator[Finding]:
        if before.ended is None:
            if before.job is not None and before.job == row.job:
                yield Finding(Rule.TWO_AT_ONCE, row, f"{before.name} of the same job had not ended")
            elif (row.started - before.started).total_seconds() < MIN_WAIT.value - SLACK:
                yield Finding(Rule.TOO_SOON, row, f"{before.name}, which has no end, had just started")
            return
        gap = (row.started - before.ended).total_seconds()
        due = max(self._doubled(row), _due_to(before))
        if gap < 0:
            yield Finding(Rule.TWO_AT_ONCE, row, f"{before.name} ended {-gap:.3f} s after this one started")
        elif min(gap, gap if row.wait_kept is None else row.wait_kept) < max(due, row.wait_due) - SLACK:
            kept = "" if row.wait_kept is None else f" ({row.wait_kept:.3f} s by its own clock)"
            words = f"{gap:.3f} s{kept} after the end of {before.name}, due {max(due, row.wait_due):.3f} s"
            yield Finding(Rule.TOO_SOON, row, words)
        if row.wait_due < due - SLACK:
            yield Finding(
                Rule.WAIT_UNDERSTATED, row, f"says {row.wait_due:.3f} s were due, its host's rows {due:.3f} s"
            )

    def _doubled(self, row: Row) -> float:
        base = max(MIN_WAIT.value, row.crawl_delay)
        return min(base * 2.0 ** min(self.failures[row.host], 64), max(MAX_WAIT.value, base))

    def _learn(self, row: Row) -> None:
        """A failure more, or one fewer; none past the ceiling."""
        failure = None if row.ended is None else failed(row.status, row.ending)
        if failure and max(self._doubled(row), row.wait_due) < MAX_WAIT.value:
            self.failures[row.host] += 1
        elif failure is False:
            self.failures[row.host] = max(0, self.failures[row.host] - 1)


def _due_to(before: Row) -> float:
    """The wait that is due to one request alone: as long as it took, and its Retry-After."""
    if before.retry_after is None:  # no such rule yet
        return 0.0
    return max(before.seconds or 0.0, before.retry_after)


@dataclass(slots=True)
class _Robots:
    """Nothing but robots.txt leaves for an origin whose robots.txt this job did not read, or that says no."""

    read: dict[tuple[str, str], Row] = field(default_factory=dict)

    def judge(self, row: Row) -> Iterator[Finding]:
        url = normalise(row.url)
        if row.job is None or not isinstance(url, Url):  # a ledger that did not record it yet
            return
        if row.purpose == "robots":
            self.read[row.job, row.robots or url.origin] = row
            return
        if row.robots is None or not row.robots.startswith("allowed"):
            rule = Rule.ROBOTS_NOT_READ if row.robots is None else Rule.ROBOTS_DENIED
            yield Finding(rule, row, f"robots.txt had said: {row.robots or 'nothing recorded'}")
        yield from self._reading(row, url.origin, self.read.get((row.job, url.origin)))

    def _reading(self, row: Row, origin: str, read: Row | None) -> Iterator[Finding]:
        if read is None or read.ended is None or row.started < read.ended:
            yield Finding(Rule.ROBOTS_NOT_READ, row, f"no robots.txt of {origin} was read before it by its job")
            return
        age = (row.started - read.ended).total_seconds()
        if age > ROBOTS_KEPT.value + LATE:
            yield Finding(Rule.ROBOTS_OLD, row, f"{read.name} was {age:.0f} s old, at most {ROBOTS_KEPT.value:g}")
        if read.status is None or is_redirect(read.status) or decide(read.status).policy == "deny-all":
            came = read.outcome or f"status {read.status}"
            yield Finding(Rule.ROBOTS_UNREADABLE, row, f"{read.name}, robots.txt of {origin}, ended as {came}")


# What the rows of several hosts show together


@dataclass(slots=True)
class _Addresses:
    """So many hosts of one address at once, and no more."""

    active: dict[str, list[tuple[datetime, str]]] = field(default_factory=dict)

    def judge(self, row: Row) -> Iterator[Finding]:
        if row.address is None:
            return
        # One without an end is under way as long as a request may last; its lease is kept for longer than that.
        ended = row.ended or row.started + timedelta(seconds=REQUEST_SECONDS.value)
        active = [one for one in self.active.get(row.address, ()) if one[0] > row.started]
        self.active[row.address] = [*active, (ended, row.host)]
        hosts = {host for _, host in self.active[row.address]}
        if len(hosts) > int(HOSTS_PER_ADDRESS):
            words = f"{len(hosts)} hosts of {row.address} at once, at most {int(HOSTS_PER_ADDRESS)}"
            yield Finding(Rule.HOSTS_OF_ADDRESS, row, words)


@dataclass(slots=True)
class _Jobs:
    """How long a job lasts, and how many pages its crawl asks for."""

    began: dict[str, datetime] = field(default_factory=dict)
    pages: Counter[str] = field(default_factory=Counter)

    def judge(self, row: Row) -> Iterator[Finding]:
        if row.job is None:
            return
        lasted = ((row.ended or row.started) - self.began.setdefault(row.job, row.started)).total_seconds()
        if lasted > JOB_SECONDS.value + LATE:
            yield Finding(Rule.JOB_SECONDS, row, f"{lasted:.1f} s after its job's first, at most {JOB_SECONDS.value:g}")
        crawl = row.crawl or row.job
        self.pages[crawl] += row.purpose == "page" and not row.hop and not row.attempt
        if self.pages[crawl] > int(PAGES):
            yield Finding(Rule.PAGES, row, f"page {self.pages[crawl]} of its crawl, at most {int(PAGES)}")


@dataclass(slots=True)
class _Retries:
    """A page is asked for again only after what may pass, and nothing else is."""

    last: dict[tuple[str, str], Row] = field(default_factory=dict)

    def judge(self, row: Row) -> Iterator[Finding]:
        crawl = row.crawl or row.job
        if crawl is None:
            return
        before = self.last.get((crawl, row.url))
        self.last[crawl, row.url] = row
        if not row.attempt:
            return
        if row.purpose in ("robots", "proof"):
            yield Finding(Rule.RETRIES, row, f"{row.purpose} is not asked for again")
        elif before is not None and _was_final(before, row):
            ended = before.outcome or f"status {before.status}"
            yield Finding(Rule.RETRIES, row, f"{before.name} ended as {ended}, after which there is no retry")


def _was_final(before: Row, retry: Row) -> bool:
    known = before.ended is not None and before.attempt == retry.attempt - 1
    return known and not may_retry(before.method, retry.attempt, before.status, before.ending)
