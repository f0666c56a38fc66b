"""What pages name beyond pages: the files they load, the pictures they are shared with, and addresses of others.

For the spider that asks for it, and for the checks that judge the answers.
"""

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from crawler.core.audit.page import Page
from crawler.core.audit.parts import origin_of
from crawler.core.limits import ASSETS, EXTERNALS
from crawler.core.urls import DEFAULT_PORTS, Url, normalise

#: Kinds of resources that are asked for; frames and films are not.
KINDS: Final = frozenset({"image", "style", "script", "icon"})
#: What sharing pictures are called (ogp.me): the first is the picture, the others are other words for its address.
_SHARED: Final = frozenset({"og:image", "og:image:url", "og:image:secure_url"})
_ABSOLUTE: Final = re.compile(r"https?://", re.IGNORECASE)


#: How the path of an address begins that no site has.
NO_SUCH_PAGE: Final = "/no-such-page-"


class Shared(NamedTuple):
    """A picture that a page is shared with: as written, and its canonical URL where it is absolute and usable."""

    raw: str
    url: str | None


def shared(page: Page) -> Iterator[Shared]:
    """The og:image of a page, each once; an empty one is none."""
    for raw in dict.fromkeys(value.strip() for name, value in page.metas if name in _SHARED and value.strip()):
        url = normalise(raw) if _ABSOLUTE.match(raw) else None
        yield Shared(raw, str(url) if isinstance(url, Url) else None)


def files(page: Page) -> Iterator[tuple[str, str]]:
    """(kind, canonical URL) of what a page loads or is shared with."""
    for resource in page.resources:
        if resource.kind in KINDS and resource.target.url is not None:
            yield resource.kind, resource.target.url
    for picture in shared(page):
        if picture.url is not None:
            yield "shared", picture.url


class Uses(Mapping[str, tuple[str, ...]]):
    """For each file the pages that load it, in order; their numbers are kept, which are small."""

    def __init__(self, pages: Mapping[str, Page]):
        self._pages = tuple(sorted(pages))
        self.kinds: dict[str, frozenset[str]] = {}
        self._places: dict[str, array[int]] = {}
        for number, url in enumerate(self._pages):
            for kind, file in files(pages[url]):
                self._note(file, kind, number)

    def _note(self, file: str, kind: str, number: int) -> None:
        kinds = self.kinds.get(file, frozenset())
        if kind not in kinds:
            self.kinds[file] = kinds | {kind}
        places = self._places.setdefault(file, array("I"))
        if not places or places[-1] != number:
            places.append(number)

    def __getitem__(self, file: str) -> tuple[str, ...]:
        return tuple(self._pages[number] for number in self._places[file])

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._places))

    def __len__(self) -> int:
        return len(self._places)


class Wanted(NamedTuple):
    """A URL to be asked for: why, what it is to its pages, and a page that names it."""

    url: str
    source: str
    kinds: tuple[str, ...]
    found_on: str | None


@dataclass(slots=True)
class Named:
    """What the pages of a crawl name, gathered page by page; counted, for what most pages use is asked for first."""

    files: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, set[str]] = field(default_factory=dict)
    links: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)
    origins: dict[str, None] = field(default_factory=dict)  # of pages that were read
    has_icon: bool = False

    def note(self, page: Page, covers: Callable[[str], bool]) -> None:
        """One page more; `covers`: whether a URL is on a host of the site."""
        if page.status != 200:
            return
        self.origins[origin_of(page.url)] = None
        self.has_icon = self.has_icon or any(x.kind == "icon" for x in page.resources)
        found = dict.fromkeys(files(page))
        for kind, url in found:
            self.kinds.setdefault(url, set()).add(kind)
        self.files.update({url for _, url in found})
        links = {url for url in page.follow if not covers(url)}
        self.links.update(links)
        for url in (*(url for _, url in found), *links):
            self.first[url] = min(page.url, self.first.get(url, page.url))

    def wanted_files(self, covers: Callable[[str], bool], *, ours: bool) -> Iterator[Wanted]:
        """Files on hosts of the site, or those on others, what most pages use first."""
        for url in _by_use(self.files):
            if covers(url) == ours:
                yield Wanted(url, "asset", tuple(sorted(self.kinds[url])), self.first[url])

    def wanted_links(self) -> Iterator[Wanted]:
        """Addresses on other hosts that pages link to, those that most pages link to first."""
        return (Wanted(url, "external", (), self.first[url]) for url in _by_use(self.links))


def _by_use(counted: Counter[str]) -> list[str]:
    return sorted(counted, key=lambda url: (-counted[url], url))


def within_limits(
    wanted: Iterable[Wanted], known: Callable[[str], bool], covers: Callable[[str], bool]
) -> list[Wanted]:
    """What is asked for of it: nothing twice, nothing known already, and no more than the limits allow."""
    kept: dict[str, Wanted] = {}
    left = {True: int(ASSETS), False: int(EXTERNALS)}
    for one in wanted:
        ours = covers(one.url)
        if one.url not in kept and not known(one.url) and left[ours] > 0:
            left[ours] -= 1
            kept[one.url] = one
    return list(kept.values())


def no_such_page(origin: str, salt: str) -> str:
    """An address that no site has; the same for the same crawl."""
    return f"{origin}{NO_SUCH_PAGE}{sha256(f'{salt} {origin}'.encode()).hexdigest()[:20]}"


def plain_start(url: Url) -> str | None:
    """The http variant of a start URL with https; None where it has a port of its own, or is http."""
    if url.scheme != "https" or url.port != DEFAULT_PORTS["https"]:
        return None
    return f"http://{url.authority}{url.target}"
