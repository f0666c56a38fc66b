"""Dates in a URL: in the path, in a value, or spread over `year=`, `month=` and `day=`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from crawler.core.traps.parts import Parts, classed

MONTH: Final = "{month}"
DAY: Final = "{day}"
WEEK: Final = "{week}"
_MARKS: Final = {2: MONTH, 3: DAY}
#: A number outside these years is a number: calendars go on for ever, but we follow ten links.
_EARLIEST, _LATEST = 1900, 2199

_FOUR_DIGITS: Final = re.compile(r"\d{4}")  # no date is written without
_ISO: Final = re.compile(r"(?<!\d)(\d{4})([-_])(\d{1,2})(?:\2(\d{1,2}))?(?!\d)")
_EUROPEAN: Final = re.compile(r"(?<!\d)(\d{1,2})([-_.])(\d{1,2})\2(\d{4})(?!\d)")
_ISO_WEEK: Final = re.compile(r"(?<!\d)(\d{4})-?[Ww](\d{1,2})(?!\d)")
_COMPACT: Final = re.compile(r"(\d{4})(\d{2})(\d{2})?")
_WEEK: Final = re.compile(r"(?:w|kw|week)-?(\d{1,2})", re.IGNORECASE)
_FULL_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTHS: Final = {name: number for number, month in enumerate(_FULL_MONTHS, 1) for name in (month, month[:3])}
_YEAR_NAMES: Final = frozenset({"year", "yr", "y", "jahr", "annee", "ano", "anno"})
_MONTH_NAMES: Final = frozenset({"month", "mon", "m", "mo", "monat", "mois", "mes", "mese"})
_DAY_NAMES: Final = frozenset({"day", "d", "tag", "jour", "dia", "giorno", "dom"})
_WEEK_NAMES: Final = frozenset({"week", "w", "kw", "woche", "semaine", "semana"})
_TIME_NAMES: Final = (
    "date",
    "day",
    "month",
    "week",
    "time",
    "timestamp",
    "from",
    "start",
    "datum",
    "cal",
    "when",
    "ts",
)
_WORDS: Final = re.compile(r"[a-z]+")
_SECONDS: Final = re.compile(r"\d{9,10}(?:\d{3})?")
_YEAR_SECONDS: Final = 31_556_952
_DAY_SECONDS: Final = 86_400


@dataclass(frozen=True, slots=True)
class Dated:
    """A URL with a date: the date, the mark for its grain, and the rest with that mark in its place."""

    date: tuple[int, ...]
    grain: str
    rest: Parts

    @property
    def year(self) -> int:
        return self.date[0]

    @property
    def shape(self) -> tuple[str, str, tuple[str, ...]]:
        """Origin, path with every word but the first left open, and names of the parameters."""
        first, *more = self.rest.segments or ("",)
        return self.rest.origin, "/".join(("", first, *map(_open, more))), self.rest.names


@lru_cache(maxsize=8)  # three watches ask about the same URL one after another: half the time of a verdict
def dated(parts: Parts) -> Dated | None:
    """The first date of a URL; the mark stands for every date in it."""
    if not any(map(_FOUR_DIGITS.search, (*parts.segments, *(value for _, value in parts.params)))):
        return None
    segments, in_path = _in_segments(parts.segments)
    params, in_query = _in_params(parts.params)
    found = in_path + in_query
    if not found:
        return None
    date = found[0][0]
    grain = next((mark for mark in (DAY, WEEK, MONTH) if any(mark == one for _, one in found)), MONTH)
    return Dated(date, grain, replace(parts, segments=segments, params=params))


def _open(segment: str) -> str:
    return segment if "{" in segment else classed(segment) if classed(segment) != segment else "*"


_Found = tuple[tuple[int, ...], str]


def _in_segments(segments: tuple[str, ...]) -> tuple[tuple[str, ...], list[_Found]]:
    kept: list[str] = []
    found: list[_Found] = []
    place = 0
    while place < len(segments):
        length, date, mark = _at(segments[place : place + 3])
        kept.append(mark if length else segments[place])
        if length:
            found.append((date, _grain(mark)))
        place += length or 1
    return tuple(kept), found


def _grain(text: str) -> str:
    return next(mark for mark in (DAY, WEEK, MONTH) if mark in text)


def _at(few: tuple[str, ...]) -> tuple[int, tuple[int, ...], str]:
    """How many of these segments are a date, the date, and the text that stands for it."""
    if len(few) > 1:
        spread = _year_first(few) or _year_last(few)
        if spread:
            return spread
    inside = _inside(few[0])
    return (1, *inside) if inside else (0, (), "")


def _year_first(few: tuple[str, ...]) -> tuple[int, tuple[int, ...], str] | None:
    year, month = _number(few[0], _EARLIEST, _LATEST), _month(few[1])
    week = _WEEK.fullmatch(few[1])
    if year and week:
        return 2, (year, int(week[1])), WEEK
    if not (year and month):
        return None
    day = _number(few[2], 1, 31) if len(few) > 2 else None
    return (3, (year, month, day), DAY) if day else (2, (year, month), MONTH)


def _year_last(few: tuple[str, ...]) -> tuple[int, tuple[int, ...], str] | None:
    if len(few) > 2 and (year := _number(few[2], _EARLIEST, _LATEST)):
        day, month = _number(few[0], 1, 31), _number(few[1], 1, 31)
        if day and month:
            return 3, (year, month, day), DAY
    year, month = _number(few[1], _EARLIEST, _LATEST), _month(few[0])
    return (2, (year, month), MONTH) if year and month else None


def _number(text: str, least: int, most: int) -> int | None:
    short = len(text) <= 4 and text.isascii() and text.isdigit()
    return int(text) if short and least <= int(text) <= most else None


def _month(text: str) -> int | None:
    return _number(text, 1, 12) or _MONTHS.get(text.lower())


def _inside(text: str) -> tuple[tuple[int, ...], str] | None:
    """A date written in one piece, with what stands round it: `events-2031-05.html`."""
    for pattern, read in ((_ISO, _iso), (_EUROPEAN, _european), (_ISO_WEEK, _iso_week)):
        found = pattern.search(text)
        date = read(found) if found else None
        if found and date:
            mark = WEEK if pattern is _ISO_WEEK else _MARKS[len(date)]
            return date, text[: found.start()] + mark + text[found.end() :]
    return _compact(text)


def _iso(found: re.Match[str]) -> tuple[int, ...] | None:
    return _checked(int(found[1]), int(found[3]), found[4])


def _european(found: re.Match[str]) -> tuple[int, ...] | None:
    date = int(found[4]), int(found[3]), int(found[1])
    return date if _is_year(date[0]) and max(date[1:]) <= 31 else None


def _iso_week(found: re.Match[str]) -> tuple[int, ...] | None:
    return (int(found[1]), int(found[2])) if _is_year(int(found[1])) and 1 <= int(found[2]) <= 53 else None


def _compact(text: str) -> tuple[tuple[int, ...], str] | None:
    stem, dot, ending = text.partition(".")
    found = _COMPACT.fullmatch(stem)
    date = _checked(int(found[1]), int(found[2]), found[3]) if found else None
    return (date, _MARKS[len(date)] + dot + ending) if date else None


def _is_year(year: int) -> bool:
    return _EARLIEST <= year <= _LATEST


def _checked(year: int, month: int, day: str | None) -> tuple[int, ...] | None:
    if not _is_year(year) or not 1 <= month <= 12 or (day is not None and not 1 <= int(day) <= 31):
        return None
    return (year, month) if day is None else (year, month, int(day))


# Queries


def _in_params(params: tuple[tuple[str, str], ...]) -> tuple[tuple[tuple[str, str], ...], list[_Found]]:
    if not params:
        return params, []
    spread = dict(_spread(params))
    found = [_together(spread)] if spread else []
    kept = []
    for place, (name, value) in enumerate(params):
        one = None if place in spread else _value(name, value)
        kept.append((name, spread[place][0] if place in spread else one[1] if one else value))
        found += [(one[0], _grain(one[1]))] if one else []
    return tuple(kept), found


_GRAINS: Final = (
    ("year", _YEAR_NAMES, _EARLIEST, _LATEST), ("month", _MONTH_NAMES, 1, 12), ("day", _DAY_NAMES, 1, 31),
    ("week", _WEEK_NAMES, 1, 53),
)  # fmt: skip


def _spread(params: tuple[tuple[str, str], ...]) -> Iterator[tuple[int, tuple[str, int]]]:
    """Place, mark and number of a date's parts; nothing where there is a year alone, or none."""
    parts: dict[str, tuple[int, int]] = {}
    for place, (name, value) in enumerate(params):
        words = _WORDS.findall(name)
        for part, names, least, most in _GRAINS:
            if part not in parts and words and words[-1] in names and (number := _number(value, least, most)):
                parts[part] = place, number
    if "year" in parts and len(parts) > 1:
        yield from ((place, (f"{{{part}}}", number)) for part, (place, number) in parts.items())


def _together(spread: dict[int, tuple[str, int]]) -> _Found:
    numbers = dict(spread.values())
    grain = next(mark for mark in (DAY, WEEK, MONTH) if mark in numbers)
    return (numbers["{year}"], *(numbers[mark] for mark in (MONTH, WEEK, DAY) if mark in numbers)), grain


def _value(name: str, value: str) -> tuple[tuple[int, ...], str] | None:
    inside = None if value.isdigit() else _inside(value[:64])
    if inside or not any(word.endswith(_TIME_NAMES) for word in _WORDS.findall(name)):
        return inside
    return _compact(value) or _timestamp(value)


def _timestamp(value: str) -> tuple[tuple[int, ...], str] | None:
    """Seconds or milliseconds since 1970."""
    if not _SECONDS.fullmatch(value):
        return None
    seconds = int(value) if len(value) <= 10 else int(value) // 1000
    return (1970 + seconds // _YEAR_SECONDS, seconds // _DAY_SECONDS, 0), DAY
