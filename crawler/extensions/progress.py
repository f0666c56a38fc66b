"""What the crawl is doing, one line a URL, in the log: stable words first. Items have no control characters left."""

import logging
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

logger = logging.getLogger("crawler.progress")


class Progress:
    """Logs every ending as it happens."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Progress":
        progress = cls()
        crawler.signals.connect(progress.item_scraped, signals.item_scraped)
        return progress

    def item_scraped(self, item: dict[str, Any]) -> None:
        seconds = "" if item["seconds"] is None else f" {item['seconds']:.2f} s"
        reason = f" ({item['reason']})" if item["reason"] else ""
        logger.info("%s %s%s%s", item["outcome"], item["url"], seconds, reason)
