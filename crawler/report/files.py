"""The files of a report: a fresh folder per run, each file whole or not there."""

import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from crawler.core.audit.report import Report
from crawler.report.as_csv import findings_csv, links_csv, pages_csv
from crawler.report.as_html import as_html
from crawler.report.as_json import as_json
from crawler.report.as_junit import as_junit
from crawler.report.as_markdown import as_markdown
from crawler.report.as_sarif import as_sarif
from crawler.report.as_xlsx import as_xlsx

_FORMATS: Final[Mapping[str, Callable[[Report], bytes | Iterator[bytes]]]] = {
    "report.json": as_json,
    "report.html": as_html,
    "findings.csv": findings_csv,
    "pages.csv": pages_csv,
    "links.csv": links_csv,
    "report.xlsx": as_xlsx,
    "junit.xml": as_junit,
    "report.sarif": as_sarif,
    "summary.md": as_markdown,
}
_UNSAFE: Final = re.compile(r"[^a-z0-9.-]+")
_LONGEST: Final = 120


def fresh_folder(root: Path, host: str, at: datetime) -> Path:
    """Make `root/<host>/<UTC time>`, with `-2`, `-3` ... where one exists; an existing folder is never reused."""
    parent = root / safe_name(host)
    parent.mkdir(parents=True, exist_ok=True)
    name = at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    for number in count(1):
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return folder
    raise AssertionError("unreachable")


def safe_name(host: str) -> str:
    """A host as one folder name: `[2001:db8::1]` gives `2001-db8--1`, and nothing leads upwards."""
    name = _UNSAFE.sub(lambda run: "-" * len(run[0]), host.lower().strip("[]"))
    return name.strip(".")[:_LONGEST] or "unnamed"


def write(report: Report, folder: Path) -> dict[str, Path]:
    """Write every file of a report into a folder and give their paths by name.

    All are written under temporary names before the first gets its own: a fault in one leaves no half set.
    """
    written: dict[str, Path] = {}
    try:
        for name, make in _FORMATS.items():
            written[name] = _temporary(folder, name, make(report))
        return {name: temporary.replace(folder / name) for name, temporary in written.items()}
    except BaseException:
        for temporary in written.values():
            temporary.unlink(missing_ok=True)
        raise


def _temporary(folder: Path, name: str, content: bytes | Iterator[bytes]) -> Path:
    """A whole file beside its target; who reads sees all or nothing."""
    handle, path = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(path, 0o644)
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
    return Path(path)
