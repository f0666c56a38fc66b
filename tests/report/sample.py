"""A realistic report to look at: `python -m tests.report.sample FOLDER` writes its three files there."""

# ruff: noqa: E501 (one case, one line)

import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from crawler.core.audit.page import Page, read_page
from crawler.core.audit.rendered import Loaded, Rendered
from crawler.core.audit.report import Report, build
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord, RunRecord, SitemapRecord, UrlRecord
from crawler.report.files import write

HOST = "www.harbour-museum.org"
ROOT = f"https://{HOST}"
BEGUN = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)
HEADERS = (("Content-Type", "text/html; charset=utf-8"), ("X-Content-Type-Options", "nosniff"))

#: What a browser made of two pages: of one that was drawn, and of one that was not drawn to its end.
DRAWN = {
    "/": Rendered(
        f"{ROOT}/", width=1280, height=3140, loaded=2.31, seconds=3.6, html=f"drawings/{'ab' * 12}.html.txt", picture=f"drawings/{'ab' * 12}.png",
        requests=(
            Loaded(f"{ROOT}/", "document", "fetched", status=200, content_type="text/html", bytes=9_000),
            Loaded(f"{ROOT}/style.css", "stylesheet", "fetched", status=200, content_type="text/css", bytes=14_200),
            Loaded(f"{ROOT}/intern/ship.png", "image", "robots-denied", "Disallow: /intern/ (line 2)"),
            Loaded("https://cdn.tickets.example.net/buy.js", "script", "fetched", status=200, bytes=310_400, third_party=True),
            Loaded("https://cdn.tickets.example.net/film.mp4", "media", "media", third_party=True),
        ),
        refused=(("media", 1), ("popup", 2), ("robots-denied", 1)),
        console=("Uncaught TypeError: ships is undefined", "a picture is missing"),
    ),
    "/collection/": Rendered(
        f"{ROOT}/collection/", seconds=45.0, cut=("render-seconds",), requests=(Loaded(f"{ROOT}/collection/", "document", "fetched", status=200, bytes=9_000),),
        leads_to=f"{ROOT}/collection/all",
    ),
}  # fmt: skip
_SENTENCE = "The harbour museum keeps two hundred ships and the papers of the people who sailed in them. "
_NAV = "".join(f'<li><a href="{path}">{text}</a></li>' for path, text in (
    ("/", "Home"), ("/visit", "Visit"), ("/collection/", "Collection"), ("/tickets", "Tickets"), ("/old-shop", "Shop"),
))  # fmt: skip


def html(title: str, *, head: str = "", body: str = "", words: int = 300, lang: str = ' lang="en"') -> str:
    """One page in the museum's layout."""
    text = _SENTENCE * (words // 17 + 1)
    return (
        f'<!doctype html>\n<html{lang}>\n<head>\n<meta charset="utf-8">\n{title}\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{head}\n</head>\n<body>\n'
        f"<nav><ul>{_NAV}</ul></nav>\n<main>\n{body}\n<p>{text}</p>\n</main>\n</body>\n</html>\n"
    )


def _ordinary(name: str, path: str, **parts: str) -> str:
    head = f'<meta name="description" content="{name} in the harbour museum: what there is to see, when it is open and what it costs.">'
    head += f'<link rel="canonical" href="{ROOT}{path}">' + parts.get("head", "")
    return html(
        f"<title>{name} – The Harbour Museum</title>", head=head, body=f"<h1>{name}</h1>" + parts.get("body", "")
    )


def sources() -> dict[str, str]:
    """Path and HTML of every page that answers 200."""
    ships = {
        f"/collection/ship-{n}": _ordinary(f"Ship number {n} of the collection", f"/collection/ship-{n}")
        for n in range(1, 31)
    }
    listed = "".join(f'<p><a href="{path}">Ship</a></p>' for path in ships)
    return {
        "/": _ordinary("Ships and the people who sailed them", "/", body='<a href="/events/summer-night">Summer night</a> <a href="/staff/">Staff</a>'),
        "/visit": html("<title>Visit</title>", body="<h1>Visit</h1><form><input name=mail></form><img src=/map.png>", words=60),
        "/collection/": _ordinary("The collection from A to Z", "/collection/", body=listed),
        "/tickets": html(
            "<title>Tickets, opening hours, group rates, guided tours and everything else you may want to know</title>",
            head='<script src="http://cdn.tickets.example.net/buy.js"></script><script type="application/ld+json">{"@type": "Event",}</script>',
            body="<h1>Tickets</h1><a href='/terms'>Terms</a><a href='http://localhost:3000/admin'>Admin</a>",
        ),
        "/staff/": html("<title>Page not found</title>", head='<meta name="robots" content="noindex">', body="<h1>Not found</h1>"),
        "/guestbook": html("<title><script>alert(1)</script> \x1b[31mRed</title>", lang="", body="<p>Hello</p>"),
        **ships,
    }  # fmt: skip


def _ending(path: str) -> tuple[Outcome, str]:
    if path == "/collection/":
        return Outcome.RENDER_LIMIT, "render-seconds: still busy when the time was up, at most 45 s"
    return Outcome.FETCHED, ""


def _records() -> list[UrlRecord]:
    found = [
        UrlRecord(ROOT + path, *_ending(path), status=200, depth=0 if path == "/" else 1, found_on=f"{ROOT}/", ttfb=0.21,
                  source="start" if path == "/" else "link", body_bytes=9_000, seconds=0.3, content_type="text/html")
        for path in sources()
    ]  # fmt: skip
    found += [
        UrlRecord(f"{ROOT}/old-shop", Outcome.REDIRECTED, status=302, location=f"{ROOT}/shop", found_on=f"{ROOT}/", depth=1),
        UrlRecord(f"{ROOT}/shop", Outcome.REDIRECTED, status=301, location=f"{ROOT}/shop/", source="redirect", depth=1),
        UrlRecord(f"{ROOT}/shop/", Outcome.HTTP_ERROR, "status 404", status=404, source="redirect", depth=1),
        UrlRecord(f"{ROOT}/terms", Outcome.HTTP_ERROR, "status 404", status=404, found_on=f"{ROOT}/tickets", depth=2),
        UrlRecord(f"{ROOT}/events/summer-night", Outcome.HTTP_ERROR, "status 500", status=500, found_on=f"{ROOT}/", depth=1),
        UrlRecord(f"{ROOT}/intern/", Outcome.ROBOTS_DENIED, "Disallow: /intern/ (line 2)", found_on=f"{ROOT}/visit", depth=2),
        UrlRecord("http://localhost:3000/admin", Outcome.URL_REFUSED, "URL refused: special-name", found_on=f"{ROOT}/tickets"),
        UrlRecord(f"{ROOT}/members/area", Outcome.BLOCKED, "a challenge page of a firewall", status=403, found_on=f"{ROOT}/visit", depth=2),
    ]  # fmt: skip
    found += [
        UrlRecord(f"https://partner-{n}.example-museums.org/", Outcome.OUT_OF_SCOPE, "not a host of this site", found_on=f"{ROOT}/visit")
        for n in range(14)
    ]  # fmt: skip
    return found


def report(finish: str = "finished") -> Report:
    """The report of an invented crawl."""
    pages = [
        read_page(url=ROOT + path, status=200, headers=HEADERS, body=text.encode()) for path, text in sources().items()
    ]
    run = RunRecord(
        spider="site", start_url=f"{ROOT}/", host=HOST, started=BEGUN, finished=BEGUN + timedelta(seconds=48.7),
        finish_reason=finish, scope=(HOST, HOST.removeprefix("www.")), proof=f"TXT record at _lessonpeak-verification.{HOST}",
        requests=52,
    )  # fmt: skip
    robots = RobotsRecord(
        ROOT, "rules", "robots.txt was read (status 200)", status=200, sitemaps=(f"{ROOT}/sitemap.xml",),
        body=b"User-agent: *\nDisallow: /intern/\nSitemap: /sitemap.xml\nplease be nice\n",
    )  # fmt: skip
    entries = tuple((ROOT + path, "2026-05-01") for path in [*sources(), "/terms"] if path != "/collection/ship-7")
    sitemap = SitemapRecord(
        f"{ROOT}/sitemap.xml", Outcome.FETCHED, status=200, from_robots=True, kind="urlset", entries=entries
    )
    read = [page for page in pages if isinstance(page, Page)]
    read = [replace(page, rendered=DRAWN.get(page.url.removeprefix(ROOT))) for page in read]
    return build(run, _records(), read, [robots], [sitemap])


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for path in write(report(), folder).values():
        print(path)
