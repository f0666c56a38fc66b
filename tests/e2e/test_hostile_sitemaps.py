"""Hostile servers, sitemaps: bombs, recursion, lists without end, and entries that lead elsewhere."""

import gzip
from pathlib import Path

import pytest

from crawler.core.limits import PAGE_BYTES
from tests.e2e.hostile_case import idle_crawl
from tests.e2e.support import MEMORY, Run, crawl, prove
from tests.world import Host, Net, Request, Response, World, html, text, xml

SITE = "www.hostile-sitemaps.com"
HOME = f"https://{SITE}"
OPEN = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e "x"><!ENTITY f SYSTEM "http://10.0.0.1/">]>'
BOMB = gzip.compress(b"<urlset>" + b" " * (200 << 20))
ODD = ("http://10.0.0.1/a", "file:///etc/passwd", "https://other.org/a", "&e;", "&f;", "/relative", f"{HOME}/listed")
ROBOTS = "\n".join(
    f"Sitemap: {place}"
    for place in (
        "http://127.0.0.1/s.xml", "file:///s.xml", "https://other.org/s.xml", f"{HOME}/odd.xml", f"{HOME}/bomb.xml",
        f"{HOME}/index-1.xml", f"{HOME}/self.xml", f"{HOME}/huge.xml",
    )
)  # fmt: skip


def index(*paths: str) -> Response:
    listed = "".join(f"<sitemap><loc>{HOME}{path}</loc></sitemap>" for path in paths)
    return xml(f"<sitemapindex>{listed}</sitemapindex>")


def urlset(*places: str) -> Response:
    return xml(f"{OPEN}<urlset>" + "".join(f"<url><loc>{place}</loc></url>" for place in places) + "</urlset>")


PAGES = {
    "/": html("<title>Home</title>"),
    "/listed": html("<title>Listed</title>"),
    "/odd.xml": urlset(*ODD),
    "/bomb.xml": Response(200, {"Content-Type": "application/xml"}, BOMB),
    "/self.xml": index("/self.xml"),
    "/huge.xml": urlset(*(f"{HOME}/{n}" for n in range(50_000)), *(f"/{n}" for n in range(170_000))),
    **{f"/index-{n}.xml": index(f"/index-{n + 1}.xml") for n in range(1, 5)},
}


def site(request: Request) -> Response | None:
    return text(ROBOTS) if request.path == "/robots.txt" else PAGES.get(request.path)


def world() -> World:
    return World([Host(SITE, site)])


@pytest.fixture(scope="module")
def runs(net: Net, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Run]:
    folder: Path = tmp_path_factory.mktemp("sitemaps")
    idle = idle_crawl(net, f"{HOME}/", folder)
    prove(net, "hostile-sitemaps.com", folder)
    return idle, crawl(net, "site", f"{HOME}/", folder, "-s", "MAX_PAGES=3")


def sitemap(runs: tuple[Run, Run], name: str) -> dict[str, object]:
    found: dict[str, object] = next(s for s in runs[1].report["sitemaps"] if s["url"] == f"{HOME}/{name}.xml")
    return found


def test_every_entry_is_judged(runs: tuple[Run, Run], net: Net) -> None:
    run = runs[1]
    assert run.outcome("http://127.0.0.1/s.xml") == "private-address"
    assert run.outcome("https://other.org/s.xml") == "out-of-scope"
    assert run.outcome("https://other.org/a") == "out-of-scope"
    odd = sitemap(runs, "odd")
    assert odd["dropped"] == {"private-address": 1, "scheme": 1, "relative": 1, "entity": 2}
    assert odd["entries"] == 2


def test_a_bomb_is_too_large(runs: tuple[Run, Run]) -> None:
    assert sitemap(runs, "bomb")["outcome"] == "too-large"


def test_indexes_end(runs: tuple[Run, Run], net: Net) -> None:
    paths = net.requests().host(SITE).paths()
    assert paths.count("/self.xml") == 1
    assert "/index-3.xml" not in paths
    entry = runs[1].entry(f"{HOME}/index-3.xml")
    assert (entry["outcome"], entry["evidence"]["limit"]) == ("depth-limit", "sitemap-depth")


def test_a_list_that_is_too_long_is_cut_and_marked(runs: tuple[Run, Run]) -> None:
    huge = sitemap(runs, "huge")
    assert (huge["marks"], huge["entries"]) == (["sitemap-cut"], 50_000)
    assert "sitemap-too-big" in {found["check"] for found in runs[1].report["findings"]}


def test_memory_stays_bounded(runs: tuple[Run, Run]) -> None:
    """Of 220,000 entries in 8 MiB and 50,000 known URLs, and a bomb beside them: 231 MiB when this was written."""
    idle, done = runs
    assert len(PAGES["/huge.xml"].body) < PAGE_BYTES.value
    assert len(done.report["urls"]) > 50_000
    assert done.kilobytes - idle.kilobytes < MEMORY, (done.kilobytes, idle.kilobytes)
