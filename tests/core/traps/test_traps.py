"""Traps: sites that have no end are ended with the right name, honest ones lose nothing, and a resumed crawl agrees."""

import json
import string
import time
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.core import limits
from crawler.core.limits import PAGES, TRAP_FRESH, TRAP_FUTURE, TRAP_MONTHS
from crawler.core.outcome import Outcome
from crawler.core.traps import Trap, Traps
from crawler.core.traps.catch import Tally
from crawler.core.urls import Url, normalise
from tests.core.traps import honest_sites, trap_sites
from tests.core.traps.honest_sites import days, honest
from tests.core.traps.simulated import ROOT, Crawl
from tests.core.traps.trap_sites import digest

CALENDARS = [site for site in trap_sites.SITES if site.kind == "calendar"]


def url(target):
    made = normalise(ROOT + target)
    assert isinstance(made, Url)
    return made


def judged(traps, targets):
    return [traps.judge(url(target)) for target in targets]


@cache
def crawled(site):
    return Crawl(site)


def nothing_on(target):
    """What a calendar says of every day; the other pages have texts of their own."""
    return digest(target) if target in ("/", "/about", "/contact") else "nothing is on"


# Whole sites


@pytest.mark.parametrize("site", trap_sites.SITES, ids=lambda site: site.name)
def test_a_trap_is_ended_with_its_name(site):
    crawl = crawled(site)
    assert crawl.kinds.most_common(1)[0][0] == site.kind
    assert len(crawl.read) <= site.most
    assert {ending.outcome for ending in crawl.endings.values()} == {Outcome.SPIDER_TRAP}


@pytest.mark.parametrize("site", trap_sites.SITES, ids=lambda site: site.name)
def test_the_caught_are_counted_by_kind_and_pattern(site):
    crawl = crawled(site)
    assert sum(crawl.traps.caught.values()) == len(crawl.caught)
    assert {str(kind) for kind, _ in crawl.traps.caught} == set(crawl.kinds)


@pytest.mark.parametrize("site", honest_sites.SITES, ids=lambda site: site.name)
def test_an_honest_site_loses_nothing(site):
    crawl = Crawl(site)
    assert crawl.endings == {}
    assert len(crawl.passed) > 90


@pytest.mark.parametrize("site", honest_sites.SITES[::2], ids=lambda site: site.name)
def test_an_honest_site_loses_nothing_without_year_and_texts(site):
    if "weather" in site.name:
        pytest.skip("a page for each of 1,500 days is told from a calendar by its texts alone")
    crawl = Crawl(replace(site, text=None), year=None)
    assert crawl.endings == {}


@pytest.mark.parametrize("site", CALENDARS, ids=lambda site: site.name)
def test_a_calendar_on_which_nothing_is_on_ends_sooner(site):
    crawl = Crawl(replace(site, text=nothing_on))
    assert len(crawl.read) <= 200


@pytest.mark.parametrize("site", CALENDARS, ids=lambda site: site.name)
def test_a_calendar_that_names_each_day_in_its_text_ends_too(site):
    assert len(Crawl(replace(site, text=digest)).read) < int(PAGES)


def test_a_site_with_session_ids_is_read_once():
    read = [one.path for one in crawled(next(site for site in trap_sites.SITES if "id by name" in site.name)).read]
    assert len(read) <= len(set(read)) + 1  # the start has no session id


def test_a_trap_takes_nothing_from_the_honest_pages_beside_it():
    honest_pages = [f"/story/{number}" for number in range(900)]
    trap = next(site for site in trap_sites.SITES if site.name == "facets on one list")
    both = replace(trap, links=lambda target: trap.links(target) + (honest_pages if target == "/" else []))
    assert {url(page) for page in honest_pages} <= set(Crawl(both).passed)


def test_what_was_caught_passes_a_second_look_when_its_pages_turn_out_to_be_real():
    pages = [f"/weather/{day:%Y/%m/%d}" for day in days(1400, date(2021, 1, 1))]
    crawl = Crawl(honest("weather", pages, fan=1400))
    assert crawl.caught
    crawl.second_look()
    assert crawl.caught == {}
    assert crawl.traps.caught == {}


# Single rules


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("/x/x/x/x", "repeating-segments"), ("/a/b/a/b/a/b", "repeating-segments"),
        ("/z/a/b/c/a/b/c/a/b/c/z", "repeating-segments"),
        ("/a" + "/b/c/d/e/f/g" * 3, "repeating-segments"), ("/a/////b", "repeating-segments"),
        ("/" + "/".join(f"s{n}" for n in range(21)), "growing-path"),
        ("/x/x/x", None), ("/a/a/", None), ("/a/b/a/b", None), ("/api/api/v1", None), ("/de/de-de/de", None),
        ("/a////b", None),
        ("/tiles/0/0/0/0/0.png", None), ("/" + "/".join(f"s{n}" for n in range(20)), None),
        ("/2011/11/11/11", None), ("/?a=1&a=1&a=1&a=1", None), ("/a;jsessionid=1", None),
        ("/calendar/2199/12/31", None),
    ],
)  # fmt: skip
def test_one_url_alone_is_a_trap_only_where_no_honest_one_can_be(target, kind):
    ending = Traps(2026).judge(url(target))
    assert (ending and ending.evidence["trap"]) == kind


def test_the_second_address_of_a_session_page_is_caught_whichever_comes_first():
    for first, second in (
        ("/a", "/a?PHPSESSID=1"),
        ("/a;jsessionid=9", "/a;jsessionid=8"),
        ("/(S(ab))/a", "/a?phpsessid=x"),
    ):
        assert [ending is None for ending in judged(Traps(), [first, second])] == [True, False]


def test_a_page_is_let_through_in_three_orders_of_its_parameters():
    orders = ["/a?x=1&y=2&z=3", "/a?y=2&x=1&z=3", "/a?z=3&y=2&x=1", "/a?y=2&z=3&x=1"]
    endings = judged(Traps(), orders)
    assert [ending is None for ending in endings] == [True, True, True, False]
    assert endings[-1].evidence["limit"] == "trap-orders"


def months(first, count):
    return [f"/calendar/{(first * 12 + n) // 12}/{(first * 12 + n) % 12 + 1:02}" for n in range(count)]


def test_months_end_at_their_limit():
    traps = Traps(2026)
    endings = judged(traps, months(1960, 2 * int(TRAP_MONTHS) + 40))
    assert sum(ending is not None for ending in endings) == 39  # one for the page itself; twice until read


def test_dates_past_next_year_end_soon():
    endings = judged(Traps(2026), months(2028, 200))
    assert sum(ending is None for ending in endings) == int(TRAP_FUTURE) + 1  # the page itself allows one
    assert all(ending is None for ending in judged(Traps(2026), months(2020, 84)))
    assert all(ending is None for ending in judged(Traps(), months(2028, 200)))


def test_pages_of_the_section_allow_as_many_dates():
    traps = Traps(2026)
    judged(traps, [f"/calendar/concert-{n}" for n in range(100)])
    assert sum(ending is None for ending in judged(traps, months(2028, 200))) == int(TRAP_FUTURE) + 101


def test_new_texts_allow_many_dates_and_old_ones_few():
    every = [f"/day/{date(2000, 1, 1) + timedelta(days=n):%Y-%m-%d}" for n in range(2000)]
    passed = {}
    for name, text in (("new", digest), ("half", lambda target: digest(hash(target) % 12))):
        traps = Traps(2026)
        for target in every[:30]:
            traps.read(url(target), text(target))
        passed[name] = sum(ending is None for ending in judged(traps, every))
    assert passed["new"] == 400 * int(TRAP_FRESH) + 1
    assert passed["half"] <= 401


@pytest.mark.parametrize("words", [1, 19, 20])
def test_the_same_text_on_pages_of_two_parameters(words):
    traps = Traps()
    for number in range(words + 1):
        traps.read(url(f"/x?a={number}&b=2"), "nothing found")
    assert (traps.judge(url("/x?a=1000&b=2")) is not None) == (words == 20)


def test_one_new_text_outweighs_nine_old_ones():
    traps = Traps()
    for number in range(300):
        traps.read(url(f"/x?a={number}&b=2"), "the same" if number % 10 else digest(number))
    assert traps.judge(url("/x?a=1000&b=2")) is None


def test_what_waits_is_caught_when_its_turn_comes_and_texts_speak_against_it():
    traps = Traps()
    waiting = url("/x?a=1000&b=2")
    assert traps.judge(waiting) is None
    assert traps.recheck(waiting) is None
    for number in range(21):
        traps.read(url(f"/x?a={number}&b=2"), "nothing found")
    assert traps.recheck(waiting).evidence["trap"] == "same-text"
    assert sum(traps.caught.values()) == 1
    assert traps.recheck(url("/x")) is None


def test_a_text_that_plain_pages_share_says_nothing():
    traps = Traps()
    for target in ("/about", "/team", "/jobs", *(f"/x?a={number}&b=2" for number in range(100))):
        traps.read(url(target), "please enable scripts")
    assert traps.judge(url("/x?a=1000&b=2")) is None


def test_no_text_says_nothing():
    traps = Traps()
    for number in range(100):
        traps.read(url(f"/x?a={number}&b=2"), "")
    assert traps.judge(url("/x?a=1000&b=2")) is None


def test_a_page_that_is_read_twice_is_read_once():
    traps = Traps()
    for _ in range(100):
        traps.read(url("/x?a=1&b=2"), "a text")
    assert traps.judge(url("/x?a=2&b=2")) is None


# The ending, and the state


def test_the_ending_says_what_is_needed():
    ending = Traps().judge(url("/x/x/x/x"))
    assert ending.outcome is Outcome.SPIDER_TRAP
    assert json.loads(json.dumps(dict(ending.evidence))) == {
        "trap": "repeating-segments", "pattern": "/x/x/…", "let_through": 0,
        "limit": "trap-repeats", "value": 4, "unit": "times",
    }  # fmt: skip
    assert "spider trap" in ending.reason


def test_a_pattern_is_shown_up_to_a_length():
    ending = Traps().judge(url("/" + f"{'y' * 400}/" * 4))
    assert len(ending.evidence["pattern"]) == 200


def test_a_url_is_caught_once_however_often_it_is_found():
    traps = Traps()
    judged(traps, ["/x/x/x/x"] * 50)
    assert traps.caught == {(Trap.REPEATING_SEGMENTS, "/x/x/…"): 1}


def test_a_url_that_was_let_through_stays_so_and_counts_once():
    traps = Traps(2026)
    for target in months(2028, 40) * 5:
        assert traps.judge(url(target)) is None
    traps.let_through(url("/x/x/x/x"))
    assert traps.judge(url("/x/x/x/x")) is None
    assert traps.caught == {}


def test_a_caught_url_that_is_let_through_is_no_longer_counted():
    traps = Traps()
    traps.judge(url("/x/x/x/x"))
    traps.let_through(url("/x/x/x/x"))
    assert traps.caught == {}


def test_counts_keep_no_more_than_their_limit(monkeypatch):
    monkeypatch.setattr("crawler.core.traps.catch.TRAP_MEMORY", replace(limits.TRAP_MEMORY, value=10))
    tally = Tally()
    assert [tally.add(number) for number in range(20)] == [True] * 10 + [False] * 10
    assert (len(tally), tally[5], tally[15]) == (10, 1, 0)


def test_the_limits_of_traps_are_told_to_be_limits_of_traps():
    named = {name: value.name for name, value in vars(limits).items() if name.startswith("TRAP_")}
    assert {name.lower().replace("_", "-") for name in named} == set(named.values())


# Properties

PIECES = st.sampled_from(
    [
        "a",
        "b",
        "news",
        "2031",
        "05",
        "12",
        "2031-05-12",
        "20310512",
        "W07",
        "may",
        digest(1),
        "index.html",
        "(S(x1))",
        ";",
        "%2e",
    ]
)
TARGETS = st.builds(
    lambda path, query: "/" + "/".join(path) + ("?" + "&".join(query) if query else ""),
    st.lists(PIECES, max_size=6),
    st.lists(
        st.tuples(st.sampled_from(["a", "sid", "year", "month", "date", "sort", "f[1]"]), PIECES).map("=".join),
        max_size=4,
    ),
)


@settings(max_examples=300)
@given(st.text(alphabet=string.printable + "ü²٣", max_size=60), st.text(max_size=60))
def test_no_url_is_too_much(path, query):
    made = normalise(f"{ROOT}/{path}?{query}")
    if isinstance(made, Url):
        traps = Traps(2026)
        traps.judge(made)
        traps.read(made, "text")
        assert (traps.judge(made) is None) == (not traps.caught)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(TARGETS, max_size=120),
    st.lists(TARGETS, max_size=20),
    st.lists(st.integers(0, 5), min_size=120, max_size=120),
)
def test_a_resumed_crawl_judges_alike(found, asked, texts):
    traps, again = Traps(2026), Traps(2026)
    passed = [one for one in map(url, found) if traps.judge(one) is None]
    read = [(one, str(text)) for one, text in zip(passed, texts, strict=False)]
    for one, text in read:
        traps.read(one, text)
    for one, text in read:
        again.read(one, text)
    for one in passed:
        again.let_through(one)
    assert [traps.judge(one) for one in map(url, asked)] == [again.judge(one) for one in map(url, asked)]


@pytest.mark.parametrize("site", trap_sites.SITES[::4], ids=lambda site: site.name)
def test_a_resumed_crawl_of_a_trap_catches_the_same(site):
    crawl, again = crawled(site), Traps(2026)
    for one in crawl.passed:
        again.let_through(one)
    for one, text in crawl.read.items():
        again.read(one, text)
    caught = list(crawl.caught)[-200:]
    assert [again.judge(one) for one in caught] == [crawl.traps.judge(one) for one in caught]
    assert all(again.judge(one) is None for one in crawl.read)


@given(st.permutations([f"/c?{a}&{b}&{c}" for a in ("x=1", "x=2") for b in ("y=1", "y=2") for c in ("z=1", "z=2")]))
def test_counts_of_values_do_not_depend_on_the_order(targets):
    one, other = Traps(), Traps()
    judged(one, targets)
    judged(other, sorted(targets))
    assert one.judge(url("/c?x=1&y=1&z=3")) == other.judge(url("/c?x=1&y=1&z=3"))


@pytest.mark.parametrize(
    "piece",
    ["a/", "a/b/", "2031-05-12-", "2031/05/12/", "0123456789abcdef", "a1", ";a=b", "(S(a)",
     "1-1-", "?", "&", "a&", ",", "%2C", "["],
)  # fmt: skip
def test_the_longest_urls_are_judged_in_no_time(piece):
    made = normalise(f"{ROOT}/x?" + piece * (600 // len(piece))), normalise(f"{ROOT}/" + piece * (1900 // len(piece)))
    began = time.process_time()
    for one in made:
        if isinstance(one, Url):
            traps = Traps(2026)
            for number in range(50):
                traps.judge(replace(one, query=f"{one.query or ''}&n={number}"))
    assert time.process_time() - began < 2  # measured: about 0.1 s
