"""Chromium's own sandbox: on for an ordinary account, judged from outside by what the kernel says of its processes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.processes import Process, below
from tests.e2e.support import ROOT
from tests.world import Host, Net, Request, Response, World, account, html

HOST = "www.sandbox-example.com"
PAGE = """<!doctype html><title>S</title><h1 id=who>x</h1><img src=/slow.png>
<script>who.textContent = "drawn by " + navigator.userAgent.split("/")[0]</script>"""
SECCOMP_FILTER = 2  # proc(5): SECCOMP_MODE_FILTER


def site(request: Request) -> Response | None:
    """A page with a picture so slow that there is time to look at the browser."""
    if request.path == "/slow.png":
        return Response(200, {"Content-Type": "image/png"}, b"x", delay=4)
    return html(PAGE) if request.path == "/" else None


def world() -> World:
    return World([Host(HOST, site)])


@dataclass(frozen=True)
class Look:
    """One crawl: how it ended, what lay in its folder, and its processes as each was seen last."""

    code: int
    errors: str
    drawn: list[str]
    processes: list[Process]

    def of(self, kind: str) -> list[Process]:
        return [process for process in self.processes if process.kind == kind]

    @property
    def browser(self) -> Process:
        (found,) = (one for one in self.of("") if one.words and "--remote-debugging-pipe" in one.words
                    and "chrom" in one.words[0])  # fmt: skip
        return found


def watched(net: Net, folder: Path, home: Path | None) -> Look:
    """Draw the page, and look at the processes until the crawl is over."""
    words = [sys.executable, "-m", "scrapy", "crawl", "page", "-a", f"url=https://{HOST}/", "-a", "render=1"]
    words += ["-L", "WARNING", "-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={folder / 'reports'}"]
    seen: dict[int, Process] = {}
    with net.popen(words, cwd=ROOT, home=home, stderr=subprocess.PIPE, text=True) as program:
        assert program.stderr is not None
        while program.poll() is None:
            seen |= {process.pid: process for process in below(program.pid) if process.words}
            time.sleep(0.3)
        errors = program.stderr.read()
    drawn = [path.read_text() for path in folder.glob("reports/*/*/drawings/*.html.txt")]
    return Look(program.returncode, errors, drawn, list(seen.values()))


@pytest.fixture(scope="module")
def ordinary(net: Net) -> Iterator[Look]:
    with account.home() as home:
        yield watched(net, home, home)


@pytest.fixture(scope="module")
def as_root(net: Net, tmp_path_factory: pytest.TempPathFactory) -> Look:
    return watched(net, tmp_path_factory.mktemp("root"), None)


def test_an_ordinary_account_draws_a_page(ordinary: Look) -> None:
    assert ordinary.code == 0, ordinary.errors
    assert "drawn by Mozilla" in ordinary.drawn[0]


def test_it_is_an_account_of_its_own_where_root_runs_the_tests(ordinary: Look) -> None:
    expected = account.OTHER if account.second() else os.getuid()
    assert {uid for process in ordinary.processes for uid in process.uids} == {expected}


def test_no_process_of_it_is_told_to_go_without_a_sandbox(ordinary: Look) -> None:
    assert ordinary.of("renderer")
    off = ("--no-sandbox", "--disable-namespace-sandbox", "--disable-seccomp-filter-sandbox")
    assert [one.words for one in ordinary.processes if set(off) & set(one.words)] == []


def test_its_renderer_may_ask_the_kernel_for_little_and_sees_no_other_process(ordinary: Look) -> None:
    for renderer in ordinary.of("renderer"):
        assert renderer.seccomp == SECCOMP_FILTER
        assert renderer.depth > ordinary.browser.depth
        if renderer.user_namespace:  # the kernel tells it to whoever may trace the process
            assert renderer.user_namespace != ordinary.browser.user_namespace


def test_its_browser_and_its_renderer_are_in_networks_of_their_own(ordinary: Look) -> None:
    crawler = next(process for process in ordinary.processes if "crawl" in process.words)
    known = {one.network for one in (*ordinary.of("renderer"), *ordinary.of("utility"), ordinary.browser)} - {""}
    assert crawler.network not in known


def test_as_root_there_is_no_sandbox_and_the_empty_network_all_the_same(as_root: Look) -> None:
    """Chromium has no sandbox for root; that the browser has no network does not stand on it."""
    assert as_root.code == 0, as_root.errors
    assert "--no-sandbox" in as_root.browser.words
    crawler = next(process for process in as_root.processes if "crawl" in process.words)
    assert as_root.browser.network != crawler.network
