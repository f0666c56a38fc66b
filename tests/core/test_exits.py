"""The exit codes of a crawl."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.exits import FAULT, FINDINGS, NOTHING_READ, REFUSED, USAGE, WRITTEN, exit_code
from crawler.core.outcome import Outcome

SEVERITIES = ("error", "warning", "notice")


def test_the_codes_are_public_api():
    assert (WRITTEN, FINDINGS, USAGE, NOTHING_READ, REFUSED, FAULT) == (0, 1, 2, 3, 4, 70)


@pytest.mark.parametrize(
    ("severities", "fail_on", "code"),
    [
        ([], None, 0),
        (["error"], None, 0),
        ([], "error", 0),
        ([], "warning", 0),
        (["notice"], "error", 0),
        (["notice"], "warning", 0),
        (["warning"], "error", 0),
        (["warning"], "warning", 1),
        (["error"], "error", 1),
        (["error"], "warning", 1),
        (["notice", "warning", "error"], "error", 1),
    ],
)
def test_findings_at_or_above_fail_on_give_one(severities, fail_on, code):
    assert exit_code([Outcome.FETCHED], severities, fail_on, pages=1) == code


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome.ROBOTS_DENIED,
        Outcome.ROBOTS_UNREADABLE,
        Outcome.BLOCKED,
        Outcome.DNS_FAILED,
        Outcome.UNREACHABLE,
        Outcome.TLS_INVALID,
        Outcome.TIMEOUT,
        Outcome.TRUNCATED,
        Outcome.BAD_RESPONSE,
        Outcome.HTTP_ERROR,
        Outcome.NOT_HTML,
        Outcome.TOO_LARGE,
        Outcome.TOO_MANY_REDIRECTS,
        Outcome.REDIRECT_LOOP,
        Outcome.JOB_LIMIT,
        Outcome.DEFERRED,
        Outcome.STOPPED,
    ],
)
def test_a_site_that_let_us_read_nothing_gives_three(outcome):
    assert exit_code([outcome], [], None, pages=0) == 3


@pytest.mark.parametrize(
    "outcome", [Outcome.PRIVATE_ADDRESS, Outcome.URL_REFUSED, Outcome.NOT_VERIFIED, Outcome.DOWNGRADE]
)
def test_our_refusal_gives_four(outcome):
    assert exit_code([Outcome.REDIRECTED, outcome], [], None, pages=0) == 4


@pytest.mark.parametrize(
    "outcome", [Outcome.PRIVATE_ADDRESS, Outcome.URL_REFUSED, Outcome.BLOCKED, Outcome.INTERNAL_ERROR]
)
def test_one_page_read_is_a_report_whatever_else_was_refused(outcome):
    assert exit_code([Outcome.FETCHED, outcome], [], None, pages=1) == 0


def test_a_fault_of_ours_is_never_blamed_on_the_site():
    assert exit_code([Outcome.INTERNAL_ERROR, Outcome.TIMEOUT], [], None, pages=0) == 70


def test_a_refusal_is_named_before_a_fault():
    assert exit_code([Outcome.INTERNAL_ERROR, Outcome.NOT_VERIFIED], [], None, pages=0) == 4


def test_findings_do_not_turn_nothing_read_into_one():
    assert exit_code([Outcome.BLOCKED], ["error"], "error", pages=0) == 3


def test_nothing_known_at_all_is_not_success():
    assert exit_code([], [], None, pages=0) == 3


@given(
    st.lists(st.sampled_from(list(Outcome))),
    st.lists(st.sampled_from(SEVERITIES)),
    st.sampled_from([None, "error", "warning"]),
)
def test_zero_pages_is_never_success(outcomes, severities, fail_on):
    assert exit_code(outcomes, severities, fail_on, pages=0) in (3, 4, 70)


@given(st.lists(st.sampled_from(list(Outcome))), st.integers(1, 2000))
def test_iterators_are_enough(outcomes, pages):
    assert exit_code(iter(outcomes), iter(()), "warning", pages) == 0
