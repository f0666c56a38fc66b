"""Findings that somebody decided to live with: each with the reason, and until when. Counted, never hidden."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding

FILE: Final = ".crawler-ignore.toml"
MOST: Final = 1000  # entries of one file
_KNOWN: Final = frozenset({"check", "url", "reason", "until"})
_EXAMPLE: Final = (
    '[[ignore]]\ncheck = "title-too-long"\nurl = "https://example.com/news/*"\nreason = "headlines are long"\n'
    "until = 2027-03-31"
)


class BadIgnoreFile(ValueError):
    """The file cannot be used; says which entry, what came and what was expected."""


@dataclass(frozen=True)
class Entry:
    """One decision: findings of a check at URLs that match a pattern, in which `*` stands for anything."""

    check: str
    url: str
    reason: str
    until: date | None = None

    def covers(self, finding: Finding) -> bool:
        """Whether a finding is meant."""
        return self.check in ("*", finding.check) and matches(self.url, finding.url)

    def holds(self, today: date) -> bool:
        """Whether it still counts; its last day counts."""
        return self.until is None or today <= self.until


@dataclass(frozen=True, slots=True)
class Ignored:
    """One entry and what it kept out of the report; none where it is past its day or nothing matched."""

    entry: Entry
    findings: tuple[Finding, ...] = ()
    expired: bool = False


def matches(pattern: str, text: str) -> bool:
    """Whether a text is what a pattern says, `*` standing for anything; each part is looked for once."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    last = rest.pop()
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    place, end = len(first), len(text) - len(last)
    for part in rest:
        found = text.find(part, place, end)
        if found < 0:
            return False
        place = found + len(part)
    return True


def read(value: Mapping[str, Any], name: str = FILE) -> tuple[Entry, ...]:
    """The entries of a file that was read as TOML. Raises BadIgnoreFile."""
    for key in value:
        if key != "ignore":
            raise BadIgnoreFile(f"{name}: {key!r} is not known; expected entries such as\n{_EXAMPLE}")
    rows = value.get("ignore", [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise BadIgnoreFile(f"{name}: expected entries such as\n{_EXAMPLE}")
    if len(rows) > MOST:
        raise BadIgnoreFile(f"{name}: {len(rows)} entries; at most {MOST}")
    return tuple(_entry(row, f"{name}: entry {number}") for number, row in enumerate(rows, start=1))


def _entry(row: Mapping[str, Any], place: str) -> Entry:
    for key in row:
        if key not in _KNOWN:
            raise BadIgnoreFile(f"{place}: {key!r} is not known; expected {', '.join(sorted(_KNOWN))}")
    check, reason = _text(row, "check", place), _text(row, "reason", place)
    if check != "*" and check not in CATALOGUE:
        raise BadIgnoreFile(f"{place}: there is no check {check!r}; `scrapy checks` lists them")
    url = _text(row, "url", place) if "url" in row else "*"
    until = row.get("until")
    if isinstance(until, datetime):
        until = until.date()
    if until is not None and not isinstance(until, date):
        raise BadIgnoreFile(f"{place}: until = {until!r}; expected a date without quotation marks: until = 2027-03-31")
    return Entry(check, url, reason, until)


def _text(row: Mapping[str, Any], name: str, place: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        came = "nothing" if value is None else repr(value)
        raise BadIgnoreFile(f"{place}: {name} is {came}; expected a text")
    return value.strip()


def sift(
    findings: Iterable[Finding], entries: Sequence[Entry], today: date
) -> tuple[tuple[Finding, ...], tuple[Ignored, ...]]:
    """Findings that stay, and for each entry what it took; the first entry that covers a finding takes it."""
    holding = [entry for entry in entries if entry.holds(today)]
    taken: dict[int, list[Finding]] = {}
    left = []
    for finding in findings:
        entry = next((entry for entry in holding if entry.covers(finding)), None)
        if entry is None:
            left.append(finding)
        else:
            taken.setdefault(id(entry), []).append(finding)
    told = (Ignored(entry, tuple(taken.get(id(entry), ())), not entry.holds(today)) for entry in entries)
    return tuple(left), tuple(told)
