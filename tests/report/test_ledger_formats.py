"""Rows of the ledger as a table, as JSON values and as CSV."""

import csv
import json
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from crawler.core.ledger_row import Row
from crawler.report.as_ledger import COLUMNS, csv_lines, table, value

START = datetime(2026, 7, 1, 12, 5, 0, 250_000, tzinfo=UTC)
PRAGUE = ZoneInfo("Europe/Prague")
ROW = Row(
    "ledger.sqlite row 7", START, START + timedelta(seconds=1.5), "example.com", "93.184.215.14", "GET",
    "https://example.com/a?b=c", "page", 0.5, 0.512, 200, None, 1234, "0123456789ab", 0.0, 0, 0, "allowed by line 3",
)  # fmt: skip


def changed(**changes):
    return Row(**{name: getattr(ROW, name) for name in COLUMNS} | changes)


def test_a_table_has_what_a_complaint_asks_for_in_the_zone_asked_for():
    head, line = table([ROW], PRAGUE)
    assert head.split() == [
        "started",
        "took",
        "s",
        "waited",
        "s",
        "due",
        "s",
        "ended",
        "as",
        "bytes",
        "purpose",
        "method",
        "url",
    ]
    told = ["2026-07-01T14:05:00.250+02:00", "1.500", "0.512", "0.500", "200", "1234", "page", "GET", ROW.url]
    assert line.split() == told
    assert head.index("url") == line.index("https")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"status": None, "outcome": "dns-failed"}, "dns-failed"),
        ({"status": None, "ended": None}, "no end"),
        ({"wait_kept": None, "bytes": None}, "200"),
    ],
)
def test_what_is_not_known_is_left_open(changes, words):
    _, line = table([changed(**changes)], UTC)
    assert words in line
    assert "None" not in line


def test_a_strangers_text_is_one_line_of_the_table():
    _, line = table([changed(url="https://example.com/\x1b[2J\nroot")], UTC)
    assert line.isprintable()


def test_json_values_hold_the_whole_row():
    shown = json.loads(json.dumps(value(ROW, PRAGUE)))
    assert list(shown) == list(COLUMNS)
    assert (shown["started"], shown["ended"]) == ("2026-07-01T14:05:00.250+02:00", "2026-07-01T14:05:01.750+02:00")
    assert shown["bytes"] == 1234


def test_csv_reads_back_and_holds_no_formula():
    lines = list(csv_lines([changed(robots="=cmd()", url='https://example.com/","')], UTC))
    head, cells = csv.reader(lines)
    shown = dict(zip(head, cells, strict=True))
    assert head == list(COLUMNS)
    assert shown["robots"] == "'=cmd()"
    assert shown["url"] == 'https://example.com/","'
    assert shown["outcome"] == ""
