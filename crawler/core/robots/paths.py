"""The one form in which paths and patterns are compared (RFC 9309 2.2.2), octet by octet, on both sides.

Unreserved octets stand bare, everything outside ASCII and everything no URI may contain is percent-encoded in
upper case, a reserved octet stays as it was written: `%2F` and `/` are two things. `*` and `$` are `%2A` and
`%24` here, so that in a pattern only its own two signs are left bare (RFC 9309 2.2.3).
"""

import re
from typing import Final

ROBOTS_TXT: Final = "/robots.txt"

_PLAIN: Final = r"A-Za-z0-9\-._~:/?#\[\]@!&'()+,;="
_is_plain: Final = re.compile(f"[{_PLAIN}]*").fullmatch
#: Whether a pattern begins with "/", has no `*`, `$` or `%` and is in the form for comparing as it stands.
is_plain_path: Final = re.compile(f"/[{_PLAIN}]*").fullmatch
#: Whether nothing but `*` in a pattern is not in that form.
is_plain_wild: Final = re.compile(f"[{_PLAIN}*]*").fullmatch
_plain_url: Final = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.\-]*://[^/?#\\]*)?(/(?!/)[A-Za-z0-9\-._~:/?\[\]@!&'()+,;=]*)"
).fullmatch
_odd: Final = re.compile(f"%[0-9A-Fa-f]{{2}}|[^{_PLAIN}]".encode()).sub
_before_path: Final = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//[^/?]*").match

_UNRESERVED: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def path_of(url: str) -> str:
    """Path and query of `url` in the form for comparing; `url` may be absolute, or a path; never empty."""
    plain = _plain_url(url)
    if plain:
        return plain[1]
    url = url.partition("#")[0]
    start = _before_path(url)
    path = url[start.end() :] if start else url
    return normal(path if path.startswith("/") else "/" + path)


def normal(text: str) -> str:
    """`text` in the form for comparing."""
    return text if _is_plain(text) else _odd(_replacement, _octets(text)).decode("ascii")


def _octets(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:  # lone surrogates: no URI has them, but a caller's string may
        return text.encode("utf-8", "surrogatepass")


def _replacement(odd: re.Match[bytes]) -> bytes:
    seen = odd[0]
    if len(seen) == 1:
        return seen if seen == b"%" else b"%%%02X" % seen[0]
    octet = int(seen[1:], 16)
    return bytes((octet,)) if octet in _UNRESERVED else seen.upper()
