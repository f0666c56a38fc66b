"""The linter: each kind fires on its case, is silent on the plain one, and on its nearest innocent lookalike."""

import re
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.robots import parse
from crawler.core.robots.lint import CHECKS, SHOWN, lint

GROUP = "User-agent: *\n"
US = {"origin": "https://h.example.com"}
BIG = "User-agent: *\nDisallow: /a\n" + "# filling\n" * 51_200

# Id; a file that has it, and its line (0: the whole file); one that has not; the nearest innocent lookalike.
CASES = [
    ("disallow-empty", GROUP + "Disallow:", 2, GROUP + "Disallow: /a", GROUP + "Disallow: /a\nAllow:"),
    ("directive-unknown", GROUP + "Disallow: /a\nCache: no", 3, GROUP + "Disallow: /a", "# Cache: no\n" + GROUP),
    ("directive-unknown", "Content-Sinal-x-y-z: a", 1, "Content-Signal: search=yes", "Clean-param: ref /a"),
    ("directive-unknown", "Schemamaps-x: https://h.example.com/s", 1, "Schemamap: https://h.example.com/s",
     "schemaMap: https://h.example.com/s"),
    ("directive-misspelt", GROUP + "Dissallow: /a", 2, GROUP + "Disallow: /a", GROUP + "DISALLOW: /a"),
    ("directive-misspelt", GROUP + "Alow: /a", 2, GROUP + "Allow: /a", GROUP + "Follow: /a"),
    ("directive-misspelt", "Sitemaps: https://h.example.com/s", 1, "Sitemap: https://h.example.com/s",
     "SiteMap: https://h/"),
    ("directive-retired", GROUP + "Noindex: /a", 2, GROUP + "Disallow: /a", "Content-Usage: train-ai=n"),
    ("directive-retired", "Host: h.example.com", 1, "Sitemap: https://h.example.com/s", "Clean-param: ref /a"),
    ("colon-missing", GROUP + "Disallow /a", 2, GROUP + "Disallow: /a", GROUP + "Disallow :/a"),
    ("colon-missing", GROUP + "Allow /a", 2, GROUP + "Allow: /a", "# Allow /a"),
    ("prose", "This is for robots\n" + GROUP, 1, "# This is for robots\n" + GROUP, GROUP + "Disallow: /a b # c"),
    ("rule-outside-group", "Disallow: /a\n" + GROUP, 1, GROUP + "Disallow: /a",
     "Sitemap: https://h.example.com/s\n" + GROUP),
    ("rule-duplicate", GROUP + "Disallow: /a\nDisallow: /a", 3, GROUP + "Disallow: /a\nDisallow: /b",
     GROUP + "Disallow: /a\nUser-agent: b\nDisallow: /a"),
    ("rule-duplicate", GROUP + "Disallow: /~a\nDisallow: /%7Ea", 3, GROUP + "Disallow: /a",
     GROUP + "Disallow: /A\nDisallow: /a"),
    ("rule-conflict", GROUP + "Disallow: /a\nAllow: /a", 2, GROUP + "Disallow: /a\nAllow: /a/b",
     GROUP + "Disallow: /a\nAllow: /a$"),
    ("rule-shadowed", GROUP + "Allow: /find\nDisallow: /*find", 2, GROUP + "Allow: /find\nDisallow: /*fond",
     GROUP + "Disallow: /find\nDisallow: /*find$"),
    ("rule-shadowed", GROUP + "Disallow: /a/b\nAllow: /*/b", 2, GROUP + "Disallow: /a/b\nDisallow: /a",
     "User-agent: a\nUser-agent: b\nDisallow: /find\nUser-agent: b\nDisallow: /*find"),
    ("path-without-slash", GROUP + "Disallow: private", 2, GROUP + "Disallow: /private", GROUP + "Disallow: *.pdf"),
    ("path-without-slash", GROUP + "Disallow: https://h.example.com/a", 2, GROUP + "Disallow: /a",
     GROUP + "Disallow: /https://h"),
    ("wildcard-useless", GROUP + "Disallow: /a*", 2, GROUP + "Disallow: /a", GROUP + "Disallow: /*a"),
    ("wildcard-useless", GROUP + "Disallow: /a**b", 2, GROUP + "Disallow: /a*b", GROUP + "Disallow: /*.pdf$"),
    ("wildcard-useless", GROUP + "Disallow: /a*$", 2, GROUP + "Disallow: /a$", GROUP + "Disallow: *"),
    ("assets-blocked", GROUP + "Disallow: /*.css$", 2, GROUP + "Disallow: /*.pdf$", GROUP + "Disallow: /*.json$"),
    ("assets-blocked", GROUP + "Disallow: /wp-includes/", 2, GROUP + "Disallow: /wp-admin/",
     GROUP + "Disallow: /wp-includes/\nAllow: /wp-includes/*.js\nAllow: /wp-includes/*.css"),
    ("assets-blocked", GROUP + "Disallow: /js/", 2, GROUP + "Disallow: /jobs/",
     "User-agent: AhrefsBot\nDisallow: /js/"),
    ("assets-blocked", GROUP + "Disallow: /wp-content/\nAllow: /wp-content/uploads/", 2,
     GROUP + "Disallow: /wp-content/uploads/",
     GROUP + "Disallow: /wp-content/\nAllow: /wp-content/themes/mine/\nAllow: /wp-content/plugins/*.js"),
    ("assets-blocked", GROUP + "Disallow: /static/\nUser-agent: b\nAllow: /static/css/", 2,
     GROUP + "Disallow: /static/\nAllow: /static/css/", GROUP + "Disallow: /static*\nAllow: /static/app/*.js$"),
    ("assets-blocked", GROUP + "Disallow: /_next/\nAllow: /_next/image", 2,
     GROUP + "Disallow: /_next/\nAllow: /_next/static/", GROUP + "Disallow: /_next/data/"),
    ("sitemap-relative", "Sitemap: /sitemap.xml", 1, "Sitemap: https://h.example.com/s",
     "Sitemap: HTTPS://h.example.com/s"),
    ("sitemap-bad-url", "Sitemap: https://h.example.com/a b", 1, "Sitemap: https://h.example.com/a%20b",
     "Sitemap: https://h.example.com/a # b"),
    ("sitemap-other-host", "Sitemap: https://other.example.com/s", 1, "Sitemap: https://h.example.com/s",
     "Sitemap: https://h.example.com:443/s"),
    ("crawl-delay-ignored", GROUP + "Crawl-delay: 5", 1, GROUP + "Disallow: /a",
     "User-agent: bingbot\nCrawl-delay: 5\nDisallow: /a"),
    ("crawl-delay-unreadable", GROUP + "Crawl-delay: 5s", 2, GROUP + "Crawl-delay: 5", GROUP + "Crawl-delay: .5 # s"),
    ("crawl-delay-long", GROUP + "Crawl-delay: 600", 1, GROUP + "Crawl-delay: 5", GROUP + "Crawl-delay: 60"),
    ("bom", "\ufeff" + GROUP, 1, GROUP, "# \ufeff\n" + GROUP),
    ("not-utf-8", b"User-agent: *\nDisallow: /\xe9", 2, GROUP + "Disallow: /é", GROUP + "Disallow: /%E9"),
    ("not-utf-8", (GROUP).encode("utf-16"), 0, GROUP, "\ufeff" + GROUP),
    ("line-ends", "User-agent: *\rDisallow: /a\r", 0, GROUP, "User-agent: *\r\nDisallow: /a\r\n"),
    ("line-ends", GROUP + "Disallow: /a\u2028Disallow: /b", 2, GROUP, "# a\u2028b\n" + GROUP),
    ("over-500-kib", BIG, 0, GROUP, BIG[: 500 * 1024]),
    ("html-instead", "<!DOCTYPE html>\n<html><p>no</p></html>", 1, GROUP, "# <html>\n" + GROUP),
    ("html-instead", "<?xml version='1.0'?>\n<!-- a -->\n<HTML>", 1, GROUP, GROUP + "Disallow: /<html>"),
    ("agent-names-nobody", "User-agent: *bot\nDisallow: /", 1, "User-agent: bot\nDisallow: /",
     "User-agent: * # bot\nDisallow: /a"),
    ("agent-list", "User-agent: abot, bbot\nDisallow: /", 1, "User-agent: abot\nUser-agent: bbot\nDisallow: /",
     "User-agent: Mozilla/5.0 (compatible; abot/1; +http://a, b)\nDisallow: /"),
    ("agent-other-spelling", "User-agent: GPTBot\nDisallow: /\nUser-agent: GPT-Bot\nDisallow: /b", 3,
     "User-agent: GPTBot\nDisallow: /\nUser-agent: gptbot\nDisallow: /b",
     "User-agent: Googlebot\nDisallow: /a\nUser-agent: Googlebot-News\nDisallow: /b"),
    ("group-without-rules", "User-agent: a\nUser-agent: b", 1, "User-agent: a\nUser-agent: b\nDisallow:",
     "User-agent: a\nCrawl-delay: 2\nDisallow: /\nUser-agent: a\nCrawl-delay: 3"),
    ("group-without-rules", GROUP + "Crawl-delay: 5s", 1,
     GROUP + "Crawl-delay: 10\nSitemap: https://h.example.com/s",
     GROUP + "Disallow: /a\nUser-agent: b\nCrawl-delay: 5"),
    ("group-delay-only", GROUP + "Disallow: /a\nUser-agent: b\nCrawl-delay: 5", 3, GROUP + "Crawl-delay: 5",
     GROUP + "Disallow: /a\nUser-agent: b\nCrawl-delay: 5\nDisallow:"),
    ("everything-blocked", GROUP + "Disallow: /", 2, GROUP + "Disallow: /a",
     GROUP + "Disallow: /\nUser-agent: Googlebot\nUser-agent: Bingbot\nDisallow: /a"),
    ("everything-blocked", "User-agent: Bingbot\nDisallow: /*", 2, "User-agent: GPTBot\nDisallow: /",
     GROUP + "Disallow: /\nAllow: /public/"),
    ("empty-file", "", 0, GROUP, "Sitemap: https://h.example.com/s"),
]  # fmt: skip


def octets(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


@pytest.mark.parametrize(
    ("kind", "fires", "line", "plain", "alike"),
    [pytest.param(*case, id=f"{case[0]}-{n}") for n, case in enumerate(CASES)],
)
def test_a_kind_fires_on_its_case_only(
    kind: str, fires: str | bytes, line: int, plain: str | bytes, alike: str | bytes
) -> None:
    found = [finding for finding in lint(octets(fires), **US) if finding.id == kind]
    assert [finding.line or 0 for finding in found[:1]] == [line]
    assert kind not in {finding.id for finding in lint(octets(plain), **US)}
    assert kind not in {finding.id for finding in lint(octets(alike), **US)}


def test_content_type_fires_on_its_case_only() -> None:
    def found(kind: str | None) -> list[str]:
        return [finding.id for finding in lint(b"User-agent: *\nDisallow: /a", content_type=kind)]

    assert found("application/octet-stream") == found("") == ["content-type"]
    assert found("text/plain") == found("Text/Plain ; charset=utf-8") == found(None) == []


def test_every_kind_has_a_case() -> None:
    assert {case[0] for case in CASES} | {"content-type"} == set(CHECKS)


def test_every_kind_has_its_facts() -> None:
    for check in CHECKS.values():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", check.id)
        assert all(len(fact) > 3 for fact in (check.why, check.mend, check.source))


SHOP = """# we use our own platform
User-agent: *
Disallow: /admin
Disallow: /cart
Disallow: /orders
Disallow: /checkouts/
Disallow: /*/checkouts
Disallow: /account
Disallow: /collections/*sort_by*
Disallow: /collections/*+*
Disallow: /*?*variant=
Disallow: /search
Allow: /search/help
Sitemap: https://h.example.com/sitemap.xml

User-agent: AdsBot-Google
Disallow: /checkouts/
Disallow: /cart

User-agent: MJ12bot
Crawl-Delay: 10

User-agent: Pinterest
Crawl-delay: 1
"""
BLOG = """User-agent: *
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php

Sitemap: https://h.example.com/wp-sitemap.xml
"""
WIKI = """#
# Please note: there are a lot of pages on this site.
#
User-agent: MJ12bot
Disallow: /

User-agent: Orthogaffe
Disallow:

User-agent: *
Allow: /w/api.php?action=mobileview&
Allow: /w/load.php?
Disallow: /w/
Disallow: /api/
Disallow: /trap/
Disallow: /wiki/Special:
Disallow: /wiki/Special%3A
Disallow: /wiki/Spezial:
"""
NEWS = """User-agent: GPTBot
User-agent: CCBot
User-agent: Google-Extended
Disallow: /

User-agent: *
Content-Signal: search=yes, ai-train=no
Disallow: /*.json$
Disallow: /*?print=
Disallow: /svc/
Allow: /ads/public/
Disallow: /ads/

User-agent: Googlebot-News
Disallow: /sponsored/

Sitemap: https://h.example.com/news.xml.gz
"""
PRESS = """User-agent: *
Disallow: /wp-admin/
Disallow: /wp-includes/
Allow: /wp-includes/js/
Allow: /wp-includes/css/
Disallow: /wp-content/
Allow: /wp-content/themes/
Allow: /wp-content/plugins/
Allow: /wp-content/uploads/

Sitemap: https://h.example.com/sitemap_index.xml
Schemamap: https://h.example.com/schemamap.xml
"""
SLOW = "User-agent: *\nCrawl-delay: 10\nSitemap: https://h.example.com/sitemap.xml\n"
OPEN = "User-agent: *\nDisallow:\n\nSitemap: https://h.example.com/sitemap.xml\n"


STYLES = {"shop": SHOP, "blog": BLOG, "wiki": WIKI, "news": NEWS, "press": PRESS, "slow": SLOW, "open": OPEN}


@pytest.mark.parametrize("text", STYLES.values(), ids=STYLES)
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_files_in_the_style_of_well_known_ones_are_left_in_peace(text: str, end: str) -> None:
    found = lint(text.replace("\n", end).encode(), content_type="text/plain; charset=utf-8", **US)
    assert [finding for finding in found if finding.severity != "notice"] == []


def test_a_group_with_a_delay_alone_is_noted_with_what_holds() -> None:
    found = [(one.line, one.id, one.said) for one in lint(SHOP.encode()) if one.id.startswith("group-")]
    assert found == [
        (20, "group-delay-only", "its Crawl-delay of 10 s holds, but the rules of * do not apply to it"),
        (23, "group-delay-only", "its Crawl-delay of 1 s holds, but the rules of * do not apply to it"),
    ]


def test_an_asset_that_is_still_barred_is_named() -> None:
    open_scripts = GROUP + "Disallow: /wp-includes/\nAllow: /wp-includes/js/"
    (finding,) = lint(open_scripts.encode())
    assert finding.said == "keeps engines from style sheets, for instance /wp-includes/css/x.css"


@pytest.mark.parametrize("at", range(512 * 1024 - 2, 512 * 1024 + 2))
def test_a_line_end_that_is_cut_in_two_is_no_lone_cr(at: int) -> None:
    body = (b"User-agent: *\r\n#".ljust(at, b"a") + b"\r\n# more\r\n")[: 512 * 1024 + 1]
    assert "line-ends" not in {finding.id for finding in lint(body)}


def test_a_misspelling_comes_with_the_guess() -> None:
    (finding,) = lint(b"User-agent: *\nDisallow: /a\nAllw: /b")
    assert (finding.id, finding.mend) == ("directive-misspelt", "Write Allow.")
    assert "ignored" in finding.said


def test_a_rule_that_never_decides_names_the_one_that_does() -> None:
    (finding,) = lint(b"User-agent: *\nDisallow: /find\nDisallow: /*find")
    assert (finding.line, finding.text) == (2, "Disallow: /find")
    assert "line 3" in finding.said


def test_a_page_has_its_own_finding_and_no_noise() -> None:
    found = lint(b"<!doctype html><title>x</title>\n<p>User-agent: *\nhello\n", content_type="text/html")
    assert {finding.id for finding in found} == {"html-instead", "content-type"}


def test_the_findings_of_a_kind_are_bounded() -> None:
    found = [finding for finding in lint(b"some words here\n" * 1000) if finding.id == "prose"]
    assert len(found) == SHOWN + 1
    assert "more" in found[-1].said


HARD = {
    "wildcards": GROUP + "".join(f"Disallow: /*{n}x\n" for n in range(26_000)),
    "one wildcard often": GROUP + "Disallow: *ab*\n" * 26_000,
    "prefixes": GROUP + "".join(f"Disallow: /{n}\n" for n in range(26_000)),
    "robots": "".join(f"User-agent: a{n}\nDisallow: /\n" for n in range(15_000)),
    "merged robots": "".join(f"User-agent: a{n}\nUser-agent: b{n % 7}\nDisallow: /*{n}\n" for n in range(9_000)),
    "unknown keys": "".join(f"dissalo{n}: /\n" for n in range(30_000)),
    "assets": GROUP + "".join(f"Disallow: /*{n}.css\n" for n in range(20_000)),
    "asset folders": GROUP + "Allow: /js/a\nDisallow: /js/\n" * 20_000,
    "one line": GROUP + "Disallow: /" + "*a" * 250_000,
    "stars": GROUP + "Disallow: /" + "*" * 500_000,
    "names": "User-agent: " + "a,b" * 170_000,
    "open tag": "<!--" + " <!--" * 100_000,
}


@pytest.mark.parametrize("name", HARD)
def test_no_file_takes_long_to_lint(name: str) -> None:
    start = perf_counter()
    lint(HARD[name].encode(), **US)
    assert perf_counter() - start < 15  # measured: under 3 s


@given(st.binary(max_size=300) | st.text("Usera-gnt:Disalow/*$#\n ", max_size=200).map(str.encode))
def test_any_octets_can_be_linted(body: bytes) -> None:
    lines = len(body.splitlines()) + 2
    assert all((finding.line or 1) <= lines for finding in lint(body, **US))


PATTERNS = st.lists(st.sampled_from(["/", "a", "b", "*", "%61", "$"]), max_size=5).map(
    lambda parts: "/" + "".join(parts)
)
RULES = st.lists(st.builds("{}: {}".format, st.sampled_from(["Allow", "Disallow"]), PATTERNS), min_size=2, max_size=8)
NEVER = {"rule-duplicate", "rule-conflict", "rule-shadowed"}


@given(RULES, st.lists(PATTERNS, min_size=1, max_size=8))
def test_a_rule_that_never_decides_can_be_taken_out(rules: list[str], urls: list[str]) -> None:
    never = {finding.line for finding in lint("\n".join(["User-agent: *", *rules]).encode()) if finding.id in NEVER}
    robots = parse("\n".join(["User-agent: *", *rules]).encode())
    for url in urls:
        assert robots.verdict("x", url).line not in never
