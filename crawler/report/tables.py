"""The tables of a report: what findings.csv, pages.csv, links.csv and the workbook's sheets have in common."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.page import Page
from crawler.core.audit.report import Report
from crawler.core.audit.site import Site
from crawler.core.audit.wording import fold, printable
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord

Row = Iterable[object]
#: A cell that begins so is a formula to a spreadsheet (OWASP: CSV injection).
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Table:
    """A name, the columns, and what makes the rows of a report."""

    name: str
    columns: tuple[str, ...]
    rows: Callable[[Report], Iterator[Row]]


def cell(value: object) -> object:
    """One value for a spreadsheet: a number, or text that it takes for no formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return value
    text = fold(printable(str(value)))
    return f"'{text}" if str(value).startswith(_FORMULA) or text.startswith(_FORMULA) else text


def _findings(report: Report) -> Iterator[Row]:
    for finding in report.findings:
        check = CATALOGUE[finding.check]
        sources = finding.also.get("sources") or ()
        first = sources[0] if sources else {}
        count = finding.also.get("source_pages")
        yield (
            finding.severity.value, check.area, finding.check, check.title, finding.url, finding.evidence,
            count, first.get("page"), first.get("text"), first.get("line"), check.why, check.fix, check.source,
        )  # fmt: skip


def _pages(report: Report) -> Iterator[Row]:
    pages = {page.url: page for page in report.pages}
    found = Counter((finding.url, finding.severity.value) for finding in report.findings)
    for record in report.urls:
        counts = [found[record.url, severity] for severity in ("error", "warning", "notice")]
        yield *_record(record, report.depths), *_page(pages.get(record.url)), record.ttfb, *counts


def _record(record: UrlRecord, depths: Mapping[str, int]) -> Row:
    return (
        record.url, record.outcome.value, record.status, record.reason, record.source, record.found_on,
        depths.get(record.url), record.location,
    )  # fmt: skip


def _page(page: Page | None) -> Row:
    if page is None:
        return (None,) * 12
    return (
        page.title, len(page.title), page.description, len(page.description), page.h1, page.lang, page.canonical,
        page.indexable, page.words, page.links_seen, page.images_seen, page.size,
    )  # fmt: skip


def _links(report: Report) -> Iterator[Row]:
    verdicts: dict[str, str] = {}
    for page in report.pages:
        for link in page.links:
            target = link.url or ""
            record = report.site.urls.get(target)
            if target not in verdicts:
                verdicts[target] = _verdict(report.site, target) if record else ""
            yield (
                page.url, link.line, link.text, link.url or link.href, report.site.covers(link.url), link.nofollow,
                " ".join(link.rel), link.refusal, record and record.outcome.value, record and record.status,
                verdicts[target],
            )  # fmt: skip


def _verdict(site: Site, url: str) -> str:
    """broken, works or unverified; what was not asked for has none."""
    if site.fault(url):
        return "broken"
    final = site.final(url)
    works = final is not None and final.outcome in (Outcome.FETCHED, Outcome.NOT_MODIFIED, Outcome.NOT_HTML)
    return "works" if works else "unverified"


FINDINGS: Final = Table(
    "findings",
    (
        "severity", "area", "check", "title", "url", "evidence", "source_pages", "first_source", "anchor", "line",
        "why", "fix", "source",
    ),
    _findings,
)  # fmt: skip
PAGES: Final = Table(
    "pages",
    (
        "url", "outcome", "status", "reason", "source", "found_on", "depth", "location", "title", "title_length",
        "description", "description_length", "h1", "lang", "canonical", "indexable", "words", "links", "images",
        "html_bytes", "ttfb", "errors", "warnings", "notices",
    ),
    _pages,
)  # fmt: skip
LINKS: Final = Table(
    "links",
    (
        "page", "line", "anchor", "target", "internal", "nofollow", "rel", "refused", "outcome", "status", "verdict",
    ),
    _links,
)  # fmt: skip
