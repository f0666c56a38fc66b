"""Answers what one page asks for: refuses what no page needs, fetches the rest by the one door, notes everything."""

import asyncio
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from playwright.async_api import Error, Page, Request, Route

from crawler.core.audit.rendered import Loaded
from crawler.core.drawing import passed_on, why_not
from crawler.core.limits import RENDER_AT_ONCE, RENDER_BYTES, RENDER_NOTED, RENDER_REQUESTS, Limit
from crawler.core.outcome import Ending, Outcome
from crawler.core.urls import Refusal, Url, normalise
from crawler.egress.browser.shelf import Answer, Shelf
from crawler.egress.suffixes import same_party


@dataclass
class Desk:
    """The requests of one page while it is drawn. `url`: its document, which is on the shelf."""

    shelf: Shelf
    url: Url
    page: Page | None = None
    noted: list[Loaded] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    cut: dict[str, None] = field(default_factory=dict)
    sent_to: str = ""  # where the page wanted to go, as the browser wrote it
    waiting: int = 0
    last: float = field(default_factory=monotonic)  # when something new was asked for, or came
    _count: int = 0
    _bytes: int = 0
    _opened: bool = False
    _hosts: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(int(RENDER_AT_ONCE)))

    async def answer(self, route: Route) -> None:
        """For `context.route`: whatever it is, it is answered from here or not at all."""
        with suppress(Error):  # the page went away meanwhile
            await self._judged(route, route.request)

    def refuse(self, why: str, url: str = "", kind: str = "") -> None:
        """Count what the page may not have."""
        self.refusals.append(why)
        if url:
            self._note(url, kind, why)

    async def _judged(self, route: Route, request: Request) -> None:
        why = self._why_not(request)
        url = normalise(request.url)
        if not why and isinstance(url, Refusal):
            why = str(url.reason)
        if why or isinstance(url, Refusal):
            await self._turn_away(route, why, request)
            return
        answer, began, kept = await self._fetched(request.method, url)
        if answer.ending is None and self._past(RENDER_BYTES, self._bytes + answer.size):
            answer = Answer(answer.url, ending=_ending(RENDER_BYTES, self._bytes + answer.size))
        await self._pass_on(route, request, answer, began, kept)

    async def _turn_away(self, route: Route, why: str, request: Request) -> None:
        if why != "popup":  # counted where it opened
            self.refusals.append(why)
        self._note(request.url, request.resource_type, why)
        if why != "popup" and self._is_navigation(request):
            await route.fulfill(status=204)  # RFC 9110 15.3.5: the document stays; after an abort an error page stands
        else:
            await route.abort("blockedbyclient")

    async def _fetched(self, method: str, url: Url) -> tuple[Answer, float, bool]:
        began = monotonic()
        if self.shelf.has(method, url):
            return await self.shelf.get(method, url, str(self.url)), began, True
        self.waiting += 1
        self.last = began
        try:
            # A host has one request at a time; its others wait here, so that they take no place of another host's.
            async with self._hosts[url.host], self._room:
                if RENDER_BYTES.name in self.cut:
                    return Answer(str(url), ending=_ending(RENDER_BYTES, self._bytes)), began, False
                return await self.shelf.get(method, url, str(self.url)), began, False
        finally:
            self.waiting -= 1
            self.last = monotonic()

    async def _pass_on(self, route: Route, request: Request, answer: Answer, began: float, kept: bool) -> None:
        self._bytes += 0 if answer.ending else answer.size
        outcome, reason = ("fetched", "") if answer.ending is None else (answer.ending.outcome, answer.ending.reason)
        if answer.ending is not None:
            self.refusals.append(str(outcome))
        self._note(
            request.url, request.resource_type, str(outcome), reason=reason, status=answer.status,
            content_type=answer.header("content-type")[:100], bytes=answer.size, seconds=monotonic() - began, kept=kept,
        )  # fmt: skip
        if answer.ending is not None:
            await route.abort("failed")
            return
        await route.fulfill(status=answer.status, headers=passed_on(list(answer.headers)), body=answer.body())

    def _why_not(self, request: Request) -> str:
        """Why a request is refused: for whose it is, for what it is, or since it is one too many."""
        if not self._is_ours(request):
            return "popup"
        why = why_not(request.method, request.resource_type, request.headers)
        if why:
            return why
        if self._is_navigation(request):
            return self._navigation(request.url)
        self._count += 1
        return RENDER_REQUESTS.name if self._past(RENDER_REQUESTS, self._count) else ""

    def _is_ours(self, request: Request) -> bool:
        """Of the page that we opened: not of a popup, nor of a worker that we do not let be."""
        try:
            return request.frame.page is self.page
        except Error:
            return False

    def _is_navigation(self, request: Request) -> bool:
        return request.is_navigation_request() and request.frame.parent_frame is None

    def _navigation(self, text: str) -> str:
        """The first is ours; any other is the page going somewhere, which is not for the browser to do."""
        if not self._opened:
            self._opened = True
            return ""
        self.sent_to = self.sent_to or text
        return "navigation"

    def _past(self, limit: Limit, seen: int) -> bool:
        if seen > int(limit):
            self.cut[limit.name] = None
            return True
        return False

    def _note(self, url: str, kind: str, outcome: str, **more: object) -> None:
        if len(self.noted) >= int(RENDER_NOTED):
            return
        judged = normalise(url)
        host = judged.host if isinstance(judged, Url) else ""
        third = bool(host) and not same_party(host, self.url.host)
        self.noted.append(Loaded(url[:2048], kind, outcome, third_party=third, **more))  # type: ignore[arg-type]


def _ending(limit: Limit, seen: int) -> Ending:
    return Ending.past(Outcome.RENDER_LIMIT, limit, seen)
