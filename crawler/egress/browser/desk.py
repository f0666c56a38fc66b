"""Answers what one page asks for: refuses what no page needs, fetches the rest by the one door, notes everything."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from crawler.core.allowance import Allowance
from crawler.core.audit.rendered import Loaded
from crawler.core.drawing import passed_on, why_not
from crawler.core.limits import REDIRECTS, RENDER_AT_ONCE, RENDER_BYTES, RENDER_NOTED, RENDER_REQUESTS, Limit
from crawler.core.outcome import Ending, Outcome
from crawler.core.urls import Refusal, Url, normalise
from crawler.egress.browser.shelf import Answer, Shelf
from crawler.egress.suffixes import same_party


@dataclass(frozen=True, slots=True)
class Wish:
    """One request as the browser made it."""

    number: int
    method: str
    url: str
    kind: str
    headers: Mapping[str, str]
    after: int | None = None  # the wish whose answer was a redirect to here
    main: bool = False  # for the document that is drawn: the first, or the page going somewhere
    window: str = ""  # why it is refused, where it is for the document of another window


@dataclass(frozen=True, slots=True)
class Reply:
    """What the browser is answered."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    file: Path | None = None


#: RFC 9110 15.3.5: the document stays where it is; after a refusal an error page would stand in its place.
STAY = Reply(204)


@dataclass
class Desk:
    """The requests of one page while it is drawn. `url`: its document, which is on the shelf."""

    shelf: Shelf
    url: Url
    allowance: Allowance = field(default_factory=Allowance)
    noted: list[Loaded] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    sent_to: str = ""  # where the page wanted to go, as the browser wrote it
    waiting: int = 0
    last: float = field(default_factory=monotonic)  # when something new was asked for, or came
    _count: int = 0
    _bytes: int = 0
    _opened: bool = False
    _cut: dict[str, None] = field(default_factory=dict)
    _chains: dict[int, tuple[str, ...]] = field(default_factory=dict)  # of wishes that were answered with a redirect
    _hosts: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    _room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(int(RENDER_AT_ONCE)))
    _running: set["asyncio.Task[None]"] = field(default_factory=set)

    @property
    def cut(self) -> tuple[str, ...]:
        """Names of the limits that were reached."""
        return tuple(dict.fromkeys((*self._cut, *self.allowance.passed)))

    def reached(self, limit: Limit) -> None:
        self._cut[limit.name] = None

    def start(self, wish: Wish, tell: Callable[[int, Reply | None], None]) -> None:
        """Answer `wish` beside what else goes on; `tell` hears of it, with None where it is refused."""

        async def answer() -> None:
            tell(wish.number, await self.answer(wish))

        self._running.add(task := asyncio.ensure_future(_quietly(answer())))
        task.add_done_callback(self._running.discard)

    def close(self) -> None:
        """The page is over: what waits is told no, and nothing more leaves."""
        self.allowance.over = True
        for task in self._running:
            task.cancel()

    def refuse(self, why: str, times: int = 1) -> None:
        """Count what the page may not have."""
        self.refusals[why] += times

    def went(self, url: str) -> None:
        """The page left for `url` without asking; only where a redirect might lead there does it count."""
        if url.startswith(("http:", "https:")):
            self.sent_to = self.sent_to or url

    async def answer(self, wish: Wish) -> Reply | None:
        """Whatever it is, it is answered from here or not at all."""
        why = self._why_not(wish)
        url = normalise(wish.url)
        if not why and isinstance(url, Refusal):
            why = str(url.reason)
        if why or isinstance(url, Refusal):
            return self._turn_away(why, wish)
        answer, began, kept = await self._fetched(wish, url)
        if answer.ending is None and self._past(RENDER_BYTES, self._bytes + answer.size):
            answer = Answer(answer.url, ending=_ending(RENDER_BYTES, self._bytes + answer.size))
        return self._pass_on(wish, answer, began, kept)

    def note(self, url: str, kind: str, outcome: str, **more: object) -> None:
        """Tell of one request."""
        if len(self.noted) >= int(RENDER_NOTED):
            return
        judged = normalise(url)
        host = judged.host if isinstance(judged, Url) else ""
        third = bool(host) and not same_party(host, self.url.host)
        self.noted.append(Loaded(url[:2048], kind, outcome, third_party=third, **more))  # type: ignore[arg-type]

    def _turn_away(self, why: str, wish: Wish) -> Reply | None:
        if why != "popup":  # counted where it opened
            self.refuse(why)
        self.note(wish.url, wish.kind, why)
        return STAY if wish.main else None

    async def _fetched(self, wish: Wish, url: Url) -> tuple[Answer, float, bool]:
        began = monotonic()
        chain = () if wish.after is None else self._chains.get(wish.after, ())
        if str(url) in chain or len(chain) > int(REDIRECTS):
            return Answer(str(url), ending=Ending.past(Outcome.TOO_MANY_REDIRECTS, REDIRECTS, len(chain))), began, False
        kept = self.shelf.kept(wish.method, url)
        answer = await self._asked(wish, url, chain) if kept is None else kept
        if answer.location:
            self._chains[wish.number] = (*chain, str(url))
        return answer, began, kept is not None

    async def _asked(self, wish: Wish, url: Url, chain: tuple[str, ...]) -> Answer:
        self.waiting += 1
        self.last = monotonic()
        try:
            # A host has one request at a time; its others wait here, so that they take no place of another host's.
            async with self._hosts[url.host], self._room:
                if RENDER_BYTES.name in self.cut:
                    return Answer(str(url), ending=_ending(RENDER_BYTES, self._bytes))
                return await self.shelf.get(wish.method, url, chain, str(self.url), self.allowance)
        finally:
            self.waiting -= 1
            self.last = monotonic()

    def _pass_on(self, wish: Wish, answer: Answer, began: float, kept: bool) -> Reply | None:
        self._bytes += 0 if answer.ending else answer.size
        outcome, reason = ("fetched", "") if answer.ending is None else (answer.ending.outcome, answer.ending.reason)
        if answer.ending is not None:
            self.refuse(str(outcome))
        self.note(
            wish.url, wish.kind, "redirected" if answer.location and answer.ending is None else str(outcome),
            reason=reason, status=answer.status, content_type=answer.header("content-type")[:100], bytes=answer.size,
            seconds=monotonic() - began, kept=kept,
        )  # fmt: skip
        if answer.ending is not None or answer.status is None:
            return None
        headers = passed_on(list(answer.headers))
        # The browser follows by itself and asks here again, so that what comes has the address it came from.
        more = {"location": answer.location} if answer.location else {}
        return Reply(answer.status, {**headers, **more}, answer.file)

    def _why_not(self, wish: Wish) -> str:
        """Why a request is refused: for whose it is, for what it is, or since it is one too many."""
        if wish.window:
            return wish.window
        why = why_not(wish.method, wish.kind, wish.headers)
        if why:
            return why
        if wish.main:
            return self._navigation(wish.url)
        self._count += 1
        return RENDER_REQUESTS.name if self._past(RENDER_REQUESTS, self._count) else ""

    def _navigation(self, text: str) -> str:
        """The first is ours; any other is the page going somewhere, which is not for the browser to do."""
        if not self._opened:
            self._opened = True
            return ""
        self.sent_to = self.sent_to or text
        return "navigation"

    def _past(self, limit: Limit, seen: int) -> bool:
        if seen > int(limit):
            self.reached(limit)
            return True
        return False


async def _quietly(answering: Coroutine[Any, Any, None]) -> None:
    """An answer that nobody waits for any more is no fault."""
    try:
        await answering
    except (asyncio.CancelledError, ConnectionError):
        return


def _ending(limit: Limit, seen: int) -> Ending:
    return Ending.past(Outcome.RENDER_LIMIT, limit, seen)
