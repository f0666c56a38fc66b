"""Five hosts of one address at once and never six, within a crawl and between crawls of one machine's account."""

import sys
from collections import Counter
from functools import partial
from pathlib import Path

from tests.e2e.support import ROOT, scrapy
from tests.world import Host, Log, Net, Request, Response, World, text

ALONE, SHARED, OWN = "93.184.230.7", "93.184.230.8", "93.184.230.9"
SEVEN = [f"seven-{number}.addresses.com" for number in range(7)]
#: Of the second: their pages, so that one process has the robots.txt of some and the pages of others under way.
LEFT, RIGHT = ([f"{side}-{number}.addresses.com" for number in range(5)] for side in ("left", "right"))


def site(delay: float, request: Request) -> Response:
    if request.path == "/robots.txt":
        return text("")
    return Response(200, {"Content-Type": "text/html"}, "<title>x</title>", delay=delay)


def world() -> World:
    hosts = [Host(name, partial(site, 1.5), v4=[ALONE]) for name in SEVEN]
    hosts += [Host(name, partial(site, 1.5), v4=[SHARED]) for name in (*LEFT, *RIGHT)]
    return World([*hosts, Host("own.addresses.com", partial(site, 0.0), v4=[OWN])])


def crawls(net: Net, folder: Path, *crawls: list[str]) -> list[str]:
    """Run crawls of these hosts at the same time; gives what they printed."""
    command = [sys.executable, "-m", "tests.e2e.many", folder / "state"]
    programs = [
        net.popen([*command, *(f"https://{host}/" for host in hosts)], cwd=ROOT, stdout=-1, stderr=-1, text=True)
        for hosts in crawls
    ]
    told = [program.communicate(timeout=110) for program in programs]
    assert [(program.returncode, said[1]) for program, said in zip(programs, told, strict=True)] == [(0, "")] * len(
        crawls
    )
    return sorted(line for said, _ in told for line in said.splitlines())


def most_at_once(log: Log, address: str) -> int:
    """How many hosts of an address had a request under way at the same time, as its server saw it."""
    of_it = [entry for entry in log if entry.address == address]
    edges = [(entry.t_first, 1, entry.host) for entry in of_it] + [(entry.t_end, -1, entry.host) for entry in of_it]
    now: Counter[str] = Counter()
    most = 0
    for _, step, host in sorted(edges):
        now[host] += step
        most = max(most, len(+now))
    return most


def test_seven_hosts_of_an_address_are_asked_five_at_once_and_hold_up_no_other(net: Net, tmp_path: Path) -> None:
    printed = crawls(net, tmp_path, [*SEVEN, "own.addresses.com"])
    assert printed == sorted(f"https://{host}/ 200" for host in (*SEVEN, "own.addresses.com"))
    log = net.requests()
    assert most_at_once(log, ALONE) == 5
    pages = [entry for entry in log if entry.address == ALONE and entry.path == "/"]
    assert log.host("own.addresses.com").path("/")[0].t_end < min(entry.t_end for entry in pages)


def test_two_crawls_ask_five_hosts_of_an_address_at_once_together(net: Net, tmp_path: Path) -> None:
    printed = crawls(net, tmp_path, LEFT, RIGHT)
    assert printed == sorted(f"https://{host}/ 200" for host in (*LEFT, *RIGHT))
    assert most_at_once(net.requests(), SHARED) == 5
    checked = scrapy(net, "ledger", "check", "-s", f"STATE_DIR={tmp_path / 'state'}")
    assert (checked.code, checked.out) == (0, "20 requests to 10 hosts: no rule was broken.\n")
