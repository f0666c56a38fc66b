"""The frozen facts of one page. Text is white-space folded and at most `bounds.TEXT_KEPT` characters.

Named tuples: a page has hundreds of them and they cross from the process that reads to the crawl, where a frozen
dataclass takes three times as long to make and four times as long to carry.
"""

from typing import NamedTuple


class Target(NamedTuple):
    """A reference as written, and its canonical URL or the reason there is none."""

    raw: str
    url: str | None = None
    refusal: str | None = None


class Placed(NamedTuple):
    """Text of an element, and whether the parser left it in the head."""

    text: str
    in_head: bool


class Link(NamedTuple):
    """One `<a href>` or `<area href>`; `kind` is page, fragment, mail, phone, script or other."""

    href: str
    url: str | None
    refusal: str | None
    text: str
    rel: tuple[str, ...]
    nofollow: bool
    line: int | None
    kind: str
    fragment: str = ""
    named: bool = True  # has a text, an alt, a title or an aria name
    control: bool = False  # its role makes it a button, a tab or the like

    def at(self, line: int | None) -> "Link":
        """The same link on another line."""
        return Link(*self[:6], line, *self[7:])


class Image(NamedTuple):
    """One `<img>`; `alt` is None where the attribute is missing."""

    target: Target
    alt: str | None
    only_content: bool = False  # the only content of a link or a button that has no other name
    sized: bool = True
    hidden: bool = False  # without an alt: out of reach (hidden, aria-hidden ...), role=presentation, named by ARIA


class Resource(NamedTuple):
    """Something the page loads: script, style, iframe, object, image, media, icon, other."""

    kind: str
    target: Target


class Canonical(NamedTuple):
    """One rel=canonical; `where` is head, body or header."""

    target: Target
    where: str


class Alternate(NamedTuple):
    """One hreflang reference; `where` is head, body or header."""

    lang: str
    target: Target
    where: str


class Pager(NamedTuple):
    """One `<link rel=next>` or `prev`: another page of the same list."""

    rel: str
    target: Target


class Heading(NamedTuple):
    level: int
    text: str


class Refresh(NamedTuple):
    """A meta refresh: seconds, and where it leads (None: the page itself)."""

    seconds: float
    target: Target | None


class Block(NamedTuple):
    """One JSON-LD block as written; `error`, `line` (of the page) and `column` where it is not JSON."""

    text: str
    error: str = ""
    line: int | None = None
    column: int | None = None
    context: str = ""  # what is wrong with its @context

    def about(self, context: str) -> "Block":
        """The same block, with what is wrong with its context."""
        return Block(*self[:4], context)


class Control(NamedTuple):
    """One form control or button; `named` where it has an accessible name."""

    tag: str
    type: str
    name: str
    named: bool


class Script(NamedTuple):
    """A script that is loaded; `blocking` where the head waits for it."""

    target: Target
    integrity: bool
    blocking: bool


class Technology(NamedTuple):
    """Something the site is made with; `version` is empty where none is visible."""

    name: str
    kind: str
    version: str
    evidence: str


class Form(NamedTuple):
    action: Target
    method: str
    password: bool


class Directive(NamedTuple):
    """One robots directive; `agent` is robots or a product token, `where` head, body or header."""

    agent: str
    name: str
    value: str
    where: str
