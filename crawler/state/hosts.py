"""What is remembered of a host beyond one run and one process: how its last request went, and who is asking now.

A lease on the host is taken before every request and given back after it, so that two crawls on one machine take
turns and keep one pace between them. A process that dies leaves its lease to run out. Times are UTC seconds.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from crawler.core.limits import HOSTS_PER_ADDRESS, LEASE, LEASE_BEAT
from crawler.core.pacing import HostState
from crawler.state.memory import Memory, StoreFailed

SCHEMA = """
CREATE TABLE IF NOT EXISTS hosts (
    host TEXT PRIMARY KEY,
    failures INTEGER NOT NULL DEFAULT 0,   -- in a row, net of successes
    ended REAL,                            -- end of the last request, seconds
    crawl_delay REAL NOT NULL DEFAULT 0,   -- what the owner asked for when last read
    took REAL NOT NULL DEFAULT 0,          -- the last request, seconds
    retry_after REAL NOT NULL DEFAULT 0,   -- what its response asked for, seconds
    holder TEXT,                           -- the process that is asking now
    held_until REAL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS asked (         -- what the leases cover
    address TEXT,
    host TEXT,
    PRIMARY KEY (address, host)
) WITHOUT ROWID;
"""
#: Columns that a store of before did not have.
ADDED = ("took REAL NOT NULL DEFAULT 0", "retry_after REAL NOT NULL DEFAULT 0")
#: An end further ahead than this was written before the clock was set back, seconds.
CLOCK_SET_BACK = 60.0
#: Two clocks of one machine, read one after the other, and numbers that went through SQLite, seconds.
TOLERANCE = 0.01
#: A holder that died fell silent so long before its lease ran out, or a little earlier.
SILENT = LEASE.value - LEASE_BEAT.value
#: No lease reaches further than this; one that does was taken before the clock was set back.
LONGEST = LEASE.value + 1

TAKE = """
INSERT INTO hosts (host, holder, held_until) VALUES (:host, :me, :until) ON CONFLICT (host) DO UPDATE
SET holder = :me, held_until = :until
WHERE (holder IS NULL OR holder = :me OR held_until > :longest
       OR (held_until <= :now AND held_until - :silent <= :newest))
AND (ended IS NULL OR ended <= :newest OR ended > :future)
"""
NEIGHBOURS = """
SELECT count(*) FROM asked JOIN hosts USING (host)
WHERE address = :address AND host != :host AND held_until > :now AND held_until <= :longest
"""
HELD = "SELECT 1 FROM hosts WHERE host = :host AND holder = :me AND held_until > :now"
RENEW = "UPDATE hosts SET held_until = :until WHERE host = :host AND holder = :me AND held_until > :now"


class StoreUnusable(Exception):
    """The store cannot be opened; says why and what to do."""


class HostStore:
    """`state.memory.Hosts` as one SQLite file in WAL mode."""

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], float] = time.time):
        self._db = connection
        self._clock = clock
        self._me = f"{os.getpid()}-{uuid4().hex}"

    @classmethod
    def open(cls, folder: Path, clock: Callable[[], float] = time.time) -> "HostStore":
        """Open or make the store of a state folder. Raises StoreUnusable."""
        path = folder / "hosts.sqlite"
        try:
            return cls(_opened(path), clock)
        except sqlite3.Error as error:
            raise StoreUnusable(
                f"{path}: {error}; expected our store of hosts: move the file away to start anew"
            ) from None

    def recall(self, host: str) -> Memory:
        with self._failing():
            row = self._db.execute(
                "SELECT failures, ended, crawl_delay, took, retry_after, holder, held_until FROM hosts WHERE host = ?",
                (host,),
            ).fetchone()
        if row is None:
            return Memory()
        failures, ended, crawl_delay, took, retry_after, holder, until = row
        now = self._clock()
        if holder is not None and until <= now:
            ended = max(ended or 0.0, until - SILENT)
        # A clock that was set back must not make a host wait for the future: the end is at most now.
        ago = None if ended is None else max(0.0, now - ended)
        held = holder not in (None, self._me) and now < until <= now + LONGEST
        return Memory(failures, ago, crawl_delay, took, retry_after, held)

    def take(self, host: str, last_seen_ago: float | None, addresses: Iterable[str] = ()) -> bool:
        now, wanted = self._clock(), set(addresses)
        newest = 0.0 if last_seen_ago is None else now - last_seen_ago + TOLERANCE
        values = self._values(host, now)
        with self._alone():
            if any(self._crowded(values, address) for address in wanted):
                return False
            if self._db.execute(TAKE, {**values, "newest": newest}).rowcount != 1:
                return False
            self._uncover(host)
            self._db.executemany("INSERT INTO asked VALUES (?, ?)", [(address, host) for address in wanted])
        return True

    def cover(self, host: str, address: str) -> bool:
        values = self._values(host, self._clock())
        with self._alone():
            if not self._db.execute(HELD, values).fetchone():
                return False
            if self._crowded(values, address):
                return False
            self._db.execute("INSERT OR IGNORE INTO asked VALUES (?, ?)", (address, host))
        return True

    def renew(self, host: str) -> bool:
        with self._alone():
            return self._db.execute(RENEW, self._values(host, self._clock())).rowcount == 1

    def give_back(self, host: str, state: HostState) -> None:
        ended = (state.failures, self._clock(), state.crawl_delay, state.took, state.retry_after)
        with self._alone():
            given = self._db.execute(
                "UPDATE hosts SET failures = ?, ended = ?, crawl_delay = ?, took = ?, retry_after = ?,"
                " holder = NULL, held_until = NULL WHERE host = ? AND holder = ?",
                (*ended, host, self._me),
            )
            if given.rowcount == 1:
                self._uncover(host)

    def set_crawl_delay(self, host: str, seconds: float) -> None:
        with self._failing():
            self._db.execute("UPDATE hosts SET crawl_delay = ? WHERE host = ?", (seconds, host))

    def close(self) -> None:
        """Close it; a lease that cannot be given back runs out."""
        with closing(self._db), suppress(StoreFailed), self._alone():
            self._db.execute(
                "UPDATE hosts SET ended = ?, holder = NULL, held_until = NULL WHERE holder = ?",
                (self._clock(), self._me),
            )

    def _values(self, host: str, now: float) -> dict[str, float | str]:
        return {
            "host": host, "me": self._me, "now": now, "until": now + LEASE.value, "longest": now + LONGEST,
            "future": now + CLOCK_SET_BACK, "silent": SILENT,
        }  # fmt: skip

    def _crowded(self, values: dict[str, float | str], address: str) -> bool:
        """Whether as many other hosts of `address` are being asked as may be."""
        (others,) = self._db.execute(NEIGHBOURS, {**values, "address": address}).fetchone()
        return bool(others >= int(HOSTS_PER_ADDRESS))

    def _uncover(self, host: str) -> None:
        self._db.execute("DELETE FROM asked WHERE host = ?", (host,))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One change, whole or not at all, while nobody else makes one."""
        with self._failing(), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreFailed(f"the store of hosts: {error}") from error


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            for statement in SCHEMA.split(";\n")[:-1]:
                connection.execute(statement)
            there = {row[1] for row in connection.execute("PRAGMA table_info(hosts)")}
            for column in ADDED:
                if column.split()[0] not in there:
                    connection.execute(f"ALTER TABLE hosts ADD COLUMN {column}")
    except BaseException:
        connection.close()
        raise
    return connection
