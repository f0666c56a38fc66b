"""What one walk over a page gathers, and the bounded ways to add to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from selectolax.lexbor import LexborNode

from crawler.core.audit import bounds
from crawler.core.audit.app_roots import AppRoots
from crawler.core.audit.facts import (
    Alternate,
    Block,
    Canonical,
    Control,
    Directive,
    Form,
    Heading,
    Image,
    Link,
    Pager,
    Placed,
    Refresh,
    Resource,
    Script,
    Target,
)
from crawler.core.audit.jsonld import Places
from crawler.core.audit.jsonld_items import Reading
from crawler.core.audit.references import Lines, Resolver
from crawler.core.audit.structured import Item
from crawler.core.audit.wording import fold

Attributes = Mapping[str, str | None]
_MOST: Final = int(bounds.ITEMS_KEPT)
_KEPT: Final = int(bounds.TEXT_KEPT)
_SCRIPT: Final = 4000
_SCRIPTS: Final = 50
T = TypeVar("T")


@dataclass(slots=True)
class Gathering:
    """Lists that grow during the walk; each has the name it has in `Page`."""

    source: str
    references: Resolver
    lines: Lines
    titles: list[Placed] = field(default_factory=list)
    descriptions: list[Placed] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
    canonicals: list[Canonical] = field(default_factory=list)
    alternates: list[Alternate] = field(default_factory=list)
    pagers: list[Pager] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    links: dict[tuple[str, str, tuple[str, ...], bool, bool], Link] = field(default_factory=dict)
    urls: set[str] = field(default_factory=set)
    links_seen: int = 0
    bare_anchors: int = 0
    images_seen: int = 0
    headings_seen: int = 0
    images: list[Image] = field(default_factory=list)
    only_content: set[int] = field(default_factory=set)
    resources: dict[tuple[str, str], Resource] = field(default_factory=dict)
    viewports: list[str] = field(default_factory=list)
    refreshes: list[Refresh] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    jsonld: tuple[Places, Reading] | None = None  # made for the first block
    microdata: bool = False
    rdfa: bool = False
    forms: list[Form] = field(default_factory=list)
    controls: list[Control] = field(default_factory=list)
    labelled: frozenset[str] = frozenset()
    out_of_reach: dict[int, bool] = field(default_factory=dict)  # whether an element, by mem_id, is hidden
    metas: list[tuple[str, str]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    marks: dict[str, None] = field(default_factory=dict)
    frames_untitled: int = 0
    scripts: int = 0
    app_roots: AppRoots = field(default_factory=AppRoots)
    elements: int = 0
    ids: set[str] = field(default_factory=set)
    repeated: dict[str, bool] = field(default_factory=dict)  # ids that were given again
    tabindexes: list[str] = field(default_factory=list)
    explained: set[tuple[str, str]] = field(default_factory=set)
    openers: list[Target] = field(default_factory=list)
    loaded: list[Script] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)  # beginnings of scripts
    tables: int = 0
    bare_tables: int = 0
    read: int = 0  # characters of text taken so far
    kept: int = 0  # characters of links, images and resources kept so far
    nameless: int = 0  # elements without text that were searched for a name

    def text(self, node: LexborNode) -> str:
        """The folded text of an element; nothing once the page's text budget is spent."""
        if self.read > bounds.TEXT_READ.value:
            self.marks["text-cut"] = None
            return ""
        text = node.text()
        self.read += len(text)
        return fold(text[: _KEPT * 4])[:_KEPT]

    def script(self, node: LexborNode) -> None:
        """Keep the beginning of what an inline script says, of some of them."""
        if len(self.inline) < _SCRIPTS:
            self.inline.append(node.text()[:_SCRIPT])

    def add(self, kept: list[T], item: T) -> None:
        """Append, up to the limit of items."""
        if len(kept) < _MOST:
            kept.append(item)
        else:
            self.marks["items-cut"] = None

    def fits(self, *texts: str) -> bool:
        """Whether `texts` may be kept beside what the page has already; they are counted then."""
        size = sum(map(len, texts))
        if self.kept + size > bounds.FACTS_KEPT.value:
            self.marks["items-cut"] = None
            return False
        self.kept += size
        return True

    def resource(self, kind: str, raw: str | None) -> None:
        """Something the page loads."""
        if not raw or not raw.strip():
            return
        if len(self.resources) >= _MOST:
            self.marks["items-cut"] = None
            return
        if self.fits(raw, raw):
            target = self.references.target(raw)
            self.resources.setdefault((kind, target.url or raw), Resource(kind, target))

    def anchor(self, name: str) -> None:
        """A name that a fragment may point at."""
        if len(self.anchors) < bounds.ANCHORS_KEPT.value:
            self.anchors.add(name[:_KEPT])
        else:
            self.marks["anchors-cut"] = None


def in_head(node: LexborNode) -> bool:
    """Whether the parser left the element in the head."""
    parent = node.parent
    return parent is not None and parent.tag == "head"
