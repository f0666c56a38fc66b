"""The process that reads, and what becomes of a page that asks more of it than it may have."""

import asyncio
from typing import Any

import pytest

from crawler.core.audit.page import Page
from crawler.core.limits import PAGE_BYTES, PARSE_MEMORY
from crawler.core.outcome import Ending, Outcome
from crawler.core.urls import normalise
from crawler.engine.reading import ReadingRoom

SIZE = int(PAGE_BYTES)
#: Tags too short for the cheap test to look at their attributes, of which the parser keeps twelve each.
SHORT = b"<title>T</title>" + b"<br a b c d e f g h i j k l>" * 248_000
HONEST = {
    "prose": "<title>T</title>" + f"<p>{'Příliš žluťoučký kůň. ' * 40}</p>" * 5500,
    "text beyond the first plane": "<title>T</title><p>" + "\U0001f600 text " * 800_000,
    "links": "<title>T</title>" + "".join(f"<a class=one href=/p/{n}>text {n}</a> " for n in range(124_000)),
}


def read(*bodies: bytes) -> list[Any]:
    async def all_of() -> list[Any]:
        room = ReadingRoom()
        given = {"url": "https://site.org/", "status": 200, "headers": (("Content-Type", "text/html"),)}
        try:
            return [await room.read("page", **given, body=body) for body in bodies]
        finally:
            room.close()
            await asyncio.sleep(0.2)  # the loop learns of the end of those it started

    return asyncio.run(all_of())


def test_a_page_that_takes_too_much_memory_is_past_a_limit_and_the_next_one_is_read() -> None:
    before, heavy, after = read(b"<title>A</title>", SHORT, b"<title>B</title>")
    assert isinstance(heavy, Ending)
    assert (heavy.outcome, heavy.evidence["limit"]) == (Outcome.PARSE_LIMIT, PARSE_MEMORY.name)
    assert [page.title for page in (before, after)] == ["A", "B"]


@pytest.mark.parametrize("name", HONEST)
def test_the_largest_honest_pages_fit(name: str) -> None:
    body = HONEST[name].encode()[:SIZE]
    assert len(body) > SIZE * 0.6
    (page,) = read(body)
    assert isinstance(page, Page), page


@pytest.mark.parametrize("piece", [b"x<a/>", b"<a b=''/>"])
def test_a_sitemap_that_takes_too_much_memory_is_past_a_limit(piece: bytes) -> None:
    body = (b"<urlset>" + piece * (SIZE // len(piece)))[:SIZE]

    async def asked() -> Any:
        room = ReadingRoom()
        try:
            return await room.read("sitemap", base=normalise("https://site.org/sitemap.xml"), body=body + b"</urlset>")
        finally:
            room.close()
            await asyncio.sleep(0.2)

    ending = asyncio.run(asked())
    assert isinstance(ending, Ending), str(ending)[:300]
    assert (ending.outcome, ending.evidence["limit"]) == (Outcome.PARSE_LIMIT, PARSE_MEMORY.name)
