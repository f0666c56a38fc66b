"""The files of a report: a fresh folder per run, each file whole or not there."""

import os
import re
import tempfile
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from crawler.core.audit.report import Report
from crawler.report.as_csv import as_csv
from crawler.report.as_html import as_html
from crawler.report.as_json import as_json

_FORMATS: Final = {"report.json": as_json, "report.html": as_html, "pages.csv": as_csv}
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
    """Write every file of a report into a folder and give their paths by name."""
    # All are made before the first is written: a fault in one leaves no half set.
    contents = {name: make(report) for name, make in _FORMATS.items()}
    return {name: _put(folder / name, content) for name, content in contents.items()}


def _put(path: Path, content: bytes) -> Path:
    """Write to a temporary file beside the target, then rename: who reads sees all or nothing."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return path
