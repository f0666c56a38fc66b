"""One crawl of many hosts, by the product's own engine: `python -m tests.e2e.many STATE_DIR URL...`."""

import sys
from collections.abc import AsyncIterator
from typing import Any

from scrapy.crawler import CrawlerProcess
from scrapy.utils.project import get_project_settings

from crawler.core.urls import Url, normalise
from crawler.items import UrlItem
from crawler.spiders.arguments import Arguments
from crawler.spiders.base import AuditSpider


class ManySpider(AuditSpider):
    """Reads pages of different hosts and prints how each ended."""

    name = "many"
    writes_report = False

    @classmethod
    def check_arguments(cls, given: Any) -> Arguments:
        return Arguments(given["urls"][0])

    @classmethod
    def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> "ManySpider":
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.urls = kwargs["urls"]
        return spider

    urls: list[Url]

    async def start(self) -> AsyncIterator[Any]:
        await self.room.start()
        for url in self.urls:
            yield self.ask(url, source="start", depth=0)

    async def whole(self, response: Any) -> AsyncIterator[Any]:
        print(response.url, response.status)
        return
        yield

    def ended(self, failure: Any) -> Any:
        for item in super().ended(failure):
            assert isinstance(item, UrlItem)
            print(item.record.url, item.record.outcome)
            yield item


def main(state: str, *urls: str) -> None:
    settings = get_project_settings()
    settings.set("STATE_DIR", state)
    settings.set("LOG_LEVEL", "WARNING")
    process = CrawlerProcess(settings)
    process.crawl(ManySpider, urls=[normalise(url) for url in urls])
    process.start()


if __name__ == "__main__":
    main(*sys.argv[1:])
