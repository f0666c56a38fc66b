"""Going on after a stop where something has changed meanwhile: the proof, robots.txt, the disk, a server in trouble."""

import signal
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

from tests.e2e.support import ROOT, Run, crawl, of_pages, prove
from tests.world import Host, Name, Net, Request, Response, World, html, redirect, text

UNPROVED, REPORTED, WWW, APEX, FAILING, SHUT, SLOW_PROOF = (
    "unproved-later.com", "no-room-for-it.com", "www.twin-in-trouble.com", "twin-in-trouble.com", "always-failing.com",
    "shut-for-a-while.com", "slow-proof.com",
)  # fmt: skip
PAGES = 12


def site(extra: str, request: Request) -> Response | None:
    """Every page links to all; `/bad` is always in trouble."""
    if request.path == "/robots.txt":
        return text("User-agent: *\nDisallow: /sitemap.xml\n")
    if request.path == "/bad":
        return text("", 503)
    known = request.path == "/" or request.path[1:].isdigit()
    links = "".join(f'<a href="/{n}">{n}</a>' for n in range(PAGES)) + extra
    return html(f"<title>{request.path}</title>{links}") if known else None


def unreadable(request: Request) -> Response:
    return text("", 503)


def twin(request: Request) -> Response:
    return Response(429, {"Retry-After": "3600"}) if request.path == "/robots.txt" else redirect(f"https://{WWW}/")


def world() -> World:
    bad, apex = '<a href="/bad">bad</a>', f'<a href="https://{APEX}/x">twin</a>'
    return World(
        [
            Host(UNPROVED, partial(site, "")), Host(REPORTED, partial(site, "")), Host(WWW, partial(site, apex)),
            Host(APEX, twin), Host(FAILING, partial(site, bad)), Host(SHUT, partial(site, "")),
            Host(SLOW_PROOF, partial(site, "")),
        ]
    )  # fmt: skip


def stopped(net: Net, host: str, folder: Path, requests: int) -> None:
    """A crawl, stopped when the server has got so many requests more."""
    settings = ["-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={folder / 'stopped'}", "-L", "ERROR"]
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url=https://{host}/", *settings]
    wanted = len(net.requests().host(host)) + requests
    with net.popen(command, cwd=ROOT, stdout=-3) as program:
        while len(net.requests().host(host)) < wanted and program.poll() is None:
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        program.wait(timeout=30)


def go_on(net: Net, host: str, folder: Path, *args: str) -> Run:
    return crawl(net, "site", f"https://{host}/", folder, *args)


def asked(net: Net, host: str) -> Counter[str]:
    return Counter(of_pages(net.requests().host(host)).paths())


def test_without_its_proof_a_crawl_is_not_gone_on_with_however_often_it_is_tried(net: Net, tmp_path: Path) -> None:
    prove(net, UNPROVED, tmp_path)
    stopped(net, UNPROVED, tmp_path, 4)
    net.withdraw(UNPROVED)
    pages = {path for path in asked(net, UNPROVED) if path[1:].isdigit()}
    for _ in range(3):
        run = go_on(net, UNPROVED, tmp_path)
        assert run.code == 4
        assert "is not proved to be yours" in run.out
        assert {path for path in asked(net, UNPROVED) if path[1:].isdigit()} == pages
    prove(net, UNPROVED, tmp_path)
    run = go_on(net, UNPROVED, tmp_path)
    assert run.code == 0, (run.out, run.err)
    assert len(run.report["pages"]) == PAGES + 1
    assert max(times for path, times in asked(net, UNPROVED).items() if path[1:].isdigit()) == 1


def test_a_stop_while_the_proof_is_looked_for_forgets_none_that_is_needed(net: Net, tmp_path: Path) -> None:
    prove(net, SLOW_PROOF, tmp_path)
    stopped(net, SLOW_PROOF, tmp_path, 4)
    net.withdraw(SLOW_PROOF)
    net.set_name(Name(f"_lessonpeak-verification.{SLOW_PROOF}", silent=True))
    stopped(net, SLOW_PROOF, tmp_path, 1)
    net.set_name(Name(f"_lessonpeak-verification.{SLOW_PROOF}", rcode="NXDOMAIN"))
    pages = sum(path[1:].isdigit() for path in asked(net, SLOW_PROOF))
    assert go_on(net, SLOW_PROOF, tmp_path).code == 4
    assert sum(path[1:].isdigit() for path in asked(net, SLOW_PROOF)) == pages


def test_a_report_there_is_no_room_for_is_written_by_the_same_command_later(net: Net, tmp_path: Path) -> None:
    prove(net, REPORTED, tmp_path)
    disk = tmp_path / "disk"
    disk.mkdir()
    assert net.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)]).returncode == 0
    net.run(["dd", "if=/dev/zero", f"of={disk / 'filler'}", "bs=4096"])
    where = ["-s", f"REPORTS_DIR={disk}"]
    full = go_on(net, REPORTED, tmp_path, *where)
    assert full.code == 70
    assert "the report could not be written" in full.out
    assert "goes on where this one stopped" in full.out
    run = go_on(net, REPORTED, tmp_path)
    assert run.code == 0, run.err
    assert len(run.report["pages"]) == PAGES + 1
    assert {times for path, times in asked(net, REPORTED).items() if path[1:].isdigit()} == {1}


def test_a_twin_in_trouble_takes_nothing_from_the_site(net: Net, tmp_path: Path) -> None:
    prove(net, WWW, tmp_path)
    prove(net, APEX, tmp_path)
    for times in (1, 2):
        run = go_on(net, WWW, tmp_path)
        assert run.code == 0, run.out
        assert len(run.report["pages"]) == PAGES + 1
        assert asked(net, WWW)["/"] == times


def test_a_page_in_trouble_is_tried_three_times_in_all(net: Net, tmp_path: Path) -> None:
    """However often the crawl is stopped on the way."""
    prove(net, FAILING, tmp_path)
    for requests in (8, 5):
        stopped(net, FAILING, tmp_path, requests)
    run = go_on(net, FAILING, tmp_path)
    assert run.outcome(f"https://{FAILING}/bad") == "http-error"
    assert asked(net, FAILING)["/bad"] == 3
    assert run.entry(f"https://{FAILING}/bad")["evidence"]["attempts"] == 3


def test_rules_that_cannot_be_read_for_a_while_lose_no_crawl(net: Net, tmp_path: Path) -> None:
    prove(net, SHUT, tmp_path)
    stopped(net, SHUT, tmp_path, 5)
    net.set_site(SHUT, unreadable)
    waits = go_on(net, SHUT, tmp_path)
    assert waits.report["run"]["finish_reason"] == "robots-unreadable"
    assert Counter(entry["outcome"] for entry in waits.report["urls"])["robots-unreadable"] >= 6
    assert not waits.report["complete"]
    net.set_site(SHUT, partial(site, ""))
    run = go_on(net, SHUT, tmp_path)
    assert run.report["complete"], run.report["gaps"]
    assert len(run.report["pages"]) == PAGES + 1
    assert {times for path, times in asked(net, SHUT).items() if path[1:].isdigit()} == {1}
