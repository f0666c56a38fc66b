"""The wait: from the end of the last request, the owner's Crawl-delay, doubled by trouble."""

from functools import partial
from pathlib import Path

from tests.e2e.support import crawl, of_pages, prove
from tests.world import Host, Net, Request, Response, World, text

LINKS = "".join(f'<a href="/{n}">{n}</a>' for n in range(1, 6))


def site(robots: str, statuses: dict[str, int], delay: float, request: Request) -> Response | None:
    if request.path == "/robots.txt":
        return text(robots)
    status = statuses.get(request.path, 200) if request.nth == 1 else 200
    return Response(status, {"Content-Type": "text/html"}, f"<title>{request.path}</title>{LINKS}", delay=delay)


DELAYED, FAILING, SLOW = "delayed-pace.com", "failing-pace.com", "slow-pace.com"


def world() -> World:
    rules = "User-agent: *\nDisallow: /sitemap.xml\n"
    failing = {"/1": 503, "/2": 429, "/3": 500, "/4": 200, "/5": 200}
    return World(
        [
            Host(DELAYED, partial(site, "User-agent: *\nCrawl-delay: 1.5\nDisallow: /sitemap.xml\n", {}, 0.0)),
            Host(FAILING, partial(site, rules, failing, 0.0)),
            Host(SLOW, partial(site, rules, {}, 0.7)),
        ]
    )


def gaps(net: Net, host: str, folder: Path) -> list[float]:
    prove(net, host, folder)
    run = crawl(net, "site", f"https://{host}/", folder)
    assert run.code == 0, run.err
    assert not net.requests().overlaps(host)
    return list(of_pages(net.requests().host(host)).gaps())


def test_a_crawl_delay_is_kept_from_the_first_page_on(net: Net, tmp_path: Path) -> None:
    assert min(gaps(net, DELAYED, tmp_path)) >= 1.5


def test_every_failure_doubles_the_wait_and_a_success_takes_one_step_back(net: Net, tmp_path: Path) -> None:
    waits = gaps(net, FAILING, tmp_path)
    log = of_pages(net.requests().host(FAILING))
    assert [entry.status for entry in log] == [200, 200, 503, 429, 500, 200, 200, 200, 200, 200]
    # Before /, /1, /2 (after 503), /3 (after 429), /4 (after 500), /5, and the three that failed once more.
    due = [0.5, 0.5, 1.0, 2.0, 4.0, 2.0, 1.0, 0.5, 0.5]
    assert len(waits) == len(due)
    for waited, least in zip(waits, due, strict=True):
        assert least <= waited < least + 0.45


def test_what_failed_once_is_asked_for_again_behind_the_rest(net: Net) -> None:
    assert of_pages(net.requests().host(FAILING)).paths()[-3:] == ["/1", "/2", "/3"]


def test_the_wait_runs_from_the_end_of_a_slow_answer(net: Net, tmp_path: Path) -> None:
    assert min(gaps(net, SLOW, tmp_path)) >= 0.5
