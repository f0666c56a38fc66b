"""Collects what the spiders yield and, when the crawl ends in whatever way, writes the report and the exit code."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scrapy.crawler import Crawler

from crawler.core.audit.page import Page
from crawler.core.audit.report import Report, build
from crawler.core.exits import exit_code
from crawler.core.limits import JOB_SECONDS
from crawler.core.outcome import Ending, Outcome
from crawler.core.records import RunRecord, SitemapRecord, UrlRecord
from crawler.items import PageItem, SitemapItem, UrlItem
from crawler.middlewares.robots import RobotsMiddleware
from crawler.report.files import fresh_folder, write
from crawler.report.values import clean, page_value, sitemap_value, url_value


class ReportPipeline:
    """One report per run."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._started = datetime.now(UTC)
        self._urls: dict[str, UrlRecord] = {}
        self._pages: dict[str, Page] = {}
        self._sitemaps: list[SitemapRecord] = []
        self.report: Report | None = None
        self.files: dict[str, Path] = {}
        self.exit_code: int | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "ReportPipeline":
        return cls(crawler)

    def process_item(self, item: UrlItem | PageItem | SitemapItem) -> dict[str, Any]:
        self._urls.setdefault(item.record.url, item.record)
        if isinstance(item, PageItem):
            self._pages[item.page.url] = item.page
        elif isinstance(item, SitemapItem):
            self._sitemaps.append(item.sitemap)
        return _exported(item)

    def close_spider(self) -> None:
        if getattr(self._spider, "writes_report", False):  # a spider of `scrapy fetch` has no report
            self._write()

    def _write(self) -> None:
        for record in [*self._never_asked(), *self._spider.leftovers()]:
            self._urls.setdefault(record.url, record)
        robots = self._crawler.get_downloader_middleware(RobotsMiddleware)
        assert robots is not None
        run = self._run()
        self.report = build(
            run,
            tuple(self._urls.values()),
            tuple(self._pages.values()),
            robots.records,
            tuple(self._sitemaps),
        )
        folder = fresh_folder(Path(self._crawler.settings["REPORTS_DIR"]), run.host, run.started)
        self.files = write(self.report, folder)
        severities = [finding.severity for finding in self.report.findings]
        outcomes = [record.outcome for record in self._urls.values()]
        self.exit_code = exit_code(outcomes, severities, self._spider.asked.fail_on, len(self._pages))

    def _run(self) -> RunRecord:
        spider = self._spider
        return RunRecord(
            spider=spider.name,
            start_url=str(spider.asked.url),
            host=spider.asked.url.host,
            started=self._started,
            finished=datetime.now(UTC),
            finish_reason=self._finish_reason(),
            scope=tuple(sorted(spider.scope_hosts)),
            proof=spider.proof,
            requests=self._downloader.sent,
        )

    def _finish_reason(self) -> str:
        outcomes = {record.outcome for record in self._urls.values()}
        for outcome in (Outcome.STOPPED, Outcome.JOB_LIMIT, Outcome.PAGE_LIMIT):
            if outcome in outcomes:
                return str(outcome)
        return "finished"

    def _never_asked(self) -> list[UrlRecord]:
        """What still waits when the crawl ends."""
        over = self._downloader.gate.job_seconds_left() <= 0
        job = Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, "job time used up before this URL's turn")
        stopped = Ending(Outcome.STOPPED, "the crawl was stopped before this URL's turn came")
        ending = job if over else stopped
        return [
            UrlRecord(
                url=request.url,
                outcome=ending.outcome,
                reason=ending.reason,
                source=request.meta.get("source", "link"),
                found_on=request.meta.get("found_on"),
                depth=request.meta.get("depth"),
            )
            for request in self._queue.pending()
        ]

    # Scrapy types these as its own classes; `guard` holds that they are ours.

    @property
    def _spider(self) -> Any:
        return self._crawler.spider

    @property
    def _queue(self) -> Any:
        return self._crawler.engine.scheduler

    @property
    def _downloader(self) -> Any:
        return self._crawler.engine.downloader


def _exported(item: UrlItem | PageItem | SitemapItem) -> dict[str, Any]:
    """The item as JSON values, for `-o` and for whoever listens to item_scraped."""
    values = url_value(item.record)
    if isinstance(item, PageItem):
        values["page"] = page_value(item.page)
    elif isinstance(item, SitemapItem):
        values["sitemap"] = sitemap_value(item.sitemap)
    exported: dict[str, Any] = clean(values)
    return exported
