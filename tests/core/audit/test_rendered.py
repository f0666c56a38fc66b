"""A page as it was sent and as it was drawn, put together: which facts come from which."""

from dataclasses import replace

from crawler.core.audit.page import Page, read_page
from crawler.core.audit.rendered import Loaded, Rendered, counted, drawn

URL = "https://www.example.com/a"
FIELDS = [("Content-Type", "text/html"), ("X-Robots-Tag", "noarchive")]


def read(html: str) -> Page:
    page = read_page(url=URL, status=200, headers=FIELDS, body=html.encode())
    assert isinstance(page, Page)
    return page


SENT = read(
    "<!doctype html><title>Sent</title><meta name=robots content=noindex><div id=root></div>\n"
    "<a href=/kept>Kept</a><a href=/lost>Lost</a><script src=/app.js></script>"
)
SHOWN = read(
    "<title>Drawn</title><div id=root><h1>Head</h1>some words</div><a href=/new>New</a>\n\n\n<a href=/kept>Kept</a>"
    "<img src=/i.png>"
)
BOTH = drawn(SENT, SHOWN, Rendered(URL))


def test_what_readers_see_comes_from_the_drawn_page():
    assert (BOTH.title, BOTH.h1, len(BOTH.images)) == ("Drawn", "Head", 1)


def test_what_only_bytes_tell_comes_from_the_page_that_was_sent():
    assert (BOTH.size, BOTH.doctype, BOTH.charset_rule) == (SENT.size, True, SENT.charset_rule)


def test_links_of_either_are_there_with_lines_only_of_the_source():
    assert [(link.href, link.line) for link in BOTH.links] == [("/kept", 2), ("/lost", 2), ("/new", None)]


def test_a_directive_of_either_counts_and_one_of_both_counts_once():
    assert BOTH.noindex
    assert [one.name for one in BOTH.directives if one.where == "header"] == ["noarchive"]


def test_what_was_sent_is_remembered_for_the_check_of_pages_that_need_scripts():
    assert BOTH.rendered is not None
    assert BOTH.rendered.sent is not None
    assert BOTH.rendered.sent.title == "Sent"
    assert BOTH.rendered.sent.app_root


def test_a_page_that_was_not_drawn_says_so_and_refusals_are_counted_by_name():
    assert SENT.rendered is None
    assert replace(SENT, rendered=Rendered(URL)).title == "Sent"
    assert counted(["popup", "media", "popup"]) == (("media", 1), ("popup", 2))


def test_requests_to_others_are_counted():
    loaded = [
        Loaded("https://www.example.com/app.js", "script", "fetched"),
        Loaded("https://cdn.example.net/lib.js", "script", "fetched", third_party=True),
        Loaded("https://ads.example.org/", "image", "refused", third_party=True),
    ]
    assert Rendered(URL, tuple(loaded)).third_parties == 2
    assert Rendered(URL).third_parties == 0
