"""report.html in Chromium, from a file: nothing is asked for, nothing complains, and everything works by keyboard."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from crawler.core.audit.catalogue import CATALOGUE
from crawler.egress.browser.ground import NoBrowser, find
from crawler.report.as_html import as_html
from tests.report.changed import changes
from tests.report.hostile import hostile
from tests.report.opened import Opened, browser, opened
from tests.report.sample import ROOT, report

try:
    find()
except NoBrowser as why:
    pytestmark = pytest.mark.skip(reason=str(why))

TICKETS = f"#page={quote(ROOT + '/tickets', safe='')}"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reports")
    for name, content in {
        "sample": as_html(replace(report(), changes=changes())),
        "cut": as_html(report("stopped")),
        "hostile": as_html(hostile()),
    }.items():
        (made / f"{name}.html").write_bytes(content)
    return made


@pytest.fixture
def sample(chromium: Browser, folder: Path) -> Iterator[Opened]:
    with opened(chromium, folder / "sample.html") as tab:
        yield tab
        assert tab.noise == []
        assert [url for url in tab.asked if not url.startswith(("file:", "data:"))] == []
        assert sum(url.startswith("file:") for url in tab.asked) == 1


@pytest.mark.parametrize(
    ("name", "scheme", "width"),
    [
        ("sample", "light", 1280),
        ("sample", "dark", 1280),
        ("sample", "light", 390),
        ("hostile", "light", 1280),
    ],
)
def test_axe_finds_no_violation(chromium: Browser, folder: Path, name: str, scheme: str, width: int) -> None:
    size = {"width": width, "height": 900}
    with opened(chromium, folder / f"{name}.html", color_scheme=scheme, viewport=size) as tab:
        tab.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert tab.violations() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_the_view_of_a_page(chromium: Browser, folder: Path, scheme: str) -> None:
    with opened(chromium, folder / "sample.html", TICKETS, color_scheme=scheme) as tab:
        expect(tab.page.locator("#view-title")).to_be_visible()
        assert tab.violations() == []


@pytest.mark.parametrize("name", ["sample", "hostile"])
def test_nothing_is_wider_than_the_window(chromium: Browser, folder: Path, name: str) -> None:
    with opened(chromium, folder / f"{name}.html") as tab:
        tab.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for width in (320, 390, 1280, 2560):
            tab.page.set_viewport_size({"width": width, "height": 900})
            assert tab.page.evaluate("document.documentElement.scrollWidth") <= width


def test_filters_narrow_the_table_and_can_be_cleared(sample: Opened) -> None:
    page = sample.page
    assert sample.status() == "42 addresses"
    page.get_by_role("searchbox", name="Text").fill("SHIP 12")
    assert sample.rows() == ["/collection/ship-12"]
    assert sample.status() == "1 of 42 addresses"
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#table-status")).to_have_text("42 addresses")
    page.get_by_role("combobox", name="Status").select_option("404")
    assert sample.rows() == ["/shop/", "/terms"]
    page.get_by_role("combobox", name="Status").select_option("")
    page.get_by_role("combobox", name="In search").select_option("0")
    assert sample.rows() == ["/staff/"]
    page.get_by_role("combobox", name="In search").select_option("")
    page.get_by_role("combobox", name="Area").select_option("structured-data")
    in_area = [x.url for x in report().findings if CATALOGUE[x.check].area == "structured-data"]
    assert sample.rows() == sorted({url.removeprefix(ROOT) for url in in_area})
    page.get_by_role("combobox", name="Findings").select_option("none")
    assert sample.rows() == []
    assert "None of 42" in sample.status()


def test_columns_sort_both_ways_and_say_so(sample: Opened) -> None:
    words = sample.page.get_by_role("columnheader", name="Words")
    words.get_by_role("button").press("Enter")
    expect(words).to_have_attribute("aria-sort", "descending")
    assert sample.rows()[0] == "/collection/"
    words.get_by_role("button").press("Enter")
    expect(words).to_have_attribute("aria-sort", "ascending")
    assert sample.rows()[0] == "/visit"
    errors = sample.page.get_by_role("columnheader", name="Errors")
    errors.get_by_role("button").click()
    assert sample.rows()[0] == "/tickets"
    assert words.get_attribute("aria-sort") is None


def test_a_page_is_opened_by_keyboard_and_back_returns_to_where_the_reader_was(sample: Opened) -> None:
    page = sample.page
    link = page.locator("#page-table").get_by_role("link", name="/tickets")
    link.focus()
    before = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.locator("#view-title")).to_be_focused()
    expect(page.locator("#view-title")).to_contain_text("Tickets, opening hours")
    expect(page.locator("#findings")).to_be_hidden()
    assert page.url.endswith(TICKETS)
    assert "Tickets, opening hours" in page.title()
    page.go_back()
    expect(page.locator("#view")).to_be_hidden()
    expect(link).to_be_focused()
    assert abs(page.evaluate("scrollY") - before) < 5
    page.go_forward()
    expect(page.locator("#view-title")).to_be_visible()


def test_a_page_has_its_facts_and_its_findings(chromium: Browser, folder: Path) -> None:
    with opened(chromium, folder / "sample.html", TICKETS) as tab:
        view = tab.page.locator("#view")
        expect(view).to_contain_text("X-Content-Type-Options")
        expect(view).to_contain_text("http://localhost:3000/admin")
        there = [finding for finding in report().findings if finding.url == f"{ROOT}/tickets"]
        expect(view.locator("ul.found > li")).to_have_count(len(there))
        view.get_by_role("link", name="Structured data cannot be read").click()
        expect(view).to_be_hidden()
        assert tab.page.locator("#sd-jsonld-syntax").evaluate("details => details.open")
        expect(tab.page.locator("#sd-jsonld-syntax .advice")).to_be_in_viewport()


def test_an_address_that_is_not_there_opens_the_report(chromium: Browser, folder: Path) -> None:
    for at in ("#page=https%3A%2F%2Felsewhere.example%2F", "#page=%", "#nothing", "#"):
        with opened(chromium, folder / "sample.html", at) as tab:
            expect(tab.page.locator("#view")).to_be_hidden()
            assert tab.noise == []


def test_a_finding_leads_to_its_pages_in_the_table(sample: Opened) -> None:
    sample.page.locator("#description-missing > summary").press("Enter")
    sample.page.locator("#description-missing .in-table").press("Enter")
    expect(sample.page.locator("#filter-check")).to_be_focused()
    assert sample.rows() == ["/guestbook", "/tickets", "/visit"]


def test_tab_reaches_first_the_skip_link_and_then_the_contents(sample: Opened) -> None:
    sample.page.keyboard.press("Tab")
    expect(sample.page.locator(".skip")).to_be_focused()
    sample.page.keyboard.press("Enter")
    assert sample.page.url.endswith("#first")


def test_printing_shows_what_is_folded_and_hides_what_cannot_be_pressed(sample: Opened) -> None:
    sample.page.emulate_media(media="print")
    expect(sample.page.locator("#sd-jsonld-syntax .advice")).to_be_visible()
    expect(sample.page.locator("#filters")).to_be_hidden()
    expect(sample.page.locator(".contents")).to_be_hidden()
    assert len(sample.page.pdf(prefer_css_page_size=True)) > 50_000
    assert not sample.page.locator("#sd-jsonld-syntax").evaluate("details => details.open")


def test_without_scripts_the_report_can_be_read(chromium: Browser, folder: Path) -> None:
    with opened(chromium, folder / "sample.html", scripts=False) as tab:
        expect(tab.page.locator(".verdict")).to_be_visible()
        expect(tab.page.locator("ol.first > li")).to_have_count(10)
        expect(tab.page.locator(".chart svg[role=img]").first).to_be_visible()
        expect(tab.page.locator("#page-table tbody tr")).to_have_count(42)
        expect(tab.page.locator("#filters")).to_be_hidden()
        tab.page.locator("#sd-jsonld-syntax > summary").click()
        expect(tab.page.locator("#sd-jsonld-syntax .advice")).to_be_visible()
        assert tab.noise == []


def test_what_strangers_wrote_stays_text(chromium: Browser, folder: Path) -> None:
    with opened(chromium, folder / "hostile.html", f"#page={quote(ROOT + '/', safe='')}") as tab:
        view = tab.page.locator("#view")
        expect(view.locator("h1")).to_contain_text("</title><script>alert(1)</script>")
        assert view.locator("img, script").count() == 0
        assert tab.page.locator("script").count() == 2
        hrefs = tab.page.evaluate("[...document.querySelectorAll('a')].map(one => one.getAttribute('href'))")
        assert [href for href in hrefs if not href.startswith(("#", "http://", "https://"))] == []
        assert tab.noise == []


def test_the_policy_lets_no_other_script_run(chromium: Browser, folder: Path) -> None:
    with opened(chromium, folder / "hostile.html") as tab:
        tab.page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = 1'}))"
        )
        tab.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = 1\">')")
        tab.page.wait_for_timeout(200)
        assert tab.page.evaluate("window.ran") is None
        assert sum("Content Security Policy" in line for line in tab.noise) >= 2
