"""What is asked for beyond pages, judged from the servers' logs: once, by HEAD, after the pages, and as robots say."""

import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.support import ROOT, Run, crawl, prove
from tests.e2e.test_resume import command, newest
from tests.world import Host, Log, Name, Net, Request, Response, World, html, redirect, text

SHOP, CDN, KILLED, SOFT = "www.many-files.com", "cdn.many-files-cdn.com", "killed-files.com", "soft-shop.com"
PARTNER, FORBIDS, BLOCKS, CLOSED, GONE = (
    "partner.org", "forbids.org", "challenges.org", "closed-door.org", "no-such-name.org"
)  # fmt: skip
START = f"https://{SHOP}/"
BIG = 600_000
#: Links of the home page to others, and what the crawl of one that asks for them finds.
OTHERS = {
    f"https://{PARTNER}/works": "fetched",
    f"https://{PARTNER}/dead": "http-error",
    f"https://{PARTNER}/no-head": "fetched",
    f"https://{PARTNER}/lies": "fetched",
    f"https://{PARTNER}/moved": "redirected",
    f"https://{PARTNER}/moved-to": "fetched",
    f"https://{PARTNER}/busy": "http-error",
    f"https://{FORBIDS}/page": "robots-denied",
    f"https://{BLOCKS}/page": "blocked",
    f"https://{CLOSED}/page": "unreachable",
    f"https://{GONE}/page": "dns-failed",
}


def _image(request: Request, size: int = 10, **headers: str) -> Response:
    return Response(200, {"Content-Type": "image/png"} | headers, b"\x89PNG" + b"x" * (size - 4))


def shop(request: Request) -> Response | None:
    path = request.path
    if request.scheme == "http":
        return redirect(f"https://{request.host}{path}", 301)
    if path == "/robots.txt":
        return text("User-agent: *\nDisallow: /secret/\n")
    if path in ("/", "/two"):
        return html(_page(path))
    if path == "/no-head.png":
        return Response(405) if request.method == "HEAD" else _image(request)
    if path == "/says-403.png":
        return Response(403) if request.method == "HEAD" else _image(request)
    if path == "/busy.png":
        return Response(503)
    if path == "/moved.png":
        return redirect("/ok.png", 301)
    if path == "/page.css":
        return Response(200, {"Content-Type": "text/css", "Cache-Control": "max-age=60"}, b"p{}")
    files = {"/ok.png": 10, "/big.png": BIG, "/share.png": 10, "/linked.png": 10, "/favicon.ico": 10}
    return _image(request, files[path]) if path in files else None


def _page(path: str) -> str:
    names = ("ok", "big", "moved", "no-head", "says-403", "busy", "gone", "secret/x")
    images = "".join(f"<img src='/{name}.png' alt=x>" for name in names)
    images += f"<img src='https://{CDN}/far.png' alt=x><img srcset='/ok.png 1x, /gone2x.png 2x' alt=x>"
    links = "".join(f"<a href='{url}'>there</a>" for url in OTHERS if "moved-to" not in url)
    links += "<a href=/two>two</a><a href=/linked.png>whole picture</a><img src=/linked.png alt=x>"
    links += f"<a rel=nofollow href='https://{PARTNER}/paid'>paid</a>"
    head = f"<meta property=og:image content='{START}share.png'><link rel=stylesheet href=/page.css>"
    return f"<html lang=en><head><title>Page {path}</title>{head}</head><body>{images}{links}{'word ' * 300}"


def cdn(request: Request) -> Response | None:
    return _image(request) if request.path == "/far.png" else None


def partner(request: Request) -> Response | None:
    path = request.path
    if path == "/lies" and request.method == "HEAD":
        return Response(404)
    if path == "/no-head" and request.method == "HEAD":
        return Response(501)
    if path == "/moved":
        return redirect("/moved-to", 302)
    if path == "/busy":
        return Response(503)
    return html("<title>x</title>") if path in ("/works", "/no-head", "/lies", "/moved-to", "/paid") else None


def forbids(request: Request) -> Response:
    return text("User-agent: *\nDisallow: /\n") if request.path == "/robots.txt" else html("x")


def blocks(request: Request) -> Response:
    challenge = Response(
        403, {"Content-Type": "text/html", "cf-mitigated": "challenge"}, "<title>Just a moment...</title>"
    )
    return text("") if request.path == "/robots.txt" else challenge


def killed(request: Request) -> Response | None:
    if request.path == "/":
        return html("<title>x</title>" + "".join(f"<img src=/{n}.png>" for n in range(8)) + "word " * 300)
    return _image(request) if request.path.endswith(".png") else None


def soft(request: Request) -> Response:
    if request.path == "/robots.txt":
        return text("")
    missing = "<title>Page not found</title><h1>Page not found</h1>"
    return html("<title>Shop</title>" + "word " * 300 if request.path == "/" else missing)


def world() -> World:
    closed = Host(CLOSED, cdn, tls=None, http=False)
    hosts = [
        Host(SHOP, shop), Host(CDN, cdn), Host(PARTNER, partner), Host(FORBIDS, forbids), Host(BLOCKS, blocks), closed,
        Host(KILLED, killed, http=False), Host(SOFT, soft),
    ]  # fmt: skip
    return World(hosts, [Name(GONE, rcode="NXDOMAIN")])


@pytest.fixture(scope="module")
def both(net: Net, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Log, Run, Log]:
    """The shop crawled as it is by default, and with external=check: each with what the servers saw."""
    found: list[Any] = []
    for more in ((), ("-a", "external=check")):
        net.forget()
        folder = tmp_path_factory.mktemp("beyond")
        prove(net, SHOP, folder)
        found += [crawl(net, "site", START, folder, *more), net.requests()]
    return tuple(found)


@pytest.fixture(scope="module")
def ours(both: tuple[Run, Log, Run, Log]) -> tuple[Run, Log]:
    return both[:2]


@pytest.fixture(scope="module")
def others(both: tuple[Run, Log, Run, Log]) -> tuple[Run, Log]:
    return both[2:]


def asked(log: Log, host: str) -> list[tuple[str, str]]:
    return [(entry.method, entry.path) for entry in log.host(host) if entry.path != "/robots.txt"]


def test_each_file_is_asked_for_once_by_head_after_the_pages(ours: tuple[Run, Log]) -> None:
    run, log = ours
    assert run.code == 0, run.err
    assert run.report["complete"], run.report["gaps"]
    seen = asked(log, SHOP)
    pages = [("GET", "/"), ("GET", "/sitemap.xml"), ("GET", "/two"), ("GET", "/linked.png")]
    assert sorted(seen[:4]) == sorted(pages)
    counted = Counter(entry for entry in seen[4:] if not entry[1].startswith("/no-such-page-"))
    heads = ("ok", "big", "moved", "no-head", "says-403", "busy", "gone", "gone2x", "share")
    expected = {("HEAD", f"/{name}.png"): 1 for name in heads}
    expected |= {("HEAD", "/page.css"): 1, ("HEAD", "/favicon.ico"): 1, ("GET", "/"): 1}  # of the http port
    expected |= {("GET", f"/{name}.png"): 1 for name in ("no-head", "says-403", "gone", "gone2x")}
    assert counted == expected
    assert not log.overlaps(SHOP)
    assert min(log.gaps(SHOP)) >= 0.5


def test_nothing_is_asked_of_others_unless_asked_to(ours: tuple[Run, Log]) -> None:
    run, log = ours
    assert {entry.host for entry in log} == {SHOP}
    assert {run.outcome(url) for url in OTHERS if "moved-to" not in url} == {"out-of-scope"}
    unsure = {entry["check"]: entry["reason"] for entry in run.report["not_evaluated"]}
    assert unsure["link-broken-external"].startswith("11 addresses on other hosts not asked for; -a external=check")


def test_robots_txt_rules_files_too(ours: tuple[Run, Log]) -> None:
    run, log = ours
    assert not [path for path in log.paths() if path.startswith("/secret/")]
    assert run.outcome(f"{START}secret/x.png") == "robots-denied"


def test_what_a_file_answers_is_recorded_and_is_no_page(ours: tuple[Run, Log]) -> None:
    run, _ = ours
    assert len(run.report["pages"]) == 2
    assert run.outcome(f"{START}moved.png") == "redirected"
    assert run.outcome(f"{START}no-head.png") == run.outcome(f"{START}says-403.png") == "fetched"
    assert run.entry(f"{START}no-head.png")["evidence"]["method"] == "GET"
    big = run.entry(f"{START}big.png")
    assert (big["source"], big["bytes"], big["evidence"]["method"]) == ("asset", BIG, "HEAD")
    assert run.entry(f"{START}page.css")["evidence"]["fresh_seconds"] == 60


def test_faults_of_files_are_found_and_none_is_invented(ours: tuple[Run, Log]) -> None:
    run, _ = ours
    found = {(one["check"], one["facts"].get("target", one["url"])) for one in run.report["findings"]}
    of_files = {
        "img-broken", "img-too-heavy", "cache-static-short", "social-og-image-broken", "favicon-missing",
        "soft-404-server", "https-no-redirect", "link-broken-external", "http-5xx", "redirect-chain",
    }  # fmt: skip
    assert {one for one in found if one[0] in of_files} == {
        ("img-broken", f"{START}gone.png"),
        ("img-broken", f"{START}gone2x.png"),
        ("img-too-heavy", f"{START}big.png"),
        ("cache-static-short", f"{START}page.css"),
    }


def test_others_are_asked_once_and_as_their_robots_txt_says(others: tuple[Run, Log]) -> None:
    run, log = others
    assert run.code == 0, run.err
    assert run.report["complete"], run.report["gaps"]
    assert {url: run.outcome(url) for url in OTHERS} == OTHERS
    assert asked(log, FORBIDS) == []
    assert asked(log, BLOCKS) == [("HEAD", "/page")]  # nothing goes round a block
    assert asked(log, CDN) == [("HEAD", "/far.png")]
    counted = Counter(asked(log, PARTNER))
    heads = ("works", "dead", "no-head", "lies", "moved", "moved-to", "busy")
    assert counted == {
        **{("HEAD", f"/{name}"): 1 for name in heads},
        **{("GET", f"/{name}"): 1 for name in ("dead", "no-head", "lies")},
    }
    assert log.host(PARTNER).paths()[0] == "/robots.txt"
    assert min(log.gaps(PARTNER)) >= 0.5
    assert not log.overlaps(PARTNER)


def test_links_to_others_are_broken_only_where_that_is_sure(others: tuple[Run, Log]) -> None:
    run, _ = others
    found = {one["url"]: one["evidence"] for one in run.report["findings"] if one["check"] == "link-broken-external"}
    assert found.keys() == {f"https://{PARTNER}/dead", f"https://{CLOSED}/page", f"https://{GONE}/page"}
    assert all("linked from 2 pages" in evidence for evidence in found.values())
    assert "robots-unreachable" not in {one["check"] for one in run.report["findings"]}  # that of others is theirs
    assert run.entry(f"https://{BLOCKS}/page")["evidence"]["sign"]


def test_a_kill_loses_nothing_of_it_and_asks_for_nothing_twice(net: Net, tmp_path: Path) -> None:
    net.forget()
    prove(net, KILLED, tmp_path)
    with net.popen(command(KILLED, tmp_path), cwd=ROOT, stdout=-1, stderr=-2) as program:
        while Counter(entry.method for entry in net.requests().host(KILLED))["HEAD"] < 4 and program.poll() is None:
            time.sleep(0.02)
        program.send_signal(signal.SIGKILL)
    again = net.run(command(KILLED, tmp_path), cwd=ROOT, timeout=90)
    assert again.returncode == 0, again.stderr
    report = newest(tmp_path)
    assert report["complete"], report["gaps"]
    files = {entry["url"]: entry["outcome"] for entry in report["urls"] if entry["source"] == "asset"}
    assert files == {f"https://{KILLED}/{n}.png": "fetched" for n in range(8)}
    counted = Counter(entry.path for entry in net.requests().host(KILLED) if entry.method == "HEAD")
    assert sorted(counted.values())[:-1] == [1] * (len(counted) - 1)  # what was in flight may be asked for again
    assert {entry["outcome"] for entry in report["urls"] if entry["url"] == f"http://{KILLED}/"} == {"unreachable"}
    assert "https-no-redirect" not in {finding["check"] for finding in report["findings"]}


def test_a_server_without_not_found_and_without_https_is_told(net: Net, tmp_path: Path) -> None:
    net.forget()
    prove(net, SOFT, tmp_path)
    run = crawl(net, "site", f"https://{SOFT}/", tmp_path, "-a", "assets=skip")
    assert run.code == 0, run.err
    found = {one["check"]: one for one in run.report["findings"]}
    assert "Page not found" in found["soft-404-server"]["evidence"]
    assert found["https-no-redirect"]["url"] == f"http://{SOFT}/"
    probes = [path for _, path in asked(net.requests(), SOFT) if path.startswith("/no-such-page-")]
    assert len(probes) == 1
    assert "/favicon.ico" not in net.requests().host(SOFT).paths()  # assets=skip
    assert len(run.report["pages"]) == 1


def test_one_page_asks_for_nothing_more_unless_asked_to(net: Net, tmp_path: Path) -> None:
    net.forget()
    run = crawl(net, "page", START, tmp_path)
    assert asked(net.requests(), SHOP) == [("GET", "/")]
    net.forget()
    run = crawl(net, "page", START, tmp_path, "-a", "assets=check")
    assert run.code == 0, run.err
    assert ("HEAD", "/big.png") in asked(net.requests(), SHOP)
    assert {entry.host for entry in net.requests()} == {SHOP}
    assert not [path for path in net.requests().paths() if path.startswith("/no-such-page-")]
    assert "img-broken" in {one["check"] for one in run.report["findings"]}


@pytest.mark.parametrize("wrong", ["assets=yes", "external=1", "assets="])
def test_any_other_word_is_refused(wrong: str, net: Net, tmp_path: Path) -> None:
    run = crawl(net, "site", START, tmp_path, "-a", wrong)
    assert run.code == 2
    assert "expected one of" in run.err
