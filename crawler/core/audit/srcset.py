"""The candidates of a srcset, in one pass (HTML: parse a srcset attribute): their URLs may hold commas."""

from collections.abc import Iterator
from typing import Final

_SPACE: Final = "\t\n\f\r "
_BEFORE: Final = _SPACE + ","


def candidates(text: str) -> Iterator[str]:
    """The URL of each candidate as written."""
    place, end = 0, len(text)
    while True:
        while place < end and text[place] in _BEFORE:
            place += 1
        if place == end:
            return
        start = place
        while place < end and text[place] not in _SPACE:
            place += 1
        url = text[start:place]
        bare = url.rstrip(",")
        yield bare
        if bare == url:
            place = _after_descriptors(text, place)


def _after_descriptors(text: str, place: int) -> int:
    """Behind the comma that ends a candidate's descriptors; one in parentheses does not."""
    depth = 0
    for at in range(place, len(text)):
        letter = text[at]
        if letter == "," and depth == 0:
            return at + 1
        depth = 1 if letter == "(" else 0 if letter == ")" else depth
    return len(text)
