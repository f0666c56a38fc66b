"""The report: sorted, counted, honest about what was not seen."""

import random
from dataclasses import replace

import pytest

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding, Severity
from crawler.core.audit.report import Report, build
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord
from tests.core.audit.build import ROOT, ended, failed, fetched, moved, page, robots, run, sitemap


def report(*records: UrlRecord, spider: str = "site", finish: str = "finished", html: str = "<p>x") -> Report:
    return build(run(spider, finish), [fetched("/a"), *records], [page(html)], (), ())


def test_the_same_input_in_any_order_gives_the_same_report() -> None:
    records = [fetched(f"/{n}") for n in range(9)] + [failed("/x", 404), moved("/y", f"{ROOT}/1")]
    pages = [page(f"<a href=/x>{n}</a>", f"/{n}") for n in range(9)]
    first = build(run(), records, pages, [robots("x")], [sitemap("/1")])
    shuffle = random.Random(1).shuffle
    shuffle(records)
    shuffle(pages)
    assert build(run(), records, pages, [robots("x")], [sitemap("/1")]) == first


def test_findings_stand_by_severity_then_value() -> None:
    found = report(failed("/b", 500)).findings
    order = list(CATALOGUE)
    keys = [(finding.severity.rank, order.index(finding.check), finding.url) for finding in found]
    assert keys == sorted(keys)
    assert {"http-5xx", "title-missing"} <= {finding.check for finding in found}


DEFINITIVE = [
    fetched("/b"),
    moved("/b", f"{ROOT}/a"),
    failed("/b", 404),
    failed("/b", 410),
    failed("/b", 500),
    *[
        ended("/b", outcome)
        for outcome in (
            Outcome.ROBOTS_DENIED,
            Outcome.OUT_OF_SCOPE,
            Outcome.NOFOLLOW,
            Outcome.URL_REFUSED,
            Outcome.NOT_HTML,
        )
    ],
]
OPEN = [
    *[failed("/b", status) for status in (401, 403, 429, 502, 503, 504)],
    *[
        ended("/b", outcome)
        for outcome in (
            Outcome.BLOCKED, Outcome.TIMEOUT, Outcome.DNS_FAILED, Outcome.PAGE_LIMIT, Outcome.DEPTH_LIMIT,
            Outcome.JOB_LIMIT, Outcome.STOPPED, Outcome.PARSE_LIMIT, Outcome.TOO_LARGE, Outcome.ROBOTS_UNREADABLE,
            Outcome.INTERNAL_ERROR, Outcome.DEFERRED, Outcome.SPIDER_TRAP,
        )
    ],
]  # fmt: skip


@pytest.mark.parametrize("record", DEFINITIVE, ids=lambda record: f"{record.outcome}-{record.status}")
def test_a_definitive_ending_leaves_a_crawl_complete(record: UrlRecord) -> None:
    found = report(record)
    assert (found.complete, found.gaps) == (True, ())


@pytest.mark.parametrize("record", OPEN, ids=lambda record: f"{record.outcome}-{record.status}")
def test_an_open_ending_makes_it_incomplete_and_says_so(record: UrlRecord) -> None:
    found = report(record)
    assert not found.complete
    assert str(record.outcome) in found.gaps[0]
    assert "Not everything was seen" in found.verdict


def test_a_stopped_crawl_is_not_complete() -> None:
    assert report(finish="stopped").gaps == ("the crawl ended early: it was stopped (stopped)",)
    assert report(finish="closed").gaps == ("the crawl ended early (closed)",)


def test_gaps_are_said_in_words_with_the_name_in_brackets() -> None:
    assert report(ended("/b", Outcome.BAD_RESPONSE)).gaps == (
        "1 address not read: the server's answer was not valid HTTP (bad-response)",
    )
    assert report(failed("/b", 503), failed("/c", 429)).gaps == (
        "2 addresses not read: the server answered with an error that may pass or is meant for us alone (http-error)",
    )


def test_gaps_that_are_limits_of_ours_say_how_much_we_take() -> None:
    read = [replace(page("<p>x", path), links_cut=True) for path in ("/a", "/b")]
    found = build(replace(run(), uncounted=1), [fetched("/a"), fetched("/b")], read)
    assert found.gaps == (
        "2 pages have more links than the 2,000 (links-per-page) that we follow of one page",
        "1 address was seen past the 100,000 (known-urls) that we keep of one crawl",
    )


def test_verdicts_on_the_whole_site_are_inconclusive_on_a_part() -> None:
    silent = {(x.check, x.state) for x in report(ended("/b", Outcome.TIMEOUT)).not_evaluated}
    assert ("orphan-page", "inconclusive") in silent
    assert ("title-duplicate", "partly") in silent


def test_duplicates_seen_on_a_part_are_still_reported() -> None:
    pages = [page("<title>Ship</title>", "/a"), page("<title>Ship</title>", "/b")]
    found = build(run(), [fetched("/a"), fetched("/b"), ended("/c", Outcome.TIMEOUT)], pages)
    assert sum(finding.check == "title-duplicate" for finding in found.findings) == 2


def test_one_page_says_nothing_about_the_site() -> None:
    found = report(spider="page")
    silent = {x.check for x in found.not_evaluated if x.state == "not-evaluated"}
    assert {"orphan-page", "title-duplicate", "link-broken-internal"} <= silent
    assert "title-missing" in {finding.check for finding in found.findings}


def test_without_a_page_nothing_is_praised() -> None:
    start = UrlRecord(f"{ROOT}/", Outcome.ROBOTS_DENIED, "Disallow: / (line 2)", source="start")
    found = build(run(), [start], [])
    assert found.verdict == "No page of site.org could be read: Disallow: / (line 2)."
    assert "title-missing" in {x.check for x in found.not_evaluated}


def test_error_pages_are_not_audited_as_pages() -> None:
    missing = replace(page("<p>x"), status=404)
    found = build(run(), [failed("/a", 404)], [missing])
    assert not [
        finding for finding in found.findings if finding.url == missing.url and finding.check == "title-missing"
    ]


def test_every_url_is_counted_and_every_unread_one_has_its_reason() -> None:
    found = report(failed("/b", 404), ended("/c", Outcome.BLOCKED), moved("/d", f"{ROOT}/a"))
    assert sum(found.outcomes.values()) == 4
    assert [(record.outcome, bool(record.reason)) for record in found.unread] == [
        ("http-error", True),
        ("blocked", True),
    ]


def test_top_has_one_line_for_each_check_and_ten_at_most() -> None:
    lines = report(failed("/b", 500)).top
    assert len(lines) == 10
    assert all("\n" not in line for line in lines)
    assert lines[0].startswith("error: ")


def test_rows_of_the_catalogue_say_what_why_and_what_to_do() -> None:
    for id, check in CATALOGUE.items():
        assert id == check.id
        assert (check.page is None) is not (check.site is None)
        for text in (check.title, check.why, check.fix, check.source):
            assert text.strip() == text
            assert text
        assert not check.title.endswith(".")
        assert check.why.endswith((".", "”"))


def test_conventions_are_never_more_than_notices() -> None:
    assert all(
        c.severity == "notice" for c in CATALOGUE.values() if c.source == "Convention" and c.id != "content-lorem-ipsum"
    )


def words(report: Report, **findings: int) -> str:
    """The verdict of a report with so many errors, warnings and notices."""
    kept = [
        Finding("title-missing", Severity(name), f"{ROOT}/a", "x") for name, n in findings.items() for _ in range(n)
    ]
    return replace(report, findings=tuple(kept)).verdict


def test_a_verdict_says_how_much_there_is_to_do() -> None:
    of_one, of_two = report(), build(run(), [fetched("/a"), fetched("/b")], [page("x", "/a"), page("x", "/b")])
    assert words(of_one, error=1, warning=2, notice=5) == (
        "1 page of site.org was read. 1 thing should be fixed soon, and 2 warnings looked at."
    )
    assert words(of_two, error=2) == (
        "2 pages of site.org were read. 2 things should be fixed soon, and 0 warnings looked at."
    )
    assert words(of_one, warning=1, notice=1) == (
        "1 page of site.org was read. Nothing is broken, and 1 warning should be looked at."
    )
    assert words(of_one, notice=3) == "1 page of site.org was read. Nothing was found that needs fixing."


def test_a_run_that_asked_for_nothing_claims_no_reason() -> None:
    assert build(run(), [], []).verdict == "No page of site.org could be read."


def test_clicks_are_counted_from_the_page_that_answers_for_the_start() -> None:
    pages = [page("<a href=/b>b</a>", "/en"), page("<a href=/c>c</a>", "/b"), page("x", "/lost")]
    found = build(run(), [moved("/", f"{ROOT}/en"), fetched("/en"), fetched("/b"), fetched("/lost")], pages)
    assert {url.removeprefix(ROOT): clicks for url, clicks in found.depths.items()} == {
        "/": 0, "/en": 0, "/b": 1, "/c": 2
    }  # fmt: skip
