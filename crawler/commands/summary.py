"""What a crawl prints when it ends: the verdict, the ten findings to begin with, and where the report is."""

from collections.abc import Mapping
from pathlib import Path

from crawler.core.audit.report import Report
from crawler.core.audit.wording import printable

TOP = 10


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
    for name in ("report.html", "report.json", "pages.csv"):
        print(f"{name:12} {files[name].resolve()}")


def _line(text: str) -> str:
    """One line that a terminal shows as it is."""
    return " ".join(printable(text).split())
