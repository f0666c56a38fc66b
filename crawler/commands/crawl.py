"""`scrapy crawl SPIDER`: Scrapy's own command, job after job until the crawl is done, with our exit codes.

It has a built-in's name on purpose: Scrapy's ends with 0 whatever the crawl found, and the command object is the only
public place where an exit code is set. Like it, those that `crawler.refused_command` stands for.
"""

import argparse
import logging
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.crawler import Crawler
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from crawler import guard
from crawler.commands import ground
from crawler.commands.chain import Chain, add_to_feeds, pipeline_of
from crawler.commands.summary import print_summary
from crawler.core import exits
from crawler.core.audit.report import Report
from crawler.core.chain import Stop
from crawler.report.as_json import utc
from crawler.spiders.arguments import BadArgument
from crawler.spiders.base import AuditSpider
from crawler.state.crawls import Crawl
from crawler.state.frontier import FrontierUnusable, State

#: Formats of items that have a beginning or an end, and those that have none.
CLOSED_FORMATS = ("json", "xml", "csv")
OPEN_FORMATS = ("jsonl",)

logger = logging.getLogger(__name__)

#: Loggers that list every setting and component at each start: they never change here, `guard` sees to that.
CHATTY = ("scrapy.addons", "scrapy.crawler", "scrapy.middleware", "scrapy.utils.log")


class Command(ScrapyCrawl):
    """Runs one spider and ends with 0 to 4 (or 70 for a fault of ours)."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        _check_logging(self.settings)
        for name in CHATTY:
            logging.getLogger(name).setLevel(logging.WARNING)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.crawler_process is not None
        crawler = self._create(args)
        try:
            guard.verify(crawler.settings, crawler.spidercls)
            asked = _spider_class(crawler).check_arguments(opts.spargs)
            ground.check(crawler.settings, render=bool(asked.render))
            _check_feeds(crawler)
            crawl = _spider_class(crawler).open_crawl(crawler.settings, asked)
        except BadArgument as error:
            self._refuse(error)
            return
        except (guard.GuardError, ground.NoGround, FrontierUnusable) as error:
            raise UsageError(str(error), print_help=False) from None
        except OSError as error:
            raise UsageError(
                f"{error.filename}: {error.strerror}; expected a folder for crawls", print_help=False
            ) from None
        if crawl.begun:
            _tell(crawl)
            add_to_feeds(crawler)
        last = Chain(self.crawler_process, crawl, opts.spargs).run(crawler)
        self.exitcode = self._finish(last)
        crawl.close(keep=_is_open(last))

    def _create(self, args: list[str]) -> Crawler:
        if len(args) != 1:
            raise UsageError(f"expected the name of one spider, came: {' '.join(args) or 'nothing'}", print_help=False)
        assert self.crawler_process is not None
        try:
            return self.crawler_process.create_crawler(args[0])
        except KeyError:
            known = ", ".join(sorted(self.crawler_process.spider_loader.list()))
            raise UsageError(f"no spider {args[0]!r}; there are: {known}", print_help=False) from None

    def _refuse(self, error: BadArgument) -> None:
        if error.exit_code == exits.USAGE:
            raise UsageError(str(error), print_help=False)
        print(f"refused: {error}")
        self.exitcode = error.exit_code

    def _finish(self, crawler: Crawler) -> int:
        assert self.crawler_process is not None
        pipeline = pipeline_of(crawler)
        fault = getattr(crawler.spider, "fault", "")
        if pipeline is None or pipeline.report is None or pipeline.exit_code is None:
            print(f"no report could be written: {fault or 'a fault of ours, the log says which'}")
            print("nothing that was read is lost: the same command goes on where this one stopped")
            return exits.FAULT
        refusal = getattr(crawler.spider, "refusal", "")
        _announce(pipeline.report, pipeline.files, refusal)
        if fault:
            print(f"stopped: {fault}; make room for it, and run the same command: it goes on where it stopped")
            return exits.FAULT
        if pipeline.why in (Stop.STOPPED, Stop.DEFERRED, Stop.JOB_LIMIT, Stop.UNREADABLE) and _is_open(crawler):
            print("not done: the same command goes on where this one stopped; -a fresh=1 starts over")
        return exits.REFUSED if refusal else pipeline.exit_code


def _check_feeds(crawler: Crawler) -> None:
    """A crawl of several jobs adds to its feeds, and a JSON list or an XML document cannot be added to."""
    if not _spider_class(crawler).goes_on:
        return
    for target, options in crawler.settings.getdict("FEEDS").items():
        if options.get("format") in CLOSED_FORMATS:
            raise UsageError(
                f"items to {target}: a crawl of a site may take several jobs, and {options['format']} cannot be added"
                f" to; expected {' or '.join(OPEN_FORMATS)}, for example -o items.jsonl; report.json has everything",
                print_help=False,
            )


def _tell(crawl: Crawl) -> None:
    frontier = crawl.frontier
    ended, waiting = frontier.count(State.ENDED), frontier.count(State.WAITING)
    logger.info(
        "Going on with the crawl begun at %s: %d URLs ended, %d waiting; -a fresh=1 starts over",
        utc(frontier.fact("began", None)), ended, waiting,
    )  # fmt: skip


def _is_open(crawler: Crawler) -> bool:
    """Whether the same command has something to go on with: not where we were refused before anything was read."""
    spider, pipeline = crawler.spider, pipeline_of(crawler)
    if not isinstance(spider, AuditSpider) or pipeline is None or pipeline.report is None:
        return True
    if not spider.goes_on:
        return False
    ended = pipeline.why in (Stop.FINISHED, Stop.PAGE_LIMIT, Stop.BLOCKED, Stop.INTERNAL_ERROR)
    return not ended and any(True for _ in spider.frontier.unfinished())


def _check_logging(settings: Settings | None) -> None:
    """Logging starts before the command runs, so what it needs is looked at here."""
    assert settings is not None
    level, file = settings["LOG_LEVEL"], settings["LOG_FILE"]
    if level not in logging.getLevelNamesMapping():
        known = ", ".join(("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
        raise UsageError(f"log level {level!r}; expected one of: {known}", print_help=False)
    if file and not Path(file).absolute().parent.is_dir():
        raise UsageError(f"LOG_FILE={file}: there is no folder {Path(file).absolute().parent}", print_help=False)


def _spider_class(crawler: Crawler) -> type[AuditSpider]:
    if not issubclass(crawler.spidercls, AuditSpider):
        raise UsageError(f"spider {crawler.spidercls.name!r} is none of ours: it has no audit", print_help=False)
    return crawler.spidercls


def _announce(report: Report, files: Mapping[str, Path], refusal: str) -> None:
    """Print the summary. The report is written: a closed pipe, a full disk or an old terminal takes nothing from it."""
    try:
        print_summary(report, files, refusal)
        sys.stdout.flush()
    except UnicodeError:
        print(files["report.html"].resolve().as_uri())
    except OSError:
        # What is still buffered would fail once more when Python ends, and change the exit code.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
