"""What is asked for beyond pages, once they are read: files they load, addresses of others, and two probes.

Each is a URL like another to robots.txt, the gate, the ledger and the frontier; none of them is a page of the crawl.
Of files and of others' pages only the header is wanted: they are asked by HEAD, and by GET where HEAD leaves it open.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from scrapy import Request
from scrapy.http import Response
from twisted.python.failure import Failure

from crawler.core import served
from crawler.core.audit.beyond import Named, Wanted, no_such_page, plain_start, within_limits
from crawler.core.audit.not_found import says_not_found
from crawler.core.audit.page import Page
from crawler.core.audit.parts import host_of
from crawler.core.following import OUT_OF_SCOPE
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.records import BEYOND, UrlRecord
from crawler.core.redirects import is_redirect
from crawler.core.urls import Url, normalise
from crawler.items import UrlItem
from crawler.spiders.base import AuditSpider, Produced, asked_by, record
from crawler.spiders.responses import header_pairs
from crawler.state.frontier import State

#: Behind every page, and behind their retries; the probe of the http port last: where nothing answers there, what the
#: host waits for grows.
AFTER_PAGES = -10_000
LAST = AFTER_PAGES - 1
#: What a probe is about, among its kinds.
MISSING, PLAIN = "missing", "plain"


class BeyondSpider(AuditSpider):
    """The part of a spider that asks for more than pages."""

    #: Whether it may ask for what no page names.
    probes = False

    def take_over(self) -> None:
        super().take_over()
        self._asked_beyond: bool = self.frontier.fact("beyond", False)

    def facts(self) -> Mapping[str, object]:
        return {**super().facts(), "beyond": self._asked_beyond}

    def idle(self) -> None:
        """The pages are read: what they name beyond pages is asked for, once."""
        if self._asked_beyond:
            return
        self._asked_beyond = True
        requests = [self._look(wanted) for wanted in self._wanted()]
        if requests:
            for request in self.settle(requests, requests[0]):
                assert isinstance(request, Request)
                self.crawler.engine.crawl(request)

    def _wanted(self) -> list[Wanted]:
        named = Named()
        for page in self.frontier.pages():
            named.note(page, self._is_ours)
        known = self._known.__contains__
        wanted = [one for one in self._candidates(named) if not self._is_shut(one.url)]
        kept = within_limits(wanted, known, self._is_ours)
        self._known.update(one.url for one in kept)
        return kept

    def _candidates(self, named: Named) -> Iterator[Wanted]:
        if not named.origins:
            return
        if self.probes:
            yield from self._probes(named)
        if self.asked.assets:
            if not named.has_icon:
                yield Wanted(f"{next(iter(named.origins))}/favicon.ico", "icon", ("icon",), None)
            yield from named.wanted_files(self._is_ours, ours=True)
        if self.asked.external:
            yield from named.wanted_links()
            yield from named.wanted_files(self._is_ours, ours=False) if self.asked.assets else ()

    def _probes(self, named: Named) -> Iterator[Wanted]:
        for origin in named.origins:
            yield Wanted(no_such_page(origin, self.frontier.fact("crawl", "")), "probe", (MISSING,), None)
        plain = plain_start(self.asked.url)
        if plain is not None:
            yield Wanted(plain, "probe", (PLAIN,), None)

    @cached_property
    def _known(self) -> set[str]:
        """URLs that were asked for, or are to be: what was only seen may be asked for now."""
        return {known.url for known in self.frontier.urls() if known.state is not State.SKIPPED}

    def _is_ours(self, text: str) -> bool:
        return host_of(text) in self.scope_hosts

    def _is_shut(self, text: str) -> bool:
        """Whether its host is not asked any more in this job."""
        downloader: Any = self.crawler.engine.downloader
        return bool(downloader.gate.is_shut(host_of(text)))

    # Asking

    def _look(self, wanted: Wanted) -> Request:
        url = normalise(wanted.url)
        assert isinstance(url, Url)
        request = self.ask(
            url, source=wanted.source, depth=None, found_on=wanted.found_on,
            purpose="probe" if wanted.source == "probe" else "check",
        )  # fmt: skip
        return _prepared(request, wanted.url, wanted.kinds)

    def _hop(self, request: Request, target: Url) -> Request | None:
        """The request for where a redirect leads; None where it is known, or not to be asked."""
        meta = request.meta
        if str(target) in self._known or PLAIN in meta["kinds"]:  # of that probe one answer is wanted
            return None
        others = self.asked.external and meta["source"] != "probe"
        if not (self._is_ours(str(target)) or others):
            self.frontier.skip(_unasked(str(target), meta["source"], request.url))
            return None
        self._known.add(str(target))
        following = self.ask(
            target, source=meta["source"], depth=None, found_on=request.url, purpose=meta["purpose"],
            chain=(*meta["chain"], request.url), used=meta["page_seconds_used"],
        )  # fmt: skip
        return _prepared(following, meta["entered"], tuple(meta["kinds"]))

    # Answers

    def read_response(self, response: Response) -> AsyncIterator[Produced]:
        if asked_by(response).meta["source"] in BEYOND:
            return self._looked_at(response)
        return super().read_response(response)

    async def _looked_at(self, response: Response) -> AsyncIterator[Produced]:
        request = asked_by(response)
        fields = _fields(response)
        if is_redirect(response.status):
            target = normalise(request.meta["location"])
            assert isinstance(target, Url)
            yield UrlItem(record(request, Ending(Outcome.REDIRECTED, f"{response.status} to {target}"), response))
            following = self._hop(request, target)
            if following is not None:
                yield following
        elif request.method == "HEAD" and served.worth_a_get(response.status, fields, tuple(request.meta["kinds"])):
            yield _by_get(request)
        else:
            yield UrlItem(_answer(request, await self._ending(response), response, fields))

    async def _ending(self, response: Response) -> Ending:
        if not 200 <= response.status <= 299:
            return Ending(Outcome.HTTP_ERROR, f"status {response.status}", {"status": response.status})
        if asked_by(response).meta["purpose"] != "probe":
            return Ending(Outcome.FETCHED, "")
        page = await self.read_page(response)
        if not isinstance(page, Page):
            return Ending(Outcome.FETCHED, "")
        facts = {"title": page.title[:200], "says_not_found": any(map(says_not_found, (page.title, page.h1)))}
        return Ending(Outcome.FETCHED, "", facts)

    def ended(self, failure: Failure) -> Iterator[Any]:
        """A server that does not know HEAD may close the connection instead of saying so."""
        request: Request = failure.request  # type: ignore[attr-defined]
        head = request.method == "HEAD" and request.meta["source"] in BEYOND
        if head and isinstance(failure.value, Ended) and served.fails_by_head(failure.value.ending.outcome):
            yield _by_get(request)
        else:
            yield from super().ended(failure)


def _prepared(request: Request, entered: str, kinds: tuple[str, ...]) -> Request:
    """`entered`: where it began, by which a redirect down to http is judged."""
    method = "GET" if request.meta["purpose"] == "probe" else "HEAD"
    request.meta.update(entered=entered, kinds=list(kinds), method=method)
    return request.replace(method=method, priority=LAST if PLAIN in kinds else AFTER_PAGES)


def _by_get(request: Request) -> Request:
    meta = {name: value for name, value in request.meta.items() if name != "exchange"}
    return request.replace(method="GET", meta={**meta, "method": "GET"}, dont_filter=True)


def _answer(request: Request, ending: Ending, response: Response, fields: Mapping[str, str]) -> UrlRecord:
    facts = served.facts(request.method, fields, request.meta.get("exchange", {}).get("announced"))
    facts |= {"kinds": list(request.meta["kinds"])} if request.meta["kinds"] else {}
    found = record(request, replace(ending, evidence={**facts, **ending.evidence}), response)
    size = facts.get("length")
    return found if request.meta["purpose"] == "probe" else replace(found, body_bytes=size)  # type: ignore[arg-type]


def _fields(response: Response) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in header_pairs(response):
        key = name.lower()
        found[key] = f"{found[key]}, {value}" if key in found else value
    return found


def _unasked(url: str, source: str, found_on: str) -> UrlRecord:
    return UrlRecord(url, OUT_OF_SCOPE.outcome, OUT_OF_SCOPE.reason, source=source, found_on=found_on)
