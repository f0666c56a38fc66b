"""The crawls that are not done: one file each, held by one process at a time, so that the same command goes on.

A second crawl of the same site beside the first is a crawl of its own. A file nobody has touched for long is started
over: pages of different months make no report.
"""

import fcntl
import os
import time
from contextlib import suppress
from hashlib import sha256
from itertools import chain, count
from pathlib import Path

from crawler.core.limits import CRAWL_KEPT
from crawler.state.frontier import Frontier

FOLDER = "crawls"
#: SQLite's own files beside a database.
BESIDE = ("", "-wal", "-shm")


class Crawl:
    """The frontier of one crawl, and the claim on its file if it has one."""

    def __init__(self, frontier: Frontier, path: Path | None = None, lock: int | None = None):
        self.frontier = frontier
        self._path = path
        self._lock = lock

    @classmethod
    def in_memory(cls) -> "Crawl":
        """For what is done in one job."""
        return cls(Frontier.in_memory())

    @classmethod
    def open(cls, folder: Path, spider: str, start: str, *, fresh: bool = False) -> "Crawl":
        """Take the crawl of `start` that is not done, or begin one; `fresh`: begin one. Raises FrontierUnusable."""
        root = folder / FOLDER
        root.mkdir(mode=0o700, exist_ok=True)
        _sweep(root)
        path, lock = _first_free(root, f"{spider}-{sha256(f'{spider} {start}'.encode()).hexdigest()[:24]}")
        try:
            if fresh:
                _remove(path)
            return cls(Frontier.open(path), path, lock)
        except BaseException:
            os.close(lock)
            raise

    @property
    def begun(self) -> bool:
        """Whether a job of it ran before."""
        return bool(self.frontier.fact("jobs", 0))

    def close(self, *, keep: bool) -> None:
        """Give it back; `keep`: the same command will go on with it."""
        self.frontier.close()
        if self._path is None or self._lock is None:
            return
        if not keep:
            _remove(self._path)
            _lock_of(self._path).unlink(missing_ok=True)
        os.close(self._lock)


def _first_free(root: Path, name: str) -> tuple[Path, int]:
    """The file of that name that no other process has: one with a crawl in it before a new one."""
    begun = sorted(root.glob(f"{name}-*.sqlite"))
    fresh = (root / f"{name}-{number}.sqlite" for number in count(1))
    for path in chain(begun, fresh):
        lock = _claim(path)
        if lock is not None:
            return path, lock
    raise AssertionError("unreachable")


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _claim(path: Path) -> int | None:
    """The claim on a crawl's file, as a descriptor; None where another has it. A process that dies gives it back."""
    while True:
        lock = os.open(_lock_of(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return None
        with suppress(FileNotFoundError):
            if os.stat(_lock_of(path)).st_ino == os.fstat(lock).st_ino:
                return lock
        os.close(lock)  # its last holder was done with it and took it away in this moment


def _remove(path: Path) -> None:
    for suffix in BESIDE:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _sweep(root: Path) -> None:
    """Forget the crawls that nobody went on with."""
    for path in root.glob("*.sqlite"):
        if _age(path) > CRAWL_KEPT.value * 86400:
            lock = _claim(path)
            if lock is not None:
                _remove(path)
                _lock_of(path).unlink(missing_ok=True)
                os.close(lock)


def _age(path: Path) -> float:
    """Seconds since it was written to."""
    times = [0.0]
    for suffix in BESIDE:
        with suppress(FileNotFoundError):
            times.append(path.with_name(path.name + suffix).stat().st_mtime)
    return time.time() - max(times)
