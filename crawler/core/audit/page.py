"""One page as the audit sees it: bytes and headers in, frozen facts out, or the ending that says why not.

What is asked of a page is asked here once; checks and spiders read facts and never parse.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import starmap
from types import MappingProxyType
from typing import Any, Final

from crawler.core.audit import charset, collect, directives
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
    Technology,
)
from crawler.core.audit.rendered import Rendered
from crawler.core.audit.scan import too_heavy
from crawler.core.audit.structured import Item
from crawler.core.outcome import Ending, Outcome
from crawler.core.urls import Refusal, normalise

__all__ = ["Page", "read_beginning", "read_page"]

_HTML_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
#: First bytes that are no HTML whatever the header says (WHATWG MIME Sniffing 6); they refuse, never accept.
_NOT_HTML: Final = (
    b"%PDF-",
    b"\x89PNG\r\n",
    b"GIF8",
    b"\xff\xd8\xff",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"RIFF",
    b"\x7fELF",
)
#: Facts of which a page has hundreds: they leave the process that reads as plain rows, in half the time.
_ROWS: Final[Mapping[str, Callable[..., Any]]] = MappingProxyType(
    {"links": Link, "images": Image, "resources": Resource}
)
_HTML_STARTS: Final = (b"<!doctype html", b"<html", b"<head", b"<body")


@dataclass(frozen=True, kw_only=True)
class Page:
    """The facts of one page; every URL in it is canonical."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    size: int  # bytes of HTML, decoded from the transfer
    charset: str
    charset_rule: str  # bom, header, meta, utf-8, windows-1252
    charset_declared: tuple[tuple[str, str], ...]  # (rule, label as written)
    replaced: int  # bytes that mean nothing in that charset
    doctype: bool
    lang: str | None  # None: no attribute
    base: str | None = None  # canonical, where <base href> changes it
    titles: tuple[Placed, ...] = ()
    descriptions: tuple[Placed, ...] = ()
    directives: tuple[Directive, ...] = ()
    canonicals: tuple[Canonical, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    pagers: tuple[Pager, ...] = ()
    headings: tuple[Heading, ...] = ()
    headings_seen: int = 0
    links: Sequence[Link] = ()  # unique by href, text and rel, in order
    links_seen: int = 0
    links_cut: bool = False  # more distinct URLs than limits.LINKS_PER_PAGE
    bare_anchors: int = 0  # <a> without href that acts as a link
    images: tuple[Image, ...] = ()
    images_seen: int = 0
    resources: tuple[Resource, ...] = ()
    viewports: tuple[str, ...] = ()
    refreshes: tuple[Refresh, ...] = ()
    blocks: tuple[Block, ...] = ()
    items: tuple[Item, ...] = ()  # structured data: JSON-LD, then microdata, then RDFa
    structured: tuple[str, ...] = ()  # the types of the outermost, each once; (no type) where there are none
    other_markup: bool = False  # microdata or RDFa
    forms: tuple[Form, ...] = ()
    controls: tuple[Control, ...] = ()
    frames_untitled: int = 0
    generator: str = ""
    metas: tuple[tuple[str, str], ...] = ()  # og:, twitter:, referrer, and http-equiv policies by lower-case name
    anchors: frozenset[str] = frozenset()  # ids, and names of <a>
    head_broken_by: str = ""  # the element that closed the head although metadata follows
    app_root: bool = False  # an empty element that scripts fill
    scripts: int = 0
    body_words: int = 0  # of all text, counted in its first 4,000 characters: is there any to speak of?
    words: int = 0  # of the main text: without navigation and footer
    text_hash: str = ""  # of the main text
    text_start: str = ""  # its first characters
    elements: int = 0
    deep: bool = False  # nested deeper than thresholds.DOM_DEPTH
    mains: int | None = None  # main landmarks; None: there is no body
    written_twice: tuple[str, ...] = ()  # tags of which a page has one
    repeated_ids: tuple[tuple[str, bool], ...] = ()  # ids given twice, and whether something refers to them
    tabindexes: tuple[str, ...] = ()  # elements that put themselves before others
    bare_tables: int = 0  # tables of data without a heading
    explained: frozenset[tuple[str, str]] = frozenset()  # links, by href and text, with a longer name
    openers: tuple[Target, ...] = ()  # of links that give a new window a hold on the page
    loaded: tuple[Script, ...] = ()
    language: str = ""  # of the main text, where it is beyond doubt
    prose: str = ""  # sentences of an English page
    technologies: tuple[Technology, ...] = ()
    sketch: bytes = b""  # of the main text without links: how much of it other pages share; empty for little text
    marks: tuple[str, ...] = ()  # what was cut: links-cut, text-cut, items-cut, page-cut
    rendered: Rendered | None = None  # None: no browser drew it

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, **{name: tuple(map(tuple, getattr(self, name))) for name in _ROWS}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, **{name: tuple(starmap(fact, state[name])) for name, fact in _ROWS.items()})

    def header(self, name: str) -> tuple[str, ...]:
        """Every value of a response field, in order."""
        wanted = name.lower()
        return tuple(value.strip() for field, value in self.headers if field.lower() == wanted)

    def said(self, word: str, agents: frozenset[str]) -> bool:
        """Whether a robots directive says `word` to any of `agents`."""
        return directives.says(self.directives, word, agents)

    @cached_property
    def noindex(self) -> bool:
        """Search engines are told not to index it (robots, googlebot or bingbot)."""
        return self.said("noindex", directives.ENGINES)

    @cached_property
    def nofollow(self) -> bool:
        """We are told not to follow its links (robots or our product token)."""
        return self.said("nofollow", directives.OURS)

    @cached_property
    def title(self) -> str:
        """The title a browser shows: the first in the tree."""
        return self.titles[0].text if self.titles else ""

    @cached_property
    def description(self) -> str:
        """The first meta description with text."""
        return next((d.text for d in self.descriptions if d.text), "")

    @cached_property
    def h1(self) -> str:
        """The first h1 with text."""
        return next((h.text for h in self.headings if h.level == 1 and h.text), "")

    @cached_property
    def canonical(self) -> str | None:
        """The one canonical URL that counts; None where there is none, it is unusable, or they contradict."""
        targets = {c.target.url for c in self.canonicals if c.where != "body"}
        return next(iter(targets)) if len(targets) == 1 else None

    @property
    def is_canonical(self) -> bool:
        """No canonical points elsewhere."""
        return self.canonical in (None, self.url)

    @property
    def indexable(self) -> bool:
        """Status 200, no noindex, not canonicalised elsewhere."""
        return self.status == 200 and not self.noindex and self.is_canonical

    @property
    def follow(self) -> tuple[str, ...]:
        """Unique URLs of links we may follow, in order: neither the page nor the link says nofollow."""
        if self.nofollow:
            return ()
        return tuple(dict.fromkeys(link.url for link in self.links if link.url and not link.nofollow))

    @property
    def unfollowed(self) -> tuple[str, ...]:
        """Unique URLs of links that nofollow keeps us from, in order."""
        followed = set(self.follow)
        return tuple(dict.fromkeys(x.url for x in self.links if x.url and x.url not in followed))


def read_page(*, url: str, status: int, headers: Sequence[tuple[str, str]], body: bytes) -> Page | Ending:
    """Read one page; never raises on content.

    `url` is canonical (the URL that answered); `body` is complete and decoded from its Content-Encoding. The
    ending is `not-html` by type or first bytes, or `parse-limit` with the limit and what was seen.
    """
    document = normalise(url)
    if isinstance(document, Refusal):
        return Ending(Outcome.URL_REFUSED, f"not a URL we read: {document.reason}", {"refusal": str(document.reason)})
    fields = _by_name(headers)
    if ending := _unreadable(fields, body):
        return ending
    decoded = charset.decode(body, "".join(fields.get("content-type", ())[:1]))
    if ending := too_heavy(body if decoded.charset == "utf-8" else decoded.text.encode("utf-8", "replace")):
        return ending
    found = collect.collect(document, fields, decoded.text)
    return Page(
        url=str(document),
        status=status,
        headers=tuple((name, value) for name, value in headers),
        size=len(body),
        charset=decoded.charset,
        charset_rule=decoded.rule,
        charset_declared=decoded.declared,
        replaced=decoded.replaced,
        **found,
    )


def read_beginning(
    *, url: str, status: int, headers: Sequence[tuple[str, str]], body: bytes, most: int
) -> Page | Ending:
    """What can be read of the first `most` bytes of a page that is too much to be read whole; `page-cut` marks it.

    What it does not show may stand further down: its links may be followed, and nothing is to be missed in it.
    """
    size = most
    while True:
        size = _before_a_tag(body, size)
        found = read_page(url=url, status=status, headers=headers, body=body[:size])
        if isinstance(found, Page):
            return replace(found, marks=(*found.marks, "page-cut"))
        if found.outcome is not Outcome.PARSE_LIMIT or size == 0:
            return found
        size //= 2


def _before_a_tag(body: bytes, size: int) -> int:
    return size if size >= len(body) else max(body.rfind(b"<", 0, size), 0)


def _by_name(headers: Sequence[tuple[str, str]]) -> MappingProxyType[str, tuple[str, ...]]:
    fields: dict[str, tuple[str, ...]] = {}
    for name, value in headers:
        fields[name.lower()] = (*fields.get(name.lower(), ()), value.strip())
    return MappingProxyType(fields)


def _unreadable(fields: MappingProxyType[str, tuple[str, ...]], body: bytes) -> Ending | None:
    """The ending for what is not HTML. The header decides; the bytes may only say no."""
    declared = "".join(fields.get("content-type", ())[:1])
    essence = declared.partition(";")[0].strip().lower()
    start = body[:512].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if essence not in _HTML_TYPES:
        evidence = {"content_type": declared, "looks_like_html": start.startswith(_HTML_STARTS)}
        return Ending(Outcome.NOT_HTML, f"the server calls it {essence or 'nothing (no Content-Type)'}", evidence)
    if body.startswith(_NOT_HTML):
        return Ending(
            Outcome.NOT_HTML,
            "called HTML, but its first bytes are of another format",
            {"content_type": declared},
        )
    return None
