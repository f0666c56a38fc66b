"""A crawl that takes longer than a job: more jobs follow, and no kill at any moment loses or doubles a page.

Three crawls side by side, each for minutes: one is left alone, one loses its proof on the way, one is killed ten times.
"""

import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.support import ROOT, of_pages, prove, scrapy
from tests.world import Host, Net, Request, Response, World, text

LONG, WITHDRAWN, KILLED = "long-crawl.com", "withdrawn-later.com", "killed-crawl.com"
#: At five seconds each, more than one job of 120 s has time for.
LONG_PAGES = 27
KILLED_PAGES = 300
KILLS = 10
#: One seed, so that what failed can be run again.
SEED = 20261201


def site(pages: int, delay: str, request: Request) -> Response | None:
    """A tree: every page links to three more and to its parent, and some of them share a child."""
    if request.path == "/robots.txt":
        return text(f"User-agent: *\nDisallow: /sitemap.xml\n{delay}")
    if request.path != "/" and not request.path.startswith("/page-"):
        return None
    number = 0 if request.path == "/" else int(request.path.removeprefix("/page-"))
    near = [number // 3, *(n for n in range(3 * number, 3 * number + 4))]
    links = "".join(f'<a href="{path(n)}">page {n}</a>' for n in near if n < pages)
    return Response(200, {"Content-Type": "text/html"}, f"<title>{number}</title>{links}")


def path(number: int) -> str:
    return f"/page-{number}" if number else "/"


def world() -> World:
    slow = "Crawl-delay: 5\n"
    return World(
        [
            Host(LONG, partial(site, LONG_PAGES, slow)),
            Host(WITHDRAWN, partial(site, LONG_PAGES, slow)),
            Host(KILLED, partial(site, KILLED_PAGES, "")),
        ]
    )


def command(host: str, folder: Path) -> list[str]:
    state = ["-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={folder / 'reports'}"]
    return [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url=https://{host}/", "-L", "INFO", *state]


Done = tuple[int, str, dict[str, Any]]


def left_alone(net: Net, host: str, folder: Path) -> Done:
    ran = net.run(command(host, folder), cwd=ROOT, timeout=400)
    return ran.returncode, ran.stdout + ran.stderr, report(folder)


def report(folder: Path) -> dict[str, Any]:
    [written] = (folder / "reports").glob("*/*/report.json")
    read: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    return read


def withdrawn(net: Net, folder: Path) -> Done:
    """The owner takes the proof away while the first job runs: it was started, the second is not."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(left_alone, net, WITHDRAWN, folder)
        wait_for(net, WITHDRAWN, 4)
        net.withdraw(WITHDRAWN)
        return running.result()


def killed(net: Net, folder: Path) -> Done:
    """Killed ten times, each at a moment nobody chose, and begun again at once; the last run ends by itself."""
    moments = random.Random(SEED)
    for _ in range(KILLS):
        with net.popen(command(KILLED, folder), cwd=ROOT, stdout=-3, stderr=-3) as program:
            wait_for(net, KILLED, len(net.requests().host(KILLED)) + moments.randint(3, 28))
            time.sleep(moments.uniform(0, 0.6))
            program.send_signal(signal.SIGKILL)
            program.wait(timeout=10)
    return left_alone(net, KILLED, folder)


def wait_for(net: Net, host: str, requests: int) -> None:
    deadline = time.monotonic() + 60
    while len(net.requests().host(host)) < requests:
        assert time.monotonic() < deadline, f"{host} got {len(net.requests().host(host))} requests of {requests}"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def crawls(net: Net, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, "Future[Done]"]]:
    folders = {host: tmp_path_factory.mktemp("crawl") for host in (LONG, WITHDRAWN, KILLED)}
    for host, folder in folders.items():
        prove(net, host, folder)
    with ThreadPoolExecutor(3) as pool:
        yield {
            LONG: pool.submit(left_alone, net, LONG, folders[LONG]),
            WITHDRAWN: pool.submit(withdrawn, net, folders[WITHDRAWN]),
            KILLED: pool.submit(killed, net, folders[KILLED]),
        }


def asked(net: Net, host: str) -> Counter[str]:
    """The pages that were asked for, and how often."""
    paths = of_pages(net.requests().host(host)).paths()
    return Counter(path for path in paths if path != "/robots.txt" and not path.startswith("/.well-known/"))


def test_a_long_crawl_is_a_chain_of_jobs_each_with_proof_and_robots_txt_anew(
    net: Net, crawls: dict[str, "Future[Done]"]
) -> None:
    code, said, found = crawls[LONG].result()
    assert code == 0, said
    assert found["complete"], found["gaps"]
    assert found["run"]["jobs"] == 2
    assert found["run"]["seconds"] > 120
    assert {page["url"] for page in found["pages"]} == {f"https://{LONG}{path(n)}" for n in range(LONG_PAGES)}
    assert asked(net, LONG) == {path(n): 1 for n in range(LONG_PAGES)}
    assert of_pages(net.requests().host(LONG)).paths().count("/robots.txt") == 2
    assert min(net.requests().gaps(LONG)) >= 5
    assert not net.requests().overlaps(LONG)
    proofs = [look for look in net.lookups() if look["name"] == f"_lessonpeak-verification.{LONG}"]
    assert len(proofs) >= 2


def test_a_proof_taken_away_ends_the_crawl_with_the_job_that_had_it(
    net: Net, crawls: dict[str, "Future[Done]"]
) -> None:
    code, said, found = crawls[WITHDRAWN].result()
    assert code == 4, said
    assert "is not proved to be yours" in said
    assert found["run"]["finish_reason"] == "not-verified"
    outcomes = Counter(entry["outcome"] for entry in found["urls"])
    assert outcomes["not-verified"] >= 3
    assert len(found["pages"]) == outcomes["fetched"] == len(asked(net, WITHDRAWN))
    log = net.requests().host(WITHDRAWN)
    # The second job reads robots.txt, asks for the file that could be the proof, and for nothing else.
    assert log.paths()[-2:] == ["/robots.txt", "/.well-known/lessonpeak-verification.txt"]
    assert log[-3].t_end - log[0].t_start < 120


def test_ten_kills_lose_no_page_and_ask_for_at_most_one_twice_each(
    net: Net, crawls: dict[str, "Future[Done]"], tmp_path: Path
) -> None:
    code, said, found = crawls[KILLED].result()
    assert code == 0, said
    assert found["complete"], found["gaps"]
    everything = {f"https://{KILLED}{path(n)}" for n in range(KILLED_PAGES)}
    assert Counter(page["url"] for page in found["pages"]) == dict.fromkeys(everything, 1)
    assert found["run"]["jobs"] >= KILLS + 1
    times = asked(net, KILLED)
    assert times.keys() == {path(n) for n in range(KILLED_PAGES)}
    assert sum(times.values()) - len(times) <= KILLS
    assert max(times.values()) <= 2
    assert min(net.requests().gaps(KILLED)) >= 0.5
    assert not net.requests().overlaps(KILLED)


def test_the_ledgers_of_all_three_show_no_broken_rule(
    net: Net, crawls: dict[str, "Future[Done]"], tmp_path: Path
) -> None:
    for done in crawls.values():
        done.result()
    states = sorted(tmp_path.parent.glob("crawl[0-9]/state"))
    assert len(states) == 3
    for state in states:
        checked = scrapy(net, "ledger", "check", "-s", f"STATE_DIR={state}")
        assert checked.code == 0, checked.out
