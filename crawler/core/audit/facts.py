"""The frozen facts of one page. Text is white-space folded and at most `bounds.TEXT_KEPT` characters."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """A reference as written, and its canonical URL or the reason there is none."""

    raw: str
    url: str | None = None
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Text of an element, and whether the parser left it in the head."""

    text: str
    in_head: bool


@dataclass(frozen=True, slots=True)
class Link:
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


@dataclass(frozen=True, slots=True)
class Image:
    """One `<img>`; `alt` is None where the attribute is missing."""

    target: Target
    alt: str | None
    only_content: bool = False  # the only content of a link or a button that has no other name
    sized: bool = True
    hidden: bool = False  # without an alt: out of reach (hidden, aria-hidden ...), role=presentation, named by ARIA


@dataclass(frozen=True, slots=True)
class Resource:
    """Something the page loads: script, style, iframe, object, image, media, icon, other."""

    kind: str
    target: Target


@dataclass(frozen=True, slots=True)
class Canonical:
    """One rel=canonical; `where` is head, body or header."""

    target: Target
    where: str


@dataclass(frozen=True, slots=True)
class Alternate:
    """One hreflang reference; `where` is head, body or header."""

    lang: str
    target: Target
    where: str


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Refresh:
    """A meta refresh: seconds, and where it leads (None: the page itself)."""

    seconds: float
    target: Target | None


@dataclass(frozen=True, slots=True)
class Block:
    """One JSON-LD block as written; `error`, `line` (of the page) and `column` where it is not JSON."""

    text: str
    error: str = ""
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Control:
    """One form control or button; `named` where it has an accessible name."""

    tag: str
    type: str
    name: str
    named: bool


@dataclass(frozen=True, slots=True)
class Form:
    action: Target
    method: str
    password: bool


@dataclass(frozen=True, slots=True)
class Directive:
    """One robots directive; `agent` is robots or a product token, `where` head, body or header."""

    agent: str
    name: str
    value: str
    where: str
