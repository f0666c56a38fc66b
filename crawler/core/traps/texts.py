"""What the pages said: a pattern whose pages nearly all repeat a text seen before is a trap, whatever its URLs."""

from collections.abc import Iterator
from typing import Final

from crawler.core.limits import TRAP_SAME_TEXT
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.dates import dated
from crawler.core.traps.parts import Parts, classed

_NEARLY_ALL: Final = 0.9
_SHELL: Final = 3  # pages with nothing variable in their URLs: a text they share is the site's frame


class TextWatch:
    """Counts, for every pattern, pages read and texts that were new."""

    def __init__(self) -> None:
        self._texts = Tally()
        self._plain = Tally()
        self._read = Tally()
        self._new = Tally()

    def read(self, parts: Parts, text: str) -> None:
        keys = list(patterns(parts))
        if not keys:
            self._plain.add(text)
        new = self._texts.add(text)
        if self._plain[text] >= _SHELL:
            return
        for key in keys:
            self._read.add(key)
            if new:
                self._new.add(key)

    def catch(self, parts: Parts) -> Catch | None:
        for key in patterns(parts):
            read = self._read[key]
            if read >= int(TRAP_SAME_TEXT) and self._new[key] <= read * (1 - _NEARLY_ALL):
                return Catch(Trap.SAME_TEXT, key[1], "its pages all say the same", read, TRAP_SAME_TEXT)
        return None

    def is_fresh(self, parts: Parts) -> bool:
        """Whether nearly every page of this pattern that was read had a text of its own."""
        key = next(patterns(parts), None)
        read = self._read[key] if key else 0
        return read >= int(TRAP_SAME_TEXT) and self._new[key] >= read * _NEARLY_ALL


def patterns(parts: Parts) -> Iterator[tuple[str, str]]:
    """The patterns of a URL, the closest first; none where nothing in it varies."""
    found = dated(parts)
    rest = found.rest if found else parts
    signs = [classed(segment) for segment in rest.segments]
    first = next((place for place, sign in enumerate(signs) if "{" in sign), None)
    if first is None and not parts.params:
        return
    yield parts.origin, rest.pattern("/" + "/".join(signs))
    if first is not None:
        yield parts.origin, "/" + "/".join(signs[: first + 1]) + "/…"
    if parts.params:
        yield parts.origin, rest.pattern("…")
