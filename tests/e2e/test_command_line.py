"""The command line: wrong input gets a clear error, and nothing leaves."""

import signal
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from crawler.core import identity
from tests.e2e.support import ROOT, crawl, prove, scrapy
from tests.world import Host, Net, Request, Response, World, html, text

HOST = "www.command-line.com"
URL = f"https://{HOST}/"


def site(request: Request) -> Response | None:
    if request.path == "/robots.txt":
        return text("User-agent: *\nDisallow: /no\n")
    links = "".join(f'<a href="/{n}">{n}</a>' for n in range(1, 60))
    return html(f"<title>{request.path}</title>{links}")


def blocked(headers: dict[str, str], status: int, request: Request) -> Response:
    return (
        text("", 404) if request.path == "/robots.txt" else Response(status, headers, b"<title>Just a moment</title>")
    )


def world() -> World:
    challenge = partial(blocked, {"cf-mitigated": "challenge", "Content-Type": "text/html"}, 403)
    return World([Host(HOST, site), Host("blocked.command-line.com", challenge)])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["-s", "USER_AGENT=Mozilla/5.0 (Windows NT 10.0)"], "USER_AGENT"),
        (["-s", "DOWNLOAD_HANDLERS={}"], "DOWNLOAD_HANDLERS"),
        (["-s", "ROBOTSTXT_OBEY=0", "-s", "HTTPPROXY_ENABLED=1"], "HTTPPROXY_ENABLED"),
        (["-s", "TELNETCONSOLE_ENABLED=1"], "TELNETCONSOLE_ENABLED"),
        (["-s", "DOWNLOADER_MIDDLEWARES={}"], "DOWNLOADER_MIDDLEWARES"),
        (["-s", "ADDONS={}"], "ADDONS"),
        (["-s", "MIN_WAIT=0.1"], "MIN_WAIT"),
        (["-s", "JOBDIR=x"], "JOBDIR"),
        (["-s", 'FEEDS={"items.json": {"format": "json", "item_filter": "os.system"}}'], "item_filter"),
        (["-s", "NO_SUCH_SETTING=1"], "NO_SUCH_SETTING"),
        (["-a", "user_agent=Googlebot"], "user_agent"),
        (["-a", "fail_on=everything"], "fail_on"),
    ],
)
def test_what_may_not_be_changed_stops_the_start_and_is_named(
    arguments: list[str], named: str, net: Net, tmp_path: Path
) -> None:
    net.forget()
    run = crawl(net, "page", URL, tmp_path, *arguments)
    assert run.code == 2
    assert named in run.err
    assert "Traceback" not in run.err
    assert net.requests() == []
    assert net.lookups() == []


@pytest.mark.parametrize("name", ["fetch", "view", "shell", "parse", "runspider", "bench", "check"])
def test_no_command_of_scrapy_goes_out_past_the_guard(name: str, net: Net, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("import scrapy\nclass S(scrapy.Spider):\n    name = 's'\n")
    net.forget()
    target = str(tmp_path / "own.py") if name == "runspider" else URL
    run = scrapy(net, name, "-s", "ADDONS={}", "-s", "USER_AGENT=x", "-s", "DOWNLOADER_MIDDLEWARES={}", target)
    assert run.code == 2
    assert "crawl page" in run.err
    assert net.requests() == []


def test_an_identity_in_the_environment_stops_the_start(net: Net, tmp_path: Path) -> None:
    run = crawl(net, "page", URL, tmp_path, env={"SCRAPY_USER_AGENT": "x"})
    assert run.code == 2
    assert "SCRAPY_USER_AGENT" in run.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["crawl"], "expected the name of one spider"),
        (["crawl", "nosuch"], "page, site"),
        (["crawl", "page"], "url=… is missing"),
        (["crawl", "page", "-a", "url=www.command-line.com"], "https://www.command-line.com"),
        (["crawl", "page", "-a", "url=ftp://www.command-line.com/"], "scheme"),
        (["crawl", "page", "-a", f"url={URL}", "-a", "depth=3"], "depth"),
        (["crawl", "page", "-a", f"url={URL}", "-L", "LOUD"], "LOUD"),
        (["crawl", "page", "-a", f"url={URL}", "-s", "LOG_FILE=/proc/nowhere/log"], "/proc/nowhere"),
        (["crawl", "page", "-a", f"url={URL}", "-s", "STATE_DIR="], "STATE_DIR"),
        (["ownership", "prove", HOST], "show HOST"),
        (["ownership", "show", "10.0.0.1"], "private-address"),
    ],
)
def test_wrong_arguments_say_what_came_and_what_was_expected(arguments: list[str], words: str, net: Net) -> None:
    run = scrapy(net, *arguments)
    assert run.code == 2
    assert words in run.err
    assert "Traceback" not in run.err


def test_a_folder_that_cannot_be_written_is_said_before_anything_is_asked_for(net: Net, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "ledger.sqlite").write_text("no database" * 100)
    for setting in (
        f"STATE_DIR={tmp_path / 'file'}",
        f"REPORTS_DIR={tmp_path / 'file'}",
        f"STATE_DIR={tmp_path / 'broken'}",
    ):
        net.forget()
        run = crawl(net, "page", URL, tmp_path, "-s", setting)
        assert run.code == 2
        assert str(tmp_path) in run.err
        assert "Traceback" not in run.err
        assert net.requests() == []


def test_a_page_is_audited_with_its_robots_txt_and_nothing_else(net: Net, tmp_path: Path) -> None:
    net.forget()
    run = crawl(net, "page", URL, tmp_path)
    assert run.code == 0, run.err
    assert net.requests().host(HOST).paths() == ["/robots.txt", "/"]
    assert dict(net.requests()[0].headers)["User-Agent"] == identity.USER_AGENT
    assert run.report["complete"] is True


@pytest.mark.parametrize("profile", ["default", "development", "scheduled", "research"])
def test_every_profile_runs(profile: str, net: Net, tmp_path: Path) -> None:
    assert crawl(net, "page", URL, tmp_path, env={"SCRAPY_PROJECT": profile}).code == 0


def test_a_report_that_cannot_be_announced_is_written_all_the_same(net: Net, tmp_path: Path) -> None:
    settings = f"-s STATE_DIR={tmp_path / 's'} -s REPORTS_DIR={tmp_path / 'r'} -L ERROR"
    command = f"{sys.executable} -m scrapy crawl page -a url={URL} {settings} >/dev/full"
    run = net.run(["sh", "-c", command], cwd=ROOT)
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert list((tmp_path / "r").glob("*/*/report.json"))


def test_findings_at_or_above_fail_on_give_exit_code_1(net: Net, tmp_path: Path) -> None:
    assert crawl(net, "page", URL, tmp_path, "-a", "fail_on=warning").code == 1


def test_a_denied_page_is_exit_code_3_and_a_report_that_says_so(net: Net, tmp_path: Path) -> None:
    run = crawl(net, "page", URL + "no", tmp_path)
    assert run.code == 3
    assert run.outcome(URL + "no") == "robots-denied"
    assert run.report["pages"] == []


def test_a_challenge_is_reported_as_blocked_and_asked_for_once(net: Net, tmp_path: Path) -> None:
    run = crawl(net, "page", "https://blocked.command-line.com/", tmp_path)
    assert run.code == 3
    assert run.outcome("https://blocked.command-line.com/") == "blocked"
    assert net.requests().host("blocked.command-line.com").paths() == ["/robots.txt", "/"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_crawl_still_writes_its_report_and_asks_for_nothing_more(
    number: int, net: Net, tmp_path: Path
) -> None:
    prove(net, "command-line.com", tmp_path)
    net.forget()
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url={URL}", "-L", "WARNING"]
    state = ["-s", f"STATE_DIR={tmp_path / 'state'}", "-s", f"REPORTS_DIR={tmp_path / 'reports'}"]
    with net.popen([*command, *state], cwd=ROOT) as program:
        while len(net.requests()) < 5:
            time.sleep(0.1)
        program.send_signal(number)
        stopped = time.monotonic()
        program.wait(timeout=30)
    asked = len(net.requests())
    assert time.monotonic() - stopped < 5
    assert asked <= 7
    import json

    report = json.loads(next((tmp_path / "reports").glob("*/*/report.json")).read_text())
    assert report["complete"] is False
    assert report["run"]["finish_reason"] == "stopped"
    outcomes = [entry["outcome"] for entry in report["urls"]]
    assert outcomes.count("stopped") >= 50
