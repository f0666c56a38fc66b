"""What an answer's header says of a file: its size, how long it is kept, and whether GET would tell more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.outcome import Outcome
from crawler.core.served import facts, fails_by_head, fresh_seconds, length, worth_a_get

DATE = "Thu, 01 Jan 2026 00:00:00 GMT"


@pytest.mark.parametrize(
    ("fields", "announced", "size"),
    [
        ({"content-length": "600"}, None, 600),
        ({"content-length": "600", "content-encoding": "identity"}, None, 600),
        ({"content-length": "600", "content-encoding": "gzip"}, None, None),  # of the packed file
        ({"content-length": "600, 600"}, None, 600),
        ({}, 700, 700),
        ({}, None, None),
        ({"content-length": "-1"}, None, None),
        ({"content-length": "\u0661"}, None, None),
        ({"content-length": "9" * 40}, None, None),
        ({"content-encoding": "br"}, 700, None),
    ],
)
def test_the_size_is_that_of_the_file_itself(fields, announced, size):
    assert length(fields, announced) == size


@pytest.mark.parametrize(
    ("fields", "seconds"),
    [
        ({"cache-control": "public, max-age=60"}, 60),
        ({"cache-control": 'MAX-AGE="60"'}, 60),
        ({"cache-control": "max-age=60, max-age=90"}, 60),
        ({"cache-control": "no-store, max-age=60"}, 0),
        ({"cache-control": "max-age=soon", "date": DATE, "expires": DATE}, None),  # max-age is the one that counts
        ({"cache-control": "max-age=" + "9" * 30}, 2**31),
        ({"cache-control": "s-maxage=60"}, None),
        ({"date": DATE, "expires": "Thu, 01 Jan 2026 01:00:00 GMT"}, 3600),
        ({"date": DATE, "expires": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0),
        ({"date": DATE, "expires": "0"}, None),
        ({"expires": DATE}, None),
        ({}, None),
    ],
)
def test_how_long_a_browser_may_keep_it(fields, seconds):
    assert fresh_seconds(fields) == seconds


@pytest.mark.parametrize("status", [400, 403, 404, 405, 500, 501])
def test_head_refused_is_asked_again_by_get(status):
    assert worth_a_get(status, {}, ())


@pytest.mark.parametrize("status", [401, 402, 407, 410, 429, 451, 503])
def test_a_refusal_that_is_meant_is_not(status):
    assert not worth_a_get(status, {}, ("image",))


def test_an_image_without_a_size_is_and_nothing_else_that_works():
    assert worth_a_get(200, {}, ("image",))
    assert not worth_a_get(200, {"content-length": "1"}, ("image",))
    assert not worth_a_get(200, {}, ("style",))
    assert not worth_a_get(204, {}, ("image",))


@pytest.mark.parametrize("outcome", list(Outcome))
def test_only_a_broken_answer_may_be_the_fault_of_head(outcome):
    assert fails_by_head(outcome) == (outcome in (Outcome.CLOSED, Outcome.BAD_RESPONSE))


def test_facts_are_json_values_and_leave_out_what_was_not_said():
    assert facts("HEAD", {}, 700) == {"method": "HEAD"}  # what is announced by HEAD is no body
    fields = {"cache-control": "max-age=5", "content-length": "9", "x-content-type-options": "NoSniff"}
    assert facts("GET", fields, None) == {
        "method": "GET", "length": 9, "cache_control": "max-age=5", "fresh_seconds": 5, "nosniff": True,
    }  # fmt: skip


@given(st.dictionaries(st.sampled_from(["cache-control", "expires", "date", "content-length"]), st.text(max_size=60)))
def test_no_header_makes_it_fail(fields):
    facts("GET", fields, 1)
