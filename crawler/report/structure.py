"""The site's structure as a picture: its folders as a tree, each with how many pages it holds and how they fare.

Bounded: what holds the most pages comes first, single pages last, and what finds no room is counted.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Final

from crawler.core.audit.page import Page
from crawler.core.audit.site import host_of, path_of
from crawler.report.charts import Part, shares

ROWS: Final = 48  # of the picture
LEVELS: Final = 8  # of folders; what is deeper counts as in the last
CHILDREN: Final = 24  # of one folder
BAR: Final = 200  # units; a bar shows how the pages of a folder share out
SHORT: Final = 16  # the bar of a single page
SMALL: Final = 150  # pages of a site whose pages themselves are drawn; else its folders alone
DOT: Final = (2.5, 9.5)  # radius of the smallest folder's dot, and of the largest's


@dataclass(slots=True)
class Folder:
    """A folder, or a page in it, while it is counted; `tones` counts pages by the worst that was found on them."""

    name: str
    tones: dict[str, int] = field(default_factory=lambda: {"error": 0, "warning": 0, "good": 0})
    folders: "dict[str, Folder]" = field(default_factory=dict)

    @property
    def pages(self) -> int:
        return sum(self.tones.values())

    def below(self) -> "list[Folder]":
        """What is in it, the largest first."""
        return sorted(self.folders.values(), key=lambda one: (-one.pages, not one.folders, one.name))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the picture; `elbow` is how many lines up the line to its parent begins."""

    name: str
    level: int
    pages: int
    errors: int
    warnings: int
    parts: tuple[Part, ...]
    radius: float
    elbow: int
    rest: bool = False  # stands for what found no room


def structure(pages: Iterable[Page], worst: Mapping[str, str]) -> tuple[Row, ...]:
    """The rows of the picture; `worst` gives the worst severity by URL."""
    root = _counted(pages, worst)
    if len(root.folders) == 1:
        (root,) = root.folders.values()
    if root.pages > SMALL:
        _forget_pages(root)
    return tuple(_placed(list(_rows(root, 0, _room(root), root.pages))))


def _forget_pages(folder: Folder) -> None:
    folder.folders = {name: one for name, one in folder.folders.items() if name.endswith("/")}
    for one in folder.folders.values():
        _forget_pages(one)


def _counted(pages: Iterable[Page], worst: Mapping[str, str]) -> Folder:
    """A folder for each host, and in it those of the paths."""
    root = Folder("all hosts")
    for page in pages:
        tone = worst.get(page.url, "good")
        tone = tone if tone in root.tones else "good"
        folder = root
        folder.tones[tone] += 1
        for name in _names(page.url):
            folder = folder.folders.setdefault(name, Folder(name))
            folder.tones[tone] += 1
    return root


def _names(url: str) -> Iterator[str]:
    """Of the host and the folders, each with a slash at its end, and of the page, where it has one."""
    *folders, last = path_of(url).split("/")[1:]
    yield f"{host_of(url)}/"
    yield from (f"{name}/" for name in folders[:LEVELS])
    if last and len(folders) <= LEVELS:
        yield last


def _room(root: Folder) -> set[int]:
    """Which folders are opened: the largest first, as long as what is in them finds room."""
    opened, left, waiting = set[int](), ROWS - 1, [root]
    while waiting:
        folder = max(waiting, key=lambda one: one.pages)
        waiting.remove(folder)
        needs = min(len(folder.folders), CHILDREN + 1)
        if 0 < needs <= left:
            opened.add(id(folder))
            left -= needs
            waiting += folder.below()[:CHILDREN]
    return opened


def _rows(folder: Folder, level: int, opened: set[int], most: int) -> Iterator[Row]:
    yield _row(folder, level, most)
    if id(folder) not in opened:
        return
    below = folder.below()
    shown = below if len(below) <= CHILDREN + 1 else below[:CHILDREN]
    for one in shown:
        yield from _rows(one, level + 1, opened, most)
    if rest := below[len(shown) :]:
        whole = Folder(f"{len(rest):,} more")
        for one in rest:
            whole.tones = {tone: number + one.tones[tone] for tone, number in whole.tones.items()}
        yield _row(whole, level + 1, most, rest=True)


def _row(folder: Folder, level: int, most: int, *, rest: bool = False) -> Row:
    # The area of the dot goes by the number of pages.
    radius = round(DOT[0] + (DOT[1] - DOT[0]) * sqrt(folder.pages / max(1, most)), 1)
    tones, width = folder.tones, SHORT if folder.pages == 1 else BAR
    return Row(
        folder.name, level, folder.pages, tones["error"], tones["warning"], shares(tones, width), radius, 0, rest
    )


def _placed(rows: list[Row]) -> Iterator[Row]:
    """Each with the number of lines up to its parent."""
    for number, row in enumerate(rows):
        parent = next((up for up in range(number - 1, -1, -1) if rows[up].level < row.level), number)
        yield replace(row, elbow=number - parent)
