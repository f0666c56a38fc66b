"""What is wrong with a robots.txt, or likely not meant. It reads with the crawler's parser: they cannot disagree."""

from dataclasses import dataclass
from itertools import islice
from typing import Final

from crawler.core.robots.lint import agents, file, lines, rules
from crawler.core.robots.lint.catalogue import CHECKS, Check, File, Hit, Severity
from crawler.core.robots.verdicts import parse

__all__ = ["CHECKS", "RANK", "SHOWN", "Check", "File", "Finding", "Severity", "lint"]

_TABLE: Final = (agents, file, lines, rules)  # imported for their entries
RANK: Final = {"error": 0, "warning": 1, "notice": 2}
SHOWN: Final = 50  # findings of one kind that are listed


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: line from 1 (None: the whole file) with its text, and what to know about it."""

    id: str
    severity: Severity
    line: int | None
    text: str
    said: str
    why: str
    mend: str
    source: str


def lint(body: bytes, *, origin: str | None = None, content_type: str | None = None) -> tuple[Finding, ...]:
    """All findings, by line. `origin` is the scheme and host it was read from, if it was."""
    given = File(parse(body), body, origin, content_type)
    page = file.is_page(given)
    found = [finding for check in CHECKS.values() if check.on_pages or not page for finding in _findings(check, given)]
    return tuple(sorted(found, key=lambda finding: (finding.line or 0, RANK[finding.severity], finding.id)))


def _findings(check: Check, given: File) -> list[Finding]:
    hits = list(islice(check.find(given), SHOWN + 1))
    if len(hits) > SHOWN:
        hits[SHOWN] = Hit(hits[SHOWN].line, "and more like it from here on; the first are listed")
    return [_finding(check, given, hit) for hit in hits]


def _finding(check: Check, given: File, hit: Hit) -> Finding:
    text = given.robots.lines[hit.line - 1].text if hit.line else ""
    return Finding(check.id, check.severity, hit.line, text, hit.said, check.why, hit.mend or check.mend, check.source)
