"""A crawl that was stopped goes on: by Ctrl-C, by SIGTERM, by a full disk; and starts over where that is asked for."""

import json
import signal
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.support import ROOT, Run, crawl, of_pages, prove
from tests.world import Host, Net, Request, Response, World, text

INTERRUPTED, FRESH, FULL, FED = "interrupted.com", "fresh-again.com", "full-disk.com", "fed-on.com"
PAGES = 14


def site(request: Request) -> Response | None:
    """A chain of links and a fan of them, so that the order of finding differs from the order of numbers."""
    if request.path == "/robots.txt":
        return text("User-agent: *\nDisallow: /sitemap.xml\nDisallow: /no\n")
    number = int(request.path[1:] or 0) if request.path[1:].isdigit() or request.path == "/" else PAGES
    if number >= PAGES:
        return None
    links = "".join(f'<a href="/{n}">{n}</a>' for n in range(number + 1, min(number + 4, PAGES)))
    links += '<a href="/no">no</a><a href="https://elsewhere.org/">out</a>'
    return Response(200, {"Content-Type": "text/html"}, f"<title>{number}</title>{links}{'word ' * 400}")


def world() -> World:
    return World([Host(name, site) for name in (INTERRUPTED, FRESH, FULL, FED)])


def command(host: str, folder: Path, *args: str) -> list[str]:
    state = ["-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={folder / 'reports'}"]
    return [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url=https://{host}/", "-L", "INFO", *state, *args]


def stop_after(net: Net, host: str, requests: int, how: int, folder: Path, *args: str) -> tuple[int, str]:
    """Run the crawl and stop it when the server has got so many requests in all; gives exit code and what it said."""
    with net.popen(command(host, folder, *args), cwd=ROOT, stdout=-1, stderr=-2, text=True) as program:
        while len(net.requests().host(host)) < requests and program.poll() is None:
            time.sleep(0.05)
        program.send_signal(how)
        said, _ = program.communicate(timeout=30)
        return program.returncode, said


def newest(folder: Path) -> dict[str, Any]:
    written = sorted((folder / "reports").glob("*/*/report.json"), key=lambda path: path.stat().st_mtime_ns)
    report: dict[str, Any] = json.loads(written[-1].read_text(encoding="utf-8"))
    return report


def pages_asked(net: Net, host: str) -> Counter[str]:
    return Counter(path for path in of_pages(net.requests().host(host)).paths() if path != "/robots.txt")


def expected() -> set[str]:
    return {"/", *(f"/{number}" for number in range(1, PAGES))}


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_same_command_goes_on_where_a_stopped_crawl_was(how: int, net: Net, tmp_path: Path) -> None:
    net.forget()
    prove(net, INTERRUPTED, tmp_path)
    code, said = stop_after(net, INTERRUPTED, 6, how, tmp_path)
    assert code == 0, said
    first = newest(tmp_path)
    assert first["run"]["finish_reason"] == "stopped"
    assert 3 <= len(first["pages"]) <= 6
    again = net.run(command(INTERRUPTED, tmp_path), cwd=ROOT, timeout=60)
    assert again.returncode == 0, again.stderr
    assert "Going on with the crawl begun at" in again.stderr
    whole = newest(tmp_path)
    assert whole["complete"], whole["gaps"]
    assert whole["run"]["jobs"] == 2
    assert whole["run"]["started"] == first["run"]["started"]
    assert {page["url"].removeprefix(f"https://{INTERRUPTED}") for page in whole["pages"]} == expected()
    assert pages_asked(net, INTERRUPTED) == dict.fromkeys(expected(), 1)  # nothing lost, nothing asked for twice
    assert of_pages(net.requests().host(INTERRUPTED)).paths().count("/robots.txt") == 2
    assert whole["run"]["requests"] == len(net.requests().host(INTERRUPTED))
    outcomes = Counter(entry["outcome"] for entry in whole["urls"])
    assert outcomes["stopped"] == 0
    assert outcomes["robots-denied"] == 3  # /no, /sitemap.xml, and the probe /no-such-page-…
    assert not list((tmp_path / "state" / "crawls").iterdir())  # done: nothing is left to go on with


def test_a_crawl_that_is_done_starts_anew(net: Net, tmp_path: Path) -> None:
    net.forget()
    prove(net, FRESH, tmp_path)
    for times in (1, 2):
        assert crawl(net, "site", f"https://{FRESH}/", tmp_path).code == 0
        assert pages_asked(net, FRESH) == dict.fromkeys(expected(), times)


def test_fresh_starts_over_what_was_stopped(net: Net, tmp_path: Path) -> None:
    net.forget()
    prove(net, FRESH, tmp_path)
    stop_after(net, FRESH, 6, signal.SIGINT, tmp_path)
    asked = pages_asked(net, FRESH)
    again = net.run(command(FRESH, tmp_path, "-a", "fresh=1"), cwd=ROOT, timeout=60)
    assert again.returncode == 0, again.stderr
    assert "Going on" not in again.stderr
    assert newest(tmp_path)["run"]["jobs"] == 1
    assert pages_asked(net, FRESH) == {path: 1 + asked[path] for path in expected()}


@pytest.mark.parametrize("value", ["yes", "2", ""])
def test_fresh_is_0_or_1(value: str, net: Net, tmp_path: Path) -> None:
    refused = net.run(command(FRESH, tmp_path, "-a", f"fresh={value}"), cwd=ROOT, timeout=60)
    assert refused.returncode == 2
    assert "expected 0 or 1" in refused.stderr


def test_a_page_crawl_has_nothing_to_start_over(net: Net, tmp_path: Path) -> None:
    refused: Run = crawl(net, "page", f"https://{FRESH}/", tmp_path, "-a", "fresh=1")
    assert refused.code == 2
    assert "unknown argument -a fresh" in refused.err


def test_a_full_disk_stops_the_crawl_and_the_same_command_goes_on(net: Net, tmp_path: Path) -> None:
    """The disk that is full is a real one, of two megabytes."""
    net.forget()
    prove(net, FULL, tmp_path)
    disk = tmp_path / "disk"
    disk.mkdir()
    assert net.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(disk)]).returncode == 0
    state = disk / "state"
    assert net.run(["cp", "-rp", str(tmp_path / "state"), str(state)]).returncode == 0
    where = [*command(FULL, tmp_path), "-s", f"STATE_DIR={state}"]
    with net.popen(where, cwd=ROOT, stdout=-1, stderr=-2, text=True) as program:
        while len(net.requests().host(FULL)) < 5 and program.poll() is None:
            time.sleep(0.05)
        net.run(["dd", "if=/dev/zero", f"of={disk / 'filler'}", "bs=4096"])  # ends when nothing more goes in
        said, _ = program.communicate(timeout=60)
    asked = len(net.requests().host(FULL))
    assert program.returncode == 70, said
    assert "run the same command" in said
    assert asked < PAGES  # it stopped for it
    assert newest(tmp_path)["run"]["finish_reason"] == "stopped"
    assert net.run(["rm", str(disk / "filler")]).returncode == 0
    again = net.run(where, cwd=ROOT, timeout=60)
    assert again.returncode == 0, again.stderr
    whole = newest(tmp_path)
    assert {page["url"].removeprefix(f"https://{FULL}") for page in whole["pages"]} == expected()
    twice = {path: times for path, times in pages_asked(net, FULL).items() if times > 1}
    assert len(twice) <= 1, twice  # what was in flight when the disk was full
    assert set(pages_asked(net, FULL)) == expected()


def test_items_of_a_crawl_that_goes_on_are_added_to_its_file(net: Net, tmp_path: Path) -> None:
    net.forget()
    prove(net, FED, tmp_path)
    items = tmp_path / "items.jsonl"
    stop_after(net, FED, 6, signal.SIGINT, tmp_path, "-O", str(items))
    before = items.read_text().splitlines()
    assert net.run(command(FED, tmp_path, "-O", str(items)), cwd=ROOT, timeout=60).returncode == 0
    lines = items.read_text().splitlines()
    assert lines[: len(before)] == before
    assert expected() <= {json.loads(line)["url"].removeprefix(f"https://{FED}") for line in lines}


@pytest.mark.parametrize("name", ["items.json", "items.xml", "items.csv"])
def test_items_in_a_format_that_cannot_be_added_to_are_refused(name: str, net: Net, tmp_path: Path) -> None:
    refused = net.run(command(FED, tmp_path, "-O", str(tmp_path / name)), cwd=ROOT, timeout=60)
    assert refused.returncode == 2
    assert "expected jsonl" in refused.stderr
    one = partial(crawl, net, "page", f"https://{FED}/", tmp_path, "-O", str(tmp_path / name))
    assert one().code == 0
