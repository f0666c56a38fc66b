"""The ledger: every request that leaves, on disk before its first byte and again at its end. Append-only for us."""

import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from crawler.core.outcome import Ended, Ending, Outcome

#: Of the schema; a ledger of another version is left alone.
VERSION = 1
SCHEMA = """
CREATE TABLE IF NOT EXISTS requests (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,            -- UTC, ISO 8601
    ended TEXT,                       -- NULL: under way, or the process died
    host TEXT NOT NULL,
    address TEXT,                     -- the address dialled
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    purpose TEXT NOT NULL,            -- robots, proof, page, sitemap
    wait_due REAL NOT NULL,           -- seconds, from the end of the last request to this host
    wait_kept REAL,                   -- seconds from that end to this start; NULL: the first of the run
    status INTEGER,
    outcome TEXT,
    bytes INTEGER
);
CREATE INDEX IF NOT EXISTS requests_host ON requests (host, started);
"""


class LedgerUnusable(Exception):
    """The ledger cannot be opened; says why and what to do."""


class Ledger:
    """One SQLite file in WAL mode; readable while crawls run."""

    def __init__(self, connection: sqlite3.Connection):
        self._db = connection

    @classmethod
    def open(cls, folder: Path) -> "Ledger":
        """Open or make the ledger of a state folder. Raises LedgerUnusable."""
        path = folder / "ledger.sqlite"
        try:
            connection = sqlite3.connect(path, timeout=5.0, isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version not in (0, VERSION):
                raise LedgerUnusable(
                    f"{path} has version {version}, expected {VERSION}: move the file away to start anew"
                )
            connection.executescript(SCHEMA)
            connection.execute(f"PRAGMA user_version={VERSION:d}")
        except sqlite3.Error as error:
            raise LedgerUnusable(
                f"{path}: {error}; expected our ledger: move the file away to start a new one"
            ) from None
        return cls(connection)

    def begin(self, method: str, url: str, host: str, purpose: str, kept: float | None, due: float) -> int:
        """Write the row of a request about to leave; one that cannot be written does not leave."""
        try:
            cursor = self._db.execute(
                "INSERT INTO requests (started, host, method, url, purpose, wait_due, wait_kept)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (_now(), host, method, url, purpose, round(due, 3), kept and round(kept, 3)),
            )
        except sqlite3.Error as error:
            reason = f"the request's row could not be written to the ledger: {error}"
            raise Ended(Ending(Outcome.INTERNAL_ERROR, reason)) from error
        return int(cursor.lastrowid or 0)

    def end(self, row: int, status: int | None, outcome: Outcome | None, exchange: Mapping[str, object]) -> None:
        """Complete the row."""
        self._db.execute(
            "UPDATE requests SET ended = ?, status = ?, outcome = ?, address = ?, bytes = ? WHERE id = ?",
            (_now(), status, outcome and str(outcome), exchange.get("address"), exchange.get("bytes"), row),
        )

    def close(self) -> None:
        self._db.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
