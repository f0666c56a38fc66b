"""summary.md: what a reviewer reads in a minute, for a comment on a change or a job's summary."""

import re
from collections.abc import Iterator
from typing import Final

from crawler.core.audit.report import Group, Report
from crawler.core.audit.wording import fold, printable

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#+!|~@&])")
_SHOWN: Final = 3  # places of one check
_CHECKS: Final = 40


def as_markdown(report: Report) -> bytes:
    """The summary in CommonMark; texts of strangers are escaped, and nothing in them becomes a link or a mention."""
    return ("\n".join(_lines(report)) + "\n").encode("utf-8", "replace")


def _lines(report: Report) -> Iterator[str]:
    yield f"# Audit of {_text(report.run.host)}"
    yield ""
    yield f"{_text(report.verdict)} {report.run.started:%Y-%m-%d %H:%M} UTC, {report.run.requests:,} requests."
    for gap in report.gaps:
        yield f"- Not the whole picture: {_text(gap)}"
    yield ""
    yield "| severity | findings |"
    yield "|---|---|"
    for severity, number in report.severities.items():
        yield f"| {severity.value} | {number:,} |"
    for group in report.groups[:_CHECKS]:
        yield from _group(group)
    if len(report.groups) > _CHECKS:
        yield f"\nand {len(report.groups) - _CHECKS} more checks with findings, in report.html"


def _group(group: Group) -> Iterator[str]:
    yield ""
    yield f"## {group.severity.value}: {_text(group.check.title)} ({len(group.findings):,})"
    yield ""
    yield f"{_text(group.check.why)} **{_text(group.check.fix)}** (`{group.check.id}`)"
    yield ""
    for finding in group.findings[:_SHOWN]:
        yield f"- {_code(finding.url)} {_text(finding.evidence)}"
    if len(group.findings) > _SHOWN:
        yield f"- and {len(group.findings) - _SHOWN:,} more"


def _text(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", fold(printable(text))).replace("://", ":\\//")


def _code(text: str) -> str:
    """A text as code, in a fence longer than any in it."""
    text = fold(printable(text))
    fence = "`" * (max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    return f"{fence} {text} {fence}" if text.startswith("`") or text.endswith("`") else f"{fence}{text}{fence}"
