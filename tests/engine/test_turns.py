"""Whose turn it is: every item once, no host before its time or twice at once, and nobody is passed over."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.engine.turns import LEAST_WAIT, Turns


class Clocked:
    """Turns with hosts whose times are written in a table, and a clock the test moves."""

    def __init__(self, **ready: float):
        self.turns: Turns[str] = Turns()
        self.ready, self.now, self.asked = ready, 0.0, 0

    def add(self, host: str, item: str, priority: int = 0) -> None:
        self.turns.add(host, item, priority, self.now)

    def take(self) -> str | None:
        given = self.turns.take(self.now, self.wait)
        return None if given is None else given[1]

    def wait(self, host: str, first: str) -> float:
        self.asked += 1
        return self.ready.get(host, 0.0) - self.now

    def done(self, host: str, ready: float = 0.0) -> None:
        self.ready[host] = ready
        self.turns.done(host, self.now)


def filled(items: list[str], **ready: float) -> Clocked:
    """Items such as "a1": a host and a number."""
    clocked = Clocked(**ready)
    for item in items:
        clocked.add(item[0], item)
    return clocked


def test_hosts_take_turns():
    room, order = filled(["a1", "a2", "a3", "b1", "b2", "c1"]), []
    while item := room.take():
        order.append(item)
        room.done(item[0])
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_the_best_priority_of_a_host_is_first_and_then_the_first_come():
    room, order = Clocked(), []
    for item, priority in (("a1", 0), ("a2", 5), ("a3", -1000), ("a4", 5)):
        room.add("a", item, priority)
    while item := room.take():
        order.append(item)
        room.done("a")
    assert order == ["a2", "a4", "a1", "a3"]


def test_a_host_is_not_given_twice_before_it_is_done():
    room = filled(["a1", "a2"])
    assert room.take() == "a1"
    assert room.take() is None
    assert room.turns.due is None  # nothing to wait for but the one that was given
    room.add("a", "a3")
    assert room.take() is None
    room.done("a")
    assert room.take() == "a2"


@pytest.mark.parametrize(("now", "item"), [(0.0, None), (4.999, None), (5.0, "a1"), (9.0, "a1")])
def test_a_host_is_not_given_before_its_time(now, item):
    room = filled(["a1"], a=5.0)
    assert room.take() is None
    room.now = now
    assert room.take() == item


def test_a_wait_that_grew_while_the_host_stood_in_line_is_kept():
    room = filled(["a1", "b1"], a=1.0, b=2.0)
    assert room.take() is None
    room.ready["a"], room.now = 10.0, 3.0
    assert (room.take(), room.take()) == ("b1", None)
    assert room.turns.due == 10.0
    room.now = 10.0
    assert room.take() == "a1"


def test_what_was_ready_first_goes_first_although_it_came_last():
    room = filled(["a1", "b1", "c1"], a=3.0, b=1.0, c=2.0)
    assert room.take() is None
    room.now = 5.0
    assert [room.take() for _ in range(3)] == ["b1", "c1", "a1"]


def test_a_host_that_was_ready_is_not_passed_over_by_one_that_is_soon_done():
    room = filled(["a1", "a2", "a3", "b1"], b=1.0)
    room.ready["a"] = 0.5
    room.take()
    room.now = 5.0
    order = []
    for _ in range(3):
        order.append(room.take())
        room.done("a")
    assert order == ["a1", "b1", "a2"]


def test_due_is_the_first_time_at_which_a_host_may_be_asked():
    room = filled(["a1", "b1"], a=3.0, b=1.5)
    assert room.turns.due == 0.0  # nobody was looked at yet
    room.take()
    assert room.turns.due == 1.5


def test_a_change_for_all_lets_every_host_be_looked_at():
    room = filled(["a1", "b1"], a=3.0, b=1.5)
    room.take()
    room.ready = {}
    assert room.take() is None
    room.turns.look_at_all(room.now)
    assert sorted([room.take(), room.take()]) == ["a1", "b1"]


def test_a_wait_too_small_to_add_up_is_looked_at_once():
    room = filled(["a1"], a=1e9 + 1e-9)
    room.turns.take(1e9, lambda host, first: 1e-12)
    assert room.turns.due == pytest.approx(1e9 + LEAST_WAIT, abs=1e-6)


def test_a_look_costs_no_more_with_many_waiting_hosts():
    room = Clocked(**{f"h{number}": 100.0 for number in range(1000)})
    for number in range(1000):
        room.add(f"h{number}", f"x{number}")
    room.take()
    assert room.asked == 1000
    for room.now in (1.0, 2.0, 3.0):
        assert room.take() is None
    room.add("ready", "r1")
    assert room.take() == "r1"
    assert room.asked == 1001


def test_what_waits_is_counted():
    room = filled(["a1", "a2", "b1"])
    assert len(room.turns) == 3
    assert room.take() == "a1"
    assert len(room.turns) == 2


# Whatever comes, in whatever order

HOSTS = "abc"
WAITS = st.sampled_from([0.0, 0.0, 1.0, 2.5]) | st.floats(0, 8)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from(HOSTS), st.integers(-3, 3)),
        st.tuples(st.just("pass"), WAITS, st.none()),
        st.tuples(st.just("take"), st.integers(1, 3), st.none()),
        *(st.tuples(st.just("turn"), WAITS, WAITS),) * 4,
        st.tuples(st.just("done"), st.sampled_from(HOSTS), WAITS),
        st.tuples(st.just("delay"), st.sampled_from(HOSTS), WAITS),
        st.tuples(st.just("all"), st.none(), st.none()),
    ),
    max_size=60,
)


class Witness:
    """Drives Turns and says no where something is given that may not be."""

    def __init__(self) -> None:
        self.turns: Turns[tuple[str, int, int]] = Turns()
        self.now = 0.0
        self.ready = dict.fromkeys(HOSTS, 0.0)
        self.out: set[str] = set()
        self.waiting: dict[str, list[tuple[int, int]]] = {host: [] for host in HOSTS}
        self.given: list[tuple[str, int, int]] = []
        self.taken_in: list[tuple[str, int, int]] = []
        #: Of each ready host, how often each other was given since it could have been.
        self.passed_over: dict[str, list[str]] = {}

    def step(self, kind, one, two):
        getattr(self, f"on_{kind}")(one, two)

    def on_add(self, host, priority):
        item = (host, priority, len(self.taken_in))
        self.taken_in.append(item)
        self.waiting[host].append((-priority, item[2]))
        self.turns.add(host, item, priority, self.now)

    def on_pass(self, seconds, _):
        self.now += seconds

    def on_delay(self, host, seconds):
        """A longer wait was learnt of, past the queue."""
        self.ready[host] = max(self.ready[host], self.now + seconds)
        self.passed_over.pop(host, None)

    def on_all(self, *_):
        self.turns.look_at_all(self.now)

    def on_done(self, host, wait):
        if host in self.out:
            self.out.discard(host)
            self.ready[host] = max(self.ready[host], self.now + wait)
            self.turns.done(host, self.now)

    def on_turn(self, seconds, wait):
        """Time passes, all that was given ends at once, and one more is given."""
        self.now += seconds
        for host in HOSTS:
            self.on_done(host, wait)
        self.on_take(1, None)

    def on_take(self, times, _):
        for _ in range(times):
            ready = {h for h in HOSTS if h not in self.out and self.waiting[h] and self.ready[h] <= self.now}
            taken = self.turns.take(self.now, lambda host, _: self.ready[host] - self.now)
            if taken is None:
                # LEAST_WAIT: a host that was looked at a moment too soon is not looked at again at once.
                assert not {h for h in ready if self.ready[h] <= self.now - 2 * LEAST_WAIT}
                return
            self.check(*taken, ready)

    def check(self, host, item, ready):
        assert host in ready
        assert (-item[1], item[2]) == min(self.waiting[host])
        self.waiting[host].remove(min(self.waiting[host]))
        self.out.add(host)
        self.given.append(item)
        self.passed_over.pop(host, None)
        for other in ready - {host}:
            passed = self.passed_over.setdefault(other, [])
            assert host not in passed, f"{host} twice while {other} was ready"
            passed.append(host)

    def drain(self):
        while len(self.turns):
            self.on_take(len(HOSTS), None)
            for host in HOSTS:
                self.on_done(host, 0.0)
            self.now += 1.0


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(["", "ab", "cab"]), STEPS)
def test_every_item_comes_once_never_too_soon_never_two_of_a_host_and_no_host_is_passed_over_twice(stocked, steps):
    witness = Witness()
    for host in stocked * 5:
        witness.on_add(host, 0)
    for step in steps:
        witness.step(*step)
        assert len(witness.turns) == len(witness.taken_in) - len(witness.given)
    witness.drain()
    assert sorted(witness.given) == sorted(witness.taken_in)
