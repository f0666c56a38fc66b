"""One content under several addresses: what is found, and what is rightly alike."""

# ruff: noqa: E501 (one case, one line)

from dataclasses import replace

import pytest

from crawler.core.audit.site import Site
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord
from tests.core.audit.build import ROOT, doubts, fetched, found, page, site, site_hits

WORDS = " ".join(f"word{n * n}" for n in range(300))
ONE, TWO = f"<title>A</title><main>{WORDS}</main>", f"<title>B</title><main>{WORDS} Leeds</main>"
OTHER = f"<main>{WORDS[::-1]}</main>"
#: Half of it is the same.
HALF = f"<main>{WORDS[: len(WORDS) // 2]} {WORDS[::-1][: len(WORDS) // 2]}</main>"


def canonical(path: str) -> str:
    return f"<link rel=canonical href='{path}'>"


def lang(code: str, path: str) -> str:
    return f"<link rel=alternate hreflang={code} href={path}>"


SITES: list[tuple[str, Site, list[str]]] = [
    ("content-near-duplicate", site({"/a": ONE, "/b": TWO, "/c": OTHER}), ["/a", "/b"]),
    ("content-near-duplicate", site({"/a": ONE, "/b": HALF, "/c": OTHER}), []),
    ("content-near-duplicate", site({"/a": ONE, "/b": ONE}), []),  # content-exact-duplicate says so
    ("content-near-duplicate", site({"/a": ONE, "/b": ONE, "/c": TWO}), ["/a", "/c"]),
    ("content-near-duplicate", site({"/a": ONE, "/b": canonical("/a") + TWO}), []),
    ("content-near-duplicate", site({"/a": ONE, "/b": "<meta name=robots content=noindex>" + TWO}), []),
    ("content-near-duplicate", site({"/a": ONE, "/a?page=2": TWO, "/a/page/3": TWO + "x"}), []),
    ("content-near-duplicate", site({"/a": lang("en-GB", "/b") + ONE, "/b": lang("en", "/a") + TWO}), []),
    ("content-near-duplicate", site({"/a": ONE, "/b": lang("en", "/a") + TWO}), []),
    ("content-near-duplicate", site({"/a": "<p>little text", "/b": "<p>little texts"}), []),
    # the beginnings are the same, and one goes on for as long again
    ("content-near-duplicate", site({"/a": "<p>" + WORDS * 5, "/b": "<p>" + WORDS * 5 + WORDS[::-1] * 5}), []),
    ("url-param-duplicate", site({"/a": ONE, "/a?ref=x": ONE}), ["/a?ref=x"]),
    ("url-param-duplicate", site({"/a": ONE, "/a?ref=x&b=2": ONE, "/b?x": ONE}), ["/a?ref=x&b=2"]),
    ("url-param-duplicate", site({"/a": ONE, "/a?id=2": TWO}), []),
    ("url-param-duplicate", site({"/a": ONE, "/a?ref=x": canonical("/a") + ONE}), []),
    ("url-param-duplicate", site({"/a": ONE, "/a?ref=x": canonical("/a?ref=x") + ONE}), []),
    ("url-param-duplicate", site({"/a": canonical("/") + ONE, "/a?ref=x": ONE}), []),
    ("url-param-duplicate", site({"/search": "<p>No results", "/search?q=x": "<p>No results"}), []),
    ("url-slash-duplicate", site({"/a": ONE, "/a/": ONE}), ["/a", "/a/"]),
    ("url-slash-duplicate", site({"/": ONE, "/index.html": ONE}), ["/", "/index.html"]),
    ("url-slash-duplicate", site({"/d/": ONE, "/d/INDEX.PHP": ONE}), ["/d/", "/d/INDEX.PHP"]),
    ("url-slash-duplicate", site({"/a": ONE, "/a/": TWO}), []),
    ("url-slash-duplicate", site({"/a": canonical("/a/") + ONE, "/a/": canonical("/a/") + ONE}), []),
    ("url-slash-duplicate", site({"/a": ONE}, UrlRecord(f"{ROOT}/a/", Outcome.REDIRECTED, status=301, location=f"{ROOT}/a")), []),
    ("url-slash-duplicate", site({"/a": ONE, "/a/?x=1": ONE, "/b/index": ONE, "/b": ONE}), []),
    ("url-slash-duplicate", site({"/": canonical("/") + ONE}, fetched("/")), []),
]  # fmt: skip


@pytest.mark.parametrize(("check", "case", "expected"), SITES)
def test_duplicates(check: str, case: Site, expected: list[str]) -> None:
    assert site_hits(check, case) == expected


def test_each_of_several_near_duplicates_names_one_and_counts_the_others() -> None:
    case = site({"/a": ONE, "/b": TWO, "/c": TWO.replace("Leeds", "York")})
    hits = found("content-near-duplicate", case)
    assert [hit.url for hit in hits] == [f"{ROOT}/{name}" for name in "abc"]
    assert all(
        "% of its text is also on" in hit.evidence and hit.evidence.endswith("; 1 more like them") for hit in hits
    )
    assert {hit.also["count"] for hit in hits} == {2}


def test_a_thousand_copies_name_ten_of_them_and_count_the_rest() -> None:
    hits = found("content-exact-duplicate", site({f"/{n}": ONE for n in range(1000)}))
    assert len(hits) == 1000
    assert all(len(hit.also["pages"]) == 10 and hit.also["count"] == 999 for hit in hits)
    assert hits[0].evidence.endswith("and 996 more")


def test_www_and_the_bare_name_are_spellings_of_one_host() -> None:
    pages = [page(ONE, "/a"), page(ONE, "/a", root="https://www.site.org"), page(ONE, "/a", root="http://site.org")]
    case = replace(site({}), pages={one.url: one for one in pages})
    assert [hit.url for hit in found("url-slash-duplicate", case)] == [f"{ROOT}/a", "https://www.site.org/a"]


def test_the_other_name_of_the_site_should_redirect_or_the_home_page_name_a_canonical() -> None:
    twin = UrlRecord("https://www.site.org/", Outcome.OUT_OF_SCOPE, status=200, source="twin")
    assert [hit.url for hit in found("url-slash-duplicate", site({"/": ONE}, twin))] == [twin.url]
    named = site({"/": canonical("/") + ONE}, twin)
    assert found("url-slash-duplicate", named) == []
    assert doubts("url-slash-duplicate", named)
