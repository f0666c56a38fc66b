"""report.html: one file that needs no network, readable on a phone, on paper, and by a screen reader."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from crawler.core import identity
from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding
from crawler.core.audit.report import Report
from crawler.core.audit.wording import printable
from crawler.core.audit.words import EARLY, WORDS
from crawler.core.limits import MIN_WAIT
from crawler.core.outcome import Outcome

SHOWN: Final = 10  # rows of a list that are open; the rest is folded
PLACES: Final = 500  # of one check in all; the rest is counted, and stands in report.json
ROWS: Final = 5000  # pages, and URLs of one outcome, in all
DRAWN: Final = 100  # drawn pages in all: each has much to tell
#: Names that `state.drawings` gives to files; no other is linked.
_BESIDE: Final = re.compile(r"drawings/[0-9a-f]{24}\.(png|html\.txt)")
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def as_html(report: Report) -> Iterator[bytes]:
    """The report as one HTML file in UTF-8, piece by piece; the same bytes for the same report."""
    pieces = (
        _environment()
        .get_template("report.html")
        .generate(
            report=report,
            agent=identity.USER_AGENT,
            contact=identity.FROM,
            about=identity.PUBLIC_PAGE,
            token=identity.PRODUCT_TOKEN,
            catalogue=CATALOGUE,
            wait=MIN_WAIT.value,
            shown=SHOWN,
            rows=ROWS,
            most=PLACES,
            unread=_by_outcome(report),
            depths=report.depths,
            worst=_worst(report.findings),
            words=WORDS,
            early=EARLY,
            drawn=[page for page in report.pages if page.rendered is not None],
            undrawn=_undrawn(report),
            most_drawn=DRAWN,
        )
    )
    for piece in pieces:
        yield piece.encode("utf-8", "replace")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("crawler.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_text,
    )
    environment.filters |= {"linkable": linkable, "day": _day, "seconds": _seconds, "size": _size, "tally": _tally}
    environment.tests["beside"] = is_beside
    return environment


def _text(value: Any) -> Any:
    """Every text that is printed loses its control characters; nothing is printed for None."""
    if value is None:
        return ""
    return type(value)(printable(value)) if type(value) is str else value


def linkable(url: str) -> bool:
    """Whether a URL may become a link: http and https alone."""
    return url.startswith(("http://", "https://"))


def is_beside(name: str) -> bool:
    """Whether a file may be linked as one that lies beside the report."""
    return _BESIDE.fullmatch(name) is not None


def _day(moment: datetime) -> str:
    """A time for people; the month in words, since 5/6 is read in two ways."""
    utc = moment.astimezone(UTC)
    return f"{utc.day} {_MONTHS[utc.month - 1]} {utc.year}, {utc:%H:%M} UTC"


def _seconds(value: float) -> str:
    minutes, seconds = divmod(round(value), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{value:.1f} s"


def _size(value: int) -> str:
    return f"{value / 1000:,.1f} kB" if value < 1_000_000 else f"{value / 1_000_000:,.1f} MB"


def _tally(names: Iterable[str]) -> list[tuple[str, int]]:
    """How often each name stands there, the most frequent first."""
    return sorted(Counter(map(str, names)).items(), key=lambda pair: (-pair[1], pair[0]))


def _undrawn(report: Report) -> dict[str, str]:
    """Why a browser did not draw a page to its end, by URL."""
    ends = (Outcome.RENDER_LIMIT, Outcome.RENDER_FAILED)
    return {record.url: record.reason or str(record.outcome) for record in report.urls if record.outcome in ends}


def _by_outcome(report: Report) -> list[tuple[str, list[Any]]]:
    groups: dict[str, list[Any]] = defaultdict(list)
    for record in report.unread:
        groups[str(record.outcome)].append(record)
    return list(groups.items())


def _worst(findings: Iterable[Finding]) -> dict[str, dict[str, int]]:
    """Findings per URL and severity, for the table of pages."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: {"error": 0, "warning": 0, "notice": 0})
    for finding in findings:
        counts[finding.url][str(finding.severity)] += 1
    return counts
