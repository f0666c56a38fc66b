"""report.xlsx: a workbook with a summary, the findings and the pages; links are too many, links.csv has them."""

import io
from typing import Final

import xlsxwriter

from crawler.core.audit.report import Report
from crawler.report.tables import FINDINGS, PAGES, Row, Table, cell

_WIDE: Final = frozenset({"url", "evidence", "title", "why", "fix", "source", "reason", "description", "first_source"})
_MOST_ROWS: Final = 1_000_000  # of a sheet; Excel has 1,048,576
_LONGEST: Final = 32_767  # characters of a cell


def as_xlsx(report: Report) -> bytes:
    """The workbook; the same bytes for the same report. No text becomes a formula or a link."""
    out = io.BytesIO()
    options = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(out, options) as book:
        book.set_properties(
            {"title": f"Audit of {report.run.host}", "created": report.run.started.replace(tzinfo=None)}
        )
        head = book.add_format({"bold": True, "bottom": 1})
        _sheet(book, head, "summary", ("what", "value"), list(_summary(report)))
        for table in (FINDINGS, PAGES):
            _table(book, head, table, report)
    return out.getvalue()


def _summary(report: Report) -> list[Row]:
    return [
        ("verdict", report.verdict),
        ("start URL", report.run.start_url),
        ("begun", f"{report.run.started:%Y-%m-%d %H:%M:%S} UTC"),
        ("complete", report.complete),
        *(("gap", gap) for gap in report.gaps),
        *((f"{severity.value}s", number) for severity, number in report.severities.items()),
        ("pages", len(report.pages)),
        ("URLs known", len(report.urls)),
        ("requests", report.run.requests),
        *((f"fix {number}", line) for number, line in enumerate(report.top, start=1)),
    ]


def _table(book: xlsxwriter.Workbook, head: object, table: Table, report: Report) -> None:
    _sheet(book, head, table.name, table.columns, table.rows(report))


def _sheet(book: xlsxwriter.Workbook, head: object, name: str, columns: tuple[str, ...], rows: object) -> None:
    sheet = book.add_worksheet(name)
    sheet.freeze_panes(1, 0)
    for number, column in enumerate(columns):
        sheet.set_column(number, number, 60 if column in _WIDE or name == "summary" else 14)
    sheet.write_row(0, 0, columns, head)
    last = 0
    for last, row in zip(range(1, _MOST_ROWS), rows, strict=False):  # type: ignore[call-overload]
        sheet.write_row(last, 0, [_short(cell(value)) for value in row])
    sheet.autofilter(0, 0, last, len(columns) - 1)


def _short(value: object) -> object:
    return value[:_LONGEST] if isinstance(value, str) else value
