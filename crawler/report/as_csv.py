"""pages.csv: one line per URL, safe to open in a spreadsheet."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from crawler.core.audit.page import Page
from crawler.core.audit.report import Report
from crawler.core.audit.wording import fold, printable
from crawler.core.records import UrlRecord

COLUMNS: Final = (
    "url", "outcome", "status", "reason", "source", "found_on", "depth", "location", "title", "title_length",
    "description", "description_length", "h1", "lang", "canonical", "indexable", "words", "links", "images",
    "html_bytes", "ttfb", "errors", "warnings", "notices",
)  # fmt: skip
#: A cell that begins so is a formula to a spreadsheet (OWASP: CSV injection).
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def as_csv(report: Report) -> Iterator[bytes]:
    """The table, line by line, in UTF-8 with a BOM, so that spreadsheets read accents, and CRLF (RFC 4180)."""
    pages = {page.url: page for page in report.pages}
    found = Counter((finding.url, str(finding.severity)) for finding in report.findings)
    yield "\ufeff".encode() + _line(COLUMNS)
    for record in report.urls:
        counts = [found[record.url, severity] for severity in ("error", "warning", "notice")]
        known = _record(record, report.depths), _page(pages.get(record.url)), [record.ttfb], counts
        yield _line(cell(value) for values in known for value in values)


def _line(cells: Iterable[str]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue().encode("utf-8", "replace")


def cell(value: object) -> str:
    """One value as text that no spreadsheet takes for a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = fold(printable(str(value))) if isinstance(value, str) else str(value)
    started = isinstance(value, str) and value.startswith(_FORMULA)
    return f"'{text}" if started or (isinstance(value, str) and text.startswith(_FORMULA)) else text


def _record(record: UrlRecord, depths: Mapping[str, int]) -> list[object]:
    return [
        record.url, str(record.outcome), record.status, record.reason, record.source, record.found_on,
        depths.get(record.url), record.location,
    ]  # fmt: skip


def _page(page: Page | None) -> list[object]:
    if page is None:
        return [None] * 12
    return [
        page.title, len(page.title), page.description, len(page.description), page.h1, page.lang, page.canonical,
        page.indexable, page.words, page.links_seen, len(page.images), page.size,
    ]  # fmt: skip
