"""What a crawl knew when it ended: the frozen values that cross from spiders to the audit and the report."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from crawler.core.outcome import Outcome

#: Sources of what is asked for beyond the pages of a crawl: it is no page, and says nothing of whether all was seen.
BEYOND: Final = frozenset({"asset", "icon", "external", "probe"})


@dataclass(frozen=True, slots=True)
class UrlRecord:
    """One URL the crawl knew, and its one ending."""

    url: str
    outcome: Outcome
    reason: str = ""
    evidence: Mapping[str, object] = field(default_factory=dict)
    status: int | None = None
    source: str = "link"  # start, link, canonical, hreflang, sitemap, redirect, twin, or of BEYOND
    found_on: str | None = None  # the page, sitemap or redirecting URL that named it first
    depth: int | None = None  # links from the start URL; None when only a sitemap named it
    location: str | None = None  # where a redirect leads, canonical
    content_type: str | None = None
    body_bytes: int | None = None
    seconds: float | None = None  # of the request itself, without our own wait
    ttfb: float | None = None  # seconds until the response's header was complete, without our own wait


@dataclass(frozen=True, slots=True)
class RobotsRecord:
    """The robots.txt of one origin: what we got and what it meant for us."""

    origin: str  # scheme://host[:port]
    decision: str  # rules, allow-all, deny-all
    reason: str
    status: int | None = None
    body: bytes = b""
    content_type: str | None = None
    sitemaps: tuple[str, ...] = ()
    crawl_delay: float | None = None
    marks: tuple[str, ...] = ()  # robots-not-text: a page stands in its place
    certificate: Mapping[str, object] = field(default_factory=dict)  # of the origin: subject, issuer, dates, names


@dataclass(frozen=True, slots=True)
class SitemapRecord:
    """One sitemap file: how it ended and what it listed (canonical URLs, with lastmod as written)."""

    url: str
    outcome: Outcome
    reason: str = ""
    status: int | None = None
    from_robots: bool = False
    kind: str = ""  # urlset, index, text or empty
    problem: str = ""  # why it is not a valid sitemap; empty when it is
    entries: tuple[tuple[str, str], ...] = ()  # (url as canonical or as written when refused, lastmod or "")
    refused: tuple[tuple[str, str], ...] = ()  # (text as written, reason): the first entries that are not usable URLs
    dropped: tuple[tuple[str, int], ...] = ()  # (reason, how many) of all of them
    marks: tuple[str, ...] = ()  # sitemap-cut: more entries than limits.SITEMAP_URLS


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run: what was asked for, when, and how it ended. Times are UTC."""

    spider: str
    start_url: str
    host: str
    started: datetime
    finished: datetime
    finish_reason: str  # finished, job-limit, page-limit, stopped, ... (core.chain.Stop)
    scope: tuple[str, ...] = ()
    proof: str = ""  # how ownership was proved; empty for one page
    requests: int = 0  # everything that left, robots.txt and proofs included
    uncounted: int = 0  # URLs seen and not kept, past limits.KNOWN_URLS
    jobs: int = 1  # so many jobs, one after another
