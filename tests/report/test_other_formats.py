"""Tables, workbook, JUnit, SARIF and Markdown: what is in them is what the report says, and nothing in them acts."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree

import pytest

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.ignored import Entry
from crawler.core.audit.report import Report, build
from crawler.report.as_csv import findings_csv, links_csv, pages_csv
from crawler.report.as_html import as_html
from crawler.report.as_junit import as_junit
from crawler.report.as_markdown import as_markdown
from crawler.report.as_sarif import as_sarif
from crawler.report.as_xlsx import as_xlsx
from tests.report.hostile import hostile
from tests.report.sample import report

CASES = pytest.mark.parametrize("make", [report, hostile], ids=["report", "hostile"])


def rows(content: Iterator[bytes]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(b"".join(content).decode("utf-8-sig"))))


@CASES
@pytest.mark.parametrize("form", [findings_csv, links_csv, pages_csv])
def test_no_table_has_a_formula_or_control_characters(make, form) -> None:  # type: ignore[no-untyped-def]
    table = rows(form(make()))
    cells = [cell for row in table for cell in row.values()]
    assert cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert not [cell for cell in cells if any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in cell)]


@CASES
@pytest.mark.parametrize("form", [as_junit, as_markdown, as_sarif, as_xlsx])
def test_the_same_report_gives_the_same_bytes(make, form) -> None:  # type: ignore[no-untyped-def]
    assert form(make()) == form(make())


def test_there_is_a_line_for_every_finding_with_its_first_source() -> None:
    found = report()
    table = rows(findings_csv(found))
    assert [(row["check"], row["url"]) for row in table] == [(x.check, x.url) for x in found.findings]
    broken = next(row for row in table if row["check"] == "link-broken-internal")
    sources = next(x.also["sources"] for x in found.findings if x.check == "link-broken-internal")
    assert (broken["first_source"], broken["line"]) == (sources[0]["page"], str(sources[0]["line"]))


def test_there_is_a_line_for_every_link_with_one_of_three_verdicts() -> None:
    found = report()
    table = rows(links_csv(found))
    assert len(table) == sum(len(page.links) for page in found.pages)
    assert {row["verdict"] for row in table} <= {"broken", "works", "unverified", ""}
    broken = {x.url for x in found.findings if x.check == "link-broken-internal"}
    assert {row["target"] for row in table if row["verdict"] == "broken"} >= broken


def test_the_workbook_opens_has_its_sheets_and_no_formula_or_link() -> None:
    with zipfile.ZipFile(io.BytesIO(as_xlsx(hostile()))) as book:
        sheets = [name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]
        texts = [book.read(name).decode() for name in book.namelist() if name.endswith((".xml", ".rels"))]
    assert len(sheets) == 3
    assert not [text for text in texts if "<f>" in text or "<hyperlink" in text]
    assert any("findings" in text for text in texts)
    for text in texts:
        ElementTree.fromstring(text)


def test_junit_fails_what_has_errors_or_warnings_and_skips_what_gave_no_verdict() -> None:
    found = report("stopped")
    root = ElementTree.fromstring(as_junit(found))
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert cases.keys() == CATALOGUE.keys()
    failed = {group.check.id for group in found.groups if str(group.severity) != "notice"}
    assert {name for name, case in cases.items() if case.find("failure") is not None} == failed
    skipped = {name for name, case in cases.items() if case.find("skipped") is not None}
    silent = {told.check for told in found.not_evaluated if told.state != "partly" and not told.url}
    assert skipped == silent - {group.check.id for group in found.groups}
    assert skipped
    for suite in root:
        assert int(suite.get("failures", "")) == len(suite.findall("testcase/failure"))


def test_sarif_names_a_rule_for_every_result_and_a_place_for_it() -> None:
    found = report()
    value = json.loads(as_sarif(found))
    run = value["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) == len(found.findings)
    for result, finding in zip(run["results"], found.findings, strict=True):
        assert rules[result["ruleIndex"]] == result["ruleId"] == finding.check
        assert result["level"] == {"error": "error", "warning": "warning", "notice": "note"}[finding.severity]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].isascii()
    assert value["version"] == "2.1.0"


def test_sarif_counts_what_it_has_no_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found = report()
    many = replace(found, findings=found.findings * 300)
    run = json.loads(as_sarif(many))["runs"][0]
    assert len(run["results"]) == 5000
    left = len(many.findings) - 5000
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].startswith(f"{left:,} more")


def test_markdown_neither_links_nor_mentions_what_a_site_wrote() -> None:
    text = as_markdown(hostile()).decode()
    body = "\n".join(line for line in text.splitlines() if not line.startswith("- `"))
    assert "<script" not in body.replace("\\<", "")
    assert "](" not in body.replace("\\]", "")
    assert not [line for line in text.splitlines() if line.lstrip("- ").startswith(("@", "!["))]


def test_markdown_tells_numbers_gaps_and_what_to_do() -> None:
    found = report("stopped")
    text = as_markdown(found).decode()
    assert all(f"| {severity} | {number:,} |" in text for severity, number in found.severities.items())
    assert "Not the whole picture" in text
    assert found.groups[0].check.id in text


def test_what_is_ignored_is_out_of_every_list_and_counted_with_its_reason() -> None:
    found = report()
    first = found.findings[0]
    entries = (Entry(first.check, "*", "we know"), Entry("*", "*", "long ago", date(2020, 1, 1)))
    left = build(found.run, found.urls, found.pages, found.robots, found.sitemaps, entries)
    assert first.check not in {finding.check for finding in left.findings}
    assert [len(told.findings) > 0 for told in left.ignored] == [True, False]
    assert [told.expired for told in left.ignored] == [False, True]
    assert first.check not in as_sarif(left).decode()
    html = as_html(left).decode()
    assert "we know" in html
    assert "2020-01-01, past" in html


def test_a_report_with_many_checks_is_cut_in_markdown_with_a_count() -> None:
    found = report()
    assert isinstance(found, Report)
    many = [group for group in found.groups for _ in range(45 // len(found.groups) + 1)]
    found.__dict__["groups"] = tuple(many)
    assert f"and {len(many) - 40} more checks" in as_markdown(found).decode()
