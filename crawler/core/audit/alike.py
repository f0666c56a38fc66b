"""Which texts are nearly the same: by the bands of their sketches (locality-sensitive hashing), never each with each.

Two texts that share nine tenths of their shingles meet in a band all but once in ten thousand times; two that share a
half, in one of sixteen. Who meets is compared, and only with the first few that were in the same place before.
"""

from collections.abc import Callable, Sequence
from typing import Final

from crawler.core.audit.sketch import BINS, likeness

_ROWS: Final = 8
_WIDTH: Final = 4 * _ROWS  # bytes
_FIRST: Final = 2  # of one place, with whom the others are compared
Near = dict[int, tuple[int, float]]


def nearest(sketches: Sequence[bytes], least: float, apart: Callable[[int, int], bool]) -> tuple[Near, list[int]]:
    """For each text that is nearly another: which, and how alike; and for every text a number of its group.

    `apart` says of two texts that they are not to be compared.
    """
    near: Near = {}
    group = list(range(len(sketches)))
    for start in range(0, BINS * 4, _WIDTH):
        places: dict[bytes, list[int]] = {}
        for number, sketch in enumerate(sketches):
            first = places.setdefault(sketch[start : start + _WIDTH], [])
            met = any(_meet(number, other, sketches, least, apart, near, group) for other in first)
            if not met and len(first) < _FIRST:
                first.append(number)
    return near, [_root(group, number) for number in range(len(group))]


def _meet(
    one: int, other: int, sketches: Sequence[bytes], least: float, apart: Callable[[int, int], bool],
    near: Near, group: list[int],
) -> bool:  # fmt: skip
    """Whether two are in one group now."""
    roots = _root(group, one), _root(group, other)
    if roots[0] == roots[1]:
        return True
    share = 0.0 if apart(one, other) else likeness(sketches[one], sketches[other])
    if share < least:
        return False
    group[max(roots)] = min(roots)
    for this, that in ((one, other), (other, one)):
        if share > near.get(this, (0, 0.0))[1]:
            near[this] = that, share
    return True


def _root(group: list[int], number: int) -> int:
    while group[number] != number:
        group[number] = group[group[number]]
        number = group[number]
    return number
