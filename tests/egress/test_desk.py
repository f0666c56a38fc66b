"""The requests of one page without a browser: what its end leaves waiting, and what a job keeps for the next page."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from scrapy import Request
from scrapy.http import Response

from crawler.core.allowance import Allowance
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.records import RobotsRecord
from crawler.core.urls import Url, normalise
from crawler.egress.browser.desk import Desk, Reply, Wish
from crawler.egress.browser.shelf import Shelf

ORIGIN = "https://www.drawn-example.com"


@dataclass
class Slow:
    """Answers after a while; leaves for a page as the crawler's own way does."""

    asked: list[str] = field(default_factory=list)
    ended: int = 0

    async def ask(self, request: Request) -> Response:
        request.meta["allowance"].leave()
        self.asked.append(request.url.removeprefix(ORIGIN))
        await asyncio.sleep(0.05)
        request.meta["exchange"] = {"sent": True}
        self.ended += 1
        if request.url.endswith("/refused"):
            raise Ended(Ending(Outcome.TIMEOUT, "no answer"))
        if request.url.endswith("/moved"):
            request.meta["location"] = f"{ORIGIN}/a/there"
            return Response(request.url, status=302, headers={"Location": "a/there"}, request=request)
        return Response(request.url, body=b"x", request=request)


def url(path: str) -> Url:
    found = normalise(ORIGIN + path)
    assert isinstance(found, Url)
    return found


def wish(number: int, path: str, method: str = "GET", after: int | None = None) -> Wish:
    return Wish(number, method, ORIGIN + path, "image", {}, after)


async def two_pages(folder: Path) -> None:
    slow = Slow()
    shelf = Shelf(slow.ask, folder)
    first = Desk(shelf, url("/"))
    told: list[tuple[int, Reply | None]] = []
    for number in range(5):
        first.start(wish(number, f"/{number}"), lambda *said: told.append(said))
    await asyncio.sleep(0.02)
    first.close()
    await asyncio.sleep(0.15)
    assert slow.asked == ["/0"]
    assert told == []
    assert slow.ended == 1  # what was under way came, and is kept
    second = Desk(shelf, url("/next"))
    assert await second.answer(wish(1, "/0")) is not None
    assert await second.answer(wish(2, "/1")) is not None  # it had not left, so that was no answer
    assert slow.asked == ["/0", "/1"]


def test_at_a_pages_end_nothing_more_leaves_and_what_left_is_kept_for_the_next(tmp_path: Path) -> None:
    asyncio.run(two_pages(tmp_path))


def test_an_answer_that_is_under_way_at_a_pages_end_is_waited_for_by_the_next(tmp_path: Path) -> None:
    async def both() -> list[str]:
        slow = Slow()
        shelf = Shelf(slow.ask, tmp_path)
        first, second = Desk(shelf, url("/")), Desk(shelf, url("/next"))
        first.start(wish(1, "/a"), lambda *_: None)
        await asyncio.sleep(0.02)
        first.close()
        assert await second.answer(wish(1, "/a")) is not None
        return slow.asked

    assert asyncio.run(both()) == ["/a"]


def test_an_ending_is_kept_too_and_a_head_is_answered_from_a_get(tmp_path: Path) -> None:
    async def asked() -> list[str]:
        slow = Slow()
        desk = Desk(Shelf(slow.ask, tmp_path), url("/"))
        assert await desk.answer(wish(1, "/refused")) is None
        assert await desk.answer(wish(2, "/refused")) is None
        assert await desk.answer(wish(3, "/b")) is not None
        reply = await desk.answer(wish(4, "/b", "HEAD"))
        assert reply is not None
        assert reply.file is None
        return slow.asked

    assert asyncio.run(asked()) == ["/refused", "/b"]


def test_a_redirect_goes_back_to_the_browser_and_round_it_goes_once(tmp_path: Path) -> None:
    async def hops() -> None:
        desk = Desk(Shelf(Slow().ask, tmp_path), url("/"))
        reply = await desk.answer(wish(1, "/moved"))
        assert reply is not None
        assert (reply.status, reply.headers["location"]) == (302, f"{ORIGIN}/a/there")
        assert await desk.answer(wish(2, "/a/there", after=1)) is not None
        assert await desk.answer(wish(3, "/moved", after=1)) is None  # it was there

    asyncio.run(hops())


def test_robots_txt_is_not_asked_for_by_another_way(tmp_path: Path) -> None:
    async def robots(url: Url, allowance: Allowance) -> RobotsRecord:
        return RobotsRecord(url.origin, "rules", "", status=200, body=b"User-agent: *\n")

    async def asked() -> tuple[bytes, list[str]]:
        slow = Slow()
        reply = await Desk(Shelf(slow.ask, tmp_path, robots), url("/")).answer(wish(1, "/robots.txt"))
        assert reply is not None
        assert reply.file is not None
        return reply.file.read_bytes(), slow.asked

    assert asyncio.run(asked()) == (b"User-agent: *\n", [])
