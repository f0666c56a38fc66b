"""Product tokens: of a robot's User-Agent, and of the value of a user-agent line.

RFC 9309 2.2.1 gives a token ASCII letters, `_` and `-`. Names with digits are in every log (MJ12bot) and
names in other scripts exist, so letters and digits of any script count; everything else ends the token.
`User-agent: MJ12bot` is for MJ12bot; who asks as exactly `MJ` is spoken to as well: RFC 9309 reads it so.
"""

import re
from functools import lru_cache
from typing import Final

ANY: Final = "*"

_TOKEN: Final = re.compile(r"[\w\-]+")
_IDENTIFIER: Final = re.compile(r"[A-Za-z_\-]+")
# Both are tried at the start of a word only: the value of a user-agent line is as long as a stranger likes.
_VERSIONED: Final = re.compile(r"(?<![\w\-])([\w\-]+) ?/")
_COMPATIBLE: Final = re.compile(r"\bcompatible;([^()]*)", re.IGNORECASE)
#: URLs and mail addresses in a User-Agent are places to read about it, not names of it.
_ADDRESS: Final = re.compile(r"(?<![^\s;,()])(?:\+?www\.|[^\s;,()]*(?:://|@))[^\s;,()]*")
#: What browsers and those who look like them say about themselves; a name only where nothing else is.
_NOISE: Final = frozenset(
    (
        *("mozilla", "compatible", "applewebkit", "khtml", "like", "gecko", "chrome", "chromium", "safari"),
        *("headlesschrome", "version", "mobile", "build", "windows", "macintosh", "linux", "android", "x11"),
    )
)


def named(value: str) -> tuple[str, tuple[str, ...]]:
    """What a user-agent line names, in lower case: its token for prefix, its names for exact matching.

    `*` names itself; the token is "" where the value names nobody.
    """
    if value.isascii() and value.isalpha():  # most of them
        token = value.lower()
        return token, (token,)
    if value[:1] == ANY:
        return (ANY, (ANY,)) if value[1:2] in ("", " ", "\t") else ("", ())
    found = _TOKEN.match(value)
    token = found[0].lower() if found else ""
    names = both(token)
    if value[:8].lower() == "mozilla/":
        # A whole User-Agent copied out of a log: whoever did so means its owner, not every browser.
        token = (products(value) or ("",))[0]
    return token, names


def both(token: str) -> tuple[str, ...]:
    """The token, and after it what the grammar of RFC 9309 2.2 takes for the token where that is less."""
    found = _IDENTIFIER.match(token)
    return tuple(dict.fromkeys((token, found[0]))) if found else (token,) if token else ()


@lru_cache(maxsize=64)  # a crawl asks in one name, of every host it comes to
def products(agent: str) -> tuple[str, ...]:
    """The product tokens, in lower case, of a bare token or a whole User-Agent; none for `*` and for ""."""
    text = _ADDRESS.sub(_before_plus, agent)
    inside = " ".join(_COMPATIBLE.findall(text))
    names = _words(inside) if inside.strip() else [*_words(text.strip())[:1], *_VERSIONED.findall(text)]
    tokens = tuple(dict.fromkeys(name.lower() for name in names))
    return tuple(token for token in tokens if token not in _NOISE) or tokens


def _before_plus(word: re.Match[str]) -> str:
    """What stands before the address in `FooBot/1.0+http://foo.example/`."""
    return word[0].partition("+")[0] if "+" in word[0] else " "


def _words(text: str) -> list[str]:
    """The token each word begins with; a word that begins with a sign has none."""
    found = (_TOKEN.match(word) for word in re.split(r"[\s;,()]+", text))
    return [token[0] for token in found if token]
