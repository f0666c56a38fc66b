"""Three verdicts about a link: broken, working, could not be verified. No URL gets two, and none gets a wrong one."""

from collections.abc import Iterator

import pytest

from crawler.core.audit.site import Site
from crawler.core.outcome import SERVER_FAILED, Outcome
from crawler.core.records import UrlRecord
from tests.core.audit.build import ROOT, doubts, ended, failed, fetched, found, moved, site, site_hits, sitemap

OTHER = "https://other.org/x"
HOME = {
    "/": "<p>\n<a href=/b>Read on</a> <img src=/b> <link rel=canonical href=/b><a href=https://other.org/x>away</a>"
}
SHY = (401, 403, 407, 408, 425, 429, 451, 503)
BROKEN = (400, 404, 405, 406, 410, 418, 500, 501, 502, 504, 508, 520)
#: The page answered; what we could not read of it is no matter of the link.
ANSWERED = {
    Outcome.FETCHED, Outcome.NOT_MODIFIED, Outcome.NOT_HTML, Outcome.TOO_LARGE, Outcome.PARSE_LIMIT,
    Outcome.RENDER_LIMIT, Outcome.RENDER_FAILED, Outcome.URL_REFUSED, Outcome.DOWNGRADE, Outcome.REDIRECTED,
    Outcome.HTTP_ERROR,
}  # fmt: skip
ENDLESS = {Outcome.TOO_MANY_REDIRECTS, Outcome.REDIRECT_LOOP}  # redirect-loop says so


def _verdicts() -> Iterator[tuple[UrlRecord, str]]:
    yield from ((failed("/b", status), "unproven") for status in SHY)
    yield from ((failed("/b", status, evidence={"attempts": 3}), "unproven") for status in (429, 503))
    yield from ((failed("/b", status), "broken") for status in BROKEN)
    for outcome in Outcome:
        if outcome in SERVER_FAILED:
            yield ended("/b", outcome), "unproven"
            yield ended("/b", outcome, evidence={"attempts": 2}), "unproven"
            yield ended("/b", outcome, evidence={"attempts": 3}), "broken"
        elif outcome is Outcome.TLS_INVALID:
            yield ended("/b", outcome), "broken"
        else:
            yield ended("/b", outcome), "works" if outcome in ANSWERED | ENDLESS else "unproven"


VERDICTS = list(_verdicts())


@pytest.mark.parametrize(("record", "verdict"), VERDICTS, ids=lambda what: f"{getattr(what, 'outcome', what)}")
def test_every_ending_has_one_verdict(record: UrlRecord, verdict: str) -> None:
    case = site(HOME, record)
    assert bool(case.fault(record.url)) is (verdict == "broken" or record.outcome in ENDLESS)
    assert bool(case.unproven(record.url)) is (verdict == "unproven")
    assert site_hits("link-broken-internal", case) == (["/b"] if verdict == "broken" else [])


@pytest.mark.parametrize("record", [record for record, verdict in VERDICTS if verdict == "unproven"])
@pytest.mark.parametrize("step", [False, True])
def test_nothing_calls_broken_what_could_not_be_verified(record: UrlRecord, step: bool) -> None:
    """Each check that looks at targets, of the address itself and of one that redirects to it."""
    path = "/step" if step else "/b"
    html = (
        f"<link rel=alternate hreflang=de href={path}><link rel=next href={path}><a href={path}>x</a><img src={path}>"
    )
    pages = {"/": f"<link rel=canonical href={path}>{html}"}
    steps = [moved("/step", record.url)] if step else []
    case = site(pages, record, *steps, sitemaps=(sitemap(path),))
    checks = ("link-broken-internal", "img-broken", "canonical-target-broken", "hreflang-target-broken",
              "sitemap-url-broken", "redirect-to-error", "pagination-broken", "http-5xx")  # fmt: skip
    assert {check: site_hits(check, case) for check in checks if site_hits(check, case)} == {}
    silent = {"link-broken-internal", "http-5xx", *(() if step else ("redirect-to-error",))}
    assert {check for check in checks if not doubts(check, case)} == silent


@pytest.mark.parametrize("record", [record for record, verdict in VERDICTS if verdict == "broken"])
@pytest.mark.parametrize("step", [False, True])
def test_nothing_that_is_broken_is_missed(record: UrlRecord, step: bool) -> None:
    path = "/step" if step else "/b"
    html = (
        f"<link rel=alternate hreflang=de href={path}><link rel=next href={path}><a href={path}>x</a><img src={path}>"
    )
    steps = [moved("/step", record.url)] if step else []
    case = site({"/": f"<link rel=canonical href={path}>{html}"}, record, *steps, sitemaps=(sitemap(path),))
    checks = ["link-broken-internal", "img-broken", "canonical-target-broken", "hreflang-target-broken",
              "sitemap-url-broken", "pagination-broken", *(["redirect-to-error"] if step else [])]  # fmt: skip
    assert [check for check in checks if len(site_hits(check, case)) != 1] == []


def test_a_sitemap_that_was_kept_from_us_is_no_missing_one() -> None:
    case = site({}, failed("/sitemap.xml", 403), sitemaps=(sitemap(outcome=Outcome.HTTP_ERROR, from_robots=True),))
    assert site_hits("robots-sitemap-broken", case) == []
    assert doubts("robots-sitemap-broken", case) == ["a sitemap could not be verified: status 403"]


def other(outcome: Outcome, status: int | None = None) -> UrlRecord:
    return UrlRecord(OTHER, outcome, str(outcome), status=status)


@pytest.mark.parametrize("status", [*SHY, 405, 406, 418, 999])
def test_what_other_sites_answer_to_robots_proves_nothing(status: int) -> None:
    case = site(HOME, fetched("/b"), other(Outcome.HTTP_ERROR, status))
    assert case.fault(OTHER) == ""
    (hit,) = found("link-unverifiable", case)
    assert hit.url == OTHER
    assert hit.evidence.startswith(f"status {status}: ")
    assert hit.also["reason"] == f"status {status}"
    assert hit.also["sources"] == ({"page": f"{ROOT}/", "text": "away", "line": 2, "href": OTHER},)


def test_what_is_broken_elsewhere_is_broken() -> None:
    assert site(HOME, other(Outcome.HTTP_ERROR, 404)).fault(OTHER) == "status 404"


def reasons(case: Site) -> list[tuple[str, str]]:
    return [(hit.url.removeprefix(ROOT), hit.evidence.partition(";")[0]) for hit in found("link-unverifiable", case)]


def test_each_unverified_link_says_why() -> None:
    wall = UrlRecord(f"{ROOT}/b", Outcome.BLOCKED, "a bot wall answered 403 with a challenge.", status=403)
    said = "the server or a firewall kept us out: a bot wall answered 403 with a challenge"
    assert reasons(site(HOME, wall)) == [("/b", said)]
    late = ended("/b", Outcome.TIMEOUT, evidence={"attempts": 2})
    assert reasons(site(HOME, late)) == [("/b", "the server took too long to answer, asked 2 times: timeout")]
    assert reasons(site(HOME, moved("/b", f"{ROOT}/c"), failed("/c", 429))) == [
        ("/b", f"redirects to {ROOT}/c: status 429: it asks to come more slowly")
    ]


def test_what_we_did_not_ask_for_is_said_once_for_each_reason() -> None:
    pages = {"/": "".join(f"<a href=/{n}>{n}</a>" for n in range(30))}
    case = site(pages, *(ended(f"/{n}", Outcome.ROBOTS_DENIED if n % 2 else Outcome.PAGE_LIMIT) for n in range(30)))
    hits = found("link-unverifiable", case)
    assert [hit.also["reason"] for hit in hits] == ["page-limit", "robots-denied"]
    assert {(hit.also["count"], len(hit.also["targets"])) for hit in hits} == {(15, 10)}  # type: ignore[arg-type]
    assert hits[1].evidence.startswith("15 addresses not asked for: robots.txt asked us not to read it (robots-denied)")


def test_links_nobody_wants_us_to_follow_are_no_findings() -> None:
    case = site(HOME, ended("/b", Outcome.NOFOLLOW), other(Outcome.OUT_OF_SCOPE))
    assert found("link-unverifiable", case) == []
    assert doubts("link-unverifiable", case) == [
        "1 address not asked for: the site asks not to follow the link (nofollow)",
        "1 address not asked for: on another host (out-of-scope)",
    ]


def test_links_that_answered_need_no_verdict() -> None:
    assert found("link-unverifiable", site(HOME, fetched("/b"), other(Outcome.FETCHED, 200))) == []


SITES = [("link-unverifiable",)]


@pytest.mark.parametrize("check", ["link-broken-internal", "link-unverifiable", "link-to-redirect"])
def test_of_many_source_pages_ten_are_shown_and_all_counted(check: str) -> None:
    records = {
        "link-broken-internal": [failed("/b", 404)],
        "link-unverifiable": [failed("/b", 403)],
        "link-to-redirect": [moved("/b", f"{ROOT}/c"), fetched("/c")],
    }
    case = site({f"/{n}": "<p>\n<a href=/b>one</a>\n<a href=/b>two</a>" for n in range(25)}, *records[check])
    (hit,) = found(check, case)
    sources = hit.also["sources"]
    assert hit.also["source_pages"] == 25
    assert {(source["text"], source["line"]) for source in sources} == {("one", 2)}  # type: ignore[attr-defined]
    assert hit.also["source_links"] == 50
    assert len({source["page"] for source in sources}) == 10  # type: ignore[attr-defined]
