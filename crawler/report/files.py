"""The files of a report: a fresh folder per run, each file whole or not there."""

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from crawler.core.audit.report import Report
from crawler.report.as_csv import as_csv
from crawler.report.as_html import as_html
from crawler.report.as_json import as_json

_FORMATS: Final[Mapping[str, Callable[[Report], Iterator[bytes]]]] = {
    "report.json": as_json, "report.html": as_html, "pages.csv": as_csv,
}  # fmt: skip
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
    # All are made before the first has its name: a fault in one leaves no half set.
    made: dict[Path, Path] = {}
    try:
        for name, make in _FORMATS.items():
            made[folder / name] = _made(folder, name, make(report))
        for path, temporary in made.items():
            os.replace(temporary, path)
    except BaseException:
        for temporary in made.values():
            temporary.unlink(missing_ok=True)
        raise
    return {path.name: path for path in made}


def _made(folder: Path, name: str, pieces: Iterable[bytes]) -> Path:
    """A temporary file beside the one that is meant, whole and on disk: who reads the renamed one sees all."""
    handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return Path(temporary)
