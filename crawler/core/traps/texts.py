"""What the pages said: a pattern whose pages nearly all repeat a text seen before is a trap, whatever its URLs."""

from collections.abc import Iterator
from enum import Enum
from typing import Final

from crawler.core.limits import TRAP_MEMORY, TRAP_SAME_TEXT
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.dates import dated
from crawler.core.traps.parts import NUMBER, RANDOM, Parts, classed

#: One text that is new to a pattern outweighs so many that are not: nine of ten must repeat.
_OUTWEIGHS: Final = 9
_COPIES: Final = 4  # pages for each text at least: colours of one thing may have the same text, and come late
_PATIENCE: Final = 5  # times as many where one number names the page: `/photo/7` may have few words beside its picture
_SHELL: Final = 3  # pages with nothing variable in their URLs: a text they share is the site's frame


class Fresh(Enum):
    """Three answers: texts of their own, or not, or too few pages read to tell."""

    YES = "yes"
    NO = "no"
    UNREAD = "unread"


class TextWatch:
    """Keeps, for every pattern, how many pages were read, and how far repeated texts outweigh new ones.

    A text is new to a pattern, not to the site: a page for printing says what its article says, once.
    """

    def __init__(self) -> None:
        self._plain = Tally()
        self._texts = Tally()
        self._read = Tally()
        self._new = Tally()
        self._weight: dict[tuple[str, str], int] = {}

    def read(self, parts: Parts, text: str) -> None:
        keys = list(patterns(parts))
        if not keys:
            self._plain.add(text)
        if self._plain[text] >= _SHELL:
            return
        for key in keys:
            self._weigh(key, self._texts.add((key, text)))

    def _weigh(self, key: tuple[str, str], new: bool) -> None:
        self._read.add(key)
        if new:
            self._new.add(key)
        if key in self._weight or len(self._weight) < int(TRAP_MEMORY):
            self._weight[key] = max(0, self._weight.get(key, 0) + (-_OUTWEIGHS if new else 1))

    def catch(self, parts: Parts) -> Catch | None:
        patience = _PATIENCE if is_numbered(parts) else 1
        for key in patterns(parts):
            outweighed = self._weight.get(key, 0) >= int(TRAP_SAME_TEXT) * patience
            if outweighed and self._read[key] >= self._new[key] * _COPIES:
                return Catch(Trap.SAME_TEXT, key[1], "its pages all say the same", self._read[key], TRAP_SAME_TEXT)
        return None

    def freshness(self, parts: Parts) -> Fresh:
        """Whether nearly every page of this pattern had a text of its own."""
        key = next(patterns(parts), None)
        read = self._read[key]
        if read < int(TRAP_SAME_TEXT):
            return Fresh.UNREAD
        return Fresh.YES if self._new[key] * (_OUTWEIGHS + 1) >= read * _OUTWEIGHS else Fresh.NO


def is_numbered(parts: Parts) -> bool:
    """Whether one number, in the path or as the only parameter, is all that varies."""
    signs = [classed(segment) for segment in parts.segments]
    values = [value for _, value in parts.params]
    numbers = signs.count(NUMBER) + sum(value.isdigit() for value in values)
    return numbers == 1 and RANDOM not in signs and len(values) <= 1 and all(value.isdigit() for value in values)


def patterns(parts: Parts) -> Iterator[tuple[str, str]]:
    """The patterns of a URL, the closest first; none where nothing in it varies."""
    found = dated(parts)
    if found:
        yield parts.origin, found.rest.pattern(found.shape[1])
        return
    signs = [classed(segment) for segment in parts.segments]
    first = next((place for place, sign in enumerate(signs) if "{" in sign), None)
    if first is None and not parts.params:
        return
    yield parts.origin, parts.pattern("/" + "/".join(signs))
    if first is not None:
        yield parts.origin, parts.pattern("/" + "/".join(signs[: first + 1]) + "/…")
    if parts.params:
        yield parts.origin, parts.pattern("…")
