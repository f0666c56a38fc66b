"""Each site check: what it finds, what it leaves alone, and the nearest innocent lookalike."""

# ruff: noqa: E501 (one case, one line)

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.site import Site
from crawler.core.outcome import SERVER_FAILED, Outcome
from crawler.core.records import RobotsRecord, UrlRecord
from tests.core.audit.build import (
    ROOT,
    doubts,
    ended,
    failed,
    fetched,
    found,
    moved,
    robots,
    site,
    site_hits,
    sitemap,
)
from tests.core.audit.test_beyond_checks import CASES as BEYOND

NOINDEX = "<meta name=robots content=noindex>"


def titled(title: str, extra: str = "") -> str:
    return f"<html><head><title>{title}</title>{extra}</head><body>"


def links(*hrefs: str, rel: str = "") -> str:
    return "<body>" + "".join(f"<a href='{href}' rel='{rel}'>text</a>" for href in hrefs)


def canonical(path: str) -> str:
    return f"<head><link rel=canonical href='{path}'></head><body>"


def described(text: str) -> str:
    return f"<meta name=description content='{text}'>"


def lang(code: str, path: str) -> str:
    return f"<link rel=alternate hreflang={code} href={path}>"


#: What a catch-all answers where a sitemap was guessed.
NO_SITEMAP = sitemap(kind="empty", problem="the root element is <html>, not <urlset> or <sitemapindex>")
TEXT = "<p>" + " ".join(f"word{n}" for n in range(80))
HOME = {"/": links("/b")}
#: A page five clicks away, and the records of a crawl that met every page in the sitemap first.
WAY = {"/": links("/1"), **{f"/{n}": links(f"/{n + 1}") for n in range(1, 5)}, "/5": ""}
LISTED = [fetched(path, source="sitemap") for path in WAY]
MANY = {f"/?q={n}": TEXT for n in range(60)}

#: check: (a site, the URLs found there); several sites per check, faults first, then lookalikes.
CASES: list[tuple[str, Site, list[str]]] = [
    ("title-duplicate", site({"/a": titled("Ship"), "/b": titled("SHIP ")}), ["/a", "/b"]),
    ("title-duplicate", site({"/a": titled("Ship"), "/b": titled("Ship", NOINDEX)}), []),
    ("title-duplicate", site({"/a": titled("Ship"), "/a?page=2": titled("Ship")}), []),
    ("title-duplicate", site({"/a": titled("S", lang("de", "/b")), "/b": titled("S", lang("en", "/a"))}), []),
    ("title-duplicate", site({"/%7Ea%c3%a9": titled("Ship"), "/~a%C3%A9": titled("Ship")}), []),
    ("title-duplicate", site({"/a%2fb": titled("Ship"), "/a/b": titled("Ship")}), ["/a%2fb", "/a/b"]),
    ("title-duplicate", site({"/a": titled("Ship"), "/b": titled("Ship", "<link rel=canonical href=/a>")}), []),
    ("description-duplicate", site({"/a": described("x"), "/b": described("x")}), ["/a", "/b"]),
    ("description-duplicate", site({"/%c3%a9": described("x"), "/%C3%A9": described("x")}), []),
    ("description-duplicate", site({"/a": described("x"), "/b": described("y"), "/c": described("")}), []),
    ("h1-duplicate", site({"/a": "<h1>Ship</h1>", "/b": "<h1>ship</h1>"}), ["/a", "/b"]),
    ("h1-duplicate", site({"/a": "<h1>Ship</h1>", "/b": "<h1>Boat</h1>"}), []),
    ("content-exact-duplicate", site({"/a": TEXT, "/b": TEXT}), ["/a", "/b"]),
    ("content-exact-duplicate", site({"/%c3%a9": TEXT, "/%C3%A9": TEXT}), []),
    ("content-exact-duplicate", site({"/a": TEXT, "/b": canonical("/a") + TEXT}), []),
    ("content-exact-duplicate", site({"/a": "<p>short", "/b": "<p>short"}), []),
    ("indexing-noindex", site({"/": "x", "/a": NOINDEX, "/b": "x", "/c": "x"}), ["/a"]),
    ("indexing-noindex", site({"/a": "<meta name=otherbot content=noindex>"}), []),
    ("link-broken-internal", site(HOME, failed("/b", 404)), ["/b"]),
    ("link-broken-internal", site(HOME, ended("/b", Outcome.TLS_INVALID)), ["/b"]),
    *[("link-broken-internal", site(HOME, failed("/b", status)), []) for status in (401, 403, 407, 408, 429, 451, 503)],
    *[
        ("link-broken-internal", site(HOME, ended("/b", outcome)), [])
        for outcome in Outcome
        if outcome is not Outcome.TLS_INVALID
    ],
    *[("link-broken-internal", site(HOME, ended("/b", outcome, evidence={"attempts": 3})), ["/b"]) for outcome in SERVER_FAILED],
    ("link-broken-internal", site(HOME, ended("/b", Outcome.TIMEOUT, evidence={"attempts": 2})), []),
    ("link-broken-internal", site(HOME, failed("/b", 503, evidence={"attempts": 3})), []),
    ("link-broken-internal", site(HOME, failed("/b", 429, evidence={"attempts": 3})), []),
    ("link-broken-internal", site({"/": links("https://other.org/x")}, UrlRecord("https://other.org/x", Outcome.HTTP_ERROR, status=404)), []),
    ("link-to-redirect", site(HOME, moved("/b", f"{ROOT}/c"), fetched("/c")), ["/b"]),
    ("link-to-redirect", site(HOME, fetched("/b"), moved("/x", f"{ROOT}/c")), []),
    ("redirect-temporary-internal", site(HOME, moved("/b", f"{ROOT}/c", 302)), ["/b"]),
    ("redirect-temporary-internal", site(HOME, moved("/b", f"{ROOT}/c"), moved("/c", f"{ROOT}/d", 307)), ["/c"]),
    ("redirect-temporary-internal", site(HOME, moved("/b", f"{ROOT}/c", 301)), []),
    ("redirect-temporary-internal", site(HOME, moved("/b", "https://login.other.org/", 302)), []),
    ("http-5xx", site({}, failed("/b", 500)), ["/b"]),
    ("http-5xx", site({}, failed("/b", 503), failed("/c", 404)), []),
    ("redirect-loop", site({}, ended("/b", Outcome.REDIRECT_LOOP)), ["/b"]),
    ("redirect-loop", site({}, moved("/b", f"{ROOT}/c"), fetched("/c")), []),
    ("redirect-chain", site({}, moved("/a", f"{ROOT}/b"), moved("/b", f"{ROOT}/c", source="redirect"), fetched("/c")), ["/a"]),
    ("redirect-chain", site({}, moved("/a", f"{ROOT}/b"), fetched("/b")), []),
    ("redirect-to-error", site({}, moved("/a", f"{ROOT}/b"), failed("/b", 404, source="redirect")), ["/a"]),
    ("redirect-to-error", site({}, moved("/a", f"{ROOT}/b"), failed("/b", 403, source="redirect")), []),
    ("redirect-https-to-http", site({}, moved("/a", "http://site.org/a")), ["/a"]),
    ("redirect-https-to-http", site({}, UrlRecord("http://site.org/a", Outcome.REDIRECTED, status=301, location=f"{ROOT}/a")), []),
    ("redirect-to-home", site({"/": ""}, *[moved(f"/x/{n}", f"{ROOT}/") for n in range(3)]), ["/"]),
    ("redirect-to-home", site({"/": ""}, *[moved(f"/x/{n}", f"{ROOT}/") for n in range(2)], moved("/index.html", f"{ROOT}/")), []),
    ("orphan-page", site({"/": "", "/a": ""}, sitemaps=(sitemap("/a"),)), ["/a"]),
    ("orphan-page", site({"/": links("/%c3%a9"), "/%C3%A9": ""}, sitemaps=(sitemap("/%C3%A9"),)), []),
    ("orphan-page", site({"/": links("/a"), "/a": ""}, sitemaps=(sitemap("/a", "/"),)), []),
    ("orphan-page", site({"/": links("/old"), "/a": ""}, moved("/old", f"{ROOT}/a"), sitemaps=(sitemap("/a"),)), []),
    ("page-depth", site(WAY, *LISTED), ["/5"]),
    ("page-depth", site({**WAY, "/": links("/1", "/4")}, *LISTED), []),
    ("page-depth", site({**WAY, "/4": links("/5", rel="nofollow")}, fetched("/5", depth=5)), []),
    ("page-depth", site({**WAY, "/": links("/old")}, moved("/old", f"{ROOT}/1"), *LISTED), ["/5"]),
    ("page-depth", site({**WAY, "/5": NOINDEX}), []),
    ("canonical-target-broken", site({"/a": canonical("/b")}, failed("/b", 404)), ["/a"]),
    ("canonical-target-broken", site({"/a": canonical("/b")}, failed("/b", 429)), []),
    ("canonical-target-redirects", site({"/a": canonical("/b")}, moved("/b", f"{ROOT}/c")), ["/a"]),
    ("canonical-target-redirects", site({"/a": canonical("/b"), "/b": ""}), []),
    ("canonical-target-noindex", site({"/a": canonical("/b"), "/b": NOINDEX}), ["/a"]),
    ("canonical-target-noindex", site({"/a": canonical("/b")}, robots=(robots("User-agent: *\nDisallow: /b"),)), ["/a"]),
    ("canonical-target-noindex", site({"/a": canonical("/b")}, robots=(robots("User-agent: otherbot\nDisallow: /b"),)), []),
    ("canonical-chain", site({"/a": canonical("/b"), "/b": canonical("/c")}), ["/a"]),
    ("canonical-chain", site({"/a": canonical("/b"), "/b": canonical("/b")}), []),
    ("canonical-to-root", site({f"/{n}": canonical("/") for n in range(3)}), ["/"]),
    ("canonical-to-root", site({"/1": canonical("/"), "/2": canonical("/"), "/": canonical("/")}), []),
    ("robots-unreachable", site({}, robots=(robots("", 500, "deny-all"),)), ["/robots.txt"]),
    ("robots-unreachable", site({}, robots=(robots("", 429, "deny-all"),)), []),
    ("robots-unreachable", site({}, robots=(robots("", 404, "allow-all"),)), []),
    ("robots-blocks-all", site({}, robots=(robots("User-agent: *\nDisallow: /"),)), ["/robots.txt"]),
    ("robots-blocks-all", site({}, robots=(robots("User-agent: Googlebot\nDisallow: /"),)), ["/robots.txt"]),
    ("robots-blocks-all", site({}, robots=(robots("User-agent: CCBot\nDisallow: /"),)), []),
    ("robots-blocks-all", site({}, robots=(robots("User-agent: *\nDisallow: /\nAllow: /"),)), []),
    ("robots-blocks-linked-page", site(HOME, robots=(robots("User-agent: *\nDisallow: /b"),)), ["/b"]),
    ("robots-blocks-linked-page", site({"/": links("/b", rel="nofollow")}, robots=(robots("User-agent: *\nDisallow: /b"),)), []),
    ("robots-sitemap-broken", site({}, failed("/sitemap.xml", 404), sitemaps=(sitemap(from_robots=True, outcome=Outcome.HTTP_ERROR),)), ["/sitemap.xml"]),
    ("robots-sitemap-broken", site({}, failed("/sitemap.xml", 404), sitemaps=(sitemap(outcome=Outcome.HTTP_ERROR),)), []),
    ("robots-missing", site({}, robots=(robots("", 404, "allow-all"),)), ["/robots.txt"]),
    ("robots-missing", site({}, robots=(robots("", 403, "allow-all"),)), []),
    ("robots-syntax", site({}, robots=(robots("Disallow: /x\nUser-agent: *"),)), ["/robots.txt"]),
    ("robots-syntax", site({}, robots=(robots("<!DOCTYPE html><html>"),)), ["/robots.txt"]),
    ("robots-syntax", site({}, robots=(robots("# prose\nUser-agent: *\nCrawl-delay: 2\nAllow: /\nSitemap: /s.xml"),)), []),
    ("robots-too-big", site({}, robots=(robots("#" * 512_001),)), ["/robots.txt"]),
    ("robots-too-big", site({}, robots=(robots("#" * 512_000),)), []),
    ("sitemap-missing", site({"/": ""}, sitemaps=(sitemap(status=404, kind="", outcome=Outcome.HTTP_ERROR),)), ["/"]),
    ("sitemap-missing", site({"/": ""}, sitemaps=(sitemap("/"),)), []),
    ("sitemap-missing", site({"/": ""}, fetched("/sitemap.xml", content_type="text/html; charset=utf-8", source="sitemap"), sitemaps=(NO_SITEMAP,)), ["/"]),
    ("sitemap-missing", site({"/": ""}, moved("/sitemap.xml", f"{ROOT}/", source="sitemap")), ["/"]),
    ("sitemap-missing", site({"/": ""}, fetched("/sitemap.xml"), sitemaps=(replace(NO_SITEMAP, from_robots=True),)), []),
    ("sitemap-missing", site({"/": ""}, sitemaps=(sitemap(status=503, kind="", outcome=Outcome.HTTP_ERROR),)), []),
    ("sitemap-invalid", site({}, sitemaps=(sitemap(problem="not well-formed"),)), ["/sitemap.xml"]),
    ("sitemap-invalid", site({}, sitemaps=(sitemap(refused=(("/a", "relative"),)),)), ["/sitemap.xml"]),
    ("sitemap-invalid", site({}, sitemaps=(sitemap("/a"),)), []),
    ("sitemap-invalid", site({}, fetched("/sitemap.xml", content_type="text/html", source="sitemap"), sitemaps=(NO_SITEMAP,)), []),
    ("sitemap-invalid", site({}, moved("/sitemap.xml", f"{ROOT}/x", source="sitemap"), fetched("/x", source="redirect", found_on=f"{ROOT}/sitemap.xml"), sitemaps=(replace(NO_SITEMAP, url=f"{ROOT}/x"),)), []),
    ("sitemap-invalid", site({}, fetched("/sitemap.xml", content_type="text/html", source="sitemap"), sitemaps=(replace(NO_SITEMAP, from_robots=True),)), ["/sitemap.xml"]),
    ("sitemap-invalid", site({}, fetched("/sitemap.xml", content_type="text/html", source="sitemap", found_on=f"{ROOT}/index.xml"), sitemaps=(NO_SITEMAP,)), ["/sitemap.xml"]),
    ("sitemap-invalid", site({}, fetched("/sitemap.xml", content_type="application/xml", source="sitemap"), sitemaps=(NO_SITEMAP,)), ["/sitemap.xml"]),
    ("sitemap-url-broken", site({}, failed("/a", 410), sitemaps=(sitemap("/a"),)), ["/a"]),
    ("sitemap-url-broken", site({}, failed("/a", 503), sitemaps=(sitemap("/a"),)), []),
    ("sitemap-url-redirects", site({}, moved("/a", f"{ROOT}/b"), sitemaps=(sitemap("/a"),)), ["/a"]),
    ("sitemap-url-redirects", site({"/a": ""}, sitemaps=(sitemap("/a"),)), []),
    ("sitemap-url-noindex", site({"/a": NOINDEX}, sitemaps=(sitemap("/a"),)), ["/a"]),
    ("sitemap-url-noindex", site({"/a": NOINDEX}, sitemaps=(sitemap("/b"),)), []),
    ("sitemap-url-canonicalised", site({"/a": canonical("/b")}, sitemaps=(sitemap("/a"),)), ["/a"]),
    ("sitemap-url-canonicalised", site({"/%c3%a9": canonical("/%C3%A9")}, sitemaps=(sitemap("/%c3%a9"),)), []),
    ("sitemap-url-canonicalised", site({"/a": canonical("/a")}, sitemaps=(sitemap("/a"),)), []),
    ("sitemap-url-blocked", site({}, robots=(robots("User-agent: *\nDisallow: /a"),), sitemaps=(sitemap("/a"),)), ["/a"]),
    ("sitemap-url-blocked", site({}, robots=(robots("User-agent: x\nDisallow: /a"),), sitemaps=(sitemap("/a"),)), []),
    ("sitemap-url-off-host", site({}, sitemaps=(sitemap("https://other.org/"),)), ["/sitemap.xml"]),
    ("sitemap-url-off-host", site({}, sitemaps=(sitemap("/a", "http://site.org/b"),)), []),
    ("sitemap-page-missing", site({"/": "", "/a": ""}, sitemaps=(sitemap("/"),)), ["/a"]),
    ("sitemap-page-missing", site({"/": "", "/%c3%a9": ""}, sitemaps=(sitemap("/", "/%C3%A9"),)), []),
    ("sitemap-page-missing", site({"/": "", "/a": ""}, sitemaps=(replace(sitemap("/", from_robots=True), url=f"{ROOT}/s.xml"), NO_SITEMAP)), ["/a"]),
    ("sitemap-page-missing", site({"/": "", "/a": NOINDEX}, sitemaps=(sitemap("/"),)), []),
    ("sitemap-page-missing", site({"/": "", "/a": ""}), []),
    ("sitemap-lastmod-bad", site({}, sitemaps=(sitemap(entries=((f"{ROOT}/", "14.5.2026"),)),)), ["/sitemap.xml"]),
    ("sitemap-lastmod-bad", site({}, sitemaps=(sitemap(entries=((f"{ROOT}/", "2031-01-01"),)),)), ["/sitemap.xml"]),
    ("sitemap-lastmod-bad", site({}, sitemaps=(sitemap(entries=tuple((f"{ROOT}/{n}", "2026-01-01") for n in range(50))),)), ["/sitemap.xml"]),
    ("sitemap-lastmod-bad", site({}, sitemaps=(sitemap(entries=tuple((f"{ROOT}/{n}", "2026-01-01T10:00:00Z") for n in range(49))),)), []),
    ("hreflang-no-return", site({"/a": lang("de", "/b"), "/b": ""}), ["/a"]),
    ("hreflang-no-return", site({"/a": lang("de", "/b"), "/b": lang("en", "/a")}), []),
    ("hreflang-no-return", site({"/a": lang("de", "/c"), "/b": lang("en", "/a")}, moved("/c", f"{ROOT}/b")), []),
    ("hreflang-target-broken", site({"/a": lang("de", "/b")}, failed("/b", 404)), ["/a"]),
    ("hreflang-target-broken", site({"/a": lang("de", "/b"), "/b": NOINDEX}), ["/a"]),
    ("hreflang-target-broken", site({"/a": lang("de", "/b")}, failed("/b", 403)), []),
    ("https-cert-invalid", site({}, ended("/", Outcome.TLS_INVALID), ended("/b", Outcome.TLS_INVALID)), ["/"]),
    ("https-cert-invalid", site({}, ended("/", Outcome.UNREACHABLE)), []),
    *(("https-cert-expiring", site({}, robots=(replace(robots(""), certificate={"not_after": ends}),)), found) for ends, found in (
        ("2026-05-20T09:30:00+00:00", ["/"]), ("2026-06-13T09:29:59+00:00", ["/"]), ("2026-06-13T09:30:00+00:00", []),
        ("2026-05-13T00:00:00+00:00", []),
    )),
    ("https-cert-expiring", site({}, robots=(robots(""),)), []),
    ("page-too-complex", site({}, ended("/a", Outcome.PARSE_LIMIT)), ["/a"]),
    ("page-too-complex", site({}, ended("/a", Outcome.PARSE_LIMIT, evidence={"read": {"bytes": 9, "links": 2, "title": "x", "h1": ""}})), ["/a"]),
    ("page-too-complex", site({}, ended("/a", Outcome.TOO_LARGE)), []),
    ("sitemap-too-big", site({}, sitemaps=(sitemap("/a", marks=("sitemap-cut",)),)), ["/sitemap.xml"]),
    ("sitemap-too-big", site({}, sitemaps=(sitemap("/a"),)), []),
    ("sitemap-too-big", site({}, sitemaps=(sitemap(outcome=Outcome.TOO_LARGE),)), []),
    ("slow-response", site({"/a": ""}, fetched("/a", ttfb=1.2)), ["/a"]),
    ("slow-response", site({"/a": ""}, fetched("/a", ttfb=1.0, seconds=9.0)), []),
    ("spider-trap", site(MANY), ["/?q=0"]),
    ("spider-trap", site({path: f"<p>{path}" for path in MANY}), []),
    ("spider-trap", site({}, fetched("/a/a/a/b")), ["/a/a/a/b"]),
    ("spider-trap", site({}, fetched("/a/a/b/a")), []),
    ("content-type-wrong", site({}, ended("/a", Outcome.NOT_HTML, evidence={"looks_like_html": True})), ["/a"]),
    ("content-type-wrong", site({}, ended("/a", Outcome.NOT_HTML, evidence={"looks_like_html": False})), []),
]  # fmt: skip


@pytest.mark.parametrize(("check", "case", "expected"), CASES)
def test_sites(check: str, case: Site, expected: list[str]) -> None:
    assert site_hits(check, case) == expected


HEADERS = {
    "sec-hsts-missing": ("strict-transport-security", "", "max-age=31536000"),
    "sec-hsts-weak": ("Strict-Transport-Security", "max-age=15551999", "max-age=15552000; includeSubDomains"),
    "sec-csp-missing": ("content-security-policy", "", "default-src 'self'"),
    "sec-xcto-missing": ("X-Content-Type-Options", "sniff", "NoSniff"),
    "sec-frame-missing": ("x-frame-options", "ALLOWALL", "SAMEORIGIN"),
    "sec-referrer-missing": ("referrer-policy", "unsafe-url", "no-referrer, strict-origin-when-cross-origin"),
    "sec-cookie-flags": ("Set-Cookie", "sessionid=1; Secure", "theme=dark; Secure"),
}


@pytest.mark.parametrize("check", HEADERS)
def test_headers_are_judged_once_for_a_host(check: str) -> None:
    name, bad, good = HEADERS[check]
    faulty = site({"/": "", "/b": ""}, headers=((name, bad),) if bad else ())
    assert site_hits(check, faulty) == ["/"]
    assert site_hits(check, site({"/": "", "/b": ""}, headers=((name, good),))) == []


def test_frame_ancestors_guard_in_a_header_but_not_in_a_meta_tag() -> None:
    policy = "frame-ancestors 'self'"
    assert site_hits("sec-frame-missing", site({"/": ""}, headers=(("content-security-policy", policy),))) == []
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    assert site_hits("sec-frame-missing", site({"/": meta})) == ["/"]


@pytest.mark.parametrize(
    ("cookie", "bad"),
    [
        ("a=1", True),
        ("a=1; secure", False),
        ("csrftoken=1; Secure", False),
        ("XSRF-TOKEN=1; Secure; SameSite=Lax", False),
        ("__Host-psifi.x-csrf-token=1; Secure", False),
        ("sidebar=1; Secure", False),
        ("PHPSESSID=1; Secure; HttpOnly", False),
        ("auth=1; Secure", True),
        ("a=1; SameSite=None", True),
    ],
)
def test_cookies(cookie: str, bad: bool) -> None:
    assert bool(site_hits("sec-cookie-flags", site({"/": ""}, headers=(("set-cookie", cookie),)))) is bad


def test_noindex_of_the_home_page_or_of_half_the_site_is_an_error() -> None:
    check = CATALOGUE["indexing-noindex"].site
    assert check is not None
    home = site({"/": NOINDEX, "/a": "", "/b": ""})
    assert [said.severity for said in check(home)] == ["error"]  # type: ignore[union-attr]
    half = site({"/": "", "/a": NOINDEX})
    assert [said.severity for said in check(half)] == ["error"]  # type: ignore[union-attr]
    one = site({"/a": NOINDEX})
    assert [said.severity for said in check(one)] == [None]  # type: ignore[union-attr]


def test_pages_over_http_are_named_once() -> None:
    from tests.core.audit.build import page

    plain = page("x", "/a", root="http://site.org")
    mixed = Site(site().run, {}, {plain.url: plain}, (), (), True)
    assert site_hits("https-missing", mixed) == ["http://site.org/a"]
    assert site_hits("https-missing", site({"/a": ""})) == []


@pytest.mark.parametrize(
    ("check", "case"),
    [
        ("hreflang-no-return", site({"/a": lang("de", "/b")})),
        ("canonical-target-broken", site({"/a": canonical("/b")})),
        ("slow-response", site({"/a": ""})),
        ("sitemap-missing", site({"/": ""}, sitemaps=(sitemap(status=503, kind="", outcome=Outcome.HTTP_ERROR),))),
        ("robots-unreachable", site({}, robots=(robots("", 429, "deny-all"),))),
        (
            "sitemap-page-missing",
            site({"/": "", "/a": ""}, sitemaps=(sitemap("/"), sitemap(outcome=Outcome.TIMEOUT, kind=""))),
        ),
    ],
)
def test_what_was_not_seen_is_said(check: str, case: Site) -> None:
    assert site_hits(check, case) == []
    assert doubts(check, case)


def test_every_site_check_has_its_cases() -> None:
    modules = [import_module(f"tests.core.audit.{path.stem}") for path in Path(__file__).parent.glob("test_*.py")]
    cases = [case for module in modules for case in getattr(module, "SITES", ())]
    covered = {check for check, *_ in (*CASES, *BEYOND, *cases)} | HEADERS.keys() | {"https-missing"}
    files = Path(__file__).parent.glob("test_*_checks.py")
    elsewhere = "".join(file.read_text("utf-8") for file in files if file.name != Path(__file__).name)
    lacking = {check.id for check in CATALOGUE.values() if check.site} - covered
    assert {check for check in lacking if f'"{check}"' not in elsewhere} == set()


def test_a_link_finding_names_page_text_and_line() -> None:
    linked = site({"/": "<p>\n<a href=/b>Read <b>on</b></a>", "/c": links("/b")}, failed("/b", 404))
    check = CATALOGUE["link-broken-internal"].site
    assert check is not None
    (hit,) = check(linked)
    assert hit.also["source_pages"] == 2  # type: ignore[union-attr]
    first = hit.also["sources"][0]  # type: ignore[union-attr,index]
    assert first == {"page": f"{ROOT}/", "text": "Read on", "line": 2, "href": "/b"}


def test_what_was_asked_again_and_again_says_so() -> None:
    asked = {"evidence": {"attempts": 3}}
    case = site(HOME, failed("/b", 500, **asked), sitemaps=(sitemap("/b"),))
    for check in ("http-5xx", "link-broken-internal", "sitemap-url-broken"):
        (hit,) = found(check, case)
        assert hit.evidence.partition(";")[0] == "status 500, asked 3 times"
    (hit,) = found("link-broken-internal", site(HOME, ended("/b", Outcome.TIMEOUT, **asked)))
    assert hit.evidence.startswith("the server took too long to answer, asked 3 times; linked from 1 page")
    (hit,) = found("http-5xx", site({}, failed("/b", 500)))
    assert hit.evidence == "status 500"


def test_what_answers_in_place_of_a_sitemap_is_said() -> None:
    (hit,) = found("sitemap-missing", site({"/": ""}, sitemaps=(NO_SITEMAP,)))
    assert hit.evidence == "no Sitemap line in robots.txt, and /sitemap.xml answers with something that is no sitemap"


PLAIN, WWW = "http://site.org", "https://www.site.org"
DISALLOW = "User-agent: *\nDisallow: /\nrubbish"


def origins(*found: RobotsRecord, moved_from: str = "") -> Site:
    """A site whose home page is on https, with robots.txt of several origins."""
    away = UrlRecord(f"{moved_from}/", Outcome.REDIRECTED, status=301, location=f"{ROOT}/")
    return site({"/": ""}, *([away] if moved_from else []), robots=found)


@pytest.mark.parametrize("check", ["robots-blocks-all", "robots-syntax"])
@pytest.mark.parametrize("other", [PLAIN, WWW, "https://a.site.org"])
def test_one_robots_txt_at_two_origins_is_judged_once_at_the_home_page_s(check: str, other: str) -> None:
    here = robots(DISALLOW)
    case = origins(replace(here, origin=other), here)
    assert site_hits(check, case) == ["/robots.txt"]


def test_of_two_origins_without_the_home_page_the_one_with_https_is_named() -> None:
    here = robots(DISALLOW)
    case = origins(replace(here, origin="http://a.site.org"), replace(here, origin=WWW))
    assert [hit.url for hit in found("robots-blocks-all", case)] == [f"{WWW}/robots.txt"]


def test_different_files_are_judged_each() -> None:
    case = origins(robots(DISALLOW), replace(robots(DISALLOW + "\nmore"), origin=PLAIN))
    assert len(found("robots-blocks-all", case)) == len(found("robots-syntax", case)) == 2


def test_no_file_at_all_is_said_once_whatever_the_error_page_shows() -> None:
    case = origins(robots("error 1", 404, "allow-all"), replace(robots("error 2", 404, "allow-all"), origin=PLAIN))
    assert site_hits("robots-missing", case) == ["/robots.txt"]
    case = origins(robots("", 500, "deny-all"), replace(robots("", 500, "deny-all"), origin=PLAIN))
    assert site_hits("robots-unreachable", case) == ["/robots.txt"]


def test_an_origin_that_only_redirects_needs_no_robots_txt() -> None:
    here, there = robots("User-agent: *"), replace(robots("", 404, "allow-all"), origin=PLAIN)
    assert site_hits("robots-missing", origins(here, there, moved_from=PLAIN)) == []
    assert found("robots-missing", origins(here, there))[0].url == f"{PLAIN}/robots.txt"
