"""`scrapy ledger`: its rows agree with the servers' logs, and a rule that was broken is named."""

import csv
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest

from tests.e2e.support import Run, crawl, prove, scrapy
from tests.world import Host, Log, Net, Request, Response, World, html, redirect, text

PLAIN, DELAYED = "plain-ledger.com", "delayed-ledger.com"
LINKS = "".join(f'<a href="{path}">x</a>' for path in ("/a", "/b", "/fails", "/moved", "/gone", "/secret", "/cut"))


def site(robots: str, request: Request) -> Response | None:
    if request.path == "/robots.txt":
        return text(robots)
    if request.path == "/fails" and request.nth == 1:
        return html("<title>Later</title>", 503)
    if request.path == "/moved":
        return redirect("/b2", 301)
    if request.path == "/cut":
        return Response(
            raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n<title>", close=True
        )
    return None if request.path == "/gone" else html(f"<title>{request.path}</title>{LINKS}")


def world() -> World:
    rules = "User-agent: *\nDisallow: /sitemap.xml\nDisallow: /secret\n"
    return World([Host(PLAIN, partial(site, rules)), Host(DELAYED, partial(site, f"{rules}Crawl-delay: 1\n"))])


@pytest.fixture(scope="module")
def folder(net: Net, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of two crawls, one after the other; the second of one page only."""
    made = tmp_path_factory.mktemp("ledger")
    prove(net, PLAIN, made)
    assert crawl(net, "site", f"https://{PLAIN}/", made).code == 0
    assert crawl(net, "page", f"https://{DELAYED}/", made).code == 0
    assert crawl(net, "page", f"https://{PLAIN}/", made).code == 0
    return made


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    """A copy of it, to be doctored."""
    shutil.copytree(folder / "state", tmp_path / "state")
    return tmp_path


def ledger(net: Net, folder: Path, *args: str) -> Run:
    return scrapy(net, "ledger", *args, "-s", f"STATE_DIR={folder / 'state'}")


def shown(net: Net, folder: Path, *args: str) -> list[dict[str, Any]]:
    run = ledger(net, folder, "show", "--json", *args)
    assert run.code == 0, run.err
    return list(json.loads(run.out))


def both(net: Net, folder: Path, host: str) -> Iterator[tuple[dict[str, Any], Any]]:
    yield from zip(shown(net, folder, "--host", host), net.requests().host(host), strict=True)


def doctor(folder: Path, change: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "state" / "ledger.sqlite", isolation_level=None)) as connection:
        assert connection.execute(change, values).rowcount == 1


# Row by row


@pytest.mark.parametrize("host", [PLAIN, DELAYED])
def test_the_rows_agree_with_the_servers_log_one_by_one(host: str, net: Net, folder: Path) -> None:
    rows = list(both(net, folder, host))
    assert len(rows) >= 2
    for row, entry in rows:
        assert (row["url"], row["method"], row["address"]) == (entry.url, entry.method, entry.address)
        assert row["status"] == (entry.status if row["outcome"] is None else None)
        began, ended = (datetime.fromisoformat(row[name]).timestamp() for name in ("started", "ended"))
        assert began - 0.01 <= entry.wall_start <= entry.wall_end <= ended + 0.05


def test_the_crawl_had_something_of_everything(net: Net, folder: Path) -> None:
    rows = shown(net, folder, "--host", PLAIN)
    assert {row["status"] for row in rows} == {200, 301, 404, 503, None}
    assert {row["outcome"] for row in rows} == {None, "truncated"}
    assert {row["purpose"] for row in rows} == {"robots", "page", "check", "probe"}
    assert {row["attempt"] for row in rows} == {0, 1, 2}
    assert {row["hop"] for row in rows} == {0, 1}
    assert len({row["job"] for row in rows}) == 2
    assert "/secret" not in {urlsplit(row["url"]).path for row in rows}


def test_the_check_finds_no_rule_broken_and_neither_do_the_servers(net: Net, folder: Path) -> None:
    run = ledger(net, folder, "check")
    count = len([entry for entry in net.requests() if entry.host in (PLAIN, DELAYED)])
    assert (run.code, run.out) == (0, f"{count} requests to 2 hosts: no rule was broken.\n"), run.out
    log: Log = net.requests()
    for host in (PLAIN, DELAYED):
        assert not log.overlaps(host)
        assert min(log.gaps(host)) >= (1.0 if host == DELAYED else 0.5)


# What it shows, and how


def test_times_are_in_the_zone_asked_for_and_bounds_are_read_in_it(net: Net, folder: Path) -> None:
    zone = ZoneInfo("Asia/Tokyo")
    rows = shown(net, folder, "--tz", "Asia/Tokyo")
    second = datetime.fromisoformat(rows[1]["started"])
    assert second.utcoffset() == timedelta(hours=9)
    since = (
        (second + timedelta(milliseconds=1)).astimezone(zone).replace(tzinfo=None).isoformat(timespec="milliseconds")
    )
    assert len(shown(net, folder, "--tz", "Asia/Tokyo", "--since", since)) == len(rows) - 1
    assert shown(net, folder, "--tz", "UTC", "--since", since) == []
    assert len(shown(net, folder, "--until", (second - timedelta(seconds=1)).isoformat())) <= 1
    assert len(shown(net, folder, "--since", f"{datetime.now(UTC):%Y-%m-%d}")) >= 1


def test_the_table_has_a_line_a_request(net: Net, folder: Path) -> None:
    run = ledger(net, folder, "show", "--host", DELAYED.upper())
    assert len(run.out.splitlines()) == 1 + len(net.requests().host(DELAYED))
    assert f"https://{DELAYED}/robots.txt" in run.out


def test_an_export_holds_every_row(net: Net, folder: Path) -> None:
    rows = shown(net, folder)
    lines = ledger(net, folder, "export", "--format", "jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == rows
    table = list(csv.DictReader(ledger(net, folder, "export").out.splitlines()))
    assert [(line["url"], line["job"]) for line in table] == [(row["url"], row["job"]) for row in rows]


def test_the_ledger_is_read_while_a_crawl_runs(net: Net, copied: Path) -> None:
    with closing(sqlite3.connect(copied / "state" / "ledger.sqlite", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE requests SET ended = NULL")
        assert ledger(net, copied, "check").code == 0
        writer.execute("ROLLBACK")


# What it catches


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("UPDATE requests SET status = 503 WHERE id = 2", "too-soon"),
        ("UPDATE requests SET robots = 'denied by line 2' WHERE id = 3", "robots-denied"),
        ("UPDATE requests SET address = '10.0.0.1' WHERE id = 2", "private-address"),
    ],
)
def test_a_doctored_row_is_named_and_ends_with_1(change: str, rule: str, net: Net, copied: Path) -> None:
    doctor(copied, change)
    run = ledger(net, copied, "check")
    assert run.code == 1
    assert f": {rule}: " in run.out
    assert "ledger.sqlite row " in run.out
    assert "1 rules were broken" not in run.out or len(run.out.splitlines()) == 2
    elsewhere = ledger(net, copied, "check", "--host", DELAYED)
    assert elsewhere.code == 0


def test_a_row_taken_earlier_is_two_at_once(net: Net, copied: Path) -> None:
    doctor(copied, "UPDATE requests SET started = (SELECT started FROM requests WHERE id = 2) WHERE id = 3")
    run = ledger(net, copied, "check", "--json")
    assert run.code == 1
    assert ("two-at-once", "ledger.sqlite row 3") in {
        (one["rule"], one["row"]) for one in json.loads(run.out)["broken"]
    }


def test_a_row_of_a_killed_process_is_told_and_breaks_nothing(net: Net, copied: Path) -> None:
    url, columns = "https://x.com/robots.txt", "started, host, method, url, purpose, wait_due, job, robots"
    with closing(sqlite3.connect(copied / "state" / "ledger.sqlite", isolation_level=None)) as connection:
        connection.execute(
            f"INSERT INTO requests ({columns}) VALUES (?, 'x.com', 'GET', '{url}', 'robots', 0.5, 'k', ?)",
            ((datetime.now(UTC) - timedelta(minutes=5)).isoformat(timespec="milliseconds"), "https://x.com"),
        )
    run = ledger(net, copied, "check", "--host", "x.com")
    assert run.code == 0
    assert ": died: " in run.out


# What it refuses


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "came: nothing; expected: scrapy ledger show|check|export"),
        (["burn"], "came: burn"),
        (["show", "--since", "noon"], "--since came as 'noon', expected 2026-05-01T14:05"),
        (["show", "--until", "25:00"], "--until came as '25:00'"),
        (["check", "--tz", "Mars/Olympus"], "--tz came as 'Mars/Olympus'"),
        (["check", "--host", "a b"], "--host came as"),
        (["export", "--format", "xml"], "invalid choice"),
    ],
)
def test_wrong_arguments_end_with_2_and_say_what_was_expected(
    args: list[str], words: str, net: Net, folder: Path
) -> None:
    run = ledger(net, folder, *args)
    assert run.code == 2
    assert words in run.err
    assert run.out == ""
    assert "Traceback" not in run.err


@pytest.mark.parametrize("action", ["show", "check", "export"])
def test_no_ledger_is_an_error_that_makes_no_folder(action: str, net: Net, tmp_path: Path) -> None:
    run = ledger(net, tmp_path, action)
    assert run.code == 2
    assert "ledger.sqlite does not exist: nothing was asked for yet" in run.err
    assert run.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_ledger_is_an_error(net: Net, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "ledger.sqlite").write_text("no database" * 100)
    run = ledger(net, tmp_path, "check")
    assert run.code == 2
    assert "expected our ledger" in run.err
