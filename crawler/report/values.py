"""Records and pages as JSON values: what report.json, and items exported with `-o`, are made of."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from crawler.core.audit.page import Page
from crawler.core.audit.rendered import Rendered
from crawler.core.audit.wording import printable
from crawler.core.records import SitemapRecord, UrlRecord


def clean(value: Any) -> Any:
    """JSON values only: strings printable, tuples as lists, whatever else as text."""
    if isinstance(value, str):
        return printable(str(value))
    if isinstance(value, Mapping):
        return {printable(str(key)): clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(clean(item) for item in value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    return printable(str(value))


def url_value(record: UrlRecord) -> dict[str, Any]:
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


def page_value(page: Page) -> dict[str, Any]:
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
        "headings": page.headings_seen,
        "links": page.links_seen,
        "links_cut": page.links_cut,
        "images": page.images_seen,
        "structured": page.structured,
        "marks": page.marks,
        "rendered": None if page.rendered is None else rendered_value(page.rendered),
    }


def rendered_value(rendered: Rendered) -> dict[str, Any]:
    """What a browser made of a page; of the page as it was sent only what tells both apart."""
    return {**asdict(rendered), "refused": dict(rendered.refused), "third_parties": rendered.third_parties}


def sitemap_value(record: SitemapRecord) -> dict[str, Any]:
    return {
        "url": record.url,
        "outcome": record.outcome,
        "reason": record.reason,
        "status": record.status,
        "from_robots": record.from_robots,
        "kind": record.kind,
        "problem": record.problem,
        "entries": len(record.entries),
        "marks": record.marks,
        "dropped": dict(record.dropped),
        "refused": [{"text": text, "reason": reason} for text, reason in record.refused],
    }
