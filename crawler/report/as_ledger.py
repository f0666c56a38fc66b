"""Rows of the ledger for people (a table) and for programs (JSON values, CSV), with times in the zone asked for."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import datetime, tzinfo
from typing import Final

from crawler.core.audit.wording import printable
from crawler.core.ledger_row import Row
from crawler.report.tables import cell

COLUMNS: Final = tuple(field.name for field in fields(Row))
_HEADINGS: Final = ("started", "took s", "waited s", "due s", "ended as", "bytes", "purpose", "method", "url")
_WIDTHS: Final = (29, 7, 8, 7, 14, 9, 7, 6, 0)


def value(row: Row, zone: tzinfo) -> dict[str, object]:
    """A row as JSON values."""
    return {column: _in_zone(getattr(row, column), zone) for column in COLUMNS}


def table(rows: Iterable[Row], zone: tzinfo) -> Iterator[str]:
    """Lines of a table, its headings first."""
    yield _line(_HEADINGS)
    for row in rows:
        size = "" if row.bytes is None else str(row.bytes)
        times = (_seconds(row.seconds), _seconds(row.wait_kept), _seconds(row.wait_due))
        yield _line((str(_in_zone(row.started, zone)), *times, _ended(row), size, row.purpose, row.method, row.url))


def csv_lines(rows: Iterable[Row], zone: tzinfo) -> Iterator[str]:
    """Lines of CSV (RFC 4180), the names of the columns first; safe to open in a spreadsheet."""
    yield _csv(COLUMNS)
    for row in rows:
        yield _csv([cell(one) for one in value(row, zone).values()])


def _csv(cells: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def _line(cells: Iterable[str]) -> str:
    """One line that a terminal shows as it is."""
    cut = (" ".join(printable(text).split()).ljust(width) for text, width in zip(cells, _WIDTHS, strict=True))
    return "  ".join(cut).rstrip()


def _seconds(number: float | None) -> str:
    return "" if number is None else f"{number:.3f}"


def _ended(row: Row) -> str:
    if row.outcome is not None:
        return row.outcome
    return "no end" if row.ended is None else str(row.status or "")


def _in_zone(one: object, zone: tzinfo) -> object:
    return one.astimezone(zone).isoformat(timespec="milliseconds") if isinstance(one, datetime) else one
