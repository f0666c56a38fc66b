"""The sitemaps of a site: named by robots.txt, or at /sitemap.xml. Index files are followed, every entry is judged."""

from collections.abc import AsyncIterator, Iterator

from scrapy import Request
from scrapy.http import Response
from twisted.python.failure import Failure

from crawler.core import sitemap
from crawler.core.following import OUT_OF_SCOPE, why_not
from crawler.core.limits import KNOWN_URLS, PAGES, SITEMAP_DEPTH, SITEMAPS
from crawler.core.outcome import Ended, Ending, Outcome, refusal
from crawler.core.records import SitemapRecord
from crawler.core.redirects import is_redirect
from crawler.core.scope import Scope
from crawler.core.urls import Refusal, Url, join
from crawler.items import SitemapItem
from crawler.middlewares.robots import RobotsMiddleware
from crawler.spiders.base import AuditSpider, Item, Produced, asked_by, record, url_of
from crawler.spiders.known import Known
from crawler.spiders.trapping import Trapping


class SitemapSpider(AuditSpider):
    """The part of the site spider that reads sitemaps."""

    known: Known
    trapping: Trapping

    def page_request(
        self, url: Url, *, source: str, depth: int | None, found_on: str | None = None
    ) -> Iterator[Request]:
        """The request for a page, unless it is one of a trap, or more URLs are known than are kept."""
        ending = self.trapping.judge(url, source)
        if ending is not None:
            self.known.skip(str(url), ending, source=source, found_on=found_on, depth=depth)
        elif not self.known.is_full():
            self.known.ask(str(url))
            yield self.ask(url, source=source, depth=depth, found_on=found_on)

    def first_sitemaps(self, page: Url) -> Iterator[Request]:
        """The sitemaps that robots.txt of the page's origin names, and the usual place."""
        robots = self.crawler.get_downloader_middleware(RobotsMiddleware)
        assert robots is not None
        for rules in robots.records:
            if rules.origin == page.origin:
                for text in rules.sitemaps:
                    yield from self._sitemap(join(page, text), text, f"{rules.origin}/robots.txt", 1)
        default = join(page, "/sitemap.xml")
        yield from self._sitemap(default, str(default), None, 1)

    def _sitemap(self, url: Url | Refusal, text: str, found_on: str | None, level: int) -> Iterator[Request]:
        if isinstance(url, Refusal):
            self.known.skip(url.text or text, refusal(url.reason), source="sitemap", found_on=found_on)
            return
        ending = self._why_not(url, level)
        if str(url) in self.known:
            return
        if ending is not None:
            self.known.skip(str(url), ending, source="sitemap", found_on=found_on)
            return
        self.known.sitemaps += 1
        self.known.ask(str(url))
        request = self.ask(url, source="sitemap", depth=None, found_on=found_on, purpose="sitemap")
        request.meta.update(level=level, from_robots=found_on is not None and found_on.endswith("/robots.txt"))
        yield request

    def _why_not(self, url: Url, level: int) -> Ending | None:
        if not Scope(self.scope_hosts).covers(url):
            return OUT_OF_SCOPE
        if self.known.sitemaps >= int(SITEMAPS):
            return Ending.past(Outcome.PAGE_LIMIT, SITEMAPS, self.known.sitemaps)
        if level > int(SITEMAP_DEPTH):
            return Ending.past(Outcome.DEPTH_LIMIT, SITEMAP_DEPTH, level)
        return None

    def hop(self, request: Request, target: Url) -> Request:
        following = super().hop(request, target)
        following.meta.update({name: request.meta[name] for name in ("level", "from_robots") if name in request.meta})
        return following

    def read_response(self, response: Response) -> AsyncIterator[Produced]:
        purpose = asked_by(response).meta["purpose"]
        # A sitemap that a page links to was asked for as a page; what it is shows in what it holds.
        if purpose == "sitemap" or (response.status == 200 and sitemap.is_sitemap(response.body)):
            return self.sitemap_arrived(response)
        return self.arrived(response)

    async def sitemap_arrived(self, response: Response) -> AsyncIterator[Produced]:
        """A response to a sitemap request."""
        request = asked_by(response)
        if is_redirect(response.status):
            async for produced in self.redirected(response):
                yield produced
            return
        if response.status != 200:
            yield _no_sitemap(request, Ending(Outcome.HTTP_ERROR, f"status {response.status}"), response)
            return
        if self.known.full:
            ending = Ending.past(Outcome.PAGE_LIMIT, KNOWN_URLS, "what it lists could not be kept")
            yield _no_sitemap(request, ending, response)
            return
        listed = await self.room.read("sitemap", base=url_of(request), body=response.body)
        ending = listed if isinstance(listed, Ending) else listed.ending
        if ending is not None:
            yield _no_sitemap(request, ending, response)
            return
        yield _sitemap_item(request, response, listed)
        for found in self._listed(request, listed):
            yield found

    def _listed(self, request: Request, listed: sitemap.Sitemap) -> Iterator[Request]:
        for number, (url, _) in enumerate(listed.entries):
            if self.known.full:
                self.known.uncounted += len(listed.entries) - number
                break
            if listed.kind == "index":
                yield from self._sitemap(url, str(url), request.url, request.meta.get("level", 1) + 1)
            else:
                yield from self._page(url, request.url)
        for text, reason in listed.refused:
            self.known.skip(text, refusal(reason), source="sitemap", found_on=request.url)

    def _page(self, url: Url, found_on: str) -> Iterator[Request]:
        if str(url) in self.known:
            return
        ending = why_not(url, Scope(self.scope_hosts), followed=True, depth=None, named_by=found_on)
        if ending is None and self.known.outnumber:  # a page that links to it may still have it asked for
            ending = Ending.past(Outcome.PAGE_LIMIT, PAGES, "more than twice as many URLs wait before it")
        if ending is not None:
            self.known.skip(str(url), ending, source="sitemap", found_on=found_on)
            return
        yield from self.page_request(url, source="sitemap", depth=None, found_on=found_on)

    def ended(self, failure: Failure) -> Iterator[Item]:
        request: Request = failure.request  # type: ignore[attr-defined]
        if request.meta["purpose"] == "sitemap" and isinstance(failure.value, Ended):
            yield _no_sitemap(request, failure.value.ending, None)
        else:
            yield from super().ended(failure)


def _sitemap_item(request: Request, response: Response, listed: sitemap.Sitemap) -> SitemapItem:
    found = SitemapRecord(
        url=request.url,
        outcome=Outcome.FETCHED,
        reason=listed.problem,
        status=response.status,
        from_robots=request.meta.get("from_robots", False),
        kind=listed.kind,
        problem=listed.problem,
        entries=tuple((str(url), lastmod) for url, lastmod in listed.entries),
        refused=listed.refused,
        dropped=listed.dropped,
        marks=("sitemap-cut",) if listed.cut else (),
    )
    return SitemapItem(record(request, Ending(Outcome.FETCHED, listed.problem), response), found)


def _no_sitemap(request: Request, ending: Ending, response: Response | None) -> SitemapItem:
    found = SitemapRecord(
        url=request.url,
        outcome=ending.outcome,
        reason=ending.reason,
        status=None if response is None else response.status,
        from_robots=request.meta.get("from_robots", False),
    )
    return SitemapItem(record(request, ending, response), found)
