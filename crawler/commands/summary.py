"""What a crawl prints when it ends: the verdict, the ten findings to begin with, and where the report is."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from crawler.core.audit.finding import count
from crawler.core.audit.ignored import Ignored
from crawler.core.audit.report import Report
from crawler.core.audit.wording import printable
from crawler.report.as_changes import summary

TOP = 10
PATHS = ("report.html", "report.json")


def print_summary(report: Report, files: Mapping[str, Path], refusal: str) -> None:
    """Print to standard output; text of strangers without control characters."""
    if refusal:
        print(refusal)
    print(_line(report.verdict))
    for number, line in enumerate(report.top[:TOP], start=1):
        print(f"{number:3}. {_line(line)}")
    first = report.unread[0] if report.unread and not report.pages else None
    if first is not None:
        print(_line(f"{first.outcome} {first.url}: {first.reason}"))
    if report.changes is not None:
        print(_line(summary(report.changes)))
    if report.ignored:
        print(_line(_ignored(report.ignored)))
    for name in PATHS:
        print(f"{name:12} {files[name].resolve()}")
    others = sorted(files.keys() - set(PATHS))
    if others:
        print(f"{'beside them':12} {', '.join(others)}")


def _ignored(told: Sequence[Ignored]) -> str:
    findings = sum(len(one.findings) for one in told)
    expired = sum(one.expired for one in told)
    idle = sum(not one.findings and not one.expired for one in told)
    parts = [f"{count(findings, 'finding')} ignored by {count(len(told), 'entry', 'entries')} of the ignore file"]
    parts += [f"{count(expired, 'entry', 'entries')} past the day"] if expired else []
    parts += [f"{count(idle, 'entry', 'entries')} without a finding"] if idle else []
    return "; ".join(parts)


def _line(text: str) -> str:
    """One line that a terminal shows as it is."""
    return " ".join(printable(text).split())
