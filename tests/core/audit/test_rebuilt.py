"""What the parser makes anew of formatting left open: never counted for less than the parser makes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from crawler.core.audit.rebuilt import FORMATTING, Formatting

TAG = re.compile(rb"<(/?)([a-z0-9]+)([^>]*)>")


def counted(html: bytes) -> int:
    formatting = Formatting()
    for closing, name, attributes in TAG.findall(html):
        if closing:
            formatting.closed(name)
        else:
            formatting.opened(name, attributes)
    return formatting.rebuilt


def made(html: bytes) -> int:
    """Formatting elements in the parser's tree beyond those that are written."""
    tree = LexborHTMLParser(html.decode(), options=LexborDocumentOptions.WO_EVENTS, scripting=True)
    written = sum(name in FORMATTING for closing, name, _ in TAG.findall(html) if not closing)
    root = tree.root
    assert root is not None
    return sum((node.tag or "").encode() in FORMATTING for node in root.traverse()) - written


CLEAN = [
    b"<p><b>x</b><p><i>y</i></p><p>z",
    b"<a href=/x>one<a href=/y>two</a>",  # a link ends the link before it
    b"a</b><p>b</i></p>",  # an end tag of what was never opened
    b"<b><div>x</div></b><div>y</div>",
    b"<b><ul><li>x<li><span>y<li>z</ul></b>",
    b"<table><tr><td><span>x</span><div>y</div><td>z</table>",
    b"<table><tr><td><b>x</b><td>y<table><tr><td>z</table></table>",
]
REBUILT = [
    (b"<p><b>x<p>y<p>z", 2),
    (b"<b><i>x</b>y</i>", 1),
    (b"<p><b><div>x</b>y</div>", 1),
    (b"<ul><li><b>x<li>y<li>z</ul>", 2),
    (b"<b><div><i>x</div>y</b>", 1),
    (b"<table><tr><td><p><b>x<p>y</table>", 1),
]


@pytest.mark.parametrize("html", CLEAN)
def test_what_is_closed_where_it_should_be_is_built_once(html: bytes) -> None:
    assert (made(html), counted(html)) == (0, 0)


def test_an_item_that_ends_takes_what_is_open_in_it_along() -> None:
    html = b"<b><ul><li><span>x<li>y</ul></b>"
    assert (made(html), counted(html)) == (0, 0)


@pytest.mark.parametrize(("html", "copies"), REBUILT)
def test_what_is_left_open_is_built_again(html: bytes, copies: int) -> None:
    assert made(html) == copies
    assert counted(html) >= copies


def test_an_end_tag_that_fits_nothing_open_counts_all_that_is() -> None:
    """Nothing is made of it; but from here on we do not know what stands in what."""
    for html in (b"<b>x</i>y</b>", b"<b>x</div>y</b>"):
        assert made(html) == 0
        assert counted(html) > 0


def test_attributes_weigh_as_they_are_copied_each_time() -> None:
    light, heavy = b"<p><b>x<p>y", b"<p><b title=" + b"x" * 160 + b">x<p>y"
    assert counted(heavy) == counted(light) + 10


NAMES = ["b", "i", "a", "nobr", "font", "p", "div", "section", "h1", "span", "ul", "li", "dl", "dd", "hr"]
TAGS = st.builds("<{}{}>x".format, st.sampled_from(["", "/"]), st.sampled_from(NAMES))


@given(st.lists(TAGS, max_size=20))
def test_outside_of_tables_no_less_is_counted_than_is_made(tags: list[str]) -> None:
    html = "".join(tags).encode()
    assert counted(html) >= made(html)
