"""A page as a browser drew it, beside the page as it was sent: what is kept of both, and which of them checks look at.

Pure values; who drew it is `egress.browser`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from crawler.core.audit.facts import Block, Link

if TYPE_CHECKING:
    from crawler.core.audit.page import Page

#: What only the bytes that were sent can tell.
_SENT: Final = (
    "url", "status", "headers", "size", "charset", "charset_rule", "charset_declared", "replaced", "doctype",
    "refreshes", "head_broken_by",
)  # fmt: skip
#: What counts wherever it stands: an engine acts on a directive of either document, and both are visitors' too.
_BOTH: Final = ("directives", "resources")


@dataclass(frozen=True, slots=True)
class Loaded:
    """One request of the page: `outcome` is fetched, a name of `core.outcome`, or why the browser was refused."""

    url: str
    kind: str  # document, script, stylesheet, image, font, xhr, fetch, ...
    outcome: str
    reason: str = ""
    status: int | None = None
    content_type: str = ""
    bytes: int = 0
    seconds: float = 0.0  # from the page's wish to the answer, our waiting included
    third_party: bool = False
    kept: bool = False  # answered from what this job had fetched already


@dataclass(frozen=True, slots=True)
class Sent:
    """Of the page as it was sent: what a reader that runs no scripts sees."""

    title: str
    words: int
    body_words: int
    app_root: bool
    scripts: int
    links: int
    h1: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """What the browser made of a page."""

    url: str  # of the document in the end: scripts may change it without loading anything
    requests: tuple[Loaded, ...] = ()
    refused: tuple[tuple[str, int], ...] = ()  # what was refused, by kind or reason, and how often
    console: tuple[str, ...] = ()
    leads_to: str = ""  # where the page sent itself, judged; canonical
    cut: tuple[str, ...] = ()  # names of the limits that were reached
    loaded: float | None = None  # seconds until its load event; None: there was none
    seconds: float = 0.0  # in all
    html: str = ""  # name of the file with the rendered HTML
    picture: str = ""  # name of the file with the screenshot
    width: int = 0  # of the document, CSS pixels
    height: int = 0
    sent: Sent | None = None  # where checks see the rendered page

    @property
    def third_parties(self) -> int:
        return sum(one.third_party for one in self.requests)


def counted(whys: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """How often each was refused, by name."""
    return tuple(sorted(Counter(whys).items()))


def drawn(sent: "Page", shown: "Page", rendered: Rendered) -> "Page":
    """The page that checks look at and links are taken from: what a browser shows, and of what was sent the rest."""
    own: dict[str, Any] = {name: getattr(sent, name) for name in _SENT}
    own |= {name: tuple(dict.fromkeys((*getattr(sent, name), *getattr(shown, name)))) for name in _BOTH}
    links = _links(sent, shown)
    summary = Sent(sent.title, sent.words, sent.body_words, sent.app_root, sent.scripts, sent.links_seen, sent.h1)
    return replace(
        shown, **own, links=links, blocks=_blocks(sent, shown), links_seen=max(sent.links_seen, shown.links_seen),
        links_cut=sent.links_cut or shown.links_cut, rendered=replace(rendered, sent=summary),
    )  # fmt: skip


def _links(sent: "Page", shown: "Page") -> tuple[Link, ...]:
    """Links of either document; lines are those of the source, which the owner can open."""
    by_name: Mapping[tuple[Any, ...], Link] = {_name(link): link for link in sent.links}
    added = (link.at(None) for link in shown.links if _name(link) not in by_name)
    return (*sent.links, *added)


def _name(link: Link) -> tuple[Any, ...]:
    return (link.url or link.href, link.text, link.rel)


def _blocks(sent: "Page", shown: "Page") -> tuple[Block, ...]:
    known = {block.text: block for block in sent.blocks}
    return tuple(known.get(block.text) or Block(block.text, block.error) for block in shown.blocks)
