"""Paths that repeat themselves or grow: mostly relative links that each page resolves one level deeper."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from crawler.core.limits import TRAP_BLOCKS, TRAP_ODD_PATHS, TRAP_REPEATS, TRAP_SEGMENTS, TRAP_TRIPLES, Limit
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.parts import Parts, classed

_LONGEST_BLOCK: Final = 6  # segments; longer ones reach TRAP_SEGMENTS before they are there three times
_LOOKED_AT: Final = 100  # segments of a path
_TRIPLE: Final = 3
_OFTEN: Final = 4  # /site/site/tree/main/site/site is a code browser's, so these are counted and not refused
_BOTH_WAYS: Final = 2  # different pairs; a flight there and back, or a language pair, is one


class PathWatch:
    """Counts odd paths, and remembers which word followed which."""

    def __init__(self) -> None:
        self._pairs = Tally()
        self._odd = Tally()

    def catch(self, parts: Parts) -> Catch | None:
        certain = _certain(parts)
        if certain:
            return certain
        for trap, why, pattern, limit in self._oddities(parts):
            seen = self._odd[parts.origin, why]
            if seen >= int(limit):
                return Catch(trap, pattern, why, seen, limit)
        return None

    def count(self, parts: Parts) -> None:
        for _, why, _, _ in list(self._oddities(parts)):
            self._odd.add((parts.origin, why))
        for pair in _pairs(parts):
            self._pairs.add((parts.origin, *pair))

    def _oddities(self, parts: Parts) -> Iterator[tuple[Trap, str, str, Limit]]:
        """What may be honest a few times."""
        segment, times = _run(parts.segments, 1)
        if times >= _TRIPLE:
            yield Trap.REPEATING_SEGMENTS, "one segment three times in a row", f"/{segment}" * _TRIPLE, TRAP_TRIPLES
        often = [word for word, times in Counter(_words(parts)).items() if times >= _OFTEN]
        if often:
            yield Trap.REPEATING_SEGMENTS, "one segment again and again", f"/…/{often[0]}/…" * 2, TRAP_ODD_PATHS
        if len(self._turned(parts)) >= _BOTH_WAYS:
            yield Trap.GROWING_PATH, "segments follow one another both ways", f"/{parts.first}/…", TRAP_ODD_PATHS

    def _turned(self, parts: Parts) -> set[frozenset[str]]:
        """Pairs of neighbours that were seen the other way round too; a word that follows itself is such a pair."""
        own = set(_pairs(parts))
        return {
            frozenset((one, next_))
            for one, next_ in own
            if (next_, one) in own or (parts.origin, next_, one) in self._pairs
        }


def _certain(parts: Parts) -> Catch | None:
    for length in range(1, _LONGEST_BLOCK + 1):
        limit = TRAP_REPEATS if length == 1 else TRAP_BLOCKS
        block, times = _run(parts.segments, length)
        if times >= int(limit):
            return Catch(Trap.REPEATING_SEGMENTS, f"/{block}" * 2 + "/…", "its path repeats itself", 0, limit)
    if len(parts.segments) > int(TRAP_SEGMENTS):
        return Catch(Trap.GROWING_PATH, f"/{parts.first}/…", "its path is too long", 0, TRAP_SEGMENTS)
    return None


def _run(segments: tuple[str, ...], length: int) -> tuple[str, int]:
    """The block of so many segments that stands most often in a row, and how often; numbers may repeat."""
    segments = segments[:_LOOKED_AT]
    best, times, same = "", 1, 0
    for place in range(length, len(segments)):
        same = same + 1 if segments[place] == segments[place - length] else 0
        block = segments[place - length + 1 : place + 1]
        if same // length + 1 > times and not all(segment.isdigit() for segment in block):
            best, times = "/".join(block), same // length + 1
    return best, times


def _words(parts: Parts) -> list[str]:
    return [segment for segment in parts.segments[:_LOOKED_AT] if classed(segment) == segment]


def _pairs(parts: Parts) -> Iterator[tuple[str, str]]:
    for one, next_ in pairwise(parts.segments[:_LOOKED_AT]):
        if classed(one) == one and classed(next_) == next_:
            yield one, next_
