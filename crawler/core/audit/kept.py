"""What is kept of a page once it was judged by itself: all that checks of a whole site and reports look at.

Thousands of pages stay in memory until the last check: links are shared between pages (a menu stands on every one),
and facts that only the page's own checks read are left out. So a page takes a few kB, whatever it held.
"""

from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar, overload

from crawler.core.audit.facts import Link
from crawler.core.audit.page import Page

T = TypeVar("T", bound=Hashable)

#: Facts that only checks of one page read. What a check of the site needs must not stand here.
_LEFT_OUT: Final[Mapping[str, Any]] = {
    "images": (), "blocks": (), "items": (), "controls": (), "forms": (), "anchors": frozenset(), "text_start": "",
    "viewports": (), "repeated_ids": (), "tabindexes": (), "explained": frozenset(), "openers": (), "loaded": (),
    "prose": "",
}  # fmt: skip


@dataclass(slots=True)
class Shelf:
    """Keeps pages; the values they share are kept once."""

    links: list[Link] = field(default_factory=list)
    _numbers: dict[Link, int] = field(default_factory=dict)
    _values: dict[Any, Any] = field(default_factory=dict)

    def keep(self, page: Page) -> Page:
        """The page without what was only its own business."""
        headings = tuple(heading for heading in page.headings if heading.level == 1)[:1]
        return replace(
            page,
            **_LEFT_OUT,
            links=SharedLinks(self.links, array("I", map(self._number, page.links)), _lines(page.links)),
            resources=tuple(map(self._shared, page.resources)),
            headers=tuple(map(self._shared, page.headers)),
            metas=tuple(map(self._shared, page.metas)),
            headings=headings,
            technologies=self._shared(page.technologies),
            structured=self._shared(page.structured),
        )

    def _number(self, link: Link) -> int:
        """The number of a link; where it stands on its page is kept apart."""
        anywhere = link.at(None)
        number = self._numbers.setdefault(anywhere, len(self.links))
        if number == len(self.links):
            self.links.append(anywhere)
        return number

    def _shared(self, value: T) -> T:
        shared: T = self._values.setdefault(value, value)
        return shared


def _lines(links: Sequence[Link]) -> "array[int]":
    return array("I", [link.line or 0 for link in links])


class SharedLinks(Sequence[Link]):
    """The links of one page, made when they are looked at."""

    __slots__ = ("_lines", "_links", "_numbers")

    def __init__(self, links: Sequence[Link], numbers: "array[int]", lines: "array[int]"):
        self._links, self._numbers, self._lines = links, numbers, lines

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Link: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Link, ...]: ...

    def __getitem__(self, index: int | slice) -> Link | tuple[Link, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        link, line = self._links[self._numbers[index]], self._lines[index]
        return link.at(line) if line else link

    def anywhere(self) -> Iterator[Link]:
        """The links without their lines, which costs less."""
        return map(self._links.__getitem__, self._numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Inlinks(Mapping[str, tuple[tuple[str, Link], ...]]):
    """For each canonical URL the links to it from other pages: (page, link), in order of page."""

    def __init__(self, pages: Mapping[str, Page]):
        self._pages = tuple(page for _, page in sorted(pages.items()))
        self._places: dict[str, array[int]] = {}
        for number, page in enumerate(self._pages):
            links = page.links.anywhere() if isinstance(page.links, SharedLinks) else page.links
            for place, link in enumerate(links):
                if link.url and link.url != page.url:
                    self._places.setdefault(link.url, array("I")).extend((number, place))

    def __getitem__(self, url: str) -> tuple[tuple[str, Link], ...]:
        places = self._places[url]
        pages = (self._pages[number] for number in places[::2])
        return tuple((page.url, page.links[place]) for page, place in zip(pages, places[1::2], strict=True))

    def sources(self, url: str) -> tuple[str, ...]:
        """The pages that link to a URL, each once, in order."""
        return tuple(dict.fromkeys(self._pages[number].url for number in self._places.get(url, array("I"))[::2]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, url: object) -> bool:
        return url in self._places
