"""Drawn pages: what a page built by scripts gives with `render` and without, and how one ends that cannot be drawn."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crawler.core import identity
from tests.e2e.support import ROOT, Run, crawl, prove, scrapy
from tests.world import Host, Net, Request, Response, World, html, redirect, text

DOMAIN = "drawn-example.com"
SHOP, OTHER = f"www.{DOMAIN}", "cdn.elsewhere-example.com"
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cfc0f01f0005050200"
    "5fc8f1d20000000049454e44ae426082"
)
APP = """document.getElementById("root").innerHTML = `<h1>A shop of lamps</h1>
<p>${"Good lamps for every room. ".repeat(30)}</p>
<p id="who">${navigator.userAgent} ${navigator.webdriver} ${document.cookie} ${localStorage.length}</p>
<a href="/lamps">All lamps</a><img src="/lamp.png"><img src="/lamp.png" alt="again">`;
document.title = "Lamps, drawn by a script"; console.error("a lamp is missing");
fetch("/data.json").then(x => x.json()).then(x => document.getElementById("root").append(x.said));"""
SHELL = """<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title></title>
<link rel="stylesheet" href="/style.css"><link rel="stylesheet" href="/refused/style.css"></head><body>
<div id="root"></div>
<script src="/app.js"></script><script src="https://cdn.elsewhere-example.com/there.js"></script></body></html>"""
PAGES = {
    "/busy": "<title>Busy</title><p>x<script>while (true);</script>",
    "/hungry": "<title>H</title><script>let a = []; while (a.length < 40) a.push(new Uint8Array(8e7).fill(1))</script>",
    "/growing": """<title>G</title><p>x<script>setInterval(() => { for (let i = 0; i < 20000; i++)
        document.body.append(document.createElement("p"), "it grows ".repeat(20)) }, 5)</script>""",
    "/lying": """<title>L</title><p id=p>x<script>document.createTreeWalker = () => ({nextNode: () => null});
        p.textContent = "x".repeat(9e6)</script>""",
    "/rude": """<title>R</title><p>x<script>for (let i = 0; i < 37; i++) open("/popup?" + i);
        alert(1); confirm(2); prompt(3); onbeforeunload = () => "stay";</script><iframe src="/file"></iframe>""",
    "/moves": "<title>M</title><p>x<script>location = '/moves/2'</script>",
    "/moves/2": "<title>M</title><meta http-equiv=refresh content='0;url=/landed'><p>y",
    "/landed": "<title>Landed</title><h1>Here</h1>",
    "/round": "<title>R</title><p>x<script>location.reload()</script>",
    "/home": "<title>Home</title><p>x<script>location = 'http://10.0.0.1/'</script>",
    "/lamps": "<title>All lamps</title><h1>All</h1>",
}  # fmt: skip


def shop(request: Request) -> Response | None:
    """A shop; each path of PAGES is on hosts of its own too, so that tests need not wait for one another."""
    path = request.path
    kinds = {"js": "text/javascript", "css": "text/css", "png": "image/png", "json": "application/json"}
    bodies = {"/app.js": APP, "/style.css": "h1 { color: #a30; font: 3em sans-serif }", "/lamp.png": PICTURE,
              "/data.json": '{"said": "Said by the server."}'}  # fmt: skip
    if path == "/robots.txt":
        return text("User-agent: *\nDisallow: /refused/\n")
    if path in bodies:
        fields = {"Content-Type": kinds[path.rpartition(".")[2]], "Set-Cookie": "a=b"}
        return Response(200, fields, bodies[path])
    if path == "/":
        return Response(200, {"Content-Type": "text/html; charset=utf-8", "Set-Cookie": "a=b"}, SHELL)
    if path == "/file":
        return Response(200, {"Content-Type": "application/zip", "Content-Disposition": "attachment"}, "PK")
    return html(PAGES[path]) if path in PAGES else None


def elsewhere(request: Request) -> Response | None:
    if request.path == "/there.js":
        return redirect("/moved.js")
    if request.path == "/moved.js":
        return Response(200, {"Content-Type": "text/javascript"}, "document.body.append('from elsewhere')")
    return text("", 404)


HOSTS = {path: f"{path.strip('/').replace('/', '-')}.{DOMAIN}" for path in PAGES}


def world() -> World:
    return World([Host(SHOP, shop), Host(OTHER, elsewhere), *(Host(name, shop) for name in HOSTS.values())])


def render(net: Net, path: str, folder: Path) -> Run:
    return crawl(net, "page", f"https://{HOSTS[path]}{path}", folder, "-a", "render=1")


@pytest.fixture(scope="module")
def runs(net: Net, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Every page that is drawn by itself, three at a time: each takes most of a processor."""
    paths = [path for path in PAGES if path not in ("/moves/2", "/landed", "/lamps")]
    with ThreadPoolExecutor(3) as pool:
        started = {path: pool.submit(render, net, path, tmp_path_factory.mktemp("run")) for path in paths}
        started["/"] = pool.submit(
            crawl, net, "page", f"https://{SHOP}/", tmp_path_factory.mktemp("run"), "-a", "render=1"
        )
        return {path: run.result() for path, run in started.items()}


def page_of(run: Run) -> dict:
    return run.report["pages"][0]


def found(run: Run) -> set[str]:
    return {finding["check"] for finding in run.report["findings"]}


def test_without_render_a_page_of_scripts_is_told_as_one_and_nothing_else_is_asked(net: Net, tmp_path: Path) -> None:
    net.forget()
    run = crawl(net, "page", f"https://{SHOP}/", tmp_path)
    assert net.requests().paths() == ["/robots.txt", "/"]
    assert {"content-js-dependent", "title-missing"} <= found(run)
    assert page_of(run)["rendered"] is None


def test_with_render_its_title_text_and_links_are_those_that_scripts_made(runs: dict[str, Run]) -> None:
    run, page = runs["/"], page_of(runs["/"])
    assert run.code == 0, run.err
    assert page["title"] == "Lamps, drawn by a script"
    assert page["h1"] == "A shop of lamps"
    assert page["words"] > 100
    assert page["links"] == 1
    assert "title-missing" not in found(run)
    assert "img-alt-missing" in found(run)
    said = next(finding for finding in run.report["findings"] if finding["check"] == "content-js-dependent")
    assert "once a browser had drawn it" in said["evidence"]


def test_what_was_kept_of_it_lies_beside_the_report(runs: dict[str, Run]) -> None:
    rendered = page_of(runs["/"])["rendered"]
    folder = runs["/"].folder
    assert folder is not None
    assert (folder / rendered["picture"]).read_bytes().startswith(b"\x89PNG")
    document = (folder / rendered["html"]).read_text()
    assert "A shop of lamps" in document
    assert "Said by the server." in document
    assert rendered["console"] == ["a lamp is missing"]
    assert rendered["loaded"] > 0
    assert rendered["seconds"] < 45
    assert json.dumps(rendered).count(str(folder)) == 0
    for_people = (folder / "report.html").read_text()
    assert all(f'<a href="{rendered[kind]}"' in for_people for kind in ("picture", "html"))


def test_the_browser_says_who_it_is_and_starts_with_nothing(runs: dict[str, Run]) -> None:
    folder = runs["/"].folder
    assert folder is not None
    document = (folder / page_of(runs["/"])["rendered"]["html"]).read_text()
    assert f'<p id="who">{identity.USER_AGENT} true  0</p>' in document


def test_each_asset_is_asked_for_once_by_name_and_in_its_turn(net: Net, runs: dict[str, Run]) -> None:
    log = net.requests().host(SHOP)
    paths = log.paths()[-6:]
    assert sorted(paths) == ["/", "/app.js", "/data.json", "/lamp.png", "/robots.txt", "/style.css"]
    assert {entry.header("User-Agent") for entry in net.requests()} == {identity.USER_AGENT}
    assert {entry.header("Cookie") for entry in net.requests()} == {None}
    assert min(log.gaps()) >= 0.5
    assert not log.overlaps()
    assert net.requests().host(OTHER).paths() == ["/robots.txt", "/there.js", "/moved.js"]


def test_an_asset_that_robots_txt_refuses_is_not_fetched_and_is_counted(net: Net, runs: dict[str, Run]) -> None:
    rendered = page_of(runs["/"])["rendered"]
    assert "/refused/style.css" not in net.requests().host(SHOP).paths()
    assert rendered["refused"] == {"robots-denied": 1}
    told = {one["url"]: one for one in rendered["requests"]}
    assert told[f"https://{SHOP}/refused/style.css"]["outcome"] == "robots-denied"
    style = told[f"https://{SHOP}/style.css"]
    assert (style["kind"], style["status"], style["third_party"]) == ("stylesheet", 200, False)
    assert told[f"https://{OTHER}/there.js"]["third_party"] is True


@pytest.mark.parametrize(
    ("path", "limit"),
    [("/busy", "render-seconds"), ("/hungry", "render-memory"), ("/growing", None), ("/lying", "page-bytes")],
)
def test_a_page_that_eats_time_or_memory_ends_as_render_limit(
    path: str, limit: str | None, runs: dict[str, Run]
) -> None:
    run = runs[path]
    entry = run.entry(f"https://{HOSTS[path]}{path}")
    assert entry["outcome"] == "render-limit", run.err
    assert entry["evidence"]["limit"] in ([limit] if limit else ["render-memory", "page-bytes"])
    assert page_of(run)["rendered"]["seconds"] < 46
    assert page_of(run)["title"]  # what was sent is read all the same
    assert run.code == 0


def test_dialogs_popups_and_downloads_are_refused_and_counted(net: Net, runs: dict[str, Run]) -> None:
    refused = page_of(runs["/rude"])["rendered"]["refused"]
    assert refused["popup"] == 37
    assert refused["dialog"] == 3
    assert refused["download"] == 1
    assert "/popup?0" not in net.requests().host(HOSTS["/rude"]).paths()


def test_a_page_that_sends_itself_on_is_followed_like_a_redirect(runs: dict[str, Run]) -> None:
    host, run = HOSTS["/moves"], runs["/moves"]
    assert run.outcomes() == dict.fromkeys(
        [f"https://{host}{path}" for path in ("/moves", "/moves/2", "/landed")], "fetched"
    )
    assert {page["title"] for page in run.report["pages"]} == {"M", "Landed"}


@pytest.mark.parametrize("path", ["/round", "/home"])
def test_a_page_that_sends_itself_where_no_redirect_may_lead_stays(path: str, runs: dict[str, Run]) -> None:
    assert runs[path].outcomes() == {f"https://{HOSTS[path]}{path}": "fetched"}
    assert page_of(runs[path])["rendered"]["refused"] == {"navigation": 1}


def test_the_ledger_holds_every_asset_and_no_broken_rule(net: Net, tmp_path: Path) -> None:
    crawl(net, "page", f"https://{SHOP}/", tmp_path, "-a", "render=1")
    done = scrapy(net, "ledger", "check", "-s", f"STATE_DIR={tmp_path / 'state'}")
    assert done.code == 0, done.out
    shown = scrapy(net, "ledger", "export", "--format", "jsonl", "-s", f"STATE_DIR={tmp_path / 'state'}")
    rows = [json.loads(line) for line in shown.out.splitlines()]
    assert {row["purpose"] for row in rows} == {"robots", "page", "asset"}


def test_a_site_whose_pages_are_drawn_is_found_by_the_links_that_scripts_made(net: Net, tmp_path: Path) -> None:
    prove(net, SHOP, tmp_path)
    run = crawl(net, "site", f"https://{SHOP}/", tmp_path, "-a", "render=start")
    assert run.outcomes()[f"https://{SHOP}/lamps"] == "fetched"
    drawn = {page["url"]: page["rendered"] is not None for page in run.report["pages"]}
    assert drawn == {f"https://{SHOP}/": True, f"https://{SHOP}/lamps": False}


def test_a_word_that_render_does_not_know_is_refused(net: Net, tmp_path: Path) -> None:
    done = net.run(
        [sys.executable, "-m", "scrapy", "crawl", "page", "-a", f"url=https://{SHOP}/", "-a", "render=all"], cwd=ROOT
    )
    assert done.returncode == 2
    assert "render=all: expected one of: 0, 1" in done.stderr
