"""Honest about what was not seen: on a part of a site nothing is said that only the whole could show."""

from dataclasses import replace

import pytest

from crawler.core.audit.catalogue import CATALOGUE, Check, Needs
from crawler.core.audit.report import Report, build
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord
from tests.core.audit.build import ROOT, ended, failed, fetched, page, robots, run, site, site_hits, sitemap

#: Pages with every fault that only a whole crawl proves: an orphan, a far page, one with a single link to it, one with
#: nofollow links only, a canonical nobody links to, a page no sitemap lists.
FAR = [f"/far/{n}" for n in range(1, 6)]
PAGES = {
    "/": "<a href=/far/1>x</a><a href=/quiet rel=nofollow>x</a><a href=/copy?x=1>x</a>",
    **{path: f"<a href={after}>x</a><a href=/>x</a>" for path, after in zip(FAR, [*FAR[1:], "/"], strict=True)},
    "/orphan": "<p>x",
    "/quiet": "<p>x",
    "/copy?x=1": "<link rel=canonical href=/copy>",
    "/copy": "<p>x",
    **{f"/web/{n}": "".join(f"<a href=/web/{m}>x</a>" for m in range(12)) for n in range(12)},
}
LISTED = (sitemap("/", "/orphan", "/quiet"),)
FULL = [fetched(path) for path in PAGES]


def report(*records: UrlRecord, finish: str = "finished") -> Report:
    pages = [page(html, path) for path, html in PAGES.items()]
    return build(run(finish=finish), [*FULL, *records], pages, [robots("User-agent: *\nAllow: /")], LISTED)


#: How a crawl can stay short of a site, and what the report must say of it.
CUTS = {
    "limit": (report(ended("/more", Outcome.PAGE_LIMIT)), "1 address not read: the limit of pages was reached"),
    "stopped": (report(finish="stopped"), "the crawl ended early: it was stopped"),
    "wall": (report(ended("/more", Outcome.BLOCKED)), "1 address not read: the server or a firewall kept us out"),
    "shy": (report(failed("/more", 429)), "1 address not read: the server answered with an error that may pass"),
    "late": (report(ended("/more", Outcome.TIMEOUT), finish="job-limit"), "its time was used up (job-limit); 1 more"),
}  # fmt: skip
WHOLE = [check for check in CATALOGUE.values() if check.needs is Needs.WHOLE]
SITE = [check for check in CATALOGUE.values() if check.needs is Needs.SITE]


@pytest.mark.parametrize("check", WHOLE, ids=lambda check: check.id)
def test_what_needs_the_whole_site_speaks_on_a_whole_crawl(check: Check) -> None:
    whole = report()
    assert whole.complete
    assert check.id in {finding.check for finding in whole.findings}
    assert check.id not in {silent.check for silent in whole.not_evaluated}


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("check", WHOLE, ids=lambda check: check.id)
def test_what_needs_the_whole_site_is_inconclusive_on_a_part(check: Check, cut: str) -> None:
    found, why = CUTS[cut]
    assert check.id not in {finding.check for finding in found.findings}
    (silent,) = [silent for silent in found.not_evaluated if silent.check == check.id]
    assert silent.state == "inconclusive"
    assert silent.reason.startswith("the crawl is not complete: ")
    assert why in silent.reason


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("check", SITE, ids=lambda check: check.id)
def test_what_compares_pages_says_among_how_many(check: Check, cut: str) -> None:
    found, why = CUTS[cut]
    silent = [silent for silent in found.not_evaluated if silent.check == check.id and silent.state == "partly"]
    assert [one.reason.startswith("the crawl is not complete; judged among 22 pages") for one in silent] == [True]
    assert why in silent[0].reason


@pytest.mark.parametrize("check", CATALOGUE.values(), ids=lambda check: check.id)
def test_no_check_is_silent_where_nothing_could_be_read(check: Check) -> None:
    """Each says why it gives no verdict, or looks at what there is: what became of addresses."""
    start = UrlRecord(f"{ROOT}/", Outcome.ROBOTS_UNREADABLE, "status 500", source="start")
    found = build(run(), [start], [], [robots("", 500, "deny-all")], [])
    spoke = {finding.check for finding in found.findings} | {silent.check for silent in found.not_evaluated}
    of_records = check.needs is Needs.RUN and check.area in ("links", "https", "html")
    assert check.id in spoke or of_records or check.id in ("robots-missing", "robots-sitemap-broken")


def test_without_robots_txt_nothing_is_wrong_with_its_rules() -> None:
    found = build(run(), [fetched("/")], [page("<p>x", "/")], [robots("", 404, "allow-all")], [])
    assert not {silent.check for silent in found.not_evaluated} & {"robots-syntax", "robots-blocks-all"}
    unasked = build(run(), [fetched("/")], [page("<p>x", "/")], [], [])
    silent = {silent.check: silent.reason for silent in unasked.not_evaluated}
    assert silent["robots-syntax"] == "robots.txt was not asked for"
    assert silent["sitemap-url-broken"] == "no sitemap was read"


@pytest.mark.parametrize("status", [203, 206, 301, 404, 410, 500, 503])
def test_only_pages_that_answered_200_are_audited_as_pages(status: int) -> None:
    pages = [page("<p>x", "/"), replace(page("<p>not here", "/b"), status=status)]
    found = build(run(), [fetched("/"), failed("/b", status)], pages, [], [])
    about = {finding.check for finding in found.findings if finding.url == f"{ROOT}/b"}
    assert about <= {"http-5xx", "link-broken-internal"}


def test_half_of_a_part_is_not_half_of_the_site() -> None:
    """noindex on most pages is an error only where most pages of the site have it."""
    noindex = "<meta name=robots content=noindex>"
    cut = site({"/": "", "/a": noindex}, ended("/b", Outcome.PAGE_LIMIT))
    check = CATALOGUE["indexing-noindex"].site
    assert check is not None
    assert [said.severity for said in check(cut)] == [None]  # type: ignore[union-attr]


def test_an_archive_that_was_not_read_to_its_end_is_no_trap() -> None:
    archive = {f"/news?page={n}": f"<p>news of day {n}" for n in range(20)}
    waiting = [ended(f"/news?page={n}", Outcome.PAGE_LIMIT) for n in range(20, 90)]
    assert site_hits("spider-trap", site(archive, *waiting)) == []
    caught = [ended(f"/news?page={n}", Outcome.SPIDER_TRAP) for n in range(20, 90)]
    assert site_hits("spider-trap", site(archive, *caught)) == ["/news?page=0"]
