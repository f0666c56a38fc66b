"""The last look: a URL that waited long may be one too many by now, as one of a trap that was not known before.

What is known of traps is the spider's; only it has read the pages.
"""

from scrapy import Request
from scrapy.crawler import Crawler

from crawler.core.outcome import Ended, Ending


class LastLookMiddleware:
    """Asks the spider once more whether it wants this URL, now that its turn has come."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "LastLookMiddleware":
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        look = getattr(self._crawler.spider, "last_look", None)
        ending: Ending | None = None if look is None else look(request)
        if ending is not None:
            raise Ended(ending)
