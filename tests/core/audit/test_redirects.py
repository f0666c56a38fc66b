"""Redirects as a crawl records them: hop by hop, each URL asked for once, the walk given up at its last record."""

# ruff: noqa: E501 (one case, one line)

from collections.abc import Mapping

import pytest

from crawler.core.audit.report import build
from crawler.core.audit.site import Site
from crawler.core.limits import REDIRECTS
from crawler.core.outcome import Ended, Outcome
from crawler.core.records import UrlRecord
from crawler.core.redirects import follow
from crawler.core.urls import Url, normalise
from tests.core.audit.build import ROOT, failed, fetched, found, moved, run, site, site_hits, sitemap

ENTRIES = (
    "redirect-loop",
    "redirect-chain",
    "link-to-redirect",
    "redirect-to-error",
    "redirect-temporary-internal",
    "link-broken-internal",
)


def crawled(redirects: Mapping[str, str], *asked: str, start: str = "", status: int = 301) -> list[UrlRecord]:
    """The records of a crawl that asks for these paths in turn; what redirects nowhere answers 200."""
    known = {ROOT + path for path in asked}
    records = []
    for path in asked:
        chain: list[str] = []
        url, source = ROOT + path, "start" if path == start else "link"
        while url:
            record, target = _asked(redirects, url, chain, source, status)
            records.append(record)
            chain, source = [*chain, url], "redirect"
            url = target if target not in known else ""
            known.add(target)
    return records


def _asked(redirects: Mapping[str, str], url: str, chain: list[str], source: str, status: int) -> tuple[UrlRecord, str]:
    """As `spiders.base` and the redirect middleware do it: one record, and where to go next."""
    path, before = url.removeprefix(ROOT), chain[-1] if chain else None
    if path not in redirects:
        return fetched(path, source=source, found_on=before), ""
    base = normalise(url)
    assert isinstance(base, Url)
    try:
        target = str(follow(base, [redirects[path].encode()], [*chain, url], REDIRECTS))
    except Ended as ended:
        ending = ended.ending
        return UrlRecord(url, ending.outcome, ending.reason, ending.evidence, status, source, before), ""
    return moved(path, target, status, source=source, found_on=before), target


def row(last: int) -> dict[str, str]:
    """`/0` to `/1`, and so on to `/last`."""
    return {f"/{n}": f"/{n + 1}" for n in range(last)}


def linking(*paths: str) -> dict[str, str]:
    return {"/": "".join(f"<a href={path}>text</a>" for path in paths)}


CIRCLE = {"/a": "/b", "/b": "/a"}
ENDLESS = [
    ("a circle", site(linking("/a"), *crawled(CIRCLE, "/a")), ["/a"]),
    ("a circle with a way in", site(linking("/x"), *crawled({"/x": "/a", **CIRCLE}, "/x")), ["/x"]),
    ("to itself", site(linking("/a"), *crawled({"/a": "/a"}, "/a")), ["/a"]),
    ("a circle whose two addresses are linked, so that no walk goes round", site(linking("/a", "/b"), *crawled(CIRCLE, "/a", "/b")), ["/a"]),
    ("two ways into one circle", site(linking("/x", "/y"), *crawled({"/x": "/a", "/y": "/a", **CIRCLE}, "/x", "/y")), ["/x", "/y"]),
    ("a way in and a linked address of the circle", site(linking("/x", "/a"), *crawled({"/x": "/a", **CIRCLE}, "/x", "/a")), ["/x", "/a"]),
    ("too many", site(linking("/0"), *crawled(row(9), "/0")), ["/0"]),
    ("listed in a sitemap alone", site({}, *crawled(CIRCLE, "/a"), sitemaps=(sitemap("/a"),)), ["/a"]),
    ("the start", site({}, *crawled({"/": "/b", "/b": "/"}, "/", start="/")), ["/"]),
]  # fmt: skip


@pytest.mark.parametrize(("case", "expected"), [case[1:] for case in ENDLESS], ids=[case[0] for case in ENDLESS])
def test_a_walk_without_end_is_reported_once_and_as_nothing_else(case: Site, expected: list[str]) -> None:
    assert site_hits("redirect-loop", case) == expected
    assert [check for check in ENTRIES[1:] if site_hits(check, case)] == []


INNOCENT = [
    ("an end in time", crawled(row(5), "/0")),
    ("a walk cut in two by a linked address in its middle", crawled(row(7), "/0", "/3")),
    ("a redirect to a page", crawled({"/0": "/b"}, "/0", "/b")),
]  # fmt: skip


@pytest.mark.parametrize("records", [case[1] for case in INNOCENT], ids=[case[0] for case in INNOCENT])
def test_a_walk_with_an_end_is_none_without(records: list[UrlRecord]) -> None:
    assert site_hits("redirect-loop", site(linking("/0", "/3"), *records)) == []


def test_few_hops_at_the_end_of_too_many_are_not_too_many() -> None:
    walked = crawled(row(9), "/0")
    assert walked[-1].outcome is Outcome.TOO_MANY_REDIRECTS
    whole = site(linking("/0", "/4"), *walked)
    assert site_hits("redirect-loop", whole) == ["/0"]
    assert whole.fault(f"{ROOT}/4") == ""


def test_the_evidence_shows_the_way_and_who_links_there() -> None:
    (hit,) = found("redirect-loop", site(linking("/x"), *crawled({"/x": "/a", **CIRCLE}, "/x")))
    assert hit.evidence.startswith(
        f"{ROOT}/x → {ROOT}/a → {ROOT}/b → {ROOT}/a: leads back to {ROOT}/a; linked from 1 page: {ROOT}/"
    )
    assert hit.also["source_pages"] == 1
    (many,) = found("redirect-loop", site({}, *crawled(row(9), "/0"), sitemaps=(sitemap("/0"),)))
    assert many.evidence.endswith(f"/6: 6 redirects in a row; we follow no more than 5; listed in {ROOT}/sitemap.xml")


def test_what_leads_to_an_endless_redirect_is_broken() -> None:
    looping = crawled(CIRCLE, "/a")
    assert site_hits("sitemap-url-broken", site({}, *looping, sitemaps=(sitemap("/a"),))) == ["/a"]
    assert site_hits("sitemap-url-redirects", site({}, *looping, sitemaps=(sitemap("/a"),))) == []
    canonical = {"/c": "<link rel=canonical href=/a>"}
    assert site_hits("canonical-target-broken", site(canonical, *looping)) == ["/c"]
    assert site_hits("canonical-target-redirects", site(canonical, *looping)) == []


def test_a_link_to_a_redirect_that_ends_in_an_error_is_broken() -> None:
    case = site(linking("/a"), moved("/a", f"{ROOT}/b"), failed("/b", 404, source="redirect"))
    (hit,) = found("link-broken-internal", case)
    assert (hit.url, hit.evidence.partition(";")[0]) == (f"{ROOT}/a", f"redirects to {ROOT}/b: status 404")
    assert site_hits("link-to-redirect", case) == []
    assert site_hits("redirect-to-error", case) == ["/a"]


def verdict(*records: UrlRecord) -> str:
    return build(run("page"), records, []).verdict


def test_one_page_that_is_never_reached_says_why() -> None:
    assert (
        verdict(*crawled({"/": "/b", "/b": "/"}, "/", start="/"))
        == f"No page of site.org could be read: the redirect leads back to {ROOT}/."
    )
    assert verdict(*crawled({"/": "/0", **row(9)}, "/", start="/")).startswith(
        "No page of site.org could be read: over our limit redirects of 5"
    )
    gone = moved("/", f"{ROOT}/b", source="start"), failed("/b", 404, source="redirect", found_on=f"{ROOT}/")
    assert verdict(*gone) == "No page of site.org could be read: status 404."


def test_a_redirect_to_what_was_not_asked_for_says_how_far_we_came() -> None:
    started = UrlRecord(
        f"{ROOT}/",
        Outcome.REDIRECTED,
        "301 to https://other.org/",
        status=301,
        location="https://other.org/",
        source="start",
    )
    assert verdict(started) == "No page of site.org could be read: 301 to https://other.org/."
    assert (
        verdict(UrlRecord(f"{ROOT}/", Outcome.TIMEOUT, source="start"))
        == "No page of site.org could be read: the server took too long to answer."
    )


def test_a_way_longer_than_browsers_go_is_endless_though_no_walk_was_given_up() -> None:
    """Pages link to every third hop, so each walk is short; a browser that begins at the first gives up at the 20th."""
    starts = tuple(f"/{n}" for n in range(0, 30, 3))
    walked = crawled(row(30), *starts)
    assert not [record for record in walked if record.outcome is not Outcome.REDIRECTED and record.status != 200]
    whole = site(linking(*starts), *walked)
    assert len(whole.chain(f"{ROOT}/0")) == 20
    assert whole.fault(f"{ROOT}/0") == "redirects that never end"
    assert whole.fault(f"{ROOT}/12") == ""
    assert site_hits("redirect-loop", whole) == ["/0", "/3", "/6", "/9"]


def test_a_start_that_leads_back_to_itself_by_two_walks_says_so() -> None:
    """The second walk found the start known, and so neither went round."""
    walked = moved("/", f"{ROOT}/b", source="start"), moved("/b", f"{ROOT}/", source="link")
    assert verdict(*walked) == f"No page of site.org could be read: the redirect leads back to {ROOT}/."
