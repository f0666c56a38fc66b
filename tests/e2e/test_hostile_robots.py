"""Hostile servers, robots.txt, redirects and names: rows that no other module shows."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.hostile_case import Case, check, crawl_cases, world_of
from tests.e2e.support import Run, crawl
from tests.world import Host, Name, Net, Request, Response, World, hostile, html, redirect, text

DOMAIN = "hostile-robots.com"
DRIPPED, GROUPS = "endless or dripped", "20 000 user-agent groups"
BYTES, SILENT = "1 byte per 0.5 s in body, chunks or headers", "accepts, never answers"
WILD = "26 000 wildcard rules; `*a` x400"
PAGE = html("<title>Page</title>")


def ruled(answer: Response, request: Request) -> Response:
    """`answer` in place of robots.txt, and honest pages."""
    return answer if request.path == "/robots.txt" else PAGE


def rules(body: bytes | str) -> Any:
    return partial(ruled, text(body))


def way(path: str) -> Any:
    return partial(ruled, hostile.WAYS[path])


SLOW = {
    name: Case(row, way(f"/{name}"), "robots-unreadable", asked=0)
    for name, row in {
        "drip": BYTES, "drip-chunked": BYTES, "drip-head": BYTES, "silent": SILENT, "silent-body": DRIPPED,
    }.items()
}  # fmt: skip
CASES = SLOW | {
    "endless": Case(DRIPPED, way("/endless"), "robots-unreadable", asked=0),
    "html": Case("HTML 200 page", partial(ruled, html("<!doctype html><title>Home</title><p>Hello")), "fetched"),
    "binary": Case("binary, NULs, BOM, CR only", rules(bytes(range(256)) * 1500), "fetched"),
    "groups": Case(GROUPS, rules("".join(f"User-agent:a{n}\nAllow:/\n" for n in range(20_000))), "fetched"),
    "wild": Case(WILD, rules("User-agent:*\n" + "".join(f"Disallow:/*{n}z\n" for n in range(26_000))), "fetched"),
    "stars": Case(WILD, rules(f"User-agent: *\nDisallow: /{'*a' * 400}$\n"), "fetched", path=f"/{'a' * 1500}b"),
    "itself": Case("A -> A, A -> B -> A", redirect("/"), "redirect-loop"),
    "carriage": Case(
        "`http:\\\\10.0.0.1/`, tab or CR/LF inside Location",
        Response(raw=b"HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\ra\r\nContent-Length: 0\r\n\r\n"),
        "url-refused or bad-response",
    ),
    "refresh": Case(
        "meta refresh, Refresh header, JS location",
        Response(
            200,
            {"Content-Type": "text/html", "Refresh": "0; url=/by-header"},
            '<meta http-equiv=refresh content="0; url=http://10.0.0.1/"><title>x</title><script>location="/js"</script>',
        ),
        "fetched",
    ),
}  # fmt: skip


def world() -> World:
    made = world_of(CASES, DOMAIN)
    six = [f"2a00:1450:4001::{n:x}" for n in range(0x61, 0x65)]
    many = [f"93.184.240.{n}" for n in range(1, 41)]
    names = [
        Name(f"dead-six.{DOMAIN}", a=["93.184.239.1"], aaaa=["2a00:dead::1"]),
        Name(f"dead-many.{DOMAIN}", a=["93.184.239.2"], aaaa=[f"2a00:dead::{n}" for n in range(2, 7)]),
        Name(f"first.{DOMAIN}", cname=f"second.{DOMAIN}"),
        Name(f"second.{DOMAIN}", cname=f"dead-six.{DOMAIN}"),
        Name(f"circle.{DOMAIN}", cname=f"circle-two.{DOMAIN}"),
        Name(f"circle-two.{DOMAIN}", cname=f"circle.{DOMAIN}"),
        Name(f"inward.{DOMAIN}", cname=f"inside.{DOMAIN}"),
        Name(f"inside.{DOMAIN}", a=["10.0.0.1"]),
        Name(f"many.{DOMAIN}", a=many),
        Name(f"last-inside.{DOMAIN}", a=[*many[:39], "10.0.0.1"]),
    ]
    hosts = [
        Host(f"dead-six.{DOMAIN}", rules(""), v4=["93.184.239.1"]),
        Host(f"dead-many.{DOMAIN}", rules(""), v4=["93.184.239.2"]),
        Host(f"first.{DOMAIN}", rules(""), v4=["93.184.239.1"]),
        Host(f"six.{DOMAIN}", rules(""), v4=(), v6=six),
    ]
    return World([*made.hosts, *hosts], names)


@pytest.fixture(scope="module")
def runs(net: Net, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    return crawl_cases(net, CASES, DOMAIN, tmp_path_factory.mktemp("robots"))


@pytest.mark.parametrize("name", [pytest.param(name, id=f"{case.row}: {name}") for name, case in CASES.items()])
def test_row(name: str, runs: dict[str, Run], net: Net) -> None:
    check(name, CASES, DOMAIN, runs, net)


@pytest.mark.parametrize("name", SLOW)
def test_a_request_that_does_not_end_is_ended_at_twenty_seconds(name: str, runs: dict[str, Run], net: Net) -> None:
    (entry,) = net.requests().host(f"{name}.{DOMAIN}")
    assert 19 <= entry.t_end - entry.t_start <= 22
    assert "timeout" in runs[name].report["robots"][0]["reason"]


def test_a_page_in_place_of_robots_txt_allows_everything_and_is_marked(runs: dict[str, Run]) -> None:
    (robots,) = runs["html"].report["robots"]
    assert (robots["decision"], robots["marks"]) == ("rules", ["robots-not-text"])
    assert [runs[name].report["robots"][0]["marks"] for name in ("groups", "wild")] == [[], []]


def test_what_a_page_says_of_going_elsewhere_is_a_finding_and_no_request(runs: dict[str, Run], net: Net) -> None:
    assert net.requests().host(f"refresh.{DOMAIN}").paths() == ["/robots.txt", "/"]
    assert "meta-refresh-redirect" in {found["check"] for found in runs["refresh"].report["findings"]}


# Names


@pytest.fixture(scope="module")
def dead(net: Net) -> None:
    """Addresses whose packets vanish: sent to ourselves, and nobody's here."""
    done = net.run(["ip", "-6", "route", "add", "2a00:dead::/32", "dev", "lo"])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("name", "most"), [("dead-six", 1.5), ("dead-many", 3.0)])
def test_where_ipv6_is_dead_ipv4_answers_soon_and_the_name_is_looked_up_once(
    name: str, most: float, dead: None, net: Net, tmp_path: Path
) -> None:
    net.forget()
    run = crawl(net, "page", f"https://{name}.{DOMAIN}/", tmp_path)
    entry = run.entry(f"https://{name}.{DOMAIN}/")
    assert (entry["outcome"], entry["seconds"] < most) == ("fetched", True), entry
    asked = [lookup["type"] for lookup in net.lookups() if lookup["name"].rstrip(".") == f"{name}.{DOMAIN}"]
    assert sorted(asked) == ["A", "AAAA"]
    assert net.requests().host(f"{name}.{DOMAIN}").paths() == ["/robots.txt", "/"]


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("first", "fetched"),
        ("circle", "dns-failed"),
        ("inward", "private-address"),
        ("last-inside", "private-address"),
        ("six", "fetched"),
    ],
)
def test_chains_of_names_and_many_answers(name: str, outcome: str, dead: None, net: Net, tmp_path: Path) -> None:
    run = crawl(net, "page", f"https://{name}.{DOMAIN}/", tmp_path)
    assert run.outcome(f"https://{name}.{DOMAIN}/") == outcome


def test_of_forty_answers_no_more_than_sixteen_are_tried(net: Net, tmp_path: Path) -> None:
    net.forget()
    done = crawl(net, "page", f"https://many.{DOMAIN}/", tmp_path)
    assert done.outcome(f"https://many.{DOMAIN}/") == "unreachable"
    assert done.seconds < 60
    assert net.connections() == []
