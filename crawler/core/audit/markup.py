"""What microdata and RDFa share: which element stands in which, what an element says, and on which line items begin."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from selectolax.lexbor import LexborNode

from crawler.core.audit.gather import Attributes, Gathering

T = TypeVar("T")
_ADDRESSES: Final = {
    **dict.fromkeys(("a", "area", "link"), "href"),
    **dict.fromkeys(("audio", "embed", "iframe", "img", "source", "track", "video"), "src"),
    "object": "data",
}  # fmt: skip
_SAID: Final = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}
# What is no markup goes first, so that nothing in it counts. Each character is looked at once.
_RAW: Final = "script|style|noscript|textarea|title|template"
_NO_MARKUP: Final = (
    r"<!--(?s:.*?)(?:-->|\Z)"
    rf"|<(?:{_RAW})[\t\n\f\r >](?s:.*?)(?:</(?:{_RAW})|\Z)"
)
_BEGINS: Final = {
    name: re.compile(rf"{_NO_MARKUP}|<[a-zA-Z][^<>]*?[\t\n\f\r /\"']({name})[\t\n\f\r />=]", re.IGNORECASE)
    for name in ("itemscope", "typeof")
}  # fmt: skip


class Scopes(dict[int, T]):
    """For each element, by its mem_id, what holds below it: made of what holds above, each element looked at once."""

    def __init__(self, top: T, step: Callable[[LexborNode, T], T]):
        super().__init__()
        self._top, self._step = top, step

    def below(self, node: LexborNode | None) -> T:
        """What holds for the children of `node`."""
        path, above = [], self._top
        while node is not None:
            if node.mem_id in self:
                above = self[node.mem_id]
                break
            path.append(node)
            node = node.parent
        for element in reversed(path):
            above = self[element.mem_id] = self._step(element, above)
        return above


def value(found: Gathering, node: LexborNode, attributes: Attributes) -> str:
    """What an element says (HTML 5.2.4); engines read `content` on any element, as RDFa does."""
    tag = node.tag or ""
    if (said := attributes.get("content")) is not None or (said := attributes.get(_SAID.get(tag, ""))) is not None:
        return said.strip()[:1000]
    address = attributes.get(_ADDRESSES.get(tag, ""))
    if address is not None:
        target = found.references.target(address)
        return target.url or (address[:1000] if ":" in address else "")  # a relative one that is refused says nothing
    return found.text(node)


def lines(source: str, attribute: str, count: int) -> Sequence[int | None]:
    """The line of each element with the attribute; none where source and tree count differently."""
    places = [match.start() for match in _BEGINS[attribute].finditer(source) if match[1]]
    if len(places) != count:
        return [None] * count
    line, seen, result = 1, 0, []
    for place in places:
        line += source.count("\n", seen, place)
        seen = place
        result.append(line)
    return result
