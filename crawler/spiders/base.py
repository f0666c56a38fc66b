"""What the spiders share: requests that carry where they came from, and one item for how every URL ended."""

from collections.abc import AsyncIterator, Iterator
from typing import Any, Self

import scrapy
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from crawler.core.audit.page import Page
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.records import UrlRecord
from crawler.core.redirects import is_redirect
from crawler.core.urls import Refusal, Url, normalise
from crawler.engine.reading import ReadingRoom
from crawler.guard import verify
from crawler.items import PageItem, SitemapItem, UrlItem
from crawler.spiders import arguments

#: Sitemaps are asked for before the pages found so far, then pages nearest to the start URL first.
SITEMAP_FIRST = 1

#: RFC 9110 15.3.7: what only a request with Range may get.
PARTIAL = 206

Produced = Request | PageItem | SitemapItem | UrlItem


class AuditSpider(scrapy.Spider):
    """A spider that reads pages for the audit."""

    #: How ownership was proved, for the report; empty where no proof is needed.
    proof = ""
    #: Whether the run ends in a report.
    writes_report = True
    #: Why we refused to go on, in plain words; the crawl then ends with exit code 4.
    refusal = ""

    @classmethod
    def check_arguments(cls, given: dict[str, str]) -> arguments.Arguments:
        """Read the `-a` values. Raises arguments.BadArgument."""
        return arguments.read(given)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        verify(crawler.settings, cls)  # also where a settings module without our add-on runs this spider
        asked = cls.check_arguments(kwargs)
        spider = super().from_crawler(crawler)
        verify(crawler.settings, spider)
        spider.asked = asked
        spider.room = ReadingRoom()
        spider.scope_hosts = frozenset({asked.url.host})
        return spider

    asked: arguments.Arguments
    room: ReadingRoom
    scope_hosts: frozenset[str]

    async def start(self) -> AsyncIterator[Produced]:
        await self.room.start()
        yield self.ask(self.asked.url, source="start", depth=0)

    def leftovers(self) -> Iterator[UrlRecord]:
        """URLs this spider knew and did not ask for, each with its reason."""
        return iter(())

    def asked_urls(self) -> Iterator[str]:
        """URLs this spider asked for, or was to begin with."""
        yield str(self.asked.url)

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
        return Request(str(url), callback=self.whole, errback=self.ended, meta=meta, priority=priority)

    async def whole(self, response: Response) -> AsyncIterator[Produced]:
        """Any response; whatever goes wrong in reading it is the ending of its URL."""
        request = asked_by(response)
        try:
            async for produced in self.read_response(response):
                yield produced
        except Exception as fault:  # what a page can provoke is not known; a lost URL would be worse
            self.logger.exception("A fault of ours in reading %s", response.url)
            ending = Ending(Outcome.INTERNAL_ERROR, f"a fault of ours in reading it: {type(fault).__name__}")
            yield UrlItem(record(request, ending, response))

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
            yield PageItem(record(request, Ending(Outcome.FETCHED, ""), response), result)
            async for produced in self.page_read(request, result):
                yield produced
        else:
            yield UrlItem(record(request, result, response))

    async def read_page(self, response: Response) -> Page | Ending:
        """The page of a response, or how its URL ends without one."""
        ending = without_page(response)
        if ending is not None:
            return ending
        result: Page | Ending = await self.room.read(
            "page", url=response.url, status=response.status, headers=header_pairs(response), body=response.body
        )
        return result

    def closed(self, reason: str) -> None:
        self.room.close()

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

    def ended(self, failure: Failure) -> Iterator[UrlItem | SitemapItem]:
        """A request that brought no response."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if isinstance(failure.value, Ended):
            ending = failure.value.ending
        else:
            self.logger.error("A fault of ours at %s", request.url, exc_info=failure.value)
            ending = Ending(Outcome.INTERNAL_ERROR, f"a fault of ours: {type(failure.value).__name__}")
        yield UrlItem(record(request, ending, None))


def asked_by(response: Response) -> Request:
    """The request of a response; Scrapy sets it before any callback."""
    assert response.request is not None
    return response.request


def without_page(response: Response) -> Ending | None:
    """How the URL of a response ends that holds no page; None where it may hold one."""
    if response.status == PARTIAL:
        return Ending(Outcome.TRUNCATED, "status 206: a part, which nobody asked for", {"status": response.status})
    if not 200 <= response.status <= 299:
        return Ending(Outcome.HTTP_ERROR, f"status {response.status}", {"status": response.status})
    if "body-not-read" in response.flags:
        return Ending(Outcome.NOT_HTML, f"content type {content_type(response)}; the body was not read")
    return None


def record(request: Request, ending: Ending, response: Response | None) -> UrlRecord:
    """The record of a request that ended."""
    meta, exchange = request.meta, request.meta.get("exchange", {})
    attempts = {"attempts": meta["retries"] + 1} if meta.get("retries") else {}
    return UrlRecord(
        url=request.url,
        outcome=ending.outcome,
        reason=ending.reason,
        evidence={**ending.evidence, **attempts},
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


def content_type(response: Response) -> str:
    return (response.headers.get("Content-Type") or b"").decode("latin-1")


def header_pairs(response: Response) -> list[tuple[str, str]]:
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name in response.headers
        for value in response.headers.getlist(name)
    ]


def url_of(request: Request) -> Url:
    url = normalise(request.url)
    assert not isinstance(url, Refusal)
    return url
