"""Drawing with a fetcher of the test's: what one page may have, what a job keeps, and a browser that dies."""

import asyncio
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

import pytest
from scrapy import Request
from scrapy.http import Response

from crawler.core.limits import RENDER_BYTES, RENDER_REQUESTS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.urls import Url, normalise
from crawler.egress.browser import ground
from crawler.egress.browser.draw import Drawer, Drawn, Undrawn

HOST = "https://www.drawn-example.com"


@pytest.fixture(autouse=True)
def _needed() -> None:
    try:
        ground.must_render()
    except ground.NoBrowser as error:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))


@dataclass
class Fetcher:
    """Answers at once and remembers what it was asked for."""

    body: Callable[[str], bytes] = lambda path: b"x"
    asked: list[str] = field(default_factory=list)

    async def ask(self, request: Request) -> Response:
        path = request.url.removeprefix(HOST)
        self.asked.append(path)
        if path.startswith("/no"):
            raise Ended(Ending(Outcome.ROBOTS_DENIED, "no"))
        return Response(request.url, headers={"Content-Type": "image/png"}, body=self.body(path), request=request)


def draw(fetcher: Fetcher, *bodies: str) -> list[Drawn | Undrawn]:
    """Draw pages one after another in one job."""

    async def all_of_them() -> list[Drawn | Undrawn]:
        drawer = Drawer(fetcher.ask)
        try:
            return [await drawer.draw(url(nth), page(nth, body)) for nth, body in enumerate(bodies)]
        finally:
            drawer.close()

    return asyncio.run(all_of_them())


def url(nth: int) -> Url:
    found = normalise(f"{HOST}/page/{nth}")
    assert isinstance(found, Url)
    return found


def page(nth: int, body: str) -> Response:
    return Response(str(url(nth)), headers={"Content-Type": "text/html"}, body=f"<!doctype html>{body}".encode())


def pictures(number: int, name: str = "p") -> str:
    return "".join(f"<img src=/{name}{nth}>" for nth in range(number))


def processes() -> list[int]:
    """Of the browser that draws for this test, as its launcher wrote its pid below `tempfile.tempdir`."""
    found = []
    for pids in Path(tempfile.gettempdir()).glob("drawing-*/pids"):
        session = pids.read_text().split()[0]
        for entry in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError):
                if Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[3] == session:
                    found.append(int(entry))
    return found


def words_of(pid: int) -> bytes:
    """Its command line; nothing once it has ended, whether or not somebody has taken note of that."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def renderers() -> list[int]:
    return [pid for pid in processes() if b"--type=renderer" in words_of(pid)]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files of this test alone; its path is short, for Chromium makes sockets in there."""
    with tempfile.TemporaryDirectory(prefix="b-") as folder:
        monkeypatch.setattr("tempfile.tempdir", folder)
        yield Path(folder)


def test_a_job_asks_for_each_asset_once_those_that_were_refused_too() -> None:
    fetcher = Fetcher()
    markup = "<img src=/a><img src=/a><img src=/no><script>fetch('/a'); fetch('/b')</script>"
    first, second = draw(fetcher, markup, markup + "<img src=/c>")
    assert sorted(fetcher.asked) == ["/a", "/b", "/c", "/no"]
    assert isinstance(first, Drawn)
    assert dict(first.rendered.refused) == {"robots-denied": 1}
    assert {one.kept for one in second.rendered.requests if one.url.endswith(("/a", "/no"))} == {True}


@pytest.mark.parametrize(
    ("number", "cut"), [(int(RENDER_REQUESTS), ()), (int(RENDER_REQUESTS) + 1, ("render-requests",))]
)
def test_a_page_has_so_many_requests(number: int, cut: tuple[str, ...]) -> None:
    fetcher = Fetcher()
    (drawn,) = draw(fetcher, pictures(number))
    assert isinstance(drawn, Drawn)
    assert len(fetcher.asked) == int(RENDER_REQUESTS)
    assert drawn.rendered.cut == cut


def test_a_page_loads_so_many_bytes() -> None:
    fetcher = Fetcher(lambda path: bytes(7 * 1024 * 1024))
    (drawn,) = draw(fetcher, pictures(8))
    assert isinstance(drawn, Drawn)
    assert sum(one.bytes for one in drawn.rendered.requests if one.outcome == "fetched") <= int(RENDER_BYTES)
    assert len(fetcher.asked) <= 4
    assert drawn.rendered.cut == ("render-bytes",)


def test_a_browser_that_dies_ends_its_page_as_failed_and_the_next_has_a_new_one(short: Path) -> None:
    def deadly(path: str) -> bytes:
        if path == "/deadly":
            for pid in renderers():
                os.kill(pid, signal.SIGKILL)
        return b"x"

    first, second = draw(Fetcher(deadly), "<p>x<img src=/deadly>", "<title>Next</title><p>alive")
    assert isinstance(first, Undrawn)
    assert first.ending.outcome is Outcome.RENDER_FAILED
    assert isinstance(second, Drawn)
    assert b"alive" in second.html


def test_nothing_of_a_browser_stays_behind(short: Path) -> None:
    seen: list[int] = []

    def look(path: str) -> bytes:
        seen.extend(processes())
        return b"x"

    draw(Fetcher(look), "<p>x<img src=/a>")
    assert len(seen) > 2
    until = monotonic() + 10  # the kernel takes its time to end what was killed, on a machine that is busy
    while (left := [pid for pid in seen if b"chrom" in words_of(pid)]) and monotonic() < until:
        sleep(0.05)
    assert left == []
    assert list(short.iterdir()) == []
