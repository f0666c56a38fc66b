"""The kinds of traps, what is said of a URL that is caught in one, and the bounded counts behind it."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from crawler.core.limits import TRAP_MEMORY, Limit
from crawler.core.outcome import Ending, Outcome

_SHOWN: Final = 200  # characters of a pattern that are kept


class Trap(StrEnum):
    """The kinds. Their names are public API, like those of outcomes."""

    REPEATING_SEGMENTS = "repeating-segments"
    GROWING_PATH = "growing-path"
    ENDLESS_QUERY = "endless-query"
    CALENDAR = "calendar"
    SESSION_ID = "session-id"
    SAME_TEXT = "same-text"


@dataclass(frozen=True, slots=True)
class Catch:
    """Why a URL counts as one of a trap: the pattern that it is of, and how many of those were let through."""

    trap: Trap
    pattern: str
    why: str
    let_through: int
    limit: Limit

    @property
    def name(self) -> tuple[Trap, str]:
        """What the caught are counted by."""
        return self.trap, self.pattern[:_SHOWN]

    def ending(self) -> Ending:
        pattern = self.name[1]
        limit = {"limit": self.limit.name, "value": self.limit.value, "unit": self.limit.unit}
        evidence = {"trap": str(self.trap), "pattern": pattern, "let_through": self.let_through, **limit}
        reason = f"a spider trap ({self.trap}), {self.why}: {pattern} ({self.let_through} let through before)"
        return Ending(Outcome.SPIDER_TRAP, reason, evidence)


class Tally:
    """Counts by key, of at most TRAP_MEMORY keys; of a key past that nothing is known, and it is let through."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def __getitem__(self, key: Hashable) -> int:
        return self._counts.get(hash(key), 0)

    def __contains__(self, key: Hashable) -> bool:
        return hash(key) in self._counts

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, key: Hashable) -> bool:
        """Count one more; whether the key is new, and was kept."""
        place = hash(key)
        known = self._counts.get(place, 0)
        if not known and len(self._counts) >= int(TRAP_MEMORY):
            return False
        self._counts[place] = known + 1
        return not known
