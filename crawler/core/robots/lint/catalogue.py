"""The table of what the linter looks for: every entry has its id, severity, why, mend and source beside its function.

A check takes a `File` and yields hits. It names what was found and never what was not; ids are public and never reused.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from crawler.core.robots.verdicts import Robots

Severity = Literal["error", "warning", "notice"]


@dataclass(frozen=True, slots=True)
class File:
    """One robots.txt, and what is known about how it came: its origin and content type, or None for a file on disk."""

    robots: Robots
    body: bytes
    origin: str | None = None
    content_type: str | None = None


class Hit(NamedTuple):
    """Something found: its line (None: the whole file) and one plain sentence; a mend better than the check's own."""

    line: int | None
    said: str
    mend: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of finding."""

    id: str
    severity: Severity
    why: str
    mend: str
    source: str
    find: Callable[[File], Iterable[Hit]]
    on_pages: bool = False  # whether it also looks at a file that is an HTML page


CHECKS: Final[dict[str, Check]] = {}

RFC: Final = "RFC 9309"
GOOGLE: Final = "Google Search Central: How Google interprets the robots.txt specification"
UNSUPPORTED: Final = "Google Search Central blog, 2 July 2019: A note on unsupported rules in robots.txt"
SITEMAPS: Final = "sitemaps.org: Informing search engine crawlers"
HOUSE: Final = "Experience: a common slip"


def check(
    id_: str, severity: Severity, *, why: str, mend: str, source: str, on_pages: bool = False
) -> Callable[[Callable[[File], Iterable[Hit]]], Callable[[File], Iterable[Hit]]]:
    """Enter a function into the table."""

    def enter(find: Callable[[File], Iterable[Hit]]) -> Callable[[File], Iterable[Hit]]:
        assert id_ not in CHECKS, id_
        CHECKS[id_] = Check(id_, severity, why, mend, source, find, on_pages)
        return find

    return enter
