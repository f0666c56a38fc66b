"""What is remembered of a host beyond one run and one process: failures, when it was last asked, and who is asking now.

A lease on the host is taken before every request and given back after it, so that two crawls on one machine take
turns and keep one pace between them. A process that dies leaves its lease to run out. Times are UTC seconds.
"""

import os
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from crawler.core.limits import LEASE

SCHEMA = """
CREATE TABLE IF NOT EXISTS hosts (
    host TEXT PRIMARY KEY,
    failures INTEGER NOT NULL DEFAULT 0,   -- in a row, net of successes
    ended REAL,                            -- end of the last request, seconds
    ready REAL,                            -- when it may be asked again
    crawl_delay REAL NOT NULL DEFAULT 0,   -- what the owner asked for when last read
    holder TEXT,                           -- the process that is asking now
    held_until REAL
) WITHOUT ROWID;
"""


class StoreUnusable(Exception):
    """The store cannot be opened; says why and what to do."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is stored of one host; ages in seconds, so that clocks need not agree."""

    failures: int
    ended_ago: float | None
    crawl_delay: float
    held_by_other: bool


class HostStore:
    """One SQLite file in WAL mode, shared by every crawl of this machine's account."""

    def __init__(self, connection: sqlite3.Connection):
        self._db = connection
        self._me = f"{os.getpid()}-{uuid4().hex}"

    @classmethod
    def open(cls, folder: Path) -> "HostStore":
        """Open or make the store of a state folder. Raises StoreUnusable."""
        path = folder / "hosts.sqlite"
        try:
            connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.executescript(SCHEMA)
        except sqlite3.Error as error:
            raise StoreUnusable(
                f"{path}: {error}; expected our store of hosts: move the file away to start anew"
            ) from None
        return cls(connection)

    def recall(self, host: str) -> Memory:
        """What is known of `host`."""
        row = self._db.execute(
            "SELECT failures, ended, crawl_delay, holder, held_until FROM hosts WHERE host = ?", (host,)
        ).fetchone()
        if row is None:
            return Memory(0, None, 0.0, held_by_other=False)
        failures, ended, crawl_delay, holder, held_until = row
        now = time.time()
        # A clock that was set back must not make a host wait for the future: the end is at most now.
        ago = None if ended is None else max(0.0, now - ended)
        # No lease reaches further than LEASE; one that does was taken before the clock was set back.
        held = holder is not None and holder != self._me and now < held_until <= now + LEASE.value + 1
        return Memory(failures, ago, crawl_delay, held)

    def take(self, host: str, last_seen_ago: float | None) -> bool:
        """Take the lease of `host`, unless another holds it or has asked since we last looked."""
        now = time.time()
        newest = 0.0 if last_seen_ago is None else now - last_seen_ago + TOLERANCE
        taken = self._db.execute(
            "INSERT INTO hosts (host, holder, held_until) VALUES (:host, :me, :until) ON CONFLICT (host) DO UPDATE"
            " SET holder = :me, held_until = :until"
            " WHERE (holder IS NULL OR holder = :me OR held_until <= :now OR held_until > :longest)"
            " AND (ended IS NULL OR ended <= :newest OR ended > :future)",
            {
                "host": host,
                "me": self._me,
                "until": now + LEASE.value,
                "now": now,
                "newest": newest,
                "longest": now + LEASE.value + 1,
                "future": now + CLOCK_SET_BACK,
            },
        )
        return taken.rowcount == 1

    def give_back(self, host: str, failures: int, crawl_delay: float) -> None:
        """The request ended: remember how, and let others ask."""
        self._db.execute(
            "UPDATE hosts SET failures = ?, ended = ?, crawl_delay = ?, holder = NULL, held_until = NULL"
            " WHERE host = ? AND holder = ?",
            (failures, time.time(), crawl_delay, host, self._me),
        )

    def set_crawl_delay(self, host: str, seconds: float) -> None:
        """What the owner asks for, as read now."""
        self._db.execute("UPDATE hosts SET crawl_delay = ? WHERE host = ?", (seconds, host))

    def close(self) -> None:
        """Close it; a lease still held, by a request that was cut off, is given back, or else runs out."""
        with closing(self._db), suppress(sqlite3.Error):
            self._db.execute("UPDATE hosts SET holder = NULL, held_until = NULL WHERE holder = ?", (self._me,))


#: An end further ahead than this was written before the clock was set back, seconds.
CLOCK_SET_BACK = 60.0
#: Two clocks of one machine, read one after the other, and numbers that went through SQLite, seconds.
TOLERANCE = 0.01
