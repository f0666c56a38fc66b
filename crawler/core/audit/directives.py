"""Robots directives of a page: meta elements and X-Robots-Tag fields, each with the agent it speaks to."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from crawler.core.audit.facts import Directive
from crawler.core.identity import PRODUCT_TOKEN

#: Whom a directive without a name speaks to.
EVERYONE: Final = "robots"
OURS: Final = frozenset({EVERYONE, PRODUCT_TOKEN.lower()})
#: The engines whose own directives count for what the audit says about indexing.
ENGINES: Final = frozenset({EVERYONE, "googlebot", "bingbot"})
_VALUED: Final = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})
#: What engines know today, and what they knew once and pass over in silence.
KNOWN: Final = _VALUED | frozenset(
    {
        *("all", "index", "follow", "noindex", "nofollow", "none", "noarchive", "nocache", "nosnippet"),
        *("indexifembedded", "notranslate", "noimageindex", "nositelinkssearchbox", "nopagereadaloud"),
        *("noodp", "noydir", "archive", "snippet", "imageindex", "noai", "noimageai", "nopreview"),
    }
)
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_MOST = 100


def of_meta(agent: str, content: str, where: str) -> Iterator[Directive]:
    """The directives of one `<meta name=robots>` or `<meta name=token>`."""
    for token in content.lower().split(",")[:_MOST]:
        name, _, value = token.strip().partition(":")
        if name:
            yield Directive(agent.strip().lower(), name.strip(), value.strip(), where)


def of_header(value: str) -> Iterator[Directive]:
    """The directives of one X-Robots-Tag value: `[agent:] directive, directive: value, agent: directive ...`.

    An agent named in a value speaks until another is named, since proxies join fields with commas.
    """
    agent = EVERYONE
    for token in value.lower().split(",")[:_MOST]:
        name, colon, rest = token.strip().partition(":")
        if colon and name.strip() not in _VALUED and _NAME.fullmatch(name.strip()):
            agent = name.strip()
            name, _, rest = rest.strip().partition(":")
        if name.strip():
            yield Directive(agent, name.strip(), rest.strip(), "header")


def says(directives: Iterable[Directive], word: str, agents: frozenset[str]) -> bool:
    """Whether any of `agents` is told `word` (noindex, nofollow); `none` is both."""
    return any(d.agent in agents and d.name in (word, "none") for d in directives)
