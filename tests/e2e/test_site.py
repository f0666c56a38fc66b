"""A whole site, crawled as its proved owner and judged from the server's own log."""

import gzip
from pathlib import Path

import pytest

from crawler.core import identity
from tests.e2e.support import Run, crawl, of_pages, prove
from tests.world import Host, Log, Net, Request, Response, World, html, redirect, text, xml

HOST = "www.sixty-pages.com"
START = f"https://{HOST}/"
PAGES = 60
ROBOTS = f"User-agent: LessonPeakSeoBot\nDisallow: /private/\nSitemap: {START}map-index.xml\nSitemap: http://10.0.0.1/s.xml\n"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def site(request: Request) -> Response | None:
    """Page n links to 2n and 2n+1 (a tree), pages 56 to 60 stand in sitemaps only."""
    path = request.path
    fixed = {
        "/robots.txt": text(ROBOTS),
        "/map-index.xml": xml(
            f'<sitemapindex xmlns="{NAMESPACE}"><sitemap><loc>{START}map.xml.gz</loc></sitemap></sitemapindex>'
        ),
        "/map.xml.gz": Response(200, {"Content-Type": "application/gzip"}, gzip.compress(_map().encode())),
        "/old": redirect("/p/2", 301),
    }
    if path in fixed:
        return fixed[path]
    number = 1 if path == "/" else int(path[3:]) if path.startswith("/p/") and path[3:].isdigit() else 0
    return html(_page(number)) if 1 <= number <= PAGES else None


def _page(number: int) -> str:
    children = [n for n in (2 * number, 2 * number + 1) if n <= 55]
    links = "".join(f'<a href="/p/{n}">Page {n}</a> <a href="/p/{n}#again">again</a> ' for n in children)
    extra = ""
    if number == 1:
        extra = (
            '<a href="/private/a">private</a> <a href="/old">old</a> <a href="/nofollow" rel="nofollow">n</a>'
            '<a href="https://other-site.com/">other</a> <a href="http://169.254.169.254/latest">metadata</a>'
            '<a href="mailto:a@b.com">mail</a> <a href="/missing">missing</a>'
        )
    if number == 3:
        return f'<title>Page {number}</title><meta name="robots" content="nofollow"><a href="/hidden">h</a>{links}'
    return f"<title>Page {number}</title><h1>Page {number}</h1>{links}{extra}"


def _map() -> str:
    locations = "".join(f"<url><loc>{START}p/{n}</loc></url>" for n in [*range(56, PAGES + 1), 6, 7])
    return f'<urlset xmlns="{NAMESPACE}">{locations}<url><loc>http://127.0.0.1/x</loc></url></urlset>'


def world() -> World:
    return World([Host(HOST, site)])


@pytest.fixture(scope="module")
def done(net: Net, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("site")
    prove(net, "sixty-pages.com", folder)
    return crawl(net, "site", START, folder)


@pytest.fixture(scope="module")
def log(net: Net, done: Run) -> Log:
    return net.requests().host(HOST)


def _fetchable() -> set[str]:
    """Page 3 says nofollow; what only it and its children lead to is not found, but for 6 and 7 in the sitemap."""
    found, frontier = set(), [1, 2, 6, 7, *range(56, PAGES + 1)]
    while frontier:
        number = frontier.pop()
        found.add(number)
        children = [] if number == 3 else [2 * number, 2 * number + 1]
        frontier += [n for n in children if n <= 55 and n not in found]
    return {START if n == 1 else f"{START}p/{n}" for n in found | {3}}


def test_every_page_is_crawled_once(done: Run, log: Log) -> None:
    assert done.code == 0, done.err
    assert len(_fetchable()) == PAGES
    assert {
        url
        for url, outcome in done.outcomes().items()
        if outcome == "fetched" and "map" not in url and url.startswith("https:")
    } == _fetchable()
    assert len(done.report["pages"]) == PAGES
    assert max(len(entries) for entries in of_pages(log).by_path().values()) == 1


def test_robots_txt_comes_first_and_what_it_disallows_is_not_asked_for(done: Run, log: Log) -> None:
    assert log.paths()[0] == "/robots.txt"
    assert not [path for path in log.paths() if path.startswith("/private/")]
    assert done.outcome(f"{START}private/a") == "robots-denied"
    assert "Disallow: /private/" in done.entry(f"{START}private/a")["reason"]


def test_every_request_says_who_we_are_and_nothing_else(log: Log) -> None:
    for entry in log:
        assert [value for name, value in entry.headers if name.lower() == "user-agent"] == [identity.USER_AGENT]
        assert [value for name, value in entry.headers if name.lower() == "from"] == [identity.FROM]
        names = {name.lower() for name, _ in entry.headers}
        assert names <= {"user-agent", "from", "accept", "accept-encoding", "host", "connection"}
        assert entry.method in ("GET", "HEAD")


def test_requests_never_overlap_and_keep_the_wait_from_the_end_of_the_last(log: Log) -> None:
    assert not log.overlaps(HOST)
    assert min(log.gaps(HOST)) >= 0.5


def test_every_url_known_has_one_outcome_with_its_reason(done: Run) -> None:
    expected = {
        f"{START}old": "redirected",
        f"{START}nofollow": "nofollow",
        f"{START}missing": "http-error",
        "https://other-site.com/": "out-of-scope",
        "http://169.254.169.254/latest": "private-address",
        "http://127.0.0.1/x": "private-address",
        "http://10.0.0.1/s.xml": "private-address",
        f"{START}hidden": "nofollow",
        f"{START}map-index.xml": "fetched",
        f"{START}map.xml.gz": "fetched",
        f"{START}sitemap.xml": "http-error",
    }
    assert {url: done.outcome(url) for url in expected} == expected
    assert not [entry for entry in done.report["urls"] if entry["outcome"] != "fetched" and not entry["reason"]]


def test_the_report_stands_in_its_files_and_says_how_ownership_was_proved(done: Run) -> None:
    assert done.folder is not None
    assert {path.name for path in done.folder.iterdir()} == {
        "report.json", "report.html", "findings.csv", "pages.csv", "links.csv", "report.xlsx", "junit.xml",
        "report.sarif", "summary.md",
    }  # fmt: skip

    assert "_lessonpeak-verification.sixty-pages.com" in done.report["run"]["proof"]
    assert str(done.folder / "report.html") in done.out


def test_the_ledger_has_every_request(done: Run, log: Log) -> None:
    import sqlite3

    assert done.folder is not None
    ledger = Path(done.folder).parents[2] / "state" / "ledger.sqlite"
    rows = sqlite3.connect(ledger).execute("SELECT url, status FROM requests ORDER BY id").fetchall()
    assert rows == [(entry.url, entry.status) for entry in log]
