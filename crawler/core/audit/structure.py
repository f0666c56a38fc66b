"""How a page is built: names given twice, the order of the Tab key, tables, scripts, tags written twice."""

import re
from collections import Counter
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from crawler.core.audit import bounds, naming, thresholds
from crawler.core.audit.facts import Script
from crawler.core.audit.gather import Attributes, Gathering, in_head
from crawler.core.audit.wording import fold

_REFERENCES: Final = (
    "for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "aria-errormessage",
    "aria-activedescendant", "aria-flowto", "headers", "form", "list",
)  # fmt: skip
_REFERRING: Final = ",".join(f"[{name}]" for name in _REFERENCES)
_POSITIVE = re.compile(r"[\t\n\f\r ]*\+?0*[1-9]")
_SCRIPTS: Final = frozenset({"", "module", "text/javascript", "application/javascript", "application/x-javascript"})
_LAYOUT: Final = "th,table,form,input,select,textarea,iframe,h1,h2,h3,h4,[role=columnheader],[role=rowheader],[scope]"
_NO_DATA: Final = frozenset({"presentation", "none"})
_MOST_TABLES: Final = 30
_MOST_ROWS: Final = 20
_MOST_NAMES: Final = 50
_NAME: Final = 200
_CELL: Final = 80  # characters; longer texts are columns of a layout
_TOO_DEEP: Final = "body > " + " > ".join(["*"] * (thresholds.DOM_DEPTH + 1))
#: What may hold tags that are none, and every other tag with its attributes; each character is looked at once.
_SOURCE_TAG = re.compile(
    r"<!--(?s:.*?)(?:-->|\Z)"
    r"|<(script|style|title|textarea|noscript|template|svg|math|xmp|iframe|noembed)(?=[\s/>])(?s:.*?)(?:</\1(?=[\s/>])|\Z)"
    r"|<(?:(html|head|body)(?=[\s/>])|[a-z/!?])(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+",
    re.IGNORECASE,
)
_ONCE = re.compile(r"<(html|head|body)(?=[\s/>])", re.IGNORECASE)


def identified(found: Gathering, name: str) -> None:
    """An element with an id; the second of one name is kept."""
    if name in found.ids:
        if len(found.repeated) < _MOST_NAMES:
            found.repeated[name[:_NAME]] = False
    elif len(found.ids) < bounds.ANCHORS_KEPT.value:
        found.ids.add(name)


def ordered(found: Gathering, node: LexborNode, tabindex: str | None) -> None:
    """An element that says where it stands in the order of the Tab key."""
    if tabindex and _POSITIVE.match(tabindex) and len(found.tabindexes) < _MOST_NAMES:
        found.tabindexes.append(f"<{node.tag}> {tabindex.strip()[:20]}")


def described(found: Gathering, attributes: Attributes, href: str, text: str) -> None:
    """A link whose name says more than its text does."""
    if naming.by_attribute(attributes) and len(found.explained) < bounds.ITEMS_KEPT.value:
        found.explained.add((href[:2048], text))


def opened(found: Gathering, attributes: Attributes, rel: tuple[str, ...], href: str) -> None:
    """A link that opens a window and gives it a hold on this one (HTML 4.6: following hyperlinks)."""
    held = "opener" in rel and not {"noopener", "noreferrer"} & set(rel)
    if held and (attributes.get("target") or "").strip().lower() == "_blank" and len(found.openers) < _MOST_NAMES:
        found.openers.append(found.references.target(href))


def script(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """A script: where it is loaded from and how, or what is written in it."""
    kind = (attributes.get("type") or "").strip().lower().partition(";")[0]
    if kind not in _SCRIPTS:
        return
    source = attributes.get("src")
    if source is None:
        found.script(node)
    elif source.strip() and len(found.loaded) < bounds.ITEMS_KEPT.value / 10:
        later = kind == "module" or any(name in attributes for name in ("async", "defer", "nomodule"))
        blocking = in_head(node) and not later
        integrity = bool((attributes.get("integrity") or "").strip())
        found.loaded.append(Script(found.references.target(source), integrity, blocking))


def table(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """A table of data without a heading for its rows or columns."""
    found.tables += 1
    role = (attributes.get("role") or "").strip().lower()
    if found.tables > _MOST_TABLES or role in _NO_DATA or naming.is_hidden(attributes) or _is_layout(node):
        return
    rows = [[fold(cell.text())[: _CELL + 1] for cell in row.css("td")] for row in node.css("tr")[:_MOST_ROWS]]
    found.bare_tables += _is_data(rows)


def _is_layout(node: LexborNode) -> bool:
    return any(inside.mem_id != node.mem_id for inside in node.css(_LAYOUT))


def _is_data(rows: list[list[str]]) -> bool:
    """At least two rows and columns, every row as long as the others, and short texts in nearly all cells."""
    cells = [cell for row in rows for cell in row]
    width = len(rows[0]) if rows else 0
    if len(rows) < 2 or width < 2 or any(len(row) != width for row in rows):
        return False
    filled = sum(bool(cell) for cell in cells)
    return filled * 4 >= len(cells) * 3 and all(len(cell) <= _CELL for cell in cells)


def referenced(found: Gathering, tree: LexborHTMLParser) -> tuple[tuple[str, bool], ...]:
    """Every id that is given twice, and whether a label or an ARIA attribute relies on it."""
    if not found.repeated:
        return ()
    named: set[str] = set()
    for node in tree.css(_REFERRING)[: int(bounds.ITEMS_KEPT)]:
        for name in _REFERENCES:
            named.update((node.attributes.get(name) or "").split())
    return tuple((name, name in named) for name in found.repeated)


def is_deep(tree: LexborHTMLParser) -> bool:
    """Whether elements are nested deeper below the body than `thresholds.DOM_DEPTH`."""
    return tree.css_first(_TOO_DEEP) is not None


def written_twice(source: str) -> tuple[str, ...]:
    """Which of html, head and body the source opens more than once; what stands in scripts and comments is no tag."""
    if not any(number > 1 for number in Counter(name.lower() for name in _ONCE.findall(source)).values()):
        return ()
    opened = Counter(tag[2].lower() for tag in _SOURCE_TAG.finditer(source) if tag[2])
    return tuple(f"{number} <{name}> tags" for name, number in sorted(opened.items()) if number > 1)
