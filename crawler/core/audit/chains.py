"""Where redirects lead: hop by hop through what was recorded, whichever link began the walk.

A URL is asked for once, so a chain is put together from records of several walks, and a circle may be closed by two
walks neither of which went round it.
"""

from collections.abc import Mapping
from typing import Final

from crawler.core.limits import REDIRECTS
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord

#: Endings of a walk that was given up.
ENDLESS: Final = frozenset({Outcome.REDIRECT_LOOP, Outcome.TOO_MANY_REDIRECTS})
_MOST_HOPS: Final = 20  # where browsers give up (WHATWG Fetch 4.4)
Records = Mapping[str, UrlRecord]


def chain(urls: Records, url: str) -> tuple[str, ...]:
    """The URL and where its redirects lead, as far as they were followed; a loop ends at its repetition."""
    hops = [url]
    while len(hops) < _MOST_HOPS:
        record = urls.get(hops[-1])
        if record is None or not record.location or record.location in hops:
            break
        hops.append(record.location)
    return tuple(hops)


def endless(urls: Records, url: str) -> tuple[str, ...]:
    """The hops of a URL whose redirects do not end, a circle with its repetition; nothing where they end."""
    hops, given_up = [url], None
    while len(hops) <= _MOST_HOPS:
        record = urls.get(hops[-1])
        if record is not None and record.outcome in ENDLESS:
            given_up = given_up or record
        target = record and (record.location or _told(record)[-1])
        if not target:
            return tuple(hops) if given_up and _concerns(given_up, hops) else ()
        hops.append(target)
        if target in hops[:-1]:
            break
    return tuple(hops)


def _told(record: UrlRecord) -> tuple[str, ...]:
    """The hops of the walk that was given up at a record, with where it would have led; one empty text if unknown."""
    told = record.evidence.get("chain") if record.outcome in ENDLESS else None
    return tuple(map(str, told)) if isinstance(told, list | tuple) and told else ("",)


def _concerns(given_up: UrlRecord, hops: list[str]) -> bool:
    """Whether a walk that was given up began with these hops, and not so far before them that they are few."""
    begun = _told(given_up)[0]
    few = len(hops) - 1 <= REDIRECTS.value
    return given_up.outcome is Outcome.REDIRECT_LOOP or not begun or begun in hops or not few
