"""The crawler with its own settings and a spider that asks for what a file lists, until it is told to stop.

    python -m tests.crowd.run LIST STATE_DIR [BREACH]

LIST: JSON, {"queued": [URL, ...], "past": [URL, ...]}; the second are asked for past the queue, as a proof is.
BREACH: half-wait or two-at-once puts a gate of `breaches` in place; crowded-address forgets the limit of an address.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import scrapy
from scrapy import Request, signals
from scrapy.crawler import Crawler, CrawlerProcess
from scrapy.http import Response
from scrapy.utils.project import get_project_settings

from crawler.core import limits
from crawler.core.outcome import Ended

#: Hops come before new pages.
HOP_FIRST = 10


class CrowdSpider(scrapy.Spider):
    """Asks for every URL of its list and follows redirects; what comes back is not looked at."""

    name = "crowd"

    def __init__(self, listed: str):
        super().__init__()
        self.listed = json.loads(Path(listed).read_text())
        self.signalled: Counter[str] = Counter()
        self.signals_file = Path(listed).with_suffix(".signals")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.scheduled, signals.request_scheduled)
        crawler.signals.connect(spider.dropped, signals.request_dropped)
        return spider

    def scheduled(self, request: Request) -> None:
        self.signalled[f"request_scheduled {request.url}"] += 1

    def dropped(self, request: Request) -> None:
        self.signalled[f"request_dropped {request.url}"] += 1

    def closed(self, reason: str) -> None:
        self.signals_file.write_text(json.dumps(self.signalled))

    async def start(self) -> AsyncIterator[Any]:
        self.tasks = [asyncio.ensure_future(self.past_the_queue(url)) for url in self.listed["past"]]
        for url in self.listed["queued"]:
            yield Request(url, errback=self.ended)

    async def past_the_queue(self, url: str) -> None:
        assert self.crawler.engine is not None
        with suppress(Ended):
            await self.crawler.engine.download_async(Request(url))

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Request]:
        assert response.request is not None
        meta = response.request.meta
        if "location" in meta:
            chain = [*meta.get("chain", ()), response.url]
            following = {"chain": chain, "page_seconds_used": meta["page_seconds_used"]}
            yield Request(meta["location"], errback=self.ended, meta=following, priority=HOP_FIRST)

    def ended(self, failure: object) -> None:
        """Refused, failed or stopped: the servers' logs and the ledger say which."""


def break_a_rule(breach: str) -> None:
    """In this process only. The limit of an address goes before anything that reads it is imported."""
    if breach == "crowded-address":
        limits.HOSTS_PER_ADDRESS = replace(limits.HOSTS_PER_ADDRESS, value=1000)  # type: ignore[misc]
        return
    from crawler.engine import downloader
    from tests.crowd.breaches import GATES

    downloader.Gate = GATES[breach]  # type: ignore[misc]


def main(listed: str, state: str, *breaches: str) -> None:
    for breach in breaches:
        break_a_rule(breach)
    settings = get_project_settings()
    settings.setdict({"STATE_DIR": state, "LOG_LEVEL": "WARNING"})
    process = CrawlerProcess(settings)
    process.crawl(CrowdSpider, listed=listed)
    process.start()


if __name__ == "__main__":
    main(*sys.argv[1:])
