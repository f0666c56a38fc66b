"""Running the crawler in the private internet as a user runs it, and reading what it left behind."""

import json
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crawler.core.limits import JOB_SECONDS
from tests.world import Log, Net

ROOT = Path(__file__).resolve().parents[2]
#: Crawls that run at the same time: most of them wait for the gate, not for a processor.
AT_ONCE = 6
#: How much more than an idle crawl any other may take, kilobytes.
MEMORY = 300 * 1024
#: Less than an idle crawl takes, which the tests of hostile servers measure.
IDLE_MEMORY = 90 * 1024
#: What a limit of time may be passed by, seconds.
LATE = 2.0


@dataclass(frozen=True)
class Run:
    """One finished command: exit code, what it printed, and its report if it wrote one."""

    code: int
    out: str
    err: str
    report: dict[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    seconds: float = 0.0  # by the clock
    kilobytes: int = 0  # the most memory it took, where that was measured

    def outcome(self, url: str) -> str:
        """The one outcome of `url`; fails when the report has none or several."""
        found = [entry["outcome"] for entry in self.report["urls"] if entry["url"] == url]
        assert len(found) == 1, (url, found, self.err)
        return str(found[0])

    def entry(self, url: str) -> dict[str, Any]:
        return next(entry for entry in self.report["urls"] if entry["url"] == url)

    def outcomes(self) -> dict[str, str]:
        return {entry["url"]: entry["outcome"] for entry in self.report["urls"]}


def scrapy(
    net: Net, *args: str, env: dict[str, str] | None = None, timeout: float = 170, by: Iterable[str] = ("scrapy",)
) -> Run:
    """Run a scrapy command in the world; `by`: the module that runs it, and what that wants to know."""
    done = net.run([sys.executable, "-m", *by, *args], cwd=ROOT, env=env, timeout=timeout)
    return Run(done.returncode, done.stdout, done.stderr)


def crawl(net: Net, spider: str, url: str, folder: Path, *args: str, env: dict[str, str] | None = None) -> Run:
    """Run `scrapy crawl`; `folder` takes its state (shared by the runs of a test) and its report.

    Every crawl is measured, whatever its test is about: none may take more memory or time than the worst server gets.
    """
    name = abs(hash((spider, url, args)))
    folder.mkdir(parents=True, exist_ok=True)
    reports, peak = folder / f"reports-{name}", folder / f"peak-{name}.json"
    began = time.monotonic()
    done = scrapy(
        net, "crawl", spider, "-a", f"url={url}", "-L", "WARNING",
        "-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={reports}", *args, env=env,
        by=("tests.e2e.measured", str(peak), "scrapy"),
    )  # fmt: skip
    took, kilobytes = time.monotonic() - began, json.loads(peak.read_text())["kilobytes"]
    written = sorted(reports.glob("*/*/report.json"))
    report = json.loads(written[-1].read_text(encoding="utf-8")) if written else {}
    run = Run(done.code, done.out, done.err, report, written[-1].parent if written else None, took, kilobytes)
    check_bounds(run, drawn=any(arg.startswith("render=") for arg in args))
    return run


def check_bounds(run: Run, *, drawn: bool) -> None:
    """The bounds of every crawl; what a browser takes has a limit of its own."""
    assert drawn or run.kilobytes < IDLE_MEMORY + MEMORY, run.kilobytes
    if run.report and run.report["run"]["jobs"] == 1:
        assert run.report["run"]["seconds"] <= JOB_SECONDS.value + LATE


def crawl_pages(net: Net, urls: Iterable[str], folder: Path) -> dict[str, Run]:
    """Audit several pages at the same time; each host should be named once."""
    listed = list(urls)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(listed, pool.map(lambda url: crawl(net, "page", url, folder), listed), strict=True))


def token(net: Net, host: str, folder: Path) -> str:
    """The token of `host` under the key of `folder`."""
    shown = scrapy(net, "ownership", "show", host, "--json", "-s", f"STATE_DIR={folder / 'state'}")
    assert shown.code == 0, shown.err
    return str(json.loads(shown.out)["token"])


def prove(net: Net, host: str, folder: Path) -> None:
    """Publish the TXT record of `host`."""
    net.publish(host, token(net, host, folder))


def of_pages(log: Log) -> Log:
    """What was asked for pages with https, in a crawl of a site: without files, the two probes and the http port."""
    probes = ("/no-such-page-", "/favicon.ico")
    return Log(one for one in log if one.method == "GET" and one.scheme == "https" and not one.path.startswith(probes))
