"""What the crawl is doing, one line a URL, in the log: stable words first."""

import logging

from scrapy import signals
from scrapy.crawler import Crawler

from crawler.items import PageItem, SitemapItem, UrlItem

logger = logging.getLogger("crawler.progress")


class Progress:
    """Logs every ending as it happens."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Progress":
        progress = cls()
        crawler.signals.connect(progress.item_scraped, signals.item_scraped)
        return progress

    def item_scraped(self, item: UrlItem | PageItem | SitemapItem) -> None:
        record = item.record
        seconds = "" if record.seconds is None else f" {record.seconds:.2f} s"
        reason = f" ({record.reason})" if record.reason else ""
        logger.info("%s %s%s%s", record.outcome, printable(record.url), seconds, printable(reason))


def printable(text: str) -> str:
    """Text of strangers without control characters: a log line stays one line."""
    return "".join(char if char.isprintable() else "�" for char in text)
