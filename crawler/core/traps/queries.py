"""Queries without end: filters and orders in all their combinations, parameters that pile up, names without number."""

import re
from collections import Counter
from typing import Final

from crawler.core.limits import (
    TRAP_COMBINATIONS,
    TRAP_LONG_QUERIES,
    TRAP_NAMES,
    TRAP_ORDERS,
    TRAP_PAIRS,
    TRAP_TRIPLETS,
    Limit,
)
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.dates import dated
from crawler.core.traps.parts import PARAMETERS_READ, Parts

_OFTEN: Final = 4  # times one name in a query
_WRAPPED: Final = "%2525"  # encoded three times: a URL within a URL within a URL
#: Names that say in which order or how many, and name no page.
_ARRANGING: Final = re.compile(r"sort|order|\bdir(ection)?\b|per_?page|page_?size")
#: Sets of names for each name. Names that follow one another (section, then page) have one; options have many more.
_FEW_SETS: Final = 2
_PAIR: Final = 2
_FAR: Final = 4  # times the limit, for values of the whole site
#: `red,blue` is two values, or each of their combinations would be a value never seen.
_LISTED: Final = re.compile(r",|\||%2[Cc]|%7[Cc]")
_VALUES_READ: Final = 32

Atom = tuple[str, str]
Scope = tuple[str, tuple[str, ...] | None]


class QueryWatch:
    """Counts values, names, sets and orders of parameters."""

    def __init__(self) -> None:
        self._orders = Tally()
        self._names = Tally()
        self._long = Tally()
        self._atoms = Tally()
        self._varied = Tally()
        self._named = Tally()
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
        for scope in _scopes(parts):
            self._count_in(scope, parts)

    def _count_in(self, scope: Scope, parts: Parts) -> None:
        for atom in _atoms(parts):
            if self._atoms.add((scope, atom)) and self._varied.add((scope, atom[0])):
                self._named.add(scope)
        if self._sets.add((scope, parts.names)):
            self._kinds.add(scope)

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
        seen = self._paths[parts.origin, parts.segments]
        if seen < int(TRAP_COMBINATIONS):
            return None
        for scope, times in zip(_scopes(parts), (1, _FAR), strict=True):
            limit = self._limit(parts, scope)
            if self._are_used_up(parts, scope, limit, times):
                return _caught(parts, "combinations of values that were all combined before", seen, limit)
        return None

    def _limit(self, parts: Parts, scope: Scope) -> Limit:
        """Options that are left out at will, or chosen several at a time, are filters."""
        free = self._free(parts, scope)
        optional = self._kinds[scope] > self._named[scope] * _FEW_SETS or len({name for name, _ in free}) < len(free)
        if len(free) <= _PAIR:
            return TRAP_PAIRS if optional else TRAP_TRIPLETS
        arranged = len(free) > _PAIR + 1 and any(_ARRANGING.search(name) for name, _ in free)
        return TRAP_COMBINATIONS if optional or arranged else TRAP_TRIPLETS

    def _are_used_up(self, parts: Parts, scope: Scope, limit: Limit, times: int) -> bool:
        free = self._free(parts, scope)
        few = _PAIR if limit is TRAP_PAIRS else _PAIR + 1
        return len(free) >= few and all(self._atoms[scope, atom] >= int(limit) * times for atom in free)

    def _free(self, parts: Parts, scope: Scope) -> list[Atom]:
        """What was seen with more than one value."""
        return [atom for atom in _atoms(parts) if self._varied[scope, atom[0]] > 1]


def _scopes(parts: Parts) -> tuple[Scope, Scope]:
    """Where values mean the same: in one script or among lists that stand together, and on the whole site."""
    alone = len(parts.segments) < 2 or "." in parts.segments[-1]
    return (parts.origin, parts.segments if alone else parts.segments[:-1]), (parts.origin, None)


def _caught(parts: Parts, why: str, seen: int, limit: Limit) -> Catch:
    return Catch(Trap.ENDLESS_QUERY, parts.pattern(parts.path), why, seen, limit)


def _sorted(parts: Parts) -> tuple[str, tuple[str, ...], tuple[Atom, ...]]:
    return parts.origin, parts.segments, tuple(sorted(parts.params))


def _is_long(parts: Parts) -> bool:
    often = max(Counter(name for name, _ in parts.params).values())
    return (
        often >= _OFTEN or len(parts.params) == PARAMETERS_READ or any(_WRAPPED in value for _, value in parts.params)
    )


def _atoms(parts: Parts) -> set[Atom]:
    """Names with single values; a list counts as its members, a date not at all: calendars are judged elsewhere."""
    date = dated(parts)
    return {
        (name, value)
        for name, listed in (date.rest if date else parts).params
        if "{" not in listed
        for value in _LISTED.split(listed, maxsplit=_VALUES_READ)[:_VALUES_READ]
    }
