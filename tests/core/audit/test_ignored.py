"""Findings somebody lives with: matched by check and URL, until their day, always counted."""

from datetime import date, datetime
from time import perf_counter

import pytest

from crawler.core.audit.finding import Finding, Severity
from crawler.core.audit.ignored import MOST, BadIgnoreFile, Entry, matches, read, sift

TODAY = date(2026, 5, 14)


def finding(url: str, check: str = "title-missing") -> Finding:
    return Finding(check, Severity.ERROR, url, "seen")


@pytest.mark.parametrize(
    ("pattern", "text", "does"),
    [
        ("*", "", True),
        ("https://a.org/x", "https://a.org/x", True),
        ("https://a.org/x", "https://a.org/xy", False),
        ("https://a.org/*", "https://a.org/", True),
        ("https://a.org/*", "https://b.org/", False),
        ("*/news/*", "https://a.org/news/1", True),
        ("*/news/*", "https://a.org/olds/1", False),
        ("*.pdf", "https://a.org/x.pdf", True),
        ("*.pdf", "https://a.org/x.pdf?y", False),
        ("*a*a*b", "aab", True),
        ("*a*a*b", "ab", False),
        ("ab*ba", "aba", False),
        ("https://a.org/?q=[x]", "https://a.org/?q=[x]", True),
    ],
)
def test_a_star_stands_for_anything_and_every_other_sign_for_itself(pattern: str, text: str, does: bool) -> None:
    assert matches(pattern, text) is does


def test_a_pattern_of_many_stars_costs_little() -> None:
    began = perf_counter()
    assert not matches("*a" * 500 + "b", "a" * 2000)
    assert perf_counter() - began < 0.5


def test_the_first_entry_that_covers_a_finding_takes_it_and_every_entry_is_told() -> None:
    entries = (
        Entry("title-missing", "*/a*", "known"),
        Entry("*", "*/a", "later in the file"),
        Entry("h1-missing", "*", "nothing there"),
        Entry("*", "*/b", "too old", date(2026, 5, 13)),
        Entry("*", "*/c", "its last day", TODAY),
    )
    left, told = sift([finding("/a"), finding("/b"), finding("/c"), finding("/a", "h1-multiple")], entries, TODAY)
    assert [one.url for one in left] == ["/b"]
    assert [[one.url for one in entry.findings] for entry in told] == [["/a"], ["/a"], [], [], ["/c"]]
    assert [entry.expired for entry in told] == [False, False, False, True, False]


def test_an_entry_needs_a_check_and_a_reason_and_covers_every_url_without_a_pattern() -> None:
    row = {"check": "title-missing", "reason": " agreed ", "until": date(2027, 1, 31)}
    assert read({"ignore": [row]}) == (Entry("title-missing", "*", "agreed", date(2027, 1, 31)),)
    assert read({"ignore": [{**row, "until": datetime(2027, 1, 31, 5)}]})[0].until == date(2027, 1, 31)
    assert read({"ignore": [{"check": "*", "reason": "staging"}]}) == (Entry("*", "*", "staging"),)
    assert read({}) == ()


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"ignored": []}, "'ignored' is not known"),
        ({"ignore": {}}, "expected entries such as"),
        ({"ignore": ["x"]}, "expected entries such as"),
        ({"ignore": [{}] * (MOST + 1)}, f"at most {MOST}"),
        ({"ignore": [{"check": "title-missing"}]}, "entry 1: reason is nothing"),
        ({"ignore": [{"check": "title-missing", "reason": " "}]}, "entry 1: reason is ' '"),
        ({"ignore": [{"check": 3, "reason": "x"}]}, "entry 1: check is 3"),
        ({"ignore": [{"check": "title-mising", "reason": "x"}]}, "no check 'title-mising'; `scrapy checks`"),
        ({"ignore": [{"check": "*", "reason": "x", "url": 5}]}, "entry 1: url is 5"),
        ({"ignore": [{"check": "*", "reason": "x", "until": "2027-01-01"}]}, "without quotation marks"),
        ({"ignore": [{"check": "*", "reason": "x", "untill": TODAY}]}, "'untill' is not known"),
    ],
)
def test_a_bad_file_says_which_entry_and_what_was_expected(value: dict[str, object], says: str) -> None:
    with pytest.raises(BadIgnoreFile, match=says.replace("*", r"\*")):
        read(value)
