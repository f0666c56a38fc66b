"""The gate's arithmetic."""

from dataclasses import replace
from functools import reduce
from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.outcome import SERVER_FAILED, Outcome
from crawler.core.pacing import HostState, base_wait, delayed, ended, failed, may_start, started, wait

FRESH = HostState()
DELAYS = st.floats(0, 100_000) | st.sampled_from([0.0, 0.5, 600.0, 86_400.0])
#: Failures that bring the shortest wait to the ceiling: 0.5 s * 2^11 is the first that is over 600 s.
STEPS = 11


def after(state, *, failure, now=0.0, **asked):
    return ended(started(state), now, failure=failure, **asked)


def failing(times, state=FRESH):
    return reduce(lambda host, _: after(host, failure=True), range(times), state)


# What makes the wait longer


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (200, False), (301, False), (404, False), (428, False), (429, True), (430, False),
        (499, False), (500, True), (503, True), (599, True), (600, False), (None, False),
    ],
)  # fmt: skip
def test_a_429_and_every_5xx_is_a_failure(status, expected):
    assert failed(status, None) is expected


@pytest.mark.parametrize("outcome", Outcome)
def test_a_broken_exchange_is_a_failure_and_a_refusal_of_ours_is_not(outcome):
    assert failed(None, outcome) is (True if outcome in SERVER_FAILED else None)


@pytest.mark.parametrize("outcome", [Outcome.TIMEOUT, Outcome.TRUNCATED, Outcome.UNREACHABLE])
def test_a_timeout_and_a_broken_connection_are_failures(outcome):
    assert failed(200, outcome)


def test_an_ending_that_says_nothing_of_the_server_leaves_the_wait_as_it_is():
    state = HostState(in_flight=True, failures=3)
    assert ended(state, 10.0, failure=None).failures == 3


# How long


@pytest.mark.parametrize(
    ("delay", "min_wait", "seconds"),
    [
        (0, 0.5, 0.5), (0.49, 0.5, 0.5), (0.5, 0.5, 0.5), (0.51, 0.5, 0.51),
        (0, 0.1, 0.5), (0, 0, 0.5), (0, -5, 0.5), (-5, 0.5, 0.5),
        (0, 2, 2), (1.9, 2, 2), (2.1, 2, 2.1), (599, 0.5, 599), (601, 0.5, 601), (86_400, 0.5, 86_400),
    ],
)  # fmt: skip
def test_the_longest_of_our_wait_the_operators_and_the_owners_counts(delay, min_wait, seconds):
    state = HostState(crawl_delay=delay, min_wait=min_wait)
    assert base_wait(state) == wait(state) == seconds


@pytest.mark.parametrize(
    ("delay", "failures", "seconds"),
    [
        (0, 1, 1), (0, 2, 2), (0, 3, 4), (0, 10, 512), (0, 11, 600), (0, 12, 600),
        (3, 1, 6), (3, 7, 384), (3, 8, 600), (299, 1, 598), (300, 1, 600), (301, 1, 600),
        (599, 1, 600), (600, 0, 600), (600, 1, 600), (601, 0, 601), (601, 5, 601), (10_000, 3, 10_000),
    ],
)  # fmt: skip
def test_every_failure_doubles_up_to_the_ceiling_or_the_crawl_delay(delay, failures, seconds):
    assert wait(failing(failures, HostState(crawl_delay=delay))) == seconds


@pytest.mark.parametrize("failures", [64, 1_000, 10**9])
def test_no_number_of_failures_overflows(failures):
    assert wait(HostState(failures=failures)) == 600


@pytest.mark.parametrize("failures", range(1, STEPS + 1))
def test_a_success_takes_exactly_one_step_back(failures):
    state = after(failing(failures), failure=False)
    assert state.failures == failures - 1
    assert wait(state) == 0.5 * 2 ** (failures - 1)


def test_a_success_of_a_host_that_never_failed_changes_nothing():
    assert after(FRESH, failure=False).failures == 0


@pytest.mark.parametrize("failures", [STEPS - 1, STEPS, STEPS + 1, 5_000])
def test_failures_past_the_ceiling_are_not_banked(failures):
    state, successes = failing(failures), 0
    while wait(state) > 0.5:
        state, successes = after(state, failure=False), successes + 1
    assert successes == min(failures, STEPS)


def test_failures_under_a_long_crawl_delay_are_not_banked_either():
    state = failing(5_000, HostState(crawl_delay=900))
    assert state.failures == 0
    assert wait(delayed(state, None)) == 0.5


# A slow server, and Retry-After


@pytest.mark.parametrize(
    ("took", "retry_after", "seconds"),
    [
        (0, 0, 0.5), (0.4, 0, 0.5), (0.6, 0, 0.6), (20, 0, 20), (0, 0.4, 0.5), (0, 3, 3), (4, 3, 4), (3, 4, 4),
        (0, 600, 600), (0, 601, 601), (0, 86_400, 86_400), (900, 0, 900),
    ],
)  # fmt: skip
def test_the_wait_is_at_least_what_the_last_request_took_and_what_its_answer_asked_for(took, retry_after, seconds):
    state = after(FRESH, failure=False, now=10.0, took=took, retry_after=retry_after)
    assert wait(state) == seconds
    assert state.ready_at == 10.0 + seconds


@pytest.mark.parametrize(
    ("failures", "retry_after", "seconds"), [(3, 3, 4), (3, 5, 5), (11, 300, 600), (11, 3600, 3600)]
)
def test_the_longer_of_retry_after_and_the_doubled_wait_counts_and_it_is_not_doubled_itself(
    failures, retry_after, seconds
):
    assert wait(after(failing(failures - 1), failure=True, retry_after=retry_after)) == seconds


def test_what_one_answer_asked_for_and_took_is_over_with_the_next():
    state = after(FRESH, failure=False, took=8.0, retry_after=30.0)
    assert wait(after(state, failure=False)) == 0.5


def test_a_delay_learned_later_does_not_shorten_what_was_asked_for():
    state = after(FRESH, failure=False, now=10.0, retry_after=30.0)
    assert delayed(state, 5.0).ready_at == 40.0
    assert delayed(state, 50.0).ready_at == 60.0


@pytest.mark.parametrize("long", [{"took": 900.0}, {"retry_after": 86_400.0}])
def test_a_long_wait_of_that_kind_does_not_hide_a_failure(long):
    assert after(FRESH, failure=True, **long).failures == 1
    state = reduce(lambda host, _: after(host, failure=True, **long), range(5_000), FRESH)
    assert state.failures == STEPS


# When


def test_a_host_that_was_never_asked_may_be_asked():
    assert may_start(FRESH, 0.0)


def test_nobody_asks_a_host_that_is_being_asked():
    state = started(FRESH)
    assert not may_start(state, 1e9)
    with pytest.raises(ValueError, match="two requests at once"):
        started(state)


@pytest.mark.parametrize(("now", "expected"), [(0, False), (100, False), (100.499, False), (100.5, True), (1e9, True)])
def test_the_wait_runs_from_the_end_of_the_request(now, expected):
    assert may_start(after(FRESH, failure=False, now=100.0), now) is expected


def test_a_slow_answer_does_not_use_up_the_wait():
    first = after(FRESH, failure=False, now=10.0)
    slow = ended(started(first), 30.0, failure=False)
    assert slow.ready_at == 30.5


@pytest.mark.parametrize(("delay", "ready"), [(None, 10.5), (0, 10.5), (0.4, 10.5), (0.6, 10.6), (5, 15), (1000, 1010)])
def test_a_delay_learned_after_a_request_counts_from_its_end(delay, ready):
    assert delayed(after(FRESH, failure=False, now=10.0), delay).ready_at == ready


def test_a_delay_learned_during_a_request_counts_from_its_end():
    state = delayed(started(FRESH), 7.0)
    assert state.in_flight
    assert ended(state, 10.0, failure=False).ready_at == 17.0


def test_a_delay_learned_before_any_request_makes_nobody_wait():
    assert may_start(delayed(FRESH, 60.0), 0.0)


def test_a_shorter_delay_counts_from_the_next_request_on():
    state = delayed(after(HostState(crawl_delay=60), failure=False, now=10.0), 1.0)
    assert state.ready_at == 70.0
    assert after(state, failure=False, now=70.0).ready_at == 71.0


def test_a_delay_is_doubled_by_the_failures_before_it():
    state = delayed(failing(2), 10.0)
    assert wait(state) == state.ready_at == 40.0


@pytest.mark.parametrize("delay", [float("inf"), float("nan"), -1.0, float("-inf")])
def test_a_number_that_is_no_delay_never_shortens_the_wait(delay):
    assert delayed(after(FRESH, failure=False, now=10.0), delay).ready_at >= 10.5


# Whatever happens

EVENTS = st.lists(
    st.tuples(
        st.floats(0, 50), st.booleans(), st.none() | DELAYS, st.floats(0, 1e4), st.floats(0, 1e4), DELAYS
    ),
    max_size=60,
)  # fmt: skip


@given(EVENTS, st.floats(0, 100))
def test_the_wait_is_never_below_the_floor_nor_above_the_ceiling(events, min_wait):
    state, now = HostState(min_wait=min_wait), 0.0
    for idle, failure, delay, late, took, asked in events:
        state = delayed(state, delay)
        now = max(now + idle, state.ready_at) + late
        assert may_start(state, now)
        state = ended(started(state), now + took, failure=failure, took=took, retry_after=asked)
        now += took
        least = max(0.5, min_wait, delay or 0.0)
        assert max(least, took, asked) <= wait(state) <= max(600.0, least, took, asked)
        assert state.ready_at == now + wait(state)
        assert state.failures <= STEPS


@given(DELAYS, st.integers(1, 50), DELAYS)
def test_a_delay_never_makes_a_host_ready_earlier(first, failures, then):
    state = failing(failures, HostState(crawl_delay=first))
    assert delayed(state, then).ready_at >= max(state.ready_at, then)


STATES = st.builds(
    HostState, failures=st.integers(0, 40), crawl_delay=DELAYS, min_wait=st.floats(0, 700), took=DELAYS,
    retry_after=DELAYS,
)  # fmt: skip


@given(STATES, st.sampled_from(["failures", "crawl_delay", "min_wait", "took", "retry_after"]), st.integers(0, 5_000))
def test_more_of_anything_never_makes_the_wait_shorter(state, name, more):
    assert wait(replace(state, **{name: getattr(state, name) + more})) >= wait(state)


@given(STATES, st.booleans(), DELAYS, DELAYS)
def test_a_failure_never_makes_the_wait_shorter_nor_a_success_longer(state, failure, took, asked):
    same = after(replace(state, failures=min(state.failures, STEPS)), failure=None, took=took, retry_after=asked)
    then = after(replace(state, failures=min(state.failures, STEPS)), failure=failure, took=took, retry_after=asked)
    assert wait(then) >= wait(same) if failure else wait(then) <= wait(same)


@given(DELAYS, st.integers(0, 3_000))
def test_the_way_down_is_short_however_long_the_host_was_down(delay, failures):
    state = replace(failing(min(failures, 100)), crawl_delay=delay)
    for _ in repeat(None, STEPS):
        state = after(state, failure=False)
    assert wait(state) == max(0.5, delay)
