"""Sitemaps that robots.txt names and sitemaps of sitemaps: what is said of them once, and what is no fault."""

from dataclasses import replace

from crawler.core.outcome import Outcome
from tests.core.audit.build import ROOT, doubts, ended, failed, fetched, found, robots, site, site_hits, sitemap

NAMED = replace(robots("Sitemap: /sitemap.xml"), sitemaps=(f"{ROOT}/sitemap.xml",))


def test_a_sitemap_that_robots_names_elsewhere_is_one_though_none_is_at_the_usual_place() -> None:
    elsewhere = replace(NAMED, sitemaps=("https://files.other.org/sitemap.xml",))
    usual = sitemap(status=404, kind="", outcome=Outcome.HTTP_ERROR)
    for file, hits in ((elsewhere, []), (robots(""), ["/"])):
        case = site({"/": ""}, failed("/sitemap.xml", 404, source="sitemap"), robots=(file,), sitemaps=(usual,))
        assert site_hits("sitemap-missing", case) == hits
        assert doubts("sitemap-missing", case) == []


def test_a_sitemap_that_robots_names_and_that_is_not_there_is_broken_and_not_called_missing() -> None:
    gone = sitemap(status=404, kind="", outcome=Outcome.HTTP_ERROR, from_robots=True)
    case = site({"/": ""}, failed("/sitemap.xml", 404, source="sitemap"), robots=(NAMED,), sitemaps=(gone,))
    assert site_hits("robots-sitemap-broken", case) == ["/sitemap.xml"]
    assert site_hits("sitemap-missing", case) == []
    assert doubts("sitemap-missing", case) == ["the sitemap could not be read"]


def test_what_robots_calls_a_sitemap_and_is_none() -> None:
    other = sitemap(kind="", outcome=Outcome.NOT_HTML, from_robots=True)
    record = ended("/sitemap.xml", Outcome.NOT_HTML, status=200, source="sitemap")
    (hit,) = found("robots-sitemap-broken", site({"/": ""}, record, robots=(NAMED,), sitemaps=(other,)))
    assert (hit.url, hit.evidence) == (f"{ROOT}/sitemap.xml", "named in robots.txt, but it is no sitemap")
    unnamed = replace(other, from_robots=False)
    assert site_hits("robots-sitemap-broken", site({"/": ""}, record, sitemaps=(unnamed,))) == []


def test_sitemaps_that_an_index_lists_are_no_pages() -> None:
    index = sitemap("/pages.xml", "/news.xml", kind="index")
    part = replace(sitemap("/", "/gone"), url=f"{ROOT}/pages.xml")
    case = site({"/": ""}, fetched("/pages.xml"), failed("/gone", 404), sitemaps=(index, part))
    assert case.listed == {f"{ROOT}/": f"{ROOT}/pages.xml", f"{ROOT}/gone": f"{ROOT}/pages.xml"}
    assert site_hits("sitemap-url-broken", case) == ["/gone"]
