"""The main job, as `make crawl` does it: the demo, crawled as its proved owner. Every fault found, none invented."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.support import ROOT, Run, crawl, prove
from tests.world import require_world
from tests.world.demo import ALLOWED, BEYOND, CLEAN, DOCS, NOTED, PLANTED, START, TRAPS, sides

#: What one job may take, waiting for the pace included.
SECONDS = 120


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    require_world()
    folder = tmp_path_factory.mktemp("demo")
    command = [sys.executable, "-m", "tests.world.demo", sys.executable, "-m", "scrapy", "crawl", "site"]
    settings = [
        "-a",
        f"url={START}",
        "-a",
        "external=check",
        "-s",
        f"REPORTS_DIR={folder / 'reports'}",
        "-L",
        "WARNING",
    ]
    own = os.environ | {"XDG_STATE_HOME": str(folder / "state")}  # no crawl of somebody else's is gone on with
    done = subprocess.run([*command, *settings], cwd=ROOT, env=own, capture_output=True, text=True, timeout=170)
    return done, folder / "reports"


@pytest.fixture(scope="module")
def report(done: tuple[subprocess.CompletedProcess[str], Path]) -> dict[str, Any]:
    return json.loads(next(done[1].glob("*/*/report.json")).read_text(encoding="utf-8"))


def _said(report: dict[str, Any], *severities: str) -> set[tuple[str, str]]:
    return {(x["check"], x["url"]) for x in report["findings"] if not severities or x["severity"] in severities}


def test_the_demo_ends_with_the_reports_path_and_ten_findings(
    done: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    run, folder = done
    assert run.returncode == 0, run.stderr
    numbers = re.findall(r"^ *(\d+)\. (?:error|warning|notice): ", run.stdout, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 11)]
    assert str(next(folder.glob("*/*/report.html"))) in run.stdout


def test_every_page_of_the_demo_is_read_in_the_time_of_one_job(report: dict[str, Any]) -> None:
    assert report["run"]["finish_reason"] == "finished"
    assert {page["url"] for page in report["pages"]} >= {doc.url for doc in DOCS.values()}
    assert report["run"]["seconds"] < SECONDS


def test_every_planted_fault_is_found_where_it_is(report: dict[str, Any]) -> None:
    assert {*PLANTED, *BEYOND} - _said(report) == set()


def test_no_error_and_no_warning_is_invented(report: dict[str, Any]) -> None:
    assert _said(report, "error", "warning") - {*PLANTED, *BEYOND, *ALLOWED} == set()


def test_nothing_is_said_of_clean_pages_and_traps(report: dict[str, Any]) -> None:
    innocent = {(check, url) for check, url in _said(report) if url in CLEAN or url in TRAPS}
    assert innocent - {*PLANTED, *BEYOND, *NOTED} == set()


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Run]]:
    """The small sites, crawled at the same time."""
    require_world()
    folder = tmp_path_factory.mktemp("sides")
    with sides.world().start(folder) as net, ThreadPoolExecutor(len(sides.PLANTED)) as pool:
        for host in sides.PLANTED:
            (folder / host).mkdir()
            prove(net, host, folder / host)
        runs = [pool.submit(crawl, net, "site", f"https://{host}/", folder / host) for host in sides.PLANTED]
        yield dict(zip(sides.PLANTED, (run.result() for run in runs), strict=True))


@pytest.mark.parametrize("host", sides.PLANTED)
def test_what_a_whole_server_does_wrong_is_found_and_nothing_else(beside: dict[str, Run], host: str) -> None:
    report, planted = beside[host].report, set(sides.PLANTED[host].split())
    assert planted - {check for check, _ in _said(report)} == set(), beside[host].err
    wrong = {check for check, _ in _said(report, "error", "warning")}
    assert wrong - planted - set(sides.ALLOWED.get(host, "").split()) == set()
