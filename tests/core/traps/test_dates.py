"""Dates in URLs: what is one, what is none, and what stands in its place."""

import pytest

from crawler.core.traps.dates import DAY, MONTH, WEEK, dated
from crawler.core.traps.parts import Parts, classed, is_token, take_apart
from crawler.core.urls import Url, normalise


def parts(target) -> Parts:
    url = normalise(f"https://a.example.com{target}")
    assert isinstance(url, Url)
    return take_apart(url)


@pytest.mark.parametrize(
    ("target", "date", "grain", "path"),
    [
        ("/events/2031/05/", (2031, 5), MONTH, "/events/{month}"),
        ("/events/2031/5/7", (2031, 5, 7), DAY, "/events/{day}"),
        ("/2019/05/12/a-story", (2019, 5, 12), DAY, "/{day}/a-story"),
        ("/events/05/2031", (2031, 5), MONTH, "/events/{month}"),
        ("/events/31/05/2031", (2031, 5, 31), DAY, "/events/{day}"),
        ("/events/2031/may", (2031, 5), MONTH, "/events/{month}"),
        ("/events/2031/September", (2031, 9), MONTH, "/events/{month}"),
        ("/events/2031/week-7", (2031, 7), WEEK, "/events/{week}"),
        ("/events/2031-W07", (2031, 7), WEEK, "/events/{week}"),
        ("/events-2031-05.html", (2031, 5), MONTH, "/events-{month}.html"),
        ("/2031-05-12-story", (2031, 5, 12), DAY, "/{day}-story"),
        ("/31.12.2031", (2031, 12, 31), DAY, "/{day}"),
        ("/20310512.html", (2031, 5, 12), DAY, "/{day}.html"),
        ("/203105", (2031, 5), MONTH, "/{month}"),
        ("/c?month=2031-05", (2031, 5), MONTH, "/c"),
        ("/c?date=20310512", (2031, 5, 12), DAY, "/c"),
        ("/c?tribe-bar-date=2031-05-12", (2031, 5, 12), DAY, "/c"),
        ("/c?year=2031&month=5", (2031, 5), MONTH, "/c"),
        ("/c?cal_year=2031&cal_month=5&cal_day=9", (2031, 5, 9), DAY, "/c"),
        ("/c?year=2031&week=5", (2031, 5), WEEK, "/c"),
        ("/c?ts=1780000000", (2026, 20601, 0), DAY, "/c"),
        ("/c?time=1780000000000", (2026, 20601, 0), DAY, "/c"),
        ("/c?from=2031-05-12T10%3A00&to=2031-06-12T10%3A00", (2031, 5, 12), DAY, "/c"),
    ],
)
def test_a_date(target, date, grain, path):
    found = dated(parts(target))
    assert (found.date, found.grain, found.rest.path) == (date, grain, path)


@pytest.mark.parametrize(
    "target",
    [
        "/product/1999", "/2019", "/c?year=2031", "/c?month=5&day=2", "/c?id=20310512", "/c?id=2031", "/v/2024.05.1",
        "/part/1234-56", "/part/8020-10", "/call/0800-12-34", "/events/2031/13", "/events/2031/0", "/thread/2500/3",
        "/20311301", "/c?date=20311301", "/c?ts=12345", "/c?sts=1780000000x", "/a-123456-05-12",
        "/movies/1999/thriller",
        "/c?date=", "/events/2031/weekly", "/", "/c?2031", "/99-99-2031",
    ],
)  # fmt: skip
def test_no_date(target):
    assert dated(parts(target)) is None


def test_two_days_of_one_page_leave_the_same_rest():
    one, other = (dated(parts(f"/c?view=day&from={day}&to={day}")) for day in ("2031-05-12", "1999-01-01"))
    assert one.rest == other.rest


@pytest.mark.parametrize(
    ("text", "random"),
    [
        ("0123456789abcdef", True), ("0123456789ABCDEF", True), ("123e4567-e89b-12d3-a456-426614174000", True),
        ("lit3py55t21z5v55vlm25s55", True), ("1234567890123456", False), ("0123456789abcde", False),
        ("internationalisation", False), ("my-article-about-2019-and-2020", False), ("iphone15promaxspecial", False),
        ("", False),
    ],
)  # fmt: skip
def test_a_random_text(text, random):
    assert is_token(text) is random


@pytest.mark.parametrize(("segment", "sign"), [("17", "{n}"), ("0123456789abcdef", "{id}"), ("17a", "17a")])
def test_a_sign_for_a_segment(segment, sign):
    assert classed(segment) == sign


@pytest.mark.parametrize(
    ("target", "params"),
    [
        ("/?a=1&b=2;c=3", (("a", "1"), ("b", "2"), ("c", "3"))),
        ("/?F[0]=x&f%5B12%5D=y&filter[size]=z", (("f[]", "x"), ("f[]", "y"), ("filter[size]", "z"))),
        ("/?Title&&a=&=b", (("", "Title"), ("a", ""), ("", "b"))),
    ],
)
def test_parameters(target, params):
    assert parts(target).params == params


@pytest.mark.parametrize(
    ("target", "segments"), [("/", ()), ("/a", ("a",)), ("/a/", ("a",)), ("/a//b/", ("a", "", "b"))]
)
def test_segments(target, segments):
    assert parts(target).segments == segments
