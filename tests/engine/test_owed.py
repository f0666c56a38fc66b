"""What could not be written at a request's end is written later, and nothing is asked of a host before its turn."""

import asyncio
import sqlite3
from contextlib import closing, suppress

from crawler.core.outcome import Outcome
from crawler.core.pacing import HostState
from crawler.engine.gate import Gate
from crawler.engine.leases import Leases
from crawler.state.hosts import HostStore
from crawler.state.ledger import Ledger, read

HOST = "www.example.com"
LATE = HostState(failures=3, retry_after=300.0)


def locked(path):
    """A backup, or whatever else keeps the file to itself."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return closing(other)


def test_the_end_of_a_request_is_remembered_when_the_store_can_be_written_again(tmp_path):
    async def story():
        leases = Leases(HostStore.open(tmp_path))
        assert leases.take(HOST, None, ())
        with locked(tmp_path / "hosts.sqlite"):
            leases.give_back(HOST, LATE)
        leases.close()

    asyncio.run(story())
    with closing(HostStore.open(tmp_path)) as store:
        memory = store.recall(HOST)
    assert (memory.failures, memory.retry_after, memory.held_by_other) == (3, 300.0, False)


def test_the_end_of_a_row_is_written_when_the_ledger_can_be_written_again(tmp_path):
    ledger = Ledger.open(tmp_path)
    row = ledger.begin("GET", f"https://{HOST}/", HOST, "page", None, 0.5)
    with locked(tmp_path / "ledger.sqlite"), suppress(sqlite3.Error):
        ledger.end(row, 503, None, {"retry_after": 300.0})
    assert [one.ended for one in read(tmp_path)] == [None]
    ledger.close()
    [written] = read(tmp_path)
    assert (written.status, written.retry_after) == (503, 300.0)
    assert written.ended is not None


def test_a_row_has_its_address_before_the_request_ends(tmp_path):
    with closing(Ledger.open(tmp_path)) as ledger:
        row = ledger.begin("GET", f"https://{HOST}/", HOST, "page", None, 0.5)
        ledger.dialled(row, "93.184.215.14")
        assert [(one.address, one.ended) for one in read(tmp_path)] == [("93.184.215.14", None)]
        ledger.end(row, None, Outcome.UNREACHABLE, {})
        assert [one.address for one in read(tmp_path)] == [None]


def test_a_host_that_another_one_redirects_to_is_held_as_long_as_that_one_asked(tmp_path):
    async def look_up(host):
        return ("93.184.215.14",)

    with closing(HostStore.open(tmp_path)) as store:
        gate = Gate(lambda: True, store, look_up)
        gate.hold(HOST, 0.0)
        assert gate.wait_for(HOST) == 0.0
        gate.hold(HOST, 6.0)
        gate.hold(HOST, 1.0)
        assert 5.5 < gate.wait_for(HOST) <= 6.0
