"""Whether another job follows, and how a URL ends that none came to."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.chain import LATER, JobEnd, Stop, unasked, why_no_more
from crawler.core.limits import JOB_SECONDS, JOB_TAIL
from crawler.core.outcome import OURS, Ending, Outcome

MORE = JobEnd(waiting=10, progress=5, deferred_for=None, pages_left=100, time_used_up=True)
LONGEST = JOB_SECONDS.value - JOB_TAIL.value


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (MORE, None),
        (replace(MORE, time_used_up=False), None),
        (replace(MORE, waiting=0), Stop.FINISHED),
        (replace(MORE, stopped=True), Stop.STOPPED),
        (replace(MORE, stopped=True, waiting=0), Stop.STOPPED),
        (replace(MORE, refused=True), Stop.NOT_VERIFIED),
        (replace(MORE, blocked=True), Stop.BLOCKED),
        (replace(MORE, pages_left=0), Stop.PAGE_LIMIT),
        (replace(MORE, pages_left=1), None),
        (replace(MORE, progress=0), Stop.JOB_LIMIT),
        (replace(MORE, progress=0, time_used_up=False), Stop.INTERNAL_ERROR),
        (replace(MORE, progress=0, deferred_for=5.0), Stop.DEFERRED),
        (replace(MORE, progress=0, unreadable=True), Stop.UNREADABLE),
        (replace(MORE, unreadable=True), None),
        (replace(MORE, deferred_for=5.0), None),
        (replace(MORE, deferred_for=LONGEST), None),
        (replace(MORE, deferred_for=LONGEST + 0.1), Stop.DEFERRED),
    ],
)
def test_a_job_follows_only_where_it_could_do_something(end: JobEnd, why: Stop | None) -> None:
    assert why_no_more(end, goes_on=True) == why


def test_a_crawl_of_one_job_ends_with_it_and_says_why() -> None:
    assert why_no_more(MORE, goes_on=False) is Stop.JOB_LIMIT
    assert why_no_more(replace(MORE, deferred_for=1.0), goes_on=False) is Stop.DEFERRED
    assert why_no_more(replace(MORE, waiting=0), goes_on=False) is Stop.FINISHED


@given(
    st.builds(
        JobEnd,
        waiting=st.integers(0, 5), progress=st.integers(0, 5),
        deferred_for=st.none() | st.floats(0, 1e6), pages_left=st.integers(0, 3),
        time_used_up=st.booleans(), stopped=st.booleans(), refused=st.booleans(), blocked=st.booleans(),
    )
)  # fmt: skip
def test_no_chain_is_endless(end: JobEnd) -> None:
    """Where a job follows, the one before it ended URLs for good, of which there are so many and no more."""
    if why_no_more(end, goes_on=True) is None:
        assert end.progress > 0
        assert end.waiting > 0
        assert end.pages_left > 0


def test_what_waits_behind_a_deferred_url_says_from_when_it_may_be_asked_for() -> None:
    deferral = Ending.deferred(JOB_SECONDS, datetime(2026, 5, 1, tzinfo=UTC), 300.0, "later")
    assert unasked(Stop.DEFERRED, deferral=deferral).evidence["from"] == "2026-05-01T00:05:00+00:00"


@pytest.mark.parametrize("why", Stop)
def test_every_reason_to_end_has_an_ending_for_what_waits(why: Stop) -> None:
    ending = unasked(why)
    assert ending.reason
    assert ending.outcome in OURS | {Outcome.NOT_VERIFIED, Outcome.BLOCKED, Outcome.ROBOTS_UNREADABLE}


def test_only_endings_of_our_own_making_leave_a_url_waiting() -> None:
    assert LATER < OURS
