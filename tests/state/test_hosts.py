"""What of the store of hosts is SQLite's alone; what any store must do is in test_hosts_contract."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from crawler.core.pacing import HostState
from crawler.state.hosts import HostStore, StoreUnusable
from crawler.state.memory import Memory, StoreFailed

ROOT = Path(__file__).resolve().parents[2]
HOST = "www.example.com"
#: A full disk, as far as one process can have its own: no file may grow past a few pages.
FULL = """
import resource, sys
from pathlib import Path
from crawler.core.pacing import HostState
from crawler.state.hosts import HostStore
from crawler.state.memory import StoreFailed
store = HostStore.open(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    for number in range(10_000):
        store.take(f"{number}." + "a" * 2000, None, ["93.184.215.14"])
        store.give_back(f"{number}." + "a" * 2000, HostState())
except StoreFailed as error:
    print(error)
print(store.recall("0." + "a" * 2000).failures)
"""
#: As it was before Retry-After was remembered.
BEFORE = """
CREATE TABLE hosts (
    host TEXT PRIMARY KEY, failures INTEGER NOT NULL DEFAULT 0, ended REAL, ready REAL,
    crawl_delay REAL NOT NULL DEFAULT 0, holder TEXT, held_until REAL
) WITHOUT ROWID;
INSERT INTO hosts VALUES ('www.example.com', 2, 1000.0, NULL, 3.0, NULL, NULL);
"""
OPENS = "import sys; from pathlib import Path; from crawler.state.hosts import HostStore; HostStore.open(Path({!r}))"


@pytest.fixture
def store(tmp_path):
    with closing(HostStore.open(tmp_path)) as opened:
        yield opened


def test_a_file_that_is_no_store_is_an_error_that_names_it(tmp_path):
    (tmp_path / "hosts.sqlite").write_text("no database" * 100)
    with pytest.raises(StoreUnusable, match=r"hosts\.sqlite"):
        HostStore.open(tmp_path)


def test_a_store_of_before_goes_on_as_one_of_ours(tmp_path):
    with closing(sqlite3.connect(tmp_path / "hosts.sqlite")) as connection:
        connection.executescript(BEFORE)
    for _ in range(2):
        with closing(HostStore.open(tmp_path, lambda: 1010.0)) as store:
            assert store.recall(HOST) == Memory(2, 10.0, 3.0)
    with closing(HostStore.open(tmp_path, lambda: 1010.0)) as store:
        assert store.take(HOST, 10.0, ["93.184.215.14"])
        store.give_back(HOST, HostState(retry_after=5.0))
        assert store.recall(HOST).retry_after == 5.0


def test_a_host_that_was_asked_leaves_no_row_at_its_addresses(tmp_path, store):
    """Of an address that ten thousand hosts share, only those that are being asked are to be counted."""
    assert store.take(HOST, None, ["93.184.215.14", "2a00::1"])
    store.give_back(HOST, HostState())
    with closing(sqlite3.connect(tmp_path / "hosts.sqlite")) as other:
        assert other.execute("SELECT count(*) FROM asked").fetchone() == (0,)


def test_processes_that_make_the_store_at_once_all_have_it(tmp_path):
    code = OPENS.format(str(tmp_path))
    programs = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE) for _ in range(8)]
    assert [(program.communicate(timeout=60)[1], program.returncode) for program in programs] == [(b"", 0)] * 8


def test_a_store_that_somebody_locks_fails_by_its_name_and_can_be_read(tmp_path, store):
    assert store.take(HOST, None)
    with closing(sqlite3.connect(tmp_path / "hosts.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match="locked"):
            store.give_back(HOST, HostState())
        assert store.recall(HOST).failures == 0
        other.execute("ROLLBACK")
    assert store.renew(HOST)


def test_a_full_disk_fails_by_its_name_and_what_was_stored_stays(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    said, failures = done.stdout.splitlines()
    assert said.startswith("the store of hosts: ")
    assert failures == "0"
