"""Draws pages, one after another, each in a browser of its own that ends with it."""

import asyncio
import logging
import os
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Download,
    Error,
    Page,
    Playwright,
    WebSocketRoute,
    async_playwright,
)
from scrapy.http import Response

from crawler.core import identity
from crawler.core.audit.rendered import Loaded, Rendered, counted
from crawler.core.limits import RENDER_CAPTURE, RENDER_LOG, RENDER_MEMORY, RENDER_QUIET, RENDER_SECONDS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.urls import Url
from crawler.egress.browser import ground
from crawler.egress.browser.capture import HEIGHT, WIDTH, Captured, capture
from crawler.egress.browser.desk import Desk
from crawler.egress.browser.shelf import Ask, Shelf
from crawler.egress.browser.watch import LOOK, Watch

#: Seconds for a browser to go by itself; then it is ended.
CLOSING = 2.0
#: Seconds without a request after which a page that wants to go elsewhere is taken as it is.
AWAY = 4.0
#: A service worker's registration is refused by the context, which says so to the page's console.
SERVICE_WORKER = "Service Worker registration blocked"
#: What the console says of requests that were answered with no; they are told one by one.
OUR_DOING = ("net::ERR_BLOCKED_BY_CLIENT", "net::ERR_FAILED")
#: What would go out by itself: the constructor throws, as where a policy forbids it, and the attempt is counted.
SOCKETS = """for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"])
  if (name in globalThis) globalThis[name] = class {
    constructor() { refusedByRobot(name); throw new DOMException(name + " is refused", "NotAllowedError"); }
  };"""
#: Names are never looked up: the browser has no network, and it need not try.
ARGUMENTS = ("--host-resolver-rules=MAP * ~NOTFOUND", "--disable-dev-shm-usage", "--disable-gpu")

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
    """Draws the pages of one job. `ask`: the crawler's own way to fetch."""

    ask: Ask
    _folder: "tempfile.TemporaryDirectory[str] | None" = None
    _shelf: Shelf | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def draw(self, url: Url, response: Response) -> Drawn | Undrawn:
        """Draw the page that `response` brought, in at most RENDER_SECONDS from when its turn comes."""
        async with self._turn:
            shelf = self._open()
            shelf.put(response)
            try:
                return await _One(Path(self._home), Desk(shelf, url)).draw()
            finally:
                shelf.abandon()

    def close(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    @property
    def _home(self) -> str:
        assert self._folder is not None
        return self._folder.name

    def _open(self) -> Shelf:
        if self._folder is None or self._shelf is None:
            self._folder = tempfile.TemporaryDirectory(prefix="drawing-", ignore_cleanup_errors=True)
            self._shelf = Shelf(self.ask, Path(self._folder.name))
        return self._shelf


@dataclass
class _One:
    """One page from the browser's start to its end."""

    home: Path
    desk: Desk
    console: list[str] = field(default_factory=list)
    began: float = field(default_factory=monotonic)
    loaded: float | None = None
    ready: float | None = None  # when its document was complete
    crashed: asyncio.Event = field(default_factory=asyncio.Event)

    async def draw(self) -> Drawn | Undrawn:
        pids = self.home / "pids"
        pids.unlink(missing_ok=True)
        watch = Watch(pids)
        drawing = asyncio.ensure_future(self._drawn())
        full = asyncio.ensure_future(watch.full())
        crash = asyncio.ensure_future(self.crashed.wait())
        try:
            first = {drawing, full, crash}
            await asyncio.wait(first, timeout=RENDER_SECONDS.value, return_when=asyncio.FIRST_COMPLETED)
            if drawing.done():
                return self._result(drawing, watch)
            ending = self._why("the page crashed", watch) if crash.done() else self._late(full, watch)
            return Undrawn(ending, self._facts())
        finally:
            full.cancel()
            crash.cancel()
            await self._end(drawing, watch)

    def _result(self, drawing: "asyncio.Task[Captured]", watch: Watch) -> Drawn | Undrawn:
        try:
            captured = drawing.result()
        except Ended as ended:
            return Undrawn(ended.ending, self._facts())
        except Error as error:
            return Undrawn(self._why(error.message.partition("\n")[0][:200], watch), self._facts())
        facts = self._facts(captured)
        return Drawn(facts, captured.html, captured.picture)

    def _late(self, full: "asyncio.Task[None]", watch: Watch) -> Ending:
        if full.done():
            return Ending.past(Outcome.RENDER_LIMIT, RENDER_MEMORY, watch.most)
        return Ending.past(Outcome.RENDER_LIMIT, RENDER_SECONDS, "still busy when the time was up")

    def _why(self, said: str, watch: Watch) -> Ending:
        """A page that takes much at once is ended by the system before it is seen to have it."""
        if watch.most > int(RENDER_MEMORY) // 2:
            return Ending.past(Outcome.RENDER_LIMIT, RENDER_MEMORY, f"crashed at more than {watch.most}")
        return Ending(Outcome.RENDER_FAILED, f"the browser could not draw it: {said}", {"said": said})

    async def _end(self, drawing: "asyncio.Task[Captured]", watch: Watch) -> None:
        """The browser goes now, and nothing of it stays."""
        if not drawing.done():
            watch.kill()
            drawing.cancel()
        await asyncio.wait({drawing}, timeout=CLOSING)
        watch.kill()
        if drawing.done() and not drawing.cancelled():
            drawing.exception()  # told already

    async def _drawn(self) -> Captured:
        # The driver too is new for each page: what a page made it remember goes with it.
        async with async_playwright() as playwright:
            browser = await self._start(playwright)
            try:
                context = await self._context(browser)
                page = self.desk.page = await context.new_page()
                self._listen(context, page)
                return await self._seen(page)
            finally:
                with suppress(Error, TimeoutError):
                    await asyncio.wait_for(browser.close(), CLOSING)

    async def _start(self, playwright: Playwright) -> Browser:
        program = self.home / "browser"
        program.write_text(ground.launcher(ground.find(), self.home / "pids"))
        program.chmod(0o700)
        names = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(self.home),
            "TMPDIR": str(self.home),
            "LANG": "C.UTF-8",
        }
        return await playwright.chromium.launch(
            executable_path=program, args=ARGUMENTS, env={**names}, chromium_sandbox=os.getuid() != 0,
            handle_sigint=False, handle_sigterm=False, handle_sighup=False, downloads_path=self.home,
        )  # fmt: skip

    async def _context(self, browser: Browser) -> BrowserContext:
        context = await browser.new_context(
            user_agent=identity.USER_AGENT, service_workers="block", accept_downloads=False,
            viewport={"width": WIDTH, "height": HEIGHT},
        )  # fmt: skip
        await context.route("**/*", self.desk.answer)
        await context.route_web_socket("**/*", self._socket)
        await context.expose_function("refusedByRobot", lambda name="": self.desk.refuse("socket"))
        await context.add_init_script(SOCKETS)
        return context

    async def _socket(self, socket: WebSocketRoute) -> None:
        self.desk.refuse("socket", socket.url, "websocket")
        with suppress(Error):
            await socket.close()

    def _listen(self, context: BrowserContext, page: Page) -> None:
        context.on("page", _soon(self._popup))
        page.on("dialog", _soon(self._dialog))
        page.on("download", _soon(self._download))
        page.on("crash", self._crash)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._keep_line(str(error)))
        page.on("domcontentloaded", lambda _: self._complete())
        page.on("load", lambda _: self._load())

    async def _popup(self, page: Page) -> None:
        self.desk.refuse("popup")
        await page.close()

    async def _dialog(self, dialog: Dialog) -> None:
        self.desk.refuse("dialog")
        await dialog.dismiss()

    async def _download(self, download: Download) -> None:
        self.desk.refuse("download")
        await download.cancel()

    def _crash(self, page: Page) -> None:
        self.crashed.set()

    def _said(self, message: ConsoleMessage) -> None:
        if SERVICE_WORKER in message.text:
            self.desk.refuse("service-worker")
        elif message.type == "error" and not any(ours in message.text for ours in OUR_DOING):
            self._keep_line(message.text)

    def _keep_line(self, text: str) -> None:
        if len(self.console) < int(RENDER_LOG):
            self.console.append(" ".join(text[:500].split()))

    def _complete(self) -> None:
        self.ready = self.ready or monotonic()

    def _load(self) -> None:
        self.loaded = self.loaded or monotonic() - self.began

    async def _seen(self, page: Page) -> Captured:
        """The page once it is quiet, or as it is when only the time to read it is left."""
        until = self.began + RENDER_SECONDS.value - RENDER_CAPTURE.value
        await page.goto(str(self.desk.url), wait_until="commit", timeout=1000 * (until - monotonic()))
        while not self._quiet():
            if monotonic() > until:
                self.desk.cut[RENDER_SECONDS.name] = None
                break
            await asyncio.sleep(LOOK)
        return await capture(page)

    def _quiet(self) -> bool:
        """A page that sent itself away may never be told to be loaded, so of it a longer silence is enough."""
        if self.desk.waiting or (self.loaded is None and not self.desk.sent_to):
            return False
        silence = monotonic() - max(self.desk.last, self.ready or 0.0)
        return silence >= (RENDER_QUIET.value if self.ready else AWAY)

    def _facts(self, captured: Captured | None = None) -> Rendered:
        requests: tuple[Loaded, ...] = tuple(self.desk.noted)
        return Rendered(
            url=str(self.desk.url) if captured is None else captured.url,
            requests=requests,
            refused=counted(self.desk.refusals),
            console=tuple(self.console),
            leads_to=self.desk.sent_to,
            cut=tuple(self.desk.cut),
            loaded=self.loaded,
            seconds=monotonic() - self.began,
            width=0 if captured is None else captured.width,
            height=0 if captured is None else captured.height,
        )


def _soon(handler: "Callable[[Page], Awaitable[None]] | Callable[..., Awaitable[None]]") -> Callable[..., None]:
    """An event's handler that waits for the browser: it runs beside, and a page that went away is no fault."""

    async def quietly(event: object) -> None:
        with suppress(Error):
            await handler(event)  # type: ignore[arg-type]

    def start(event: object) -> None:
        running.add(task := asyncio.ensure_future(quietly(event)))
        task.add_done_callback(running.discard)

    running: set[asyncio.Future[None]] = set()
    return start
