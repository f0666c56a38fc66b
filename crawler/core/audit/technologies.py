"""What a page is made with, as far as its bytes tell: names, versions where visible, and what gave them away."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from crawler.core.audit.facts import Resource, Technology
from crawler.core.audit.technology_table import TABLE, Fingerprint

_VERSION = r"(\d{1,3}(?:\.\d{1,6}){1,3})"
#: What may stand between a name and its version in a header or a generator.
_AFTER = re.compile(r"(?:[!/ :-]{0,3}(?:cms )?v?)(\d{1,4}(?:\.\d{1,6}){0,3}[a-z]?(?:-[\w.+~]*|\+[\w.~]*)?)")
_LOADED: Final = frozenset({"script", "style"})
_ENDINGS: Final = r"(?:[.-](?:min|slim|bundle|core|esm|umd|prod|global|runtime|all|production|development))*"
#: Where WordPress says the version of its own jQuery; elsewhere a number after ? is the site's own.
_WORDPRESS = re.compile(rf"/wp-includes/js/jquery/(jquery|ui/core)(?:\.min)?\.js\?ver={_VERSION}")
_LIBRARIES: Final = tuple(
    (
        row,
        re.compile(rf"(?<![a-z0-9-]){row.library}(?:[@/-]v?{_VERSION}|{_ENDINGS}\.(?:js|css)\b|@\d+\b)"),
        re.compile(rf"(?<![a-z0-9-]){row.library}[@/-]v?{_VERSION}"),
    )
    for row in TABLE
    if row.library
)
#: One word of each library, looked for before its pattern is.
_HINTS: Final = tuple(max(re.findall(r"[a-z0-9]+", row.library), key=len)[:5] for row, _, _ in _LIBRARIES)


def _clues(column: str) -> tuple[tuple[str, Fingerprint], ...]:
    return tuple((clue, row) for row in TABLE for clue in getattr(row, column))


_SERVER: Final = _clues("server")
_POWERED: Final = _clues("powered")
_GENERATOR: Final = _clues("generator")
_COOKIES: Final = _clues("cookies")
_FILES: Final = _clues("files")
_SCRIPTS: Final = _clues("scripts")
_HEADERS: Final = dict(_clues("headers"))
_IDS: Final = _clues("ids")


def detect(
    fields: Mapping[str, tuple[str, ...]],
    metas: Iterable[tuple[str, str]],
    resources: Iterable[Resource],
    scripts: Iterable[str],
    ids: set[str],
) -> tuple[Technology, ...]:
    """Every technology once, with a version where one is visible; `fields` by lower-case name."""
    addresses = [(x.kind, x.target.url.lower()) for x in resources if x.target.url and x.kind != "icon"]
    found: dict[str, Technology] = {}
    for one in (
        *_of_fields(fields),
        *_of_generators([value for name, value in metas if name == "generator"]),
        *_of_libraries([url for kind, url in addresses if kind in _LOADED]),
        *_of_files([url for _, url in addresses]),
        *_of_text("\n".join(scripts).lower()),
        *(Technology(row.name, row.kind, "", f"id {clue}") for clue, row in _IDS if clue in ids),
    ):
        known = found.get(one.name)
        if known is None or (one.version and not known.version):
            found[one.name] = one
    return tuple(found.values())


def _of_fields(fields: Mapping[str, tuple[str, ...]]) -> Iterator[Technology]:
    for field, clues in (("server", _SERVER), ("x-powered-by", _POWERED), ("x-generator", _POWERED)):
        for value in fields.get(field, ()):
            yield from _named(value, clues, f"{field.title()}: {value[:80]}")
    for name in fields:
        if row := _HEADERS.get(name):
            yield Technology(row.name, row.kind, _of_own_field(name, fields[name]), f"header {name.title()}")
    for cookie in fields.get("set-cookie", ()):
        name = cookie.partition("=")[0].strip()
        for clue, row in _COOKIES:
            if name.lower().startswith(clue):
                yield Technology(row.name, row.kind, "", f"cookie {name[:40]}")


def _of_own_field(name: str, values: tuple[str, ...]) -> str:
    """The version in a field that is made for one."""
    number = re.match(_VERSION, values[0]) if name.endswith("-version") else None
    return number[1] if number else ""


def _named(text: str, clues: tuple[tuple[str, Fingerprint], ...], evidence: str) -> Iterator[Technology]:
    """Technologies named in a text as whole words, each with the version after its name."""
    lower = text.lower()
    for clue, row in clues:
        place = lower.find(clue)
        if place >= 0 and not lower[place - 1 : place].isalnum():
            version = _AFTER.match(lower, place + len(clue))
            yield Technology(row.name, row.kind, version[1] if version else "", evidence)


def _of_generators(values: Iterable[str]) -> Iterator[Technology]:
    for value in values:
        clues = tuple((clue.rstrip(), row) for clue, row in _GENERATOR if value.lower().startswith(clue.rstrip()))
        yield from _named(value, clues, f"meta generator {value[:80]}")


def _of_libraries(addresses: list[str]) -> Iterator[Technology]:
    """Libraries by the names of their files; one long text tells at once that most of them are not there."""
    joined = "\n".join(addresses)
    for match in _WORDPRESS.finditer(joined):
        name = "jQuery" if match[1] == "jquery" else "jQuery UI"
        yield Technology(name, "Library", match[2], match[0])
    for hint, (row, pattern, version) in zip(_HINTS, _LIBRARIES, strict=True):
        for address in addresses if hint in joined else ():
            if pattern.search(address):
                number = version.search(address)
                yield Technology(row.name, row.kind, number[1] if number else "", address[:200])


def _of_files(addresses: list[str]) -> Iterator[Technology]:
    joined = "\n".join(addresses)
    for clue, row in _FILES:
        if clue in joined:
            yield Technology(row.name, row.kind, "", next(x for x in addresses if clue in x)[:200])


def _of_text(text: str) -> Iterator[Technology]:
    for clue, row in _SCRIPTS:
        if clue in text:
            yield Technology(row.name, row.kind, "", f"inline script with {clue}")
