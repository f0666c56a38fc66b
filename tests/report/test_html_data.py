"""What report.html holds of many pages: bounded in bytes, counted where cut, and whole for the view of each page."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding
from crawler.core.audit.page import Page, read_page
from crawler.core.audit.rendered import Loaded, Rendered, Sent
from crawler.core.audit.report import Report, build
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord
from crawler.report.as_html import MOST_BYTES, as_html
from crawler.report.page_facts import ITEMS, LONGEST, facts, value
from crawler.report.page_table import Table
from tests.report.sample import HEADERS, ROOT, report

PAGES = 2000


@cache
def large(each: int, evidence: int) -> Report:
    """Two thousand pages, so many checks firing on each, with evidence of a length, no two alike."""
    html = (
        "<!doctype html><html lang=en><title>Title {} of an ordinary length</title>"
        "<meta name=description content='{}'><h1>x</h1>"
    )
    pages = [
        read_page(url=f"{ROOT}/s{n % 40}/{n}", status=200, headers=HEADERS, body=html.format(n, n * n).encode())
        for n in range(PAGES)
    ]
    records = [UrlRecord(page.url, Outcome.FETCHED, status=200, ttfb=0.2) for page in pages if isinstance(page, Page)]
    checks = list(CATALOGUE.values())[:each]
    sources = tuple({"page": f"{ROOT}/from/{n}", "line": n, "text": "a text of a link"} for n in range(10))
    found = [
        Finding(check.id, check.severity, record.url, f"{number}-{check.id} ".ljust(evidence, "x"),
                {"sources": sources, "source_pages": 77})
        for check in checks for number, record in enumerate(records)
    ]  # fmt: skip
    return replace(
        build(report().run, records, [page for page in pages if isinstance(page, Page)]), findings=tuple(found)
    )


def data(html: bytes) -> dict[str, Any]:
    """What the script of a report gets."""
    packed = re.search(rb'id="data">([A-Za-z0-9+/=]+)<', html)
    assert packed
    found: dict[str, Any] = json.loads(zlib.decompress(b64decode(packed[1])))
    return found


@pytest.mark.parametrize(("each", "evidence"), [(3, 60), (25, 90)])
def test_the_file_stays_small_for_2000_pages_and_says_what_it_left_out(each: int, evidence: int) -> None:
    html = as_html(large(each, evidence))
    assert len(html) <= MOST_BYTES
    assert re.search(r"[\d,]+ more stand in report\.json", html.decode())
    left_out = re.search(r"([\d,]+) more addresses stand in pages\.csv", html.decode())
    assert len(data(html)["rows"]) + int(left_out[1].replace(",", "") if left_out else 0) == PAGES


def test_an_ordinary_site_of_2000_pages_has_them_all() -> None:
    assert len(data(as_html(large(3, 60)))["rows"]) == PAGES


def test_a_row_has_facts_and_findings_of_its_page() -> None:
    found = data(as_html(report()))
    rows = {row[0]: row for row in found["rows"]}
    assert found["origin"] == ROOT
    assert len(found["rows"]) == 42
    tickets = rows[f"{ROOT}/tickets"]
    assert tickets[1:6] == ["fetched", 200, tickets[3], 1, 1]
    names = {tuple(found["names"][number]): said for number, said in tickets[10]}
    assert names["Answer", "Time until the answer began"] == "0.21 s"
    assert names["Content", "Main heading"] == "Tickets"
    assert names["Links", "Linked from"] == "35 pages"
    assert names["Response headers", "X-Content-Type-Options"] == "nosniff"
    said = [found["checks"][check][0] for check, *_ in tickets[11]]
    assert said == [finding.check for finding in report().findings if finding.url == f"{ROOT}/tickets"]
    broken = next(one for one in rows[f"{ROOT}/old-shop"][11] if len(one) > 3)
    assert broken[3][0] == f"{ROOT}/, line 10, as “Shop”"
    assert rows[f"{ROOT}/terms"][4] is None


def test_what_was_only_known_has_no_row_and_what_was_found_on_has_one() -> None:
    table = Table(report())
    urls = [row.url for row in table.rows]
    assert not any("partner" in url for url in urls)
    assert [row.page is None for row in table.rows] == sorted(row.page is None for row in table.rows)
    assert table.near(f"{ROOT}/a") == "/a"
    assert table.near(f"{ROOT}.evil.example/a") == f"{ROOT}.evil.example/a"


def test_a_drawn_page_tells_what_the_browser_did() -> None:
    page = read_page(url=f"{ROOT}/", status=200, headers=HEADERS, body=b"<title>x</title>")
    assert isinstance(page, Page)
    loaded = (Loaded(f"{ROOT}/a.js", "script", "fetched"), Loaded("https://cdn.example/b.js", "script", "timeout",
              third_party=True))  # fmt: skip
    drawn = Rendered(
        f"{ROOT}/", loaded, (("beacon", 3),), ("TypeError: x",), loaded=1.25, seconds=2, picture="drawings/ab12.png",
        width=1280, height=4000, sent=Sent("", 3, 3, True, 1, 2),
    )  # fmt: skip
    made = build(report().run, [UrlRecord(f"{ROOT}/", Outcome.FETCHED, status=200)], [page])
    told = {name: said for group, name, said in facts(made.urls[0], replace(page, rendered=drawn), made)
            if group == "As a browser drew it"}  # fmt: skip
    assert told["Requests"] == "2"
    assert told["Of them to others"] == "1"
    assert told["How they ended"] == ["fetched: 1", "timeout: 1"]
    assert told["Refused by us"] == ["beacon: 3"]
    assert told["Console"] == ["TypeError: x"]
    assert told["Until its load event"] == "1.25 s"
    assert told["Screenshot"] == "drawings/ab12.png"
    assert told["Words as it was sent"] == "3"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (True, "yes"), (False, "no"), (1234, "1,234"), ("a\x00\x1b[31m \n b", "a[31m b"),
        ("x" * 900, "x" * (LONGEST - 1) + "…"), (["a"] * 9, ["a"] * ITEMS + ["and 1 more"]), (("a", "b"), ["a", "b"]),
    ],
)  # fmt: skip
def test_facts_are_texts_with_bounds(said: object, told: object) -> None:
    assert value(said) == told
