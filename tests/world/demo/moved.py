"""What is no page: redirects, errors, robots.txt, sitemaps, files; and the faults planted there."""

import gzip
from collections.abc import Iterable
from html import escape

from tests.world.demo.document import DOMAIN, ORIGIN

#: Path -> status and where it leads.
MOVED = {
    "/old-catalogue": (301, "/catalogue"),
    "/catalogue": (302, "/books/"),
    "/spring-sale": (308, "/spring-sale-2019"),
    "/round/a": (301, f"{ORIGIN}/round/b"),
    "/round/b": (302, "a"),
    "/round/self": (307, "/round/self"),
    "/insecure": (301, f"http://www.{DOMAIN}/visit/"),
    "/blog/2009/first-post": (301, "/"),
    "/blog/2010/second-post": (301, ORIGIN),
    "/blog/2011/third-post": (302, f"{ORIGIN}/"),
    "/books/measures": (301, "/books/science/small-measures"),
}
#: Answers of other kinds than 200, by path; what is not here and nowhere else is a 404.
FAILS = {"/recommendations": 500, "/magazine/the-retired-column": 410}
ROBOTS = f"""# Lumen Books
User-agent: *
Disallow: /cart/
Disallow: /staff/
Dissallow: /attic/

User-agent: GreedyBot
User-agent: GPTBot
Disallow: /

Sitemap: {ORIGIN}/sitemap.xml
Sitemap: {ORIGIN}/sitemap-2009.xml
"""
FAULTS: tuple[tuple[str, str], ...] = (
    ("link-broken-internal", "/books/history/the-lost-atlas"),
    ("link-broken-internal", "/magazine/the-retired-column"),
    ("link-broken-internal", "/recommendations"),
    ("link-broken-internal", "/spring-sale"),
    ("link-broken-internal", "/search?q=moss&page=9"),
    ("link-broken-internal", "/visit/attic"),
    ("pagination-broken", "/books/new?page=2"),
    ("pagination-broken", "/search?q=moss&page=9"),
    ("http-5xx", "/recommendations"),
    ("redirect-chain", "/old-catalogue"),
    ("redirect-to-error", "/spring-sale"),
    ("redirect-loop", "/round/a"),
    ("redirect-loop", "/round/self"),
    ("redirect-https-to-http", "/insecure"),
    ("redirect-to-home", "/"),
    ("redirect-temporary-internal", "/catalogue"),
    ("link-to-redirect", "/old-catalogue"),
    ("link-to-redirect", "/catalogue"),
    ("link-to-redirect", "/blog/2009/first-post"),
    ("canonical-to-root", "/"),
    ("content-type-wrong", "/press/broadsheet"),
    ("robots-syntax", "/robots.txt"),
    ("ai-robots-policy", "/robots.txt"),
    ("robots-sitemap-broken", "/sitemap-2009.xml"),
    ("robots-blocks-linked-page", "/cart/"),
    ("sitemap-url-broken", "/magazine/the-retired-column"),
    ("sitemap-url-redirects", "/catalogue"),
    ("sitemap-url-blocked", "/staff/rota"),
    ("sitemap-invalid", "/sitemap-pages.xml"),
    ("sitemap-lastmod-bad", "/sitemap-pages.xml"),
    ("sitemap-url-off-host", "/sitemap-books.xml.gz"),
    ("sitemap-page-missing", "/visit/prams"),
)
#: Listed beside the pages: gone, moved, forbidden.
_ALSO = ("/magazine/the-retired-column", "/catalogue", "/staff/rota")
_ELSEWHERE = "https://www.lumen-friends.org/books"
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def sitemap(kind: str, paths: Iterable[str]) -> bytes:
    """The index, or the part of it that lists books or everything else."""
    if kind == "index":
        names = ("sitemap-books.xml.gz", "sitemap-pages.xml")
        return _xml("sitemapindex", [f"<sitemap><loc>{ORIGIN}/{name}</loc></sitemap>" for name in names])
    books = kind == "books"
    entries = [_entry(ORIGIN + path, day) for day, path in enumerate(paths) if path.startswith("/books/") == books]
    if books:
        return gzip.compress(_xml("urlset", [*entries, _entry(_ELSEWHERE, 0)]), mtime=0)
    odd = ["<url><loc>/help/</loc></url>", f"<url><loc>{ORIGIN}/press/</loc><lastmod>3 May 2024</lastmod></url>"]
    return _xml("urlset", [*entries, *(_entry(ORIGIN + path, 1) for path in _ALSO), *odd])


def _entry(url: str, day: int) -> str:
    return f"<url><loc>{escape(url)}</loc><lastmod>2024-{1 + day % 12:02}-{1 + day % 28:02}</lastmod></url>"


def _xml(root: str, items: list[str]) -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{root} {_NAMESPACE}>", *items, f"</{root}>"]
    return "\n".join(lines).encode()
