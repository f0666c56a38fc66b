"""A text as 512 bytes that tell how much of it another text shares: a MinHash of its shingles.

One hash for each shingle, and the least of each of 128 bins (one permutation hashing, Li, Owen and Zhang 2012); a bin
that stays empty borrows from the next. Made where the page is read, so that only the bytes cross to the crawl.
"""

from array import array
from collections.abc import Sequence
from itertools import islice
from operator import eq
from typing import Final
from zlib import crc32

BINS: Final = 128  # the estimate errs by 0.027 (one sigma) at 0.9: sqrt(0.9 * 0.1 / 128)
UNITS: Final = 1500  # of a longer text the beginning is compared; each costs 0.3 microseconds
LEAST: Final = 100  # units: in a shorter text one other word makes the difference
_WORDS: Final = 5
_CHARACTERS: Final = 8  # about five words of Chinese or Japanese, two of Thai
_ENOUGH: Final = 8 * BINS  # so many shingles leave a bin empty once in 20 texts, and then all are looked at
_ALL: Final = 1 << 64
_BITS: Final = (1 << 32) - 1
_BORROWED: Final = 0x9E3779B1


def sketch(text: str, *, spaced: bool) -> bytes:
    """The sketch of a text: of its words, or of its characters in scripts without spaces; empty for little text."""
    units = _words(text) if spaced else array("L", map(ord, islice("".join(text.split()), 2 * UNITS)))
    if len(units) < (LEAST if spaced else 2 * LEAST):
        return b""
    least = _least(units, _WORDS if spaced else _CHARACTERS)
    if len(least) < BINS:
        return array("I", [_borrowed(least, number) for number in range(BINS)]).tobytes()
    return array("I", [least[number] // BINS & _BITS for number in range(BINS)]).tobytes()


def likeness(one: bytes, other: bytes) -> float:
    """About how much two texts share of what is in either, 0 to 1 (Jaccard)."""
    same: int = sum(map(eq, memoryview(one).cast("I"), memoryview(other).cast("I")))
    return same / BINS


def _words(text: str) -> list[int]:
    words = text.split()[:UNITS]
    numbers = {word: crc32(word.encode("utf-8", "replace")) for word in set(words)}
    return list(map(numbers.__getitem__, words))


def _least(units: Sequence[int], size: int) -> dict[int, int]:
    """The least hash of each bin. The hash of a tuple of numbers is the same in every process."""
    hashes = set(map(hash, zip(*(units[start:] for start in range(size)), strict=False)))
    border = _ALL * _ENOUGH // max(len(hashes), _ENOUGH) - _ALL // 2
    least = _by_bin([value for value in hashes if value < border])
    return least if len(least) == BINS else _by_bin(hashes)


def _by_bin(hashes: Sequence[int] | set[int]) -> dict[int, int]:
    return {value % BINS: value for value in sorted(hashes, reverse=True)}


def _borrowed(least: dict[int, int], number: int) -> int:
    steps = next(steps for steps in range(BINS) if (number + steps) % BINS in least)
    return (least[(number + steps) % BINS] // BINS + steps * _BORROWED) & _BITS
