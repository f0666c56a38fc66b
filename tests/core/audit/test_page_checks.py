"""Each page check: what it finds, what it leaves alone, and the nearest innocent lookalike."""

# ruff: noqa: E501 (one case, one line)

from pathlib import Path

import pytest

from crawler.core.audit.catalogue import CATALOGUE
from tests.core.audit.build import hits, page

TEXT = "<p>" + "word " * 250 + "</p>"
NOINDEX = "<meta name=robots content=noindex>"
SELF = '<link rel=canonical href="https://site.org/a">'


def head(inner: str) -> str:
    return f"<!doctype html><html lang=en><head><meta charset=utf-8>{inner}</head><body>x</body></html>"


def body(inner: str) -> str:
    return f"<!doctype html><html lang=en><head><title>T</title></head><body>{inner}</body></html>"


def ld(text: str) -> str:
    return body(f'<script type="application/ld+json">{text}</script>')


#: check: (fires, does not, nearest lookalike)
CASES: dict[str, tuple[str, str, str]] = {
    "title-missing": (body("").replace("T", " \n"), head("<title>A</title>"), body("<svg><title></title></svg>")),
    "title-too-long": (head(f"<title>{'a ' * 31}</title>"), head("<title>Short</title>"), head(f"<title>{'i' * 60}</title>")),
    "title-too-short": (
        head("<title>Home</title>"),
        head("<title>A title with enough words in it</title>"),
        head("<title>東京の美術館と博物館案内</title>"),
    ),
    "page-too-many-links": (
        body("<a href=/x>x</a>" * 1001), body("<a href=/x>x</a>" * 1000), body("<a href=/x>x</a><a>x</a>" * 1000)
    ),
    "title-multiple": (
        head("<title>A</title><title>B</title>"),
        head("<title>A</title>"),
        head("<title>A</title>") + "<svg><title>B</title></svg>",
    ),
    "title-outside-head": (
        "<head><div></div><title>A</title></head>",
        head("<title>A</title>"),
        "<head><noscript><img src=p.gif></noscript><title>A</title></head>",
    ),
    "description-missing": (
        head("<title>A</title>"),
        head('<meta name=description content="text">'),
        head(f"<title>A</title>{NOINDEX}"),
    ),
    "description-too-long": (
        head(f"<meta name=description content='{'a' * 156}'>"),
        head("<meta name=description content='a'>"),
        head(f"<meta name=description content='{'a' * 155}'>"),
    ),
    "description-too-short": (
        head("<meta name=description content='a'>"),
        head(f"<meta name=description content='{'a' * 70}'>"),
        head("<meta name=description content='" + "本館では江戸時代の船と航海の資料を常時公開しています。" * 2 + "'>"),
    ),
    "description-multiple": (
        head("<meta name=description content=a><meta name=description content=b>"),
        head("<meta name=description content=a>"),
        head("<meta name=description content=a><meta property=og:description content=b>"),
    ),
    "h1-missing": (body("<h1> </h1>"), body("<h1>A</h1>"), body("<h1><img src=logo.png alt=Shop></h1>")),
    "h1-multiple": (body("<h1>A</h1><h1>B</h1>"), body("<h1>A</h1><h2>B</h2>"), body("<h1>A</h1><h1> </h1>")),
    "heading-skipped": (
        body("<h1>A</h1><h3>B</h3>"),
        body("<h1>A</h1><h2>B</h2><h3>C</h3>"),
        body("<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>"),
    ),
    "indexing-conflict": (
        head('<meta name=robots content="index, noindex">'),
        head(NOINDEX + SELF),
        head('<meta name=robots content=index><meta name=googlebot content=noindex>'),
    ),
    "indexing-nofollow-page": (
        head("<meta name=robots content=nofollow>"),
        head("<meta name=robots content=follow>"),
        head('<meta name=robots content="noindex, nofollow">'),
    ),
    "indexing-robots-outside-head": (
        f"<body><p>x{NOINDEX}",
        head(NOINDEX),
        f"<head><noscript><img src=x></noscript>{NOINDEX}</head>",
    ),
    "canonical-missing": (head(""), head(SELF), head(NOINDEX)),
    "canonical-multiple-conflicting": (
        head(SELF + "<link rel=canonical href=/b>"),
        head(SELF),
        head(SELF + "<link rel=canonical href=/a#top>"),
    ),
    "canonical-relative": (head("<link rel=canonical href=/a>"), head(SELF), head("<link rel=stylesheet href=/a>")),
    "canonical-outside-head": (f"<body><p>x{SELF}", head(SELF), f"<head>{SELF}</head><body><p>{SELF}"),
    "canonical-insecure": (head("<link rel=canonical href=http://site.org/a>"), head(SELF), head("<link rel=canonical href=/a>")),
    "canonical-fragment": (head("<link rel=canonical href=/a#x>"), head(SELF), head("<link rel=canonical href=/a?x>")),
    "hreflang-invalid-code": (
        head("<link rel=alternate hreflang=en-UK href=/b>"),
        head("<link rel=alternate hreflang=en-GB href=/b>"),
        head("<link rel=alternate hreflang=x-default href=/b><link rel=alternate hreflang=zh-Hant-TW href=/c>"),
    ),
    "hreflang-no-self": (
        head("<link rel=alternate hreflang=de href=/b>"),
        head("<link rel=alternate hreflang=en href=/a><link rel=alternate hreflang=de href=/b>"),
        head("<link rel=alternate type=application/rss+xml href=/feed>"),
    ),
    "hreflang-no-x-default": (
        head("<link rel=alternate hreflang=en href=/a><link rel=alternate hreflang=de href=/b>"),
        head("<link rel=alternate hreflang=en href=/a><link rel=alternate hreflang=x-default href=/b>"),
        head("<link rel=alternate hreflang=en-GB href=/a><link rel=alternate hreflang=en-US href=/b>"),
    ),
    "hreflang-conflict": (
        head("<link rel=alternate hreflang=de href=/a><link rel=alternate hreflang=de href=/b>"),
        head("<link rel=alternate hreflang=de href=/a><link rel=alternate hreflang=en href=/b>"),
        head("<link rel=alternate hreflang=en href=/a><link rel=alternate hreflang=x-default href=/a>"),
    ),
    "hreflang-lang-mismatch": (
        head("<link rel=alternate hreflang=de href=/a>"),
        head("<link rel=alternate hreflang=en href=/a>"),
        head("<link rel=alternate hreflang=en-GB href=/a><link rel=alternate hreflang=de href=/b>"),
    ),
    "html-lang-missing": ("<html lang=''><title>x</title>", "<html lang=cs>", "<html lang=zh-Hant>"),
    "viewport-missing": (
        head("<meta name=viewport content='width=1024'>"),
        head("<meta name=viewport content='width=device-width'>"),
        head("<meta name=viewport content='initial-scale=1, WIDTH = device-width'>"),
    ),
    "a11y-zoom-blocked": (
        head("<meta name=viewport content='width=device-width, user-scalable=no'>"),
        head("<meta name=viewport content='width=device-width'>"),
        head("<meta name=viewport content='width=device-width, maximum-scale=5, user-scalable=yes'>"),
    ),
    "img-alt-missing": (body("<a href=/b><img src=x alt=''></a>"), body("<img src=x alt=Ship>"), body("<img src=x alt=''>")),
    "img-no-dimensions": (body("<img src=x>"), body("<img src=x width=1 height=1>"), body("<img src=x style='aspect-ratio: 1'>")),
    "a11y-form-label": (
        body("<input name=q>"),
        body("<label>Name <input name=q></label>"),
        body("<input type=hidden><input type=submit><label for=q>Q</label><input id=q>"),
    ),
    "a11y-button-name": (body("<button></button>"), body("<button>Go</button>"), body("<button><img src=x alt=Go></button>")),
    "a11y-frame-title": (
        body("<iframe src=/f></iframe>"),
        body("<iframe src=/f title=Map></iframe>"),
        body("<iframe src=/f style='display: none'></iframe>"),
    ),
    "html-head-broken": (
        "<head><div></div><title>A</title></head>",
        head("<title>A</title>"),
        "<head><title>A</title><noscript><div></div></noscript><link rel=canonical href=/a></head><body><div>",
    ),
    "doctype-missing": ("<html><title>x</title>", head(""), "<!-- note --><!DOCTYPE HTML><html>"),
    "https-mixed-active": (
        body("<script src=http://cdn.example.net/x.js></script>"),
        body("<script src=https://cdn.example.net/x.js></script>"),
        body("<script src=//cdn.example.net/x.js></script><a href=http://x.org/>x</a><img src=http://x.org/i.png>"),
    ),
    "https-mixed-passive": (
        body("<img src=http://x.org/i.png>"),
        body("<img src=https://x.org/i.png>"),
        body("<a href=http://x.org/i.png>x</a><script src=http://x.org/x.js></script>"),
    ),
    "sec-form-insecure": (
        body("<form action=http://site.org/login></form>"),
        body("<form action=/login><input type=password></form>"),
        body("<form action=//site.org/login></form>"),
    ),
    "link-empty-anchor": (
        body("<a href=/b><img src=x></a>"),
        body("<a href=/b>B</a>"),
        body("<a href=/b><svg><title>Menu</title></svg></a><a href=/c aria-label=C></a><a id=x></a><a href=/d><img src=i alt=D></a>"),
    ),
    "link-malformed-url": (
        body("<a href='https//shop.org/x'>a</a><a href='http:/x'>b</a><a href='https://a b.org/'>c</a>"),
        body("<a href=https://shop.org/x>a</a>"),
        body("<a href='/a file.pdf'>a</a><a href=mailto:x@y.org>b</a><a href=tel:123>c</a><a href='https.html'>d</a>"),
    ),
    "link-fragment-missing": (
        body("<a href=#x>a</a>"),
        body("<a href=#x>a</a><p id=x>"),
        body("<a href=#>a</a><a href=#top>b</a><a href='#:~:text=x'>c</a><a href=#%C3%A9>d</a><a name=é></a><a href=/b#x>e</a>"),
    ),
    "link-not-crawlable": (
        body("<a href='javascript:go()'>a</a>"),
        body("<a href=/b>a</a>"),
        body("<a name=x>a</a><a href=/b onclick='go()'>b</a>"),
    ),
    "link-to-localhost": (
        body("<a href=http://localhost:3000/x>a</a>"),
        body("<a href=https://local.org/x>a</a>"),
        body("<a href=/localhost>a</a><a href=https://localhost.example.org.uk/>b</a>"),
    ),
    "link-to-insecure": (body("<a href=http://site.org/b>a</a>"), body("<a href=/b>a</a>"), body("<a href=http://other.org/>a</a>")),
    "link-nofollow-internal": (
        body("<a href=/b rel=nofollow>a</a>"),
        body("<a href=/b rel=noopener>a</a>"),
        body("<a href=https://other.org/ rel=nofollow>a</a>"),
    ),
    "meta-refresh-redirect": (
        head("<meta http-equiv=refresh content='0; url=/b'>"),
        head("<meta http-equiv=refresh content='30; url=/b'>"),
        head("<meta http-equiv=refresh content=5>"),
    ),
    "content-thin": (body("<p>Few words</p>"), body(TEXT), body("<p>" + "博物館の船と航海" * 60 + "</p>")),
    "content-js-dependent": (
        body("<div id=root></div><script src=/app.js></script>"),
        body(TEXT),
        body(f"<div id=root>{TEXT}</div><script src=/app.js></script>"),
    ),
    "content-lorem-ipsum": (body("<p>Lorem\nIpsum dolor sit"), body(TEXT), body("<p>Who was Lorem? ipsum is Latin.")),
    "soft-404": (
        head("<title>Page not found | Shop</title>"),
        head("<title>Shop</title>"),
        head("<title>How to fix the 404 page not found error in your shop</title>"),
    ),
    "sd-jsonld-syntax": (ld('{"a": 1,}'), ld('{"a": 1}'), body("<script type=application/json>{broken</script>")),
    "sd-required-missing": (
        ld('{"@type": "Product", "name": "x"}'),
        ld('{"@type": "Product", "name": "x", "offers": {"@type": "Offer", "price": 0}}'),
        ld('{"@graph": [{"@type": "Organization"}, {"@type": "Product", "@id": "#p"}]}'),
    ),
    "sd-recommended-missing": (
        ld('{"@type": "Article", "headline": "x"}'),
        ld('{"@type": "WebSite", "name": "x"}'),
        ld('{"@type": "Article", "@id": "#a"}'),
    ),
    "sd-unknown-type": (
        ld('{"@context": "https://schema.org", "@type": "product"}'),
        ld('{"@context": "https://schema.org", "@type": "Product"}'),
        ld('{"@context": "https://example.org/terms", "@type": "Produkt", "preis": 3}'),
    ),
    "sd-value-invalid": (
        ld('{"@type": "Offer", "price": "12,50 €"}'),
        ld('{"@type": "Offer", "price": "12.50"}'),
        ld('{"@type": "Offer", "description": "12,50 €"}'),
    ),
}  # fmt: skip


@pytest.mark.parametrize("check", CASES)
def test_it_fires(check: str) -> None:
    found = hits(check, page(CASES[check][0]))
    assert len(found) == 1
    assert found[0].evidence


@pytest.mark.parametrize("check", CASES)
def test_it_is_content(check: str) -> None:
    assert hits(check, page(CASES[check][1])) == []


@pytest.mark.parametrize("check", CASES)
def test_it_knows_the_lookalike(check: str) -> None:
    assert hits(check, page(CASES[check][2])) == []


URLS = {
    "url-uppercase": ("/Press", "/press", "/%C3%A9t%C3%A9"),
    "url-double-slash": ("/a//b", "/a/b", "/a?u=//b"),
    "url-session-id": ("/a?PHPSESSID=abcdef0123456789", "/a?sid=3", "/a?inside=abcdef0123456789"),
    "url-too-long": ("/" + "a" * 100, "/a", "/" + "a" * 98),
}


@pytest.mark.parametrize("check", URLS)
def test_addresses(check: str) -> None:
    assert [bool(hits(check, page("x", path))) for path in URLS[check]] == [True, False, False]


def test_charset_must_be_declared() -> None:
    kind = (("Content-Type", "text/html"),)

    def fires(html: bytes, headers: tuple[tuple[str, str], ...] = kind) -> bool:
        from crawler.core.audit.page import Page, read_page

        found = read_page(url="https://site.org/", status=200, headers=headers, body=html)
        assert isinstance(found, Page)
        return bool(hits("charset-missing", found))

    assert fires(b"<title>x</title>")
    assert fires(b"<meta charset=utf-7>")
    assert not fires(b"<meta charset=utf-8>")
    assert not fires(b"\xef\xbb\xbf<title>x</title>")
    assert not fires(b"<title>x</title>", (("content-type", "text/html;charset=UTF-8"),))


def test_size_of_html() -> None:
    small, large, huge = (page(b"<p>" + b"a" * size) for size in (400_000, 600_000, 2_200_000))
    assert not hits("html-too-big", small)
    assert [hit.severity for hit in hits("html-too-big", large)] == ["notice"]
    assert [hit.severity for hit in hits("html-too-big", huge)] == [None]


def test_header_and_meta_contradict_each_other() -> None:
    told = page(head("<meta name=robots content='index, follow'>"), headers=(("X-Robots-Tag", "noindex"),))
    assert hits("indexing-conflict", told)
    elsewhere = page(head(NOINDEX + "<link rel=canonical href=/b>"))
    assert hits("indexing-conflict", elsewhere)


def test_password_on_a_page_without_https() -> None:
    plain = page(body("<form><input type=password></form>"), root="http://site.org")
    assert hits("sec-form-insecure", plain)


def test_every_page_check_has_its_cases() -> None:
    files = Path(__file__).parent.glob("test_*_checks.py")
    elsewhere = "".join(file.read_text("utf-8") for file in files)
    missing = [check.id for check in CATALOGUE.values() if check.page and f'"{check.id}"' not in elsewhere]
    assert missing == []


HIDING = ("hidden", "hidden=until-found", "aria-hidden=TRUE", "inert", "style='color: red; DISPLAY : none'")
SHOWING = ("", "aria-hidden=false", "style='display: block'", "style='--display: none-such'", "data-hidden")
NAMELESS = {
    "a11y-form-label": "<input name=q>",
    "a11y-button-name": "<button></button>",
    "a11y-frame-title": "<iframe src=/f></iframe>",
    "img-alt-missing": "<img src=/i.png>",
    "link-empty-anchor": "<a href=/b></a>",
}


@pytest.mark.parametrize("check", NAMELESS)
def test_what_nobody_gets_needs_no_name(check: str) -> None:
    for inner in (f"<div><p>{NAMELESS[check]}</p></div>", NAMELESS[check]):
        fires = [how for how in HIDING if hits(check, page(body(f"<div {how}>{inner}</div>")))]
        assert fires == []
        silent = [how for how in SHOWING if not hits(check, page(body(f"<div {how}>{inner}</div>")))]
        assert silent == []


def test_what_stands_beside_something_hidden_is_judged() -> None:
    found = hits(
        "a11y-form-label", page(body("<div hidden><input name=a></div><div><input name=b></div><input name=c>"))
    )
    assert [hit.evidence for hit in found] == ["2 fields: input “b”, input “c”"]


@pytest.mark.parametrize(
    ("link", "fires"),
    [
        ("<a href='javascript:void(0)' role=button>Open</a>", False),
        ("<a href='javascript:void(0)' role='MenuItem link'>Open</a>", False),
        ("<a href='javascript:void(0)' role=tab>Open</a>", False),
        ("<a onclick='go()' role=button>Open</a>", False),
        ("<a href='javascript:void(0)' role=link>Open</a>", True),
        ("<a href='javascript:void(0)' role=note>Open</a>", True),
        ("<a href='javascript:void(0)' role>Open</a>", True),
        ("<a onclick='go()'>Open</a>", True),
        ("<a href='javascript:x' role=button>Open</a><a href='javascript:x'>Open</a>", True),
    ],
)
def test_a_control_in_a_link_s_clothes_is_no_link(link: str, fires: bool) -> None:
    assert bool(hits("link-not-crawlable", page(body(link)))) is fires


@pytest.mark.parametrize(
    ("check", "one", "said", "both"),
    [
        ("link-empty-anchor", "<a href=/{}></a>", "1 link without a text:", "2 links without a text:"),
        ("link-malformed-url", "<a href='http:/{}'>a</a>", "1 unreadable address:", "2 unreadable addresses:"),
        ("link-fragment-missing", "<a href=#x{}>a</a>", "1 place not found:", "2 places not found:"),
        ("link-not-crawlable", "<a href='javascript:x{}'>a</a>", "1 javascript: link:", "2 javascript: links:"),
        ("link-not-crawlable", "<a onclick=x{}>a</a>", "1 <a> element acts as a link", "2 <a> elements act as links"),
        ("link-to-localhost", "<a href=http://localhost/{}>a</a>", "1 link to a private", "2 links to a private machine:"),
        ("link-nofollow-internal", "<a href=/{} rel=nofollow>a</a>", "1 internal nofollow link:", "2 internal nofollow links:"),
        ("a11y-button-name", "<button id=x{}></button>", "1 button without a name", "2 buttons without a name"),
        ("a11y-frame-title", "<iframe src=/{}></iframe>", "1 frame without a title", "2 frames without a title"),
    ],
)  # fmt: skip
def test_one_is_said_as_one_and_two_as_two(check: str, one: str, said: str, both: str) -> None:
    (hit,) = hits(check, page(body(one.format(1))))
    assert hit.evidence.startswith(said)
    (hit,) = hits(check, page(body(one.format(1) + one.format(2))))
    assert hit.evidence.startswith(both)


def test_a_long_article_called_like_an_error_is_none_unless_title_and_heading_say_so() -> None:
    article = TEXT * 3
    assert not hits("soft-404", page(head("<title>All about status codes</title>") + f"<h1>HTTP 404</h1>{article}"))
    assert hits("soft-404", page(head("<title>Page not found</title>") + f"<h1>Not found</h1>{article}"))
    assert hits("soft-404", page(head("<title>Shop</title>") + "<h1>Oops! That page can’t be found.</h1>"))
