"""Draws pages, one after another, each in a browser of its own that ends with it."""

import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from scrapy.http import Response

from crawler.core.allowance import Allowance
from crawler.core.audit.rendered import Loaded, Rendered, counted
from crawler.core.limits import (
    PAGE_BYTES,
    PICTURE_BYTES,
    RENDER_CAPTURE,
    RENDER_LOG,
    RENDER_MEMORY,
    RENDER_QUIET,
    RENDER_SECONDS,
    Limit,
)
from crawler.core.outcome import Ending, Outcome
from crawler.core.urls import Url
from crawler.egress.browser import ground
from crawler.egress.browser.desk import Desk, Wish
from crawler.egress.browser.shelf import Ask, Robots, Shelf
from crawler.egress.browser.talk import Talk
from crawler.egress.browser.watch import LOOK, Watch

#: Seconds without a request after which a page that wants to go elsewhere is taken as it is.
AWAY = 4.0
#: A page that is loaded and one whose browser crashed: nothing more is to be heard.
ENDS = ("drawn", "large", "failed", "crash")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page that was drawn: the facts, the document, and the picture."""

    rendered: Rendered
    html: bytes
    picture: bytes


@dataclass(frozen=True, slots=True)
class Undrawn:
    """A page that could not be drawn to its end: why, and what was asked for until then."""

    ending: Ending
    rendered: Rendered


@dataclass
class Drawer:
    """Draws the pages of one job.

    `ask`: the crawler's own way to fetch; `running`: whether it goes on; `robots`: its way to an origin's robots.txt.
    """

    ask: Ask
    running: Callable[[], bool] = lambda: True
    robots: Robots | None = None
    _folder: "tempfile.TemporaryDirectory[str] | None" = None
    _shelf: Shelf | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def draw(self, url: Url, response: Response) -> Drawn | Undrawn:
        """Draw the page that `response` brought, in at most RENDER_SECONDS from when its turn comes."""
        async with self._turn:
            self.shelf.put(response)
            desk = Desk(self.shelf, url, Allowance(len(response.body)))
            with tempfile.TemporaryDirectory(prefix="p-", dir=self._home, ignore_cleanup_errors=True) as page:
                drawn = await _One(self._home, Path(page), desk, self.running).draw()
            if not self.running():
                self.shelf.stop()
            return drawn

    @property
    def shelf(self) -> Shelf:
        """What the job fetched."""
        if self._shelf is None:
            self._shelf = Shelf(self.ask, self._home, self.robots)
        return self._shelf

    def close(self) -> None:
        if self._shelf is not None:
            self._shelf.stop()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    @property
    def _home(self) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="drawing-", ignore_cleanup_errors=True)
        return Path(self._folder.name)


@dataclass
class _One:
    """One page from the browser's start to its end. `home`: of the job; `folder`: of the page."""

    home: Path
    folder: Path
    desk: Desk
    running: Callable[[], bool]
    console: list[str] = field(default_factory=list)
    began: float = field(default_factory=monotonic)
    loaded: float | None = None
    ready: float | None = None  # when its document was complete
    told: dict[str, Any] = field(default_factory=dict)  # the last line of the process: how it ended

    async def draw(self) -> Drawn | Undrawn:
        pids = self.home / "pids"
        pids.unlink(missing_ok=True)
        program = self.home / "browser"
        program.write_text(ground.launcher(ground.find(), pids))
        program.chmod(0o700)
        talk = await Talk.start(str(self.desk.url), program, self.folder)
        watch = Watch(pids, talk.pid)
        hearing = asyncio.ensure_future(self._hear(talk))
        full = asyncio.ensure_future(watch.full())
        try:
            ending = await self._wait(talk, hearing, full, watch)
        finally:
            self.desk.close()
            hearing.cancel()
            full.cancel()
            watch.kill()
            await talk.end()
            watch.kill()
        return Undrawn(ending, self._facts()) if ending is not None else self._result(watch)

    async def _wait(
        self, talk: Talk, hearing: "asyncio.Task[None]", full: "asyncio.Task[None]", watch: Watch
    ) -> Ending | None:
        """Until the page ends by itself, or the ending that it gets."""
        until, asked = self.began + RENDER_SECONDS.value, False
        while True:
            await asyncio.wait({hearing, full}, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                return None
            if full.done():
                return Ending.past(Outcome.RENDER_LIMIT, RENDER_MEMORY, watch.most)
            if not self.running():
                return Ending(Outcome.STOPPED, "the crawl was stopped while the page was drawn")
            if monotonic() > until:
                return Ending.past(Outcome.RENDER_LIMIT, RENDER_SECONDS, "still busy when the time was up")
            if not asked and self._enough(until - RENDER_CAPTURE.value):
                asked = True
                talk.read()

    def _enough(self, until: float) -> bool:
        """Whether the page is quiet, or only the time to read it is left."""
        if self._quiet():
            return True
        if self._opened and monotonic() > until:
            self.desk.reached(RENDER_SECONDS)
            return True
        return False

    async def _hear(self, talk: Talk) -> None:
        """Act on what the process says, until the page ends or it does."""
        with suppress(ValueError):
            async for line in talk.lines():
                if line["say"] in ENDS:
                    self.told = line
                    return
                self._heard(line, talk)

    def _heard(self, line: dict[str, Any], talk: Talk) -> None:
        say = line.pop("say")
        if say == "wish":
            self.desk.start(Wish(**line), talk.answer)
        elif say == "refused":
            self.desk.refusals.update(Counter(line["counts"]))
        elif say == "tried":
            self.desk.note(line["url"], "websocket", line["why"])
        elif say == "line" and len(self.console) < int(RENDER_LOG):
            self.console.append(line["text"])
        elif say == "complete":
            self.ready = self.ready or monotonic()
        elif say == "load":
            self.loaded = self.loaded or monotonic() - self.began

    def _result(self, watch: Watch) -> Drawn | Undrawn:
        say = self.told.get("say", "")
        if say == "large":
            return Undrawn(Ending.past(Outcome.RENDER_LIMIT, PAGE_BYTES, self.told["seen"]), self._facts())
        if say == "drawn":
            found = self._found("html", PAGE_BYTES), self._found("png", PICTURE_BYTES)
            return Drawn(self._facts(), *found)
        crashed = "the page crashed" if say == "crash" else "the browser ended"
        self.desk.went(self.told.get("at", ""))
        return Undrawn(self._why(self.told.get("said", crashed), watch), self._facts())

    def _found(self, name: str, limit: Limit) -> bytes:
        """What the process left in the page's folder."""
        with (self.folder / name).open("rb") as file:
            return file.read(int(limit))

    def _why(self, said: str, watch: Watch) -> Ending:
        """A page that takes much at once is ended by the system before it is seen to have it."""
        if watch.most > int(RENDER_MEMORY) // 2:
            return Ending.past(Outcome.RENDER_LIMIT, RENDER_MEMORY, f"crashed at more than {watch.most}")
        return Ending(Outcome.RENDER_FAILED, f"the browser could not draw it: {said}", {"said": said})

    @property
    def _opened(self) -> bool:
        """Whether the document came to the browser."""
        return bool(self.desk.noted)

    def _quiet(self) -> bool:
        """A page that sent itself away may never be told to be loaded, so of it a longer silence is enough."""
        if self.desk.waiting or (self.loaded is None and not self.desk.sent_to):
            return False
        silence = monotonic() - max(self.desk.last, self.ready or 0.0)
        return silence >= (RENDER_QUIET.value if self.ready else AWAY)

    def _facts(self) -> Rendered:
        requests: tuple[Loaded, ...] = tuple(self.desk.noted)
        return Rendered(
            url=str(self.told.get("url") or self.desk.url),
            requests=requests,
            refused=counted(self.desk.refusals),
            console=tuple(self.console),
            leads_to=self.desk.sent_to,
            cut=self.desk.cut,
            loaded=self.loaded,
            seconds=monotonic() - self.began,
            width=int(self.told.get("width", 0)),
            height=int(self.told.get("height", 0)),
        )
