"""The demo's server: pages by path, redirects, robots.txt, sitemaps, pictures, and what the apex and http answer."""

import gzip
import re
from functools import cache
from html import escape

from tests.world.demo import pages
from tests.world.demo.catalogue import ARTICLES, BOOKS, PLAIN
from tests.world.spec import Request, Response, html, redirect, text, xml

ROBOTS = """# Lumen Books
User-agent: *
Disallow: /cart/
Disallow: /staff/

Sitemap: https://www.lumen-books.com/sitemap.xml
"""
#: Path -> status and where it leads.
MOVED = {
    "/old-catalogue": (301, "/catalogue"),
    "/catalogue": (302, "/books/"),
    "/spring-sale": (301, "/spring-sale-2019"),
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Content-Security-Policy": "default-src 'self'",
    "Cache-Control": "max-age=300",
}
#: Listed beside the real pages: gone, moved, and linked from nowhere.
_ALSO_LISTED = ("/magazine/the-retired-column", "/catalogue", "/magazine/letters-1998")
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


@cache
def documents() -> dict[str, bytes]:
    """Every page by its path."""
    made = {
        "/": pages.home(),
        "/books/": pages.shelf(),
        "/books/all": pages.everything(),
        "/magazine/": pages.magazine(),
    }
    made |= {path: pages.plain(path) for path in PLAIN}
    made |= {f"/magazine/{item.slug}": pages.article(item) for item in ARTICLES}
    for key, (_, books) in BOOKS.items():
        made[f"/books/{key}/"] = pages.section(key)
        made |= {f"/books/{key}/{book.slug}": pages.book(key, book) for book in books}
    made["/magazine/letters-1998"] = _letters()
    encoded = {path: document.encode() for path, document in made.items()}
    return encoded | {"/cs/o-nas": pages.czech().encode("windows-1250")}


def _letters() -> str:
    body = "<h1>Letters from our readers, 1998</h1>\n" + pages.text("letters", "the post of one good year", 5)
    words = "Letters that readers sent to Lumen Books in 1998, with the answers we should have given at the time."
    return pages.page("/magazine/letters-1998", "Letters from Our Readers in 1998 | Lumen", words, body)


def sitemap(kind: str) -> bytes:
    """The index, or the part of it that lists books or everything else."""
    if kind == "index":
        names = ("sitemap-books.xml.gz", "sitemap-pages.xml")
        return _xml("sitemapindex", [f"<sitemap><loc>{pages.ORIGIN}/{name}</loc></sitemap>" for name in names])
    paths = [path for path in documents() if path.startswith("/books/") == (kind == "books")]
    if kind == "pages":
        paths += [path for path in _ALSO_LISTED if path not in paths]
    return _xml("urlset", [f"<url><loc>{escape(pages.ORIGIN + path)}</loc></url>" for path in paths])


def _xml(root: str, items: list[str]) -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{root} {_NAMESPACE}>", *items, f"</{root}>"]
    return "\n".join(lines).encode()


def picture(name: str) -> bytes:
    """A cover: the colour comes from the name."""
    hue = sum(name.encode()) * 7 % 360
    words = escape(re.sub("[^a-z]+", " ", name.removeprefix("cover-")))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 320">'
        f'<rect width="240" height="320" fill="hsl({hue},35%,45%)"/>'
        f'<text x="120" y="160" fill="#fff" font-size="16" text-anchor="middle">{words}</text></svg>'
    ).encode()


def www(request: Request) -> Response:
    """www.lumen-books.com."""
    if request.scheme == "http":
        return redirect(f"{pages.ORIGIN}{request.path}", 301)
    return _compressed(request, _answer(request.path.partition("?")[0]))


def apex(request: Request) -> Response:
    """lumen-books.com, which only sends people to www."""
    return redirect(f"{pages.ORIGIN}{request.path}", 301)


def _answer(path: str) -> Response:
    if path in documents():
        charset = "windows-1250" if path.startswith("/cs/") else "utf-8"
        headers = HEADERS | {"Content-Type": f"text/html; charset={charset}"}
        return Response(200, headers, documents()[path], delay=1.3 if path == "/books/all" else 0.0)
    if path in MOVED:
        return redirect(MOVED[path][1], MOVED[path][0])
    return _file(path) or _missing(path)


def _file(path: str) -> Response | None:
    if path == "/robots.txt":
        return text(ROBOTS)
    if path == "/sitemap.xml" or path == "/sitemap-pages.xml":
        return xml(sitemap("index" if path == "/sitemap.xml" else "pages"))
    if path == "/sitemap-books.xml.gz":
        return Response(200, {"Content-Type": "application/gzip"}, gzip.compress(sitemap("books"), mtime=0))
    if path == "/static/shop.css":
        return Response(
            200, {"Content-Type": "text/css"}, b"body{font:1.1rem/1.6 serif;margin:2rem auto;max-width:44rem}"
        )
    if path == "/static/player.js":
        return Response(200, {"Content-Type": "text/javascript"}, b"document.title += ' ';")
    found = re.fullmatch(r"/images/([a-z-]+)\.svg|/(favicon)\.svg", path)
    if found and found[1] != "cover-lost":
        return Response(200, {"Content-Type": "image/svg+xml"}, picture(found[1] or found[2]))
    return None


def _missing(path: str) -> Response:
    status = {"/recommendations": 500, "/magazine/the-retired-column": 410, "/cart/": 200}.get(path, 404)
    said = {500: "Something broke", 200: "Your basket is empty"}.get(status, "We do not have this page")
    response = html(pages.page(path, f"{said} | Lumen Books", "", f"<h1>{said}</h1>"), status)
    response.headers = HEADERS | dict(response.headers)
    return response


def _compressed(request: Request, response: Response) -> Response:
    body, headers = response.body, dict(response.headers)
    wanted = "gzip" in (request.header("accept-encoding") or "")
    if wanted and isinstance(body, bytes | str) and len(body) > 1000 and "gzip" not in headers["Content-Type"]:
        data = body.encode() if isinstance(body, str) else body
        return Response(response.status, headers | {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"},
                        gzip.compress(data, mtime=0), delay=response.delay)  # fmt: skip
    return response
