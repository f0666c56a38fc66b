"""report.json: everything a report knows, in the shape of schema.json beside this module."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from crawler.core import identity
from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding, NotEvaluated
from crawler.core.audit.page import Page
from crawler.core.audit.report import Report
from crawler.core.audit.wording import printable
from crawler.core.records import RobotsRecord, RunRecord, SitemapRecord, UrlRecord

SCHEMA: Final = "lessonpeak-report/1"


def as_json(report: Report) -> bytes:
    """The report as UTF-8 JSON, ending in a line end; the same bytes for the same report."""
    return (json.dumps(as_dict(report), ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def as_dict(report: Report) -> dict[str, Any]:
    """The report as JSON values; texts of strangers are without control characters."""
    value = {
        "schema": SCHEMA,
        "run": _run(report.run),
        "site": {"host": report.run.host, "scope": list(report.run.scope)},
        "verdict": report.verdict,
        "complete": report.complete,
        "gaps": list(report.gaps),
        "counts": _counts(report),
        "top": list(report.top),
        "findings": [_finding(finding) for finding in report.findings],
        "not_evaluated": [_not_evaluated(check) for check in report.not_evaluated],
        "urls": [_url(record) for record in report.urls],
        "pages": [_page(page) for page in report.pages],
        "robots": [_robots(record) for record in report.robots],
        "sitemaps": [_sitemap(record) for record in report.sitemaps],
    }
    clean: dict[str, Any] = _clean(value)
    return clean


def _clean(value: Any) -> Any:
    """JSON values only: strings printable, tuples as lists, whatever else as text."""
    if isinstance(value, str):
        return printable(str(value))
    if isinstance(value, Mapping):
        return {printable(str(key)): _clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(_clean(item) for item in value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    return printable(str(value))


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


def _not_evaluated(check: NotEvaluated) -> dict[str, Any]:
    return {"check": check.check, "state": check.state, "reason": check.reason, "url": check.url or None}


def _url(record: UrlRecord) -> dict[str, Any]:
    return {
        "url": record.url,
        "outcome": record.outcome,
        "reason": record.reason,
        "status": record.status,
        "source": record.source,
        "found_on": record.found_on,
        "depth": record.depth,
        "location": record.location,
        "content_type": record.content_type,
        "bytes": record.body_bytes,
        "seconds": record.seconds,
        "ttfb": record.ttfb,
        "evidence": record.evidence,
    }


def _page(page: Page) -> dict[str, Any]:
    return {
        "url": page.url,
        "status": page.status,
        "title": page.title,
        "description": page.description,
        "h1": page.h1,
        "lang": page.lang,
        "canonical": page.canonical,
        "indexable": page.indexable,
        "noindex": page.noindex,
        "nofollow": page.nofollow,
        "charset": page.charset,
        "charset_rule": page.charset_rule,
        "replaced": page.replaced,
        "bytes": page.size,
        "words": page.words,
        "text_hash": page.text_hash,
        "headings": len(page.headings),
        "links": page.links_seen,
        "links_cut": page.links_cut,
        "images": len(page.images),
        "marks": page.marks,
    }


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
    }


def _sitemap(record: SitemapRecord) -> dict[str, Any]:
    return {
        "url": record.url,
        "outcome": record.outcome,
        "reason": record.reason,
        "status": record.status,
        "from_robots": record.from_robots,
        "kind": record.kind,
        "problem": record.problem,
        "entries": len(record.entries),
        "refused": [{"text": text, "reason": reason} for text, reason in record.refused],
    }
