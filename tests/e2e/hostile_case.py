"""What the tests of hostile servers share: a case by the row it belongs to, and its crawl, measured."""

import json
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crawler.core.limits import PAGE_SECONDS, REQUEST_SECONDS
from tests.e2e.support import AT_ONCE, Run, crawl
from tests.world import Host, Net, Request, Response, World, html, text

#: How much more than an idle crawl one of a hostile server may take, kilobytes.
MEMORY = 300 * 1024
#: What a limit of time may be passed by, seconds.
LATE = 2.0
IDLE = "idle"


@dataclass(frozen=True)
class Case:
    """One server: the row of the list it stands for, what it does, and how its page must end.

    `site` answers everything but robots.txt, or that too where it is a function; `shown`: what the ending's evidence
    must hold.
    """

    row: str
    site: Any
    outcome: str
    path: str = "/"
    tls: str = "valid"
    shown: Mapping[str, object] = field(default_factory=dict)
    asked: int = 1  # times


@dataclass(frozen=True)
class Measured:
    """One crawl, what it took by the clock and the most memory it took, in kilobytes."""

    run: Run
    seconds: float
    kilobytes: int


@dataclass(frozen=True)
class Answering:
    """A site that answers everything with one answer, and has no robots.txt."""

    answer: Response

    def __call__(self, request: Request) -> Response:
        return text("", 404) if request.path == "/robots.txt" else self.answer


def world_of(cases: Mapping[str, Case], domain: str) -> World:
    """A host for each case, and an honest one."""
    hosts = [Host(f"{name}.{domain}", site_of(case), tls=case.tls) for name, case in cases.items()]
    return World([Host(f"{IDLE}.{domain}", Answering(html("<title>Idle</title>"))), *hosts])


def site_of(case: Case) -> Any:
    return Answering(case.site) if isinstance(case.site, Response) else case.site


def url_of(name: str, cases: Mapping[str, Case], domain: str) -> str:
    return f"https://{name}.{domain}{cases[name].path if name in cases else '/'}"


def crawl_cases(net: Net, cases: Mapping[str, Case], domain: str, folder: Path) -> dict[str, Measured]:
    """Audit the page of every case, and of the honest host first."""
    idle = measured(net, url_of(IDLE, cases, domain), folder)
    assert idle.run.code == 0, idle.run.err
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = pool.map(lambda name: measured(net, url_of(name, cases, domain), folder), cases)
        return {IDLE: idle, **dict(zip(cases, done, strict=True))}


def measured(net: Net, url: str, folder: Path, *args: str, spider: str = "page") -> Measured:
    """One crawl by the program that measures."""
    file = folder / f"peak-{abs(hash((url, args)))}.json"
    began = time.monotonic()
    run = crawl(net, spider, url, folder, *args, by=("tests.e2e.measured", str(file)))
    return Measured(run, time.monotonic() - began, json.loads(file.read_text())["kilobytes"])


def check(name: str, cases: Mapping[str, Case], domain: str, runs: Mapping[str, Measured], net: Net) -> None:
    """The page ended as its case says, asked for so often, in bounded time and memory."""
    case, done = cases[name], runs[name]
    url = url_of(name, cases, domain)
    entry = done.run.entry(url)
    assert entry["outcome"] in case.outcome.split(" or "), (entry, done.run.err)
    assert case.shown.items() <= entry["evidence"].items(), entry
    assert net.requests().host(f"{name}.{domain}").paths().count(case.path) == case.asked
    check_bounds(f"{name}.{domain}", done, runs[IDLE], net)


def check_bounds(host: str, done: Measured, idle: Measured, net: Net) -> None:
    for entry in net.requests().host(host):
        assert entry.t_end - entry.t_start <= REQUEST_SECONDS.value + LATE
    assert done.kilobytes - idle.kilobytes < MEMORY, (done.kilobytes, idle.kilobytes)
    # With the waits of three attempts, the wait a slow answer brings, and five crawls beside it on two processors.
    assert done.seconds < 2 * PAGE_SECONDS.value + LATE
