"""Calendars: dates that go on and on, in both directions."""

from typing import Final

from crawler.core.limits import TRAP_DATES, TRAP_DAYS, TRAP_FRESH, TRAP_FUTURE, TRAP_MONTHS
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.dates import DAY, MONTH, WEEK, Dated, dated
from crawler.core.traps.parts import Parts
from crawler.core.traps.texts import Fresh

_TIMES: Final = {Fresh.YES: int(TRAP_FRESH), Fresh.UNREAD: 2, Fresh.NO: 1}
_LIMITS: Final = {MONTH: TRAP_MONTHS, DAY: TRAP_DAYS, WEEK: TRAP_DAYS}


class CalendarWatch:
    """Counts the dates under which the same page was let through.

    An archive has a page for a date because something else has that date: so every other page of the section allows
    one more. `year` is the present one, if the caller knows it.
    """

    def __init__(self, year: int | None) -> None:
        self._year = year
        self._rests = Tally()
        self._again = Tally()
        self._dates = Tally()
        self._different = Tally()
        self._pages = Tally()

    def catch(self, parts: Parts, fresh: Fresh) -> Catch | None:
        """`fresh`: of the pages of this pattern."""
        date = dated(parts)
        if date is None or date.rest not in self._rests:
            return None
        shape, future = date.shape, self._is_future(date)
        seen, limit = self._again[shape, future], TRAP_FUTURE if future else _LIMITS[date.grain]
        allowed = int(limit) * (1 if future else _TIMES[fresh]) + self._others(date.rest)
        if seen < allowed or self._different[shape, future] < int(TRAP_DATES):
            return None
        why = "dates past next year" if future else "dates without end"
        return Catch(Trap.CALENDAR, date.rest.pattern(shape[1]), why, seen, limit)

    def count(self, parts: Parts) -> None:
        date = dated(parts)
        if date is None or self._rests.add(date.rest):
            self._pages.add((parts.origin, None))
            self._pages.add((parts.origin, (date.rest if date else parts).first))
        if date is not None:
            place = date.shape, self._is_future(date)
            self._again.add(place)
            if self._dates.add((*place, date.date)):
                self._different.add(place)

    def _is_future(self, date: Dated) -> bool:
        return self._year is not None and date.year > self._year + 1

    def _others(self, rest: Parts) -> int:
        """Pages of the same section that are no further date; of the whole site where dates stand at its root."""
        return self._pages[rest.origin, None if rest.first in _LIMITS else rest.first]
