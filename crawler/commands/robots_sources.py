"""Where `scrapy robots` gets a file from: a path, standard input, or a URL, asked for by the crawler's own door."""

import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from scrapy import Request
from scrapy.crawler import Crawler, CrawlerProcessBase
from scrapy.exceptions import UsageError

from crawler import guard
from crawler.core.exits import OUR_REFUSALS
from crawler.core.limits import PAGE_BYTES
from crawler.core.outcome import OURS, Ended, Ending, Outcome
from crawler.core.records import RobotsRecord
from crawler.core.urls import Refusal, Url, normalise
from crawler.middlewares.robots import RobotsMiddleware
from crawler.spiders.arguments import Arguments
from crawler.spiders.base import AuditSpider

STDIN: Final = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """One robots.txt as it came; `policy` and `reason` as `core.robots.availability` decides for what a server says."""

    name: str
    body: bytes
    origin: str | None = None
    content_type: str | None = None
    policy: str = "rules"
    reason: str = ""


class RulesSpider(AuditSpider):
    """Reads robots.txt of some origins and asks for nothing else."""

    name = "rules"
    writes_report = False
    wanted: tuple[Url, ...] = ()

    @classmethod
    def check_arguments(cls, given: Mapping[str, Any]) -> Arguments:
        return Arguments(given["wanted"][0])

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.wanted = kwargs["wanted"]
        spider.endings = {}
        return spider

    endings: dict[str, Ending]

    async def start(self) -> AsyncIterator[Any]:
        desk = self.crawler.get_downloader_middleware(RobotsMiddleware)
        assert desk is not None
        for url in self.wanted:
            try:
                # What the desk asks before it lets this pass is all that is asked for.
                await desk.process_request(Request(f"{url.origin}/robots.txt"))
            except Ended as ended:
                self.endings[url.origin] = ended.ending
        self.records = {record.origin: record for record in desk.records}
        return
        yield

    records: dict[str, RobotsRecord]


def read(names: list[str], process: CrawlerProcessBase | None) -> list[Source]:
    """The files of these names, in their order. Raises UsageError, which says what is wrong."""
    if names.count(STDIN) > 1:
        raise UsageError("standard input (-) can be read once only", print_help=False)
    urls = {name: _url(name) for name in names if "://" in name}
    fetched = _fetched(tuple(urls.values()), process) if urls else {}
    return [fetched[urls[name].origin] if name in urls else Source(name, octets(name)) for name in names]


def octets(name: str) -> bytes:
    """The octets of a file, or of standard input. Raises UsageError."""
    limit = int(PAGE_BYTES)
    try:
        if name == STDIN:
            body = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(name).open("rb") as file:
                body = file.read(limit + 1)
    except FileNotFoundError:
        hint = f"; for a URL write https://{name}/" if "." in name and "/" not in name else ""
        raise UsageError(f"{name}: there is no such file{hint}", print_help=False) from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{name}: {getattr(error, 'strerror', None) or error}", print_help=False) from None
    if len(body) > limit:
        raise UsageError(f"{name}: too large, over {limit:,} bytes; no robot would read it", print_help=False)
    return body


def _url(name: str) -> Url:
    url = normalise(name)
    if isinstance(url, Refusal):
        raise UsageError(
            f"{url.text}: refused ({url.reason}); expected a file or a public http or https URL", print_help=False
        )
    return url


def _fetched(urls: tuple[Url, ...], process: CrawlerProcessBase | None) -> dict[str, Source]:
    """The robots.txt of each origin, by one run of the crawler: its identity, address policy, limits, pace, ledger."""
    assert process is not None
    crawler = process.create_crawler(RulesSpider)
    try:
        guard.verify(crawler.settings, RulesSpider)
    except guard.GuardError as error:
        raise UsageError(str(error), print_help=False) from None
    process.crawl(crawler, wanted=urls)
    process.start()
    spider = crawler.spider
    if not isinstance(spider, RulesSpider) or not hasattr(spider, "records"):
        raise UsageError("the crawler did not come to read it: a fault of ours, see the log", print_help=False)
    return {url.origin: _source(url, spider) for url in urls}


def _source(url: Url, spider: RulesSpider) -> Source:
    name, ending, record = f"{url.origin}/robots.txt", spider.endings.get(url.origin), spider.records.get(url.origin)
    if ending is not None and ending.outcome in OUR_REFUSALS | OURS:
        raise UsageError(f"{name}: refused ({ending.outcome}): {ending.reason}", print_help=False)
    if record is None:
        outcome = ending.outcome if ending else Outcome.INTERNAL_ERROR
        raise UsageError(f"{name}: could not be read ({outcome})", print_help=False)
    body = record.body if record.decision == "rules" else b""
    return Source(name, body, url.origin, record.content_type, record.decision, record.reason)
