"""One normal form for a URL, or a refusal with its reason. Text from a stranger ends here.

The text is judged as written, before any parser can repair it. The canonical form is what is sent, stored
and compared; it survives Scrapy's own rewriting unchanged. Whether a URL may be asked for (robots.txt, scope,
pace) and what its host resolves to are judged elsewhere.
"""

import re
from dataclasses import dataclass
from typing import Final

from crawler.core.limits import URL_LENGTH
from crawler.core.url_hosts import Reason, canonical_host, is_address

__all__ = ["Reason", "Refusal", "Url", "join", "normalise"]

DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_PORTS: Final = {str(port): port for port in DEFAULT_PORTS.values()}
_LONGEST: Final = int(URL_LENGTH)
_SHOWN: Final = 200  # characters of a refused text that are kept
_HTML_SPACE: Final = "\t\n\f\r "  # WHATWG Infra 4.6, ASCII whitespace

#: Characters that no URL holds as written: controls, every kind of space, invisible and direction-changing
#: format characters, surrogates, noncharacters, and the backslash, which some parsers take for a slash. The
#: joiners U+200C and U+200D stay: Persian and Indic words and emoji need them, and IDNA has its own rule.
_FORBIDDEN: Final = re.compile(
    "[\\\\\x00-\x20\x7f-\xa0\u00ad\u061c\u1680\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
#: A colon in the first segment ends a scheme, well-formed or not (RFC 3986 4.2).
_SCHEME: Final = re.compile(r"([^:/?#]*):")
_WELL_FORMED: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")
#: One bracketed or plain host, at most one port.
_HOST_AND_PORT: Final = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::([^:]*))?")
#: U+FF20 and U+FE6B become `@` under UTS 46.
_USERINFO: Final = re.compile("[@\uff20\ufe6b]")
#: What RFC 3986 3.3 and 3.4 do not allow raw; in a query the quote too, as browsers do (WHATWG URL 1.3).
_NOT_IN_PATH: Final = re.compile(r"[^A-Za-z0-9._~!$&'()*+,;=:@%/-]+")
_NOT_IN_QUERY: Final = re.compile(r"[^A-Za-z0-9._~!$&()*+,;=:@%/?-]+")


@dataclass(frozen=True, slots=True)
class Url:
    """A canonical URL, made by `normalise` or `join` alone; an IPv6 host is kept without its brackets."""

    scheme: str
    host: str
    port: int
    path: str
    query: str | None = None

    @property
    def is_address(self) -> bool:
        """Whether the host is an IP literal."""
        return is_address(self.host)

    @property
    def authority(self) -> str:
        """`host` or `host:port` as a Host header has it: brackets round IPv6, no default port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and a port that is not the default (RFC 6454 6.2)."""
        return f"{self.scheme}://{self.authority}"

    @property
    def target(self) -> str:
        """Path and query: the request target of RFC 9112 3.2.1."""
        return self.path if self.query is None else f"{self.path}?{self.query}"

    def __str__(self) -> str:
        return self.origin + self.target


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a text is no URL of ours, and the text, shortened and fit to be shown."""

    reason: Reason
    text: str

    @classmethod
    def of(cls, reason: Reason, text: str) -> "Refusal":
        """The refusal of a text as it came."""
        return cls(reason, shown(text))


def shown(text: str) -> str:
    """The beginning of a stranger's text, with everything escaped that is not printable."""
    kept = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text[:_SHOWN])
    return kept if len(text) <= _SHOWN else f"{kept}…"


def normalise(text: str) -> Url | Refusal:
    """Give an absolute http or https URL its one canonical form, or refuse it; never raises on any text."""
    if not text:
        return Refusal(Reason.EMPTY_URL, "")
    reason = _fault(text)
    if reason:
        return Refusal.of(reason, text)
    scheme = _SCHEME.match(text)
    if scheme is None:
        return Refusal.of(Reason.SCHEME, text)
    url = _absolute(scheme[1].lower(), text[scheme.end() :])
    return Refusal.of(url, text) if isinstance(url, Reason) else url


def join(base: Url, text: str, *, strip: bool = True) -> Url | Refusal:
    """Resolve a reference (an href, a Location) against a base by RFC 3986 5.2, or refuse it; never raises.

    `strip` takes away the white space that HTML allows round an attribute, and nothing else is repaired. An
    empty reference or a lone fragment is the base itself.
    """
    text = text.strip(_HTML_SPACE) if strip else text
    reason = _fault(text)
    if reason:
        return Refusal.of(reason, text)
    if _SCHEME.match(text):
        return normalise(text)
    if text.startswith("//"):
        return normalise(f"{base.scheme}:{text}")
    url = _relative(base, text.partition("#")[0])
    return Refusal.of(url, text) if isinstance(url, Reason) else url


def _fault(text: str) -> Reason | None:
    """What is wrong with a text before it is taken apart. A foreign scheme comes first: it says the most."""
    scheme = _SCHEME.match(text)
    name = scheme[1] if scheme else ""
    foreign = scheme is not None and name.lower() not in DEFAULT_PORTS
    if foreign and _WELL_FORMED.fullmatch(name):
        return Reason.SCHEME
    if len(text) > _LONGEST:
        return Reason.URL_TOO_LONG
    if _FORBIDDEN.search(text):
        return Reason.BAD_CHARACTER
    return Reason.SCHEME if foreign else None


def _absolute(scheme: str, rest: str) -> Url | Reason:
    hierarchy, asked, query = rest.partition("#")[0].partition("?")
    if not hierarchy.startswith("//"):
        return Reason.NO_AUTHORITY
    authority, slash, path = hierarchy[2:].partition("/")
    place = _place(authority, DEFAULT_PORTS[scheme])
    if isinstance(place, Reason):
        return place
    return _built(scheme, *place, slash + path, query if asked else None)


def _relative(base: Url, reference: str) -> Url | Reason:
    """RFC 3986 5.2.2 for a reference without scheme and authority."""
    path, asked, query = reference.partition("?")
    if not path:
        return _built(base.scheme, base.host, base.port, base.path, query if asked else base.query)
    if not path.startswith("/"):
        path = base.path[: base.path.rindex("/") + 1] + path
    return _built(base.scheme, base.host, base.port, path, query if asked else None)


def _built(scheme: str, host: str, port: int, path: str, query: str | None) -> Url | Reason:
    # An empty query goes: Scrapy's Request drops it, and what is judged must be what is sent.
    clean = _encoded(query, _NOT_IN_QUERY) if query else None
    url = Url(scheme, host, port, _without_dots(_encoded(path or "/", _NOT_IN_PATH)), clean)
    return url if len(str(url)) <= _LONGEST else Reason.URL_TOO_LONG


def _place(authority: str, default_port: int) -> tuple[str, int] | Reason:
    """Host and port of an authority."""
    if not authority:
        return Reason.NO_AUTHORITY
    if _USERINFO.search(authority):
        return Reason.USERINFO
    parts = _HOST_AND_PORT.fullmatch(authority)
    if parts is None:
        return Reason.BAD_HOST
    port = default_port if parts[2] is None else _PORTS.get(parts[2])
    if port is None:
        return Reason.PORT
    host = canonical_host(parts[1])
    return host if isinstance(host, Reason) else (host, port)


def _encoded(text: str, unsafe: re.Pattern[str]) -> str:
    """Percent-encode as UTF-8 what may not stand raw. What came encoded stays as it is, to the letter."""
    return unsafe.sub(lambda run: "".join(f"%{byte:02X}" for byte in run[0].encode()), text)


def _without_dots(path: str) -> str:
    """RFC 3986 5.2.4, and `%2e` is a dot (6.2.2.2), or `/a/%2e%2e/b` would pass by a rule on `/b`."""
    if "/." not in path and "/%2" not in path:
        return path
    kept: list[str] = []
    for segment in path.split("/")[1:]:
        dots = _dots(segment)
        if dots == ".." and kept:
            kept.pop()
        if not dots:
            kept.append(segment)
    return "/" + "/".join(kept) + ("/" if kept and dots else "")


def _dots(segment: str) -> str:
    """`.` or `..` when the segment is one, else nothing."""
    if len(segment) > len("%2e%2e"):
        return ""
    plain = segment.lower().replace("%2e", ".")
    return plain if plain in (".", "..") else ""
