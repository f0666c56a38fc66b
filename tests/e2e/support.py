"""Running the crawler in the private internet as a user runs it, and reading what it left behind."""

import json
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.world import Log, Net

ROOT = Path(__file__).resolve().parents[2]
#: Crawls that run at the same time: most of them wait for the gate, not for a processor.
AT_ONCE = 6


@dataclass(frozen=True)
class Run:
    """One finished command: exit code, what it printed, and its report if it wrote one."""

    code: int
    out: str
    err: str
    report: dict[str, Any] = field(default_factory=dict)
    folder: Path | None = None

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


def crawl(
    net: Net, spider: str, url: str, folder: Path, *args: str, env: dict[str, str] | None = None,
    by: Iterable[str] = ("scrapy",),
) -> Run:  # fmt: skip
    """Run `scrapy crawl`; `folder` takes its state (shared by the runs of a test) and its report."""
    reports = folder / f"reports-{abs(hash((spider, url, args)))}"
    done = scrapy(
        net, "crawl", spider, "-a", f"url={url}", "-L", "WARNING",
        "-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={reports}", *args, env=env, by=by,
    )  # fmt: skip
    written = sorted(reports.glob("*/*/report.json"))
    if not written:
        return done
    report = json.loads(written[-1].read_text(encoding="utf-8"))
    return Run(done.code, done.out, done.err, report, written[-1].parent)


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
