"""Reading one page: facts, endings, and that nothing a stranger writes breaks it."""

import pickle
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.core.audit import bounds
from crawler.core.audit.page import Page, read_beginning, read_page
from crawler.core.limits import LINKS_PER_PAGE, PAGE_BYTES
from crawler.core.outcome import Ending, Outcome
from tests.core.audit.build import ROOT, TYPE, page

MOST_SECONDS = 10  # 2 s of one core; tests share theirs


def read(body: bytes, content_type: str | None = "text/html") -> Page | Ending:
    headers = [("Content-Type", content_type)] if content_type is not None else []
    return read_page(url="https://site.org/dir/a", status=200, headers=headers, body=body)


def test_links_are_resolved_against_the_base() -> None:
    found = page("<base href='/x/'><a href=b>B</a><a href='?q'>Q</a><a href=' https://other.org/ '>O</a>")
    assert [link.url for link in found.links] == ["https://site.org/x/b", "https://site.org/x/?q", "https://other.org/"]
    assert found.base == "https://site.org/x/"


def test_a_page_leaves_the_process_that_reads_as_it_is() -> None:
    found = page("<title>T</title><h1>H</h1><a href=b rel=nofollow>B</a><img src=/i><script src=s></script>")
    came = pickle.loads(pickle.dumps(found))
    assert came == found
    for name in ("titles", "headings", "links", "images", "resources"):
        kinds = [type(fact) for fact in getattr(found, name)]
        assert [type(fact) for fact in getattr(came, name)] == kinds != []
    assert came.images[0].target.url == "https://site.org/i"
    with pytest.raises(AttributeError):
        came.links[0].url = "https://other.org/"


def test_a_private_base_makes_no_link_private() -> None:
    found = page("<base href='http://127.0.0.1/'><a href=b>B</a><a href=https://other.org/>O</a>")
    assert [(link.url, link.refusal) for link in found.links] == [
        (None, "private-address"),
        ("https://other.org/", None),
    ]


def test_a_base_of_a_foreign_scheme_is_none() -> None:
    assert [link.url for link in page("<base href='data:x'><a href=b>B</a>").links] == ["https://site.org/b"]


@pytest.mark.parametrize(
    ("href", "kind", "refusal"),
    [
        ("mailto:a@b.cz", "mail", "scheme"),
        ("tel:+420", "phone", "scheme"),
        ("javascript:void(0)", "script", "scheme"),
        ("ftp://a.cz/", "other", "scheme"),
        ("#x", "fragment", None),
        ("HTTPS://a.cz", "page", None),
        ("http://127.1/", "page", "ambiguous-ipv4"),
        ("//10.0.0.1/", "page", "private-address"),
        ("http:\\\\10.0.0.1/", "page", "bad-character"),
        ("/a&#10;b", "page", "bad-character"),
    ],
)
def test_kinds_and_refusals(href: str, kind: str, refusal: str | None) -> None:
    (link,) = page(f'<a href="{href}">x</a>').links
    assert (link.kind, link.refusal) == (kind, refusal)


def test_links_are_unique_and_in_order() -> None:
    found = page(
        "<a href=/b>B</a><a href=/c>C</a><a href=/b>B</a><a href=/b rel=nofollow>B</a><a href=/d rel=nofollow>D</a>"
    )
    assert found.links_seen == 5
    assert len(found.links) == 4
    assert found.follow == ("https://site.org/b", "https://site.org/c")
    assert found.unfollowed == ("https://site.org/d",)


def test_a_nofollow_page_is_not_followed() -> None:
    for html in (
        "<meta name=robots content='index,NOFOLLOW'><a href=/b>B</a>",
        "<meta name=LessonPeakSeoBot content=none><a href=/b>B</a>",
    ):
        found = page(html)
        assert found.follow == ()
        assert found.unfollowed == ("https://site.org/b",)


@pytest.mark.parametrize(
    ("value", "noindex", "nofollow"),
    [
        ("noindex", True, False),
        ("none", True, True),
        ("googlebot: noindex", True, False),
        ("lessonpeakseobot: nofollow", False, True),
        ("otherbot: noindex, nofollow", False, False),
        ("otherbot: noindex, lessonpeakseobot: nofollow", False, True),
        ("max-snippet: 0, noindex", True, False),
        ("unavailable_after: 25 Jun 2030 15:00:00 PST", False, False),
        ("NoIndex , NoFollow", True, True),
    ],
)
def test_x_robots_tag(value: str, noindex: bool, nofollow: bool) -> None:
    found = page("x", headers=(("X-Robots-Tag", value),))
    assert (found.noindex, found.nofollow) == (noindex, nofollow)


def test_link_header() -> None:
    value = '<https://site.org/c>; rel="canonical", </de>; rel=alternate; hreflang="de"'
    found = page("<base href=/x/>", headers=(("link", value),))
    assert found.canonical == "https://site.org/c"
    assert [(x.lang, x.target.url, x.where) for x in found.alternates] == [("de", "https://site.org/de", "header")]


def test_an_empty_canonical_is_none() -> None:
    assert page("<link rel=canonical href=' '>").canonical is None


def test_lines_of_links() -> None:
    html = (
        "<!-- <a href=/b> -->\n<script>'<a href=/c>'</script>\n<a href=/b>B</a>\n\n<p><a\nhref='/x?a=1&amp;b=2'>C</a>"
    )
    assert [(link.href, link.line) for link in page(html).links] == [("/b", 3), ("/x?a=1&b=2", 5)]


def test_what_scripts_hide_is_not_read() -> None:
    found = page("<body><noscript><a href=/n>N</a><img src=p></noscript><template><a href=/t>T</a></template>")
    assert (found.links, found.images) == ((), ())


def test_words_are_counted_in_any_script() -> None:
    assert page("<p>Příliš žluťoučký kůň</p>").words == 3
    assert page("<p>東京の美術館</p>").words == 3
    assert page("<nav>a b c</nav><main>d e</main><footer>f</footer>").words == 2


def test_jsonld_fault_has_its_place() -> None:
    (block,) = page('<p>\n<script type="application/ld+json; charset=utf-8">\n{"a": 1,\n}</script>').blocks
    assert (block.line, block.column) == (4, 1)
    (block,) = page('<script type="application/ld+json">{"a": NaN}</script>').blocks
    assert block.error


@pytest.mark.parametrize("depth", [100_000])
def test_nested_json_is_a_fault_of_the_page(depth: int) -> None:
    (block,) = page(f'<script type="application/ld+json">{"[" * depth}</script>').blocks
    assert block.error


@pytest.mark.parametrize(
    ("body", "content_type", "html"),
    [
        (b"<html>", "text/html", True),
        (b"<html>", "Application/XHTML+XML; charset=utf-8", True),
        (b"<html>", "text/plain", False),
        (b"<html>", None, False),
        (b"%PDF-1.7", "text/html", False),
        (b"\x89PNG\r\n\x1a\n", "text/html", False),
        (b"", "text/html", True),
    ],
)
def test_the_header_decides_and_bytes_only_refuse(body: bytes, content_type: str | None, html: bool) -> None:
    found = read(body, content_type)
    assert isinstance(found, Page) is html
    if isinstance(found, Ending):
        assert found.outcome is Outcome.NOT_HTML


def test_html_under_another_type_is_noted() -> None:
    found = read(b"\n<!DOCTYPE html><p>", "text/plain")
    assert isinstance(found, Ending)
    assert found.evidence["looks_like_html"] is True


def test_links_past_the_limit_are_marked() -> None:
    most = int(LINKS_PER_PAGE)
    within = page("".join(f"<a href=/{n}>x</a>" for n in range(most)))
    past = page("".join(f"<a href=/{n}>x</a>" for n in range(most + 1)))
    assert (len(within.follow), within.links_cut) == (most, False)
    assert (len(past.follow), past.links_cut) == (most, True)


SIZE = int(PAGE_BYTES)
TAGS = int(bounds.TAGS)
FORMATTED = b"<p>%s%s"
HOSTILE = {
    "nested divs": b"<div>" * (SIZE // 5),
    "fewer nested divs": b"<div>" * 200_000,
    "attributes of one tag": b"<p " + b" ".join(b"a%d" % n for n in range(700_000)) + b">",
    "few tags, many attributes": (b"<p " + b" ".join(b"a%d" % n for n in range(2000)) + b">") * 600,
    "links": b"<a href=/a>x</a>" * (SIZE // 17),
    "nested formatting": b"".join(b"<b a=%d>" % n for n in range(200_000)),
    "nested in svg style": b"<svg><style>" + b"<g>" * 200_000,
    "nested behind a title in a select": b"<select><title></select>" + b"<div>" * 200_000,
    "nested behind a title in noscript": b"<head><noscript><title></noscript>" + b"<div>" * 200_000,
    "options": b"<select>" + b"<option>" * 200_000,
    "attributes gathered on body": b"".join(b"<body a%d>" % n for n in range(100_000)),
    "formatting left open": FORMATTED % (b"".join(b"<b id=%d>" % n for n in range(400)), b"<p>x" * 9000),
    "little formatting left open": FORMATTED % (b"".join(b"<i id=%d>" % n for n in range(30)), b"<p>x" * 60_000),
    "fonts of many kinds": FORMATTED % (b"".join(b"<font size=%d>" % n for n in range(500)), b"<li>x" * 5000),
    "long attributes left open": FORMATTED % (b"<b id=" + b"x" * 9000 + b">", b"<div>x</div>" * 9000),
    "formatting before a table": FORMATTED
    % (b"<table>" + b"".join(b"<b id=%d>" % n for n in range(400)) + b"<tr><td></table>", b"<p>x" * 9000),
    "utf-16": b"\xff\xfe" + ("<div>" * 300_000).encode("utf-16-le"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_cost_the_parser_too_much_is_ended_with_what_was_seen(name: str) -> None:
    begun = time.process_time()
    found = read(HOSTILE[name])
    assert time.process_time() - begun < MOST_SECONDS
    assert isinstance(found, Ending)
    assert found.outcome is Outcome.PARSE_LIMIT
    assert found.evidence["seen"] > found.evidence["value"]


HEAVY = {
    "flat tags": b"<a href=/a>x</a>" * (TAGS // 2),
    "many links": b"".join(b"<a href=/%d>x</a>" % n for n in range(TAGS // 2)),
    "nameless links": b"".join(b"<a href=/%d></a>" % n for n in range(TAGS // 2)),
    "deep list": b"<ul>" * 500 + b"<li>" * (TAGS - 500),
    "titles in depth": b"<div>" * 500 + b"<title>a</title>" * (TAGS // 2 - 500),
    "headings round much text": b"<h1><div>" * 250 + b"x " * (SIZE // 2 - 2000),
    "roots round much text": b"<div id=app>" * 500 + b"x " * (SIZE // 2 - 4000),
    "canonicals": b"".join(b"<link rel=canonical href=/%d>" % n for n in range(TAGS))[:SIZE],
    "images": b"".join(b"<img src=/%d>" % n for n in range(TAGS)),
    "one text": b"hello " * (SIZE // 6),
    "Thai": "ภาษาไทย".encode() * (SIZE // 21),
    "open comments": b"<!--" * TAGS,
    "spaces in a tag": b"<p" + b" " * (SIZE - 2),
    "slashes in a tag": b"<p" + b"/" * (SIZE - 2),
    "one attribute again and again": b"<p " + b"a=" * 4_000_000,
    "fonts left open in cells": b"<table>"
    + b"".join(b"<tr><td><font size=%d>x" % n for n in range(500))
    + b"<tr><td>x" * 70_000,
    "blocks in links": b"<a href='/%s'><div><p>x</p><ul><li>y</li></ul></div></a>" % (b"x" * 100) * 24_000,
    "a font never closed": b"<font size=2>" + b"<p>x" * 200_000,
    "options in one select": b"<select><button><selectedcontent></button>" + b"<option>x</option>" * (TAGS // 2 - 10),
}


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_pages_are_read_in_time(name: str) -> None:
    begun = time.process_time()
    found = read(HEAVY[name])
    assert time.process_time() - begun < MOST_SECONDS
    assert isinstance(found, Page)


def test_an_ordinary_large_page_is_no_trap() -> None:
    rows = "<tr><td>name<td>value<td><a href=/x>more</a>" * 20_000
    script = "<script>" + "for(i=0;i<n;i++){if(a<b&&c<d)e()}" * 2000 + "</script>"
    assert isinstance(read(f"<table>{rows}</table>{script}".encode()), Page)


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_any_bytes_are_read(body: bytes) -> None:
    for content_type in ("text/html", "text/html; charset=utf-16", "text/html; charset=gbk"):
        assert isinstance(read(body, content_type), Page | Ending)


FRAGMENTS = st.sampled_from(
    ["<", ">", "/", "=", '"', "'", " ", "\n", "&amp;", "<a href=", "</a>", "<svg>", "<title>", "</title>", "<script>",
     "</script>", "<!--", "-->", "<select>", "<table>", "<meta name=robots content=", "<link rel=canonical href=",
     "<base href=", "#x", "http://", "\x00", "é", "\ud800", "<img srcset=", "<template>", "<html lang=", "<body>"]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(FRAGMENTS, max_size=60))
def test_any_markup_is_read(parts: list[str]) -> None:
    found = read("".join(parts).encode("utf-8", "surrogatepass"))
    assert isinstance(found, Page | Ending)
    if isinstance(found, Page):
        assert found.follow is not None
        assert hash(found)


def test_a_url_that_is_none_is_refused() -> None:
    found = read_page(url="file:///etc/passwd", status=200, headers=[TYPE], body=b"")
    assert isinstance(found, Ending)
    assert found.outcome is Outcome.URL_REFUSED


def test_the_facts_kept_of_one_page_are_bounded_and_it_says_what_was_cut():
    body = "<title>x</title>" + "".join(
        f'<a href="/{n}-{"x" * 1500}">{n}</a><img src="/{n}-{"y" * 1500}">' for n in range(1900)
    )
    found = read(body.encode())
    assert isinstance(found, Page)
    kept = sum(len(link.href) + len(link.url or "") for link in found.links)
    kept += sum(len(image.target.raw) + len(image.target.url or "") for image in found.images)
    assert kept < 1.2 * 1024 * 1024
    assert {"links-cut", "items-cut"} <= set(found.marks)


def test_of_a_page_that_is_too_much_the_beginning_is_read_and_marked() -> None:
    head = "<title>Deep</title><h1>Here</h1><a href=/first>first</a>"
    deep, wide = head + "<div>" * 5000 + "<a href=/lost>lost</a>", head + "<a href=/x>x</a>" * 400_000
    for body in (deep, wide):
        given: dict[str, Any] = {"url": f"{ROOT}/a", "status": 200, "headers": [TYPE], "body": body.encode()}
        whole, found = read_page(**given), read_beginning(**given, most=100_000)
        assert isinstance(whole, Ending)
        assert isinstance(found, Page)
        assert (found.title, found.h1, found.links[0].url) == ("Deep", "Here", f"{ROOT}/first")
        assert "page-cut" in found.marks


def test_a_page_that_is_too_much_at_once_has_no_beginning() -> None:
    body = b"<div " + b" ".join(b"a%d" % number for number in range(100_000)) + b">"
    found = read_beginning(url=f"{ROOT}/a", status=200, headers=[TYPE], body=body, most=100_000)
    assert isinstance(found, Page)
    assert (found.size, found.links) == (0, ())
