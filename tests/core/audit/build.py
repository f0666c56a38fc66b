"""Pages, records and sites for the tests of the audit, in as few words as a case should need."""

# ruff: noqa: E501 (one case, one line)

from collections.abc import Mapping
from datetime import UTC, datetime

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.complete import gaps
from crawler.core.audit.finding import CannotTell, Hit
from crawler.core.audit.page import Page, read_page
from crawler.core.audit.site import Site
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord, RunRecord, SitemapRecord, UrlRecord

ROOT = "https://site.org"
TYPE = ("Content-Type", "text/html; charset=utf-8")
AT = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)


def page(html: str | bytes, path: str = "/a", headers: tuple[tuple[str, str], ...] = (), *, root: str = ROOT) -> Page:
    """Read one page that must be readable."""
    body = html if isinstance(html, bytes) else html.encode()
    found = read_page(url=root + path, status=200, headers=(TYPE, *headers), body=body)
    assert isinstance(found, Page), found
    return found


def hits(check: str, page: Page) -> list[Hit]:
    """What a page check found."""
    function = CATALOGUE[check].page
    assert function is not None
    return [said for said in function(page) if isinstance(said, Hit)]


def run(spider: str = "site", finish: str = "finished") -> RunRecord:
    return RunRecord(
        spider=spider, start_url=f"{ROOT}/", host="site.org", started=AT, finished=AT, finish_reason=finish, scope=("site.org",)
    )  # fmt: skip


def fetched(path: str, **facts: object) -> UrlRecord:
    return UrlRecord(ROOT + path, Outcome.FETCHED, status=200, **facts)  # type: ignore[arg-type]


def moved(path: str, to: str, status: int = 301, **facts: object) -> UrlRecord:
    return UrlRecord(ROOT + path, Outcome.REDIRECTED, status=status, location=to, **facts)  # type: ignore[arg-type]


def failed(path: str, status: int, **facts: object) -> UrlRecord:
    return UrlRecord(ROOT + path, Outcome.HTTP_ERROR, f"status {status}", status=status, **facts)  # type: ignore[arg-type]


def ended(path: str, outcome: Outcome, **facts: object) -> UrlRecord:
    return UrlRecord(ROOT + path, outcome, str(outcome), **facts)  # type: ignore[arg-type]


def robots(body: str, status: int = 200, decision: str = "rules") -> RobotsRecord:
    return RobotsRecord(ROOT, decision, f"status {status}", status=status, body=body.encode())


def sitemap(*paths: str, **facts: object) -> SitemapRecord:
    entries = tuple((path if "://" in path else ROOT + path, "") for path in paths)
    known: dict[str, object] = {"status": 200, "kind": "urlset", "entries": entries, **facts}
    return SitemapRecord(f"{ROOT}/sitemap.xml", known.pop("outcome", Outcome.FETCHED), **known)  # type: ignore[arg-type]


def site(
    pages: Mapping[str, str] | None = None,
    *records: UrlRecord,
    robots: tuple[RobotsRecord, ...] = (),
    sitemaps: tuple[SitemapRecord, ...] = (),
    run: RunRecord = run(),  # noqa: B008 (frozen)
    headers: tuple[tuple[str, str], ...] = (),
) -> Site:
    """A site of pages (path: HTML) that answered 200, and of other records."""
    read = {ROOT + path: page(html, path, headers) for path, html in (pages or {}).items()}
    urls = {url: fetched(url.removeprefix(ROOT)) for url in read} | {record.url: record for record in records}
    missing = tuple(gaps(run, urls.values(), read.values(), robots))
    return Site(run, urls, read, robots, sitemaps, not missing)


def found(check: str, site: Site) -> list[Hit]:
    """What a site check found."""
    return [said for said in _said(check, site) if isinstance(said, Hit)]


def site_hits(check: str, site: Site) -> list[str]:
    """The URLs a site check found, without the root."""
    return [hit.url.removeprefix(ROOT) for hit in found(check, site)]


def doubts(check: str, site: Site) -> list[str]:
    """Why a site check could not tell."""
    return [said.reason for said in _said(check, site) if isinstance(said, CannotTell)]


def _said(check: str, site: Site) -> list[Hit | CannotTell]:
    function = CATALOGUE[check].site
    assert function is not None
    return list(function(site))
