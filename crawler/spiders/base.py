"""What the spiders share: requests that carry where they came from, and one item for how every URL ended.

What a response led to is in the frontier before any of it is yielded: a crawl that is killed loses nothing.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NoReturn, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider
from scrapy.http import Response
from scrapy.settings import BaseSettings
from twisted.python.failure import Failure

from crawler.core.audit.page import Page
from crawler.core.chain import LATER
from crawler.core.limits import PARSE_BEGINNING, PARSE_LEAST
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.records import SitemapRecord, UrlRecord
from crawler.core.redirects import is_redirect
from crawler.core.scope import Scope
from crawler.core.urls import Refusal, Url, normalise
from crawler.engine.budget import is_new_page
from crawler.engine.reading import ReadingRoom
from crawler.guard import verify
from crawler.items import PageItem, SitemapItem, UrlItem
from crawler.middlewares.robots import RobotsMiddleware
from crawler.spiders import arguments
from crawler.spiders.drawing import DrawingSpider, as_drawn, sent_on
from crawler.spiders.keeping import AT_ONCE, carried, kept_of
from crawler.spiders.responses import content_type, marks, read_from, without_page
from crawler.spiders.trapping import mark
from crawler.state.crawls import Crawl
from crawler.state.failed import StateFailed
from crawler.state.frontier import Frontier, Waiting

#: Sitemaps are asked for before the pages found so far, then pages nearest to the start URL first.
SITEMAP_FIRST = 1

Item = PageItem | SitemapItem | UrlItem
Produced = Request | Item


class AuditSpider(DrawingSpider):
    """A spider that reads pages for the audit."""

    #: How ownership was proved, for the report; empty where no proof is needed.
    proof = ""
    #: Whether the run ends in a report.
    writes_report = True
    #: Why we refused to go on, in plain words; the crawl then ends with exit code 4.
    refusal = ""
    #: What could not be written down; nothing more is asked for then.
    fault = ""
    #: Whether a job of this spider may be followed by another, which goes on.
    goes_on = False

    @classmethod
    def check_arguments(cls, given: dict[str, str]) -> arguments.Arguments:
        """Read the `-a` values. Raises arguments.BadArgument."""
        return arguments.read(given)

    @classmethod
    def open_crawl(cls, settings: BaseSettings, asked: arguments.Arguments) -> Crawl:
        """Where the URLs of a crawl are kept. Raises FrontierUnusable."""
        return Crawl.in_memory()

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, crawl: Crawl | None = None, **kwargs: Any) -> Self:
        """`crawl`: what this job is one of; without, it is the only one."""
        verify(crawler.settings, cls)  # also where a settings module without our add-on runs this spider
        asked = cls.check_arguments(kwargs)
        spider = super().from_crawler(crawler)
        verify(crawler.settings, spider)
        spider.asked = asked
        spider.room = ReadingRoom()
        spider.chained = crawl is not None
        spider.crawl = crawl or cls.open_crawl(crawler.settings, asked)
        spider.frontier = spider.crawl.frontier
        spider.take_over()
        crawler.signals.connect(spider.idle, signals.spider_idle)
        return spider

    asked: arguments.Arguments
    room: ReadingRoom
    crawl: Crawl
    frontier: Frontier
    chained: bool
    scope_hosts: frozenset[str]

    def take_over(self) -> None:
        """Take over what earlier jobs of the crawl knew."""
        self.scope_hosts = self.frontier.fact("scope", frozenset({self.asked.url.host}))
        self.frontier.progress = 0
        self._kept: dict[str, object] = {}
        self._requests: int = self.frontier.fact("requests", 0)
        self._robots = {record.origin: record for record in self.frontier.fact("robots", ())}

    async def start(self) -> AsyncIterator[Produced]:
        await self.room.start()
        self.frontier.keep("began", self.frontier.fact("began", datetime.now(UTC)))
        self.frontier.keep("jobs", self.frontier.fact("jobs", 0) + 1)
        downloader: Any = self.crawler.engine.downloader
        downloader.ledger.crawl = self.frontier.fact("crawl", downloader.ledger.job)  # the first job names it
        self.frontier.keep("crawl", downloader.ledger.crawl)
        downloader.pages.join(self.frontier.fact("pages", 0), self._count_page)
        try:
            async for request in self.begin():
                self.settle([request], request)
                yield request
        except StateFailed as error:
            self._stop_for(error)

    def _count_page(self, pages: int) -> None:
        """A page's first request leaves."""
        self.frontier.keep("pages", pages)
        self.frontier.commit()

    async def begin(self) -> AsyncIterator[Request]:
        """What is asked for first."""
        yield self.ask(self.asked.url, source="start", depth=0)

    def idle(self) -> None:
        """Nothing is left to ask for; what is put into the engine here keeps the job going."""

    # The frontier

    def settle(self, produced: Iterable[Produced], request: Request) -> Iterator[Produced]:
        """Keep what `request` led to; give what is to be yielded. Raises CloseSpider where it cannot be kept."""
        listed = list(produced)
        try:
            for one in listed:
                self._keep(one, request)
            self.keep_facts()
            self.frontier.commit()
        except StateFailed as error:
            self._stop_for(error)
        return (one for one in listed if isinstance(one, Request) or not self._waits_on(one))

    def _keep(self, one: Produced, request: Request) -> None:
        if isinstance(one, Request) and one is not request and one.url == request.url:
            self.frontier.again(one.url, carried(one))  # in another way, as by GET after HEAD
        elif isinstance(one, Request):
            self.frontier.add(one.url, one.priority, carried(one), page=is_new_page(one))
        elif self._may_be_asked_later(one):
            how = carried(request)
            how["retries"] = one.record.evidence.get("attempts", how.get("retries", 0))
            self.frontier.put_back(one.record, how, page=is_new_page(request) and not how["retries"])
        else:
            self.frontier.end(one.record, found_in(one), mark(one.page) if isinstance(one, PageItem) else "")

    def _waits_on(self, item: Item) -> bool:
        """Whether its URL has not ended for good."""
        return self.goes_on and self._may_be_asked_later(item)

    def _may_be_asked_later(self, item: Item) -> bool:
        """What ended for our reasons, and, of a crawl that goes on, what a host ended as a whole.

        The question whether a www/apex twin belongs to the site, and what is no page, is asked at once or not at all.
        """
        if item.record.source in AT_ONCE and item.record.outcome not in (Outcome.STOPPED, Outcome.JOB_LIMIT):
            return False
        host_wide = item.record.outcome is Outcome.ROBOTS_UNREADABLE or "seen_at" in item.record.evidence
        return item.record.outcome in LATER or (self.goes_on and host_wide)

    def retried(self, request: Request) -> None:
        """`request` is made once more; told by the middleware that decides it. Raises StateFailed."""
        self.frontier.again(request.url, carried(request))
        self.frontier.commit()

    def keep_facts(self) -> None:
        """Keep what changed of the crawl as a whole."""
        for name, value in self.facts().items():
            if name not in self._kept or self._kept[name] != value:
                self._kept[name] = value
                self.frontier.keep(name, value)

    def facts(self) -> Mapping[str, object]:
        """What the report, and a job that goes on, need to know."""
        robots = self.crawler.get_downloader_middleware(RobotsMiddleware)
        assert robots is not None
        ours = Scope(self.scope_hosts | {self.asked.url.host})
        self._robots.update({record.origin: kept_of(record, ours) for record in robots.records})
        downloader: Any = self.crawler.engine.downloader
        return {
            "scope": self.scope_hosts,
            "proof": self.proof,
            "robots": tuple(self._robots.values()),
            "requests": self._requests + downloader.sent,
        }

    def _stop_for(self, error: Exception) -> NoReturn:
        """Nothing is asked for that cannot be written down."""
        self.fault = str(error)
        raise CloseSpider("cannot-write")

    def ask_again(self, waiting: Waiting) -> Request:
        """The Request of a URL that an earlier job left waiting."""
        return Request(
            waiting.url,
            self.whole,
            waiting.how.get("method", "GET"),
            errback=self.failed,
            meta=dict(waiting.how),
            priority=waiting.urgency,
        )

    def ask(
        self, url: Url, *, source: str, depth: int | None, found_on: str | None = None, purpose: str = "page",
        chain: tuple[str, ...] = (), used: float = 0.0,
    ) -> Request:  # fmt: skip
        """A Request that knows where its URL came from."""
        meta = {
            "purpose": purpose, "source": source, "found_on": found_on, "depth": depth, "chain": list(chain),
            "page_seconds_used": used, "entered": str(self.asked.url),
        }  # fmt: skip
        priority = SITEMAP_FIRST if purpose == "sitemap" else -(1 if depth is None else depth)
        return Request(str(url), callback=self.whole, errback=self.failed, meta=meta, priority=priority)

    async def whole(self, response: Response) -> AsyncIterator[Produced]:
        """Any response; whatever goes wrong in reading it is the ending of its URL."""
        for one in self.settle(await self._produced(response), asked_by(response)):
            yield one

    async def _produced(self, response: Response) -> list[Produced]:
        request = asked_by(response)
        produced: list[Produced] = []
        try:
            async for one in self.read_response(response):
                produced.append(one)
        except Ended as ended:  # the job is over: what the response leads to is found again when it is asked for again
            return [UrlItem(record(request, ended.ending, response))]
        except Exception as fault:  # what a page can provoke is not known; a lost URL would be worse
            self.logger.exception("A fault of ours in reading %s", response.url)
            ending = Ending(Outcome.INTERNAL_ERROR, f"a fault of ours in reading it: {type(fault).__name__}")
            produced.append(UrlItem(record(request, ending, response)))
        return produced

    def failed(self, failure: Failure) -> Iterator[Produced]:
        """A request that brought no response."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if isinstance(failure.value, StateFailed):
            stopped = UrlItem(record(request, Ending(Outcome.STOPPED, str(failure.value)), None))
            self.settle([stopped], request)
            self._stop_for(failure.value)
        yield from self.settle(list(self.ended(failure)), request)
        if self.goes_on and isinstance(failure.value, Ended) and failure.value.ending.outcome is Outcome.JOB_LIMIT:
            raise CloseSpider(Outcome.JOB_LIMIT)  # what still waits needs not be told one by one

    def read_response(self, response: Response) -> AsyncIterator[Produced]:
        """What a response leads to."""
        return self.arrived(response)

    async def arrived(self, response: Response) -> AsyncIterator[Produced]:
        """A response to a page request."""
        if is_redirect(response.status):
            async for produced in self.redirected(response):
                yield produced
            return
        result, request = await self.read_page(response), asked_by(response)
        if isinstance(result, Page):
            page, ending = await as_drawn(request, result, self.room, self.drawings)
            yield PageItem(record(request, ending, response), page)
            async for produced in self.page_read(request, page):
                yield produced
            target = sent_on(request, page)
            following = None if target is None else await self.next_hop(request, target)
            if following is not None:
                yield following
            return
        beginning = await self.read_beginning(response, result)
        yield UrlItem(record(request, with_beginning(result, beginning), response))
        if beginning is not None:
            async for produced in self.page_read(request, beginning):
                yield produced

    async def read_page(self, response: Response) -> Page | Ending:
        """The page of a response, or how its URL ends without one."""
        ending = without_page(response)
        if ending is not None:
            return ending
        result: Page | Ending = await self.room.read("page", **read_from(response))
        return result

    async def read_beginning(self, response: Response, ending: Ending) -> Page | None:
        """What could be read of a page that is too much to be read whole: its links are followed all the same."""
        if ending.outcome is not Outcome.PARSE_LIMIT:
            return None
        for limit in (PARSE_BEGINNING, PARSE_LEAST):
            found = await self.room.read("beginning", **read_from(response), most=int(limit))
            if isinstance(found, Page):
                return found
        return None

    def closed(self, reason: str) -> None:
        self.room.close()
        if not self.chained:
            self.crawl.close(keep=False)

    async def redirected(self, response: Response) -> AsyncIterator[Produced]:
        """A redirect whose target the gate let through."""
        request = asked_by(response)
        location = request.meta["location"]
        ending = Ending(Outcome.REDIRECTED, f"{response.status} to {location}")
        yield UrlItem(record(request, ending, response))
        target = normalise(location)
        assert isinstance(target, Url)
        next_request = await self.next_hop(request, target)
        if next_request is not None:
            yield next_request

    async def next_hop(self, request: Request, target: Url) -> Request | None:
        """The request for where a redirect leads; None where it is not ours to ask."""
        return self.hop(request, target)

    def hop(self, request: Request, target: Url) -> Request:
        return self.ask(
            target, source="redirect", depth=request.meta["depth"], found_on=request.url,
            purpose=request.meta["purpose"], chain=(*request.meta["chain"], request.url),
            used=request.meta["page_seconds_used"],
        )  # fmt: skip

    async def page_read(self, request: Request, page: Page) -> AsyncIterator[Produced]:
        """What follows from a page; nothing here."""
        return
        yield

    def ended(self, failure: Failure) -> Iterator[Item]:
        """How the URL of a request that brought no response ended."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if isinstance(failure.value, Ended):
            ending = failure.value.ending
        else:
            self.logger.error("A fault of ours at %s", request.url, exc_info=failure.value)
            ending = Ending(Outcome.INTERNAL_ERROR, f"a fault of ours: {type(failure.value).__name__}")
        yield UrlItem(record(request, ending, None))


def found_in(item: Item) -> Page | SitemapRecord | None:
    """What was read at the URL of an item."""
    if isinstance(item, PageItem):
        return item.page
    return item.sitemap if isinstance(item, SitemapItem) else None


def asked_by(response: Response) -> Request:
    """The request of a response; Scrapy sets it before any callback."""
    assert response.request is not None
    return response.request


def with_beginning(ending: Ending, page: Page | None) -> Ending:
    """The ending with what could be read all the same."""
    if page is None:
        return ending
    read = {"bytes": page.size, "title": page.title, "h1": page.h1, "links": page.links_seen}
    return replace(ending, evidence={**ending.evidence, "read": read})


def record(request: Request, ending: Ending, response: Response | None) -> UrlRecord:
    """The record of a request that ended."""
    meta, exchange = request.meta, request.meta.get("exchange", {})
    attempts = {"attempts": meta["retries"] + 1} if meta.get("retries") else {}
    return UrlRecord(
        url=request.url,
        outcome=ending.outcome,
        reason=ending.reason,
        evidence={**ending.evidence, **attempts, **marks(response)},
        status=meta.get("redirect_status") if response is None else response.status,
        source=meta["source"],
        found_on=meta["found_on"],
        depth=meta["depth"],
        location=meta.get("location"),
        content_type=None if response is None else content_type(response),
        body_bytes=None if response is None else len(response.body),
        seconds=exchange.get("seconds"),
        ttfb=exchange.get("ttfb"),
    )


def url_of(request: Request) -> Url:
    url = normalise(request.url)
    assert not isinstance(url, Refusal)
    return url
