"""What spiders yield. Every URL a crawl knows becomes exactly one UrlItem; pages and sitemaps come beside it."""

from dataclasses import dataclass

from crawler.core.audit.page import Page
from crawler.core.records import SitemapRecord, UrlRecord


@dataclass(frozen=True, slots=True)
class UrlItem:
    """How one URL ended."""

    record: UrlRecord


@dataclass(frozen=True, slots=True)
class PageItem:
    """A fetched HTML page, read, and how its URL ended."""

    record: UrlRecord
    page: Page


@dataclass(frozen=True, slots=True)
class SitemapItem:
    """A sitemap file and what it lists."""

    record: UrlRecord
    sitemap: SitemapRecord
