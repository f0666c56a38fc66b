"""Collects what the spiders yield and, when the crawl ends in whatever way, writes the report and the exit code."""

from collections.abc import Iterator
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
        # A fault of ours after a page was read takes the place of its outcome: part of it may be missing.
        if item.record.outcome is Outcome.INTERNAL_ERROR:
            self._urls[item.record.url] = item.record
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
        for record in [*self._never_asked(), *self._spider.leftovers(), *self._without_ending()]:
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
            uncounted=getattr(getattr(self._spider, "known", None), "uncounted", 0),
        )

    def _finish_reason(self) -> str:
        if self._stopped:
            return str(Outcome.STOPPED)
        if any(self._downloader.gate.is_shut(host) for host in self._spider.scope_hosts):
            return str(Outcome.BLOCKED)
        outcomes = {record.outcome for record in self._urls.values()}
        for outcome in (Outcome.JOB_LIMIT, Outcome.PAGE_LIMIT):
            if outcome in outcomes:
                return str(outcome)
        return "finished"

    @property
    def _stopped(self) -> bool:
        """Whether the crawl is ending because somebody asked it to: the engine stops before the spider is closed."""
        return not self._crawler.engine.running

    def _never_asked(self) -> Iterator[UrlRecord]:
        """What still waits when the crawl ends."""
        for request in self._queue.pending():
            meta = request.meta
            yield self._unfinished(request.url, meta.get("source", "link"), meta.get("found_on"), meta.get("depth"))

    def _without_ending(self) -> Iterator[UrlRecord]:
        """What was asked for, or was to be, and left no record."""
        for url in self._spider.asked_urls():
            if url not in self._urls:
                yield self._unfinished(url, "start" if url == str(self._spider.asked.url) else "link", None, None)

    def _unfinished(self, url: str, source: str, found_on: str | None, depth: int | None) -> UrlRecord:
        if self._stopped:
            ending = Ending(Outcome.STOPPED, "the crawl was stopped before this URL's turn came")
        elif self._downloader.gate.job_seconds_left() <= 0:
            ending = Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, "job time used up before this URL's turn")
        else:
            ending = Ending(Outcome.INTERNAL_ERROR, "a fault of ours: it was to be asked for and has no ending")
        return UrlRecord(
            url, ending.outcome, ending.reason, ending.evidence, source=source, found_on=found_on, depth=depth
        )

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
