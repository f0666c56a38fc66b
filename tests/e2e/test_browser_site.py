"""A site whose pages are drawn, judged from servers' logs: `render=start`, `render=all`, and pages that go wrong."""

import json
import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.processes import below, named
from tests.e2e.support import Run, crawl, prove, scrapy
from tests.world import Host, Log, Net, Request, Response, World, html, text

#: One host for each word of `render`, so that the crawls do not meet.
HOSTS = {word: f"www.{word}-drawn-example.com" for word in ("start", "all")}
OTHERS = {word: f"cdn.{word}-assets-example.com" for word in HOSTS}
SHELL = """<!doctype html><html lang="en"><head><title>Shell</title><link rel="stylesheet" href="/style.css"></head>
<body><div id="root"></div><img src="/refused/pixel.png" alt="p"><script src="/app.js"></script>
<script src="https://cdn.{word}-assets-example.com/shared.js"></script></body></html>"""
LINKS = {"/": ("/a", "/hungry", "/dies"), "/a": ("/b",)}
APP = f"""const links = {json.dumps(LINKS)}[location.pathname] || [];
document.title = "Drawn " + location.pathname;
root.innerHTML = "<h1>Drawn</h1><p>" + "Words that only a script writes. ".repeat(20) + "</p>"
  + links.map(to => `<a href="${{to}}">${{to}}</a>`).join(" ");"""
HUNGRY = """<title>Hungry</title><a href="/after-hungry">on</a>
<script>let a = []; while (a.length < 40) a.push(new Uint8Array(8e7).fill(1))</script>"""
DIES = '<title>Dies</title><a href="/after-dies">on</a><img src="/deadly.png" alt="d">'
ASSETS = {"/app.js": ("text/javascript", APP), "/style.css": ("text/css", "h1 { color: #a30 }"),
          "/deadly.png": ("image/png", "x"), "/refused/pixel.png": ("image/png", "x")}  # fmt: skip
PLAIN = {
    "/hungry": HUNGRY,
    "/dies": DIES,
    "/after-hungry": "<title>After</title>",
    "/after-dies": "<title>After</title>",
}
ALL = {"/", "/a", "/b", *PLAIN}


def site(request: Request) -> Response | None:
    """Pages of scripts, one that eats memory, and one in whose midst the browser's process is killed."""
    path = request.path
    if path == "/robots.txt":
        return text("User-agent: *\nDisallow: /refused/\n")
    if path == "/deadly.png" and request.method == "GET":
        _kill_renderers(request.host)
    if path in ASSETS:
        return Response(200, {"Content-Type": ASSETS[path][0]}, ASSETS[path][1])
    if path in ("/", "/a", "/b"):
        return html(SHELL.replace("{word}", request.host.split(".")[1].partition("-")[0]))
    return html(PLAIN[path]) if path in PLAIN else None


def shared(request: Request) -> Response | None:
    return Response(200, {"Content-Type": "text/javascript"}, "0") if request.path == "/shared.js" else None


def _kill_renderers(host: str) -> None:
    """Of the crawl that draws a page of `host`: as the system does where memory is short."""
    renderers = [one for crawler in named(f"url=https://{host}/") for one in below(crawler) if one.kind == "renderer"]
    assert renderers
    for renderer in renderers:
        os.kill(renderer.pid, signal.SIGKILL)


def world() -> World:
    return World([*(Host(name, site) for name in HOSTS.values()), *(Host(name, shared) for name in OTHERS.values())])


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {word: tmp_path_factory.mktemp(word) for word in HOSTS}


@pytest.fixture(scope="module")
def runs(net: Net, folders: dict[str, Path]) -> dict[str, Run]:
    def run(word: str) -> Run:
        prove(net, HOSTS[word], folders[word])
        # With assets=check the files of pages that are not drawn are asked for too.
        more = ("-a", "assets=skip") if word == "start" else ()
        return crawl(net, "site", f"https://{HOSTS[word]}/", folders[word], "-a", f"render={word}", *more)

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(HOSTS, pool.map(run, HOSTS), strict=True))


@pytest.fixture(scope="module")
def log(net: Net, runs: dict[str, Run]) -> Log:
    return net.requests()


def pages(run: Run) -> dict[str, dict[str, Any]]:
    """The report's pages by path."""
    return {"/" + page["url"].split("/", 3)[3]: page for page in run.report["pages"]}


def outcomes(run: Run, host: str) -> dict[str, str]:
    start = f"https://{host}"
    return {url.removeprefix(start): outcome for url, outcome in run.outcomes().items() if url.startswith(start)}


def test_render_start_draws_the_start_page_and_no_other(runs: dict[str, Run]) -> None:
    assert runs["start"].code == 0, runs["start"].err
    drawn = {path: page["rendered"] is not None for path, page in pages(runs["start"]).items()}
    # What only a script of /a links to is not found: /a was not drawn.
    assert drawn == {path: path == "/" for path in ALL - {"/b"}}


def test_render_start_asks_for_no_asset_of_a_page_that_is_not_drawn(log: Log, runs: dict[str, Run]) -> None:
    asked = Counter(log.host(HOSTS["start"]).paths())
    assert {path: asked[path] for path in ASSETS} == {
        "/app.js": 1,
        "/style.css": 1,
        "/deadly.png": 0,
        "/refused/pixel.png": 0,
    }


def test_render_all_draws_every_page_and_follows_what_scripts_wrote(runs: dict[str, Run]) -> None:
    assert runs["all"].code == 0, runs["all"].err
    assert set(pages(runs["all"])) == ALL
    assert [path for path, page in pages(runs["all"]).items() if page["rendered"] is None] == []


def test_the_audit_sees_what_was_sent_and_what_was_drawn(runs: dict[str, Run]) -> None:
    page = pages(runs["all"])["/b"]
    assert (page["title"], page["h1"]) == ("Drawn /b", "Drawn")
    assert page["words"] > 100
    assert (page["rendered"]["sent"]["title"], page["rendered"]["sent"]["words"]) == ("Shell", 0)
    told = {(finding["check"], finding["url"]) for finding in runs["all"].report["findings"]}
    assert ("content-js-dependent", page["url"]) in told
    assert ("content-js-dependent", page["url"].removesuffix("b") + "after-dies") not in told


@pytest.mark.parametrize(("path", "outcome"), [("/hungry", "render-limit"), ("/dies", "render-failed")])
def test_a_page_that_cannot_be_drawn_ends_so_and_the_crawl_goes_on(
    path: str, outcome: str, runs: dict[str, Run]
) -> None:
    ended = outcomes(runs["all"], HOSTS["all"])
    assert ended[path] == outcome
    assert {ended[other] for other in ALL - {"/hungry", "/dies"}} == {"fetched"}
    assert pages(runs["all"])[path]["title"]  # what was sent is read, and its links are followed
    assert outcomes(runs["start"], HOSTS["start"])[path] == "fetched"


def test_the_limit_that_the_page_reached_is_told(runs: dict[str, Run]) -> None:
    entry = runs["all"].entry(f"https://{HOSTS['all']}/hungry")
    assert entry["evidence"]["limit"] == "render-memory"


def test_each_asset_is_asked_for_once_in_a_job(net: Net, runs: dict[str, Run], folders: dict[str, Path]) -> None:
    shown = scrapy(net, "ledger", "export", "--format", "jsonl", "-s", f"STATE_DIR={folders['all'] / 'state'}")
    rows = [json.loads(line) for line in shown.out.splitlines()]
    assets = Counter((row["job"], row["url"]) for row in rows if row["purpose"] == "asset")
    assert set(assets.values()) == {1}
    assert len({job for job, _ in assets}) <= runs["all"].report["run"]["jobs"]
    log = [entry for entry in net.requests() if entry.path in ASSETS and entry.host == HOSTS["all"]]
    asked = Counter(entry.url for entry in log if entry.method == "GET")
    assert asked == {url: number for url, number in Counter(url for _, url in assets).items() if HOSTS["all"] in url}
    # What came to nothing for the page whose browser died is looked at once more, by its header.
    assert {entry.path for entry in log if entry.method != "GET"} <= {"/deadly.png"}


@pytest.mark.parametrize("word", HOSTS)
def test_a_page_and_its_assets_keep_the_pace_of_their_host(word: str, log: Log) -> None:
    for host in (HOSTS[word], OTHERS[word]):
        asked = log.host(host)
        assert min(asked.gaps()) >= 0.5
        assert not asked.overlaps()
    assert "/refused/pixel.png" not in log.host(HOSTS[word]).paths()


@pytest.mark.parametrize("word", HOSTS)
def test_an_asset_of_another_host_is_asked_for_by_the_rules_of_that_host(word: str, log: Log) -> None:
    assert log.host(OTHERS[word]).paths()[:2] == ["/robots.txt", "/shared.js"]


@pytest.mark.parametrize("word", HOSTS)
def test_the_ledger_of_the_crawl_breaks_no_rule(word: str, net: Net, folders: dict[str, Path]) -> None:
    done = scrapy(net, "ledger", "check", "-s", f"STATE_DIR={folders[word] / 'state'}")
    assert done.code == 0, done.out
