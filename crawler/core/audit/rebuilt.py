"""How much the parser may make anew: formatting elements left open are opened again in every block that follows.

The standard (HTML 13.2.4.3, "reconstruct the active formatting elements") makes forty kilobytes into gigabytes of
tree that way. What is counted here is never less than what the parser makes, but for oddities that the limit of the
reading process ends; on pages whose elements are closed where they should be it is nothing.
"""

from dataclasses import dataclass, field
from typing import Final

FORMATTING: Final = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
#: Start tags that end an open paragraph (13.2.6.4.7).
_END_PARAGRAPH: Final = frozenset(
    b"address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer h1 h2 h3 h4"
    b" h5 h6 header hgroup hr listing main menu nav ol p pre search section summary ul xmp".split()
)
#: Start tags that end other elements than a paragraph, or what stands between a table and its rows.
_END_OTHERS: Final = frozenset(
    b"body button caption col colgroup form frameset head html optgroup option rb rp rt rtc select tbody td"
    b" tfoot th thead tr table".split()
)
#: What ends the cell before it.
_ROWS: Final = frozenset(b"col colgroup tbody tfoot thead tr".split())
#: Such an element ends the one before it.
_ALONE: Final = frozenset({b"a", b"nobr"})
#: Such an element ends the one before it in the same list.
_ITEMS: Final = {b"li": (b"ul", b"ol", b"menu"), b"dd": (b"dl",), b"dt": (b"dl",)}
_CELLS: Final = frozenset(b"td th caption".split())
#: The same element with the same attributes is kept three times, and the fourth pushes the first out: "Noah's Ark".
_ARK: Final = 3
#: Of a formatting element that is ended across others' bounds, copies are made (13.2.6.4.7, "adoption agency").
_ADOPTED: Final = 8
#: Tags that are followed even while nothing is open that could be built again.
WATCHED: Final = FORMATTING | _CELLS | _ROWS | {b"p", b"table"}
#: Elements looked back at; more are a loss of count that is made good by counting every tag.
_MOST: Final = 512
#: Bytes of attributes that weigh as much as one element: they are copied each time.
_HEAVY: Final = 16


@dataclass(slots=True)
class _Cell:
    """The formatting elements left open in one cell of a table, or outside of all: they do not leave it."""

    table: int  # how many tables it is in
    weight: int = 0  # of all of them together
    times: dict[tuple[bytes, bytes], int] = field(default_factory=dict)
    named: dict[bytes, list[tuple[bytes, int]]] = field(default_factory=dict)


class Formatting:
    """Follows the tags of a page; `rebuilt` is the weight of what they make the parser build again."""

    __slots__ = ("_cells", "_inside", "_lost", "_paragraph", "_tables", "rebuilt", "watching")

    def __init__(self) -> None:
        self.rebuilt = 0
        self.watching = False  # whether other tags than those in `WATCHED` count now
        self._cells = [_Cell(0)]
        self._tables = 0
        self._paragraph = False
        self._inside: list[bytes] = []  # elements opened since the first formatting element was, and it
        self._lost = False  # a formatting element was left open: from now on each tag may bring it back

    @property
    def active(self) -> bool:
        """Whether a formatting element is open that could be built again."""
        return self._cells[-1].weight > 0

    def opened(self, name: bytes, attributes: bytes) -> None:
        """A start tag."""
        if name in FORMATTING:
            self._format(name, attributes)
            return
        if name == b"p" and not self.watching:
            self._paragraph = self.watching = True
            return
        if self._tables or name == b"table":
            self._open_in_table(name)
        if self._cells[-1].weight:
            self._opened_inside(name)
        if name in _END_PARAGRAPH:
            self._paragraph = name == b"p"
        self.watching = self._paragraph or self._cells[-1].weight > 0

    def closed(self, name: bytes) -> None:
        """An end tag."""
        if name in FORMATTING:
            if self.watching:
                self._unformat(name)
            return
        if self._cells[-1].weight:
            self._closed_inside(name)
        if name == b"p":
            self._paragraph = False
        elif self._tables and (name in _CELLS or name in _ROWS or name == b"table"):
            self._leave_cell()
            self._tables -= name == b"table"
        self.watching = self._paragraph or self._cells[-1].weight > 0

    def _format(self, name: bytes, attributes: bytes) -> None:
        cell = self._cells[-1]
        named = cell.named.setdefault(name, [])
        if named and name in _ALONE:
            self._unformat(name)
        times = cell.times.get((name, attributes), 0)
        if times < _ARK:
            cell.times[name, attributes] = times + 1
            weight = 1 + len(attributes) // _HEAVY
            named.append((attributes, weight))
            cell.weight += weight
        self._put_inside(name)
        self.watching = True

    def _unformat(self, name: bytes) -> None:
        cell = self._cells[-1]
        named = cell.named.get(name)
        if not named:
            self._count()
            return
        if self._lost or self._inside[-1] != name:
            self.rebuilt += _ADOPTED * cell.weight
            self._lost = True
        else:
            self._inside.pop()
        attributes, weight = named.pop()
        cell.times[name, attributes] -= 1
        cell.weight -= weight
        if not cell.weight:
            self._look_again()

    def _open_in_table(self, name: bytes) -> None:
        if name in _CELLS:
            self._enter_cell()
        elif name in _ROWS:
            self._leave_cell()
        elif name == b"table":
            self._tables += not self._tables or self._cells[-1].table == self._tables

    def _opened_inside(self, name: bytes) -> None:
        if self._lost or name in _END_OTHERS:
            self._count()
        elif name in _ITEMS:
            self._end_items(_ITEMS[name])
        elif self._paragraph and name in _END_PARAGRAPH:
            self._end(b"p")
        if not self._lost and name != b"hr":
            self._put_inside(name)

    def _closed_inside(self, name: bytes) -> None:
        if self._lost:
            self._count()
        else:
            self._end(name)

    def _end(self, name: bytes) -> None:
        """The last open element of that name ends, and what is open in it."""
        inside = self._inside
        if name not in inside:
            self._count()
            return
        ended = b""
        while not self._lost and ended != name:
            ended = inside.pop()
            if ended in FORMATTING:
                self._count()

    def _end_items(self, lists: tuple[bytes, ...]) -> None:
        """What is open in the innermost of such lists ends."""
        inside = self._inside
        while inside and inside[-1] not in lists and inside[-1] not in FORMATTING:
            inside.pop()
        if not inside or inside[-1] in FORMATTING:
            self._count()

    def _count(self) -> None:
        self.rebuilt += self._cells[-1].weight
        self._lost = True
        self._inside.clear()

    def _put_inside(self, name: bytes) -> None:
        if len(self._inside) >= _MOST:
            self._count()
        elif not self._lost:
            self._inside.append(name)

    def _look_again(self) -> None:
        if not self._cells[-1].weight:
            self._lost = False
            self._inside.clear()
            self.watching = self._paragraph

    def _enter_cell(self) -> None:
        if self._cells[-1].table == self._tables:
            self._cells.pop()
        self._cells.append(_Cell(self._tables))
        self._look_again()

    def _leave_cell(self) -> None:
        if self._cells[-1].table == self._tables:
            self._cells.pop()
            self._lost = True
            self._inside.clear()
            self._look_again()
