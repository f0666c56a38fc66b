"""Two spellings of one address: percent-encoding that says the same (RFC 3986 6.2.2.1 and 6.2.2.2)."""

import re
from collections.abc import Iterable

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def spelled(url: str) -> str:
    """A canonical URL in the one spelling of all that mean it: `/%7ea%c3%a9` is `/~a%C3%A9`."""
    return _ESCAPE.sub(_plain, url) if "%" in url else url


def _plain(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in _UNRESERVED else escape[0].upper()


def spellings(urls: Iterable[str]) -> frozenset[str]:
    """URLs, each in its one spelling."""
    return frozenset(map(spelled, urls))
