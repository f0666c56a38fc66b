"""What a job fetched for the pages it draws, and what it read anyway, on disk: each URL is asked for once.

What holds exactly: a method and a URL leave at most once in a job for all drawn pages together, whatever came of it.
A HEAD is answered from a GET that was made; a GET after a HEAD is asked, for its body. Pages, sitemaps and robots.txt
that the crawl read are here too, and what came for a page is not asked for again by the crawl (middlewares.kept), where
it was a whole answer with 200 or a redirect; what failed for one of them the other may try once more.
"""

import asyncio
import logging
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scrapy import Request
from scrapy.http import Response

from crawler.core.allowance import Allowance
from crawler.core.limits import RENDER_KEPT
from crawler.core.outcome import OURS, Ended, Ending, Outcome
from crawler.core.records import RobotsRecord
from crawler.core.robots.paths import ROBOTS_TXT
from crawler.core.urls import Url

Ask = Callable[[Request], Awaitable[Response]]
#: Gives the robots.txt of a URL's origin, which is read by whoever needs it first. Raises Ended.
Robots = Callable[[Url, Allowance], Awaitable[RobotsRecord | None]]
Key = tuple[str, str]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came for one URL: a response, where a redirect leads, or how it ended without."""

    url: str
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    file: Path | None = None
    size: int = 0
    location: str = ""
    ending: Ending | None = None

    def body(self) -> bytes:
        return b"" if self.file is None else self.file.read_bytes()

    def header(self, name: str) -> str:
        return next((value for field, value in self.headers if field.lower() == name), "")


@dataclass
class Shelf:
    """The answers of one job."""

    ask: Ask
    folder: Path
    robots: Robots | None = None
    _answers: dict[Key, Answer] = field(default_factory=dict)
    _coming: dict[Key, "asyncio.Task[Answer]"] = field(default_factory=dict)
    _size: int = 0

    def put(self, response: Response, location: str = "") -> None:
        """Keep a response that was fetched for its own sake; `location`: where it leads, judged."""
        if ("GET", response.url) not in self._answers and self._size <= int(RENDER_KEPT) // 2:  # assets need room too
            self._answers["GET", response.url] = self._answer(response, location)

    def has(self, method: str, url: Url) -> bool:
        return self.kept(method, url) is not None

    def kept(self, method: str, url: Url) -> Answer | None:
        """What is here already."""
        found = self._answers.get((method, str(url)))
        whole = self._answers.get(("GET", str(url))) if method == "HEAD" else None
        if found is None and whole is not None and whole.ending is None:
            return replace(whole, file=None, size=0)
        return found

    async def get(self, method: str, url: Url, chain: Sequence[str], entered: str, allowance: Allowance) -> Answer:
        """The answer for `url`, to which the redirects of `chain` led; `entered`: the page. Never raises Ended."""
        key = (method, str(url))
        while True:
            kept = self.kept(method, url)
            if kept is not None:
                return kept
            ours = key not in self._coming
            if ours:
                self._coming[key] = asyncio.ensure_future(self._once(method, url, chain, entered, allowance))
            answer = await asyncio.shield(self._coming[key])
            if ours or not _ended_for_us(answer):  # else it was for a page that is over
                return answer

    def stop(self) -> None:
        """Nobody waits any more for what is under way."""
        for task in self._coming.values():
            task.cancel()

    async def _once(self, method: str, url: Url, chain: Sequence[str], entered: str, allowance: Allowance) -> Answer:
        meta = {"purpose": "asset", "chain": list(chain), "entered": entered, "allowance": allowance}
        request = Request(str(url), method=method, meta=meta, dont_filter=True)
        try:
            answer = await self._fetch(request, url)
            if request.meta.get("exchange", {}).get("sent") or not _ended_for_us(answer):
                self._answers[method, str(url)] = answer
            return answer
        finally:
            del self._coming[method, str(url)]

    async def _fetch(self, request: Request, url: Url) -> Answer:
        if self._size > int(RENDER_KEPT):
            return Answer(str(url), ending=Ending.past(Outcome.RENDER_LIMIT, RENDER_KEPT, self._size))
        try:
            return await (
                self._asked(request) if self.robots is None or not _is_robots(url) else self._read(url, request)
            )
        except Ended as ended:
            return Answer(str(url), ending=ended.ending)
        except Exception as fault:  # a fault of ours in one of a hundred pictures is not the page's end
            logger.exception("A fault of ours in fetching %s for a page", url)
            return Answer(str(url), ending=Ending(Outcome.INTERNAL_ERROR, f"a fault of ours: {type(fault).__name__}"))

    async def _asked(self, request: Request) -> Answer:
        response = await self.ask(request)
        answer = self._answer(response, str(request.meta.get("location", "")))
        if "body-not-read" in response.flags:
            return replace(answer, ending=Ending(Outcome.NOT_HTML, "audio or video; its body was not read"))
        return answer

    async def _read(self, url: Url, request: Request) -> Answer:
        """A robots.txt, which was read before anything else of its origin."""
        assert self.robots is not None
        record = await self.robots(url, request.meta["allowance"])
        if record is None or record.status is None:
            reason = "it could not be read" if record is None else record.reason
            return Answer(str(url), ending=Ending(Outcome.ROBOTS_UNREADABLE, reason))
        fields = (("Content-Type", record.content_type or "text/plain"),)
        return Answer(str(url), record.status, fields, self._write(record.body), len(record.body))

    def _answer(self, response: Response, location: str) -> Answer:
        fields = tuple(
            (name.decode("latin-1"), value.decode("latin-1"))
            for name in response.headers
            for value in response.headers.getlist(name)
        )
        file = self._write(response.body)
        return Answer(response.url, response.status, fields, file, len(response.body), location)

    def _write(self, body: bytes) -> Path | None:
        if not body:
            return None
        self._size += len(body)
        with tempfile.NamedTemporaryFile(dir=self.folder, prefix="kept-", delete=False) as file:
            file.write(body)
        return Path(file.name)


def _ended_for_us(answer: Answer) -> bool:
    """Whether it ended for reasons of ours, which say nothing of the URL."""
    return answer.ending is not None and answer.ending.outcome in (*OURS, Outcome.RENDER_LIMIT)


def _is_robots(url: Url) -> bool:
    return url.path == ROBOTS_TXT and url.query is None
