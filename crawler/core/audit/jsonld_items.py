"""JSON-LD values read into items: contexts, graphs, lists and nested nodes, as far as schema.org needs them.

No context is fetched. What a context we do not know may define is left alone; a term that the page defines itself is
its own.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from crawler.core.audit import bounds, schema_org
from crawler.core.audit.structured import Item, Value

_TEXT: Final = 1000
_NAME: Final = 200
_MOST: Final = 20  # types of a node, contexts of a list
_MOST_TERMS: Final = 500
_ACTION_PARTS: Final = ("-input", "-output")  # of potential actions; any property may have them


class Scope(NamedTuple):
    """What names mean in one node."""

    plain: bool = True  # a name alone is schema.org's: also where there is no @context, as engines read it
    sure: bool = True  # no context we do not know
    terms: Mapping[str, str] = {}  # what the page defines: a name, and what it stands for

    def within(self, context: object) -> "Scope":
        """The scope with one more context."""
        if isinstance(context, str):
            here = schema_org.is_here(context.strip()) or (schema_org.local(context.strip()) or "").startswith("docs")
            return Scope(True, self.sure, self.terms) if here else Scope(False, False, self.terms)
        if isinstance(context, list):
            return self._list(context[:_MOST])
        return self._defined(context) if isinstance(context, dict) else self

    def _list(self, contexts: list[object]) -> "Scope":
        scope, plain = Scope(False, self.sure, self.terms), False
        for context in contexts:
            scope = scope.within(context)
            plain = plain or scope.plain
        return Scope(plain or not contexts, scope.sure, scope.terms)

    def _defined(self, context: Mapping[str, object]) -> "Scope":
        vocabulary = context.get("@vocab")
        plain = schema_org.is_here(vocabulary.strip()) if isinstance(vocabulary, str) else self.plain
        own = {name: _meaning(value) for name, value in list(context.items())[:_MOST_TERMS] if name[:1] != "@"}
        return Scope(plain, self.sure, {**self.terms, **own})

    def name(self, written: str) -> str:
        """The schema.org name; empty for what is none, or may be another's."""
        if (address := schema_org.local(written)) is not None:
            return address
        if written in self.terms:
            return schema_org.local(self._long(self.terms[written])) or ""
        prefix, colon, rest = written.partition(":")
        if colon:
            long = self.terms.get(prefix, "http://schema.org/" if prefix == "schema" else "")
            return rest if schema_org.is_here(long) else ""
        return written if self.plain else ""

    def _long(self, meaning: str) -> str:
        prefix, _, rest = meaning.partition(":")
        known = self.terms.get(prefix, "http://schema.org/" if prefix == "schema" else "")
        return known + rest if known else meaning


def _meaning(value: object) -> str:
    said = value.get("@id") if isinstance(value, dict) else value
    return said[:_TEXT] if isinstance(said, str) else ""


class Reading:
    """The items of the blocks of one page; what they hold is counted, and ends at a limit."""

    def __init__(self) -> None:
        self.left = int(bounds.VALUES_READ)

    def items(self, value: object, line: int | None) -> Iterator[Item]:
        """The outermost items of one block: of a list and of @graph each by itself."""
        todo: list[tuple[object, Scope, int]] = [(value, Scope(), 0)]
        while todo and self.left > 0:
            node, scope, depth = todo.pop()
            if isinstance(node, list) and depth < bounds.ITEM_DEPTH.value:
                todo.extend((one, scope, depth + 1) for one in reversed(node[: self.left]))
            elif isinstance(node, dict):
                inner = scope.within(node["@context"]) if "@context" in node else scope
                if node.keys() - {"@context", "@graph"}:
                    yield self._item(node, scope, depth).at(line)
                if "@graph" in node and depth < bounds.ITEM_DEPTH.value:
                    todo.append((node["@graph"], inner, depth + 1))

    def _item(self, node: Mapping[str, Any], scope: Scope, depth: int) -> Item:
        self.left -= 1
        if "@context" in node:
            scope = scope.within(node["@context"])
        properties = tuple(self._properties(node, scope, depth))
        return Item("json-ld", tuple(_types(node, scope)), _id(node), properties)

    def _properties(self, node: Mapping[str, Any], scope: Scope, depth: int) -> Iterator[tuple[str, tuple[Value, ...]]]:
        for key, value in node.items():
            if self.left <= 0:
                return
            name = _property(key[:_NAME], scope)
            if name:
                yield name, tuple(self._values(value, scope, depth + 1))

    def _values(self, value: Any, scope: Scope, depth: int) -> Iterator[Value]:
        self.left -= 1
        if depth > bounds.ITEM_DEPTH.value or self.left <= 0 or value is None:
            return
        if isinstance(value, str | int | float):
            yield value[:_TEXT] if isinstance(value, str) else value
        elif isinstance(value, list):
            for one in value[: self.left]:
                yield from self._values(one, scope, depth + 1)
        else:
            yield from self._node(value, scope, depth)

    def _node(self, node: Mapping[str, Any], scope: Scope, depth: int) -> Iterator[Value]:
        for key in ("@value", "@list", "@set"):
            if key in node:
                yield from self._values(node[key], scope, depth + 1)
                return
        yield self._item(node, scope, depth)


def _types(node: Mapping[str, Any], scope: Scope) -> Iterator[str]:
    """Types as the vocabulary names them; schema.org's own context lets `type` stand for `@type`."""
    written = node.get("@type", node.get("type"))
    for one in (written if isinstance(written, list) else [written])[:_MOST]:
        if isinstance(one, str) and (one := one.strip()[:_NAME]):
            name = scope.name(one)
            known = name and (scope.sure or name in schema_org.TYPES)
            yield name if known else one if ":" in one else f":{one}"


def _property(key: str, scope: Scope) -> str:
    if key[:1] == "@" or key in ("type", "id") or key.endswith(_ACTION_PARTS):
        return ""
    name = scope.name(key)
    return name if scope.sure or name in schema_org.PROPERTIES else ""


def _id(node: Mapping[str, Any]) -> str:
    said = node.get("@id", node.get("id"))
    return said[:_TEXT] if isinstance(said, str) else ""


def context_fault(value: object) -> str:
    """What is wrong with the context of a block that speaks of schema.org's types; empty where nothing is."""
    for node in value[:_MOST] if isinstance(value, list) else [value]:
        if not isinstance(node, dict) or not ("@type" in node or "@graph" in node):
            continue
        if "@context" not in node:
            return "@context is missing"
        context = node["@context"]
        if isinstance(context, str) and (near := schema_org.misspelt(context.strip())):
            return f"@context is “{near}”, not https://schema.org"
    return ""
