"""Never an address of this machine itself, public as it may be: its services were not meant for those outside."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler.core.limits import OWN_KEPT
from tests.e2e.support import crawl
from tests.world import Host, Name, Net, Request, Response, World, html, text
from tests.world.sample import SEND

DOMAIN = "own-example.com"
PUBLIC, OWN4, OWN6, LATER = "93.184.215.78", "93.184.250.1", "2606:2800:21f:cb07::250", "93.184.250.2"
#: An interface that is not lo: `dummy` where the kernel has it.
INTERFACE = """
ip link add own0 type dummy 2>/dev/null || ip link add name own0 type veth peer name own1
ip link set own0 up
for address in "$@"; do ip addr add "$address" dev own0 nodad; done
"""
NAMES = {
    "four": {"a": [OWN4]},
    "six": {"aaaa": [OWN6]},
    "mixed": {"a": [PUBLIC, OWN4]},
    "alias": {"cname": f"four.{DOMAIN}"},
}


def site(request: Request) -> Response | None:
    return text("", 404) if request.path == "/robots.txt" else html("<title>x</title>")


def rising(request: Request) -> Response:
    """Its address becomes this machine's while robots.txt is asked for; the page needs a new connection."""
    answer = site(request) or html("")
    answer.close = True
    if request.path == "/robots.txt":
        subprocess.run(["ip", "addr", "add", f"{LATER}/32", "dev", "own0"], check=True)
        answer.delay = OWN_KEPT.value + 0.5
    return answer


def world() -> World:
    names = [Name(f"{name}.{DOMAIN}", **records) for name, records in NAMES.items()]
    hosts = [Host(f"public.{DOMAIN}", site, v4=[PUBLIC]), Host(f"later.{DOMAIN}", rising, v4=[LATER])]
    return World(hosts, names)


def own(net: Net, *addresses: str) -> None:
    done = net.run(["sh", "-ec", INTERFACE, "sh", *addresses])
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def machine(net: Net) -> Iterator[Net]:
    """The world, whose machine has two public addresses and serves something on one of them."""
    own(net, f"{OWN4}/24", f"{OWN6}/64")
    net.popen([sys.executable, "-m", "http.server", "80", "--bind", OWN4], cwd=net.folder, stderr=-3)
    yield net
    net.run(["ip", "link", "del", "own0"])


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_leads_to_this_machine_is_refused(name: str, machine: Net, tmp_path: Path) -> None:
    url = f"https://{name}.{DOMAIN}/"
    run = crawl(machine, "page", url, tmp_path)
    assert (run.code, run.outcome(url)) == (4, "private-address")
    assert run.entry(url)["evidence"]["class"] == "own-address"


@pytest.mark.parametrize("host", [OWN4, f"[{OWN6}]"])
def test_a_literal_of_this_machine_is_refused(host: str, machine: Net, tmp_path: Path) -> None:
    url = f"http://{host}/"
    run = crawl(machine, "page", url, tmp_path)
    assert (run.code, run.outcome(url)) == (4, "private-address")


def test_an_address_that_comes_up_while_a_crawl_runs_is_refused_from_then_on(machine: Net, tmp_path: Path) -> None:
    url = f"https://later.{DOMAIN}/"
    run = crawl(machine, "page", url, tmp_path)
    assert run.outcome(url) == "private-address"
    assert machine.requests().host(f"later.{DOMAIN}").paths() == ["/robots.txt"]


def test_what_is_not_this_machines_is_still_fetched(machine: Net, tmp_path: Path) -> None:
    url = f"https://public.{DOMAIN}/"
    assert crawl(machine, "page", url, tmp_path).outcome(url) == "fetched"


def test_a_contact_with_this_machine_would_have_counted(machine: Net) -> None:
    machine.run([sys.executable, "-c", SEND, f"tcp|{OWN4}|80", f"tcp|{OWN6}|443"])
    assert {victim["address"] for victim in machine.victims()} == {OWN4, OWN6}
    machine.forget()
