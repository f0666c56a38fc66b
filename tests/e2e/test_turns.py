"""A host is remembered: two crawls take turns, a killed one frees its host, and trouble outlives the run."""

import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.e2e.support import ROOT, crawl, prove
from tests.world import Host, Net, Request, Response, World, text

SHARED, FAILING, HANGING, DELAYED = "shared-turns.com", "failing-turns.com", "hanging-turns.com", "delayed-turns.com"
ALONE = "alone-turns.com"


def site(robots: str, request: Request) -> Response | None:
    if request.path == "/robots.txt":
        return text(robots)
    links = "".join(f'<a href="/{number}">{number}</a>' for number in range(8))
    return Response(200, {"Content-Type": "text/html"}, f"<title>{request.path}</title>{links}", delay=0.1)


def failing(request: Request) -> Response:
    return text("", 503)


def hanging(request: Request) -> Response:
    return text("") if request.path == "/robots.txt" else Response(200, delay=60)


def world() -> World:
    rules = "User-agent: *\nDisallow: /sitemap.xml\n"
    return World(
        [
            Host(SHARED, partial(site, rules)),
            Host(FAILING, failing),
            Host(HANGING, hanging),
            Host(ALONE, partial(site, "User-agent: *\nCrawl-delay: 864000\n")),
            Host(DELAYED, partial(site, "User-agent: *\nCrawl-delay: 4\n")),
        ]
    )


def test_two_crawls_of_a_host_take_turns_at_one_pace(net: Net, tmp_path: Path) -> None:
    prove(net, SHARED, tmp_path)
    with ThreadPoolExecutor(3) as pool:
        jobs = [("site", f"https://{SHARED}/"), ("site", f"https://{SHARED}/?second"), ("page", f"http://{SHARED}/")]
        runs = list(pool.map(lambda job: crawl(net, *job, tmp_path), jobs))
    assert [run.code for run in runs] == [0, 0, 0], [run.err for run in runs]
    log = net.requests()
    assert len(log.host(SHARED)) > 20
    assert not log.overlaps(SHARED)
    assert min(log.gaps(SHARED)) >= 0.5


def test_a_crawl_delay_holds_between_two_runs(net: Net, tmp_path: Path) -> None:
    for _ in range(2):
        assert crawl(net, "page", f"https://{DELAYED}/", tmp_path).code == 0
    assert len(net.requests().host(DELAYED)) == 4
    assert min(net.requests().gaps(DELAYED)) >= 4


def test_a_crawl_delay_holds_after_robots_txt_alone(net: Net, tmp_path: Path) -> None:
    """A delay that outlasts the job ends it after robots.txt; the next run does not even ask for that."""
    began = time.monotonic()
    for _ in range(2):
        run = crawl(net, "page", f"https://{ALONE}/", tmp_path)
        assert run.outcome(f"https://{ALONE}/") == "deferred"
    assert time.monotonic() - began < 20  # neither waits for what cannot come in time
    assert net.requests().host(ALONE).paths() == ["/robots.txt"]


def test_a_host_in_trouble_is_left_alone_by_the_next_run_too(net: Net, tmp_path: Path) -> None:
    for _ in range(4):
        crawl(net, "page", f"https://{FAILING}/", tmp_path)
    gaps = net.requests().gaps(FAILING)
    assert len(gaps) == 3
    for waited, due in zip(gaps, [1.0, 2.0, 4.0], strict=True):
        assert waited >= due


def test_a_killed_crawl_frees_its_host_within_thirty_seconds(net: Net, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scrapy", "crawl", "page", "-a", f"url=https://{HANGING}/", "-L", "WARNING"]
    state = ["-s", f"STATE_DIR={tmp_path / 'state'}", "-s", f"REPORTS_DIR={tmp_path / 'r'}"]
    with net.popen([*command, *state], cwd=ROOT) as program:
        while "/" not in net.requests().host(HANGING).paths():
            time.sleep(0.1)
        program.send_signal(signal.SIGKILL)
        program.wait(timeout=10)
    killed = time.monotonic()
    net.set_site(HANGING, partial(site, ""))
    assert crawl(net, "page", f"https://{HANGING}/", tmp_path).code == 0
    again = net.requests().host(HANGING)[2]
    assert 0.5 <= again.t_start - killed <= 30
