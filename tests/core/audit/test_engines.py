"""What robots.txt means for search engines and others, what scripts change, and structured data counted."""

# ruff: noqa: E501 (one case, one line)

import pytest

from crawler.core.audit.page import Page
from crawler.core.audit.rendered import Rendered, drawn
from crawler.core.audit.site import Site
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord
from tests.core.audit.build import ROOT, doubts, ended, found, page, robots, site, site_hits

NOINDEX = "<meta name=robots content=noindex>"
LOADS = "<link rel=stylesheet href=/css/s.css><script src=/js/s.js></script><img src=/img/i.png>"


def told(*lines: str) -> tuple[RobotsRecord, ...]:
    return (robots("\n".join(lines)),)


SITES: list[tuple[str, Site, list[str]]] = [
    ("noindex-and-disallowed", site({"/a": NOINDEX}, robots=told("User-agent: Googlebot", "Disallow: /a")), ["/a"]),
    ("noindex-and-disallowed", site({"/a": NOINDEX}, robots=told("User-agent: *", "Disallow: /a", "User-agent: us", "Allow: /")), ["/a"]),
    ("noindex-and-disallowed", site({"/a": NOINDEX}, robots=told("User-agent: bingbot", "Disallow: /*a$")), ["/a"]),
    ("noindex-and-disallowed", site({"/a": NOINDEX}, robots=told("User-agent: CCBot", "Disallow: /")), []),
    ("noindex-and-disallowed", site({"/a": NOINDEX}, robots=told("User-agent: *", "Disallow: /b")), []),
    ("noindex-and-disallowed", site({"/a": ""}, robots=told("User-agent: Googlebot", "Disallow: /a")), []),
    ("noindex-and-disallowed", site({"/a": NOINDEX}), []),
    ("robots-blocks-resource", site({"/a": LOADS}, robots=told("User-agent: *", "Disallow: /css/")), ["/a"]),
    ("robots-blocks-resource", site({"/a": LOADS}, robots=told("User-agent: Googlebot", "Disallow: /js/")), ["/a"]),
    ("robots-blocks-resource", site({"/a": LOADS, "/": LOADS}, robots=told("User-agent: *", "Disallow: /img", "Disallow: /js")), ["/", "/"]),
    ("robots-blocks-resource", site({"/a": LOADS}, robots=told("User-agent: CCBot", "Disallow: /")), []),
    ("robots-blocks-resource", site({"/a": LOADS}, robots=told("User-agent: *", "Disallow: /css", "Allow: /css/s.css")), []),
    ("robots-blocks-resource", site({"/a": LOADS}, robots=told("User-agent: *", "Disallow: /css", "User-agent: Googlebot", "User-agent: Bingbot", "Allow: /")), []),
    ("robots-blocks-resource", site({"/a": LOADS + NOINDEX}, robots=told("User-agent: *", "Disallow: /css")), []),
    ("robots-blocks-resource", site({"/a": "<img src=data:image/png;base64,AAAA><iframe src=/f></iframe><link rel=icon href=/i.ico>"}, robots=told("User-agent: *", "Disallow: /f", "Disallow: /i")), []),
    ("robots-blocks-resource", site({"/a": LOADS}), []),
    ("ai-robots-policy", site({}, robots=told("User-agent: GPTBot", "Disallow: /")), ["/robots.txt"]),
    ("ai-robots-policy", site({}, robots=told("User-agent: claudebot", "Disallow:")), ["/robots.txt"]),
    ("ai-robots-policy", site({}, robots=told("User-agent: *", "Disallow: /cart")), []),
    ("ai-robots-policy", site({}, robots=told("User-agent: AhrefsBot", "Disallow: /")), []),
    ("ai-robots-policy", site({}, robots=(robots("", 404, "allow-all"),)), []),
    ("render-diff", site({"/a": ""}), []),
    ("sd-none", site({"/": "", "/a": ""}), ["/"]),
    ("sd-none", site({"/": "<script type=application/ld+json>{}</script>", "/a": "<div itemscope>", "/b": "<p typeof=schema:Thing>"}), []),
    ("sd-none", site({"/": "<script type='Application/LD+JSON; charset=utf-8'>{}</script>", "/a": NOINDEX}), []),
]  # fmt: skip


@pytest.mark.parametrize(("check", "case", "expected"), SITES)
def test_engines(check: str, case: Site, expected: list[str]) -> None:
    assert site_hits(check, case) == expected


def test_what_robots_txt_keeps_from_us_may_say_noindex() -> None:
    assert doubts("noindex-and-disallowed", site({}, ended("/b", Outcome.ROBOTS_DENIED))) == [
        "1 address that robots.txt forbids may say noindex; we did not look either"
    ]


def test_a_blocked_file_is_said_once_with_the_pages_that_need_it() -> None:
    pages = {f"/{n}": LOADS for n in range(30)}
    (hit,) = found("robots-blocks-resource", site(pages, robots=told("User-agent: *", "Disallow: /css/")))
    assert hit.evidence.startswith(f"style {ROOT}/css/s.css: Disallow: /css/ (line 2); needed by 30 pages: {ROOT}/0, ")
    assert (hit.also["count"], len(hit.also["pages"])) == (30, 10)  # type: ignore[arg-type]


def test_who_is_kept_out_and_who_is_named_at_all_is_told_apart() -> None:
    policy = told(
        "User-agent: GPTBot", "User-agent: CCBot", "Disallow: /", "User-agent: ClaudeBot", "Disallow: /private",
        "User-agent: PerplexityBot", "Allow: /", "User-agent: *", "Disallow: /x",
    )  # fmt: skip
    (hit,) = found("ai-robots-policy", site({}, robots=policy))
    kept_out, in_part, let_in, unnamed = hit.evidence.split("; ")
    assert kept_out == "kept out: GPTBot, CCBot"
    assert in_part == "kept out in part: ClaudeBot"
    assert let_in == "let in by name: PerplexityBot"
    assert unnamed.startswith("not named: OAI-SearchBot, Google-Extended")


def rendered(sent: str, shown: str) -> Site:
    both: Page = drawn(page(sent), page(shown), Rendered(f"{ROOT}/a"))
    return Site(site().run, {}, {both.url: both}, (), (), True)


BEFORE = "<title>T</title><link rel=canonical href=/a><h1>H</h1>" + "".join(f"<a href=/{n}>x</a>" for n in range(8))


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (BEFORE, None),
        (BEFORE.replace("<title>T", "<title>  T "), None),
        (BEFORE + "<a href=/new>x</a><a href=/newer>x</a>", None),
        (BEFORE + "<a href=#top>x</a><a href=mailto:a@b.org>x</a><a href=/1>again</a>", None),
        (BEFORE.replace("<title>T", "<title>U"), "title “T” becomes “U”"),
        (BEFORE.replace("<h1>H</h1>", ""), "h1 “H” becomes (none)"),
        (BEFORE.replace("href=/a", "href=/b"), f"canonical “{ROOT}/a” becomes “{ROOT}/b”"),
        (NOINDEX + BEFORE, "robots (none) becomes “noindex”"),
        (
            BEFORE + "".join(f"<a href=/new{n}>x</a>" for n in range(3)),
            "3 of 11 linked addresses stand in one of the two alone",
        ),
    ],
)
def test_what_scripts_change_is_said(shown: str, said: str | None) -> None:
    assert [hit.evidence for hit in found("render-diff", rendered(BEFORE, shown))] == ([said] if said else [])


def test_without_a_browser_nothing_is_known_of_scripts() -> None:
    assert doubts("render-diff", site({"/a": ""})) == ["no page was drawn in a browser (render)"]
    assert doubts("render-diff", rendered(BEFORE, BEFORE)) == []
