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
#: Pages on which nothing is wrong, each with what makes it look so.
CLEAN: dict[str, str] = {doc.url: doc.trap for doc in DOCS.values() if not doc.faults}


def world() -> World:
    """The shop and its apex at one IPv4 and one IPv6 address, and hosts of other people."""
    others = [Host(f"{name}.lumen-friends.org", friends) for name in FRIENDS]
    return World([Host(HOST, www, V4, V6), Host(DOMAIN, apex, V4, V6), *others])
