"""What the tests of hostile servers share: a case by the row it belongs to, and its crawl, measured."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crawler.core.limits import PAGE_SECONDS, REQUEST_SECONDS
from tests.e2e.support import AT_ONCE, IDLE_MEMORY, LATE, MEMORY, Run, crawl
from tests.world import Host, Net, Request, Response, World, html, text

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


def crawl_cases(net: Net, cases: Mapping[str, Case], domain: str, folder: Path) -> dict[str, Run]:
    """Audit the page of every case, and of the honest host first."""
    idle = idle_crawl(net, url_of(IDLE, cases, domain), folder)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = pool.map(lambda name: crawl(net, "page", url_of(name, cases, domain), folder), cases)
        return {IDLE: idle, **dict(zip(cases, done, strict=True))}


def idle_crawl(net: Net, url: str, folder: Path) -> Run:
    """The crawl of an honest page, that others are held against."""
    idle = crawl(net, "page", url, folder)
    assert idle.code == 0, idle.err
    assert idle.kilobytes > IDLE_MEMORY
    return idle


def check(name: str, cases: Mapping[str, Case], domain: str, runs: Mapping[str, Run], net: Net) -> None:
    """The page ended as its case says, asked for so often, in bounded time and memory."""
    case, done = cases[name], runs[name]
    url = url_of(name, cases, domain)
    entry = done.entry(url)
    assert entry["outcome"] in case.outcome.split(" or "), (entry, done.err)
    assert case.shown.items() <= entry["evidence"].items(), entry
    assert net.requests().host(f"{name}.{domain}").paths().count(case.path) == case.asked
    check_bounds(f"{name}.{domain}", done, runs[IDLE], net)


def check_bounds(host: str, done: Run, idle: Run, net: Net) -> None:
    for entry in net.requests().host(host):
        assert entry.t_end - entry.t_start <= REQUEST_SECONDS.value + LATE
    assert done.kilobytes - idle.kilobytes < MEMORY, (done.kilobytes, idle.kilobytes)
    # With the waits of three attempts, the wait a slow answer brings, and five crawls beside it on two processors.
    assert done.seconds < 2 * PAGE_SECONDS.value + LATE
