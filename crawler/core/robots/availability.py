"""What a fetch of robots.txt means for the whole host, and for how long (RFC 9309 2.3.1).

Stricter than the RFC in two places: 429 refuses, where it would let every 4xx allow, and more than five
redirects are a failure, where it would let them count as no file.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, Literal

from crawler.core.decoding import GZIP_MAGIC
from crawler.core.identity import PRODUCT_TOKEN
from crawler.core.limits import ROBOTS_BYTES, ROBOTS_FAILURE_KEPT, ROBOTS_KEPT
from crawler.core.outcome import Ending
from crawler.core.robots.lines import Kind
from crawler.core.robots.paths import ROBOTS_TXT, path_of
from crawler.core.robots.verdicts import Robots, Verdict, Why, parse

Policy = Literal["rules", "allow-all", "deny-all"]

#: Lines that say nothing: of no key that anyone defined, and those that do not try to say anything.
_STRAY: Final = frozenset({Kind.UNKNOWN, Kind.PROSE})
_SILENT: Final = frozenset({Kind.COMMENT, Kind.EMPTY})

_BY_ITSELF: Final = Verdict(True, None, None, (), Why.ROBOTS_TXT)
_ALLOWED: Final = Verdict(True, None, None, (), Why.UNAVAILABLE)
_REFUSED: Final = Verdict(False, None, None, (), Why.UNREACHABLE)


@dataclass(frozen=True, slots=True)
class Decision:
    """What holds for every URL of a host: the policy, why, the rules if any, the seconds it holds."""

    policy: Policy
    reason: str
    robots: Robots | None
    keep_seconds: float

    def verdict(self, url: str) -> Verdict:
        """Whether we, under our own name and no other, may fetch `url`."""
        if self.policy == "rules" and self.robots is not None:
            return self.robots.verdict(PRODUCT_TOKEN, url)
        if path_of(url) == ROBOTS_TXT:
            return _BY_ITSELF
        return _ALLOWED if self.policy == "allow-all" else _REFUSED

    @property
    def crawl_delay(self) -> float | None:
        """The Crawl-delay for us, in seconds."""
        return self.robots.crawl_delay(PRODUCT_TOKEN) if self.robots else None

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The Sitemap values as written."""
        return self.robots.sitemaps if self.robots else ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A decision and when it was made, in seconds of whatever clock the caller uses."""

    decision: Decision
    since: float

    def holds(self, now: float) -> bool:
        """Whether it may still be used: an answer for ROBOTS_KEPT, a failure for ROBOTS_FAILURE_KEPT."""
        return now < self.since + self.decision.keep_seconds


def decide(found: int | Ending, body: bytes = b"") -> Decision:
    """The decision for an HTTP status with its body, or for the ending of a fetch that failed."""
    if isinstance(found, Ending):
        return _deny(f"robots.txt could not be read ({found.outcome}): {found.reason}")
    if found == HTTPStatus.PARTIAL_CONTENT:
        return _deny("robots.txt came in part (status 206), which nobody asked for")
    if 200 <= found < 300:
        return _read(found, body)
    if 400 <= found < 500 and found != HTTPStatus.TOO_MANY_REQUESTS:
        return Decision("allow-all", f"there is no robots.txt (status {found})", None, ROBOTS_KEPT.value)
    return _deny(f"robots.txt could not be read (status {found})")


def marks(decision: Decision) -> tuple[str, ...]:
    """What is odd about a file that holds all the same: a page in its place has no rules, and allows everything."""
    kinds = {line.kind for line in decision.robots.lines} if decision.robots else set()
    return ("robots-not-text",) if kinds & _STRAY and not kinds - _STRAY - _SILENT else ()


def _read(status: int, body: bytes) -> Decision:
    if len(body) > int(ROBOTS_BYTES):
        return _deny(f"robots.txt is over our limit of {int(ROBOTS_BYTES)} bytes (seen: {len(body)})")
    if body.startswith(GZIP_MAGIC):
        return _deny("robots.txt is compressed without saying so")
    return Decision("rules", f"robots.txt was read (status {status})", parse(body), ROBOTS_KEPT.value)


def _deny(reason: str) -> Decision:
    return Decision("deny-all", reason, None, ROBOTS_FAILURE_KEPT.value)
