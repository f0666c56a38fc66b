"""When a job ends in whatever way: does the crawl go on in another? If not, the report and the exit code."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scrapy.crawler import Crawler

from crawler.core.audit.changes import compare
from crawler.core.audit.report import Report, build
from crawler.core.chain import LATER, JobEnd, Stop, unasked, why_no_more
from crawler.core.exits import FINDINGS, WRITTEN, exit_code, too_many_new
from crawler.core.limits import JOB_TAIL
from crawler.core.outcome import Ending, Outcome
from crawler.core.records import BEYOND, RunRecord, UrlRecord
from crawler.items import PageItem, SitemapItem, UrlItem
from crawler.report import earlier
from crawler.report.files import fresh_folder, write
from crawler.report.values import clean, page_value, sitemap_value, url_value
from crawler.state.failed import StateFailed
from crawler.state.frontier import Waiting


class ReportPipeline:
    """One report per crawl, from its frontier."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._started = datetime.now(UTC)
        #: Why no job follows this one; None while it runs, and where one does.
        self.why: Stop | None = None
        self.goes_on = False
        #: Seconds in which nothing may be asked for, before the next job.
        self.pause = 0.0
        self.report: Report | None = None
        self.files: dict[str, Path] = {}
        self.exit_code: int | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "ReportPipeline":
        return cls(crawler)

    def process_item(self, item: UrlItem | PageItem | SitemapItem) -> dict[str, Any]:
        """The item as JSON values, for `-o` and for whoever listens to item_scraped."""
        values = url_value(item.record)
        if isinstance(item, PageItem):
            values["page"] = page_value(item.page)
        elif isinstance(item, SitemapItem):
            values["sitemap"] = sitemap_value(item.sitemap)
        exported: dict[str, Any] = clean(values)
        return exported

    def close_spider(self) -> None:
        spider = self._spider
        if not getattr(spider, "writes_report", False):  # a spider of `scrapy robots` has no report
            return
        try:
            spider.keep_facts()
            spider.frontier.commit()
        except StateFailed as error:
            spider.fault = spider.fault or str(error)
        end = self._job_end()
        why = why_no_more(end, goes_on=spider.goes_on and spider.chained)
        self.goes_on = why is None
        self.pause = end.deferred_for or 0.0
        if why is not None:
            self.end(why)

    def end(self, why: Stop) -> None:
        """No job follows: write the report."""
        self.why, self.goes_on = why, False
        self._write(why)

    def _write(self, why: Stop) -> None:
        frontier = self._spider.frontier
        records = [*frontier.records(), *self._unfinished(why)] or [self._start_unasked(why)]
        run = self._run(why, {record.outcome for record in records})
        pages = tuple(frontier.pages())
        sitemaps, robots = tuple(frontier.sitemaps()), frontier.fact("robots", ())
        report = self._compared(build(run, records, pages, robots, sitemaps, self._spider.asked.ignore))
        try:
            folder = fresh_folder(Path(self._crawler.settings["REPORTS_DIR"]), run.host, self._started)
            self._spider.drawings.hand_over(folder)
            self.files = write(report, folder)
        except OSError as error:
            self._spider.fault = self._spider.fault or f"the report could not be written: {error}"
            return
        self.report = report
        severities = [finding.severity for finding in report.findings]
        outcomes = [record.outcome for record in records]
        asked = self._spider.asked
        self.exit_code = exit_code(outcomes, severities, asked.fail_on, len(pages))
        new = [finding.severity for finding in report.changes.new] if report.changes else []
        if self.exit_code == WRITTEN and too_many_new(new, asked.max_new, asked.fail_on):
            self.exit_code = FINDINGS

    def _compared(self, report: Report) -> Report:
        """The report with what changed since the last run from the same start."""
        before = earlier.last(Path(self._crawler.settings["REPORTS_DIR"]), report)
        return report if before is None else replace(report, changes=compare(before, earlier.seen(report)))

    def _run(self, why: Stop, outcomes: set[Outcome]) -> RunRecord:
        spider = self._spider
        return RunRecord(
            spider=spider.name,
            start_url=str(spider.asked.url),
            host=spider.asked.url.host,
            started=spider.frontier.fact("began", self._started),
            finished=datetime.now(UTC),
            finish_reason=_reason(why, outcomes),
            scope=tuple(sorted(spider.scope_hosts)),
            proof=spider.proof,
            requests=spider.frontier.fact("requests", 0),
            uncounted=spider.frontier.fact("uncounted", 0),
            jobs=spider.frontier.fact("jobs", 1),
        )

    def _job_end(self) -> JobEnd:
        spider, downloader = self._spider, self._downloader
        unfinished = list(spider.frontier.unfinished())
        waiting = [record for _, record in unfinished]
        more = any(one.how.get("source") in BEYOND for one, _ in unfinished)
        return JobEnd(
            waiting=len(waiting),
            progress=spider.frontier.progress,
            deferred_for=_deferred_for(waiting),
            pages_left=max(downloader.pages.left, more),  # what is no page does not end with them
            time_used_up=downloader.gate.job_seconds_left() <= JOB_TAIL.value,
            # The engine stops before the spider is closed where somebody asked for it.
            stopped=not self._crawler.engine.running or bool(spider.fault),
            refused=bool(spider.refusal),
            unreadable=any(record is not None and record.outcome not in LATER for record in waiting),
            blocked=any(downloader.gate.has_blocked(host) for host in spider.scope_hosts),
        )

    def _unfinished(self, why: Stop) -> Iterator[UrlRecord]:
        """What still waits when the crawl ends."""
        unfinished = list(self._spider.frontier.unfinished())
        ending = unasked(why, self._downloader.pages.limit, _deferral([put_back for _, put_back in unfinished]))
        for waiting, put_back in unfinished:
            if put_back is None or _is_past(put_back.outcome, ending.outcome):
                yield _unasked(waiting, ending)
            else:
                yield put_back

    def _start_unasked(self, why: Stop) -> UrlRecord:
        """Where the crawl was stopped before it came to ask for anything."""
        ending = unasked(Stop.STOPPED if why is Stop.FINISHED else why)
        start = Waiting(str(self._spider.asked.url), 0, {"source": "start", "found_on": None, "depth": 0})
        return _unasked(start, ending)

    # Scrapy types these as its own classes; `guard` holds that they are ours.

    @property
    def _spider(self) -> Any:
        return self._crawler.spider

    @property
    def _downloader(self) -> Any:
        return self._crawler.engine.downloader


def _is_past(put_back: Outcome, why: Outcome) -> bool:
    """Whether why a URL was put back, perhaps in an earlier job, is not why it waits in the end."""
    if why is Outcome.NOT_VERIFIED:
        return True
    return put_back in (Outcome.JOB_LIMIT, Outcome.STOPPED) and put_back is not why


def _unasked(waiting: Waiting, ending: Ending) -> UrlRecord:
    where = {name: waiting.how[name] for name in ("source", "found_on", "depth")}
    return UrlRecord(waiting.url, ending.outcome, ending.reason, ending.evidence, **where)


def _reason(why: Stop, outcomes: set[Outcome]) -> str:
    """Also where nothing waits, a limit may be what ended the crawl."""
    limits = [limit for limit in (Stop.JOB_LIMIT, Stop.PAGE_LIMIT) if Outcome(limit) in outcomes]
    return str(limits[0] if why is Stop.FINISHED and limits else why)


def _deferral(records: list[UrlRecord | None]) -> Ending | None:
    """How the first URL that its host put off ended; those behind it had to wait for the same."""
    first = next((record for record in records if record is not None and record.outcome is Outcome.DEFERRED), None)
    return None if first is None else Ending(first.outcome, first.reason, first.evidence)


def _deferred_for(waiting: list[UrlRecord | None]) -> float | None:
    """Seconds until the first URL may be asked for, where a host put some of them off."""
    now = datetime.now(UTC)
    later = [
        max(0.0, (datetime.fromisoformat(str(record.evidence["from"])) - now).total_seconds())
        for record in waiting
        if record is not None and record.outcome is Outcome.DEFERRED
    ]
    if not later:
        return None
    return min(later) if len(later) == len(waiting) else 0.0
