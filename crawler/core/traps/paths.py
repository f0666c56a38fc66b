"""Paths that repeat themselves or grow: mostly relative links that each page resolves one level deeper."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from crawler.core.limits import TRAP_BLOCKS, TRAP_ODD_PATHS, TRAP_REPEATS, TRAP_SEGMENTS
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.parts import Parts, classed

_LONGEST_BLOCK: Final = 6  # segments; longer ones reach TRAP_SEGMENTS before they are there three times
_LOOKED_AT: Final = 100  # segments of a path
#: Different words that were neighbours both ways: a flight there and back, or a pair of languages, has two.
_BOTH_WAYS: Final = 3
_SHARE: Final = 10  # odd paths are one of so many at least: a large site has some
_ORDERS: Final = 3  # of the same words; with two, places change once
_LOOP: Final = "it comes back to a segment, and is known without that loop"
_TURNED: Final = "segments follow one another both ways"
_MIXED: Final = "the same segments in a third order, or a fourth"


class PathWatch:
    """Counts odd paths, and remembers paths and which word followed which."""

    def __init__(self) -> None:
        self._paths = Tally()
        self._pairs = Tally()
        self._orders = Tally()
        self._bags = Tally()
        self._odd = Tally()

    def catch(self, parts: Parts) -> Catch | None:
        certain = _certain(parts)
        if certain:
            return certain
        for trap, why, pattern in self._oddities(parts):
            seen = self._odd[parts.origin, why]
            if seen >= max(int(TRAP_ODD_PATHS), len(self._paths) // _SHARE):
                return Catch(trap, pattern, why, seen, TRAP_ODD_PATHS)
        return None

    def count(self, parts: Parts) -> None:
        for _, why, _ in list(self._oddities(parts)):
            self._odd.add((parts.origin, why))
        self._paths.add((parts.origin, parts.segments))
        words = _words(parts)
        if self._orders.add((parts.origin, words)):
            self._bags.add((parts.origin, *sorted(words)))
        for pair in _pairs(parts):
            self._pairs.add((parts.origin, *pair))

    def _oddities(self, parts: Parts) -> Iterator[tuple[Trap, str, str]]:
        """What may be honest a few times."""
        for start, end in _loops(parts.segments[: int(TRAP_SEGMENTS)]):
            if (parts.origin, parts.segments[:start] + parts.segments[end:]) in self._paths:
                yield Trap.REPEATING_SEGMENTS, _LOOP, f"/…/{parts.segments[start]}/…" * 2
                break
        if len(self._turned(parts)) >= _BOTH_WAYS:
            yield Trap.GROWING_PATH, _TURNED, f"/{parts.first}/…"
        words = _words(parts)
        if (parts.origin, words) not in self._orders and self._bags[parts.origin, *sorted(words)] >= _ORDERS - 1:
            yield Trap.GROWING_PATH, _MIXED, f"/{parts.first}/…"

    def _turned(self, parts: Parts) -> set[str]:
        """Words whose neighbour was seen on the other side too; a word that follows itself is one."""
        own = set(_pairs(parts))
        both = (pair for pair in own if pair[::-1] in own or (parts.origin, *pair[::-1]) in self._pairs)
        return {word for pair in both for word in pair}


def _loops(segments: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Places of a word and of where it comes next."""
    last: dict[str, int] = {}
    for place, segment in enumerate(segments):
        if segment in last and not segment.isdigit():
            yield last[segment], place
        last[segment] = place


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


def _words(parts: Parts) -> tuple[str, ...]:
    return tuple(segment for segment in parts.segments[:_LOOKED_AT] if classed(segment) == segment)


def _pairs(parts: Parts) -> Iterator[tuple[str, str]]:
    for one, next_ in pairwise(parts.segments[:_LOOKED_AT]):
        if classed(one) == one and classed(next_) == next_:
            yield one, next_
