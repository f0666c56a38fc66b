"""The process that speaks to the browser, one for each page: `python -m crawler.egress.browser.stage`.

Whatever a page makes a library hold, a flood of console lines or a URL of megabytes, is held in here; it counts as the
browser's memory, and goes with it. The crawler hears of it in short lines of JSON, and answers in such.

Requests are caught by the Fetch domain of the browser as a whole, not of a page: it also sees those of frames, workers
and shared workers, and each hop of a redirect, which Playwright's `route` lets pass.
"""

import asyncio
import base64
import json
import os
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

from playwright.async_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Dialog,
    Download,
    Error,
    Page,
    Playwright,
    async_playwright,
)

from crawler.core import identity
from crawler.core.limits import RENDER_LOG, RENDER_NOTED, RENDER_REQUESTS
from crawler.egress.browser.capture import HEIGHT, WIDTH, TooLarge, Unreadable, capture
from crawler.egress.browser.script import script

#: Seconds between two lines that say how often something was refused.
COUNTED = 0.1
#: Longest URL and longest line of a console that are passed on, characters.
URL, LINE = 2049, 500
#: What the browser says on the console of requests that were answered with no; they are told one by one.
OUR_DOING = "Failed to load resource: net::ERR_"
#: Names are never looked up: the browser has no network, and it need not try. Every worker too says who it is.
ARGUMENTS = (
    "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-dev-shm-usage", "--disable-gpu",
    f"--user-agent={identity.USER_AGENT}",
)  # fmt: skip
#: Asked for by the browser, not by the page, for a place that no picture shows.
FAVICON = "/favicon.ico"
#: Header fields of a request by which it is judged.
LOOKED_AT = ("accept", "purpose", "sec-purpose")


class Stage:
    """One page in one browser."""

    def __init__(self, url: str, program: str, home: Path):
        self._url = url
        self._program = program
        self._home = home
        self._secret = secrets.token_hex(16) + " "
        self._fetch: CDPSession | None = None
        self._view: CDPSession | None = None
        self._main = ""  # the frame of the page
        self._loader = ""  # what brought its document
        self._others: dict[str, str] = {}  # frames of other windows, and why they are refused
        self._asked = 0
        self._held: dict[int, str] = {}  # requests that wait for the crawler's answer
        self._numbers: dict[str, int] = {}
        self._lines = 0
        self._told = 0
        self._refused: Counter[str] = Counter()
        self._running: set[asyncio.Future[None]] = set()

    async def play(self) -> None:
        """Open the page, answer for it, and read it when the crawler says so."""
        # The driver too is new for each page: what a page made it remember goes with it.
        async with async_playwright() as playwright:
            browser = await self._start(playwright)
            context = await browser.new_context(
                service_workers="block", accept_downloads=False, viewport={"width": WIDTH, "height": HEIGHT}
            )
            await context.add_init_script(script(self._secret))
            await self._catch(browser)
            page = await context.new_page()
            self._view = await context.new_cdp_session(page)
            self._main = (await self._view.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
            self._listen(context, page)
            self._soon(self._go(page))
            await self._obey()

    async def _start(self, playwright: Playwright) -> Browser:
        names = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(self._home),
            "TMPDIR": str(self._home),
            "LANG": "C.UTF-8",
        }
        return await playwright.chromium.launch(
            executable_path=self._program, args=ARGUMENTS, env={**names}, chromium_sandbox=os.getuid() != 0,
            handle_sigint=False, handle_sigterm=False, handle_sighup=False, downloads_path=self._home,
        )  # fmt: skip

    async def _catch(self, browser: Browser) -> None:
        self._fetch = await browser.new_browser_cdp_session()
        self._fetch.on("Target.targetCreated", self._window)
        self._fetch.on("Fetch.requestPaused", self._paused)
        await self._fetch.send("Target.setDiscoverTargets", {"discover": True})
        await self._fetch.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})

    def _listen(self, context: BrowserContext, page: Page) -> None:
        context.on("page", self._then(self._popup))
        page.on("dialog", self._then(self._dialog))
        page.on("download", self._then(self._download))
        page.on("crash", lambda _: tell("crash"))
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._line(str(error)))
        page.on("domcontentloaded", lambda _: tell("complete"))
        page.on("load", lambda _: tell("load"))
        self._soon(self._count())

    async def _go(self, page: Page) -> None:
        try:
            await page.goto(self._url, wait_until="commit", timeout=0)
        except Error as error:
            tell("failed", said=_first_line(error))

    async def _obey(self) -> None:
        """Do what the crawler says, until it says no more."""
        orders = await _orders()
        while line := await orders.readline():
            order = json.loads(line)
            self._soon(self._read() if order["do"] == "read" else self._answer(order))

    # What the page asks for

    def _window(self, event: dict[str, Any]) -> None:
        target = event["targetInfo"]
        if target["type"] == "page" and self._main:
            self._others[target["targetId"]] = "prefetch" if target.get("subtype") == "prerender" else "popup"

    def _paused(self, event: dict[str, Any]) -> None:
        request = event["request"]
        headers = {name.lower(): value for name, value in request["headers"].items()}
        if request["method"] == "OPTIONS" and "access-control-request-method" in headers:
            self._soon(self._let_ask(event["requestId"], headers))
        elif event["resourceType"] == "Other" and request["url"].endswith(FAVICON):
            self._soon(self._fail(event["requestId"]))
        elif self._asked >= int(RENDER_NOTED) + int(RENDER_REQUESTS):
            self._refused[RENDER_REQUESTS.name] += 1
            self._soon(self._fail(event["requestId"]))
        else:
            self._ask(event, request, headers)

    def _ask(self, event: dict[str, Any], request: dict[str, Any], headers: dict[str, str]) -> None:
        self._asked += 1
        self._held[self._asked] = event["requestId"]
        self._numbers[event["requestId"]] = self._asked
        document, frame = event["resourceType"] == "Document", event["frameId"]
        main = document and frame == self._main
        if main and not self._loader:
            self._loader = event["networkId"]
        tell(
            "wish", number=self._asked, method=request["method"][:20], url=request["url"][:URL],
            kind=event["resourceType"].lower(), main=main, window=self._others.get(frame, "") if document else "",
            after=self._numbers.get(event.get("redirectedRequestId", "")),
            headers={name: headers[name][:200] for name in LOOKED_AT if name in headers},
        )  # fmt: skip

    async def _answer(self, order: dict[str, Any]) -> None:
        request = self._held.pop(order["number"])
        if not order["status"]:
            await self._fail(request)
            return
        try:
            await self._fulfill(request, order["status"], order["headers"], order["file"])
        except Error:
            await self._fail(request)

    async def _fulfill(self, request: str, status: int, headers: dict[str, str], file: str | None) -> None:
        assert self._fetch is not None
        body = _content(file)
        fields = [{"name": name, "value": value} for name, value in headers.items()]
        known = HTTPStatus(status).phrase if status in list(HTTPStatus) else "Unknown"
        answer = {"requestId": request, "responseCode": status, "responsePhrase": known, "responseHeaders": fields}
        await self._fetch.send("Fetch.fulfillRequest", {**answer, "body": base64.b64encode(body).decode()})

    async def _let_ask(self, request: str, headers: dict[str, str]) -> None:
        """A preflight asks whether a request may be made. Each is judged when it is, and without cookies."""
        allowed = {
            "access-control-allow-origin": headers.get("origin", "*"),
            "access-control-allow-methods": headers["access-control-request-method"],
            "access-control-allow-headers": headers.get("access-control-request-headers", ""),
            "access-control-allow-credentials": "true",
        }
        await self._fulfill(request, 204, allowed, None)

    async def _fail(self, request: str) -> None:
        assert self._fetch is not None
        await self._fetch.send("Fetch.failRequest", {"requestId": request, "errorReason": "BlockedByClient"})

    # What else it does

    async def _popup(self, page: Page) -> None:
        self._refused["popup"] += 1
        await page.close()

    async def _dialog(self, dialog: Dialog) -> None:
        self._refused["dialog"] += 1
        await dialog.dismiss()

    async def _download(self, download: Download) -> None:
        self._refused["download"] += 1
        await download.cancel()

    def _said(self, message: ConsoleMessage) -> None:
        text = message.text
        if text.startswith(self._secret):
            self._tried(*text[len(self._secret) :].split(" ", 1))
        elif message.type == "error" and (message.args or not text.startswith(OUR_DOING)):
            self._line(text)

    def _tried(self, name: str, url: str = "") -> None:
        why = "service-worker" if name == "service-worker" else "socket"
        self._refused[why] += 1
        if url and self._told < int(RENDER_NOTED):
            self._told += 1
            tell("tried", why=why, url=url[:URL])

    def _line(self, text: str) -> None:
        if self._lines < int(RENDER_LOG):
            self._lines += 1
            tell("line", text=" ".join(text[:LINE].split()))

    async def _count(self) -> None:
        while True:
            self._tell_counts()
            await asyncio.sleep(COUNTED)

    def _tell_counts(self) -> None:
        if self._refused:
            tell("refused", counts=dict(self._refused))
            self._refused.clear()

    # The end

    async def _read(self) -> None:
        """Leave the document and the picture in the folder, and say so."""
        assert self._view is not None
        try:
            found = await capture(self._view, self._loader)
        except TooLarge as error:
            self._end("large", seen=str(error))
        except Unreadable as error:
            self._end("failed", said=str(error), at=error.at)
        except Error as error:
            self._end("failed", said=_first_line(error))
        else:
            (self._home / "html").write_bytes(found.html)
            (self._home / "png").write_bytes(found.picture)
            self._end("drawn", url=found.url[:URL], width=found.width, height=found.height)

    def _end(self, say: str, **facts: object) -> None:
        self._tell_counts()
        tell(say, **facts)

    def _then(self, handler: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
        return lambda event: self._soon(handler(event))

    def _soon(self, doing: Awaitable[None]) -> None:
        """Beside what else goes on; that something went away meanwhile is no fault."""

        async def quietly() -> None:
            try:
                with suppress(Error):
                    await doing
            except Exception as fault:  # the page ends as one that could not be drawn, and nothing else does
                tell("failed", said=f"a fault of ours: {type(fault).__name__}: {fault}"[:200])

        self._running.add(task := asyncio.ensure_future(quietly()))
        task.add_done_callback(self._running.discard)


def tell(say: str, **facts: object) -> None:
    """One line to the crawler; where it reads slowly, the page waits."""
    sys.stdout.write(json.dumps({"say": say, **facts}) + "\n")
    sys.stdout.flush()


def _content(file: str | None) -> bytes:
    return Path(file).read_bytes() if file else b""


def _first_line(error: Error) -> str:
    return error.message.partition("\n")[0][:200]


async def _orders() -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=1024 * 1024)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


def main() -> None:
    url, program, home = sys.argv[1:]
    try:
        asyncio.run(Stage(url, program, Path(home)).play())
    except Error as error:
        tell("failed", said=_first_line(error))


if __name__ == "__main__":
    main()
