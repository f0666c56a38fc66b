"""Never a private address: names, literals, mixed and changing answers. The victims' count is checked by `net`."""

from pathlib import Path

import pytest

from tests.e2e.support import crawl, crawl_pages
from tests.world import Host, Name, Net, Request, Response, World, html, text

DOMAIN = "inside-example.com"
PUBLIC = "93.184.215.77"
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
LITERALS = ("http://10.0.0.1/", "http://127.0.0.1/", "http://[::1]/", "http://[fd00::1]/", "http://127.1/",
            "http://2130706433/", "http://0x7f.0.0.1/", "http://localhost/", "http://169.254.169.254/latest/",
            "http://[::ffff:10.0.0.1]/", "http://printer.local/")  # fmt: skip


#: How often a name is public first: looked up by the gate, then by the door for robots.txt, then for the page.
TURNING = {"soon-turning": 1, "turning": 2}


def site(request: Request) -> Response | None:
    return text("", 404) if request.path == "/robots.txt" else html("<title>x</title>")


def world() -> World:
    names = [Name(f"{name}.{DOMAIN}", **records) for name, records in PRIVATE.items()]
    turns = {name: [*[[PUBLIC]] * times, ["10.0.0.1"]] for name, times in TURNING.items()}
    names += [Name(f"{name}.{DOMAIN}", a=answers, ttl=0) for name, answers in turns.items()]
    names.append(Name(f"later.{DOMAIN}", a=[[PUBLIC], [PUBLIC], ["10.0.0.1"]], ttl=60))
    hosts = [Host(f"{name}.{DOMAIN}", closing, v4=[PUBLIC]) for name in (*TURNING, "later")]
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
