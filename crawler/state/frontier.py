"""The frontier: every URL a crawl knows, how to ask for it or how it ended, and what was read, on disk as it happens.

One SQLite file in WAL mode per crawl. What one response led to (its ending, what was read in it, the URLs it named) is
one transaction, so that a process may be killed at any moment: what was committed is kept, what was in flight is
asked for again. A crawl that needs no tomorrow keeps it in memory.
"""

import pickle
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from inspect import get_annotations
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from crawler.core.audit import facts
from crawler.core.audit.page import Page
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord, SitemapRecord, UrlRecord
from crawler.state.failed import StateFailed

SCHEMA = """
CREATE TABLE IF NOT EXISTS urls (
    number INTEGER PRIMARY KEY,   -- in the order they became known
    url TEXT NOT NULL UNIQUE,
    state INTEGER NOT NULL,       -- of State
    page BOOLEAN NOT NULL,        -- whether asking for it takes one of the pages a crawl may ask for
    urgency INTEGER NOT NULL,     -- Scrapy's priority: the highest is asked for first
    how BLOB,                     -- how to ask for it: a mapping
    record BLOB,                  -- how it ended, or why it still waits: a UrlRecord
    mark TEXT NOT NULL DEFAULT '' -- what tells the text that was read from another's
);
CREATE INDEX IF NOT EXISTS urls_by_state ON urls (state, urgency DESC, number);
CREATE TABLE IF NOT EXISTS read (url TEXT PRIMARY KEY, found BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value BLOB NOT NULL);
"""


#: zlib's window (a power of two, in bytes) and its memory for what fits into that window.
SMALL = (12, 5)


class FrontierUnusable(StateFailed):
    """The frontier cannot be opened or written to; says why and what to do."""


class State(IntEnum):
    """Where a URL stands."""

    WAITING = 0  # to be asked for; also while it is: after a kill it is asked for again
    ENDED = 1
    SKIPPED = 2  # known, and not to be asked for: its record has the reason


@dataclass(frozen=True, slots=True)
class Known:
    """A URL, where it stands, how to ask for it (empty for what was skipped), and the mark of what was read."""

    url: str
    state: State
    how: Mapping[str, Any]
    mark: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A URL to be asked for, and how: what its Request carried."""

    url: str
    urgency: int
    how: Mapping[str, Any]


class Frontier:
    """The URLs of one crawl. Changes are kept together until `commit`."""

    def __init__(self, connection: sqlite3.Connection, name: str):
        self._db = connection
        self._name = name
        self.progress = 0  # URLs that ended; whoever runs a job sets it to 0 first
        self._db.execute("BEGIN")
        self._check_shape()

    @classmethod
    def in_memory(cls) -> Self:
        """For a crawl that is not gone on with."""
        return cls._made(":memory:")

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open or make the frontier in a file. Raises FrontierUnusable."""
        return cls._made(str(path))

    @classmethod
    def _made(cls, name: str) -> Self:
        try:
            connection = sqlite3.connect(name, timeout=5.0, isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.executescript(SCHEMA)
            return cls(connection, name)
        except sqlite3.Error as error:
            raise FrontierUnusable(f"{name}: {error}; -a fresh=1 starts the crawl over") from None

    def _check_shape(self) -> None:
        """What was written by a version whose values have other fields cannot be read back."""
        if self.fact("shape", SHAPE) != SHAPE:
            raise FrontierUnusable(
                f"{self._name} was written by another version of this program; -a fresh=1 starts the crawl over"
            )
        self.keep("shape", SHAPE)

    # Writing: in memory until `commit`

    def add(self, url: str, urgency: int, how: Mapping[str, Any], *, page: bool) -> None:
        """The URL is to be asked for. One that is known already stays as it is, unless it had been skipped."""
        self._write(
            "INSERT INTO urls (url, state, page, urgency, how) VALUES (:url, 0, :page, :urgency, :how)"
            " ON CONFLICT (url) DO UPDATE SET state = 0, page = :page, urgency = :urgency, how = :how, record = NULL"
            " WHERE state = 2",
            {"url": url, "page": page, "urgency": urgency, "how": _packed(dict(how))},
        )

    def skip(self, record: UrlRecord) -> None:
        """The URL is known and not asked for; the first reason stays."""
        self._write(
            "INSERT INTO urls (url, state, page, urgency, record) VALUES (?, 2, 0, 0, ?) ON CONFLICT (url) DO NOTHING",
            (record.url, _packed(record)),
        )

    def end(self, record: UrlRecord, found: Page | SitemapRecord | None = None, mark: str = "") -> None:
        """The URL ended; its first ending stays, unless a fault of ours takes the place of it."""
        fault = record.outcome is Outcome.INTERNAL_ERROR
        self.progress += self._write(
            "INSERT INTO urls (url, state, page, urgency, record, mark) VALUES (:url, 1, 0, 0, :record, :mark)"
            " ON CONFLICT (url) DO UPDATE SET state = 1, record = :record, mark = :mark WHERE state != 1 OR :fault",
            {"url": record.url, "record": _packed(record), "mark": mark, "fault": fault},
        )
        if found is not None:
            self._write("INSERT OR REPLACE INTO read VALUES (?, ?)", (record.url, _packed(found)))

    def put_back(self, record: UrlRecord, how: Mapping[str, Any], *, page: bool) -> None:
        """The URL waits on, for the reason in `record`."""
        self._write(
            "UPDATE urls SET state = 0, page = ?, how = ?, record = ? WHERE url = ? AND state != 1",
            (page, _packed(dict(how)), _packed(record), record.url),
        )

    def again(self, url: str, how: Mapping[str, Any]) -> None:
        """The URL was asked for and waits to be once more: it takes no page of the crawl's again."""
        self._write("UPDATE urls SET page = 0, how = ? WHERE url = ? AND state = 0", (_packed(dict(how)), url))

    def keep(self, name: str, value: object) -> None:
        """Keep a fact about the crawl as a whole."""
        self._write("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, _packed(value)))

    def commit(self) -> None:
        """Write what changed. Raises FrontierUnusable, and then nothing of it is kept."""
        try:
            self._db.execute("COMMIT")
            self._db.execute("BEGIN")
        except sqlite3.Error as error:
            self._undo()
            raise FrontierUnusable(f"{self._name} could not be written: {error}") from error

    def _write(self, statement: str, values: Any) -> int:
        try:
            return self._db.execute(statement, values).rowcount
        except sqlite3.Error as error:
            self._undo()
            raise FrontierUnusable(f"{self._name} could not be written: {error}") from error

    def _undo(self) -> None:
        with suppress(sqlite3.Error):
            self._db.execute("ROLLBACK")
        with suppress(sqlite3.Error):
            self._db.execute("BEGIN")

    # Reading

    def fact(self, name: str, default: Any) -> Any:
        """A fact that was kept, or `default`."""
        row = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return default if row is None else _unpacked(row[0])

    def urls(self) -> Iterator[Known]:
        """Every URL, in the order it became known."""
        for url, state, how, mark in self._db.execute("SELECT url, state, how, mark FROM urls ORDER BY number"):
            yield Known(url, State(state), {} if how is None else _unpacked(how), mark)

    def waiting(self, pages: int) -> Iterator[Waiting]:
        """What is to be asked for, most urgent first; of new pages at most so many."""
        rows = self._db.execute(
            "SELECT url, page, urgency, how FROM urls WHERE state = 0 ORDER BY urgency DESC, number"
        )
        for url, page, urgency, how in rows.fetchall():
            pages -= page
            if not page or pages >= 0:
                yield Waiting(url, urgency, _unpacked(how))

    def count(self, state: State) -> int:
        """How many URLs stand so."""
        number: int = self._db.execute("SELECT count(*) FROM urls WHERE state = ?", (state,)).fetchone()[0]
        return number

    def records(self, *states: State) -> Iterator[UrlRecord]:
        """How every URL ended or was skipped, or those of them that stand so."""
        wanted = states or (State.ENDED, State.SKIPPED)
        for state, record in self._db.execute("SELECT state, record FROM urls WHERE state != 0 ORDER BY number"):
            if state in wanted:
                yield _unpacked(record)

    def unfinished(self) -> Iterator[tuple[Waiting, UrlRecord | None]]:
        """What still waits, each with the record of why it was put back, if it was."""
        rows = self._db.execute("SELECT url, urgency, how, record FROM urls WHERE state = 0 ORDER BY number")
        for url, urgency, how, record in rows:
            yield Waiting(url, urgency, _unpacked(how)), None if record is None else _unpacked(record)

    def pages(self) -> Iterator[Page]:
        """The pages that were read."""
        return (found for found in self._read() if isinstance(found, Page))

    def sitemaps(self) -> Iterator[SitemapRecord]:
        """The sitemap files, read or not."""
        return (found for found in self._read() if isinstance(found, SitemapRecord))

    def _read(self) -> Iterator[Any]:
        for (found,) in self._db.execute("SELECT found FROM read ORDER BY rowid"):
            yield _unpacked(found)

    def close(self) -> None:
        """Close it; what was not committed is not kept."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _packed(value: object) -> bytes:
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    # zlib's usual 256 KiB, taken and given back, cost a record of 400 bytes seven times what packing it does.
    packer = zlib.compressobj(1, zlib.DEFLATED, *SMALL) if len(data) < 1 << SMALL[0] else zlib.compressobj(1)
    return packer.compress(data) + packer.flush()


def _unpacked(packed: bytes) -> Any:
    # From a file of ours in a folder that is our owner's alone, as the key that mints the proofs.
    try:
        return pickle.loads(zlib.decompress(packed))  # noqa: S301
    except Exception as error:  # what a damaged pickle raises is not known
        raise FrontierUnusable(f"what is kept of the crawl is damaged ({error}); -a fresh=1 starts it over") from error


def _shape(types: Iterable[type]) -> dict[str, tuple[str, ...]]:
    """The make and the fields of values that are kept: a value with others cannot take their place."""
    fields = {kept: (kept.__bases__[0].__name__, *get_annotations(kept)) for kept in types}
    return {kept.__name__: made for kept, made in fields.items() if len(made) > 1}


SHAPE = _shape(
    [UrlRecord, SitemapRecord, RobotsRecord, Page, *(v for v in vars(facts).values() if isinstance(v, type))]
)
