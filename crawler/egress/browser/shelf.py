"""What a job fetched for the pages it draws, on disk: each URL is asked for once, its redirects too."""

import asyncio
import logging
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from scrapy import Request
from scrapy.http import Response

from crawler.core.limits import REDIRECTS, RENDER_KEPT
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.urls import Url, normalise

Ask = Callable[[Request], Awaitable[Response]]
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
    _answers: dict[Key, Answer] = field(default_factory=dict)
    _coming: dict[Key, "asyncio.Task[Answer]"] = field(default_factory=dict)
    _size: int = 0

    def put(self, response: Response) -> None:
        """Keep a response that was fetched for its own sake."""
        self._answers["GET", response.url] = self._answer(response, "")

    def has(self, method: str, url: Url) -> bool:
        return (method, str(url)) in self._answers

    async def get(self, method: str, url: Url, entered: str) -> Answer:
        """The answer for `url`, its redirects followed; `entered`: the page that asks. Never raises Ended."""
        chain: list[str] = []
        at = url
        while True:
            answer = await self._hop(method, at, chain, entered)
            if not answer.location:
                return answer
            chain.append(str(at))
            if answer.location in chain or len(chain) > int(REDIRECTS):
                ending = Ending.past(Outcome.TOO_MANY_REDIRECTS, REDIRECTS, len(chain))
                return Answer(str(at), answer.status, ending=ending)
            following = normalise(answer.location)
            assert isinstance(following, Url)  # the redirect middleware judged it
            at = following

    def abandon(self) -> None:
        """Nobody waits any more for what is still to come."""
        for task in self._coming.values():
            task.cancel()
        self._coming.clear()

    async def _hop(self, method: str, url: Url, chain: list[str], entered: str) -> Answer:
        key = (method, str(url))
        if key in self._answers:
            return self._answers[key]
        if key not in self._coming:
            self._coming[key] = asyncio.ensure_future(self._fetch(method, url, list(chain), entered))
        task = self._coming[key]
        answer = await asyncio.shield(task)
        self._answers.setdefault(key, answer)
        if self._coming.get(key) is task:
            del self._coming[key]
        return answer

    async def _fetch(self, method: str, url: Url, chain: list[str], entered: str) -> Answer:
        if self._size > int(RENDER_KEPT):
            return Answer(str(url), ending=Ending.past(Outcome.RENDER_LIMIT, RENDER_KEPT, self._size))
        meta = {"purpose": "asset", "chain": chain, "entered": entered}
        request = Request(str(url), method=method, meta=meta, dont_filter=True)
        try:
            response = await self.ask(request)
        except Ended as ended:
            return Answer(str(url), ending=ended.ending)
        except Exception as fault:  # a fault of ours in one of a hundred pictures is not the page's end
            logger.exception("A fault of ours in fetching %s for a page", url)
            return Answer(str(url), ending=Ending(Outcome.INTERNAL_ERROR, f"a fault of ours: {type(fault).__name__}"))
        answer = self._answer(response, str(request.meta.get("location", "")))
        if "body-not-read" in response.flags:
            return replace(answer, ending=Ending(Outcome.NOT_HTML, "audio or video; its body was not read"))
        return answer

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
