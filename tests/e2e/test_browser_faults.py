"""What pages did to the browser's part once: each broke something, took more than its share, or had a lie reported."""

import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from crawler.core import identity
from crawler.core.limits import RENDER_BYTES, RENDER_REQUESTS
from crawler.core.records import BEYOND
from tests.e2e.support import ROOT, Run, crawl, of_pages, prove, scrapy
from tests.world import Host, Log, Net, Request, Response, World, html, redirect, text, xml

DOMAIN = "faults-example.com"
THIRD = 30
WORDS = "Plain words of a page that stand here. " * 20
LARGE = 8 * 1024 * 1024 - 10

SHADOWS = "".join(
    f"<form action=/s><input name={name}></form>"
    for name in ("attributes", "nodeValue", "nodeName", "nodeType", "ownerDocument", "outerHTML", "scrollHeight")
) + "".join(
    f"<img name={name} alt=x>"
    for name in ("documentElement", "createTreeWalker", "body", "doctype", "URL", "location", "implementation")
)
NAMES = """<pre id=names></pre><script>
  const say = text => names.append(text + ";\\n"), url = code => URL.createObjectURL(new Blob([code]));
  say("page=" + navigator.userAgent);
  say("platform=" + (navigator.userAgentData ? navigator.userAgentData.platform : "Linux"));
  new Worker(url("postMessage(navigator.userAgent)")).onmessage = event => say("worker=" + event.data);
  const shared = new SharedWorker(url("onconnect = event => event.ports[0].postMessage(navigator.userAgent)"));
  shared.port.onmessage = event => say("shared=" + event.data);
</script>"""
LIES = """<script>
  for (let i = 0; i < 500; i++) try { refusedByRobot("x") } catch (e) {}
  for (let i = 0; i < 500; i++) try { __pwWebSocketBinding("x") } catch (e) {}
  console.log("Service Worker registration blocked by Playwright");
  console.error("a problem of my own, net::ERR_FAILED");
  try { new WebTransport("https://10.0.0.1/") } catch (e) {}
  new WebSocket("wss://10.0.0.1/socket");
</script>"""
PAGES = {
    "shadows": SHADOWS,
    "whole": SHADOWS + NAMES + LIES
    + "<link rel=stylesheet href=/css/latest.css><script type=module src=/js/latest.js></script><div class=x>X</div>"
      "<iframe src=/inner title=i></iframe><a href=/inner>inner</a><a href=/second>second</a>"
      "<script>for (const one of ['/robots.txt', '/sitemap.xml', '/a.txt']) fetch(one)</script>",
    "fan": "".join(
        f"<img alt='' src='https://h{i % THIRD}.third{i % THIRD}-example.com/r/5/t{i}'>" for i in range(150)
    ),
    "large": "".join(f"<script>fetch('https://h{i}.third{i}-example.com/large')</script>" for i in range(12)),
    "endless": "".join(
        f"<script>fetch('https://h{i % 6}.third{i % 6}-example.com/endless{i}').catch(() => 0)</script>"
        for i in range(36)
    ),
    "revoked": "<script>const u = URL.createObjectURL(new Blob(['x'])); URL.revokeObjectURL(u); location = u</script>",
    "insecure": "<form id=q action='http://10.0.0.1/s'><input name=a value=1></form><script>q.submit()</script>",
    "back": "<script>addEventListener('load', () => setTimeout(() => history.back(), 100))</script>",
    "template": "<template id=t></template><script>for (let i = 0; i < 12; i++)"
                "t.content.append(document.createTextNode('x'.repeat(4e6)))</script>",
    "type": "<script>document.replaceChild(document.implementation.createDocumentType('html', 'x'.repeat(4e7), ''),"
            "document.doctype)</script>",
    "flood": "<script>const b = '\\u20ac'.repeat(2e6); for (let i = 0; i < 40; i++) console.error(b + i);"
             "alert('x'.repeat(2e7)); setTimeout(() => { throw new Error('e'.repeat(2e7)) })</script>",
    "waiting": "".join(f"<img alt='' src=/slow{i}.png>" for i in range(60)),
}  # fmt: skip
FILES = {
    "/css/latest.css": "/v2/css/site.css", "/v2/css/site.css": (".x { background: url(bg.png) }", "text/css"),
    "/js/latest.js": "/v2/js/app.js", "/v2/js/app.js": ("import './dep.js'", "text/javascript"),
    "/v2/js/dep.js": ("document.querySelector('.x').append('THE MODULE CAME')", "text/javascript"),
    "/v2/css/bg.png": ("x", "image/png"), "/a.txt": ("a", "text/plain"),
}  # fmt: skip


def site(request: Request) -> Response | None:
    name, path = request.host.partition(".")[0], request.path
    if path == "/robots.txt":
        return text("User-agent: *\nDisallow: /no\n")
    if path == "/sitemap.xml":
        return xml(f"<urlset><url><loc>https://{request.host}/inner</loc></url></urlset>")
    if path in FILES:
        found = FILES[path]
        return redirect(found) if isinstance(found, str) else Response(200, {"Content-Type": found[1]}, found[0])
    if path.startswith("/slow"):
        return Response(200, {"Content-Type": "image/png"}, "x", delay=1.0)
    titles = {"/": f"{name}", "/inner": "The inner page", "/second": "The second page"}
    if path not in titles:
        return None
    more = PAGES[name] if path == "/" else ""
    return html(f"<!doctype html><html lang=en><title>{titles[path]}</title><p>{WORDS}</p>{more}")


async def pieces() -> Any:
    for _ in range(8 * 1024 + 64):
        yield b"y" * 1024


def third(request: Request) -> Response:
    """/r/5/x leads over five other hosts; /large is as large as an answer may be, and /endless larger."""
    path = request.path
    if path == "/robots.txt":
        return text("User-agent: *\nDisallow: /no\n")
    if path.startswith("/large"):
        return Response(200, {"Content-Type": "text/plain"}, b"z" * LARGE)
    if path.startswith("/endless"):
        return Response(200, {"Content-Type": "text/plain"}, pieces())
    _, _, left, tag = path.split("/")
    if left == "0":
        return text("end")
    number = (int(request.host.partition(".")[0][1:]) + 7) % THIRD
    return redirect(f"https://h{number}.third{number}-example.com/r/{int(left) - 1}/{tag}")


def world() -> World:
    hosts = [Host(f"{name}.{DOMAIN}", site) for name in PAGES]
    return World([*hosts, *(Host(f"h{number}.third{number}-example.com", third) for number in range(THIRD))])


def start(name: str) -> str:
    return f"https://{name}.{DOMAIN}/"


def page_of(run: Run) -> dict[str, Any]:
    return next(page for page in run.report["pages"] if page["rendered"])


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {name: tmp_path_factory.mktemp(name) for name in PAGES}


@pytest.fixture(scope="module")
def runs(net: Net, folders: dict[str, Path]) -> dict[str, Run]:
    """Each drawn by itself; those that look at other hosts' logs one after another, for they share the hosts."""
    alone = ("shadows", "revoked", "insecure", "back", "template", "type")
    sharing = ("large", "endless")
    with ThreadPoolExecutor(3) as pool:
        later = {name: pool.submit(draw, net, name, folders[name]) for name in alone}
        chain = pool.submit(lambda: {name: draw(net, name, folders[name]) for name in sharing})
        return {**chain.result(), **{name: run.result() for name, run in later.items()}}


def draw(net: Net, name: str, folder: Path) -> Run:
    return crawl(net, "page", start(name), folder, "-a", "render=1")


@pytest.fixture(scope="module")
def whole(net: Net, folders: dict[str, Path]) -> Run:
    prove(net, f"whole.{DOMAIN}", folders["whole"])
    return crawl(net, "site", start("whole"), folders["whole"], "-a", "render=start")


def document(run: Run) -> str:
    assert run.folder is not None
    return (run.folder / page_of(run)["rendered"]["html"]).read_text()


def test_names_of_form_fields_and_pictures_stand_before_no_property_that_is_read(runs: dict[str, Run]) -> None:
    run = runs["shadows"]
    assert run.code == 0, run.err
    assert run.outcome(start("shadows")) == "fetched"
    assert page_of(run)["rendered"]["height"] >= 800
    assert 'name="attributes"' in document(run)


def test_a_site_goes_on_after_such_a_page(whole: Run) -> None:
    assert whole.code == 0, whole.err
    assert {row["url"]: row["outcome"] for row in whole.report["urls"] if row["source"] not in BEYOND} == {
        f"{start('whole')}{path}": "fetched" for path in ("", "inner", "second", "sitemap.xml")
    }  # fmt: skip


def test_what_a_redirect_leads_to_has_its_own_address_and_every_hop_is_judged(net: Net, whole: Run) -> None:
    paths = net.requests().host(f"whole.{DOMAIN}").paths()
    assert {"/v2/css/bg.png", "/v2/js/dep.js"} <= set(paths)
    assert not {"/css/bg.png", "/js/dep.js"} & set(paths)
    assert "THE MODULE CAME" in document(whole)


def test_what_one_of_crawl_and_page_asked_for_the_other_does_not(net: Net, whole: Run) -> None:
    log = of_pages(net.requests().host(f"whole.{DOMAIN}"))
    assert [path for path, times in Counter(log.paths()).items() if times > 1] == []
    assert {page["title"] for page in whole.report["pages"]} == {"whole", "The inner page", "The second page"}


def test_every_worker_has_the_one_name(whole: Run) -> None:
    shown = document(whole)
    for who in ("page", "worker", "shared"):
        assert f"{who}={identity.USER_AGENT};" in shown
    assert "platform=Linux;" in shown


def test_no_page_can_have_counted_what_it_did_not_do_or_hide_what_it_said(whole: Run) -> None:
    rendered = page_of(whole)["rendered"]
    assert rendered["refused"] == {"socket": 2}
    assert "a problem of my own, net::ERR_FAILED" in rendered["console"]
    assert "wss://10.0.0.1/socket" in {one["url"] for one in rendered["requests"]}


@pytest.mark.parametrize(
    ("name", "at"), [("revoked", "blob:"), ("insecure", "http://10.0.0.1/s?a=1"), ("back", "about:blank")]
)
def test_a_page_of_the_browsers_own_is_never_told_as_the_sites(name: str, at: str, runs: dict[str, Run]) -> None:
    entry = runs[name].entry(start(name))
    assert entry["outcome"] == "render-failed"
    assert at in entry["reason"]
    rendered = page_of(runs[name])["rendered"]
    assert (rendered["picture"], rendered["html"]) == ("", "")
    assert page_of(runs[name])["title"] == name
    assert runs[name].code == 0


@pytest.mark.parametrize("name", ["template", "type"])
def test_what_is_not_seen_of_a_document_counts_too(name: str, runs: dict[str, Run]) -> None:
    assert runs[name].entry(start(name))["evidence"]["limit"] == "page-bytes"


def rows(net: Net, folder: Path) -> list[dict[str, Any]]:
    shown = scrapy(net, "ledger", "export", "--format", "jsonl", "-s", f"STATE_DIR={folder / 'state'}")
    return [json.loads(line) for line in shown.out.splitlines()]


@pytest.mark.parametrize("name", ["large", "endless"])
def test_a_page_gets_so_many_bytes_however_many_answers_are_under_way(
    name: str, net: Net, runs: dict[str, Run], folders: dict[str, Path]
) -> None:
    came = sum(row["bytes"] or 0 for row in rows(net, folders[name]))
    assert page_of(runs[name])["rendered"]["cut"] == ["render-bytes"]
    assert came <= int(RENDER_BYTES) + 6 * 64 * 1024  # a piece of each that was under way


def test_every_request_that_leaves_for_a_page_counts(net: Net, folders: dict[str, Path], runs: dict[str, Run]) -> None:
    net.forget()
    run = draw(net, "fan", folders["fan"])
    assert len(net.requests()) <= int(RENDER_REQUESTS) + 2  # the page, and its own robots.txt
    assert len(net.requests()) > int(RENDER_REQUESTS) // 2
    assert "render-requests" in page_of(run)["rendered"]["cut"]


@contextmanager
def begun(net: Net, name: str, folder: Path) -> Iterator[Any]:
    """The crawl while it runs; what it says of faults is in the file `err`."""
    with (folder / "err").open("w") as said, net.popen(
        [sys.executable, "-m", "scrapy", "crawl", "page", "-a", f"url={start(name)}", "-a", "render=1", "-L", "WARNING",
         "-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={folder / 'reports'}"],
        cwd=ROOT, stderr=said,
    ) as program:  # fmt: skip
        yield program


def most_memory(pid: int) -> int:
    """MiB that the process ever had at once; 0 once it has ended."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return max((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), default=0)
    return 0


def test_a_flood_of_console_lines_is_not_the_crawlers_burden(net: Net, folders: dict[str, Path]) -> None:
    most = 0
    with begun(net, "flood", folders["flood"]) as program:
        while program.poll() is None:
            most = max(most, most_memory(program.pid))
            time.sleep(0.02)
    assert program.returncode == 0, (folders["flood"] / "err").read_text()
    assert 0 < most < 160


def asked(net: Net) -> Log:
    return net.requests().host(f"waiting.{DOMAIN}")


def test_a_drawing_ends_with_the_stop_and_nothing_leaves_for_it_any_more(net: Net, folders: dict[str, Path]) -> None:
    folder = folders["waiting"]
    with begun(net, "waiting", folder) as program:
        while len(asked(net)) < 4:
            assert program.poll() is None
            time.sleep(0.1)
        stopped = time.monotonic()
        program.send_signal(signal.SIGINT)
        program.wait(timeout=30)
        took = time.monotonic() - stopped
    assert took < 4  # two seconds, and those of a busy machine
    assert [entry.path for entry in asked(net) if entry.t_start > stopped + 1] == []
    (report,) = folder.glob("reports/*/*/report.json")
    assert [entry["outcome"] for entry in json.loads(report.read_text())["urls"]] == ["stopped"]
    assert "Traceback" not in (folder / "err").read_text()
