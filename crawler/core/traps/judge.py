"""The judge: asks every watch about a URL, and tells every watch what was let through."""

from collections import Counter
from collections.abc import Mapping

from crawler.core.limits import KNOWN_URLS
from crawler.core.outcome import Ending
from crawler.core.traps.calendars import CalendarWatch
from crawler.core.traps.catch import Catch, Tally, Trap
from crawler.core.traps.parts import Parts, take_apart
from crawler.core.traps.paths import PathWatch
from crawler.core.traps.queries import QueryWatch
from crawler.core.traps.sessions import SessionWatch, named
from crawler.core.traps.texts import TextWatch
from crawler.core.urls import Url


class Traps:
    """What one crawl let through so far. `year`: the present one, if known; dates past the next are then few."""

    def __init__(self, year: int | None = None) -> None:
        self._passed = Tally()
        self._readers = Tally()
        self._caught: dict[int, tuple[Trap, str]] = {}
        self._names: dict[tuple[Trap, str], tuple[Trap, str]] = {}
        self._paths = PathWatch()
        self._sessions = SessionWatch()
        self._calendars = CalendarWatch(year)
        self._queries = QueryWatch()
        self._texts = TextWatch()

    def judge(self, url: Url) -> Ending | None:
        """None: let through and counted. Else the ending of a URL that is one of a trap.

        A URL that was let through stays so. One that was caught may pass when it is found again, if the pages read
        meanwhile speak for its pattern.
        """
        if url in self._passed:
            return None
        parts = take_apart(url)
        catch = self._catch(parts)
        if catch is None:
            self._let_through(url, parts)
            return None
        return self._ended(url, catch)

    def recheck(self, url: Url) -> Ending | None:
        """For a URL that was let through and whose turn has come: None, or its ending if texts speak against it by now.

        A page that gives every link a new value lets hundreds in before the first copies are read.
        """
        catch = self._texts.catch(_without_session(take_apart(url)))
        return None if catch is None else self._ended(url, catch)

    def let_through(self, url: Url) -> None:
        """The URL is asked for, whatever we think of it: the start, a sitemap's entry, or one of a resumed crawl."""
        if url not in self._passed:
            self._let_through(url, take_apart(url))

    def read(self, url: Url, text_hash: str) -> None:
        """A page was read. Give texts of some length alone: a shell that scripts fill says the same on every page."""
        if text_hash and self._readers.add(url):
            self._texts.read(_without_session(take_apart(url)), text_hash)

    @property
    def caught(self) -> Mapping[tuple[Trap, str], int]:
        """How many different URLs each trap ended, by kind and pattern."""
        return Counter(self._caught.values())

    def _ended(self, url: Url, catch: Catch) -> Ending:
        if len(self._caught) < int(KNOWN_URLS):
            self._caught[hash(url)] = self._names.setdefault(catch.name, catch.name)
        return catch.ending()

    def _catch(self, parts: Parts) -> Catch | None:
        bare = _without_session(parts)
        return (
            self._paths.catch(bare)
            or self._sessions.catch(parts)
            or self._queries.catch(bare)
            or self._calendars.catch(bare, self._texts.freshness(bare))
            or self._texts.catch(bare)
        )

    def _let_through(self, url: Url, parts: Parts) -> None:
        self._passed.add(url)
        self._caught.pop(hash(url), None)
        bare = _without_session(parts)
        self._sessions.count(parts)
        for watch in (self._paths, self._queries, self._calendars):
            watch.count(bare)


def _without_session(parts: Parts) -> Parts:
    mark = named(parts)
    return parts if mark is None else mark.page
