"""Small sites beside the shop: what a whole server does wrong, which one site cannot do along with everything else."""

from html import escape

from tests.world.demo.document import Doc, render
from tests.world.spec import Host, Request, Response, World, html, text

#: These hosts say nothing of the shop.
_BARE = dict.fromkeys(("canonical", "icon", "style", "social", "data"), "")
_BIG = "User-agent: *\nDisallow: /cart/\n\nUser-agent: Googlebot\nDisallow: /\n" + "# padding\n" * 52_000


def plain(request: Request) -> Response:
    """No robots.txt, no sitemap, no icon, no headers, no https alone, and a page for every address."""
    if request.path in ("/robots.txt", "/favicon.ico"):
        return text("Not here.\n", 404)
    name = "The Plain Shop of Ink and Nothing Else" if request.path == "/" else f"Welcome to {escape(request.path)}"
    links = '<p><a href="/about">About ink</a> <a href="http://www.plain-ink.com/old">Old ink</a></p>'
    return html(render(Doc(request.path, name, f"ink and more of {request.path}", body=links, swap=_BARE)))


def shut(request: Request) -> Response:
    """Closed to one engine by a robots.txt that is too big, and to all by its home page."""
    if request.path == "/robots.txt":
        return text(_BIG)
    if request.path != "/":
        return text("Not here.\n", 404)
    robots = _BARE | {"robots": "<meta name='robots' content='none'>", "header": ""}
    return html(render(Doc("/", "The Shop That Is Shut All Year", "a shop that is shut", swap=robots)))


def failing(request: Request) -> Response:
    """A robots.txt that cannot be read."""
    return text("Out of order.\n", 500)


#: What a good audit finds: the id of the check by host. (One that names an address of chance is told by its host.)
PLANTED: dict[str, str] = {
    "www.plain-ink.com": "robots-missing sitemap-missing soft-404-server https-no-redirect "
    "https-missing favicon-missing link-to-insecure sec-hsts-missing sec-csp-missing sec-xcto-missing "
    "sec-frame-missing sec-referrer-missing no-compression",
    "www.shut-ink.com": "robots-blocks-all robots-too-big indexing-noindex noindex-and-disallowed "
    "https-cert-expiring https-no-redirect sec-hsts-missing no-compression",
    "www.failing-ink.com": "robots-unreachable",
    "www.expired-ink.com": "https-cert-invalid",
}
#: What follows from it: each page of the plain shop answers over http too, and no robots.txt is read without TLS.
ALLOWED: dict[str, str] = {
    "www.plain-ink.com": "title-duplicate description-duplicate content-exact-duplicate",
    "www.expired-ink.com": "robots-unreachable",
}


def world() -> World:
    """One host each."""
    return World(
        [
            Host("www.plain-ink.com", plain),
            Host("www.shut-ink.com", shut, tls="expiring"),
            Host("www.failing-ink.com", failing),
            Host("www.expired-ink.com", plain, tls="expired"),
        ]
    )
