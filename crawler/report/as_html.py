"""report.html: one file that needs no network, readable on a phone, on paper, and by a screen reader.

Everything is in it as plain HTML up to bounds; a small script of our own adds the whole table of pages, with filters,
and a view of each page. What the bounds leave out is counted, and stands in the other files.
"""

import hashlib
import re
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from crawler.core import identity
from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding, Severity
from crawler.core.audit.report import Group, Report
from crawler.core.audit.score import FAIR, GOOD, WEIGHTS, scores
from crawler.core.audit.wording import printable
from crawler.core.audit.words import EARLY, WORDS
from crawler.core.limits import MIN_WAIT
from crawler.core.outcome import Outcome
from crawler.report.charts import charts
from crawler.report.page_facts import size
from crawler.report.page_table import Table
from crawler.report.structure import structure

MOST_BYTES: Final = 1_000_000  # of the file: it is sent by mail, and opened on a phone
FIRST: Final = 10  # things to fix first
CONSOLE: Final = 10  # console errors of one drawn page
#: Names that `state.drawings` gives to files; no other is linked.
_BESIDE: Final = re.compile(r"drawings/[0-9a-f]{24}\.(png|html\.txt)")
#: Names of areas as a heading has them; others begin with a capital letter.
_AREAS: Final = {"https": "HTTPS", "html": "HTML", "robots": "robots.txt", "urls": "Addresses (URLs)"}
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Room:
    """How much of a long list finds room; what does not is counted."""

    places: int  # of all checks together, as plain HTML
    sources: int  # pages that are named for one broken link
    rows: int  # of the table of pages as plain HTML
    records: int  # of one outcome
    views: int  # pages that the table and the views hold


#: The first that gives a file of at most MOST_BYTES; the last is taken whatever it gives.
_ROOMS: Final = (
    Room(places=1000, sources=10, rows=100, records=100, views=20_000),
    Room(places=400, sources=3, rows=50, records=50, views=20_000),
    Room(places=300, sources=1, rows=50, records=20, views=2_000),
    Room(places=300, sources=1, rows=50, records=20, views=1_000),
    Room(places=200, sources=1, rows=25, records=10, views=300),
)


def as_html(report: Report) -> bytes:
    """The report as one HTML file in UTF-8; the same bytes for the same report."""
    known = _known(report)
    html = b""
    for room in _ROOMS:
        html = _rendered(known, room)
        if len(html) <= MOST_BYTES:
            break
    return html


def _rendered(known: dict[str, Any], room: Room) -> bytes:
    each = _each([len(group.findings) for group in known["report"].groups], room.places)
    packed = known["table"].packed(room.views)
    html = _environment().get_template("report.html").render(known, room=room, each=each, packed=packed)
    return html.encode("utf-8", "replace")


def _known(report: Report) -> dict[str, Any]:
    table, made = Table(report), scores(report)
    return {
        "report": report, "changes": report.changes, "table": table, "scores": made, "charts": charts(report, made),
        "structure": structure(report.pages, table.worst), "unread": _by_outcome(report),
        "areas": {group.check.area: None for group in report.groups},
        "agent": identity.USER_AGENT, "contact": identity.FROM, "about": identity.PUBLIC_PAGE,
        "token": identity.PRODUCT_TOKEN, "catalogue": CATALOGUE, "wait": MIN_WAIT.value, "words": WORDS, "early": EARLY,
        "first": FIRST, "weights": WEIGHTS, "good": GOOD, "fair": FAIR, "severities": tuple(Severity),
        "drawn": [page for page in report.pages if page.rendered is not None], "undrawn": _undrawn(report),
        "console_shown": CONSOLE, "style": _beside("style.css"), "script": _beside("report.js"),
    }  # fmt: skip


@cache
def _beside(name: str) -> str:
    """A file of ours that is put into the report as it is."""
    return (files("crawler.report") / name).read_text("utf-8")


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
    environment.filters |= {
        "linkable": linkable, "day": _day, "seconds": _seconds, "size": size, "sha256": _sha256, "number": _number,
        "area": _area, "concerned": _concerned, "by_check": _by_check, "tally": _tally,
    }  # fmt: skip
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


def _tally(names: Iterable[str]) -> list[tuple[str, int]]:
    """How often each name stands there, the most frequent first."""
    return sorted(Counter(map(str, names)).items(), key=lambda pair: (-pair[1], pair[0]))


def _undrawn(report: Report) -> dict[str, str]:
    """Why a browser did not draw a page to its end, by URL."""
    ends = (Outcome.RENDER_LIMIT, Outcome.RENDER_FAILED)
    return {record.url: record.reason or str(record.outcome) for record in report.urls if record.outcome in ends}


def _day(moment: datetime) -> str:
    """A time for people; the month in words, since 5/6 is read in two ways."""
    utc = moment.astimezone(UTC)
    return f"{utc.day} {_MONTHS[utc.month - 1]} {utc.year}, {utc:%H:%M} UTC"


def _seconds(value: float) -> str:
    minutes, seconds = divmod(round(value), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{value:.1f} s"


def _number(value: int) -> str:
    return f"{value:,}"


def _area(name: str) -> str:
    return _AREAS.get(name) or name.replace("-", " ").capitalize()


def _sha256(text: str) -> str:
    """The source expression by which a policy allows this text alone (CSP 3, 2.3.1)."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _concerned(group: Group) -> int:
    """How many addresses a group of findings is about."""
    return len({finding.url for finding in group.findings})


def _by_check(findings: Sequence[Finding]) -> list[tuple[str, list[Finding]]]:
    """Findings by the title of their check, in the order given."""
    found: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        check = CATALOGUE.get(finding.check)
        found[check.title if check else finding.check].append(finding)
    return list(found.items())


def _each(numbers: Sequence[int], places: int) -> int:
    """How many places of one check are shown, that all checks together keep to `places`."""
    for each in (100, 50, 25, 10, 5):
        if sum(min(each, number) for number in numbers) <= places:
            return each
    return 3


def _by_outcome(report: Report) -> list[tuple[str, list[Any]]]:
    groups: dict[str, list[Any]] = defaultdict(list)
    for record in report.unread:
        groups[str(record.outcome)].append(record)
    return list(groups.items())
