"""The ledger: every request that leaves, on disk before its first byte and again at its end. Append-only for us.

One SQLite file in WAL mode, readable while crawls run. When it is large or old it is put away under a name with the
time, by the first crawl that opens it while nobody else uses it; what was put away long ago is deleted.
"""

import fcntl
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from uuid import uuid4

from crawler.core.ledger_row import Row
from crawler.core.limits import LEDGER_BYTES, LEDGER_DAYS, LEDGER_KEPT
from crawler.core.outcome import Outcome
from crawler.state.failed import StateFailed

NAME = "ledger.sqlite"
#: Of the schema; a ledger of a later version is left alone.
VERSION = 3
SCHEMA = """
CREATE TABLE IF NOT EXISTS requests (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,            -- UTC, ISO 8601
    ended TEXT,                       -- NULL: under way, or the process died
    host TEXT NOT NULL,
    address TEXT,                     -- the address dialled
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    purpose TEXT NOT NULL,            -- robots, proof, page, sitemap, asset, check, probe
    wait_due REAL NOT NULL,           -- seconds, from the end of the last request to this host
    wait_kept REAL,                   -- seconds from that end to this start; NULL: the first ever
    status INTEGER,
    outcome TEXT,
    bytes INTEGER,
    job TEXT,                         -- the run that asked
    crawl_delay REAL,                 -- seconds, in force for the host when it left
    hop INTEGER,                      -- redirects followed before it
    attempt INTEGER,                  -- retries before it
    robots TEXT,                      -- what robots.txt said; of a robots.txt: the origin it was asked for
    retry_after REAL,                 -- seconds that the response asked us to stay away
    crawl TEXT                        -- of which the job is one; NULL: the job is the whole crawl
);
CREATE INDEX IF NOT EXISTS requests_host ON requests (host, started);
"""
#: Columns by the version that brought them.
ADDED = {
    2: ("job TEXT", "crawl_delay REAL", "hop INTEGER", "attempt INTEGER", "robots TEXT"),
    3: ("retry_after REAL", "crawl TEXT"),
}
PUT_AWAY = re.compile(r"ledger-(\d{8}T\d{6})Z\.sqlite")
STAMP = "%Y%m%dT%H%M%S"


class LedgerUnusable(Exception):
    """The ledger cannot be opened or read; says why and what to do."""


class Ledger:
    """The ledger of a state folder, for one job to write to."""

    def __init__(self, connection: sqlite3.Connection, job: str | None = None):
        self._db = connection
        self.job = job or uuid4().hex[:12]
        self.crawl: str | None = None  # whoever goes on in several jobs names it
        self._owed: list[tuple[object, ...]] = []  # ends that could not be written yet

    @classmethod
    def open(cls, folder: Path, job: str | None = None) -> "Ledger":
        """Open or make the ledger of a state folder. Raises LedgerUnusable."""
        path = folder / NAME
        try:
            with _alone(folder):
                _put_away(path, datetime.now(UTC))
                return cls(_opened(path), job)
        except (sqlite3.Error, OSError) as error:
            raise LedgerUnusable(
                f"{path}: {error}; expected our ledger: move the file away to start a new one"
            ) from None

    def begin(
        self, method: str, url: str, host: str, purpose: str, kept: float | None, due: float, *,
        crawl_delay: float = 0.0, hop: int = 0, attempt: int = 0, robots: str | None = None,
        address: str | None = None,
    ) -> int:  # fmt: skip
        """Write the row of a request about to leave. Raises StateFailed, and then it does not leave."""
        kept = None if kept is None else round(kept, 3)
        values = (
            _now(), host, method, url, purpose, round(due, 3), kept, self.job, crawl_delay, hop, attempt, robots,
            self.crawl, address,
        )  # fmt: skip
        try:
            self._pay()
            cursor = self._db.execute(
                "INSERT INTO requests (started, host, method, url, purpose, wait_due, wait_kept, job, crawl_delay, hop,"
                " attempt, robots, crawl, address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
        except sqlite3.Error as error:
            raise StateFailed(f"the request's row could not be written to the ledger: {error}") from error
        return int(cursor.lastrowid or 0)

    def end(self, row: int, status: int | None, outcome: Outcome | None, exchange: Mapping[str, object]) -> None:
        """Complete the row. Raises sqlite3.Error; what could not be written is, before the next row or at the end."""
        observed = (exchange.get("address"), exchange.get("bytes"), exchange.get("retry_after", 0.0))
        self._owed.append((_now(), status, outcome and str(outcome), *observed, row))
        self._pay()

    def _pay(self) -> None:
        while self._owed:
            self._db.execute(
                "UPDATE requests SET ended = ?, status = ?, outcome = ?, address = ?, bytes = ?,"
                " retry_after = ? WHERE id = ?",
                self._owed[0],
            )
            del self._owed[0]

    def dialled(self, row: int, address: str) -> None:
        """The address that the row's request goes to, before its first byte does. Raises StateFailed."""
        try:
            self._db.execute("UPDATE requests SET address = ? WHERE id = ?", (address, row))
        except sqlite3.Error as error:
            raise StateFailed(f"the request's address could not be written to the ledger: {error}") from error

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._pay()
        self._db.close()


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise LedgerUnusable(f"{path} has version {version}, expected {VERSION}: move the file away to start anew")
        connection.executescript(SCHEMA)
        with connection:  # all of it or nothing
            connection.execute("BEGIN IMMEDIATE")
            for column in chain.from_iterable(ADDED[step] for step in ADDED if 0 < version < step):
                connection.execute(f"ALTER TABLE requests ADD COLUMN {column}")
            connection.execute(f"PRAGMA user_version={VERSION:d}")
    except BaseException:
        connection.close()
        raise
    return connection


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# Putting away


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time opens or puts away; the lock goes with the process."""
    with (folder / "ledger.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _put_away(path: Path, now: datetime) -> None:
    """Rename a ledger that is large or old, unless somebody has it open; delete what is past its time."""
    away = path.with_name(f"ledger-{now.strftime(STAMP)}Z.sqlite")
    if path.exists() and not away.exists() and _is_due(path, now) and _freed(path):
        path.rename(away)
    for old in files(path.parent)[:-1]:
        stamp = PUT_AWAY.fullmatch(old.name)
        if stamp and now - datetime.strptime(f"{stamp[1]}+0000", f"{STAMP}%z") > timedelta(days=LEDGER_KEPT.value):
            old.unlink()


def _is_due(path: Path, now: datetime) -> bool:
    if path.stat().st_size > int(LEDGER_BYTES):
        return True
    with closing(sqlite3.connect(path, timeout=5.0)) as connection:
        try:
            first = connection.execute("SELECT started FROM requests ORDER BY id LIMIT 1").fetchone()
        except sqlite3.OperationalError:  # no table yet
            return False
    return first is not None and now - datetime.fromisoformat(first[0]) > timedelta(days=LEDGER_DAYS.value)


def _freed(path: Path) -> bool:
    """Take the file out of WAL mode, so that it is whole by itself; SQLite refuses while somebody has it open."""
    with closing(sqlite3.connect(path, timeout=0.0, isolation_level=None)) as connection:
        try:
            return connection.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
        except sqlite3.OperationalError:
            return False


# Reading


def files(folder: Path) -> list[Path]:
    """The ledgers of a state folder that may exist, oldest first; the one in use is the last."""
    return [*sorted(path for path in folder.glob("ledger-*.sqlite") if PUT_AWAY.fullmatch(path.name)), folder / NAME]


def read(
    folder: Path, *, host: str | None = None, since: datetime | None = None, until: datetime | None = None
) -> Iterator[Row]:
    """The rows of all ledgers by their starts; those of a host, and under way in a time. Raises LedgerUnusable."""
    there = [path for path in files(folder) if path.exists()]
    if not there:
        raise LedgerUnusable(f"{folder / NAME} does not exist: nothing was asked for yet, or STATE_DIR is another")
    wanted = {"host": host, "since": _utc(since), "until": _utc(until)}
    return (row for path in there for row in _rows(path, wanted))


def _rows(path: Path, wanted: Mapping[str, str | None]) -> Iterator[Row]:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5.0)) as connection:
            connection.row_factory = sqlite3.Row
            for row in connection.execute(
                "SELECT * FROM requests WHERE (:host IS NULL OR host = :host) AND (:until IS NULL OR started <= :until)"
                " AND (:since IS NULL OR coalesce(ended, started) >= :since) ORDER BY started, id",
                wanted,
            ):
                yield _row(path, dict(row))
    except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
        raise LedgerUnusable(f"{path}: {error}; expected our ledger") from None


def _row(path: Path, values: dict[str, object]) -> Row:
    name = f"{path.name} row {values.pop('id')}"
    started, ended = (
        text and datetime.fromisoformat(str(text)) for text in (values.pop("started"), values.pop("ended"))
    )
    for column in ("crawl_delay", "hop", "attempt"):
        values[column] = values.get(column) or 0
    return Row(name=name, started=started, ended=ended or None, **values)  # type: ignore[arg-type]


def _utc(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="milliseconds")
