"""Checks of what was asked for beyond pages: what each finds, what it leaves alone, and the nearest lookalike."""

# ruff: noqa: E501 (one case, one line)

from dataclasses import replace

import pytest

from crawler.core.audit.finding import Severity
from crawler.core.audit.report import build
from crawler.core.audit.site import Site
from crawler.core.limits import ASSETS, EXTERNALS
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord, UrlRecord
from tests.core.audit.build import ROOT, doubts, found, page, run, site, site_hits

IMAGE = {"/a": "<img src=/i.png>"}
HOST = "http://site.org"
OUT = "https://other.org/x"
LINK = {"/a": f"<a href={OUT}>their page</a>"}
MISSING = "/no-such-page-0123456789abcdef"
REFUSED = "no connection: Connection was refused by other side: 111: Connection refused."


def asset(
    path: str, kind: str = "image/png", status: int = 200, outcome: Outcome = Outcome.FETCHED, **evidence: object
) -> UrlRecord:
    url = path if "://" in path else ROOT + path
    return UrlRecord(url, outcome, "", evidence, status=status, source="asset", content_type=kind)


def gone(path: str, status: int = 404, source: str = "asset") -> UrlRecord:
    url = path if "://" in path else ROOT + path
    return UrlRecord(url, Outcome.HTTP_ERROR, f"status {status}", status=status, source=source)


def away(path: str, to: str, status: int = 301, source: str = "asset") -> UrlRecord:
    return UrlRecord(ROOT + path, Outcome.REDIRECTED, status=status, location=to, source=source)


def other(status: int = 404, outcome: Outcome = Outcome.HTTP_ERROR, reason: str = "") -> UrlRecord:
    return UrlRecord(OUT, outcome, reason, status=status, source="external")


def probe(outcome: Outcome = Outcome.FETCHED, status: int = 200, **more: object) -> UrlRecord:
    return UrlRecord(ROOT + MISSING, outcome, str(outcome), status=status, source="probe", **more)  # type: ignore[arg-type]


def plain(outcome: Outcome, status: int | None = None, location: str | None = None) -> UrlRecord:
    return UrlRecord(f"{HOST}/", outcome, str(outcome), status=status, source="probe", location=location)


def cached(control: str, seconds: int | None, path: str = "/s.css") -> Site:
    facts: dict[str, object] = {"cache_control": control} if control else {}
    facts |= {} if seconds is None else {"fresh_seconds": seconds}
    return site({"/a": f"<link rel=stylesheet href={path}>"}, asset(path, "text/css", **facts))


def og(content: str, *records: UrlRecord) -> Site:
    return site({"/a": f"<meta property=og:image content='{content}'>"}, *records)


ICON = "<link rel='shortcut icon' href=/i.ico>"
#: check: (a site, the URLs found there); faults first, then lookalikes.
CASES: list[tuple[str, Site, list[str]]] = [
    ("img-broken", site(IMAGE, gone("/i.png")), ["/a"]),
    ("img-broken", site({"/b": "<img src=/i.png>", **IMAGE}, gone("/i.png")), ["/a"]),  # once, with both pages
    ("img-broken", site({"/a": "<img src=/ok.png srcset='/i.png 2x'>"}, asset("/ok.png"), gone("/i.png", 410)), ["/a"]),
    ("img-broken", site({"/a": "<picture><source srcset='/i,w_2.png 1x, /j.png 2x'><img src=/k.png></picture>"}, asset("/i,w_2.png"), gone("/j.png"), asset("/k.png")), ["/a"]),
    ("img-broken", site({"/a": "<script src=/s.js></script>"}, gone("/s.js", 500)), ["/a"]),
    ("img-broken", site({"/a": "<link rel=stylesheet href=/s.css>"}, asset("/s.css", "text/html; charset=utf-8")), ["/a"]),
    ("img-broken", site(IMAGE, asset("/i.png", "TEXT/HTML")), ["/a"]),
    ("img-broken", site({"/a": "<img src=/i.php>"}, asset("/i.php", "text/html", nosniff=True)), ["/a"]),
    ("img-broken", site(IMAGE, away("/i.png", f"{ROOT}/gone.png"), gone("/gone.png")), ["/a"]),
    ("img-broken", site(IMAGE, asset("/i.png")), []),
    ("img-broken", site(IMAGE, asset("/i.png", "")), []),  # browsers look at the bytes
    ("img-broken", site({"/a": "<img src=/i.php>"}, asset("/i.php", "text/html")), []),  # a script that paints
    ("img-broken", site(IMAGE, gone("/i.png", 403)), []),
    ("img-broken", site(IMAGE, gone("/i.png", 503)), []),
    ("img-broken", site(IMAGE, asset("/i.png", outcome=Outcome.ROBOTS_DENIED)), []),
    ("img-broken", site({"/a": ICON}, gone("/i.ico")), []),  # favicon-missing's
    ("img-broken", site(IMAGE, away("/i.png", f"{ROOT}/j.png"), asset("/j.png")), []),
    ("img-too-heavy", site(IMAGE, asset("/i.png", length=100_001)), ["/a"]),
    ("img-too-heavy", site(IMAGE, asset("/i.png", length=100_000)), []),
    ("img-too-heavy", site({"/a": "<script src=/s.js></script>"}, asset("/s.js", length=900_000)), []),
    ("img-too-heavy", og(f"{ROOT}/i.png", asset("/i.png", length=900_000)), []),  # no page loads it
    ("cache-static-short", cached("max-age=60", 60), ["/s.css"]),
    ("cache-static-short", cached("no-store, no-cache, must-revalidate", 0), ["/s.css"]),
    ("cache-static-short", cached("public, max-age=0", 0), ["/s.css"]),
    ("cache-static-short", cached("", 3600), ["/s.css"]),  # Expires
    ("cache-static-short", cached("max-age=86400", 86_400), []),
    ("cache-static-short", cached("", None), []),
    ("cache-static-short", cached("public, max-age=0, must-revalidate", 0), []),
    ("cache-static-short", cached("no-cache, max-age=0", 0), []),
    ("cache-static-short", cached("max-age=60, stale-while-revalidate=86400", 60), []),
    ("cache-static-short", cached("max-age=60", 60, "https://cdn.other.org/s.css"), []),  # not the owner's to mend
    ("social-og-image-broken", og("/i.png"), ["/a"]),
    ("social-og-image-broken", og("//site.org/i.png"), ["/a"]),
    ("social-og-image-broken", og(f"{ROOT}/i.png", gone("/i.png")), ["/a"]),
    ("social-og-image-broken", og(f"{ROOT}/i", asset("/i", "text/html; charset=utf-8")), ["/a"]),
    ("social-og-image-broken", og(f"{ROOT}/i.pdf", asset("/i.pdf", "application/pdf")), ["/a"]),
    ("social-og-image-broken", og("HTTPS://SITE.org/i.png", asset("/i.png")), []),
    ("social-og-image-broken", og(f"{ROOT}/i", asset("/i", "application/octet-stream")), []),
    ("social-og-image-broken", og(f"{ROOT}/i.png", gone("/i.png", 403)), []),
    ("social-og-image-broken", og(" "), []),
    ("social-og-image-broken", site({"/a": "<meta property=og:image:alt content='A ship'>"}), []),
    ("favicon-missing", site({"/": "x"}, gone("/favicon.ico", source="icon")), ["/"]),
    ("favicon-missing", site({"/": "x"}, asset("/favicon.ico", "text/html")), ["/"]),
    ("favicon-missing", site({"/": ICON}, gone("/i.ico")), ["/"]),
    ("favicon-missing", site({"/": "x"}, asset("/favicon.ico", "image/x-icon")), []),
    ("favicon-missing", site({"/": "<link rel=icon href='data:,'>"}), []),
    ("favicon-missing", site({"/": "<link rel=apple-touch-icon-precomposed href=/i.png>"}, asset("/i.png")), []),
    ("favicon-missing", site({"/": ICON + "<link rel=icon href=/j.png>"}, gone("/i.ico"), asset("/j.png")), []),
    ("favicon-missing", site({}), []),
    ("link-broken-external", site(LINK, other(404)), [OUT]),
    ("link-broken-external", site(LINK, other(410)), [OUT]),
    ("link-broken-external", site(LINK, other(0, Outcome.DNS_FAILED, "the name other.org could not be resolved: no such name (NXDOMAIN)")), [OUT]),
    ("link-broken-external", site(LINK, other(0, Outcome.UNREACHABLE, REFUSED)), [OUT]),
    ("link-broken-external", site(LINK, replace(other(301, Outcome.REDIRECTED), location="https://other.org/y"), replace(other(404), url="https://other.org/y")), [OUT]),
    *(("link-broken-external", site(LINK, other(status)), []) for status in (401, 403, 405, 407, 418, 429, 451, 500, 503, 999)),
    ("link-broken-external", site(LINK, other(200, Outcome.FETCHED)), []),
    ("link-broken-external", site(LINK, other(0, Outcome.DNS_FAILED, "no answer within 8 s")), []),
    ("link-broken-external", site(LINK, other(0, Outcome.UNREACHABLE, "no connection: no route to host")), []),
    ("link-broken-external", site(LINK, other(0, Outcome.BLOCKED)), []),
    ("link-broken-external", site(LINK, other(0, Outcome.TIMEOUT)), []),
    ("link-broken-external", site({"/a": "<a href=/b>"}, gone("/b", source="link")), []),  # our own
    ("soft-404-server", site({}, probe()), [MISSING]),
    ("soft-404-server", site({}, probe(Outcome.NOT_HTML)), [MISSING]),
    ("soft-404-server", site({"/": "home"}, probe(Outcome.REDIRECTED, 302, location=f"{ROOT}/")), [MISSING]),
    ("soft-404-server", site({}, probe(Outcome.HTTP_ERROR, 404)), []),
    ("soft-404-server", site({}, probe(Outcome.HTTP_ERROR, 410)), []),
    ("soft-404-server", site({}, probe(Outcome.REDIRECTED, 302, location=f"{ROOT}/en/x"), gone("/en/x", source="probe")), []),
    ("soft-404-server", site({}, probe(Outcome.REDIRECTED, 302, location=f"{ROOT}{MISSING}/"), replace(probe(), url=f"{ROOT}{MISSING}/", found_on=ROOT + MISSING)), [MISSING]),
    ("soft-404-server", site({"/no-such-page-as-home": "x"}), []),  # a page like another
    ("https-no-redirect", site({}, plain(Outcome.FETCHED, 200)), [f"{HOST}/"]),
    ("https-no-redirect", site({}, plain(Outcome.HTTP_ERROR, 404)), [f"{HOST}/"]),
    ("https-no-redirect", site({}, plain(Outcome.REDIRECTED, 301, "http://www.site.org/")), [f"{HOST}/"]),
    ("https-no-redirect", site({}, plain(Outcome.REDIRECTED, 301, "https://www.site.org/")), []),
    ("https-no-redirect", site({}, plain(Outcome.UNREACHABLE)), []),
    ("https-no-redirect", site({}, plain(Outcome.HTTP_ERROR, 403)), []),
    ("https-no-redirect", site({}, run=replace(run(), start_url=f"{HOST}/")), []),
]  # fmt: skip


@pytest.mark.parametrize(("check", "case", "urls"), CASES)
def test_site_check(check: str, case: Site, urls: list[str]) -> None:
    assert site_hits(check, case) == urls


@pytest.mark.parametrize(
    ("check", "case", "words"),
    [
        ("img-broken", site(IMAGE), "1 file of the site not asked for; -a assets=check asks for them"),
        ("img-broken", site({"/a": "<img src=/i.png><img src=/j.png>"}, asset("/j.png")), "1 file of the site not asked for"),
        ("img-broken", site({"/a": "<img src=https://cdn.org/i.png>"}), "1 file on other hosts: not asked for without -a external=check, or past it"),
        ("img-too-heavy", site(IMAGE), "1 file of the site not asked for; -a assets=check asks for them"),
        ("img-too-heavy", site(IMAGE, asset("/i.png")), "1 image came without a Content-Length of the file itself"),
        ("cache-static-short", site({"/a": ICON}), "1 file of the site not asked for; -a assets=check asks for them"),
        ("social-og-image-broken", og(f"{ROOT}/i.png"), "1 file of the site not asked for; -a assets=check asks for them"),
        ("favicon-missing", site({"/": "x"}), f"no page names an icon, and {ROOT}/favicon.ico was not asked for"),
        ("favicon-missing", site({"/": "x"}, asset("/favicon.ico", outcome=Outcome.ROBOTS_DENIED)), f"no page names an icon, and {ROOT}/favicon.ico could not be read: robots-denied"),
        ("link-broken-external", site(LINK), "1 address on another host not asked for; -a external=check asks for them"),
        ("soft-404-server", site({"/": ""}), "no address that is not there was asked for"),
        ("soft-404-server", site({}, probe(Outcome.HTTP_ERROR, 429)), "an address that is not there: http-error"),
        ("soft-404-server", site({}, probe(Outcome.HTTP_ERROR, 500)), "an address that is not there: http-error"),
        ("soft-404-server", site({}, probe(Outcome.ROBOTS_DENIED)), "an address that is not there: robots-denied"),
        ("soft-404-server", site({}, probe(Outcome.REDIRECTED, 302, location="https://login.org/")), "an address that is not there: redirected"),
        ("https-no-redirect", site({}), f"{HOST}/ was not asked for"),
        ("https-no-redirect", site({}, plain(Outcome.ROBOTS_DENIED)), f"{HOST}/: robots-denied"),
        ("https-no-redirect", site({}, plain(Outcome.HTTP_ERROR, 403)), f"{HOST}/: http-error"),
    ],
)  # fmt: skip
def test_what_was_not_seen_is_said(check: str, case: Site, words: str) -> None:
    assert site_hits(check, case) == []
    assert doubts(check, case) == [words]


def test_what_is_past_a_limit_is_counted() -> None:
    many = "".join(f"<img src=/{n}.png>" for n in range(600))
    case = site({"/a": many}, *(asset(f"/{n}.png", length=1) for n in range(int(ASSETS))))
    assert doubts("img-broken", case) == ["100 files of the site: past our limit assets of 500"]
    links = "".join(f"<a href=https://{n}.org/>{n}</a>" for n in range(210))
    asked = (replace(other(200, Outcome.FETCHED), url=f"https://{n}.org/") for n in range(int(EXTERNALS)))
    assert doubts("link-broken-external", site({"/a": links}, *asked)) == [
        "10 addresses on other hosts not asked for: nofollow, or past our limit externals of 200"
    ]


def test_a_broken_file_names_its_pages() -> None:
    (hit,) = found("img-broken", site({**IMAGE, "/b": "<img src=/i.png><img src='/i.png '>"}, gone("/i.png")))
    assert hit.evidence == f"image {ROOT}/i.png: status 404; on 2 pages: {ROOT}/a, {ROOT}/b"
    assert hit.also == {"target": f"{ROOT}/i.png", "kind": "image", "pages": (f"{ROOT}/a", f"{ROOT}/b"), "count": 2}


@pytest.mark.parametrize(("size", "severity"), [(500_001, Severity.WARNING), (500_000, None)])
def test_a_very_heavy_image_is_a_warning(size: int, severity: Severity | None) -> None:
    (hit,) = found("img-too-heavy", site(IMAGE, asset("/i.png", length=size)))
    assert hit.severity == severity
    assert hit.evidence.startswith("500 kB: ")


def test_a_page_in_place_of_not_found_is_shown() -> None:
    (hit,) = found("soft-404-server", site({}, probe(evidence={"title": "Page not found"})))
    assert hit.evidence == "an address that is not there answers 200, titled “Page not found”"
    (hit,) = found("soft-404-server", site({"/": ""}, probe(Outcome.REDIRECTED, 302, location=f"{ROOT}/")))
    assert hit.evidence == f"an address that is not there redirects to {ROOT}/, which answers 200"


def test_what_is_no_page_takes_nothing_from_a_complete_crawl() -> None:
    home = page(f"<a href={OUT}>x</a><img src=/i.png>", "/")
    theirs = RobotsRecord("https://other.org", "deny-all", "status 500", status=500)
    ours = RobotsRecord(ROOT, "allow-all", "status 404", status=404)
    port = RobotsRecord(HOST, "deny-all", "no connection")
    records = [
        UrlRecord(home.url, Outcome.FETCHED, status=200), other(0, Outcome.ROBOTS_UNREADABLE), gone("/i.png", 503),
        plain(Outcome.UNREACHABLE), replace(probe(Outcome.HTTP_ERROR, 500)),
    ]  # fmt: skip
    report = build(run(), records, [home], [theirs, ours, port])
    assert report.complete, report.gaps
    assert len(report.urls) == 5
    assert len(report.robots) == 3
    said = {finding.check for finding in report.findings}
    assert "robots-missing" in said  # ours
    assert said.isdisjoint({"robots-unreachable", "http-5xx", "redirect-chain"})


def test_a_robots_txt_is_the_site_s_where_anything_of_its_pages_was_asked_for() -> None:
    home = page("x", "/")
    port = RobotsRecord(HOST, "deny-all", "no connection")
    records = [UrlRecord(home.url, Outcome.FETCHED, status=200), plain(Outcome.UNREACHABLE)]
    linked = UrlRecord(f"{HOST}/a", Outcome.UNREACHABLE, status=None)
    assert build(run(), records, [home], [port]).complete
    assert not build(run(), [*records, linked], [home], [port]).complete
