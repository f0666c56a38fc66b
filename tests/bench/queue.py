"""The waiting room against Scrapy's own queues, in one run: 100,000 URLs over 10,000 hosts.

    python -m tests.bench.queue [URLS [HOSTS]]

Each queue in a process of its own, built by a real Crawler with its engine and Downloader, nothing fetched. Memory is
what the process grew by while the requests were made and taken in; "open" is building the queue, for a JOBDIR that
holds the requests already; a pop is one `next_request`. Ours keeps hosts waiting meanwhile (64 requests in flight,
each host at rest for its wait after its own); Scrapy's have no such notion, which flatters them. "none" is a look that
finds nobody ready.
"""

import asyncio
import gc
import json
import os
import resource
import statistics
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import scrapy
from scrapy import Request
from scrapy.crawler import CrawlerProcess
from scrapy.utils.misc import build_from_crawler, load_object
from scrapy.utils.project import get_project_settings

from tests.e2e.support import ROOT

OURS = "crawler.engine.queue.HostQueue"
SCRAPY = "scrapy.core.scheduler.Scheduler"
AWARE, PLAIN = "scrapy.pqueues.DownloaderAwarePriorityQueue", "scrapy.pqueues.ScrapyPriorityQueue"
#: Name, scheduler, priority queue, on disk; the second is Scrapy's default.
VARIANTS = {
    "ours": (OURS, "", False),
    "Scrapy, by downloader": (SCRAPY, AWARE, False),
    "Scrapy, plain": (SCRAPY, PLAIN, False),
    "Scrapy, by downloader, JOBDIR": (SCRAPY, AWARE, True),
    "Scrapy, plain, JOBDIR": (SCRAPY, PLAIN, True),
}
IN_FLIGHT = 64
#: Pops measured: enough of ours to go round all hosts, and of a slow queue as many as there is patience for.
POPS, PATIENCE = 20_000, 15.0


class BenchSpider(scrapy.Spider):
    """Measures instead of crawling, where there is a Crawler with all its parts."""

    name = "bench"

    def __init__(self, variant: str, urls: str, hosts: str):
        super().__init__()
        self.variant, self.urls, self.hosts = variant, int(urls), int(hosts)
        self.measured: dict[str, Any] = {}

    async def start(self) -> AsyncIterator[Request]:
        try:
            self.measured = await self.measure()
        except Exception as fault:  # of Scrapy's queues one may not get through: that is a result
            self.measured = {"failed": f"{type(fault).__name__}: {fault}"}
        finally:
            self.crawler.engine.downloader.active.clear()  # type: ignore[union-attr]  # else the crawl never ends
        return
        yield

    async def measure(self) -> dict[str, Any]:
        queue = self.build()
        before, began = rss(), perf_counter()
        filling = self.fill(queue)
        made = perf_counter() - began - filling
        gc.collect()
        grown = rss() - before
        queue, opening = await self.reopened(queue)
        pops = await self.pop(queue)
        in_vain = self.look_in_vain(queue)
        queue.close("finished")
        return {
            "bytes": grown / self.urls, "fill": filling, "made": made, "open": opening, "pops": len(pops),
            "pop": statistics.mean(pops), "median": statistics.median(pops), "worst": max(pops),
            "none": in_vain,
        }  # fmt: skip

    def build(self) -> Any:
        queue = build_from_crawler(load_object(VARIANTS[self.variant][0]), self.crawler)
        queue.open(self)
        return queue

    def fill(self, queue: Any) -> float:
        """Seconds that the queue took; the making of a Request is not its."""
        spent = 0.0
        for number in range(self.urls):
            request = self.request(number)
            began = perf_counter()
            queue.enqueue_request(request)
            spent += perf_counter() - began
        return spent

    def request(self, number: int) -> Request:
        """As the spiders make them."""
        host, page = number % self.hosts, number // self.hosts
        meta = {"purpose": "page", "source": "link", "found_on": f"https://www.host{host}.com/", "depth": page % 5}
        url = f"https://www.host{host}.com/a-section/page-{page}.html"
        return Request(url, callback=self.parse, errback=self.ended, meta=meta, priority=-(page % 5))

    async def reopened(self, queue: Any) -> tuple[Any, float]:
        """Where it lives on disk: closed, and opened again as the next run does."""
        if not VARIANTS[self.variant][2]:
            return queue, 0.0
        queue.close("finished")
        began = perf_counter()
        return self.build(), perf_counter() - began

    async def pop(self, queue: Any) -> list[float]:
        times: list[float] = []
        flight: deque[Request] = deque()
        began = perf_counter()
        while len(times) < min(POPS, self.urls) and perf_counter() - began < PATIENCE:
            start = perf_counter()
            request = queue.next_request()
            spent = perf_counter() - start
            if request is None:
                await asyncio.sleep(0.01)
                continue
            times.append(spent)
            await self.ask(request, flight)
        return times

    async def ask(self, request: Request, flight: "deque[Request]") -> None:
        """What the Downloader does of it, without the network: 64 in flight, and the host is at rest after its own."""
        flight.append(request)
        if self.variant != "ours":
            return
        downloader: Any = self.crawler.engine.downloader  # type: ignore[union-attr]
        downloader.active.add(request)
        await downloader.gate.acquire(_host(request))
        if len(flight) > IN_FLIGHT:
            over = flight.popleft()
            downloader.gate.release(_host(over), failure=False, took=0.0, retry_after=0.0)
            downloader.active.remove(over)

    def look_in_vain(self, queue: Any) -> float | None:
        """Seconds of a look when every host waits: the mean of those until one is ready."""
        times = []
        for _ in range(100_000 if self.variant == "ours" else 0):
            began = perf_counter()
            if queue.next_request() is None:
                times.append(perf_counter() - began)
            if len(times) == 1000:
                break
        return statistics.mean(times) if times else None

    def ended(self, failure: object) -> None:
        """Nothing is asked for."""


def _host(request: Request) -> str:
    return request.url.split("/")[2]


def rss() -> int:
    """Memory of this process in RAM, bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def run(variant: str, urls: str, hosts: str, folder: str) -> None:
    """One variant, in this process; prints what was measured."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # Scrapy's queue on disk keeps a file open for every host
    scheduler, priority_queue, on_disk = VARIANTS[variant]
    settings: Any = get_project_settings()
    if scheduler == SCRAPY:
        settings = {"SCHEDULER_PRIORITY_QUEUE": priority_queue, "TELNETCONSOLE_ENABLED": False}
        settings |= {"JOBDIR": folder} if on_disk else {}
    else:
        settings.set("STATE_DIR", folder)
    process = CrawlerProcess(settings | {"LOG_LEVEL": "ERROR"} if isinstance(settings, dict) else settings)
    crawler = process.create_crawler(BenchSpider)
    process.crawl(crawler, variant=variant, urls=urls, hosts=hosts)
    process.start()
    print(json.dumps(crawler.spider.measured))  # type: ignore[union-attr]


def measured(variant: str, urls: int, hosts: int) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench.queue", variant, str(urls), str(hosts), folder]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    if done.returncode or not done.stdout:
        return {"failed": done.stderr.strip().splitlines()[-1:]}
    return dict(json.loads(done.stdout.splitlines()[-1]))


COLUMNS: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "bytes/URL": ("bytes", lambda one: f"{one['bytes']:.0f}"),
    "fill s": ("fill", lambda one: f"{one['fill']:.2f}"),
    "open s": ("open", lambda one: f"{one['open']:.2f}"),
    "pop us": ("pop", lambda one: f"{one['pop'] * 1e6:.1f}"),
    "median": ("median", lambda one: f"{one['median'] * 1e6:.1f}"),
    "worst ms": ("worst", lambda one: f"{one['worst'] * 1e3:.2f}"),
    "none us": ("none", lambda one: "-" if one["none"] is None else f"{one['none'] * 1e6:.1f}"),
}


def main(urls: int = 100_000, hosts: int = 10_000) -> None:
    print(f"{urls} URLs over {hosts} hosts")
    print(f"{'':30}" + "".join(f"{name:>10}" for name in COLUMNS))
    found = {}
    for variant in VARIANTS:
        one = found[variant] = measured(variant, urls, hosts)
        shown = one.get("failed") or "".join(f"{show(one):>10}" for _, show in COLUMNS.values())
        print(f"{variant:30}{shown}", flush=True)
    ours = found.pop("ours")
    for variant, one in found.items():
        if "failed" not in one:
            ratios = (f"{name} {ours[name] / one[name]:.3f}" for name in ("bytes", "fill", "pop", "median"))
            print(f"ours over {variant}: {', '.join(ratios)}")


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in VARIANTS:
        run(*sys.argv[1:])
    else:
        main(*map(int, sys.argv[1:]))
