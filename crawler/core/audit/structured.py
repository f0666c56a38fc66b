"""Structured data as one model, whatever it was written in: items with types, an id and properties.

Names of the schema.org vocabulary stand bare, as written (`Product`, `name`). A type of another vocabulary has a
colon in it, one whose address lacks its scheme a slash; properties of others are left out: nothing is said about them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Union

from crawler.core.audit import bounds

Value = Union[str, int, float, bool, "Item"]
#: Stands for the types of data that names none, or cannot be read.
UNTYPED: Final = "(no type)"


class Item(NamedTuple):
    """One thing the page describes; `syntax` is json-ld, microdata or rdfa. Only outermost items have a line."""

    syntax: str
    types: tuple[str, ...] = ()
    id: str = ""
    properties: tuple[tuple[str, tuple[Value, ...]], ...] = ()
    line: int | None = None

    def at(self, line: int | None) -> "Item":
        """The same item on another line."""
        return Item(*self[:4], line)

    def get(self, name: str) -> tuple[Value, ...]:
        """The values of a property that say something."""
        for key, values in self.properties:
            if key == name and (said := tuple(filter(_says, values))):
                return said
        return ()

    @property
    def said(self) -> frozenset[str]:
        """The properties that say something."""
        return frozenset(name for name, values in self.properties if any(map(_says, values)))

    @property
    def own(self) -> tuple[str, ...]:
        """Its types in schema.org."""
        return tuple(name for name in self.types if ":" not in name and "/" not in name)

    @property
    def is_reference(self) -> bool:
        """It only points at what is described elsewhere, or says nothing."""
        return not self.properties


def _says(value: Value) -> bool:
    if isinstance(value, Item):
        return bool(value.id or value.properties or value.types)
    return not isinstance(value, str) or bool(value.strip())


def types_of(items: Sequence[Item]) -> tuple[str, ...]:
    """The types of outermost items, each once, in order."""
    named = (name.lstrip(":/") for item in items for name in item.types or (UNTYPED,))
    return tuple(dict.fromkeys(name[:100] for name in named))[: int(bounds.TYPES_KEPT)]


@dataclass(slots=True, eq=False)
class Draft:
    """An item of the markup while its properties are still being found."""

    syntax: str
    types: tuple[str, ...]
    id: str
    number: int  # among the elements that begin one
    nested: bool = False
    properties: dict[str, list["Value | Draft"]] = field(default_factory=dict)

    def add(self, name: str, value: "Value | Draft") -> None:
        """One more value; an item that is a value of several is told once, and pointed at by the others."""
        if isinstance(value, Draft):
            told, value.nested = value.nested, True
            value = Item(value.syntax, value.types, value.id) if told else value
        self.properties.setdefault(name, []).append(value)


def outermost(drafts: Sequence[Draft], lines: Sequence[int | None]) -> tuple[Item, ...]:
    """The items that are no value of another; `lines` are those of the elements that begin items."""
    return tuple(finished(draft).at(lines[draft.number]) for draft in drafts if not draft.nested)


def finished(draft: Draft, above: tuple[Draft, ...] = ()) -> Item:
    """The item of a draft; what lies deeper than `bounds.ITEM_DEPTH`, or within itself, is left out."""
    inside = (*above, draft)
    properties = tuple((name, tuple(_values(values, inside))) for name, values in draft.properties.items())
    return Item(draft.syntax, draft.types, draft.id, properties)


def _values(values: Sequence["Value | Draft"], inside: tuple[Draft, ...]) -> Iterator[Value]:
    for value in values:
        if not isinstance(value, Draft):
            yield value
        elif len(inside) < bounds.ITEM_DEPTH.value and value not in inside:
            yield finished(value, inside)
