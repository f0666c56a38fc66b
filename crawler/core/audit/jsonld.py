"""JSON-LD blocks: is it JSON (RFC 8259), and if not, where it stops being it."""

import json
import re
from typing import Final, Never

from crawler.core.audit import bounds
from crawler.core.audit.facts import Block

_TYPE: Final = "application/ld+json"
_SPACE: Final = " \t\r\n\ufeff\xa0"
# What publishers put round a script for readers of XML and for browsers without scripts; engines look past it.
_OPENS: Final = re.compile(r"(?:(?://|/\*)?[ \t]{0,9}<!\[CDATA\[(?:\s{0,9}\*/)?|<!--)")
_CLOSES: Final = re.compile(r"(?:(?://|/\*)?[ \t]{0,9}\]\]>(?:\s{0,9}\*/)?|(?://\s{0,9})?-->)\Z")
_ENTITY: Final = re.compile(r"&(?:quot|#0*34|#x0*22|#0*39|apos);")


def is_jsonld(type_attribute: str | None) -> bool:
    """Whether a script's type is JSON-LD; parameters and case do not matter."""
    return (type_attribute or "").partition(";")[0].strip().lower() == _TYPE


def parse(text: str) -> object:
    """The JSON value; raises ValueError (JSONDecodeError where a place is known)."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is not JSON")


def block(text: str, line: int | None) -> tuple[Block, object]:
    """Judge one block that begins on `line` of the page: the block, and its value (None where it is not JSON)."""
    if len(text) > bounds.BLOCK_KEPT.value:
        return Block("", f"not judged: over {int(bounds.BLOCK_KEPT)} characters"), None
    try:
        return Block(text), parse(_bare(text))
    except json.JSONDecodeError as error:
        place = line + error.lineno - 1 if line is not None else None
        return Block(text, _reason(text, error), place, error.colno), None
    except ValueError as error:
        return Block(text, str(error)), None


def _reason(text: str, error: json.JSONDecodeError) -> str:
    """The parser's words, or plainer ones where the mistake is a known one."""
    if _ENTITY.match(text, error.pos) or _ENTITY.match(_bare(text), error.pos):
        return 'HTML entities are not read in a script: write " instead of &quot;'
    return error.msg


def _bare(text: str) -> str:
    """The text with blanks for what stands round the JSON, so that lines and columns stay."""
    inner = text.strip(_SPACE)
    if inner[:1] in "{[" and inner[-1:] in "}]" and text.lstrip(" \t\r\n")[:1] == inner[:1]:
        return text.rstrip(_SPACE)
    start = len(text) - len(text.lstrip(_SPACE))
    opened = _OPENS.match(text, start)
    begin = opened.end() if opened else start
    end = len(text.rstrip(_SPACE))
    closed = _CLOSES.search(text[max(begin, end - 20) : end])
    if closed:
        end -= len(closed[0])
    return re.sub(r"[^\n]", " ", text[:begin]) + text[begin:end].rstrip(_SPACE)


class Places:
    """The source line of each block, found by walking the source beside the tree."""

    def __init__(self, source: str):
        self._source, self._at, self._line = source, 0, 1

    def of(self, text: str) -> int | None:
        """The line on which the next block with this text begins."""
        if "\r" in self._source and "\n" in text and self._at == 0:
            self._source = self._source.replace("\r\n", "\n").replace("\r", "\n")  # as the parser reads it
        start = self._source.find(text, self._at)
        if start < 0:
            return None
        line = self._line + self._source.count("\n", self._at, start)
        self._at = start + len(text)
        self._line = line + text.count("\n")
        return line
