"""Microdata (HTML 5.2): itemscope, itemtype, itemid, itemprop and itemref, read into items."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from crawler.core.audit import bounds, markup, schema_org
from crawler.core.audit.gather import Attributes, Gathering
from crawler.core.audit.structured import Draft, Item, outermost

Owners = tuple[Draft, ...]
Wanted = Mapping[str, Owners]  # for an id the items that say itemref to it
_MOST: Final = 20  # types of an item, names of a property, references of an item
_MOST_OWNERS: Final = 10


def read(found: Gathering, tree: LexborHTMLParser) -> tuple[Item, ...]:
    """The outermost items of a page, in order; those in a template are no part of the page, nor of the tree."""
    found_twice = {node.mem_id: node for node in tree.css("[itemscope],[itemprop]")[: int(bounds.MARKS_READ)]}
    marked = [(node, node.attributes) for node in found_twice.values()]
    begins = [(node.mem_id, attributes) for node, attributes in marked if "itemscope" in attributes]
    drafts = {key: _draft(found, attributes, number) for number, (key, attributes) in enumerate(begins)}
    wanted = _wanted((drafts[key], attributes) for key, attributes in begins)
    scopes = markup.Scopes[Owners]((), _step(drafts, wanted))
    for node, attributes in marked:
        if "itemprop" in attributes:
            owners = (*scopes.below(node.parent), *wanted.get(attributes.get("id") or "", ()))
            value = drafts.get(node.mem_id) or markup.value(found, node, attributes)
            _add(owners, _names(attributes), value)
    return outermost(list(drafts.values()), markup.lines(found.source, "itemscope", len(begins)))


def _draft(found: Gathering, attributes: Attributes, number: int) -> Draft:
    written = (attributes.get("itemtype") or "")[:2000].split()[:_MOST]
    return Draft("microdata", tuple(map(type_name, written)), (attributes.get("itemid") or "").strip()[:1000], number)


def type_name(written: str) -> str:
    """The name of a type; with a colon where it is another vocabulary's, with a slash where the scheme is missing."""
    name = schema_org.local(written)
    if name is not None:
        return name
    if ":" in written or schema_org.is_unschemed(written):
        return written
    return f"/{written}" if written in schema_org.TYPES else f":{written}"


def _wanted(items: Iterable[tuple[Draft, Attributes]]) -> Wanted:
    wanted: dict[str, Owners] = {}
    for draft, attributes in items:
        for name in (attributes.get("itemref") or "").split()[:_MOST]:
            wanted[name] = (*wanted.get(name, ()), draft)[:_MOST_OWNERS]
    return wanted


def _step(drafts: Mapping[int, Draft], wanted: Wanted) -> Callable[[LexborNode, Owners], Owners]:
    """Properties below an element belong to the item it begins, else to those above it and those that refer to it."""

    def step(node: LexborNode, above: Owners) -> Owners:
        if node.mem_id in drafts:
            return (drafts[node.mem_id],)
        return (*above, *wanted.get(node.id or "", ())) if wanted else above

    return step


def _names(attributes: Attributes) -> Iterable[str]:
    """The schema.org names of a property; a name that is an address may be another vocabulary's."""
    for name in (attributes.get("itemprop") or "")[:2000].split()[:_MOST]:
        known = schema_org.local(name) if ":" in name else name
        if known:
            yield known


def _add(owners: Owners, names: Iterable[str], value: str | Draft) -> None:
    for name in names:
        for owner in dict.fromkeys(owners):
            owner.add(name, value)
