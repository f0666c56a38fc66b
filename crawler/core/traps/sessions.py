"""Session ids: the same pages under ever new values, in the query or in the path."""

import re
from dataclasses import dataclass, replace
from typing import Final

from crawler.core.limits import TRAP_SESSIONS, TRAP_TOKENS
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.parts import RANDOM, Parts, is_token

#: Names that software gives to nothing else. `sid` or `sessionid` may name a page (a conference has sessions): such
#: names need a random value, and proof.
NAMED: Final = frozenset(
    ("phpsessid", "jsessionid", "phpsessionid", "oscsid", "zenid", "xtcsid", "gxsid", "mosessid", "cftoken")
)
_WITH_CFTOKEN: Final = "cfid"
_ASP: Final = "aspsessionid"  # and eight letters that change
_IN_PATH: Final = re.compile(";([A-Za-z_-]{1,32})=[^;]*")
#: Cookieless ASP.NET: /(S(lit3py55t21z5v55vlm25s55))/page.aspx
_ASP_NET: Final = re.compile(r"\((?:[A-Z]\([^()]*\)){1,3}\)")
_THRICE: Final = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """What marks a URL: names of the places, the values there, and the page without them."""

    names: tuple[str, ...]
    values: tuple[str, ...]
    page: Parts


def named(parts: Parts) -> Mark | None:
    """The session ids that show by their names."""
    names, segments = [], []
    for segment in parts.segments:
        found = [name for name in _IN_PATH.findall(segment) if _is_named(name.lower())] if ";" in segment else []
        names += [name.lower() for name in found]
        segments.append(segment.partition(";")[0] if found else segment)
    kept = tuple(segment for segment in segments if not (segment[:1] == "(" and _ASP_NET.fullmatch(segment)))
    names += ["asp.net"] * (len(kept) < len(segments))
    places = [place for place, (name, value) in enumerate(parts.params) if value and _is_named(name)]
    if any(parts.params[place][0] == "cftoken" for place in places):
        places += [place for place, (name, _) in enumerate(parts.params) if name == _WITH_CFTOKEN]
    names += [parts.params[place][0] for place in places]
    if not names:
        return None
    return Mark(tuple(names), (), replace(parts, segments=kept).without(frozenset(places)))


def _is_named(name: str) -> bool:
    return name in NAMED or name.startswith(_ASP)


def random(parts: Parts) -> Mark | None:
    """The values that look random, all of them together."""
    inside = {place: segment for place, segment in enumerate(parts.segments) if is_token(segment)}
    asked = {place: value for place, (_, value) in enumerate(parts.params) if is_token(value)}
    if not inside and not asked:
        return None
    names = (*(f"/{place}" for place in inside), *(parts.params[place][0] for place in asked))
    segments = tuple(RANDOM if place in inside else segment for place, segment in enumerate(parts.segments))
    page = replace(parts, segments=segments).without(frozenset(asked))
    return Mark(names, (*inside.values(), *asked.values()), page)


class SessionWatch:
    """Knows the pages let through without their session ids, and how random values were shared among pages."""

    def __init__(self) -> None:
        self._pages = Tally()
        self._values = Tally()
        self._marked = Tally()
        self._copied = Tally()
        self._copies = Tally()

    def catch(self, parts: Parts) -> Catch | None:
        mark = named(parts)
        if mark is None:
            return self._caught_random(parts)
        if mark.page in self._pages:
            why = "the page without its session id was let through"
            return Catch(Trap.SESSION_ID, f"{mark.names[0]}=", why, self._pages[mark.page], TRAP_SESSIONS)
        return None

    def _caught_random(self, parts: Parts) -> Catch | None:
        mark = random(parts)
        if mark is None or self._copies[parts.origin, mark.names] < int(TRAP_TOKENS):
            return None
        seen = self._marked[mark.names, mark.page]
        if not seen:
            return None
        why = "the same pages under ever new random values"
        return Catch(Trap.SESSION_ID, ", ".join(f"{name}={RANDOM}" for name in mark.names), why, seen, TRAP_TOKENS)

    def count(self, parts: Parts) -> None:
        mark = named(parts)
        self._pages.add(parts if mark is None else mark.page)
        mark = random(parts) if mark is None else None
        if mark is not None:
            self._count_random(parts.origin, mark)

    def _count_random(self, origin: str, mark: Mark) -> None:
        """A hash that names a page is shared by few pages; one that names a visit is shared by all of them."""
        self._values.add((origin, mark.names, mark.values))
        self._marked.add((mark.names, mark.page))
        shared = self._values[origin, mark.names, mark.values] >= _THRICE
        if shared and self._marked[mark.names, mark.page] >= _THRICE and self._copied.add((mark.names, mark.page)):
            self._copies.add((origin, mark.names))
