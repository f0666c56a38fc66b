"""Moments as people write them: ISO 8601 with or without an offset, a day, or a time of today."""

import re
from datetime import datetime, timedelta, tzinfo
from typing import Final

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME: Final = re.compile(r"\d{1,2}:\d{2}(:\d{2})?")
EXPECTED: Final = "2026-05-01T14:05, with :SS or an offset if you like, 2026-05-01, or 14:05 for today"


def moment(text: str, zone: tzinfo, now: datetime, *, end: bool = False) -> datetime:
    """The moment `text` names; in `zone` where it names no offset. Raises ValueError.

    `end`: of what is named, a day or a minute, its last moment rather than its first.
    """
    text = text.strip()
    if _TIME.fullmatch(text):
        text = f"{now.astimezone(zone).date().isoformat()}T{text.rjust(8 if text.count(':') == 2 else 5, '0')}"
    read = datetime.fromisoformat(text)
    if end:
        read += _length(text) - timedelta(milliseconds=1)
    return read if read.tzinfo else read.replace(tzinfo=zone)


def _length(text: str) -> timedelta:
    """How long what is named lasts."""
    if _DAY.fullmatch(text):
        return timedelta(days=1)
    time = re.split(r"[T ]", text, maxsplit=1)[-1]
    if re.match(r"\d{2}:\d{2}(?![:\d])", time):
        return timedelta(minutes=1)
    return timedelta(milliseconds=1) if "." in time else timedelta(seconds=1)
