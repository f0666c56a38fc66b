"""The gate, with a store of its own and names that are looked up in a dict: who may be asked, where, and when."""

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from crawler.core.limits import HOSTS_PER_ADDRESS, JOB_SECONDS, JOB_TAIL, LEASE_BEAT
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.engine import leases
from crawler.engine.gate import LEASE_POLL, Gate
from crawler.state.hosts import HostStore

FIVE = int(HOSTS_PER_ADDRESS)
HOST, ADDRESS, OTHER = "www.example.com", "93.184.215.14", "93.184.215.15"
NEIGHBOURS = [f"h{number}.example.com" for number in range(FIVE)]


@pytest.fixture
def store(tmp_path):
    with closing(HostStore.open(tmp_path)) as opened:
        yield opened


def gate_of(store, names=None, running=lambda: True):
    async def look_up(host):
        found = (names or {}).get(host, (ADDRESS,))
        if isinstance(found, Ending):
            raise Ended(found)
        return found

    return Gate(running, store, look_up)


def release(gate, host=HOST, **how):
    gate.release(host, **{"failure": False, "took": 0.0, "retry_after": 0.0} | how)


async def asked(gate, host=HOST, **how):
    await gate.acquire(host)
    release(gate, host, **how)


async def refused(gate, host=HOST):
    with pytest.raises(Ended) as raised:
        await gate.acquire(host)
    return raised.value.ending


async def still_waiting(gate, host=HOST, seconds=0.3):
    """A request that waits; whoever calls this has to end it."""
    waiting = asyncio.ensure_future(gate.acquire(host))
    await asyncio.sleep(seconds)
    assert not waiting.done()
    return waiting


def test_five_hosts_of_an_address_are_asked_and_the_sixth_waits_for_its_turn(store):
    async def story():
        gate = gate_of(store)
        for host in NEIGHBOURS:
            await gate.acquire(host)
        waiting = await still_waiting(gate)
        assert 0 < gate.wait_for(HOST) <= LEASE_POLL
        release(gate, NEIGHBOURS[2])
        await asyncio.wait_for(waiting, 2)

    asyncio.run(story())


def test_five_hosts_of_an_address_are_all_of_this_machine(tmp_path, store):
    async def story():
        with closing(HostStore.open(tmp_path)) as theirs:
            other, gate = gate_of(theirs), gate_of(store)
            for host in NEIGHBOURS:
                await other.acquire(host)
            waiting = await still_waiting(gate)
            release(other, NEIGHBOURS[0])
            await asyncio.wait_for(waiting, 2)

    asyncio.run(story())


def test_a_host_of_another_address_does_not_wait(store):
    async def story():
        gate = gate_of(store, {HOST: (OTHER, "2a00::1")})
        for host in NEIGHBOURS:
            await gate.acquire(host)
        assert await asyncio.wait_for(gate.acquire(HOST), 1) is None

    asyncio.run(story())


def test_the_door_may_not_dial_an_address_that_came_later_and_has_no_room(store):
    async def story():
        gate = gate_of(store, {HOST: (OTHER,)})
        for host in NEIGHBOURS:
            await gate.acquire(host)
        await gate.acquire(HOST)
        assert gate.why_not_at(HOST, OTHER) is None
        ending = gate.why_not_at(HOST, ADDRESS)
        assert ending is not None
        assert ending.outcome is Outcome.DEFERRED
        assert ending.evidence["limit"] == "hosts-per-address"
        release(gate, NEIGHBOURS[0])
        assert gate.why_not_at(HOST, ADDRESS) is None

    asyncio.run(story())


def test_a_host_that_was_sent_away_from_an_address_waits_for_room_there_from_then_on(store):
    async def story():
        gate = gate_of(store, {HOST: (OTHER,)})
        for host in NEIGHBOURS:
            await gate.acquire(host)
        await gate.acquire(HOST)
        gate.why_not_at(HOST, ADDRESS)
        release(gate)
        await asyncio.sleep(0.6)
        assert gate.wait_for(HOST) == LEASE_POLL
        waiting = await still_waiting(gate)
        release(gate, NEIGHBOURS[0])
        await asyncio.wait_for(waiting, 2)

    asyncio.run(story())


def test_the_door_asks_nobody_without_a_lease(store):
    assert gate_of(store).why_not_at(HOST, ADDRESS) is not None


def test_a_name_that_cannot_be_looked_up_is_left_to_the_door(store):
    async def story():
        gate = gate_of(store, {HOST: Ending(Outcome.DNS_FAILED, "no such name")})
        await gate.acquire(HOST)
        assert gate.why_not_at(HOST, ADDRESS) is None  # by now it has one

    asyncio.run(story())


def test_an_address_in_place_of_a_name_is_its_own(store):
    async def story():
        gate = gate_of(store, {ADDRESS: ()})
        for host in NEIGHBOURS:
            await gate.acquire(host)
        (await still_waiting(gate, ADDRESS)).cancel()

    asyncio.run(story())


def test_a_stop_is_noticed_while_a_name_is_looked_up(store):
    async def never(host):
        await asyncio.sleep(60)

    async def story():
        running = [True]
        gate = Gate(lambda: running[0], store, never)
        waiting = await still_waiting(gate)
        running[0] = False
        with pytest.raises(Ended) as raised:
            await asyncio.wait_for(waiting, 1)
        assert raised.value.ending.outcome is Outcome.STOPPED

    asyncio.run(story())


# Waits that outlast the job


@pytest.mark.parametrize("again", [False, True])
def test_a_wait_that_ends_after_the_job_is_deferred_at_once_and_by_the_next_run_too(tmp_path, store, again):
    async def story():
        gate = gate_of(store)
        before = datetime.now(UTC)
        await asked(gate, failure=True, retry_after=300.0)
        assert gate.wait_for(HOST) == 0.0
        ending = await refused(gate_of(store) if again else gate)
        assert ending.outcome is Outcome.DEFERRED
        after = datetime.fromisoformat(ending.evidence["from"]) - before
        assert timedelta(seconds=300) <= after < timedelta(seconds=303)
        assert ending.evidence["limit"] == "job-seconds"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("left", "wait", "outcome"),
    [
        (JOB_TAIL.value - 0.1, 0, Outcome.JOB_LIMIT),
        (JOB_TAIL.value - 0.1, 300, Outcome.JOB_LIMIT),
        (JOB_TAIL.value + 2, 4, Outcome.DEFERRED),  # it would end where nothing starts any more
        (JOB_TAIL.value + 2, JOB_TAIL.value + 3, Outcome.DEFERRED),
        (-1, 0, Outcome.JOB_LIMIT),
    ],
)
def test_no_request_starts_where_it_might_be_cut_off(store, left, wait, outcome):
    async def story():
        gate = gate_of(store)
        if wait:
            await asked(gate, retry_after=wait)
        gate.began = time.monotonic() - JOB_SECONDS.value + left
        assert gate.wait_for(HOST) == 0.0
        assert (await refused(gate)).outcome is outcome

    asyncio.run(story())


def test_a_request_starts_while_there_is_time_for_it(store):
    async def story():
        gate = gate_of(store)
        gate.began = time.monotonic() - JOB_SECONDS.value + JOB_TAIL.value + 1
        await gate.acquire(HOST)

    asyncio.run(story())


# The wait


@pytest.mark.parametrize("how", [{"retry_after": 1.2}, {"took": 1.2}])
def test_what_was_asked_for_and_what_it_took_are_waited_for_by_this_run_and_the_next(store, how):
    async def story():
        gate = gate_of(store)
        await asked(gate, **how)
        assert 1.1 < gate.wait_for(HOST) < 1.3
        await asyncio.sleep(0.3)
        other = gate_of(store)
        assert 0.8 < other.wait_for(HOST) < 1.0
        kept = await other.acquire(HOST)
        assert 1.2 <= kept < 1.4

    asyncio.run(story())


def test_a_lease_is_renewed_while_its_request_lasts(tmp_path, store, monkeypatch):
    def held_until():
        with closing(sqlite3.connect(tmp_path / "hosts.sqlite")) as other:
            return other.execute("SELECT held_until FROM hosts").fetchone()[0]

    async def story():
        gate = gate_of(store)
        await gate.acquire(HOST)
        first = held_until()
        await asyncio.sleep(0.2)
        assert held_until() >= first + 0.1
        release(gate)
        await asyncio.sleep(0.1)
        assert held_until() is None

    monkeypatch.setattr(leases, "LEASE_BEAT", replace(LEASE_BEAT, value=0.05))
    asyncio.run(story())


def test_a_third_timeout_in_a_row_ends_the_host_for_this_job_and_an_answer_begins_anew(store):
    gate = gate_of(store)
    for timed_out in (True, True, False, True, True):
        gate.count_timeout(HOST, timed_out=timed_out)
        assert not gate.is_shut(HOST)
    gate.count_timeout(HOST, timed_out=True)
    ending = asyncio.run(refused(gate))
    assert (ending.outcome, ending.evidence["limit"]) == (Outcome.DEFERRED, "timeouts")
    assert not gate.has_blocked(HOST)
    assert not gate.is_shut("another.example.com")


def test_a_request_that_nobody_wants_any_more_waits_no_longer(store):
    async def wait():
        gate = gate_of(store)
        await asked(gate, failure=True)
        over = Ended(Ending(Outcome.STOPPED, "over"))
        wanted = [True]

        def still():
            if not wanted[0]:
                raise over

        waiting = asyncio.ensure_future(gate.acquire(HOST, still))
        await asyncio.sleep(0.1)
        wanted[0] = False
        began = time.monotonic()
        with pytest.raises(Ended) as raised:
            await waiting
        assert raised.value is over
        assert time.monotonic() - began < 0.5
        await asyncio.sleep(1.1)
        await asked(gate)  # it left nothing behind

    asyncio.run(wait())
