"""Moments as people write them."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.moments import moment

EAST = timezone(timedelta(hours=2))
#: Already the next day in EAST.
NOW = datetime(2026, 5, 1, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "began", "ended"),
    [
        ("2026-05-01T14:05", "2026-05-01T14:05:00+02:00", "2026-05-01T14:05:59.999+02:00"),
        ("2026-05-01 14:05", "2026-05-01T14:05:00+02:00", "2026-05-01T14:05:59.999+02:00"),
        ("2026-05-01T14:05:30", "2026-05-01T14:05:30+02:00", "2026-05-01T14:05:30.999+02:00"),
        ("2026-05-01T14:05:30.250", "2026-05-01T14:05:30.250+02:00", "2026-05-01T14:05:30.250+02:00"),
        ("2026-05-01T14:05Z", "2026-05-01T14:05:00+00:00", "2026-05-01T14:05:59.999+00:00"),
        ("2026-05-01T14:05-05:00", "2026-05-01T14:05:00-05:00", "2026-05-01T14:05:59.999-05:00"),
        ("2026-05-01", "2026-05-01T00:00:00+02:00", "2026-05-01T23:59:59.999+02:00"),
        ("14:05", "2026-05-02T14:05:00+02:00", "2026-05-02T14:05:59.999+02:00"),
        ("9:05", "2026-05-02T09:05:00+02:00", "2026-05-02T09:05:59.999+02:00"),
        (" 14:05:30 ", "2026-05-02T14:05:30+02:00", "2026-05-02T14:05:30.999+02:00"),
    ],
)
def test_a_moment_is_in_the_zone_asked_for_unless_it_says_its_own(text, began, ended):
    assert moment(text, EAST, NOW) == datetime.fromisoformat(began)
    assert moment(text, EAST, NOW, end=True) == datetime.fromisoformat(ended)


def test_a_zone_with_summer_time_has_the_offset_of_that_day():
    zone = ZoneInfo("Europe/Prague")
    assert moment("2026-01-15T12:00", zone, NOW).utcoffset() == timedelta(hours=1)
    assert moment("2026-07-15T12:00", zone, NOW).utcoffset() == timedelta(hours=2)


@pytest.mark.parametrize(
    "text", ["", "now", "25:00", "14", "yesterday 14:05", "2026-13-01", "2026-05-01T", "1777777777.5"]
)
def test_what_names_no_moment_is_refused(text):
    with pytest.raises(ValueError):
        moment(text, EAST, NOW)


@given(st.text(max_size=30), st.booleans())
def test_whatever_is_written_is_a_moment_or_a_value_error(text, end):
    with suppress(ValueError, OverflowError):
        assert moment(text, UTC, NOW, end=end).tzinfo is not None
