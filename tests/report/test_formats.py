"""The files of a report: valid, whole, and safe to open whatever the site wrote."""

import csv
import io
import json
import re
import tracemalloc
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from crawler.core.audit.page import Page, read_page
from crawler.core.audit.report import build
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord
from crawler.report.as_csv import pages_csv
from crawler.report.as_html import as_html
from crawler.report.as_json import as_json
from crawler.report.files import fresh_folder, safe_name, write
from crawler.report.tables import cell
from tests.report.hostile import hostile
from tests.report.sample import BEGUN, HEADERS, HOST, ROOT, report
from tests.report.schema import problems

#: All that the part on drawn pages is made of.
DRAWN_WITH = {"h2", "p", "div", *("details", "summary", "h3"), *("dl", "dt", "dd"), *("ul", "li"), *("code", "span")}


def whole(made: bytes | Iterable[bytes]) -> bytes:
    """A file that is made at once, or in pieces."""
    return made if isinstance(made, bytes) else b"".join(made)


class Elements(HTMLParser):
    """Every start tag with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def elements(html: bytes) -> list[tuple[str, dict[str, str | None]]]:
    parser = Elements()
    parser.feed(html.decode())
    return parser.found


CASES = pytest.mark.parametrize("make", [report, hostile], ids=["sample", "hostile"])


@CASES
def test_json_has_the_shape_of_its_schema(make) -> None:  # type: ignore[no-untyped-def]
    assert problems(json.loads(whole(as_json(make())))) == []


def test_the_schema_notices_a_wrong_shape() -> None:
    value = json.loads(whole(as_json(report())))
    value["findings"][0]["severity"] = "fatal"
    del value["urls"][0]["outcome"]
    value["complete"] = "yes"
    assert len(problems(value)) == 3


@CASES
@pytest.mark.parametrize("form", [as_json, as_html, pages_csv])
def test_the_same_report_gives_the_same_bytes(make, form) -> None:  # type: ignore[no-untyped-def]
    assert whole(form(make())) == whole(form(make()))


@CASES
@pytest.mark.parametrize("form", [as_json, as_html, pages_csv])
def test_no_control_characters_come_through(make, form) -> None:  # type: ignore[no-untyped-def]
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", whole(form(make())).decode())


@CASES
def test_html_needs_no_network(make) -> None:  # type: ignore[no-untyped-def]
    html = whole(as_html(make()))
    assert not re.search(
        rb"@import|url\((?!#)|\bfetch\(|XMLHttpRequest|sendBeacon|EventSource|WebSocket|\bimport\b\s*\(", html
    )
    for tag, attributes in elements(html):
        assert tag not in {"iframe", "img", "object", "embed", "base"}
        assert "src" not in attributes
        if tag == "link":
            assert attributes["href"] == "data:,"


@CASES
def test_html_links_lead_to_http_alone_and_say_nothing_about_the_reader(make) -> None:  # type: ignore[no-untyped-def]
    for tag, attributes in elements(whole(as_html(make()))):
        assert not any(name.startswith("on") for name in attributes)
        href = attributes.get("href") or ""
        if tag == "a" and not href.startswith("#"):
            assert re.match("https?://|drawings/[0-9a-f]{24}[.](png|html[.]txt)$", href)
            assert attributes["rel"] == "noreferrer noopener nofollow"


def test_html_escapes_what_the_site_wrote() -> None:
    html = whole(as_html(hostile())).decode()
    assert html.count("<script") == 2  # the data, and ours
    assert "&lt;script&gt;alert(1)" in html
    assert "<img" not in html


def test_html_places_every_anchor_it_links_to() -> None:
    found = elements(whole(as_html(report())))
    ids = [attributes["id"] for _, attributes in found if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {a["href"] for tag, a in found if tag == "a" and (a.get("href") or "").startswith("#")} <= {
        f"#{id}" for id in ids
    }


def test_html_tells_of_a_drawn_page_what_it_asked_for_what_was_refused_and_what_lies_beside() -> None:
    html = whole(as_html(report())).decode()
    drawn = html[html.index('id="drawn"') : html.index('id="outcomes"')]
    name = "drawings/" + "ab" * 12
    assert [a["href"] for tag, a in elements(drawn.encode()) if tag == "a"][:2] == [f"{name}.png", f"{name}.html.txt"]
    for told in (
        "A browser without a network was given 2 pages to draw.",
        "drawn after 3.6 s; 5 requests, 4 refused, 2 console errors",
        "not drawn to its end, stopped after 45.0 s; 1 request, 0 refused, 0 console errors",
        "3 fetched, 1 media, 1 robots-denied; 333.6 kB; 2 to third parties",
        "1 media, 2 popup, 1 robots-denied",
        "load event after 2.3 s, 3.6 s in all",
        "the document is 1,280 × 3,140 pixels",
        "Uncaught TypeError: ships is undefined",
        "<dt>Why it stopped</dt><dd>render-seconds: still busy",
        "limits reached: render-seconds",
        f'<dt>Sends itself to</dt><dd><a class="url" href="{ROOT}/collection/all"',
    ):
        assert told in drawn


def test_html_of_a_hostile_drawing_links_no_file_and_nothing_that_runs() -> None:
    html = whole(as_html(hostile())).decode()
    drawn = html[html.index('id="drawn"') : html.index("</section>", html.index('id="drawn"'))]
    assert [a for tag, a in elements(drawn.encode()) if tag == "a"] == []
    assert {tag for tag, _ in elements(drawn.encode())} <= DRAWN_WITH
    assert {name for _, a in elements(drawn.encode()) for name in a} <= {"class", "open"}
    assert "javascript:alert(5)</span>" in drawn
    assert "40 more stand in report.json" in drawn


def test_html_says_nothing_of_drawing_where_nothing_was_drawn() -> None:
    html = whole(as_html(build(report().run, [UrlRecord(f"{ROOT}/", Outcome.FETCHED, status=200)], []))).decode()
    assert "drawn" not in html.lower()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'x"), (" =1", "'=1"),
        ("\x00=1", "'=1"), ("a=1", "a=1"), (-5, -5), (None, ""), (True, "yes"), ("", ""),
    ],
)  # fmt: skip
def test_no_cell_is_a_formula(value: object, text: object) -> None:
    assert cell(value) == text


def test_csv_has_one_line_for_each_url() -> None:
    text = whole(pages_csv(report())).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(report().urls)
    assert "\r\n" in text
    assert {row["outcome"] for row in rows} >= {"fetched", "blocked", "out-of-scope"}
    assert all(None not in row and None not in row.values() for row in rows)


def test_depth_is_clicks_from_the_home_page_in_every_format() -> None:
    """What a sitemap named first has no depth of its own, and the way there is known only at the end."""
    sources = {"/": "<a href=/a>A</a>", "/a": "<a href=/b>B</a>", "/b": "", "/c": ""}
    pages = [
        read_page(url=ROOT + path, status=200, headers=HEADERS, body=html.encode()) for path, html in sources.items()
    ]
    records = [UrlRecord(ROOT + path, Outcome.FETCHED, status=200, source="sitemap", depth=7) for path in sources]
    found = build(report().run, records, [page for page in pages if isinstance(page, Page)])
    value = json.loads(whole(as_json(found)))
    assert problems(value) == []
    assert [row["depth"] for row in value["pages"]] == [row["depth"] for row in value["urls"]] == [0, 1, 2, None]
    rows = csv.DictReader(io.StringIO(whole(pages_csv(found)).decode("utf-8-sig")))
    assert [row["depth"] for row in rows] == ["0", "1", "2", ""]
    assert re.findall(r'data-label="clicks">(.*?)</td>', whole(as_html(found)).decode()) == ["0", "1", "2", "–"]


def test_html_says_in_words_why_urls_were_not_read() -> None:
    html = whole(as_html(build(report("stopped").run, [UrlRecord(f"{ROOT}/", Outcome.BAD_RESPONSE)], []))).decode()
    assert '<h3>bad-response</h3> <span class="words">the server&#39;s answer was not valid HTTP</span>' in html
    assert "stopped (it was stopped), 14 May 2026" in html


def test_a_folder_is_never_used_twice(tmp_path: Path) -> None:
    names = [fresh_folder(tmp_path, HOST, BEGUN).relative_to(tmp_path).as_posix() for _ in range(3)]
    first = f"{HOST}/20260514T093000Z"
    assert names == [first, f"{first}-2", f"{first}-3"]


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("a.cz", "a.cz"), ("2001:db8::1", "2001-db8--1"), ("[2001:db8::1]", "2001-db8--1"), ("..", "unnamed"),
        ("../../etc", "-..-etc"), ("", "unnamed"), ("A.CZ", "a.cz"), ("a/b\x00c", "a-b-c"),
    ],
)  # fmt: skip
def test_a_host_is_one_folder_name(host: str, name: str, tmp_path: Path) -> None:
    assert safe_name(host) == name
    assert fresh_folder(tmp_path, host, BEGUN).parent.parent == tmp_path


def test_files_are_written_whole_and_leave_nothing_behind(tmp_path: Path) -> None:
    files = write(report(), tmp_path)
    assert sorted(files) == [
        "findings.csv", "junit.xml", "links.csv", "pages.csv", "report.html", "report.json", "report.sarif",
        "report.xlsx", "summary.md",
    ]  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(files)
    assert files["report.json"].read_bytes() == whole(as_json(report()))


def test_a_long_report_is_written_in_pieces(tmp_path: Path) -> None:
    """As one text it took ten times what it takes on disk."""
    records = [UrlRecord(f"{ROOT}/{n}", Outcome.PAGE_LIMIT, "the pages are used up" * 10) for n in range(10_000)]
    found = build(report().run, records, [])
    write(found, tmp_path)  # what is worked out once stays
    tracemalloc.start()
    try:
        files = write(found, tmp_path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert files["report.json"].stat().st_size > 5_000_000
    assert most < 5_000_000


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "report.html").mkdir()  # nothing can replace a folder with a file
    with pytest.raises(OSError):
        write(report(), tmp_path)
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]
