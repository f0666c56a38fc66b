"""What stands in a sitemap that is not well-formed, letter by letter: a parser that recovers drops letters.

The commonest real fault is `&` for `&amp;` in a URL. It is read as it is meant; nothing else is guessed.
"""

import html
import re
from typing import Final

_BARE: Final = re.compile(
    rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&(?!(?:[A-Za-z][A-Za-z0-9]*|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)",
    re.DOTALL,
)
_LOC: Final = re.compile(r"<(?:[\w.-]+:)?loc(?:\s[^<>]*)?>\s*+(?:<!\[CDATA\[(.*?)(?:\]\]>|\Z)|([^<]*+))", re.DOTALL)
_REFERENCE: Final = re.compile(r"&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});")


def as_meant(body: bytes) -> bytes:
    """The document with each bare ampersand escaped."""
    return _BARE.sub(lambda found: found[0] if found[0][:1] == b"<" else b"&amp;", body)


def locs_written(body: bytes) -> list[str]:
    """The text of each <loc> in order, its character references resolved and no other."""
    text = body.decode("utf-8", "replace")
    return [
        found[1].strip() if found[1] is not None else _REFERENCE.sub(_resolved, found[2]).strip()
        for found in _LOC.finditer(text)
    ]


def _resolved(reference: re.Match[str]) -> str:
    return html.unescape(reference[0])
