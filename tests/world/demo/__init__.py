"""The bundled demo: a small bookshop with a magazine and a press, with faults and traps planted all over it.

A fault is what a rule of the catalogue of checks calls one; a trap is innocent and looks like a fault.
"""

from tests.world.demo.document import DOMAIN, ORIGIN
from tests.world.demo.moved import FAULTS
from tests.world.demo.site import DOCS, apex, friends, www
from tests.world.spec import Host, World

HOST = f"www.{DOMAIN}"
START = f"{ORIGIN}/"
V4, V6 = ["93.184.215.14"], ["2606:2800:21f:cb07:6820:80da:af6b:8b2c"]
FRIENDS = ("www", "media", "maps", "video", "travel", "cdn")

#: What a good audit finds: the id of the check, and the URL at fault (for a link, of its target).
PLANTED: tuple[tuple[str, str], ...] = (
    *((check, doc.url) for doc in DOCS.values() for check in doc.faults.split()),
    *((check, ORIGIN + path) for check, path in FAULTS),
)
#: What it finds where addresses of others are looked at too (`-a external=check`).
BEYOND: tuple[tuple[str, str], ...] = (
    ("link-broken-external", "https://www.lumen-friends.org/gone"),
    ("link-broken-external", "https://shop.lumen-nowhere.com/"),
    ("link-unverifiable", "https://www.lumen-friends.org/members"),
)
_COPIES = ("/books/new", "/books/new?sort=price", "/press/copies", "/press/copies/")
#: Errors and warnings that follow from what is planted, each true and each by itself no fault of its page.
ALLOWED: tuple[tuple[str, str], ...] = (
    # One page under two addresses, planted as that, has its text, its title and its description twice.
    *(("content-exact-duplicate", ORIGIN + path) for path in _COPIES),
    *(("title-duplicate", ORIGIN + path) for path in _COPIES),
    *(("description-duplicate", ORIGIN + path) for path in _COPIES),
    # What a canonical or a language version names is a link too, and is said to be broken once more.
    ("link-broken-internal", f"{ORIGIN}/books/science/night-sky"),
    ("link-broken-internal", f"{ORIGIN}/books/gone-abroad"),
    ("link-broken-internal", f"{ORIGIN}/books/new?page=2"),
    # A link with a session id is at fault on the page that has it, and so is the address it makes.
    ("url-session-id", f"{ORIGIN}/press/signs;jsessionid=1A530637289A03B07199A44E8D531427"),
)
#: Pages on which nothing is wrong, each with what makes it look so.
CLEAN: dict[str, str] = {
    doc.url: doc.trap for doc in DOCS.values() if not doc.faults and doc.url not in {url for _, url in ALLOWED}
}
#: The same of what is no page.
TRAPS: dict[str, str] = {
    f"http://{DOMAIN}/": "the name without www leads to the one with it",
    f"http://{HOST}/": "http leads to https",
    f"{START}sitemap.xml": "an index of two sitemaps, one of them packed",
    f"{START}api/stock.json": "data, with a title that says not found",
    f"{START}help/prices.pdf": "a link to what is no page",
    f"{START}magazine/feed.xml": "a feed, linked and named as an alternate",
    "https://www.lumen-friends.org/": "another host that works, linked in a window of its own",
    "mailto:glue@lumen-books.com": "no address of a page",
}
#: Notices on pages without fault: facts that are told and not judged.
NOTED: tuple[tuple[str, str], ...] = (
    ("tech-detected", START),  # an inventory of the whole site
    ("sd-none", START),  # a count of the whole site
    ("indexing-noindex", f"{ORIGIN}/help/search"),  # on purpose, and nobody can know
)


def world() -> World:
    """The shop and its apex at one IPv4 and one IPv6 address, and hosts of other people."""
    others = [Host(f"{name}.lumen-friends.org", friends) for name in FRIENDS]
    return World([Host(HOST, www, V4, V6), Host(DOMAIN, apex, V4, V6), *others])
