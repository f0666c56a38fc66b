"""What the schema.org vocabulary knows: types and their kinds, properties, members of enumerations, and near names.

The release is named in `schema_types`. Names are compared as written: engines tell `Product` from `product`.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from crawler.core.audit import schema_names, schema_types

#: Types of plain values; names that were used before they left the vocabulary are no fault of today's page.
_VALUES: Final = ("Thing", "Text", "URL", "PronounceableText", "DataType", "UserInteraction")
_FORMER: Final = ("interactionCount",)
_ADDRESS: Final = re.compile(r"(?:https?:)?//(?:[a-z-]{1,40}\.)?schema\.org/?", re.IGNORECASE)
_NEAR: Final = 0.8  # of 1: how alike two names are that are taken for one misspelt
_LONGEST: Final = 60  # characters; no name of the vocabulary is longer


def _kinds() -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in schema_types.KINDS.replace("\n    ", " ").split("\n"):
        parents, _, names = line.partition(":")
        yield from ((name, tuple(parents.split())) for name in names.split())


#: Every type with those it is directly a kind of.
TYPES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(dict.fromkeys(_VALUES, ()) | dict(_kinds()))
PROPERTIES: Final = frozenset((*schema_names.PROPERTIES.split(), *_FORMER))
MEMBERS: Final = frozenset(schema_names.MEMBERS.split())


@cache
def kinds(name: str) -> frozenset[str]:
    """The type and all it is a kind of; nothing for a name that is no type."""
    return frozenset({name}.union(*map(kinds, TYPES[name]))) if name in TYPES else frozenset()


def is_here(address: str) -> bool:
    """Whether an address is the vocabulary's own: any scheme, any of its subdomains, with or without the slash."""
    return _ADDRESS.fullmatch(address) is not None or address.strip("/").lower() in ("schema.org", "www.schema.org")


def is_unschemed(address: str) -> bool:
    """An address of the vocabulary that lacks its `https:` and is therefore none."""
    return address.lower().startswith(("schema.org/", "www.schema.org/"))


def misspelt(address: str) -> str:
    """The address, where its host is a misspelt schema.org; else empty."""
    host = re.sub(r"^(?:https?:)?/{0,2}(?:www\.)?", "", address[:_LONGEST].lower()).partition("/")[0]
    alike = SequenceMatcher(None, host, "schema.org").ratio() >= _NEAR
    return address[:_LONGEST] if alike and host != "schema.org" and not host.endswith(".schema.org") else ""


def local(address: str) -> str | None:
    """The name in an address of the vocabulary; None for an address elsewhere.

    `schema.org/Person/Minister` was once how a type of one's own was said to be a kind of another.
    """
    match = _ADDRESS.match(address)
    return re.split(r"[/#?]", address[match.end() :].lstrip("#"), maxsplit=1)[0] if match else None


def near_type(name: str) -> str:
    """The type that was probably meant; empty where none is alike."""
    return _near(name, True)


def near_property(name: str) -> str:
    """The property that was probably meant; empty where none is alike."""
    return _near(name, False)


@lru_cache(maxsize=2048)
def _near(name: str, of_types: bool) -> str:
    known = _FOLDED_TYPES if of_types else _FOLDED_PROPERTIES
    folded = re.sub(r"[\s_-]", "", name[:_LONGEST].casefold())
    alike = (one for one in known if one[0] == folded[:1])  # a first letter is seldom wrong, and it spares nine in ten
    found = [folded] if folded in known else get_close_matches(folded, alike, 1, _NEAR)
    return known[found[0]] if found else ""


_FOLDED_TYPES: Final = {name.casefold(): name for name in sorted(TYPES)}
_FOLDED_PROPERTIES: Final = {name.casefold(): name for name in sorted(PROPERTIES)}
