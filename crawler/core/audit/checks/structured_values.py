"""Structured data: are its names those of the vocabulary, and do its values have the form that is asked?"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from crawler.core.audit import schema_org, value_forms
from crawler.core.audit.facts import Block
from crawler.core.audit.finding import Hit, Said, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import page_check
from crawler.core.audit.structured import Item

_SHOWN: Final = 10
_MOST: Final = 50  # faults of one page that are looked for: one template makes the same one many times
Placed = tuple[str, int | None]


@page_check(
    "sd-unknown-type", "structured-data", "warning",
    title="Structured data uses names that schema.org does not have",
    why="Engines leave out what they do not know, and tell capitals from small letters.",
    fix="Use the name of the vocabulary, exactly as it is written there.",
    source="schema.org release 30.0: full list of types and properties",
)  # fmt: skip
def unknown(page: Page) -> Said:
    names = (one for item in page.items for one in _names(item, item.line))
    return _hit([*_contexts(page.blocks), *islice(names, _MOST)], "unknown")


def _contexts(blocks: Iterable[Block]) -> Iterator[Placed]:
    return ((block.context, block.line) for block in blocks if block.context)


def _names(item: Item, line: int | None) -> Iterator[Placed]:
    strangers = [name for name in item.types if ":" not in name and name not in schema_org.TYPES]
    for name in strangers:
        yield _type(name), line
    if item.own and not strangers:
        for name, _ in item.properties:
            if name not in schema_org.PROPERTIES:
                yield f"property {_named(name, schema_org.near_property, f' of {item.own[0]}')}", line
    for _, values in item.properties:
        for value in values:
            if isinstance(value, Item):
                yield from _names(value, line)


def _type(name: str) -> str:
    if "/" in name:
        return f"type {quoted(name.lstrip('/'), 60)} is not a whole address that begins with https://schema.org/"
    return f"type {_named(name, schema_org.near_type)}"


def _named(name: str, near: Callable[[str], str], of: str = "") -> str:
    meant = near(name)
    return quoted(name, 60) + of + (f" (is {meant} meant?)" if meant else "")


@page_check(
    "sd-value-invalid", "structured-data", "warning",
    title="Structured data has values that cannot be read",
    why="A price with a sign or a date in words is left out, and with it often the whole result.",
    fix="Write the values in the form named.",
    source="schema.org: expected types; Google Search Central: structured data gallery; ISO 8601; ISO 4217",
)  # fmt: skip
def invalid(page: Page) -> Said:
    values = (one for item in page.items for one in _values(item, item.line))
    return _hit(list(islice(values, _MOST)), "invalid")


def _values(item: Item, line: int | None) -> Iterator[Placed]:
    judged = bool(item.own)
    for name, values in item.properties:
        for value in values:
            if isinstance(value, Item):
                yield from _values(value, line)
            elif judged and isinstance(value, str) and (fault := value_forms.fault(name, value)):
                yield fault, line
    if judged and (fault := _rating(item)):
        yield fault, line


def _rating(item: Item) -> str:
    """A rating outside its scale, which is 1 to 5 unless the page says otherwise; shares and fractions carry theirs."""
    rated = [value for value in item.get("ratingValue") if not isinstance(value, Item)]
    if not rated:
        return ""
    value, best, worst = value_forms.number(rated[0]), _number(item, "bestRating"), _number(item, "worstRating")
    if value is None:
        return _not_a_number(str(rated[0]))
    top = 5.0 if best is None else best
    low = value < worst if worst is not None else value <= 0
    if value > top or low:
        scale = "" if best is not None else "; bestRating is not given, so 5 is the best"
        bottom = 1.0 if worst is None else worst
        return f"ratingValue {quoted(str(rated[0]), 40)} is outside {bottom:g} to {top:g}{scale}"
    return ""


def _not_a_number(text: str) -> str:
    parts = text.strip().rstrip("%").split("/")
    fine = len(parts) <= 2 and all(value_forms.number(part) is not None for part in parts)
    fine = fine or value_forms.is_template(text)
    return "" if fine else f"ratingValue {quoted(text, 40)} should be a number, as 4.5"


def _number(item: Item, name: str) -> float | None:
    return next((number for value in item.get(name) if (number := value_forms.number(value)) is not None), None)


def _hit(faults: list[Placed], key: str) -> Said:
    texts = tuple(dict.fromkeys(text for text, _ in faults))
    if texts:
        lines = tuple(dict.fromkeys(line for _, line in faults if line))[:_MOST]
        more = f"; and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
        yield Hit("; ".join(texts[:_SHOWN]) + more, also={key: texts[:_MOST], "lines": lines})
