"""Reports of earlier runs, read back from their report.json, as far as runs are compared."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from crawler.core.audit.changes import Facts, Seen, is_open
from crawler.core.audit.finding import Finding, Severity
from crawler.core.audit.page import Page
from crawler.core.audit.report import Report
from crawler.report.as_json import SCHEMA
from crawler.report.files import safe_name

FILE: Final = "report.json"
MOST_BYTES: Final = 512 * 1024 * 1024
_MOST_LOOKED_AT: Final = 50  # folders, newest first, for one of the same start


class NoReport(ValueError):
    """There is no report to read; says what was looked at and what is wrong with it."""


def seen(report: Report) -> Seen:
    """A report that was just made, for comparison; what was decided to live with counts as found."""
    put_by = (finding for told in report.ignored for finding in told.findings)
    return Seen(
        at=report.run.started,
        complete=report.complete,
        findings=(*report.findings, *put_by),
        silent=frozenset(told.check for told in report.not_evaluated if is_open(told.state) and not told.url),
        pages={page.url: _facts(page) for page in report.pages},
    )


def _facts(page: Page) -> Facts:
    return Facts(
        page.status, page.title, page.description, page.h1, page.canonical, page.indexable, page.text_hash
    )  # fmt: skip


def read(path: Path) -> tuple[Seen, Mapping[str, Any]]:
    """A report by its folder or its report.json, and what its run was about. Raises NoReport."""
    file = path / FILE if path.is_dir() else path
    try:
        if file.stat().st_size > MOST_BYTES:
            raise NoReport(f"{file}: larger than {MOST_BYTES:,} bytes; expected a {FILE} of ours")
        value = json.loads(file.read_bytes())
    except OSError as error:
        raise NoReport(f"{file}: {error.strerror}; expected the folder of a run, or its {FILE}") from None
    except ValueError as error:
        raise NoReport(f"{file}: {error}; expected a {FILE} of ours") from None
    try:
        return _read(value, file.parent.name), value["run"]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NoReport(f"{file}: not a report of ours ({type(error).__name__}: {error})") from None


def _read(value: Any, name: str) -> Seen:
    if value["schema"] != SCHEMA:
        raise ValueError(f"schema {value['schema']!r}, expected {SCHEMA}")
    silent = (row["check"] for row in value["not_evaluated"] if is_open(row["state"]) and not row["url"])
    pages = {row["url"]: Facts(*(row[field] for field in Facts.__dataclass_fields__)) for row in value["pages"]}
    put_by = (finding for told in value.get("ignored", ()) for finding in told["findings"])
    return Seen(
        at=datetime.fromisoformat(value["run"]["started"]),
        complete=value["complete"] is True,
        findings=tuple(map(_finding, (*value["findings"], *put_by))),
        silent=frozenset(silent),
        pages=pages,
        name=name,
    )


def _finding(row: Mapping[str, Any]) -> Finding:
    return Finding(row["check"], Severity(row["severity"]), row["url"], row["evidence"], row["facts"])


def last(root: Path, report: Report) -> Seen | None:
    """The last run before this one by the same spider from the same start, where its report can still be read."""
    for folder in _newest(root / safe_name(report.run.host)):
        try:
            found, run = read(folder)
        except NoReport:
            continue
        same = run.get("spider") == report.run.spider and run.get("start_url") == report.run.start_url
        if same and found.at < report.run.started:
            return found
    return None


def _newest(folder: Path) -> Iterator[Path]:
    """Folders of runs, newest first; a crawl writes its own only after this was asked."""
    if folder.is_dir():
        runs = [path for path in folder.iterdir() if (path / FILE).is_file()]
        yield from sorted(runs, key=_order, reverse=True)[:_MOST_LOOKED_AT]


def _order(path: Path) -> tuple[str, int]:
    """`20260514T093000Z-2` comes after `20260514T093000Z`."""
    moment, _, number = path.name.partition("-")
    return moment, int(number) if number.isdecimal() else 0
