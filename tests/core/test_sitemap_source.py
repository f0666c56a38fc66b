"""Sitemap files that were cut, packed twice or not well-formed: what they say is told to the letter, or not at all."""

import pytest

from crawler.core.outcome import Outcome
from crawler.core.sitemap import ENTITY, MARKUP, RECOVERED, read
from tests.core.sitemaps import BASE, MIB, PAGE, entry, listed, packed, urlset


def packed_twice():
    return packed(packed(urlset(entry(PAGE))))


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        (packed(urlset(entry(PAGE)))[:-9], Outcome.TRUNCATED),
        (packed(urlset(entry(PAGE))) + b"\x1f", Outcome.TRUNCATED),
        (packed_twice(), Outcome.CONTENT_ENCODING),
        (b"\x1f\x8bnot gzip", Outcome.CONTENT_ENCODING),
        (packed(b" " * (9 * MIB)), Outcome.TOO_LARGE),
    ],
)
def test_a_file_that_cannot_be_unpacked_whole_is_a_typed_ending(body, outcome):
    ending = read(BASE, body).ending
    assert ending is not None
    assert ending.outcome is outcome


def test_a_bare_ampersand_is_read_as_written_and_said_to_be_a_fault():
    places = [
        "https://example.com/shop?a=1&b=2",
        "https://example.com/shop?a=1&amp;b=2&c",
        "https://example.com/?&&x=&#38;y",
    ]
    found, urls = listed(urlset("".join(map(entry, [*places, PAGE]))))
    assert urls == [
        "https://example.com/shop?a=1&b=2", "https://example.com/shop?a=1&b=2&c", "https://example.com/?&&x=&y", PAGE,
    ]  # fmt: skip
    assert "not well-formed" in found.problem


@pytest.mark.parametrize(
    ("loc", "true"),
    [
        ("https://example.com/&a9;", None),
        ("https://example.com/ent-&nope;-x", None),
        ("https://example.com/<b", "https://example.com/"),
        ("https://example.com/a\x01b", ""),
        ("https://example.com/&#0;x", ""),
    ],
)
def test_a_location_that_recovery_touched_is_refused_with_its_true_text(loc, true):
    found, urls = listed(urlset(entry(PAGE) + entry(loc)))
    assert set(urls) <= {PAGE}
    if true is None:
        (refused,) = found.refused
        assert refused == (loc, RECOVERED)


def test_what_recovery_leaves_alone_is_kept():
    cdata = "<![CDATA[https://example.com/?a&b]]>"
    found, urls = listed(urlset(entry(PAGE) + entry(cdata) + entry("https://example.com/&amp;") + "<url><loc>"))
    assert urls[:3] == [PAGE, "https://example.com/?a&b", "https://example.com/&"]
    assert "not well-formed" in found.problem


def test_entities_and_markup_within_a_location_are_told_as_written():
    dtd = '<!DOCTYPE urlset [<!ENTITY e "x">]>'
    found, urls = listed(urlset(entry("https://example.com/&e;/y") + entry("https://example.com/<b>z</b>"), dtd))
    assert urls == []
    assert found.refused == (("https://example.com/&e;/y", ENTITY), ("https://example.com/z", MARKUP))
