"""Clicks from the home page."""

from crawler.core.audit.site import Site
from tests.core.audit.build import ROOT, fetched, moved, run, site, sitemap


def links(*hrefs: str, rel: str = "") -> str:
    return "".join(f"<a href='{href}' rel='{rel}'>text</a>" for href in hrefs)


def depths(case: Site) -> dict[str, int]:
    return {url.removeprefix(ROOT): clicks for url, clicks in case.depths.items()}


def test_the_shortest_way_counts() -> None:
    pages = {"/": links("/a", "/b"), "/a": links("/c"), "/b": links("/a", "/d"), "/c": links("/d", "/"), "/d": ""}
    assert depths(site(pages)) == {"/": 0, "/a": 1, "/b": 1, "/c": 2, "/d": 2}


def test_what_the_crawl_met_first_does_not_matter() -> None:
    pages = {"/": links("/a"), "/a": links("/b"), "/b": ""}
    first_in_a_sitemap = [fetched(path, source="sitemap", depth=None) for path in ("/a", "/b")]
    case = site(pages, *first_in_a_sitemap, sitemaps=(sitemap("/a", "/b"),))
    assert depths(case) == {"/": 0, "/a": 1, "/b": 2}


def test_a_redirect_costs_no_click() -> None:
    pages = {"/": links("/old"), "/new": links("/x")}
    case = site(pages, moved("/old", f"{ROOT}/older"), moved("/older", f"{ROOT}/new"))
    assert depths(case) == {"/": 0, "/old": 1, "/older": 1, "/new": 1, "/x": 2}


def test_the_start_is_where_its_redirects_end() -> None:
    case = site({"/en/": links("/a")}, moved("/", f"{ROOT}/en/"))
    assert depths(case) == {"/": 0, "/en/": 0, "/a": 1}


def test_no_followed_link_is_no_way() -> None:
    nofollow = {"/": links("/a", rel="nofollow"), "/a": links("/b"), "/b": ""}
    assert depths(site(nofollow)) == {"/": 0}
    assert depths(site({"/": "<meta name=robots content=nofollow>" + links("/a")})) == {"/": 0}


def test_circles_end() -> None:
    case = site({"/": links("/a", "/r"), "/a": links("/", "/a")}, moved("/r", f"{ROOT}/s"), moved("/s", f"{ROOT}/r"))
    assert depths(case) == {"/": 0, "/a": 1, "/r": 1, "/s": 1}


def test_a_start_that_was_not_read_is_all_there_is() -> None:
    assert depths(site({"/a": links("/b")}, run=run("page"))) == {"/": 0}
