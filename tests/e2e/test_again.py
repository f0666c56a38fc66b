"""A site crawled again: what changed is told, findings may be lived with, CI hears of new ones; on a terminal too."""

import json
import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.support import ROOT, Run, crawl, prove
from tests.world import Host, Net, World, require_world

HOST = "www.again-and-again.org"
START = f"https://{HOST}/"
IGNORE = f"""
[[ignore]]
check = "sec-csp-missing"
reason = "comes with the new proxy"

[[ignore]]
check = "title-missing"
url = "{START}b*"
reason = "the text is being written"
until = 2020-01-31
"""


def page(title: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
        f'<body><h1>Heading of {title}</h1><a href="/b.html">The other page</a></body></html>'
    )


@dataclass
class Runs:
    """Crawls one after another, and what the third of them wrote to its terminal."""

    first: Run
    second: Run
    ignored: Run
    terminal: str
    code: int


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    require_world()
    folder = tmp_path_factory.mktemp("again")
    served = folder / "served"
    served.mkdir()
    (served / "index.html").write_text(page("A title that says enough about this page"))
    (served / "b.html").write_text(page("Another title that says enough about it"))
    (folder / "ignore.toml").write_text(IGNORE)
    with World([Host(HOST, served)]).start() as net:
        prove(net, HOST, folder)
        first = crawl(net, "site", START, folder, "-a", "max_new=0")
        reports = first.folder.parent.parent if first.folder else folder
        (served / "b.html").write_text(page(""))
        again = ["-s", f"REPORTS_DIR={reports}", "-a", "fresh=1"]
        second = crawl(net, "site", START, folder, *again, "-a", "max_new=0")
        ignored = crawl(net, "site", START, folder, *again, "-a", f"ignore={folder / 'ignore.toml'}")
        terminal, code = on_a_terminal(net, folder, reports)
        yield Runs(first, latest(second, reports, 1), latest(ignored, reports, 2), terminal, code)


def latest(run: Run, reports: Path, number: int) -> Run:
    """The run with the report it wrote beside the others."""
    folder = sorted(path.parent for path in reports.glob("*/*/report.json"))[number]
    return Run(run.code, run.out, run.err, json.loads((folder / "report.json").read_bytes()), folder)


def on_a_terminal(net: Net, folder: Path, reports: Path) -> tuple[str, int]:
    """A crawl whose standard error is a terminal."""
    ours, theirs = pty.openpty()
    seen: list[bytes] = []

    def read() -> None:
        while True:
            try:
                seen.append(os.read(ours, 65536))
            except OSError:
                return

    reader = threading.Thread(target=read)
    reader.start()
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url={START}", "-a", "fresh=1", "-L", "INFO"]
    settings = ["-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={reports}"]
    with net.popen([*command, *settings], cwd=ROOT, stdout=-3, stderr=theirs) as program:
        os.close(theirs)
        code = program.wait(60)
    reader.join(10)
    os.close(ours)
    return b"".join(seen).decode(), code


def test_the_first_run_has_nothing_to_compare_with_and_nothing_is_new(runs: Runs) -> None:
    assert runs.first.code == 0
    assert runs.first.report["changes"] is None


def test_the_second_tells_what_is_new_and_max_new_makes_it_code_1(runs: Runs) -> None:
    assert runs.second.code == 1
    new = [(row["check"], row["url"]) for row in runs.second.report["changes"]["new"]]
    assert ("title-missing", f"{START}b.html") in new
    assert runs.second.report["changes"]["pages_changed"] == [f"{START}b.html"]
    assert re.search(r"since .* UTC: \d+ new, \d+ fixed, \d+ still there", runs.second.out)


def test_what_is_ignored_is_counted_and_an_entry_past_its_day_keeps_nothing_out(runs: Runs) -> None:
    checks = {finding["check"] for finding in runs.ignored.report["findings"]}
    assert "sec-csp-missing" not in checks
    assert "title-missing" in checks
    told = runs.ignored.report["ignored"]
    assert [(len(row["findings"]), row["expired"]) for row in told] == [(1, False), (0, True)]
    assert "1 finding ignored by 2 entries of the ignore file; 1 entry past the day" in runs.ignored.out
    assert runs.ignored.report["changes"]["fixed"] == []  # it is still there, though nobody wants to hear of it


def test_a_terminal_has_a_line_of_where_the_crawl_stands_that_is_wiped_before_others(runs: Runs) -> None:
    assert runs.code == 0
    standing = re.findall("\r\x1b\\[K(\\d+ pages?, \\d+ queued[^\r\n]*)", runs.terminal)
    assert standing
    assert "waiting" in "".join(standing)
    lines = runs.terminal.replace("\r\x1b[K", "\n").splitlines()
    assert not [line for line in lines if "queued" in line and "INFO" in line]


@pytest.mark.parametrize(
    ("argument", "says"),
    [
        ("max_new=-1", "expected how many findings may be new"),
        ("max_new=x", "expected how many findings may be new"),
        ("ignore=/no/such/file.toml", "expected a TOML file of findings to ignore"),
        ("ignore=pyproject.toml", "'build-system' is not known; expected entries such as"),
        ("ignore=LICENSE", "not TOML"),
    ],
)
def test_bad_arguments_stop_before_anything_is_asked(argument: str, says: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scrapy", "crawl", "page", "-a", f"url={START}", "-a", argument]
    done = subprocess.run(
        [*command, "-s", f"STATE_DIR={tmp_path}"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert says in done.stderr
    assert not list(tmp_path.iterdir())
