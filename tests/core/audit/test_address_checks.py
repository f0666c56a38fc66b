"""Addresses and previews: each check fires, is content, and knows the lookalike."""

from dataclasses import replace

import pytest

from tests.core.audit.build import hits, page

ADDRESSES = [
    ("url-underscore", "/old_page", True),
    ("url-underscore", "/a_b/", True),
    ("url-underscore", "/old-page", False),
    ("url-underscore", "/a?some_name=1_2", False),
    ("url-repetitive-path", "/a/a/a", True),
    ("url-repetitive-path", "/shop/en/en/EN/x.html", True),
    ("url-repetitive-path", "/x/news/about/news/about/news", True),
    ("url-repetitive-path", "/a/b/a/b/a/b/", True),
    ("url-repetitive-path", "/a/a", False),
    ("url-repetitive-path", "/a/b/a/b", False),
    ("url-repetitive-path", "/a/x/a/y/a", False),
    ("url-repetitive-path", "/2010/10/10/10", False),
    ("url-repetitive-path", "/a?x=/a/a/a", False),
]


@pytest.mark.parametrize(("check", "path", "fires"), ADDRESSES)
def test_addresses(check: str, path: str, fires: bool) -> None:
    assert bool(hits(check, page("x", path))) is fires


@pytest.mark.parametrize(
    ("link", "fires"),
    [
        ("<a href='/b?utm_source=menu&amp;utm_medium=x'>x</a>", True),
        ("<a href='https://site.org/b?a=1&GCLID=x'>x</a>", True),
        ("<a href='?fbclid=1'>x</a>", True),
        ("<a href='https://other.org/?utm_source=site'>x</a>", False),
        ("<a href='/utm_source=x'>x</a>", False),
        ("<a href='/b?utm=x&source=y'>x</a>", False),
        ("<a href='/b#?utm_source'>x</a>", False),
        ("<a href='mailto:x@y.org?subject=a&utm_source=b'>x</a>", False),
    ],
)
def test_marks_of_a_campaign_on_links_within_the_site(link: str, fires: bool) -> None:
    assert bool(hits("url-tracking-internal", page(f"<body>\n{link}"))) is fires


def test_evidence_of_a_mark_names_parameter_and_line() -> None:
    (hit,) = hits("url-tracking-internal", page("<body>\n<a href='/b?utm_source=menu'>x</a>"))
    assert hit.evidence == "utm_source in 1 link, the first “/b?utm_source=menu” (line 2)"
    read = page("<body>\n<a href='/b?gclid=1'>x</a>")
    (hit,) = hits("url-tracking-internal", replace(read, links=(read.links[0].at(None),)))
    assert hit.evidence == "gclid in 1 link, the first “/b?gclid=1”"


OG = "".join(f"<meta property=og:{name} content=x>" for name in ("title", "type", "image", "url"))


@pytest.mark.parametrize(
    ("html", "evidence"),
    [
        ("<head><title>T</title>", "no og:title, og:type, og:image, og:url"),
        (OG.replace("og:type content=x", "og:type content=' '"), "no og:type"),
        (OG.replace("og:image", "og:image:alt"), "no og:image"),
        (OG, ""),
        (OG.replace("og:image", "og:image:secure_url").replace("property", "NAME"), ""),
        (OG.replace("property=og:image", "name=image property=' OG:Image '"), ""),
        ("<meta name=robots content=noindex>", ""),
        ("<link rel=canonical href=/other>", ""),
    ],
)
def test_previews(html: str, evidence: str) -> None:
    assert [hit.evidence for hit in hits("social-og-missing", page(html))] == ([evidence] if evidence else [])


@pytest.mark.parametrize(
    ("html", "fires"),
    [
        ("<title>T</title>", True),
        ("<meta name=twitter:card content=''>", True),
        ("<meta name=twitter:title content=x>", True),
        ("<meta name=twitter:card content=summary>", False),
        ("<meta property=twitter:card content=summary>", False),
        ("<meta property=og:title content=x>", False),
        ("<meta name=googlebot content=none>", False),
    ],
)
def test_cards(html: str, fires: bool) -> None:
    assert bool(hits("social-twitter-missing", page(html))) is fires
