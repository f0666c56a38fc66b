"""What the walk over a page gathers beside text and links: files it loads, forms, and where it stops keeping."""

from typing import Any

import pytest

from crawler.core.audit import bounds
from crawler.core.audit.page import Page, read_beginning, read_page
from tests.core.audit.build import ROOT, page

MOST = int(bounds.ITEMS_KEPT)


def loads(html: str) -> list[tuple[str, str]]:
    return [(one.kind, (one.target.url or "").removeprefix(ROOT)) for one in page(html).resources]


@pytest.mark.parametrize(
    ("html", "loaded"),
    [
        ("<video src=/film poster=/still></video>", [("media", "/film"), ("image", "/still")]),
        ("<video data=/film></video>", []),
        ("<audio src=/sound></audio>", [("media", "/sound")]),
        ("<audio controls></audio>", []),
        ("<object data=/drawing></object>", [("object", "/drawing")]),
        ("<embed src=/game>", [("object", "/game")]),
        ("<embed src=' '>", []),
        ("<iframe src=/map></iframe>", [("iframe", "/map")]),
        ("<picture><source srcset='/a.webp 1x, /b.webp 2x'><img src=/c.png></picture>",
         [("image", "/a.webp"), ("image", "/b.webp"), ("image", "/c.png")]),
    ],
)  # fmt: skip
def test_what_a_page_loads_besides_images(html: str, loaded: list[tuple[str, str]]) -> None:
    assert loads(html) == loaded


def test_a_file_named_again_and_again_is_one_file() -> None:
    assert loads("<script src=/s></script>" * 3) == [("script", "/s")]


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize(
    ("row", "name"),
    [("<script src=/{}></script>", "resources"), ("<h2>{}</h2>", "headings"), ("<img src=/{}>", "images")],
)
def test_what_is_past_the_limit_of_items_is_left_out_and_that_is_said(row: str, name: str, over: bool) -> None:
    found = page("".join(row.format(number) for number in range(MOST + over)))
    assert len(getattr(found, name)) == MOST
    assert ("items-cut" in found.marks) is over


def test_of_many_forms_and_controls_some_are_kept() -> None:
    """A page may have a form for each row of a table: the first are judged."""
    found = page("<form action=/pay><input name=q></form>" * (MOST + 1))
    assert len(found.forms) == MOST // 20
    assert len(found.controls) == MOST
    assert {form.action.url for form in found.forms} == {f"{ROOT}/pay"}


def test_a_form_is_read_with_its_method_and_its_password() -> None:
    first, second = page(
        "<form action=/login method=POST><input type=PASSWORD></form><form><input name=q></form>"
    ).forms
    assert (first.action.url, first.method, first.password) == (f"{ROOT}/login", "post", True)
    assert (second.action.url, second.method, second.password) == (f"{ROOT}/a", "get", False)


@pytest.mark.parametrize("content", ["soon", "", "-1", "; url=/b", "5minutes", "url=/b"])
def test_a_refresh_that_browsers_do_not_understand_is_none(content: str) -> None:
    assert page(f"<meta http-equiv=refresh content='{content}'>").refreshes == ()


@pytest.mark.parametrize(
    ("content", "seconds", "url"),
    [
        ("0;url=/b", 0, "/b"),
        ("5; URL='/b'", 5, "/b"),
        ("3 , /b", 3, "/b"),
        ("1.9;url=/b", 1, "/b"),
        ("5 minutes", 5, "/minutes"),  # what follows the number is the address
        ("30", 30, None),
    ],
)
def test_a_refresh_has_its_seconds_and_its_place(content: str, seconds: int, url: str | None) -> None:
    (refresh,) = page(f'<meta http-equiv=Refresh content="{content}">').refreshes
    assert refresh.seconds == seconds
    assert (refresh.target and refresh.target.url) == (url and ROOT + url)


@pytest.mark.parametrize("value", ["noindex,", ", noindex", "noindex,, nofollow", "googlebot:, noindex"])
def test_commas_with_nothing_between_them_say_nothing(value: str) -> None:
    found = page("x", headers=(("X-Robots-Tag", value),))
    assert all(directive.name for directive in found.directives)
    assert [directive.name for directive in found.directives] == [
        word for word in ("noindex", "nofollow") if word in value
    ]


@pytest.mark.parametrize("html", [b"", b" ", b"<!-- nothing -->", b"<!doctype html>"])
def test_a_page_of_nothing_is_a_page(html: bytes) -> None:
    found = page(html)
    assert (found.title, found.lang, found.links, found.words) == ("", None, (), 0)
    assert found.doctype is html.startswith(b"<!doctype")


def test_a_page_is_read_behind_empty_drawings() -> None:
    found = page("<svg/><title>Harbour</title><svg><title/></svg><math/><h1>Ships</h1><a href=/b>b</a>")
    assert (found.h1, [link.url for link in found.links]) == ("Ships", [f"{ROOT}/b"])


def test_lines_are_those_of_the_source_or_unknown() -> None:
    """Source and tree are walked side by side: where one has a link that the other has not, none gets a wrong line."""
    found = page("<a title='1 < 2' href=/odd>odd</a>\n<p data-x='<a href=/no>'>\n<a href=/b>b</a>\n<a href=/c>c</a>")
    assert {link.href: link.line for link in found.links} == {"/odd": None, "/b": 3, "/c": 4}


def test_of_what_is_no_page_there_is_no_beginning_either() -> None:
    given: dict[str, Any] = {
        "url": f"{ROOT}/a",
        "status": 200,
        "headers": [("Content-Type", "image/png")],
        "body": b"\x89PNG" * 99,
    }
    whole = read_page(**given)
    assert not isinstance(whole, Page)
    assert read_beginning(**given, most=100) == whole


@pytest.mark.parametrize(
    ("html", "named"),
    [
        ("<input type=image src=/go.png>", False),
        ("<input type=image src=/go.png alt=' '>", False),
        ("<input type=image src=/go.png alt=Search>", True),
        ("<input type=IMAGE src=/go.png title=Search>", True),
        ("<input type=submit>", True),  # browsers write on it what it does
        ("<input alt=Search>", False),  # alt is of images
        ("<input placeholder=Search>", False),
        ("<label>Search <input></label>", True),
        ("<label for=q>Search</label><input id=q>", True),
        ("<label for=q></label><input id=q>", False),
        ("<button></button>", False),
        ("<button>Go</button>", True),
        ("<button><img src=/go.png alt=Go></button>", True),
    ],
)
def test_which_controls_have_a_name(html: str, named: bool) -> None:
    (control,) = page(html).controls
    assert control.named is named
