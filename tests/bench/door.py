"""Processor time for a page through the door against Scrapy's own handler.

    python -m tests.bench.door [HOSTS [PAGES [RUNS]]]

Both are asked for the same pages by the same loop, eight at once and one at a time for each host, over http and https
apart; nothing is parsed. A page costs the time of all hosts less that of few, by the pages between, so that starting
does not count; DNS and TLS of every host do. The servers run in another process.
"""

import asyncio
import json
import resource
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.cpu_crawl import names, urls
from tests.bench.cpu_site import site
from tests.e2e.support import ROOT
from tests.world import Host, Net, World

GOAL = 1.15
FEW = 4
AT_ONCE = 8
WHO = ("door", "scrapy")


async def _fetch_all(handler: Any, listed: list[str], hosts: int) -> None:
    from scrapy import Request

    async def of_host(number: int, turn: asyncio.Semaphore) -> None:
        for url in listed[number::hosts]:
            async with turn:
                response = await handler.download_request(Request(url))
                assert response.status == 200

    turn = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(of_host(number, turn) for number in range(hosts)))


def _handler(who: str) -> Any:
    from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
    from scrapy.utils.test import get_crawler

    from crawler.egress.handler import DoorHandler
    from crawler.egress.resolver import Resolver

    if who == "door":
        resolver = Resolver()
        return DoorHandler(lambda host, address: None, lambda: resolver)
    return HTTP11DownloadHandler(get_crawler(settings_dict={"DOWNLOAD_VERIFY_CERTIFICATES": True}))


def child(who: str, scheme: str, hosts: int, pages: int) -> None:
    """In a process of its own: fetch, and print processor seconds."""
    from twisted.internet import asyncioreactor

    asyncioreactor.install()
    from twisted.internet import reactor
    from twisted.internet.defer import Deferred

    failures: list[Any] = []
    work = Deferred.fromCoroutine(_started(who, urls(scheme, hosts, pages), hosts))
    work.addErrback(failures.append).addBoth(lambda _: reactor.stop())  # type: ignore[attr-defined]
    reactor.run()  # type: ignore[attr-defined]
    if failures:
        failures[0].raiseException()
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps(used.ru_utime + used.ru_stime))


async def _started(who: str, listed: list[str], hosts: int) -> None:
    from twisted.internet.defer import Deferred

    await Deferred.fromFuture(asyncio.ensure_future(_fetch_all(_handler(who), listed, hosts)))


def seconds(net: Net, who: str, scheme: str, hosts: int, pages: int) -> float:
    command = [sys.executable, "-m", "tests.bench.door", "child", who, scheme, str(hosts), str(pages)]
    done = net.run(command, cwd=ROOT, timeout=200)
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    return float(json.loads(done.stdout.splitlines()[-1]))


def page(net: Net, who: str, scheme: str, hosts: int, pages: int) -> float:
    """Milliseconds of processor time a page."""
    few, many = (seconds(net, who, scheme, count, pages) for count in (FEW, hosts))
    return (many - few) / ((hosts - FEW) * pages) * 1000


def main(hosts: int, pages: int, runs: int) -> None:
    print(f"{hosts} hosts, {pages} pages each, medians of {runs}; goal for the door: at most {GOAL}")
    world = World([Host(name, site) for name in names(hosts)])
    with TemporaryDirectory() as folder, world.start(Path(folder)) as net:
        for scheme in ("http", "https"):
            seconds(net, "scrapy", scheme, hosts, pages)  # the servers make their pages and certificates
            measured: dict[str, list[float]] = {who: [] for who in WHO}
            for _ in range(runs):
                for who in WHO:
                    measured[who].append(page(net, who, scheme, hosts, pages))
            door, scrapy = (statistics.median(measured[who]) for who in WHO)
            single = [ours / theirs for ours, theirs in zip(*measured.values(), strict=True)]
            spread = f"{min(single):.2f} to {max(single):.2f}"
            print(f"{scheme:6} door {door:.2f} ms/page, Scrapy {scrapy:.2f}, ratio {door / scrapy:.2f} ({spread})")


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        child(sys.argv[2], sys.argv[3], *map(int, sys.argv[4:]))
    else:
        given = [int(argument) for argument in sys.argv[1:]]
        main(*given, *(100, 8, 5)[len(given) :])
