"""One fault is said once, and one odd address does not take the verdicts about the whole site with it."""

import pytest

from crawler.core.audit.complete import gaps
from crawler.core.audit.report import build
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord
from tests.core.audit.build import ROOT, ended, failed, fetched, found, page, robots, run, site, site_hits, sitemap

TEXT = "<p>" + " ".join(f"word{n}" for n in range(80))
TITLED = f"<title>One and the same title of the pages</title><h1>One</h1>{TEXT}"
DUPLICATES = ("title-duplicate", "content-exact-duplicate", "h1-duplicate")


@pytest.mark.parametrize("other", ["/a/", "/a?sort=price", "/a/index.html", "/a/?sort=x&b=1"])
def test_one_page_under_two_addresses_is_no_duplicate_of_itself(other: str) -> None:
    one = site({"/": "", "/a": TITLED, other: TITLED})
    assert {check: site_hits(check, one) for check in DUPLICATES if site_hits(check, one)} == {}
    assert site_hits("url-slash-duplicate", one) or site_hits("url-param-duplicate", one)


def test_two_pages_told_apart_by_a_parameter_alone_are_duplicates_of_each_other() -> None:
    two = site({"/": "", "/a?id=1": TITLED, "/a?id=2": TITLED})
    assert all(site_hits(check, two) == ["/a?id=1", "/a?id=2"] for check in DUPLICATES)


def test_two_addresses_with_different_texts_share_a_title_wrongly() -> None:
    two = site({"/": "", "/a": TITLED, "/a/": TITLED + " and more"})
    assert site_hits("title-duplicate", two) == ["/a", "/a/"]
    assert site_hits("content-exact-duplicate", two) == []


def test_the_same_page_over_http_and_https_is_one() -> None:
    pages = [page(TITLED, "/a"), page(TITLED, "/a", root="http://site.org"), page("", "/")]
    told = build(run(), [fetched("/a"), UrlRecord("http://site.org/a", Outcome.FETCHED, status=200)], pages)
    assert not {finding.check for finding in told.findings} & set(DUPLICATES)


def test_parameters_that_change_the_title_alone_change_nothing() -> None:
    assert site_hits(
        "url-param-duplicate", site({"/a": TITLED, "/a?by=price": TITLED.replace("<title>", "<title>By price: ")})
    ) == ["/a?by=price"]


def test_a_page_known_without_its_session_id_leaves_nothing_open() -> None:
    trap = UrlRecord(f"{ROOT}/a;jsessionid=1", Outcome.SPIDER_TRAP, "a trap", {"trap": "session-id"})
    assert list(gaps(run(), [fetched("/a"), trap], [page(TITLED)], ())) == []
    calendar = UrlRecord(f"{ROOT}/2099/01", Outcome.SPIDER_TRAP, "a trap", {"trap": "dates"})
    assert list(gaps(run(), [fetched("/a"), calendar], [page(TITLED)], ()))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Dissallow: /attic/", "misspelt"),
        ("Disallow /attic/", "without a colon"),
        ("Noise: x", "not understood"),
        ("Disallow: /attic/", ""),
        ("disallow : /attic/ # all of it", ""),
    ],
)
def test_a_line_that_some_robots_pass_over_is_named(line: str, said: str) -> None:
    hits = found("robots-syntax", site({"/": ""}, robots=(robots(f"User-agent: *\n{line}\n"),)))
    assert [said in hit.evidence and "line 2" in hit.evidence for hit in hits] == ([True] if said else [])


def test_a_sitemap_that_is_not_there_hides_no_page_from_the_others() -> None:
    gone = sitemap(outcome=Outcome.HTTP_ERROR, status=404, kind="", from_robots=True)
    listed = sitemap("/")
    both = (listed, type(gone)(f"{ROOT}/old.xml", Outcome.HTTP_ERROR, status=404, from_robots=True))
    assert site_hits("sitemap-page-missing", site({"/": TEXT, "/b": TEXT}, sitemaps=both)) == ["/b"]
    later = (listed, type(gone)(f"{ROOT}/old.xml", Outcome.HTTP_ERROR, status=503, from_robots=True))
    assert site_hits("sitemap-page-missing", site({"/": TEXT, "/b": TEXT}, sitemaps=later)) == []


def test_a_host_of_others_without_a_name_has_one_verdict() -> None:
    url = "https://shop.nowhere.org/"
    record = UrlRecord(url, Outcome.DNS_FAILED, "NXDOMAIN", {"attempts": 1}, source="external")
    one = site({"/": f"<a href={url}>shop</a>"}, record)
    assert len(found("link-broken-external", one)) == 1
    assert found("link-unverifiable", one) == []
    shy = site({"/": f"<a href={url}>shop</a>"}, UrlRecord(url, Outcome.HTTP_ERROR, status=403, source="external"))
    assert found("link-broken-external", shy) == []
    assert len(found("link-unverifiable", shy)) == 1


def test_a_site_whose_start_page_alone_was_read_is_not_forgiven_its_noindex() -> None:
    (hit,) = found("indexing-noindex", site({"/": "<meta name=robots content=none>"}))
    assert str(hit.severity) == "error"
    (hit,) = found("indexing-noindex", site({"/": "<meta name=robots content=none>"}, run=run("page")))
    assert hit.severity is None


def test_broken_and_ended_records_stay_what_they_were() -> None:
    assert list(gaps(run(), [fetched("/"), failed("/b", 404)], [page(TITLED)], ())) == []
    assert list(gaps(run(), [fetched("/"), ended("/b", Outcome.TIMEOUT)], [page(TITLED)], ()))
