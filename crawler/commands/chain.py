"""Job after job: what `scrapy crawl` runs until the crawl is done. Each is a Scrapy crawler of its own."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess, Crawler, CrawlerProcessBase
from scrapy.settings import get_settings_priority
from twisted.internet.error import ReactorNotRunning

from crawler.core.chain import Stop
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
        self._process.start(stop_after_crawl=False)
        pipeline = pipeline_of(self._last)
        if pipeline is not None and pipeline.goes_on:  # stopped between two jobs
            pipeline.end(Stop.STOPPED)
        return self._last

    def _begin(self) -> None:
        task = self._process.crawl(self._last, crawl=self._crawl, **self._arguments)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        pipeline = pipeline_of(self._last)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            logger.error("the job could not be run", exc_info=error)
        if task.cancelled() or error is not None or pipeline is None or not pipeline.goes_on:
            _stop_reactor()
            return
        # Outside a job: the time in which nothing may be asked is no part of the next one's.
        pause = pipeline.pause
        frontier = self._crawl.frontier
        ended, waiting = frontier.count(State.ENDED), frontier.count(State.WAITING)
        logger.info("%d URLs ended, %d wait for the next job, which begins in %.0f s", ended, waiting, pause)
        asyncio.get_running_loop().call_later(pause, self._begin_next)

    def _begin_next(self) -> None:
        self._last = self._process.create_crawler(self._last.spidercls)
        add_to_feeds(self._last)
        self._begin()


def _stop_reactor() -> None:
    from twisted.internet import reactor  # the reactor is installed by now, not at import

    with suppress(ReactorNotRunning):
        reactor.stop()


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
