"""Endings that no other module shows: limits of a whole crawl, hosts that do not answer, IPv6, faults, stops."""

import json
import shutil
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crawler.core.limits import DNS_SECONDS
from tests.e2e.support import ROOT, Run, crawl, crawl_pages, prove
from tests.world import Host, Name, Net, Request, Response, World, html, redirect, text, xml

SITE, TRAP, SLOW_DNS = "www.endings.com", "trap.endings.com", "a.b.c.d.silent-names.com"
SIX, HALF = "six.endings.com", "half.endings.com"


HOME = "".join(
    f'<a href="{path}">{path}</a>'
    for path in (
        *(f"/no/{number}" for number in range(8)),
        *("/list.xml", "/film.mp4", "/deep", "/bomb", "/secret;", "/plain", "http://endings.com/from-apex"),
    )
)


def site(request: Request) -> Response | None:
    path = request.path
    if path == "/robots.txt":
        return text("User-agent: *\nDisallow: /no/\nDisallow: /secret$\nSitemap: https://www.endings.com/index.xml\n")
    listed = "https://www.endings.com/only-listed"
    pages = {
        "/": html(f"<title>Home</title>{HOME}"),
        "/index.xml": xml(
            "<sitemapindex><sitemap><loc>https://www.endings.com/list.xml</loc></sitemap></sitemapindex>"
        ),
        "/list.xml": xml(f"<urlset><url><loc>{listed}</loc></url></urlset>"),
        "/film.mp4": Response(200, {"Content-Type": "video/mp4"}, b"x" * 100_000),
        "/bomb": html("<title>Bomb</title>" + "<a href=x><object>" * 250 + "<img>" * 240_000),
        "/secret;": html("<title>The judged target is sent to the letter</title>"),
        "/deep": html("<title>Deep</title>" + "<div>" * 5000),
        "/plain": html("<title>Plain</title>"),
        "/only-listed": html("<title>Only listed</title>"),
        "/from-apex": html("<title>From the apex</title>"),
    }
    return pages.get(path)


def apex(request: Request) -> Response:
    """http to https on its own host first, then to www: what a site on the preload list does."""
    if request.path == "/robots.txt":
        return text("")
    if request.scheme == "http":
        return redirect(f"https://endings.com{request.path}", 301)
    return redirect(f"https://{SITE}{request.path}", 301)


def trap(request: Request) -> Response | None:
    """Every page links to the next."""
    if request.path == "/robots.txt":
        return text("")
    number = request.path.strip("/") or "0"
    if not number.isdigit():
        return None
    return html(f'<title>{number}</title><a href="/{int(number) + 1}">next</a>')


def world() -> World:
    return World(
        [
            Host(SITE, site),
            Host("endings.com", apex),
            Host(TRAP, trap),
            Host(SIX, partial(trap), v4=(), v6=["2a00:1450:4001::5"]),
            Host(HALF, site, v4=["93.184.231.4"], tls=None),
            Host("closed.endings.com", site, http=False, tls=None),
        ],
        [
            Name("*.silent-names.com", silent=True),
            Name("silent-names.com", silent=True),
            Name(HALF, a=["93.184.231.4"], silent="AAAA"),
        ],
    )


@pytest.fixture(scope="module")
def done(net: Net, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("endings")
    prove(net, "endings.com", folder)
    return crawl(net, "site", f"https://{SITE}/", folder)


def test_what_is_not_a_page_is_not_html_and_its_body_is_left_alone(done: Run, net: Net) -> None:
    assert done.outcome(f"https://{SITE}/film.mp4") == "not-html"
    assert done.entry(f"https://{SITE}/film.mp4")["bytes"] == 0


def test_a_page_that_would_blow_up_a_parser_is_parse_limit(done: Run) -> None:
    assert done.outcome(f"https://{SITE}/deep") == "parse-limit"


def test_a_page_whose_reading_does_not_end_is_parse_limit_and_the_crawl_goes_on(done: Run) -> None:
    assert done.outcome(f"https://{SITE}/bomb") == "parse-limit"
    assert done.entry(f"https://{SITE}/bomb")["evidence"]["limit"] == "parse-seconds"
    assert done.report["run"]["finish_reason"] == "finished"


def test_the_target_that_was_judged_is_sent_to_the_letter(done: Run, net: Net) -> None:
    assert "/secret;" in net.requests().host(SITE).paths()
    assert "/secret" not in net.requests().host(SITE).paths()
    assert done.outcome(f"https://{SITE}/secret;") == "fetched"


def test_a_sitemap_that_a_page_links_to_is_read_as_one(done: Run) -> None:
    assert done.outcome(f"https://{SITE}/only-listed") == "fetched"


def test_a_twin_that_redirects_on_its_own_host_first_belongs_to_the_site(done: Run) -> None:
    assert done.report["site"]["scope"] == ["endings.com", SITE]
    assert done.outcome("http://endings.com/from-apex") == "redirected"
    assert done.outcome(f"https://{SITE}/from-apex") == "fetched"


def test_every_url_the_server_saw_is_in_the_report_once(done: Run, net: Net) -> None:
    asked = {
        f"{entry.scheme}://{entry.host}{entry.path}" for entry in net.requests() if entry.host in (SITE, "endings.com")
    }
    reported = [entry["url"] for entry in done.report["urls"]]
    assert len(reported) == len(set(reported))
    assert asked - set(reported) == {f"{origin['origin']}/robots.txt" for origin in done.report["robots"]}


def test_a_limit_of_pages_counts_what_left_and_says_its_own_value(net: Net, tmp_path: Path) -> None:
    prove(net, "endings.com", tmp_path)
    run = crawl(net, "site", f"https://{SITE}/", tmp_path, "-s", "MAX_PAGES=3")
    outcomes = list(run.outcomes().values())
    assert outcomes.count("robots-denied") == 8
    assert outcomes.count("page-limit") >= 1
    limited = next(entry for entry in run.report["urls"] if entry["outcome"] == "page-limit")
    assert limited["evidence"]["value"] == 3
    assert run.report["run"]["finish_reason"] == "page-limit"
    assert run.report["complete"] is False


def test_links_are_followed_ten_deep_and_no_further(net: Net, tmp_path: Path) -> None:
    prove(net, "endings.com", tmp_path)
    run = crawl(net, "site", f"https://{TRAP}/", tmp_path)
    assert run.outcome(f"https://{TRAP}/10") == "fetched"
    assert run.outcome(f"https://{TRAP}/11") == "depth-limit"
    assert run.entry(f"https://{TRAP}/11")["evidence"]["limit"] == "depth"


def test_a_host_of_ipv6_alone_is_crawled(net: Net, tmp_path: Path) -> None:
    run = crawl(net, "page", f"https://{SIX}/", tmp_path)
    assert run.code == 0
    assert {entry.address for entry in net.requests().host(SIX)} == {"2a00:1450:4001::5"}


def test_a_family_that_is_never_answered_is_not_waited_for_and_what_was_answered_is_kept(
    net: Net, tmp_path: Path
) -> None:
    began = time.monotonic()
    run = crawl(net, "page", f"http://{HALF}/plain", tmp_path)
    assert run.outcome(f"http://{HALF}/plain") == "fetched"
    assert time.monotonic() - began < DNS_SECONDS.value
    asked = [lookup for lookup in net.lookups() if lookup["name"].startswith(HALF) and lookup["type"] == "A"]
    assert len(asked) == 1


def test_a_closed_port_is_unreachable(net: Net, tmp_path: Path) -> None:
    run = crawl(net, "page", "https://closed.endings.com/", tmp_path)
    assert run.outcome("https://closed.endings.com/") == "unreachable"
    assert run.code == 3


def test_a_fault_of_ours_in_reading_a_page_is_its_ending_and_no_url_is_lost(net: Net, tmp_path: Path) -> None:
    for name in ("crawler", "settings_profiles", "scrapy.cfg"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    reader = tmp_path / "crawler" / "core" / "audit" / "page.py"
    words = reader.read_text()
    broken = words.replace(
        "def read_page(", "def read_page(**kw):\n    raise RuntimeError('planted')\n\n\ndef _read(", 1
    )
    assert broken != words
    reader.write_text(broken)
    command = [sys.executable, "-m", "scrapy", "crawl", "page", "-a", f"url=https://{SITE}/plain", "-L", "CRITICAL"]
    run = net.run([*command, "-s", f"STATE_DIR={tmp_path / 's'}", "-s", f"REPORTS_DIR={tmp_path / 'r'}"], cwd=tmp_path)
    report = json.loads(next((tmp_path / "r").glob("*/*/report.json")).read_text())
    assert run.returncode == 70
    assert [entry["outcome"] for entry in report["urls"]] == ["internal-error"]
    assert report["complete"] is False


def test_a_crawl_stopped_while_it_looks_for_a_proof_says_so(net: Net, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url=https://{SLOW_DNS}/", "-L", "WARNING"]
    settings = ["-s", f"STATE_DIR={tmp_path / 's'}", "-s", f"REPORTS_DIR={tmp_path / 'r'}"]
    net.forget()
    with net.popen([*command, *settings], cwd=ROOT) as program:
        while not net.lookups():
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        program.wait(timeout=30)
    report = json.loads(next((tmp_path / "r").glob("*/*/report.json")).read_text())
    assert program.returncode == 3
    assert [(entry["url"], entry["outcome"]) for entry in report["urls"]] == [(f"https://{SLOW_DNS}/", "stopped")]
    assert report["run"]["finish_reason"] == "stopped"
    assert report["complete"] is False
    assert report["findings"] == []


def test_a_connection_of_http_1_0_is_not_used_again(net: Net, tmp_path: Path) -> None:
    net.add_host(Host("old.endings.com", tcp=old_server))
    run = crawl(net, "page", "http://old.endings.com/", tmp_path)
    assert [page["title"] for page in run.report["pages"]] == ["request 1 of its connection"]


GONE = b"HTTP/1.1 404 Gone\r\n"
SMUGGLED = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 22\r\n\r\n<title>smuggled</title>"
#: Answers after which a connection is over, and must not be used for the next request.
LAST = {
    "longer": GONE + b"Content-Length: 2\r\n\r\nno" + SMUGGLED,
    "chunked-and-length": GONE + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
    "after-the-last-chunk": GONE + b"Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n" + SMUGGLED,
    "after-none": GONE + b"Content-Length: 0\r\n\r\n" + SMUGGLED,
    "after-204": b"HTTP/1.1 204 No Content\r\n\r\n" + SMUGGLED,
    "capital": GONE + b"Connection: Close\r\nContent-Length: 2\r\n\r\nno",
    "among-others": GONE + b"Connection: keep-alive, close\r\nContent-Length: 2\r\n\r\nno",
}


def test_a_connection_that_is_over_is_not_used_again(net: Net, tmp_path: Path) -> None:
    for name, first in LAST.items():
        net.add_host(Host(f"{name}.endings.com", tcp=partial(answers, first=first), tls=None))
    runs = crawl_pages(net, [f"http://{name}.endings.com/" for name in LAST], tmp_path)
    for url, run in runs.items():
        assert [page["title"] for page in run.report["pages"]] == ["request 1 of its connection"], (url, run.report)


async def answers(connection: Any, first: bytes) -> None:
    """Answers robots.txt with `first`, and whatever else is asked with its number on the connection."""
    number = 0
    while head := await connection.head():
        number += 1
        body = b"<title>request %d of its connection</title>" % number
        page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        await connection.send(first if b"/robots.txt" in head else page)


async def old_server(connection: Any) -> None:
    """Says HTTP/1.0 and nothing of keeping the connection, and answers on it all the same."""
    number = 0
    while await connection.head():
        number += 1
        body = b"<title>request %d of its connection</title>" % number
        head = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body)
        await connection.send(head + body)
