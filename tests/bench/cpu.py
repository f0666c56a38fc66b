"""Processor time for a page of a whole guarded crawl against a plain Scrapy spider with the same parsing.

    python -m tests.bench.cpu [HOSTS [PAGES [RUNS]]]

Ours runs as it is installed: guard, robots.txt, gate, ledger, the one door, the process that reads. The plain spider
has Scrapy's defaults with ROBOTSTXT_OBEY and reads with the same `read_page` in its callback; without a delay, which
is its cheapest, and (for comparison) with DOWNLOAD_DELAY at our wait. Both parse, in turns, the same pages of the same
hosts, over http and https apart. The servers run in another process, whose time does not count.

A page costs the time of a crawl of all hosts less that of a crawl of few, by the pages between: so starting does not
count, and DNS, TLS and robots.txt of every host do. Times are user and system, of the crawl and its children.
"""

import json
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench import cpu_crawl
from tests.bench.cpu_site import site
from tests.e2e.support import ROOT
from tests.world import Host, Net, World

GOAL = 1.15
FEW = 4
WHO = ("ours", "plain", "waiting", "report")
LABELS = {
    "ours": "ours", "plain": "plain Scrapy", "waiting": "plain Scrapy, our delay", "report": "ours, with its report",
}  # fmt: skip
COLUMNS = {"page": "8.2f", "own": "7.2f", "children": "7.2f", "system": "7.2f", "start": "8.0f", "wall": "6.1f"}


def crawl(net: Net, who: str, scheme: str, hosts: int, pages: int) -> dict[str, Any]:
    """One crawl in a state folder of its own, and what it used."""
    with TemporaryDirectory() as folder:
        plan = {"scheme": scheme, "hosts": hosts, "pages": pages, "folder": folder}
        command = [sys.executable, "-m", "tests.bench.cpu_crawl", who, json.dumps(plan)]
        done = net.run(command, cwd=ROOT, timeout=200)
    used: dict[str, Any] = json.loads(done.stdout.splitlines()[-1]) if done.stdout else {}
    if used.get("endings") != {"fetched": hosts * pages}:
        raise RuntimeError(f"{who} over {scheme}: {used.get('endings')}\n{done.stderr[-3000:]}")
    return used


def measure(net: Net, who: str, scheme: str, hosts: int, pages: int) -> dict[str, float]:
    """Milliseconds a page, of which in the children, and what starting took, in milliseconds."""
    few, all_of_them = (crawl(net, who, scheme, count, pages) for count in (FEW, hosts))
    between = (hosts - FEW) * pages
    used = {name: (all_of_them[name] - few[name]) / between * 1000 for name in ("own", "children", "system")}
    page = used["own"] + used["children"]
    start = (few["own"] + few["children"]) * 1000 - page * FEW * pages
    return {"page": page, **used, "start": start, "wall": all_of_them["wall"]}


def middle_of(runs: list[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def show(scheme: str, measured: dict[str, list[dict[str, float]]]) -> None:
    middle = {who: middle_of(runs) for who, runs in measured.items()}
    for who, runs in measured.items():
        ratios = [run["page"] / plain["page"] for run, plain in zip(runs, measured["plain"], strict=True)]
        ratio = middle[who]["page"] / middle["plain"]["page"]
        numbers = " ".join(f"{middle[who][name]:{form}}" for name, form in COLUMNS.items())
        print(f"{scheme:6}{LABELS[who]:25}{numbers} {ratio:7.2f}  ({min(ratios):.2f} to {max(ratios):.2f})")


def main(hosts: int, pages: int, runs: int) -> None:
    print(f"{hosts} hosts, {pages} pages each, medians of {runs}; goal for ours: at most {GOAL}")
    print(f"{'':31} ms/page     own  reader  system start ms wall s   ratio  (of the single runs)")
    world = World([Host(name, site) for name in cpu_crawl.names(hosts)])
    with TemporaryDirectory() as name, world.start(Path(name)) as net:
        for scheme in ("http", "https"):
            crawl(net, "plain", scheme, hosts, pages)  # the servers make their pages and certificates
            measured = defaultdict(list)
            for _ in range(runs):
                for who in WHO:
                    measured[who].append(measure(net, who, scheme, hosts, pages))
                    time.sleep(0.2)
            show(scheme, measured)


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    main(*given, *(100, 8, 3)[len(given) :])
