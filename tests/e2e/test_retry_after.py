"""What an answer asks for is waited for, a slow server slows us, and what a job has no time for is deferred."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.support import Run, crawl, crawl_pages, scrapy
from tests.world import Host, Net, Request, Response, World, html, redirect, text

DOMAIN = "retry-example.com"


def answering(first: Response, request: Request) -> Response:
    """`first` for the first request of the page."""
    if request.path == "/robots.txt":
        return text("")
    return first if request.path == "/" and request.nth == 1 else html("<title>Later</title>")


def dated(request: Request) -> Response:
    """A date three to four seconds ahead, by a clock that is an hour behind."""
    theirs = datetime.now(UTC) - timedelta(hours=1)
    fields = {"Retry-After": _date(theirs + timedelta(seconds=4)), "Date": _date(theirs)}
    return answering(Response(503, fields), request)


def _date(at: datetime) -> str:
    return f"{at:%a, %d %b %Y %H:%M:%S} GMT"


def asking_with_its_rules(request: Request) -> Response:
    if request.path == "/robots.txt":
        return Response(200, {"Content-Type": "text/plain", "Retry-After": "3"}, "")
    return html("<title>x</title>")


def slow(request: Request) -> Response:
    if request.path == "/":
        moved = redirect("/next")
        return Response(moved.status, moved.headers, delay=3.0)
    return answering(html(""), request)


CUT = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nRetry-After: 3\r\nContent-Length: 900\r\n\r\n<title>"
SITES = {
    "seconds": partial(answering, Response(429, {"Retry-After": "3"})),
    "several": partial(answering, Response(503, [("Retry-After", "1"), ("Retry-After", "3"), ("Retry-After", "soon")])),
    "nonsense": partial(answering, Response(503, {"Retry-After": "soon"})),
    "dated": dated,
    "cut": partial(answering, Response(raw=CUT, close=True)),
    "rules": asking_with_its_rules,
    "slow": slow,
    "later": partial(answering, Response(503, {"Retry-After": "300"})),
}


def world() -> World:
    return World([Host(f"{name}.{DOMAIN}", site) for name, site in SITES.items()])


def url(name: str) -> str:
    return f"https://{name}.{DOMAIN}/"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("retry")


@pytest.fixture(scope="module")
def runs(net: Net, folder: Path) -> dict[str, Run]:
    return crawl_pages(net, [url(name) for name in SITES], folder)


@pytest.mark.parametrize(
    ("name", "paths", "least", "most"),
    [
        ("seconds", ["/robots.txt", "/", "/"], 3.0, 4.0),
        ("several", ["/robots.txt", "/", "/"], 3.0, 4.0),
        ("nonsense", ["/robots.txt", "/", "/"], 1.0, 2.0),
        ("dated", ["/robots.txt", "/", "/"], 4.0, 5.0),
        ("cut", ["/robots.txt", "/", "/"], 3.0, 4.0),
        ("rules", ["/robots.txt", "/"], 3.0, 4.0),
        ("slow", ["/robots.txt", "/", "/next"], 3.0, 4.0),
    ],
)
def test_the_wait_that_is_asked_for_is_kept(
    name: str, paths: list[str], least: float, most: float, runs: dict[str, Run], net: Net
) -> None:
    assert runs[url(name)].code == 0, runs[url(name)].err
    log = net.requests().host(f"{name}.{DOMAIN}")
    assert log.paths() == paths
    assert least <= log.gaps()[-1] < most


def test_what_the_job_has_no_time_for_is_deferred_with_the_time_from_which_it_may_be_asked(
    runs: dict[str, Run], net: Net
) -> None:
    run, log = runs[url("later")], net.requests().host(f"later.{DOMAIN}")
    assert run.code == 3
    entry = run.entry(url("later"))
    assert entry["outcome"] == "deferred"
    ahead = datetime.fromisoformat(entry["evidence"].pop("from")).timestamp() - log[-1].wall_end
    assert 300 <= ahead < 303
    assert entry["evidence"] == {"attempts": 1, "status": 503, "limit": "job-seconds", "value": 120, "unit": "s"}
    assert (run.report["run"]["finish_reason"], run.report["complete"]) == ("deferred", False)
    assert log.paths() == ["/robots.txt", "/"]


def test_the_next_run_leaves_that_host_alone_too(runs: dict[str, Run], net: Net, folder: Path) -> None:
    run = crawl(net, "page", f"http://later.{DOMAIN}/other", folder)
    assert (run.code, run.outcome(f"http://later.{DOMAIN}/other")) == (3, "deferred")
    assert len(net.requests().host(f"later.{DOMAIN}")) == 2


def test_the_ledger_shows_what_was_asked_for_and_its_judge_agrees(runs: dict[str, Run], net: Net, folder: Path) -> None:
    run = scrapy(net, "ledger", "check", "-s", f"STATE_DIR={folder / 'state'}")
    assert (run.code, run.out.rpartition(": ")[2]) == (0, "no rule was broken.\n"), run.out
    shown = scrapy(net, "ledger", "export", "--host", f"seconds.{DOMAIN}", "-s", f"STATE_DIR={folder / 'state'}")
    rows = [line.split(",") for line in shown.out.splitlines()]
    assert [row[rows[0].index("retry_after")] for row in rows[1:]] == ["0.0", "3.0", "0.0"]
    assert float(rows[3][rows[0].index("wait_due")]) >= 3
