"""The table of pages and the views of single pages as data: JSON, deflated, in base64, inside report.html.

The script of the report opens it with the browser's own DecompressionStream; it holds texts alone, no markup.
"""

import json
import zlib
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from crawler.core.audit.finding import Finding, Severity
from crawler.core.audit.page import Page
from crawler.core.audit.report import Report
from crawler.core.audit.site import origin_of
from crawler.core.audit.wording import printable
from crawler.core.records import UrlRecord
from crawler.report.page_facts import ITEMS, facts, short

_SEVERITIES: Final = tuple(Severity)


@dataclass(frozen=True, slots=True)
class Row:
    """One address of the table: it was asked for, or something was found there."""

    record: UrlRecord
    page: Page | None
    depth: int | None
    counts: Mapping[str, int]  # findings by severity

    @property
    def url(self) -> str:
        return self.record.url

    @property
    def title(self) -> str:
        return self.page.title if self.page else ""


class Table:
    """The rows of a report, pages that were read first."""

    def __init__(self, report: Report):
        self._report = report
        self._packed: dict[int, str] = {}

    @cached_property
    def findings(self) -> Mapping[str, Sequence[Finding]]:
        """Findings by URL, the worst first."""
        found: dict[str, list[Finding]] = defaultdict(list)
        for finding in self._report.findings:
            found[finding.url].append(finding)
        return found

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        pages = {page.url: page for page in self._report.pages}
        asked = [record for record in self._report.urls if record.status or record.url in self.findings]
        asked.sort(key=lambda record: record.url not in pages)
        return tuple(self._row(record, pages.get(record.url)) for record in asked)

    @cached_property
    def worst(self) -> Mapping[str, str]:
        """The worst severity by URL."""
        return {url: str(found[0].severity) for url, found in self.findings.items()}

    @cached_property
    def origin(self) -> str:
        """Of the home page: addresses below it are written without it."""
        return origin_of(self._report.site.home)

    def near(self, url: str) -> str:
        """An address as the table has it."""
        return url.removeprefix(self.origin) if url.startswith(f"{self.origin}/") else url

    def packed(self, most: int) -> str:
        """The first `most` rows in base64."""
        most = min(most, len(self.rows))
        if most not in self._packed:  # it may be asked for again, with less room for the rest
            squeeze = zlib.compressobj(9)
            parts = [squeeze.compress(piece.encode("utf-8", "replace")) for piece in self._pieces(most)]
            self._packed[most] = b64encode(b"".join((*parts, squeeze.flush()))).decode()
        return self._packed[most]

    def _pieces(self, most: int) -> Iterator[str]:
        """What the script gets, as one JSON object row by row: as one text it is larger than all else a report knows.

        Names and checks are written once and then numbered.
        """
        checks = {group.check.id: number for number, group in enumerate(self._report.groups)}
        titles = [[one.check.id, one.check.title, one.check.area] for one in self._report.groups]
        names: dict[tuple[str, str], int] = {}
        yield f'{{"origin":{_json(self.origin)},"checks":{_json(titles)},"severities":{_json(_SEVERITIES)},"rows":['
        for number, row in enumerate(self.rows[:most]):
            yield ("," if number else "") + _json(self._data(row, checks, names))
        yield f'],"names":{_json(list(names))}}}'

    def _row(self, record: UrlRecord, page: Page | None) -> Row:
        counts = dict.fromkeys(map(str, _SEVERITIES), 0)
        for finding in self.findings.get(record.url, ()):
            counts[str(finding.severity)] += 1
        return Row(record, page, self._report.depths.get(record.url), counts)

    def _data(self, row: Row, checks: Mapping[str, int], names: dict[tuple[str, str], int]) -> list[Any]:
        page, record = row.page, row.record
        known = facts(record, page, self._report)
        return [
            printable(record.url), record.outcome, record.status, short(row.title),
            None if page is None else int(page.indexable), row.depth,
            page and page.words, page and page.links_seen, page and page.size, record.ttfb,
            [[names.setdefault((group, name), len(names)), said] for group, name, said in known],
            [_finding(finding, checks) for finding in self.findings.get(record.url, ())],
        ]  # fmt: skip


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _finding(finding: Finding, checks: Mapping[str, int]) -> list[Any]:
    """Check, severity, evidence, and where it is linked from."""
    found = [checks[finding.check], finding.severity.rank, short(finding.evidence)]
    return [*found, list(_sources(finding.also.get("sources", ())))] if "sources" in finding.also else found


def _sources(sources: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for source in list(sources)[:ITEMS]:
        line = f", line {source['line']}" if source.get("line") else ""
        text = f", as “{short(str(source['text']))[:80]}”" if source.get("text") else ""
        yield f"{printable(str(source['page']))}{line}{text}"
