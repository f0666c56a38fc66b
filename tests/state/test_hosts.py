"""What is remembered of a host outlives the run, and only one process at a time may ask."""

import sqlite3
from pathlib import Path

import pytest

from crawler.core.limits import LEASE
from crawler.state.hosts import HostStore, StoreUnusable

HOST = "www.example.com"


@pytest.fixture
def store(tmp_path: Path):
    opened = HostStore.open(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def other(tmp_path: Path):
    opened = HostStore.open(tmp_path)
    yield opened
    opened.close()


def change(folder: Path, column: str, value: object) -> None:
    with sqlite3.connect(folder / "hosts.sqlite") as connection:
        connection.execute(f"UPDATE hosts SET {column} = ?", (value,))
    connection.close()


def test_a_new_host_has_no_past(store):
    memory = store.recall(HOST)
    assert (memory.failures, memory.ended_ago, memory.crawl_delay, memory.held_by_other) == (0, None, 0.0, False)


def test_a_lease_is_for_one(store, other):
    assert store.take(HOST, None)
    assert not other.take(HOST, None)
    assert other.recall(HOST).held_by_other
    assert not store.recall(HOST).held_by_other


def test_what_was_given_back_is_remembered_by_the_next(store, other):
    store.take(HOST, None)
    store.give_back(HOST, 3, 5.0)
    memory = other.recall(HOST)
    assert (memory.failures, memory.crawl_delay, memory.held_by_other) == (3, 5.0, False)
    assert memory.ended_ago is not None
    assert memory.ended_ago < 1


def test_a_lease_is_not_taken_on_stale_knowledge(store, other):
    store.take(HOST, None)
    store.give_back(HOST, 0, 0.0)
    assert not other.take(HOST, None)  # it does not know of the request that just ended
    assert other.take(HOST, other.recall(HOST).ended_ago)


def test_a_lease_that_ran_out_is_free(tmp_path, store, other):
    store.take(HOST, None)
    change(tmp_path, "held_until", 1.0)
    assert not other.recall(HOST).held_by_other
    assert other.take(HOST, None)


def test_a_lease_that_another_took_over_is_not_given_back_by_the_first(tmp_path, store, other):
    store.take(HOST, None)
    change(tmp_path, "held_until", 1.0)
    other.take(HOST, None)
    store.give_back(HOST, 0, 0.0)
    assert store.recall(HOST).held_by_other


def test_closing_gives_back_what_is_held(tmp_path, other):
    first = HostStore.open(tmp_path)
    first.take(HOST, None)
    first.close()
    assert not other.recall(HOST).held_by_other


def test_a_clock_that_was_set_back_does_not_make_a_host_wait(tmp_path, store):
    store.take(HOST, None)
    store.give_back(HOST, 0, 0.0)
    change(tmp_path, "ended", 9e9)
    assert store.recall(HOST).ended_ago == 0.0
    assert store.take(HOST, 0.0)


def test_a_lease_from_before_the_clock_was_set_back_is_free(tmp_path, store, other):
    store.take(HOST, None)
    change(tmp_path, "held_until", 9e9)
    assert not other.recall(HOST).held_by_other
    assert other.take(HOST, None)


def test_a_crawl_delay_is_remembered_at_once(store, other):
    store.take(HOST, None)
    store.give_back(HOST, 0, 0.0)
    store.set_crawl_delay(HOST, 8.0)
    assert other.recall(HOST).crawl_delay == 8.0


def test_a_lease_outlasts_every_request():
    assert LEASE.value > 20


def test_a_file_that_is_no_store_is_an_error_that_names_it(tmp_path):
    (tmp_path / "hosts.sqlite").write_text("no database" * 100)
    with pytest.raises(StoreUnusable, match=r"hosts\.sqlite"):
        HostStore.open(tmp_path)
