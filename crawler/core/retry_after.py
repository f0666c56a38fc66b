"""Retry-After (RFC 9110 10.2.3): how long a server asks us to stay away. Values in, seconds out; nonsense is ignored.

A date is judged by the clock of the server that wrote it, where the response has a valid Date, and by ours; what
makes the wait longer counts, since either clock may be wrong.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from crawler.core.limits import RETRY_AFTER

_SECONDS: Final = re.compile(r"[0-9]+")
_LIST: Final = re.compile(r"[0-9]+(?:[ \t]*,[ \t]*[0-9]+){1,9}")
#: More digits are more than any cap, and int() has a limit of its own.
_DIGITS: Final = 15
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CLOCK: Final = r"(?P<hour>\d{2}):(?P<minute>\d{2}):(?P<second>\d{2})"
#: RFC 9110 5.6.7: IMF-fixdate, the RFC 850 form, asctime. The name of the day is not looked at.
_DATES: Final = tuple(
    re.compile(form, re.ASCII | re.IGNORECASE)
    for form in (
        rf"[a-z]{{3}}, (?P<day>\d{{2}}) (?P<month>[a-z]{{3}}) (?P<year>\d{{4}}) {_CLOCK} GMT",
        rf"[a-z]{{6,9}}, (?P<day>\d{{2}})-(?P<month>[a-z]{{3}})-(?P<year>\d{{2}}) {_CLOCK} GMT",
        rf"[a-z]{{3}} (?P<month>[a-z]{{3}}) (?P<day>[ \d]\d) {_CLOCK} (?P<year>\d{{4}})",
    )
)


def seconds(fields: Iterable[str], dates: Iterable[str], now: datetime) -> float:
    """The longest wait that `fields` ask for, from 0 to RETRY_AFTER; `dates`: the response's Date; `now` is aware."""
    clocks = [now, *(at for text in dates if (at := http_date(text, now)) is not None)]
    waits = [wait for text in fields for wait in _waits(text.strip(" \t"), clocks, now)]
    return min(max([0.0, *waits]), RETRY_AFTER.value)


def http_date(text: str, now: datetime) -> datetime | None:
    """The moment of an HTTP-date in any of its three forms; None for anything else."""
    match = next(filter(None, (form.fullmatch(text.strip(" \t")) for form in _DATES)), None)
    if match is None or match["month"].lower() not in _MONTHS:
        return None
    day, year, hour, minute, second = (int(match[name]) for name in ("day", "year", "hour", "minute", "second"))
    try:
        # A leap second is written as 60.
        read = datetime(
            year if len(match["year"]) == 4 else _whole(year, now),
            *(_MONTHS.index(match["month"].lower()) + 1, day, hour, minute, min(second, 59)), tzinfo=UTC,
        )  # fmt: skip
    except ValueError:
        return None
    return read if second <= 60 else None


def _whole(year: int, now: datetime) -> int:
    """The year of two digits that is nearest; RFC 9110 5.6.7: none is more than 50 years ahead."""
    whole = now.year - now.year % 100 + year
    if whole > now.year + 50:
        return whole - 100
    return whole + 100 if whole < now.year - 49 else whole


def _waits(text: str, clocks: Iterable[datetime], now: datetime) -> Iterator[float]:
    if _SECONDS.fullmatch(text):
        digits = text.lstrip("0")
        yield float(digits or 0) if len(digits) <= _DIGITS else RETRY_AFTER.value
    elif (until := http_date(text, now)) is not None:
        yield from ((until - clock).total_seconds() for clock in clocks)
    elif _LIST.fullmatch(text):  # two fields that a proxy made one of
        for value in text.split(","):
            yield from _waits(value.strip(" \t"), clocks, now)
