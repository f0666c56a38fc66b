"""RDFa Lite 1.1: vocab, typeof, property, resource and prefix, read into items; `about` as publishers still use it.

Much RDFa is no schema.org at all (Open Graph, Dublin Core, a wiki's own): what has another vocabulary's prefix, or
none where no `vocab` says whose it is, is left alone.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from crawler.core.audit import bounds, markup, schema_org
from crawler.core.audit.gather import Attributes, Gathering
from crawler.core.audit.structured import Draft, Item, outermost

_MARKS: Final = ("typeof", "property", "vocab", "about")
_MOST: Final = 20  # types of an item, names of a property
#: What `schema:` means unless the page says otherwise (RDFa's initial context).
_INITIAL: Final = {"schema": "http://schema.org/"}


class Scope(NamedTuple):
    """What holds below an element: the item its properties belong to, and whether plain names are schema.org's."""

    owner: Draft | None = None
    plain: bool = False


def read(found: Gathering, tree: LexborHTMLParser) -> tuple[Item, ...]:
    """The outermost items of a page, in order."""
    elements = tree.css(",".join(f"[{mark}]" for mark in _MARKS))[: int(bounds.MARKS_READ)]
    marked = {node.mem_id: (node, node.attributes) for node in elements}
    reading = _Reading(found, _prefixes(tree), marked)
    for node, attributes in marked.values():
        if "property" in attributes:
            reading.property(node, attributes)
        elif "typeof" in attributes:
            reading.scopes.below(node)
    shown = [reading.drafts[key] for key in marked if key in reading.drafts]
    return outermost(shown, markup.lines(found.source, "typeof", sum("typeof" in a for _, a in marked.values())))


def _prefixes(tree: LexborHTMLParser) -> Mapping[str, str]:
    prefixes = dict(_INITIAL)
    for node in tree.css("[prefix]")[:_MOST]:
        parts = (node.attributes.get("prefix") or "")[:4000].split()
        prefixes |= {name.rstrip(":").lower(): to for name, to in zip(parts[::2], parts[1::2], strict=False)}
    return prefixes


class _Reading:
    """The elements of one page with their items."""

    def __init__(
        self, found: Gathering, prefixes: Mapping[str, str], marked: Mapping[int, tuple[LexborNode, Attributes]]
    ):
        self._found, self._prefixes, self._marked = found, prefixes, marked
        self.drafts: dict[int, Draft] = {}
        self._numbers = {key: n for n, key in enumerate(key for key in marked if "typeof" in marked[key][1])}
        self.scopes = markup.Scopes[Scope](Scope(), self._step)

    def _step(self, node: LexborNode, above: Scope) -> Scope:
        if node.mem_id not in self._marked:
            return above
        attributes = self._marked[node.mem_id][1]
        plain = self._plain(attributes, above)
        if "typeof" in attributes:
            return Scope(self._draft(node, attributes, plain), plain)
        return Scope(None if "about" in attributes else above.owner, plain)

    def _plain(self, attributes: Attributes, above: Scope) -> bool:
        vocabulary = attributes.get("vocab") if "vocab" in attributes else None
        return above.plain if vocabulary is None else schema_org.is_here(vocabulary.strip())

    def _draft(self, node: LexborNode, attributes: Attributes, plain: bool) -> Draft:
        written = (attributes.get("typeof") or "")[:2000].split()[:_MOST]
        named = next((attributes[name] for name in ("about", "resource", "href", "src") if attributes.get(name)), "")
        draft = Draft("rdfa", tuple(self._types(written, plain)), (named or "")[:1000], self._numbers[node.mem_id])
        self.drafts[node.mem_id] = draft
        return draft

    def _types(self, written: list[str], plain: bool) -> Iterator[str]:
        for name in written:
            known = self._name(name, plain)
            yield known or (name if ":" in name else f":{name}")

    def _name(self, written: str, plain: bool) -> str:
        """The schema.org name; empty for another vocabulary's."""
        prefix, colon, rest = written.partition(":")
        if not colon:
            return written if plain else ""
        if rest.startswith("//"):
            return schema_org.local(written) or ""
        return rest if schema_org.is_here(self._prefixes.get(prefix.lower(), "")) else ""

    def property(self, node: LexborNode, attributes: Attributes) -> None:
        """What one element says of the item it stands in."""
        above, here = self.scopes.below(node.parent), self.scopes.below(node)
        owner = above.owner if "typeof" in attributes or "about" not in attributes else None
        if owner is None:
            return
        value = self.drafts.get(node.mem_id) or self._value(node, attributes)
        for name in (attributes.get("property") or "")[:2000].split()[:_MOST]:
            if known := self._name(name, here.plain):
                owner.add(known, value)

    def _value(self, node: LexborNode, attributes: Attributes) -> str:
        resource = attributes.get("resource")
        if resource and "content" not in attributes:
            return self._found.references.target(resource).url or resource[:1000]
        if "content" not in attributes and (when := attributes.get("datetime")):
            return when.strip()[:1000]
        return markup.value(self._found, node, attributes)
