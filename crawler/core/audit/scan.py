"""The cheap test before the parse: one linear pass that counts tags, nesting and attributes.

The parser's cost grows with tags x depth and with the square of the attributes of one tag, in one call that
nothing can interrupt. The pass follows the tokeniser of the HTML standard closely enough that what it skips
(comments, scripts, other raw text) the parser skips too; where the two could differ it does not skip, and so
counts too much rather than too little.
"""

import re
from dataclasses import dataclass, field

from crawler.core.audit import bounds
from crawler.core.audit.rebuilt import FORMATTING, WATCHED, Formatting
from crawler.core.limits import Limit
from crawler.core.outcome import Ending, Outcome

_SPACE = rb"\t\n\f\r "
_ATTRIBUTE = (
    rb"[" + _SPACE + rb"/]*+[^" + _SPACE + rb"/>][^" + _SPACE + rb"/>=]*+"
    rb"(?:[" + _SPACE + rb"]*+=[" + _SPACE + rb"]*+"
    rb"(?:\"[^\"]*+\"?+|'[^']*+'?+|[^" + _SPACE + rb">\"'][^" + _SPACE + rb">]*+)?+)?+"
)
_ONE_ATTRIBUTE = re.compile(_ATTRIBUTE)
_TOKEN = re.compile(
    rb"<(?:(!--)|(/?+)([a-zA-Z][^" + _SPACE + rb"/>]*+)((?:" + _ATTRIBUTE + rb")*+)[" + _SPACE + rb"]*+(/?+)[^>]*+>?+)"
)
_COMMENT_END = re.compile(rb"--!?>")
_RAW = {
    name: re.compile(rb"</" + name + rb"(?=[" + _SPACE + rb"/>])", re.IGNORECASE)
    for name in (b"script", b"style", b"title", b"textarea", b"xmp", b"iframe", b"noembed", b"noframes", b"noscript")
}
_VOID = frozenset(b"area base br col embed hr img input link meta param source track wbr".split())
#: Elements that end each other: a run of them nests only inside something else that is counted.
_SIBLINGS = frozenset(b"p li dt dd tr td th thead tbody tfoot colgroup caption html head body".split())
#: Places where the standard's tree builder does not switch to raw text, or where inner HTML may return.
_NO_RAW = frozenset(b"svg math select frameset".split())
_FLAT = _VOID | _SIBLINGS
#: Void elements that end no others.
_FORGOTTEN = _VOID - {b"hr", b"col"}
#: However often they are written, they are one element, and it gets all the attributes.
_GATHERING = frozenset({b"html", b"body"})
_LONG_TAG = 40
#: How most of them end, behind their text: then there is nothing to follow.
_ENDS = {name: b"</" + name + b">" for name in FORMATTING}


@dataclass(slots=True)
class _Seen:
    tags: int
    attributes: int = 0
    most_attributes: int = 0
    depth: int = 0
    deepest: int = 0
    open: dict[bytes, int] = field(default_factory=dict)
    formatting: Formatting = field(default_factory=Formatting)


def too_heavy(body: bytes) -> Ending | None:
    """The ending for a body that would cost the parser too much, or None."""
    seen = _Seen(body.count(b"<"))
    if seen.tags > bounds.TAGS.value:
        return _past(bounds.TAGS, seen.tags)
    _scan(body, seen)
    for limit, count in (
        (bounds.NESTING, seen.deepest),
        (bounds.TAG_ATTRIBUTES, seen.most_attributes),
        (bounds.ATTRIBUTES, seen.attributes),
        (bounds.REBUILT, seen.formatting.rebuilt),
    ):
        if count > limit.value:
            return _past(limit, count)
    return None


def _past(limit: Limit, seen: int) -> Ending:
    return Ending.past(Outcome.PARSE_LIMIT, limit, seen)


def _scan(body: bytes, seen: _Seen) -> None:
    position, search, formatting = 0, _TOKEN.search, seen.formatting
    while token := search(body, position):
        position = token.end()
        comment, closing, name, attributes, self_closing = token.groups()
        if comment:
            position = _after(_COMMENT_END, body, token.start() + 2)
            continue
        name = name.lower()
        if len(attributes) >= _LONG_TAG or name in _GATHERING:
            _count_attributes(attributes, name, seen)
        if closing:
            _close(name, seen)
            if formatting.watching or name in WATCHED:
                formatting.closed(name)
            continue
        if name in _ENDS and not formatting.active and (end := _end_of_text(name, body, position)):
            position, seen.deepest = end, max(seen.deepest, seen.depth + 1)
            continue
        if name in WATCHED or (formatting.watching and name not in _FORGOTTEN):
            formatting.opened(name, attributes)
        if name not in _FLAT:
            position = _open(name, bool(self_closing), body, position, seen)


def _after(pattern: re.Pattern[bytes], body: bytes, position: int) -> int:
    found = pattern.search(body, position)
    return found.end() if found else len(body)


def _end_of_text(name: bytes, body: bytes, position: int) -> int:
    """Where the element ends that was opened before `position`, if there is but text in it; 0 otherwise."""
    at = body.find(b"<", position)
    return at + len(name) + 3 if body.startswith(_ENDS[name], at) else 0


def _count_attributes(text: bytes, name: bytes, seen: _Seen) -> None:
    count = len(_ONE_ATTRIBUTE.findall(text))
    seen.attributes += count
    if name in _GATHERING:
        count += seen.open.get(b"*" + name, 0)
        seen.open[b"*" + name] = count
    seen.most_attributes = max(seen.most_attributes, count)


def _open(name: bytes, self_closing: bool, body: bytes, position: int, seen: _Seen) -> int:
    if self_closing and name in _NO_RAW:
        return position
    raw = _RAW.get(name)
    if raw and not any(seen.open.get(place) for place in _NO_RAW):
        return _after(raw, body, position)
    seen.open[name] = seen.open.get(name, 0) + 1
    seen.depth += 1
    seen.deepest = max(seen.deepest, seen.depth)
    return position


def _close(name: bytes, seen: _Seen) -> None:
    if seen.open.get(name, 0) > 0:
        seen.open[name] -= 1
        seen.depth -= 1
