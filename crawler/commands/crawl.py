"""`scrapy crawl SPIDER`: Scrapy's own command, with our exit codes and errors a person can act on.

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
from crawler.commands.summary import print_summary
from crawler.core import exits
from crawler.core.audit.report import Report
from crawler.pipelines.report import ReportPipeline
from crawler.spiders.arguments import BadArgument
from crawler.spiders.base import AuditSpider

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
            _spider_class(crawler).check_arguments(opts.spargs)
            ground.check(crawler.settings)
        except BadArgument as error:
            self._refuse(error)
            return
        except (guard.GuardError, ground.NoGround) as error:
            raise UsageError(str(error), print_help=False) from None
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        self.exitcode = self._finish(crawler)

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
        pipeline = self._pipeline(crawler)
        if pipeline is None or pipeline.report is None or pipeline.exit_code is None:
            print("no report could be written: a fault of ours, the log says which")
            return exits.FAULT
        _announce(pipeline.report, pipeline.files, getattr(crawler.spider, "refusal", ""))
        return pipeline.exit_code

    def _pipeline(self, crawler: Crawler) -> ReportPipeline | None:
        try:
            return crawler.get_item_pipeline(ReportPipeline)
        except RuntimeError:  # the engine was never made: the log has the reason
            return None


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
