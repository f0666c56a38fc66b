"""A URL taken apart for the watches: segments of the path, parameters of the query, words for their patterns."""

import re
from dataclasses import dataclass, replace
from typing import Final

from crawler.core.urls import Url

#: A query longer than this is odd whatever stands behind.
PARAMETERS_READ: Final = 64
#: `a=1&b=2`, and `a=1;b=2` of older software.
_BETWEEN: Final = re.compile("[&;]")
#: `filter[0]` and `filter[17]` are one name; `filter[size]` is another.
_INDEX: Final = re.compile(r"\[\d*\]")
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_HEX: Final = re.compile(r"[0-9a-f]{16,}|[0-9A-F]{16,}")
_ALPHANUMERIC: Final = re.compile(r"[A-Za-z0-9]{16,}")
_RANDOM_FROM: Final = 16  # characters
_SWITCH: Final = re.compile(r"[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])")
_SWITCHES: Final = 3  # between letters and digits; `iphone15` has one

NUMBER: Final = "{n}"
RANDOM: Final = "{id}"


@dataclass(frozen=True, slots=True)
class Parts:
    """Origin, path segments and query parameters. A value without `=` has no name."""

    origin: str
    segments: tuple[str, ...]
    params: tuple[tuple[str, str], ...] = ()

    def without(self, dropped: frozenset[int]) -> "Parts":
        """The same with the parameters at these places left out."""
        return replace(self, params=tuple(p for place, p in enumerate(self.params) if place not in dropped))

    @property
    def path(self) -> str:
        return "/" + "/".join(self.segments)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted({name for name, _ in self.params}))

    @property
    def first(self) -> str:
        """What a site's sections are told by."""
        return self.segments[0] if self.segments else ""

    def pattern(self, path: str) -> str:
        """The path given, and the names of the parameters."""
        return path + ("?" + "&".join(f"{name}=" for name in self.names) if self.params else "")


def take_apart(url: Url) -> Parts:
    """The parts of a canonical URL. An empty last segment is the slash at the end."""
    segments = url.path.split("/")[1:]
    if segments and not segments[-1]:
        segments.pop()
    return Parts(url.origin, tuple(segments), tuple(_params(url.query)))


def _params(query: str | None) -> list[tuple[str, str]]:
    pieces = _BETWEEN.split(query, maxsplit=PARAMETERS_READ) if query else []
    return [_param(piece) for piece in pieces[:PARAMETERS_READ] if piece]


def _param(piece: str) -> tuple[str, str]:
    name, equals, value = piece.partition("=")
    if not equals:
        return "", piece
    return _INDEX.sub("[]", name.lower().replace("%5b", "[").replace("%5d", "]")), value


def is_token(text: str) -> bool:
    """Whether a text looks random: a UUID, a long hex number, or letters and digits all mixed up."""
    if len(text) < _RANDOM_FROM or text.isdigit():
        return False
    if _HEX.fullmatch(text) or _UUID.fullmatch(text):
        return True
    return bool(_ALPHANUMERIC.fullmatch(text)) and len(_SWITCH.findall(text)) >= _SWITCHES


def classed(segment: str) -> str:
    """A segment, or the sign for a number or a random text."""
    if segment.isdigit():
        return NUMBER
    return RANDOM if is_token(segment) else segment
