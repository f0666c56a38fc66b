"""The browser has no network: a page with every way out (`browser_ways`) at private targets, each as root and as an
ordinary account."""

import json
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from crawler.egress.browser import ground
from tests.e2e import browser_ways
from tests.e2e.support import ROOT
from tests.world import Host, Name, Net, Request, Response, World, account, require_world, text

DOMAIN = "walls-example.com"
PUBLIC = "93.184.215.80"
TARGETS = {
    "rfc1918": "http://10.0.0.1/",
    "rfc1918-https": "https://192.168.0.1/",
    "rfc1918-port": "http://172.16.0.1:6379/",
    "loopback": "http://127.0.0.1:8080/",
    "loopback-six": "http://[::1]/",
    "unique-local": "http://[fd00::1]/",
    "metadata": "http://169.254.169.254/",
    "shared": "http://100.64.0.1/",
    "named": f"http://inside.{DOMAIN}/",
    "turning": f"http://turns.{DOMAIN}/",
}
#: Pages over http try what a browser blocks as mixed content where the page came over https.
PLAIN = ("unique-local", "shared", "named", "turning")
ACCOUNTS = ("root", "ordinary")
#: Each has a host of its own, so that they need not wait for one another.
RUNS = tuple(product(TARGETS, ACCOUNTS))
#: A form of an https page to an http target has Chromium show a warning of its own, which is not the page: no picture.
WARNED = ("rfc1918", "rfc1918-port", "metadata")


def site(request: Request) -> Response | None:
    """A page that tries every way to the target which its host's name says."""
    if request.path == "/robots.txt":
        return text("", 404)
    if request.path.startswith("/to?"):
        return Response(302, {"Location": request.path.partition("?")[2]})
    if request.path == "/":
        fields, page = browser_ways.page(TARGETS[request.host.partition(".")[0]])
        return Response(200, [("Content-Type", "text/html; charset=utf-8"), *fields], page)
    return None


def world() -> World:
    names = [
        Name(f"inside.{DOMAIN}", a=["10.0.0.1"]),
        Name(f"turns.{DOMAIN}", a=[[PUBLIC], ["10.0.0.1"]], ttl=0),
    ]
    return World([Host(host(*run), site) for run in RUNS], names)


def host(target: str, who: str) -> str:
    return f"{target}.{who}.{DOMAIN}"


def draw(net: Net, target: str, who: str) -> dict[str, Any]:
    """The report's page of the run."""
    with account.home() if who == "ordinary" else TemporaryDirectory() as folder:
        return drawn_in(Path(folder), net, target, who)


def drawn_in(folder: Path, net: Net, target: str, who: str) -> dict[str, Any]:
    scheme = "http" if target in PLAIN else "https"
    done = net.run(
        [sys.executable, "-m", "scrapy", "crawl", "page", "-a", f"url={scheme}://{host(target, who)}/",
         "-a", "render=1", "-L", "WARNING",
         "-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={folder / 'reports'}"],
        cwd=ROOT, timeout=120, home=folder if who == "ordinary" else None,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (report,) = folder.glob("reports/*/*/report.json")
    page: dict[str, Any] = json.loads(report.read_text())["pages"][0]
    return page


@pytest.fixture(scope="module")
def pages(net: Net) -> dict[tuple[str, str], dict[str, Any]]:
    with ThreadPoolExecutor(3) as pool:
        started = {run: pool.submit(draw, net, *run) for run in RUNS}
        return {run: one.result() for run, one in started.items()}


def test_there_are_at_least_sixty_ways_and_ten_targets() -> None:
    assert len(set(browser_ways.NAMES)) == len(browser_ways.NAMES) >= 60
    assert len(TARGETS) == 10


@pytest.mark.parametrize("run", RUNS, ids="-as-".join)
def test_no_way_out_of_the_page_reaches_anything(
    run: tuple[str, str], net: Net, pages: dict[tuple[str, str], dict[str, Any]]
) -> None:
    assert bool(pages[run]["rendered"]["picture"]) == (run[0] not in WARNED)
    assert net.victims() == []


def way_of(entry: dict[str, Any]) -> str:
    return str(entry["url"]).rpartition("/")[2].partition("?")[0]


@pytest.mark.parametrize("way", browser_ways.NAMES)
def test_a_way_out_brings_nothing_from_any_target(way: str, pages: dict[tuple[str, str], dict[str, Any]]) -> None:
    for page in pages.values():
        outcomes = {one["outcome"] for one in page["rendered"]["requests"] if way_of(one) == way}
        assert "fetched" not in outcomes


def test_the_pages_did_try_and_were_told_no(pages: dict[tuple[str, str], dict[str, Any]]) -> None:
    for page in pages.values():
        seen = {way_of(one) for one in page["rendered"]["requests"]} & set(browser_ways.NAMES)
        assert len(seen) >= 25, (page["url"], seen)
    told = {way_of(one) for page in pages.values() for one in page["rendered"]["requests"]} & set(browser_ways.NAMES)
    assert len(told) >= 60, sorted(set(browser_ways.NAMES) - told)
    counted = {why for page in pages.values() for why in page["rendered"]["refused"]}
    assert {"popup", "socket", "service-worker", "method", "media", "stream", "prefetch", "navigation"} <= counted


def test_nothing_but_our_own_fetcher_asked_for_anything_or_looked_a_name_up(
    net: Net, pages: dict[tuple[str, str], dict[str, Any]]
) -> None:
    paths = {entry.path.partition("?")[0] for entry in net.requests()}
    assert paths <= {"/robots.txt", "/", "/to", "/none.mp4"}
    looked = [lookup["name"].rstrip(".") for lookup in net.lookups()]
    hosts = [f"{name}.{DOMAIN}" for name in ("inside", "turns")]
    assert {name for name in looked if name.endswith(DOMAIN)} <= {*(host(*run) for run in RUNS), *hosts}
    assert all(looked.count(name) <= 8 * len(ACCOUNTS) for name in hosts)


def test_the_wall_stands_without_any_filter_and_the_ways_are_real(tmp_path: Path) -> None:
    """An unguarded Chromium reaches the victims by this page; started by our launcher it reaches nothing."""
    require_world()
    target = Host(f"rfc1918.{DOMAIN}", site)
    reached = {}
    for walled in (True, False):
        with World([target]).start(tmp_path) as net:
            launcher = tmp_path / f"launch-{walled}"
            browser = str(ground.find())
            words = (
                ground.launcher(ground.find(), tmp_path / "pids")
                if walled
                else f'#!/bin/sh\nexec {shlex.quote(browser)} "$@"\n'
            )
            launcher.write_text(words)
            launcher.chmod(0o700)
            flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-popup-blocking", "--timeout=4000"]
            flags += [f"--user-data-dir={tmp_path / f'profile-{walled}'}", "--ignore-certificate-errors"]
            _, page = browser_ways.page(TARGETS["rfc1918"])
            (tmp_path / "page.html").write_text(page)
            net.run([launcher, *flags, "--dump-dom", (tmp_path / "page.html").as_uri()], timeout=60, cwd=tmp_path)
            reached[walled] = len([one for one in net.victims() if one["address"] == "10.0.0.1"])
            asked = [lookup for lookup in net.lookups() if walled]
            assert asked == []
    assert reached[True] == 0
    assert reached[False] > 10
