"""report.json: everything a report knows, in the shape of schema.json beside this module."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from crawler.core import identity
from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding, NotEvaluated
from crawler.core.audit.ignored import Ignored
from crawler.core.audit.report import Report
from crawler.core.records import RobotsRecord, RunRecord
from crawler.report.as_changes import as_dict as changes_value
from crawler.report.values import clean, page_value, sitemap_value, url_value

SCHEMA: Final = "site-audit-report/1"


def as_json(report: Report) -> Iterator[bytes]:
    """The report as UTF-8 JSON, piece by piece, ending in a line end; the same bytes for the same report.

    In pieces, since a long list as one text takes several times what it takes to know it. Texts of strangers are
    without control characters.
    """
    before = "{"
    for name, value in _members(report).items():
        yield f'{before}\n "{name}": '.encode()
        yield from _array(value) if isinstance(value, Iterator) else [_json(value, 1)]
        before = ","
    yield b"\n}\n"


def _array(items: Iterable[object]) -> Iterator[bytes]:
    before = b"["
    for item in items:
        yield before + b"\n  " + _json(item, 2)
        before = b","
    yield b"[]" if before == b"[" else b"\n ]"


def _json(value: object, depth: int) -> bytes:
    """A value that stands so deep in the document."""
    text = json.dumps(clean(value), ensure_ascii=False, indent=1, allow_nan=False)
    return text.replace("\n", "\n" + " " * depth).encode()  # no string of JSON has a line end in it


def _members(report: Report) -> Mapping[str, object]:
    """What stands in the document, in its order; iterators give the lists that may be long."""
    return {
        "schema": SCHEMA,
        "run": _run(report.run),
        "site": {"host": report.run.host, "scope": list(report.run.scope)},
        "verdict": report.verdict,
        "complete": report.complete,
        "gaps": list(report.gaps),
        "counts": _counts(report),
        "top": list(report.top),
        "findings": (_finding(finding) for finding in report.findings),
        "not_evaluated": [_not_evaluated(check) for check in report.not_evaluated],
        "urls": ({**url_value(record), "depth": report.depths.get(record.url)} for record in report.urls),
        "pages": ({**page_value(page), "depth": report.depths.get(page.url)} for page in report.pages),
        "robots": (_robots(record) for record in report.robots),
        "sitemaps": (sitemap_value(record) for record in report.sitemaps),
        "ignored": (_ignored(told) for told in report.ignored),
        "changes": None if report.changes is None else changes_value(report.changes),
    }


def utc(moment: datetime) -> str:
    """A time as RFC 3339 in UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _run(run: RunRecord) -> dict[str, Any]:
    return {
        "spider": run.spider,
        "start_url": run.start_url,
        "started": utc(run.started),
        "finished": utc(run.finished),
        "seconds": round((run.finished - run.started).total_seconds(), 3),
        "finish_reason": run.finish_reason,
        "proof": run.proof,
        "requests": run.requests,
        "jobs": run.jobs,
        "user_agent": identity.USER_AGENT,
        "from": identity.FROM,
    }


def _counts(report: Report) -> dict[str, Any]:
    return {
        "severities": {str(severity): number for severity, number in report.severities.items()},
        "outcomes": {str(outcome): number for outcome, number in report.outcomes.items()},
        "checks": {group.check.id: len(group.findings) for group in report.groups},
        "urls": len(report.urls),
        "pages": len(report.pages),
        "requests": report.run.requests,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    check = CATALOGUE[finding.check]
    return {
        "check": finding.check,
        "severity": finding.severity,
        "area": check.area,
        "url": finding.url,
        "evidence": finding.evidence,
        "title": check.title,
        "why": check.why,
        "fix": check.fix,
        "source": check.source,
        "facts": finding.also,
    }


def _ignored(told: Ignored) -> dict[str, Any]:
    entry = told.entry
    return {
        "check": entry.check,
        "url": entry.url,
        "reason": entry.reason,
        "until": entry.until and entry.until.isoformat(),
        "expired": told.expired,
        "findings": [_finding(finding) for finding in told.findings],
    }


def _not_evaluated(check: NotEvaluated) -> dict[str, Any]:
    return {"check": check.check, "state": check.state, "reason": check.reason, "url": check.url or None}


def _robots(record: RobotsRecord) -> dict[str, Any]:
    return {
        "origin": record.origin,
        "decision": record.decision,
        "reason": record.reason,
        "status": record.status,
        "bytes": len(record.body),
        "content_type": record.content_type,
        "sitemaps": record.sitemaps,
        "crawl_delay": record.crawl_delay,
        "marks": record.marks,
        "certificate": record.certificate or None,
    }
