"""JSON-LD blocks: is it JSON (RFC 8259), and if not, where it stops being it."""

import json
from typing import Final, Never

from crawler.core.audit import bounds
from crawler.core.audit.facts import Block

_TYPE: Final = "application/ld+json"


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


def block(text: str, source: str) -> Block:
    """Judge one block; `source` is the page, for the line."""
    if len(text) > bounds.BLOCK_KEPT.value:
        return Block("", f"not judged: over {int(bounds.BLOCK_KEPT)} characters")
    try:
        parse(text)
    except json.JSONDecodeError as error:
        start = source.find(text)
        line = source.count("\n", 0, start) + error.lineno if start >= 0 else None
        return Block(text, error.msg, line, error.colno)
    except ValueError as error:
        return Block(text, str(error))
    return Block(text)
