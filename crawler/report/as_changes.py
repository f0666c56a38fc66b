"""What changed between two runs, for a terminal and for programs."""

from collections.abc import Iterator
from typing import Any, Final

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.changes import Changes
from crawler.core.audit.finding import Finding, count
from crawler.core.audit.wording import fold, printable
from crawler.report.values import clean

_SHOWN: Final = 20  # lines of one kind
_KINDS: Final = (
    ("new", "new"),
    ("first_seen", "seen for the first time, where the earlier run had not looked"),
    ("fixed", "fixed"),
    ("unknown", "not found again, and nobody can tell whether it is gone"),
)
_PAGES: Final = (("pages_added", "added"), ("pages_gone", "gone"), ("pages_changed", "changed"))


def summary(changes: Changes) -> str:
    """One line: how much of what."""
    parts = [f"{len(changes.new):,} new", f"{len(changes.fixed):,} fixed", f"{len(changes.still):,} still there"]
    parts += [f"{len(changes.first_seen):,} where the last run had not looked"] if changes.first_seen else []
    parts += [f"{len(changes.unknown):,} that nobody can tell"] if changes.unknown else []
    pages = ", ".join(f"{len(getattr(changes, name)):,} {word}" for name, word in _PAGES if getattr(changes, name))
    since = f"since {changes.previous_at:%Y-%m-%d %H:%M} UTC"
    return f"{since}: {', '.join(parts)}" + (f"; pages: {pages}" if pages else "")


def as_text(changes: Changes) -> Iterator[str]:
    """Line by line: the summary, then what is behind each number, bounded."""
    yield summary(changes)
    for which in changes.partial:
        yield f"the {which} run did not see the whole site" + _MEANS[which]
    for name, words in _KINDS:
        findings = getattr(changes, name)
        if findings:
            yield f"\n{words} ({len(findings):,}):"
            yield from _some([_line(finding) for finding in findings])
    for name, word in _PAGES:
        if getattr(changes, name):
            yield f"\n{count(len(getattr(changes, name)), 'page')} {word}:"
            yield from _some([fold(printable(url)) for url in getattr(changes, name)])


_MEANS: Final = {
    "earlier": ": what it did not look at is not called new",
    "later": ": nothing is called fixed, and no page gone",
}


def _some(lines: list[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:_SHOWN])
    if len(lines) > _SHOWN:
        yield f"  and {len(lines) - _SHOWN:,} more; --json has all"


def _line(finding: Finding) -> str:
    check = CATALOGUE.get(finding.check)
    title = check.title if check else finding.check
    return fold(printable(f"{finding.severity.value}: {title}: {finding.url} — {finding.evidence}"))


def as_dict(changes: Changes) -> dict[str, Any]:
    """JSON values: findings by kind, pages by what became of them."""
    value = {
        "previous": changes.previous,
        "previous_at": f"{changes.previous_at:%Y-%m-%dT%H:%M:%SZ}",
        "partial": list(changes.partial),
        **{name: [_row(one) for one in getattr(changes, name)] for name in ("new", "first_seen", "fixed", "unknown")},
        "still": len(changes.still),
        **{name: list(getattr(changes, name)) for name, _ in _PAGES},
    }
    cleaned: dict[str, Any] = clean(value)
    return cleaned


def _row(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check, "severity": finding.severity, "url": finding.url, "evidence": finding.evidence,
    }  # fmt: skip
