"""Retry-After: what is a wait, by whose clock, and what is nonsense."""

from datetime import UTC, datetime, timedelta, timezone
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.limits import RETRY_AFTER
from crawler.core.retry_after import http_date, seconds

NOW = datetime(2026, 11, 6, 8, 49, 37, tzinfo=UTC)
LONGEST = RETRY_AFTER.value
DATES = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)).map(lambda at: at.replace(tzinfo=UTC, microsecond=0))


def asked(*fields, dates=(), now=NOW):
    return seconds(fields, dates, now)


def imf(at):
    return at.strftime("%a, %d %b %Y %H:%M:%S GMT")


# Seconds


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("0", 0), ("1", 1), ("120", 120), ("007", 7), ("3600", 3600), ("86400", 86_400), (" 5\t", 5),
        ("31622400", LONGEST), ("31622401", LONGEST), ("1000000001", LONGEST), ("9" * 15, LONGEST),
        ("9" * 16, LONGEST), ("9" * 60_000, LONGEST), ("0" * 60_000 + "3", 3), ("0" * 60_000, 0),
        ("6, 6", 6), ("1, 120 ,3", 120),  # fields that a proxy made one of
    ],
)  # fmt: skip
def test_rfc_seconds_are_decimal_digits_kept_to_the_full_up_to_a_year(text, wait):
    assert asked(text) == wait


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "-1", "+1", "1.5", "1e3", "0x10", "1_000", "5 s", "5s", "soon", "1, x", "1,,2", ",1", "٣", "²", "½",
        "\x00", "inf", "nan", "5\n6", "tomorrow", "P1D", "\N{NO-BREAK SPACE}5",
    ],
)  # fmt: skip
def test_nonsense_is_ignored(text):
    assert asked(text) == 0
    assert asked(text, "4", text) == 4


def test_of_several_fields_the_longest_counts():
    assert asked("3", "7", "5") == 7
    assert asked(imf(NOW + timedelta(seconds=9)), "7") == 9
    assert asked() == 0


# Dates


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "sun, 06 nov 1994 08:49:37 gmt", "Mon, 06 Nov 1994 08:49:37 GMT", " Sun, 06 Nov 1994 08:49:37 GMT ",
    ],
)  # fmt: skip
def test_rfc_the_three_forms_of_a_date_are_one_moment(text):
    assert http_date(text, NOW) == datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 94", "1994-11-06T08:49:37Z", "784111777", "",
        "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
    ],
)  # fmt: skip
def test_what_is_no_date_of_http_is_none(text):
    assert http_date(text, NOW) is None


@pytest.mark.parametrize(
    ("year", "written", "meant"),
    [(2026, "76", 2076), (2026, "77", 1977), (2026, "26", 2026), (2026, "00", 2000), (2098, "01", 2101)],
)
def test_rfc_two_digits_are_the_nearest_year_and_none_is_over_fifty_years_ahead(year, written, meant):
    now = datetime(year, 6, 1, tzinfo=UTC)
    assert http_date(f"Sunday, 06-Nov-{written} 08:49:37 GMT", now).year == meant


def test_a_leap_second_is_the_one_before():
    assert http_date("Sat, 31 Dec 2016 23:59:60 GMT", NOW) == datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ahead", "theirs", "wait"),
    [
        (30, None, 30),  # no Date: our clock
        (30, 0, 30),
        (30, -20, 50),  # their clock is behind ours: 50 s by theirs
        (30, 20, 30),  # their clock is ahead, or ours behind: the longer
        (-30, None, 0),  # over
        (-30, -100, 70),
        (0, 0, 0),
        (86_400, 0, 86_400),
        (10**9, 0, LONGEST),
    ],
)
def test_a_date_is_judged_by_the_servers_clock_and_by_ours_and_the_longer_wait_counts(ahead, theirs, wait):
    dates = [] if theirs is None else [imf(NOW + timedelta(seconds=theirs))]
    assert asked(imf(NOW + timedelta(seconds=ahead)), dates=dates) == wait


@pytest.mark.parametrize("date", ["", "yesterday", "0", "Sun, 31 Feb 1994 08:49:37 GMT"])
def test_a_date_field_that_is_none_leaves_our_clock(date):
    assert asked(imf(NOW + timedelta(seconds=30)), dates=[date]) == 30


def test_seconds_do_not_depend_on_any_clock():
    assert asked("5", dates=[imf(NOW - timedelta(days=9))]) == 5


def test_our_clock_may_be_in_any_zone():
    now = NOW.astimezone(timezone(timedelta(hours=9)))
    assert asked(imf(NOW + timedelta(seconds=5)), now=now) == 5


# Whatever comes

TEXTS = st.text(max_size=60) | st.integers().map(str) | DATES.map(imf)


@given(st.lists(TEXTS, max_size=4), st.lists(TEXTS, max_size=3), DATES)
def test_nothing_raises_and_every_wait_is_a_finite_number_from_nought_to_a_year(fields, dates, now):
    wait = seconds(fields, dates, now)
    assert isfinite(wait)
    assert 0 <= wait <= LONGEST


@given(DATES, st.integers(0, int(LONGEST)))
def test_a_date_asks_for_as_much_as_the_seconds_to_it(now, ahead):
    assert seconds([imf(now + timedelta(seconds=ahead))], [imf(now)], now) == ahead


@given(DATES)
def test_every_form_of_a_date_reads_back(at):
    assert http_date(imf(at), NOW) == http_date(at.strftime("%a %b %e %H:%M:%S %Y"), NOW) == at


@given(st.lists(TEXTS, max_size=4), st.lists(TEXTS, max_size=3), TEXTS)
def test_one_field_more_never_shortens_the_wait(fields, dates, more):
    assert seconds([*fields, more], dates, NOW) >= seconds(fields, dates, NOW)
