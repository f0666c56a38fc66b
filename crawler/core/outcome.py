"""What became of a URL: one enum with stable names, one frozen value, one exception that carries it.

The names are public API: they stand in reports, in the ledger and in exit codes. A name is never reused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from crawler.core.limits import Limit


class Outcome(StrEnum):
    """Every URL the crawl knew ends in exactly one of these."""

    FETCHED = "fetched"
    NOT_MODIFIED = "not-modified"
    REDIRECTED = "redirected"
    HTTP_ERROR = "http-error"
    NOT_HTML = "not-html"
    # Asked for, and told no.
    ROBOTS_DENIED = "robots-denied"
    ROBOTS_UNREADABLE = "robots-unreadable"
    BLOCKED = "blocked"
    # Refused by us.
    URL_REFUSED = "url-refused"
    PRIVATE_ADDRESS = "private-address"
    OUT_OF_SCOPE = "out-of-scope"
    NOFOLLOW = "nofollow"
    NOT_VERIFIED = "not-verified"
    DOWNGRADE = "downgrade"
    # The network or the server failed.
    DNS_FAILED = "dns-failed"
    UNREACHABLE = "unreachable"
    TLS_INVALID = "tls-invalid"
    TIMEOUT = "timeout"
    TRUNCATED = "truncated"
    CLOSED = "closed"  # the connection ended before an answer began
    BAD_RESPONSE = "bad-response"
    CONTENT_ENCODING = "content-encoding"
    TOO_MANY_REDIRECTS = "too-many-redirects"
    REDIRECT_LOOP = "redirect-loop"
    # A limit of ours was reached.
    TOO_LARGE = "too-large"
    HEADERS_TOO_LARGE = "headers-too-large"
    PARSE_LIMIT = "parse-limit"
    DEPTH_LIMIT = "depth-limit"
    PAGE_LIMIT = "page-limit"
    SPIDER_TRAP = "spider-trap"
    JOB_LIMIT = "job-limit"
    DEFERRED = "deferred"  # the host asks for a longer wait than the job lasts
    STOPPED = "stopped"
    INTERNAL_ERROR = "internal-error"
    # Its HTML was read; the browser did not get to the end of it.
    RENDER_LIMIT = "render-limit"
    RENDER_FAILED = "render-failed"


#: Outcomes after which the wait of the host doubles (with 429 and 5xx, which are judged by status).
SERVER_FAILED = frozenset(
    {
        *(Outcome.DNS_FAILED, Outcome.UNREACHABLE, Outcome.TIMEOUT, Outcome.TRUNCATED),
        *(Outcome.CLOSED, Outcome.BAD_RESPONSE),
    }
)

#: Outcomes of our own making: they say nothing about a site.
OURS = frozenset({Outcome.JOB_LIMIT, Outcome.DEFERRED, Outcome.STOPPED, Outcome.PAGE_LIMIT, Outcome.INTERNAL_ERROR})


#: No moment further ahead is named, seconds: a Crawl-delay may be any number.
FAR = 1e9


@dataclass(frozen=True, slots=True)
class Ending:
    """How one URL ended: the outcome, one plain sentence, and facts (JSON values) that show it."""

    outcome: Outcome
    reason: str
    evidence: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def past(cls, outcome: Outcome, limit: Limit, seen: object) -> "Ending":
        """The ending for passing `limit`, with what was seen."""
        reason = f"over our limit {limit.name} of {limit.value:g} {limit.unit} (seen: {seen})"
        return cls(outcome, reason, {"limit": limit.name, "value": limit.value, "unit": limit.unit, "seen": seen})

    @classmethod
    def deferred(cls, limit: Limit, now: datetime, wait: float, why: str) -> "Ending":
        """The ending for a wait of so many seconds, which `limit` leaves no time for; `from`: when it is over."""
        over = now.astimezone(UTC) + timedelta(seconds=min(wait, FAR), microseconds=999_999)
        moment = over.replace(microsecond=0).isoformat()
        facts = {"from": moment, "limit": limit.name, "value": limit.value, "unit": limit.unit}
        return cls(Outcome.DEFERRED, f"{why}; it may be asked for from {moment} on", facts)


def refusal(reason: str, prefix: str = "URL refused", **evidence: object) -> Ending:
    """The ending of a text that is no URL of ours; `reason` as `core.urls` names it."""
    outcome = Outcome.PRIVATE_ADDRESS if reason == Outcome.PRIVATE_ADDRESS else Outcome.URL_REFUSED
    return Ending(outcome, f"{prefix}: {reason}", {"refusal": str(reason), **evidence})


class Ended(Exception):
    """Raised where a request ends early. Not an OSError: Scrapy would retry those."""

    def __init__(self, ending: Ending):
        super().__init__(f"{ending.outcome}: {ending.reason}")
        self.ending = ending
