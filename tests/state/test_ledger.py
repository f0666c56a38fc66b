"""The ledger of requests."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crawler.core.limits import LEDGER_BYTES, LEDGER_DAYS, LEDGER_KEPT
from crawler.core.outcome import Outcome
from crawler.state.failed import StateFailed
from crawler.state.ledger import NAME, VERSION, Ledger, LedgerUnusable, files, read

ROOT = Path(__file__).resolve().parents[2]
URL = "https://example.com/a"
EXCHANGE = {"address": "93.184.215.14", "bytes": 1234, "sent": True, "ttfb": 0.1, "seconds": 0.2}
DIES = """
import os, sys
from pathlib import Path
from crawler.state.ledger import Ledger, LedgerUnusable
Ledger.open(Path(sys.argv[1])).begin("GET", "https://example.com/a", "example.com", "page", 0, 0)
os._exit(9)
"""
#: A full disk, as far as one process can have its own: no file may grow past a few pages.
FULL = """
import resource, sys
from pathlib import Path
from crawler.state.failed import StateFailed
from crawler.state.ledger import Ledger, LedgerUnusable
ledger = Ledger.open(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    for _ in range(10_000):
        ledger.begin("GET", "https://example.com/" + "a" * 2000, "example.com", "page", 0, 0)
except StateFailed as failed:
    print(failed)
"""
WRITES = """
import sys
from pathlib import Path
from crawler.state.ledger import Ledger, LedgerUnusable
ledger = Ledger.open(Path(sys.argv[1]))
for number in range(50):
    ledger.end(ledger.begin("GET", f"https://example.com/{number}", sys.argv[2], "page", 0, 0), 200, None, {})
"""


@pytest.fixture
def ledger(tmp_path):
    with closing(Ledger.open(tmp_path)) as opened:
        yield opened


@pytest.fixture
def rows(tmp_path):
    """What somebody else sees: a connection of their own each time."""

    def read():
        with closing(sqlite3.connect(tmp_path / "ledger.sqlite")) as other:
            other.row_factory = sqlite3.Row
            return [dict(row) for row in other.execute("SELECT * FROM requests ORDER BY id")]

    return read


def begin(ledger, url=URL, **how):
    given = {"method": "GET", "url": url, "host": "example.com", "purpose": "page", "kept": 0.25, "due": 0.5}
    return ledger.begin(**given | how)


def run(script, *arguments):
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60
    )


def test_the_row_is_there_for_everybody_before_the_request_leaves(ledger, rows):
    begin(ledger, purpose="robots", kept=1.23456, due=2.34567)
    (row,) = rows()
    told = {
        "method": "GET",
        "url": URL,
        "host": "example.com",
        "purpose": "robots",
        "wait_kept": 1.235,
        "wait_due": 2.346,
    }
    assert {name: row[name] for name in told} == told
    assert [row[name] for name in ("ended", "status", "outcome", "address", "bytes")] == [None] * 5


def test_the_row_is_whole_when_the_request_has_ended(ledger, rows):
    ledger.end(begin(ledger), 200, None, EXCHANGE)
    (row,) = rows()
    assert (row["status"], row["outcome"], row["address"], row["bytes"]) == (200, None, "93.184.215.14", 1234)
    assert row["ended"] >= row["started"]


def test_a_request_without_an_answer_has_its_outcome(ledger, rows):
    ledger.end(begin(ledger), None, Outcome.DNS_FAILED, {})
    (row,) = rows()
    assert (row["status"], row["outcome"], row["address"]) == (None, "dns-failed", None)
    assert row["ended"]


def test_times_are_utc_and_now(ledger, rows):
    ledger.end(begin(ledger), 200, None, {})
    for name in ("started", "ended"):
        then = datetime.fromisoformat(rows()[0][name])
        assert then.utcoffset() == timedelta(0)
        assert abs(datetime.now(UTC) - then) < timedelta(seconds=60)


def test_requests_that_overlap_keep_their_own_rows(ledger, rows):
    first, second = begin(ledger, "https://example.com/1"), begin(ledger, "https://example.org/2")
    ledger.end(second, 404, None, {"bytes": 2})
    ledger.end(first, 200, None, {"bytes": 1})
    assert [(row["url"][-1], row["status"], row["bytes"]) for row in rows()] == [("1", 200, 1), ("2", 404, 2)]


@pytest.mark.parametrize("text", ["'; DROP TABLE requests; --", 'a"b', "č\u202e", "x" * 100_000])
def test_what_a_stranger_wrote_is_data(ledger, rows, text):
    begin(ledger, text, host=text)
    assert (rows()[0]["url"], rows()[0]["host"]) == (text, text)


def test_a_row_outlives_the_ledger(tmp_path, rows):
    for number in range(3):
        with closing(Ledger.open(tmp_path)) as ledger:
            ledger.end(begin(ledger, str(number)), 200, None, {})
    assert [row["url"] for row in rows()] == ["0", "1", "2"]


def test_a_row_outlives_a_process_that_dies_on_the_way(tmp_path, rows):
    assert run(DIES, str(tmp_path)).returncode == 9
    (row,) = rows()
    assert (row["url"], row["ended"]) == (URL, None)


def test_a_reader_does_not_stop_the_writer(tmp_path, ledger, rows):
    begin(ledger)
    with closing(sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM requests").fetchone() == (1,)
        begin(ledger)
        assert reader.execute("SELECT count(*) FROM requests").fetchone() == (1,)
    assert len(rows()) == 2


def test_processes_at_once_lose_no_row(tmp_path, rows):
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITES, str(tmp_path), str(number)], cwd=ROOT) for number in range(6)
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0] * 6
    assert len(rows()) == 300
    assert all(row["ended"] and row["status"] == 200 for row in rows())


# A row that cannot be written


def lost(ledger):
    with pytest.raises(StateFailed, match="could not be written to the ledger"):
        begin(ledger)


def test_a_closed_ledger_lets_nothing_leave(tmp_path):
    ledger = Ledger.open(tmp_path)
    ledger.close()
    lost(ledger)


def test_a_ledger_without_its_table_lets_nothing_leave(tmp_path, ledger):
    with closing(sqlite3.connect(tmp_path / "ledger.sqlite")) as other:
        other.execute("DROP TABLE requests")
        other.commit()
    lost(ledger)


def test_a_full_disk_lets_nothing_leave(tmp_path):
    done = run(FULL, str(tmp_path))
    assert done.stderr == ""
    assert done.stdout.startswith("the request's row could not be written to the ledger")


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to look like one" * 20])
def test_a_file_that_is_no_ledger_is_an_error_at_the_start_and_stays(tmp_path, content):
    path = tmp_path / "ledger.sqlite"
    path.write_bytes(content)
    with pytest.raises(LedgerUnusable):
        Ledger.open(tmp_path)
    assert path.read_bytes() == content


# What a row says since versions 2 and 3


@pytest.mark.parametrize(("exchange", "asked"), [(EXCHANGE, 0.0), ({"retry_after": 86_400.0}, 86_400.0), ({}, 0.0)])
def test_a_row_says_how_long_the_answer_asked_us_to_stay_away(tmp_path, ledger, exchange, asked):
    row = begin(ledger)
    assert next(read(tmp_path)).retry_after is None
    ledger.end(row, 503, None, exchange)
    assert next(read(tmp_path)).retry_after == asked


def test_a_row_says_for_which_job_it_left_and_under_which_rule(tmp_path, ledger, rows):
    begin(ledger, crawl_delay=1.5, hop=2, attempt=1, robots="allowed by line 3")
    (row,) = rows()
    told = {"job": ledger.job, "crawl_delay": 1.5, "hop": 2, "attempt": 1, "robots": "allowed by line 3"}
    assert {name: row[name] for name in told} == told
    with closing(Ledger.open(tmp_path)) as other:
        assert other.job != ledger.job


VERSION_1 = """
CREATE TABLE requests (
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, ended TEXT, host TEXT NOT NULL, address TEXT, method TEXT NOT NULL,
    url TEXT NOT NULL, purpose TEXT NOT NULL, wait_due REAL NOT NULL, wait_kept REAL, status INTEGER, outcome TEXT,
    bytes INTEGER
);
INSERT INTO requests VALUES (7, '2026-05-01T14:05:00.000+00:00', '2026-05-01T14:05:01.000+00:00', 'example.com', NULL,
    'GET', 'https://example.com/', 'page', 0.5, NULL, 200, NULL, 10);
PRAGMA user_version = 1;
"""


def version_1(folder, started="2026-05-01T14:05:00.000+00:00"):
    with closing(sqlite3.connect(folder / NAME)) as connection:
        connection.executescript(VERSION_1.replace("2026-05-01T14:05:00.000+00:00", started))


def test_a_ledger_of_version_1_is_read_as_it_is(tmp_path):
    version_1(tmp_path)
    (row,) = read(tmp_path)
    assert (row.name, row.job, row.robots, row.hop, row.crawl_delay) == ("ledger.sqlite row 7", None, None, 0, 0.0)


VERSION_2 = """
ALTER TABLE requests ADD COLUMN job TEXT; ALTER TABLE requests ADD COLUMN crawl_delay REAL;
ALTER TABLE requests ADD COLUMN hop INTEGER; ALTER TABLE requests ADD COLUMN attempt INTEGER;
ALTER TABLE requests ADD COLUMN robots TEXT; PRAGMA user_version = 2;
"""


@pytest.mark.parametrize("more", ["", VERSION_2])
def test_a_ledger_of_an_earlier_version_goes_on_as_one_of_ours(tmp_path, more):
    version_1(tmp_path, datetime.now(UTC).isoformat(timespec="milliseconds"))
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.executescript(more)
    for _ in range(2):
        with closing(Ledger.open(tmp_path)) as ledger:
            ledger.end(begin(ledger), 200, None, {})
    assert [row.job is None for row in read(tmp_path)] == [True, False, False]
    assert [row.retry_after for row in read(tmp_path)] == [None, 0.0, 0.0]
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_ledger_of_a_later_version_is_left_alone(tmp_path):
    Ledger.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(LedgerUnusable, match=f"version {VERSION + 1}"):
        Ledger.open(tmp_path)


# Putting away


def aged(folder, days):
    """A ledger whose first row is so old."""
    with closing(Ledger.open(folder)) as ledger:
        begin(ledger, "https://example.com/old")
    started = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE requests SET started = ?", (started,))


def put_away(folder):
    return [path for path in files(folder) if path.name != NAME]


@pytest.mark.parametrize(("days", "away"), [(LEDGER_DAYS.value - 1, 0), (LEDGER_DAYS.value + 1, 1)])
def test_a_ledger_is_put_away_when_its_first_row_is_old(tmp_path, days, away):
    aged(tmp_path, days)
    with closing(Ledger.open(tmp_path)) as ledger:
        begin(ledger, "https://example.com/new")
    assert len(put_away(tmp_path)) == away
    assert [row.url for row in read(tmp_path)] == ["https://example.com/old", "https://example.com/new"]
    assert len({row.name for row in read(tmp_path)}) == 2


@pytest.mark.parametrize("past", [0, 1])
def test_a_ledger_is_put_away_when_it_is_large(tmp_path, past):
    aged(tmp_path, 0)
    with (tmp_path / NAME).open("r+b") as file:
        file.truncate(int(LEDGER_BYTES) + past)
    Ledger.open(tmp_path).close()
    assert len(put_away(tmp_path)) == past


def test_a_ledger_that_somebody_has_open_stays(tmp_path):
    aged(tmp_path, LEDGER_DAYS.value + 1)
    with closing(Ledger(sqlite3.connect(tmp_path / NAME, isolation_level=None))) as other:
        begin(other, "https://example.com/other")
        with closing(Ledger.open(tmp_path)) as ledger:
            begin(ledger, "https://example.com/new")
            begin(other, "https://example.com/other-again")
        assert put_away(tmp_path) == []
    Ledger.open(tmp_path).close()
    assert len(put_away(tmp_path)) == 1
    assert len(list(read(tmp_path))) == 4


def test_what_was_put_away_is_whole_by_itself(tmp_path):
    aged(tmp_path, LEDGER_DAYS.value + 1)
    Ledger.open(tmp_path).close()
    (old,) = put_away(tmp_path)
    assert sorted(path.name for path in tmp_path.glob(f"{old.name}*")) == [old.name]


def test_processes_that_open_an_old_ledger_at_once_lose_no_row(tmp_path):
    aged(tmp_path, LEDGER_DAYS.value + 1)
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITES, str(tmp_path), str(number)], cwd=ROOT) for number in range(6)
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0] * 6
    assert len(put_away(tmp_path)) <= 1
    assert len(list(read(tmp_path))) == 301


@pytest.mark.parametrize(("days", "kept"), [(LEDGER_KEPT.value - 1, True), (LEDGER_KEPT.value + 1, False)])
def test_what_was_put_away_long_ago_is_deleted(tmp_path, days, kept):
    then = datetime.now(UTC) - timedelta(days=days)
    old = tmp_path / f"ledger-{then:%Y%m%dT%H%M%S}Z.sqlite"
    mine = tmp_path / "ledger-20010101T000000Z.sqlite.bak"
    for path in (old, mine):
        path.write_bytes(b"")
    Ledger.open(tmp_path).close()
    assert (old.exists(), mine.exists()) == (kept, True)


# Reading


def test_rows_are_read_by_host_and_by_the_time_they_were_under_way(tmp_path, ledger):
    marks = []
    for number, host in enumerate(("example.com", "example.org", "example.com")):
        row = begin(ledger, f"https://{host}/{number}", host=host)
        time.sleep(0.01)
        marks.append(datetime.now(UTC))
        time.sleep(0.01)
        ledger.end(row, 200, None, EXCHANGE)
        time.sleep(0.01)

    def numbers(**wanted):
        return [int(row.url[-1]) for row in read(tmp_path, **wanted)]

    assert numbers() == [0, 1, 2]
    assert numbers(host="example.com") == [0, 2]
    assert numbers(since=marks[1]) == [1, 2]
    assert numbers(until=marks[1]) == [0, 1]
    assert numbers(since=marks[1], until=marks[1]) == [1]
    assert numbers(host="example.net") == []


def test_a_row_under_way_is_read_while_the_crawl_runs(tmp_path, ledger):
    begin(ledger)
    (row,) = read(tmp_path)
    assert (row.ended, row.seconds, row.status) == (None, None, None)


def test_reading_makes_nothing_and_says_that_nothing_is_there(tmp_path):
    with pytest.raises(LedgerUnusable, match="nothing was asked for yet"):
        read(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "change",
    ["UPDATE requests SET started = 'noon'", "DROP TABLE requests", "ALTER TABLE requests DROP COLUMN purpose"],
)
def test_a_ledger_that_cannot_be_read_says_which(tmp_path, ledger, change):
    begin(ledger)
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as connection:
        connection.execute(change)
    with pytest.raises(LedgerUnusable, match=NAME):
        list(read(tmp_path))
