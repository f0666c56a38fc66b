"""Tables as CSV, safe to open in a spreadsheet: UTF-8 with a BOM, so that accents are read, and CRLF (RFC 4180)."""

import csv
import io
from collections.abc import Iterator
from itertools import islice
from typing import Final

from crawler.core.audit.report import Report
from crawler.report.tables import FINDINGS, LINKS, PAGES, Table, cell

_AT_ONCE: Final = 2000  # rows


def pages_csv(report: Report) -> Iterator[bytes]:
    """One line per URL."""
    return _csv(PAGES, report)


def findings_csv(report: Report) -> Iterator[bytes]:
    """One line per finding."""
    return _csv(FINDINGS, report)


def links_csv(report: Report) -> Iterator[bytes]:
    """One line per link of a page."""
    return _csv(LINKS, report)


def _csv(table: Table, report: Report) -> Iterator[bytes]:
    rows = table.rows(report)
    yield "\ufeff".encode() + _lines([table.columns])
    while some := [[cell(value) for value in row] for row in islice(rows, _AT_ONCE)]:
        yield _lines(some)


def _lines(rows: list[list[object]] | list[tuple[str, ...]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode("utf-8", "replace")
