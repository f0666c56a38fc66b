"""The demo's servers: pages by path, redirects, robots.txt, sitemaps, files, and what the apex and http answer."""

import gzip
import zlib
from functools import cache
from itertools import chain

from tests.world.demo import books, help, home, magazine, press, visit
from tests.world.demo.document import ORIGIN, Doc, render
from tests.world.demo.moved import FAILS, MOVED, ROBOTS, sitemap
from tests.world.spec import Request, Response, html, redirect, text, xml

SECTIONS = (home.DOCS, books.DOCS, magazine.DOCS, visit.DOCS, press.DOCS, help.DOCS)
DOCS = {doc.path: doc for doc in chain.from_iterable(SECTIONS)}
HEADERS = {
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Content-Security-Policy": "default-src 'self'",
    "Cache-Control": "max-age=300",
}
#: The pictures by the number of bytes that stand behind their first ones.
_PICTURES = {"/images/shop.png": 0, "/images/cover.png": 0, "/images/heavy.png": 600_000}
_FILES = {
    "/static/shop.css": ("text/css", b"body{font:1.1rem/1.6 serif;margin:2rem auto;max-width:44rem}"),
    "/static/app.js": ("text/javascript", b"document.title += ' ';"),
    "/favicon.svg": (
        "image/svg+xml",
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>',
    ),
    "/api/stock.json": ("application/json", b'{"books": 4000, "title": "Page not found"}'),
    "/help/prices.pdf": ("application/pdf", b"%PDF-1.4\n%%EOF\n"),
    "/magazine/feed.xml": ("application/rss+xml", b"<rss version='2.0'><channel><title>Lumen</title></channel></rss>"),
}


@cache
def documents() -> dict[str, bytes]:
    """Every page by its path."""
    made = {}
    for section in SECTIONS:
        ring = [doc for doc in section if doc.linked]
        for number, doc in enumerate(section):
            made[doc.path] = render(doc, ring if number == 0 else _neighbours(doc, section[0], ring))
    return made


def _neighbours(doc: Doc, hub: Doc, ring: list[Doc]) -> list[Doc]:
    """The section, and two of the pages that stand beside this one."""
    at = ring.index(doc) if doc in ring else 0
    beside = [ring[(at + step) % len(ring)] for step in (-1, 1, 2)]
    return list({other.path: other for other in (hub, *beside) if other is not doc}.values())


def _picture(more: int) -> bytes:
    """A PNG of one pixel, with bytes behind its end that nobody looks at."""

    def part(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = part(b"IHDR", b"\0\0\0\1\0\0\0\1\x08\0\0\0\0")
    return b"\x89PNG\r\n\x1a\n" + head + part(b"IDAT", zlib.compress(b"\0\0")) + part(b"IEND", b"") + bytes(more)


def www(request: Request) -> Response:
    """www.lumen-books.com."""
    if request.scheme == "http":
        return redirect(f"{ORIGIN}{request.path}", 301)
    path = request.path.partition(";")[0].partition("?utm_")[0]
    doc = DOCS.get(path)
    if doc is not None and doc.first != 200 and request.nth == 1:
        return Response(doc.first, {"Retry-After": "1", "Content-Type": "text/plain"}, "Later, please.\n")
    answer = _page(doc) if doc is not None else _other(path)
    return answer if doc is not None and not doc.packed else _packed(request, answer)


def _page(doc: Doc) -> Response:
    told = {name.lower() for name, _ in doc.headers}
    usual = HEADERS | {"Content-Type": f"text/html; charset={doc.charset}"}
    headers = [item for item in usual.items() if item[0].lower() not in told]
    headers += [item for item in doc.headers if item[1]]
    return Response(200, headers, documents()[doc.path], delay=doc.delay)


def _other(path: str) -> Response:
    if path in MOVED:
        return redirect(MOVED[path][1], MOVED[path][0])
    if path == "/robots.txt":
        return text(ROBOTS)
    listed = [doc.path for doc in DOCS.values() if doc.listed and doc.path != "/visit/prams"]
    if path in ("/sitemap.xml", "/sitemap-pages.xml"):
        return xml(sitemap("index" if path == "/sitemap.xml" else "pages", listed))
    if path == "/sitemap-books.xml.gz":
        return Response(200, {"Content-Type": "application/gzip"}, sitemap("books", listed))
    return _file(path) or _missing(path)


def _file(path: str) -> Response | None:
    kept = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
    if path in _PICTURES:
        return Response(200, kept | {"Content-Type": "image/png"}, _picture(_PICTURES[path]))
    if path in _FILES:
        return Response(200, kept | {"Content-Type": _FILES[path][0]}, _FILES[path][1])
    if path == "/press/broadsheet":
        return Response(200, HEADERS | {"Content-Type": "text/plain"}, documents()["/press/signs"])
    return None


def _missing(path: str) -> Response:
    status = FAILS.get(path, 404)
    said = "Something broke" if status == 500 else "We do not have this page"
    response = html(render(Doc(path, said, said)), status)
    response.headers = HEADERS | dict(response.headers)
    return response


def _packed(request: Request, response: Response) -> Response:
    headers = list(response.headers.items() if isinstance(response.headers, dict) else response.headers)
    kind = next((value for name, value in headers if name.lower() == "content-type"), "")
    body = response.body.encode() if isinstance(response.body, str) else response.body
    if "gzip" not in (request.header("accept-encoding") or "") or not kind.startswith("text/"):
        return response
    assert isinstance(body, bytes)
    packed = [*headers, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
    return Response(response.status, packed, gzip.compress(body, mtime=0), delay=response.delay)


def apex(request: Request) -> Response:
    """lumen-books.com, which only sends people to www."""
    return redirect(f"{ORIGIN}{request.path}", 301)


def friends(request: Request) -> Response:
    """Hosts of other people, to which the shop links."""
    status = {"/gone": 404, "/members": 403}.get(request.path, 200)
    if request.path == "/robots.txt":
        return text("User-agent: *\nDisallow:\n")
    if request.path.endswith((".js", ".png", ".mp3")):
        kind = {"js": "text/javascript", "png": "image/png", "mp3": "audio/mpeg"}[request.path.rpartition(".")[2]]
        return Response(200, {"Content-Type": kind, "Cache-Control": "max-age=604800"}, _picture(0))
    return html("<!doctype html><html lang=en><title>Friends of Lumen</title><h1>Friends</h1>", status)
