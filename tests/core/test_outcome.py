"""Outcomes: stable names, and the one value and the one exception that carry them."""

import json
import pickle
from dataclasses import FrozenInstanceError
from datetime import datetime, timedelta, timezone

import pytest

from crawler.core.limits import JOB_SECONDS, PAGES, REQUEST_SECONDS
from crawler.core.outcome import SERVER_FAILED, Ended, Ending, Outcome

#: Public API: a name stands here for ever; a new one is added, none is renamed.
NAMES = [
    *(
        "fetched",
        "not-modified",
        "redirected",
        "http-error",
        "not-html",
        "robots-denied",
        "robots-unreadable",
        "blocked",
        "url-refused",
        "private-address",
    ),
    *(
        "out-of-scope",
        "nofollow",
        "not-verified",
        "downgrade",
        "dns-failed",
        "unreachable",
        "tls-invalid",
        "timeout",
        "truncated",
        "closed",
        "bad-response",
    ),
    *(
        "content-encoding",
        "too-many-redirects",
        "redirect-loop",
        "too-large",
        "headers-too-large",
        "parse-limit",
        "depth-limit",
        "page-limit",
        "spider-trap",
    ),
    *("job-limit", "deferred", "stopped", "internal-error", "render-limit", "render-failed"),
]


@pytest.mark.parametrize("name", NAMES)
def test_a_published_name_is_still_there(name):
    assert str(Outcome(name)) == name


def test_a_new_name_is_added_to_the_list_above():
    assert {str(outcome) for outcome in Outcome} == set(NAMES)


@pytest.mark.parametrize("outcome", Outcome)
def test_names_are_words_of_one_form(outcome):
    assert outcome.value == outcome.name.lower().replace("_", "-")


def test_server_failures_are_those_of_the_network_and_the_server():
    expected = {"dns-failed", "unreachable", "timeout", "truncated", "closed", "bad-response"}
    assert {str(outcome) for outcome in SERVER_FAILED} == expected


def test_no_refusal_of_ours_counts_against_the_server():
    refusals = {Outcome.URL_REFUSED, Outcome.PRIVATE_ADDRESS, Outcome.NOT_VERIFIED, Outcome.DOWNGRADE}
    limits = {
        Outcome.TOO_LARGE,
        Outcome.DEPTH_LIMIT,
        Outcome.PAGE_LIMIT,
        Outcome.JOB_LIMIT,
        Outcome.DEFERRED,
        Outcome.STOPPED,
    }
    assert not SERVER_FAILED & (refusals | limits)


@pytest.mark.parametrize("field", ["outcome", "reason", "evidence"])
def test_an_ending_cannot_be_changed(field):
    with pytest.raises(FrozenInstanceError):
        setattr(Ending(Outcome.FETCHED, ""), field, None)


def test_endings_without_evidence_share_nothing_that_can_be_changed():
    assert Ending(Outcome.FETCHED, "").evidence is not Ending(Outcome.FETCHED, "").evidence


def test_an_ending_crosses_to_another_process_and_back():
    ending = Ending.past(Outcome.PAGE_LIMIT, PAGES, 2001)
    assert pickle.loads(pickle.dumps(ending)) == ending


@pytest.mark.parametrize(
    ("limit", "seen", "words"),
    [
        (PAGES, 2001, "over our limit pages of 2000 pages (seen: 2001)"),
        (REQUEST_SECONDS, "no end", "over our limit request-seconds of 20 s (seen: no end)"),
    ],
)
def test_passing_a_limit_names_it_and_what_was_seen(limit, seen, words):
    ending = Ending.past(Outcome.PAGE_LIMIT, limit, seen)
    assert ending.reason == words
    expected = {"limit": limit.name, "value": limit.value, "unit": limit.unit, "seen": seen}
    assert json.loads(json.dumps(dict(ending.evidence))) == expected


@pytest.mark.parametrize(
    ("wait", "moment"),
    [
        (0, "2026-05-01T14:05:00+00:00"),
        (0.1, "2026-05-01T14:05:01+00:00"),
        (300, "2026-05-01T14:10:00+00:00"),
        (86_400.0, "2026-05-02T14:05:00+00:00"),
        (1.7e308, "2058-01-07T15:51:40+00:00"),
    ],
)
def test_what_is_deferred_says_from_when_it_may_be_asked_for_and_never_too_early(wait, moment):
    now = datetime(2026, 5, 1, 16, 5, tzinfo=timezone(timedelta(hours=2)))
    ending = Ending.deferred(JOB_SECONDS, now, wait, "it waits")
    assert ending.outcome is Outcome.DEFERRED
    assert ending.reason == f"it waits; it may be asked for from {moment} on"
    facts = {"from": moment, "limit": "job-seconds", "value": 120, "unit": "s"}
    assert json.loads(json.dumps(dict(ending.evidence))) == facts


def test_a_refusal_is_no_error_of_the_operating_system_or_it_would_be_retried():
    assert not issubclass(Ended, OSError)


def test_the_exception_carries_the_ending_and_says_it():
    ending = Ending(Outcome.BLOCKED, "somebody said no")
    assert Ended(ending).ending is ending
    assert str(Ended(ending)) == "blocked: somebody said no"
