"""`scrapy crawl site -a url=…`: a whole site, whose owner has proved that it is theirs.

The start URL's host is proved before its first page is asked for; a start that redirects to another host needs the
proof of that host too. Pages are found by links and by sitemaps. It goes on in as many jobs as it takes, each of which
looks for the proofs anew; a crawl that was stopped is gone on with by the same command.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import astuple, dataclass, field

from scrapy import Request
from scrapy.http import Response
from scrapy.settings import BaseSettings
from twisted.python.failure import Failure

from crawler.core.audit.page import Page
from crawler.core.following import OUT_OF_SCOPE, why_not
from crawler.core.outcome import Ended, Ending, Outcome, refusal
from crawler.core.redirects import is_redirect
from crawler.core.scope import Scope, twin
from crawler.core.urls import Url, join, normalise
from crawler.items import UrlItem
from crawler.spiders import arguments
from crawler.spiders.base import Item, Produced, asked_by, record, url_of
from crawler.spiders.beyond import BeyondSpider
from crawler.spiders.known import Known
from crawler.spiders.proving import Prover
from crawler.spiders.sitemaps import SitemapSpider
from crawler.spiders.trapping import Trapping
from crawler.state.crawls import Crawl
from crawler.state.folder import state_folder


class SiteSpider(BeyondSpider, SitemapSpider):
    """Audits a site from its start URL."""

    name = "site"
    goes_on = True
    probes = True

    @classmethod
    def check_arguments(cls, given: dict[str, str]) -> arguments.Arguments:
        return arguments.read(given, frozenset({"fresh"}), arguments.RENDER_SITE, assets="check")

    @classmethod
    def open_crawl(cls, settings: BaseSettings, asked: arguments.Arguments) -> Crawl:
        return Crawl.open(state_folder(settings["STATE_DIR"]), cls.name, str(asked.url), fresh=asked.fresh)

    def take_over(self) -> None:
        super().take_over()
        self.known = Known(self.frontier)
        self.trapping = Trapping(self.frontier)
        self.twin = Twin(*self.frontier.fact("twin", ()))
        self.proofs: dict[str, tuple[str, str]] = {}  # in this job: host: (origin, what proved it)
        #: What was proved in any job of the crawl has to be proved in each.
        self.to_prove: dict[str, tuple[str, str]] = self.frontier.fact("proofs", {})

    async def begin(self) -> AsyncIterator[Request]:
        self.prover = Prover(self.crawler)
        if str(self.asked.url) in self.known:
            async for request in self._go_on():
                yield request
        elif await self._proved_at_first():
            for first in self.page_request(self.asked.url, source="start", depth=0):
                yield first

    def facts(self) -> Mapping[str, object]:
        proofs = {**self.to_prove, **self.proofs}
        own = {"twin": astuple(self.twin), "proofs": proofs, "uncounted": self.known.uncounted}
        return {**super().facts(), **own}

    async def _proved_at_first(self) -> bool:
        try:
            return await self._proved(self.asked.url, source="start")
        except Ended as ended:  # stopped, or the job's time is used up: that says nothing about the proof
            self.known.skip(str(self.asked.url), ended.ending, source="start")
            return False

    async def _go_on(self) -> AsyncIterator[Request]:
        """What the last job left, if the hosts are still proved."""
        origins = [origin for origin, _ in self.to_prove.values()] or [self.asked.url.origin]
        for origin in origins:
            url = normalise(f"{origin}/")
            assert isinstance(url, Url)
            try:
                if not await self._proved(url, source="start"):
                    return
            except Ended:
                return
        if self.twin.parked and not self.twin.asked:
            question = await self._twin_question(str(self.asked.url))
            if question is not None:
                yield question
        waiting = self.frontier.waiting(self.crawler.engine.downloader.pages.left)  # type: ignore[attr-defined]
        for entry in waiting:
            yield self.ask_again(entry)

    @property
    def proof(self) -> str:  # type: ignore[override]
        return "; ".join(f"{host}: {proof}" for host, (_, proof) in self.proofs.items())

    async def _proved(self, url: Url, source: str, found_on: str | None = None) -> bool:
        """Whether the host may be crawled; where not, `refusal` says what to publish. Raises Ended."""
        search = await self.prover.search(url)
        if search.proof:
            self.proofs[url.host] = (url.origin, search.proof)
            return True
        reason = f"{url.host} is not proved to be yours"
        ending = Ending(Outcome.NOT_VERIFIED, reason, {"looked_at": list(search.seen)})
        self.known.skip(str(url), ending, source=source, found_on=found_on)
        looked = (f"  {line}" for line in search.seen)
        without = f"One page needs no proof: scrapy crawl page -a url={self.asked.url}"
        self.refusal = "\n".join((f"{reason}. Looked at:", *looked, *self.prover.instructions(url.host), without))
        return False

    # Redirects

    async def next_hop(self, request: Request, target: Url) -> Request | None:
        if str(target) in self.known:
            return None
        if not await self._may_hop(request, target):
            return None
        ending = None if self._on_start_chain(request) else self.trapping.judge(target, "redirect")
        if ending is not None:
            self.known.skip(str(target), ending, source="redirect", found_on=request.url)
            return None
        self.known.ask(str(target))
        return self.hop(request, target)

    async def _may_hop(self, request: Request, target: Url) -> bool:
        if self._on_start_chain(request):
            passed = target.host in {*self.scope_hosts, self.asked.url.host}
            if not passed and not await self._proved(target, source="redirect", found_on=request.url):
                return False
            self._enter(request, target)
        elif not self._is_twin_hop(request, target) and not Scope(self.scope_hosts).covers(target):
            self.known.skip(str(target), OUT_OF_SCOPE, source="redirect", found_on=request.url)
            return False
        return True

    def hop(self, request: Request, target: Url) -> Request:
        following = super().hop(request, target)
        if self._is_twin_hop(request, target):
            following.meta["source"] = "twin"
        return following

    def _is_twin_hop(self, request: Request, target: Url) -> bool:
        """The twin redirects on its own host first, as from http to https."""
        return request.meta["source"] == "twin" and target.host == url_of(request).host

    def _on_start_chain(self, request: Request) -> bool:
        first = (*request.meta["chain"], request.url)[0]
        return request.meta["purpose"] == "page" and first == str(self.asked.url)

    def _enter(self, request: Request, target: Url) -> None:
        """The site is where its start URL leads; of the hosts on the way only the www/apex twin belongs to it."""
        passed = {url_of(request).host, self.asked.url.host, *self.scope_hosts}
        self.scope_hosts = frozenset({target.host}) | (passed & {twin(target.host)})

    # Pages

    def wants_drawn(self, request: Request) -> bool:
        return self.asked.render == "all" or (self.asked.render == "start" and self._on_start_chain(request))

    def last_look(self, request: Request) -> Ending | None:
        """Whether a URL is still wanted, now that its turn has come; for the middleware that asks."""
        return self.trapping.last_look(request)

    def idle(self) -> None:
        """Nothing is left to ask for: what looked like a trap is judged once more, by all that was read."""
        more = False
        for url, caught in list(self.trapping.second_look()):
            for request in self.page_request(url, source=caught.source, depth=caught.depth, found_on=caught.found_on):
                self.settle([request], request)
                self.crawler.engine.crawl(request)
                more = True
        if not more:
            super().idle()

    async def page_read(self, request: Request, page: Page) -> AsyncIterator[Produced]:
        self.trapping.read(url_of(request), page)
        if self._on_start_chain(request):
            for first in self.first_sitemaps(url_of(request)):
                yield first
        for found in self._named(request, page):
            yield found
        if self.twin.parked and not self.twin.asked:
            question = await self._twin_question(page.url)
            if question is not None:
                yield question

    def _named(self, request: Request, page: Page) -> Iterator[Request]:
        """Requests for what a page links to, and for what it names as another address of its content."""
        above = request.meta["depth"]
        kinds = (("canonical", page.canonicals), ("hreflang", page.alternates), ("link", page.pagers))
        for kind, references in kinds:
            for named in (reference.target.url for reference in references if reference.target.url):
                yield from self._found(named, not page.nofollow, above, page.url, kind)
        followed = set(page.follow)
        for link in page.links:
            if link.url is not None:
                yield from self._found(link.url, link.url in followed, above, page.url)
            elif link.kind == "page" and link.refusal:
                self.known.skip(link.href, refusal(link.refusal), source="link", found_on=page.url)

    def _found(
        self, text: str, followed: bool, above: int | None, page_url: str, source: str = "link"
    ) -> Iterator[Request]:
        if text in self.known:
            return
        url = normalise(text)
        assert isinstance(url, Url)
        depth = (1 if above is None else above) + 1  # what only a sitemap named counts as one link away
        ending = why_not(url, Scope(self.scope_hosts), followed=followed, depth=depth, named_by=page_url)
        if ending is not None:
            self.known.skip(text, ending, source=source, found_on=page_url, depth=depth)
            if self.twin.open and url.host in {twin(host) for host in self.scope_hosts}:
                self.twin.parked.append((text, followed, above, page_url))
            return
        yield from self.page_request(url, source=source, depth=depth, found_on=page_url)

    # The www/apex twin: part of the site if it is proved and redirects here. Asked only when something links to it.

    async def _twin_question(self, page_url: str) -> Request | None:
        self.twin.asked = True  # before the first wait: another page may be read meanwhile
        linked = normalise(self.twin.parked[0][0])
        assert isinstance(linked, Url)
        home = join(linked, "/")
        try:
            proved = isinstance(home, Url) and str(home) not in self.known and await self._twin_proved(linked)
        except Ended as ended:
            if ended.ending.outcome is not Outcome.DEFERRED:  # the job is over: another asks
                self.twin.asked = False
                return None
            proved = False
        if not proved or not isinstance(home, Url):
            self.twin.decide()
            return None
        self.known.ask(str(home))
        return self.ask(home, source="twin", depth=0, found_on=page_url)

    async def _twin_proved(self, url: Url) -> bool:
        self.twin.proof = (await self.prover.search(url)).proof
        return bool(self.twin.proof)

    async def arrived(self, response: Response) -> AsyncIterator[Produced]:
        request = asked_by(response)
        if request.meta["source"] == "twin" and not is_redirect(response.status):
            self.twin.decide()
            ending = Ending(Outcome.OUT_OF_SCOPE, "the www/apex twin does not redirect to this site")
            yield UrlItem(record(request, ending, response))
            return
        async for produced in super().arrived(response):
            yield produced

    async def redirected(self, response: Response) -> AsyncIterator[Produced]:
        request = asked_by(response)
        target = normalise(request.meta["location"])
        assert isinstance(target, Url)
        if request.meta["source"] == "twin" and target.host in self.scope_hosts:
            host = url_of(request).host
            self.scope_hosts |= {host}
            self.proofs[host] = (url_of(request).origin, self.twin.proof)
        asked_on = False
        async for produced in super().redirected(response):
            asked_on = asked_on or (isinstance(produced, Request) and produced.meta["source"] == "twin")
            yield produced
        if request.meta["source"] == "twin" and not asked_on:
            for text, followed, above, page_url in self.twin.decide():
                for found in self._found(text, followed, above, page_url):
                    yield found

    def ended(self, failure: Failure) -> Iterator[Item]:
        if failure.request.meta["source"] == "twin":  # type: ignore[attr-defined]
            self.twin.decide()
        return super().ended(failure)


@dataclass
class Twin:
    """Whether the www/apex twin belongs to the site: links to it wait until that is known."""

    asked: bool = False
    open: bool = True
    parked: list[tuple[str, bool, int | None, str]] = field(default_factory=list)
    proof: str = ""

    def decide(self) -> list[tuple[str, bool, int | None, str]]:
        """It is known now; give the links that waited."""
        self.open = False
        waited, self.parked = self.parked, []
        return waited
