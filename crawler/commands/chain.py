"""Job after job: what `scrapy crawl` runs until the crawl is done. Each is a Scrapy crawler of its own."""

import asyncio
import logging
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess, Crawler, CrawlerProcessBase
from scrapy.settings import get_settings_priority

from crawler.pipelines.report import ReportPipeline
from crawler.state.crawls import Crawl
from crawler.state.frontier import State

logger = logging.getLogger(__name__)


class Chain:
    """The jobs of one crawl in one process, one at a time."""

    def __init__(self, process: CrawlerProcessBase, crawl: Crawl, arguments: dict[str, Any]):
        assert isinstance(process, AsyncCrawlerProcess)  # `guard` holds that the reactor is asyncio's
        self._process = process
        self._crawl = crawl
        self._arguments = arguments

    def run(self, first: Crawler) -> Crawler:
        """Run the jobs, the first as given; gives the last."""
        self._last = first
        self._begin()
        self._process.start()
        return self._last

    def _begin(self) -> None:
        task = self._process.crawl(self._last, crawl=self._crawl, **self._arguments)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """The process looks whether anything still runs in a callback of its own, which comes after this one."""
        pipeline = pipeline_of(self._last)
        if task.cancelled() or task.exception() is not None or pipeline is None:
            return
        if pipeline.goes_on:
            frontier = self._crawl.frontier
            ended, waiting = frontier.count(State.ENDED), frontier.count(State.WAITING)
            logger.info("The job's time is used up: %d URLs ended, %d wait for the next job", ended, waiting)
            self._last = self._next()
            self._begin()

    def _next(self) -> Crawler:
        following = self._process.create_crawler(self._last.spidercls)
        add_to_feeds(following)
        return following


def add_to_feeds(crawler: Crawler) -> None:
    """What this job exports is added to what the jobs before it did."""
    feeds = crawler.settings.getdict("FEEDS")
    added = {target: {**options, "overwrite": False} for target, options in feeds.items()}
    # Above the command line's: the process lays its own settings over those of the crawler again.
    crawler.settings.set("FEEDS", added, priority=get_settings_priority("cmdline") + 1)


def pipeline_of(crawler: Crawler) -> ReportPipeline | None:
    """The part of a crawler that knows how its job ended; None where it was never made: the log has the reason."""
    try:
        return crawler.get_item_pipeline(ReportPipeline)
    except RuntimeError:
        return None
