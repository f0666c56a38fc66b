"""What pages name beyond pages, and how much of it is asked for."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.audit.beyond import Named, Uses, Wanted, no_such_page, plain_start, shared, within_limits
from crawler.core.audit.srcset import candidates
from crawler.core.limits import ASSETS, EXTERNALS
from crawler.core.urls import Url, normalise
from tests.core.audit.build import ROOT, page


def covers(url: str) -> bool:
    return url.startswith(ROOT)


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("/a.png", ["/a.png"]),
        ("/a.png 1x, /b.png 2x", ["/a.png", "/b.png"]),
        ("/a.png,/b.png 2x", ["/a.png,/b.png"]),  # as browsers do: no space, no end
        ("/a.png, /b.png 2x", ["/a.png", "/b.png"]),
        ("/c_fill,w_200/a.png 200w,\n /c_fill,w_400/a.png 400w", ["/c_fill,w_200/a.png", "/c_fill,w_400/a.png"]),
        ("data:image/gif;base64,R0lG 1x, /b.png 2x", ["data:image/gif;base64,R0lG", "/b.png"]),
        ("/a.png (x, y) 1x, /b.png", ["/a.png", "/b.png"]),
        (" , ,/a.png,,, ", ["/a.png"]),
        ("/a.png 100w", ["/a.png"]),
        ("", []),
    ],
)
def test_the_candidates_of_a_srcset_are_those_that_browsers_see(text: str, urls: list[str]) -> None:
    assert list(candidates(text)) == urls


@given(st.text(alphabet="ab ,()\n/1x", max_size=40))
def test_any_srcset_is_read_to_its_end(text: str) -> None:
    assert all(url and not url.endswith(",") and " " not in url for url in candidates(text))


def test_pictures_for_sharing_are_whole_addresses_or_none() -> None:
    names = "<meta property=og:image content='/i.png'><meta name='OG:image:url' content='https://x.org/j.png#a'>"
    more = "<meta property=og:image content=''><meta property=og:image:width content=9>"
    found = list(shared(page(names + more)))
    assert [(one.raw, one.url) for one in found] == [
        ("/i.png", None),
        ("https://x.org/j.png#a", "https://x.org/j.png"),
    ]


def test_uses_know_each_page_once_and_what_a_file_is_to_it() -> None:
    twice = page("<img src=/i.png><img src='/i.png?'><link rel=icon href=/i.png>", "/b")
    uses = Uses({twice.url: twice, f"{ROOT}/a": page("<img src=/i.png>", "/a")})
    assert uses[f"{ROOT}/i.png"] == (f"{ROOT}/a", f"{ROOT}/b")
    assert uses.kinds[f"{ROOT}/i.png"] == {"image", "icon"}
    assert len(uses) == 1


def _named(*pages: str) -> Named:
    named = Named()
    for number, html in enumerate(pages):
        named.note(page(html, f"/{number}"), covers)
    return named


def test_what_most_pages_use_comes_first() -> None:
    named = _named("<img src=/one.png>", "<img src=/one.png><img src=/a.png>", "<img src=https://cdn.org/x.png>")
    ours = list(named.wanted_files(covers, ours=True))
    assert [(one.url, one.kinds, one.found_on) for one in ours] == [
        (f"{ROOT}/one.png", ("image",), f"{ROOT}/0"),
        (f"{ROOT}/a.png", ("image",), f"{ROOT}/1"),
    ]
    assert [one.url for one in named.wanted_files(covers, ours=False)] == ["https://cdn.org/x.png"]


def test_links_to_others_are_followed_as_pages_say() -> None:
    out = "<a href=https://x.org/>x</a><a href=https://y.org/ rel=nofollow>y</a><a href=/b>b</a>"
    assert [one.url for one in _named(out).wanted_links()] == ["https://x.org/"]
    assert list(_named("<meta name=robots content=nofollow>" + out).wanted_links()) == []


def test_what_an_error_page_names_is_not_asked_for() -> None:
    named = Named()
    named.note(replace(page("<img src=/i.png>"), status=404), covers)
    assert (named.files, list(named.origins)) == ({}, [])


def test_a_site_has_an_icon_where_any_page_names_one() -> None:
    assert _named("x", "<link rel=icon href='data:,'>").has_icon
    assert not _named("<img src=/favicon.ico>").has_icon
    assert list(_named("x").origins) == [ROOT]


def test_no_more_is_asked_for_than_the_limits_allow_and_nothing_twice() -> None:
    ours = [Wanted(f"{ROOT}/{number}.png", "asset", ("image",), None) for number in range(int(ASSETS) + 10)]
    theirs = [Wanted(f"https://x.org/{number}", "external", (), None) for number in range(int(EXTERNALS) + 10)]
    known = {f"{ROOT}/0.png", "https://x.org/0"}
    kept = within_limits([*ours, *theirs, *ours], known.__contains__, covers)
    assert [one.url for one in kept] == [
        *(f"{ROOT}/{number}.png" for number in range(1, int(ASSETS) + 1)),
        *(f"https://x.org/{number}" for number in range(1, int(EXTERNALS) + 1)),
    ]


def test_an_address_that_is_not_there_is_the_crawl_s_own() -> None:
    assert no_such_page(ROOT, "a") == no_such_page(ROOT, "a") != no_such_page(ROOT, "b")
    assert isinstance(normalise(no_such_page(ROOT, "a")), Url)


@pytest.mark.parametrize(
    ("start", "plain"),
    [
        ("https://x.org/a?b", "http://x.org/a?b"),
        ("http://x.org/", None),
        ("https://[2a00:1450:4001::5]/", "http://[2a00:1450:4001::5]/"),
    ],
)
def test_the_http_variant_of_a_start(start: str, plain: str | None) -> None:
    url = normalise(start)
    assert isinstance(url, Url)
    assert plain_start(url) == plain
