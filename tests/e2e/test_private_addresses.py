"""Never a private address: names, literals, mixed and changing answers. The victims' count is checked by `net`."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.support import ROOT, crawl, crawl_pages
from tests.world import Host, Name, Net, Request, Response, World, html, text

DOMAIN = "inside-example.com"
PUBLIC, SIX = "93.184.215.77", "2a00:1450:4001::77"
PRIVATE = {
    "rfc1918": {"a": ["10.0.0.1"]},
    "loopback": {"a": ["127.0.0.1"]},
    "metadata": {"a": ["169.254.169.254"]},
    "cgnat": {"a": ["100.64.0.1"]},
    "zero": {"a": ["0.0.0.0"]},
    "six-loopback": {"aaaa": ["::1"]},
    "six-unique": {"aaaa": ["fd00::1"]},
    "six-mapped": {"aaaa": ["::ffff:10.0.0.1"]},
    "six-nat64": {"aaaa": ["64:ff9b::a00:1"]},
    "mixed-four": {"a": [PUBLIC, "10.0.0.1"]},
    "mixed-six": {"a": [PUBLIC], "aaaa": ["fd00::1"]},
    "alias": {"cname": "rfc1918.inside-example.com"},
}
#: Private addresses inside others, and beside and behind public ones: IPv4 that is mapped (RFC 4291 2.5.5.2),
#: compatible (2.5.5.1), translated (RFC 6052, RFC 8215), in 6to4 (RFC 3056) and in Teredo (RFC 4380: its bits flipped).
INSIDE = {
    "mapped-loopback": {"aaaa": ["::ffff:127.0.0.1"]},
    "mapped-metadata": {"aaaa": ["::ffff:169.254.169.254"]},
    "compatible": {"aaaa": ["::10.0.0.1"]},
    "translated-metadata": {"aaaa": ["64:ff9b::169.254.169.254"]},
    "translated-here": {"aaaa": ["64:ff9b:1::10.0.0.1"]},
    "six-to-four": {"aaaa": ["2002:a00:1::1"]},
    "six-to-four-loopback": {"aaaa": ["2002:7f00:1::1"]},
    "teredo": {"aaaa": ["2001:0:5db8:d70e:0:f2d2:f5ff:fffe"]},
    "link-local": {"aaaa": ["fe80::1"]},
    "site-local": {"aaaa": ["fec0::1"]},
    "mixed-mapped": {"a": [PUBLIC], "aaaa": ["::ffff:10.0.0.1"]},
    "mixed-translated": {"a": [PUBLIC], "aaaa": ["64:ff9b::10.0.0.1"]},
    "mixed-six-to-four": {"a": [PUBLIC], "aaaa": [SIX, "2002:a00:1::1"]},
    "mixed-teredo": {"a": [PUBLIC], "aaaa": [SIX, "2001:0:5db8:d70e:0:f2d2:f5ff:fffe"]},
    "chain-1": {"cname": f"chain-2.{DOMAIN}"},
    "chain-2": {"cname": f"chain-3.{DOMAIN}"},
    "chain-3": {"a": ["10.0.0.1"]},
    "chain-to-mapped": {"cname": f"six-mapped.{DOMAIN}"},
    "chain-to-teredo": {"cname": f"mixed-teredo.{DOMAIN}"},
    "chain-to-localhost": {"cname": f"loopback.{DOMAIN}"},
}
#: What these say is public when robots.txt is asked for, by the gate and by the door, and then, for the page, no more.
BEFORE = [[PUBLIC], [PUBLIC]]
TURNED: dict[str, dict[str, Any]] = {
    "turned-mixed": {"a": [*BEFORE, [PUBLIC, "10.0.0.1"]]},
    "turned-metadata": {"a": [*BEFORE, ["169.254.169.254"]]},
    "turned-mapped": {"a": [PUBLIC], "aaaa": [[], [], ["::ffff:10.0.0.1"]]},
    "turned-translated": {"a": [PUBLIC], "aaaa": [[], [], ["64:ff9b::10.0.0.1"]]},
    "turned-six-to-four": {"a": [*BEFORE, []], "aaaa": [[], [], ["2002:a00:1::1"]]},
    "turned-teredo": {"a": [*BEFORE, []], "aaaa": [[], [], ["2001:0:5db8:d70e:0:f2d2:f5ff:fffe"]]},
    "turned-behind-a-chain": {"cname": f"turning-end.{DOMAIN}"},
}
LITERALS = ("http://10.0.0.1/", "http://127.0.0.1/", "http://[::1]/", "http://[fd00::1]/", "http://127.1/",
            "http://2130706433/", "http://0x7f.0.0.1/", "http://localhost/", "http://169.254.169.254/latest/",
            "http://[::ffff:10.0.0.1]/", "http://printer.local/")  # fmt: skip


#: How often a name is public first: looked up by the gate, then by the door for robots.txt, then for the page.
TURNING = {"soon-turning": 1, "turning": 2}


def site(request: Request) -> Response | None:
    return text("", 404) if request.path == "/robots.txt" else html("<title>x</title>")


def world() -> World:
    names = [Name(f"{name}.{DOMAIN}", **records) for name, records in (PRIVATE | INSIDE).items()]
    names += [Name(f"{name}.{DOMAIN}", **records, ttl=0) for name, records in TURNED.items()]
    names.append(Name(f"turning-end.{DOMAIN}", a=[*BEFORE, ["10.0.0.1"]], ttl=0))
    turns = {name: [*[[PUBLIC]] * times, ["10.0.0.1"]] for name, times in TURNING.items()}
    names += [Name(f"{name}.{DOMAIN}", a=answers, ttl=0) for name, answers in turns.items()]
    names.append(Name(f"later.{DOMAIN}", a=[[PUBLIC], [PUBLIC], ["10.0.0.1"]], ttl=60))
    hosts = [Host(f"{name}.{DOMAIN}", closing, v4=[PUBLIC]) for name in (*TURNING, *TURNED, "later")]
    return World([Host(f"public.{DOMAIN}", site, v4=[PUBLIC]), *hosts], names)


def closing(request: Request) -> Response:
    """Closes after robots.txt, so that the page needs a new connection and a new lookup."""
    answer = text("", 404) if request.path == "/robots.txt" else html("<title>x</title>")
    answer.close = True
    return answer


def test_names_that_lead_inside_are_refused(net: Net, tmp_path: Path) -> None:
    urls = {name: f"https://{name}.{DOMAIN}/" for name in PRIVATE}
    runs = crawl_pages(net, urls.values(), tmp_path)
    assert {name: runs[url].outcome(url) for name, url in urls.items()} == dict.fromkeys(PRIVATE, "private-address")
    assert {run.code for run in runs.values()} == {4}
    assert net.connections() == []


def ended(net: Net, folder: Path, names: Iterable[str]) -> dict[str, str]:
    """How the pages of these hosts ended, asked for in one crawl."""
    urls = {f"https://{name}.{DOMAIN}/": name for name in names}
    done = net.run([sys.executable, "-m", "tests.e2e.many", folder / "state", *urls], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return {urls[url]: outcome for url, outcome in (line.split() for line in done.stdout.splitlines())}


def test_addresses_inside_others_and_behind_chains_of_names_are_refused(net: Net, tmp_path: Path) -> None:
    net.forget()
    assert ended(net, tmp_path, INSIDE) == dict.fromkeys(INSIDE, "private-address")
    assert net.connections() == []
    assert net.victims() == []


def test_an_answer_that_turns_inside_between_robots_txt_and_the_page_is_refused(net: Net, tmp_path: Path) -> None:
    net.forget()
    assert ended(net, tmp_path, TURNED) == dict.fromkeys(TURNED, "private-address")
    asked = {name: net.requests().host(f"{name}.{DOMAIN}").paths() for name in TURNED}
    assert asked == {name: ["/robots.txt"] for name in TURNED}
    assert net.victims() == []


@pytest.mark.parametrize(("name", "asked"), [("soon-turning", []), ("turning", ["/robots.txt"])])
def test_a_name_whose_answer_turns_inside_is_refused_at_the_lookup_that_tells(
    name: str, asked: list[str], net: Net, tmp_path: Path
) -> None:
    run = crawl(net, "page", f"https://{name}.{DOMAIN}/", tmp_path)
    assert net.requests().host(f"{name}.{DOMAIN}").paths() == asked
    assert run.outcome(f"https://{name}.{DOMAIN}/") == "private-address"
    assert run.code == 4


def test_an_answer_is_used_as_long_as_its_ttl_allows_and_what_was_judged_is_dialled(net: Net, tmp_path: Path) -> None:
    net.forget()
    run = crawl(net, "page", f"https://later.{DOMAIN}/", tmp_path)
    assert run.outcome(f"https://later.{DOMAIN}/") == "fetched"
    log = net.requests().host(f"later.{DOMAIN}")
    assert log.paths() == ["/robots.txt", "/"]
    assert [entry.address for entry in log] == [PUBLIC, PUBLIC]
    assert log[0].connection != log[1].connection
    asked = [lookup for lookup in net.lookups() if lookup["name"].rstrip(".") == f"later.{DOMAIN}"]
    assert sorted(lookup["type"] for lookup in asked) == ["A", "AAAA"]  # once, for the gate and the door


@pytest.mark.parametrize("url", LITERALS)
def test_literals_and_special_names_are_refused_before_anything_starts(url: str, net: Net, tmp_path: Path) -> None:
    net.forget()
    run = crawl(net, "page", url, tmp_path)
    assert run.code == 4
    assert "refused" in run.out
    assert net.lookups() == []


def test_the_proxies_of_the_environment_are_no_way_out(net: Net, tmp_path: Path) -> None:
    proxies = dict.fromkeys(
        ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://10.0.0.1:8080"
    )
    run = crawl(net, "page", f"https://public.{DOMAIN}/", tmp_path, env=proxies)
    assert run.code == 0
    assert net.requests().host(f"public.{DOMAIN}").paths() == ["/robots.txt", "/"]
