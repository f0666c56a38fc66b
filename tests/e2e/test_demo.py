"""The main job, as `make crawl` does it: the bundled demo shop, crawled as its proved owner."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.support import ROOT
from tests.world import require_world
from tests.world.demo import PLANTED, START


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    require_world()
    folder = tmp_path_factory.mktemp("demo")
    command = [sys.executable, "-m", "tests.world.demo", sys.executable, "-m", "scrapy", "crawl", "site"]
    settings = ["-a", f"url={START}", "-s", f"REPORTS_DIR={folder}", "-L", "WARNING"]
    return subprocess.run([*command, *settings], cwd=ROOT, capture_output=True, text=True, timeout=170), folder


def test_the_demo_ends_with_the_reports_path_and_ten_findings(
    done: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    run, folder = done
    assert run.returncode == 0, run.stderr
    numbers = re.findall(r"^ *(\d+)\. (?:error|warning|notice): ", run.stdout, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 11)]
    assert str(next(folder.glob("*/*/report.html"))) in run.stdout


def test_every_planted_fault_is_found_and_judged_on_the_page_it_is_on(
    done: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    report = json.loads(next(done[1].glob("*/*/report.json")).read_text(encoding="utf-8"))
    found = {(finding["check"], finding["url"]) for finding in report["findings"]}
    assert set(PLANTED) - found == set()
