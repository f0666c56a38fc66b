"""Sites without an end: the crawl ends, every kind by its name and with a count, and what is honest is read whole."""

import signal
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.e2e.support import ROOT, Run, crawl, prove
from tests.world import Host, Net, Request, Response, World, redirect, text

WORDS = tuple("abcdefghijklmnop")


VISITS = count()
LETTERS = "abcdefghijklmnopqrstuv"


def prose(seed: int) -> str:
    """Sixty words that another seed does not give."""
    return " ".join(f"{WORDS[(seed * 7 + n) % 16]}{(seed + n * n) % 97}" for n in range(60))


def page(seed: int, *links: str) -> Response:
    listed = "".join(f'<a href="{link}">{link}</a>' for link in links)
    return Response(200, {"Content-Type": "text/html"}, f"<title>{seed}</title><p>{prose(seed)}</p>{listed}")


def growing(request: Request) -> Response:
    """A relative link that should have begun with a slash: every page is one level deeper."""
    return page(1, "about/", "shop/", "/")


def session(request: Request) -> Response:
    """Every page hands out new session ids."""
    name = urlsplit(request.path).path
    ids = {letter: f"{next(VISITS):04d}{ord(letter) * 7919:012d}cafe" for letter in LETTERS}
    return page(len(name), *(f"/{letter}?PHPSESSID={number}" for letter, number in ids.items()))


def sorting(request: Request) -> Response:
    """Filters and orders that every page offers in every combination."""
    query = urlsplit(request.path).query
    keys = [f"{key}={value}" for key in ("color", "size", "sort", "dir", "brand") for value in "xyz"]
    return page(len(query), *(f"/list?{'&'.join(filter(None, (query, key)))}" for key in keys if key not in query))


def repeating(request: Request) -> Response:
    path = request.path.rstrip("/")
    return page(2, f"{path}/news/", f"{path}/news/old/")


def hopping(request: Request) -> Response:
    """Every page redirects to another with a new session."""
    if "sid=" in request.path:
        return page(3, *(f"/{n}" for n in range(9)))
    return redirect(f"{request.path}?sid={next(VISITS)}{len(request.path) * 104729:014d}ab", 302)


def same(request: Request) -> Response:
    """Twenty new addresses on every page, and the same text."""
    links = "".join(f'<a href="/map/{next(VISITS)}/{n}">there</a>' for n in range(20))
    return Response(200, {"Content-Type": "text/html"}, f"<title>4</title><p>{prose(4)}</p>{links}")


def archive(request: Request) -> Response | None:
    """An honest one: posts by date, a listing in pages, and things with ids."""
    posts = [f"/2024/{month:02d}/{day:02d}/post" for month in (1, 2) for day in (1, 2, 3)]
    things = [f"/thing?id={n}" for n in range(8)]
    listing = [f"/page/{n}/" for n in range(1, 4)]
    everything = ["/", *posts, *things, *listing]
    return page(everything.index(request.path), *everything) if request.path in everything else None


ENDLESS = {
    "growing-path": growing, "session-id": session, "endless-query": sorting, "repeating-segments": repeating,
}  # fmt: skip


def with_robots(site, request: Request) -> Response | None:  # type: ignore[no-untyped-def]
    return text("User-agent: *\nDisallow: /sitemap.xml\n") if request.path == "/robots.txt" else site(request)


def host(name: str) -> str:
    return f"{name}.traps-example.com"


def world() -> World:
    sites = {**ENDLESS, "hopping": hopping, "same-text": same, "archive": archive}
    return World([Host(host(name), partial(with_robots, site)) for name, site in sites.items()])


def traps(run: Run) -> Counter[str]:
    return Counter(entry["evidence"]["trap"] for entry in run.report["urls"] if entry["outcome"] == "spider-trap")


@pytest.fixture(scope="module")
def runs(net: Net, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """All at once: each host has a pace of its own."""
    names = ["growing-path", "repeating-segments", "hopping", "same-text", "archive"]
    folder = tmp_path_factory.mktemp("runs")
    for name in names:
        prove(net, host(name), folder)
    with ThreadPoolExecutor(len(names)) as pool:
        done = pool.map(lambda name: crawl(net, "site", f"https://{host(name)}/", folder), names)
        return dict(zip(names, done, strict=True))


@pytest.mark.parametrize("name", ["growing-path", "repeating-segments"])
def test_a_path_without_end_has_one(name: str, runs: dict[str, Run], net: Net) -> None:
    run = runs[name]
    assert run.code == 0, run.err
    assert run.report["run"]["finish_reason"] == "finished"
    assert traps(run)
    assert traps(run).keys() <= {"growing-path", "repeating-segments"}
    assert run.report["counts"]["outcomes"]["spider-trap"] == sum(traps(run).values())
    assert len(net.requests().host(host(name))) < 130
    assert not run.report["complete"]
    assert any("spider-trap" in gap for gap in run.report["gaps"])


def test_pages_that_all_say_the_same_end(runs: dict[str, Run], net: Net) -> None:
    assert runs["same-text"].report["run"]["finish_reason"] == "finished"
    assert traps(runs["same-text"]).keys() == {"same-text"}
    assert len(net.requests().host(host("same-text"))) < 130


def test_an_honest_archive_is_read_whole(runs: dict[str, Run]) -> None:
    assert runs["archive"].report["complete"], runs["archive"].report["gaps"]
    assert len(runs["archive"].report["pages"]) == 18
    assert traps(runs["archive"]) == Counter()


def test_a_redirect_to_ever_new_sessions_ends(runs: dict[str, Run], net: Net) -> None:
    assert runs["hopping"].report["run"]["finish_reason"] == "finished"
    assert len(net.requests().host(host("hopping"))) < 60


@pytest.mark.parametrize("name", ["session-id", "endless-query"])
def test_a_query_without_end_has_one_also_when_the_crawl_is_gone_on_with(name: str, net: Net, tmp_path: Path) -> None:
    """Stopped on the way: what was let through before counts after."""
    prove(net, host(name), tmp_path)
    state = ["-s", f"STATE_DIR={tmp_path / 'state'}", "-s", f"REPORTS_DIR={tmp_path / 'stopped'}"]
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url=https://{host(name)}/", "-L", "ERROR"]
    with net.popen([*command, *state], cwd=ROOT) as program:
        while len(net.requests().host(host(name))) < 4 and program.poll() is None:
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        program.wait(timeout=30)
    run = crawl(net, "site", f"https://{host(name)}/", tmp_path, "-s", "MAX_PAGES=40")
    assert run.report["run"]["jobs"] == 2
    assert traps(run)[name] > 0, traps(run)
