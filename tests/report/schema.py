"""The part of JSON Schema 2020-12 that schema.json uses, as a validator of thirty lines."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

_SCHEMA = json.loads((files("crawler.report") / "schema.json").read_text())
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,), "null": (type(None),),
    "integer": (int,), "number": (int, float),
}  # fmt: skip
_KNOWN = {
    "$schema", "$id", "$ref", "$defs", "title", "description", "type", "const", "enum", "required", "properties",
    "additionalProperties", "items", "minimum", "maxItems", "pattern", "format",
}  # fmt: skip


def problems(value: object) -> list[str]:
    """Where a report does not fit its schema."""
    return list(_problems(value, _SCHEMA, "$"))


def _problems(value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
    assert set(schema) <= _KNOWN, f"schema word not supported at {at}: {set(schema) - _KNOWN}"
    if "$ref" in schema:
        yield from _problems(value, _SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], at)
    if not _is(value, schema.get("type")):
        yield f"{at}: {type(value).__name__} is not {schema['type']}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{at}: not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is not one of {schema['enum']}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{at}: {value} is too small"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at}: {value!r} does not match"
    if isinstance(value, dict):
        yield from _object(value, schema, at)
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            yield f"{at}: too many items"
        for number, item in enumerate(value):
            yield from _problems(item, schema.get("items", {}), f"{at}[{number}]")


def _object(value: dict[str, Any], schema: dict[str, Any], at: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at}: {name} is missing"
    for name, item in value.items():
        yield from _problems(item, known.get(name, schema.get("additionalProperties", {})), f"{at}.{name}")


def _is(value: Any, types: str | list[str] | None) -> bool:
    if types is None:
        return True
    for name in [types] if isinstance(types, str) else types:
        if isinstance(value, _TYPES[name]) and not (isinstance(value, bool) and name in ("integer", "number")):
            return True
    return False
