"""Blocked is an answer: it ends the URL, is not asked for again, and three in a row end the host."""

from functools import partial
from pathlib import Path

import pytest

from tests.e2e.support import Run, crawl, prove
from tests.world import Host, Net, Request, Response, World, html, redirect, text

WALLED, PATCHY, SHOP = "walled-blocks.com", "patchy-blocks.com", "shop-blocks.com"
#: Paths the firewall lets nobody to, by host.
BLOCKED = {WALLED: {f"/{n}" for n in range(1, 9)}, PATCHY: {"/1", "/2", "/4", "/5"}}
CHALLENGE = {"Content-Type": "text/html", "cf-mitigated": "challenge"}
LINKS = "".join(f'<a href="/{n}">{n}</a>' for n in range(1, 9))


def site(host: str, request: Request) -> Response:
    if request.path == "/robots.txt":
        return text("User-agent: *\nDisallow: /sitemap.xml\n")
    if request.path in BLOCKED[host]:
        return Response(503 if request.path == "/2" else 403, CHALLENGE, "Just a moment...")
    if request.path == "/by-http":
        return html("<title>By http</title>")
    return html(f"<title>{request.path}</title>{LINKS}<a href='http://{host}/by-http'>by http</a>")


def shop(request: Request) -> Response:
    if request.path == "/robots.txt":
        return text("User-agent: *\nDisallow: /sitemap.xml\n")
    if request.path in ("/account", "/orders", "/wishlist", "/reviews"):
        return redirect(f"/login?next={request.path}")
    return html(
        f"<title>{request.path}</title>"
        "<a href=/account>a</a><a href=/orders>o</a><a href=/wishlist>w</a><a href=/reviews>r</a><a href=/books>b</a>"
    )


def world() -> World:
    return World([Host(WALLED, partial(site, WALLED)), Host(PATCHY, partial(site, PATCHY)), Host(SHOP, shop)])


def crawled(net: Net, host: str, folder: Path) -> Run:
    prove(net, host, folder)
    return crawl(net, "site", f"https://{host}/", folder)


@pytest.fixture(scope="module")
def walled(net: Net, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return crawled(net, WALLED, tmp_path_factory.mktemp("walled"))


def test_three_blocks_in_a_row_end_the_host_and_the_server_sees_nothing_more(walled: Run, net: Net) -> None:
    log = net.requests().host(WALLED)
    assert log.paths() == ["/robots.txt", "/", "/1", "/2", "/3"]
    assert [entry.status for entry in log] == [200, 200, 403, 503, 403]
    assert {entry.scheme for entry in log} == {"https"}  # not even the robots.txt of its http origin


def test_what_was_not_asked_for_any_more_is_blocked_with_the_evidence(walled: Run) -> None:
    asked, left = walled.entry(f"https://{WALLED}/1"), walled.entry(f"https://{WALLED}/8")
    assert {walled.outcome(f"https://{WALLED}/{n}") for n in range(1, 9)} == {"blocked"}
    assert walled.outcome(f"http://{WALLED}/by-http") == "blocked"
    assert asked["evidence"] == {"by": "Cloudflare challenge", "status": 403, "sign": "header field cf-mitigated"}
    assert left["evidence"] == {**asked["evidence"], "limit": "blocks", "value": 3}
    assert "blocked 3 requests in a row and is not asked again" in left["reason"]


def test_the_crawl_says_that_it_ended_blocked(walled: Run) -> None:
    assert walled.report["run"]["finish_reason"] == "blocked"
    assert walled.report["complete"] is False
    assert walled.outcome(f"https://{WALLED}/") == "fetched"
    assert walled.code == 0


def test_a_page_between_two_blocks_begins_the_row_anew(net: Net, tmp_path: Path) -> None:
    run = crawled(net, PATCHY, tmp_path)
    assert {path for path in net.requests().host(PATCHY).paths() if path[1:].isdigit()} == {
        f"/{n}" for n in range(1, 9)
    }
    assert {url for url, outcome in run.outcomes().items() if outcome == "blocked"} == {
        f"https://{PATCHY}{path}" for path in BLOCKED[PATCHY]
    }
    assert all(len(net.requests().host(PATCHY).path(path)) == 1 for path in BLOCKED[PATCHY])
    assert run.report["run"]["finish_reason"] == "finished"


def test_a_login_wall_ends_its_url_and_not_the_shop(net: Net, tmp_path: Path) -> None:
    run = crawled(net, SHOP, tmp_path)
    walls = {f"https://{SHOP}/{name}" for name in ("account", "orders", "wishlist", "reviews")}
    assert {url for url, outcome in run.outcomes().items() if outcome == "blocked"} == walls
    assert run.entry(f"https://{SHOP}/account")["evidence"]["by"] == "login wall"
    assert run.outcome(f"https://{SHOP}/books") == "fetched"
    assert "/login" not in {path.partition("?")[0] for path in net.requests().host(SHOP).paths()}
