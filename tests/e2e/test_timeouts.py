"""A host that does not answer any more is left alone after the third request that timed out, whatever it was for."""

import json
import sys
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from crawler.core.limits import CONNECT_SECONDS, TIMEOUTS
from tests.e2e.support import IDLE_MEMORY, LATE, MEMORY, ROOT, scrapy
from tests.world import Host, Name, Net, Request, Response, World, html, text

HOST, OTHER = "vanishing.timeouts.com", "other.timeouts.com"
LIVE, DEAD = "93.184.231.7", "93.184.232.7"
PAGES = [f"/{letter}" for letter in "abcdef"]


def site(request: Request) -> Response:
    """Closes after robots.txt, so that the first page needs a new connection."""
    answer = text("", 404) if request.path == "/robots.txt" else html("<title>x</title>")
    answer.close = True
    return answer


def world() -> World:
    """Once robots.txt was read, the name moves to where packets vanish: six seconds for each request, not twenty."""
    hosts = [Host(HOST, site, v4=[LIVE]), Host(OTHER, site), Host("gone.timeouts.com", site, v4=[DEAD])]
    return World(hosts, [Name(HOST, a=[[LIVE], [LIVE], [DEAD]], ttl=0)])


@pytest.fixture(scope="module")
def printed(net: Net, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], Path]:
    folder = tmp_path_factory.mktemp("timeouts")
    state, peak = folder / "state", folder / "peak.json"
    for change in (["addr", "del"], ["route", "add"]):  # sent to ourselves, and nobody's any more
        done = net.run(["ip", *change, f"{DEAD}/32", "dev", "lo"])
        assert done.returncode == 0, done.stderr
    urls = [*(f"https://{HOST}{path}" for path in PAGES), *(f"https://{OTHER}{path}" for path in PAGES)]
    done = net.run([sys.executable, "-m", "tests.e2e.measured", peak, "tests.e2e.many", state, *urls], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert json.loads(peak.read_text())["kilobytes"] < IDLE_MEMORY + MEMORY
    return dict(line.split() for line in done.stdout.splitlines()), state


def test_after_the_third_timeout_in_a_row_a_host_is_asked_for_nothing_more(
    printed: tuple[dict[str, str], Path], net: Net
) -> None:
    ended, _ = printed
    assert {ended[f"https://{HOST}{path}"] for path in PAGES} == {"deferred"}
    assert net.requests().host(HOST).paths() == ["/robots.txt"]
    # A request is a lookup here, and the gate has one of its own.
    asked = [lookup for lookup in net.lookups() if lookup["name"].rstrip(".") == HOST and lookup["type"] == "A"]
    assert len(asked) == 2 + int(TIMEOUTS)


def test_the_other_hosts_are_asked_for_everything(printed: tuple[dict[str, str], Path], net: Net) -> None:
    ended, _ = printed
    assert {ended[f"https://{OTHER}{path}"] for path in PAGES} == {"200"}


def test_each_wait_was_as_long_as_the_request_before_took(printed: tuple[dict[str, str], Path], net: Net) -> None:
    settings = ("-s", f"STATE_DIR={printed[1]}")
    rows = json.loads(scrapy(net, "ledger", "show", "--host", HOST, "--json", *settings).out)
    assert [row["outcome"] for row in rows] == [None, *["timeout"] * int(TIMEOUTS)]
    for before, row in pairwise(rows[1:]):
        took = (datetime.fromisoformat(before["ended"]) - datetime.fromisoformat(before["started"])).total_seconds()
        assert CONNECT_SECONDS.value <= took <= CONNECT_SECONDS.value + LATE
        assert row["wait_kept"] >= took
    checked = scrapy(net, "ledger", "check", *settings)
    assert (checked.code, checked.out) == (0, "11 requests to 2 hosts: no rule was broken.\n")
