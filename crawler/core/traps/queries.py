"""Queries without end: filters and orders in all their combinations, parameters that pile up, names without number."""

import re
from collections import Counter
from typing import Final

from crawler.core.limits import TRAP_COMBINATIONS, TRAP_LONG_QUERIES, TRAP_NAMES, TRAP_ORDERS, TRAP_TRIPLETS
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.parts import Parts

_LONG: Final = 20  # parameters
_OFTEN: Final = 4  # times one name
_FEW_SETS: Final = 8  # sets of names on one path; options that may be left out have two to the power of their number
_THREE: Final = 3
#: `red,blue` is two values, or each of their combinations would be a value never seen.
_LISTED: Final = re.compile(r",|\||%2[Cc]|%7[Cc]")
_VALUES_READ: Final = 32

Atom = tuple[str, str]


class QueryWatch:
    """Counts values, names, sets and orders of parameters."""

    def __init__(self) -> None:
        self._orders = Tally()
        self._names = Tally()
        self._long = Tally()
        self._atoms = Tally()
        self._varied = Tally()
        self._paths = Tally()
        self._sets = Tally()
        self._kinds = Tally()

    def catch(self, parts: Parts) -> Catch | None:
        if not parts.params:
            return None
        return self._turned(parts) or self._new_name(parts) or self._piled_up(parts) or self._combined(parts)

    def count(self, parts: Parts) -> None:
        if not parts.params:
            return
        self._orders.add(_sorted(parts))
        self._long.add((parts.origin, _is_long(parts)))
        self._paths.add((parts.origin, parts.segments))
        for name in parts.names:
            if len(self._names) < int(TRAP_NAMES):
                self._names.add((parts.origin, name))
        for atom in _atoms(parts):
            if self._atoms.add((parts.origin, atom)):
                self._varied.add((parts.origin, atom[0]))
        if self._sets.add((parts.origin, parts.segments, parts.names)):
            self._kinds.add((parts.origin, parts.segments))

    def _turned(self, parts: Parts) -> Catch | None:
        seen = self._orders[_sorted(parts)]
        if len(parts.params) < 2 or seen < int(TRAP_ORDERS):
            return None
        return _caught(parts, "the same parameters in another order", seen, TRAP_ORDERS)

    def _new_name(self, parts: Parts) -> Catch | None:
        if len(self._names) < int(TRAP_NAMES) or all((parts.origin, name) in self._names for name in parts.names):
            return None
        pattern = f"{parts.path}?…="
        return Catch(Trap.ENDLESS_QUERY, pattern, "ever new names of parameters", len(self._names), TRAP_NAMES)

    def _piled_up(self, parts: Parts) -> Catch | None:
        seen = self._long[parts.origin, True]
        if not _is_long(parts) or seen < int(TRAP_LONG_QUERIES):
            return None
        return _caught(parts, "parameters pile up", seen, TRAP_LONG_QUERIES)

    def _combined(self, parts: Parts) -> Catch | None:
        """Everything in it was combined with other things many times; an honest page has a value of its own."""
        free = [atom for atom in _atoms(parts) if self._varied[parts.origin, atom[0]] > 1]
        optional = self._kinds[parts.origin, parts.segments] > _FEW_SETS
        limit = TRAP_COMBINATIONS if optional or len(free) > _THREE else TRAP_TRIPLETS
        seen = self._paths[parts.origin, parts.segments]
        if len(free) < _THREE or seen < int(TRAP_COMBINATIONS):
            return None
        if any(self._atoms[parts.origin, atom] < int(limit) for atom in free):
            return None
        return _caught(parts, "combinations of values that were all combined before", seen, limit)


def _caught(parts: Parts, why: str, seen: int, limit: object) -> Catch:
    return Catch(Trap.ENDLESS_QUERY, parts.pattern(parts.path), why, seen, limit)  # type: ignore[arg-type]


def _sorted(parts: Parts) -> tuple[str, tuple[str, ...], tuple[Atom, ...]]:
    return parts.origin, parts.segments, tuple(sorted(parts.params))


def _is_long(parts: Parts) -> bool:
    return len(parts.params) > _LONG or max(Counter(name for name, _ in parts.params).values()) >= _OFTEN


def _atoms(parts: Parts) -> set[Atom]:
    """Names with single values; a list counts as its members."""
    return {
        (name, value)
        for name, listed in parts.params
        for value in _LISTED.split(listed, maxsplit=_VALUES_READ)[:_VALUES_READ]
    }
