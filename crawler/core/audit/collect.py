"""The walk over the parsed tree: every element once, in document order, into the facts of a page."""

from collections.abc import Mapping
from typing import Any, Final

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from crawler.core.audit import microdata, rdfa, structure, technologies
from crawler.core.audit.app_roots import is_bare
from crawler.core.audit.body import HANDLERS
from crawler.core.audit.facts import Technology
from crawler.core.audit.gather import Gathering
from crawler.core.audit.head import headers
from crawler.core.audit.main_text import head_broken_by, main_text
from crawler.core.audit.references import Lines, Resolver
from crawler.core.audit.structured import UNTYPED, types_of
from crawler.core.urls import Url

_LISTS: Final = (
    "titles", "descriptions", "directives", "canonicals", "alternates", "pagers", "headings", "images", "viewports",
    "refreshes", "blocks", "items", "forms", "controls", "metas", "marks",
    "tabindexes", "openers", "loaded",
)  # fmt: skip
_PLAIN: Final = (
    "links_seen",
    "images_seen",
    "headings_seen",
    "bare_anchors",
    "frames_untitled",
    "scripts",
    "elements",
    "bare_tables",
)


def collect(document: Url, fields: Mapping[str, tuple[str, ...]], text: str) -> dict[str, Any]:
    """The facts of `Page` that come from the tree, by field name.

    Parsed as by a browser that runs scripts: a tracking picture in the head's noscript does not close it.
    """
    tree = LexborHTMLParser(text, options=LexborDocumentOptions.WO_EVENTS, scripting=True)
    found = Gathering(text, Resolver(document), Lines(text))
    _before(found, tree)
    headers(found, fields)
    root = tree.css_first("html")
    assert root is not None  # the standard makes one of any text, of none too (HTML 13.2.6.4.2)
    for node in root.traverse():
        _element(found, node)
    _markup(found, tree)
    bare = is_bare(tree)  # reading the text takes away what is none
    facts = _facts(found, root) | _built(found, tree) | {"technologies": _made_with(found, fields)} | main_text(tree)
    return facts | {"app_root": found.app_roots.found(facts.get("body_words", 0), bare=bare)}


def _before(found: Gathering, tree: LexborHTMLParser) -> None:
    """What has to be known before the first reference and the first control are judged."""
    if base := tree.css_first("base[href]"):
        found.references.set_base(base.attributes.get("href") or "")
    found.labelled = frozenset(
        label.attributes.get("for") or "" for label in tree.css("label[for]") if found.text(label)
    )


def _markup(found: Gathering, tree: LexborHTMLParser) -> None:
    """Items in attributes: looked for only where one begins."""
    if found.microdata:
        found.items.extend(microdata.read(found, tree))
    if found.rdfa:
        found.items.extend(rdfa.read(found, tree))


def _element(found: Gathering, node: LexborNode) -> None:
    attributes = node.attributes
    found.elements += 1
    if name := attributes.get("id"):
        found.anchor(name)
        structure.identified(found, name)
    if found.app_roots.wants(node, name or ""):
        found.app_roots.see(node, name or "", found.text(node))
    if "itemscope" in attributes:
        found.microdata = True
    if "typeof" in attributes:
        found.rdfa = True
    if "tabindex" in attributes:
        structure.ordered(found, node, attributes["tabindex"])
    handler = HANDLERS.get(node.tag or "")
    if handler:
        handler(found, node, attributes)


def _facts(found: Gathering, root: LexborNode) -> dict[str, Any]:
    misplaced = any(not placed.in_head for placed in (*found.titles, *found.descriptions))
    misplaced = misplaced or "body" in {
        *(x.where for x in found.canonicals),
        *(x.where for x in found.alternates),
        *(x.where for x in found.directives),
    }
    base = found.references.base
    return {
        **{name: tuple(getattr(found, name)) for name in _LISTS},
        **{name: getattr(found, name) for name in _PLAIN},
        "structured": types_of(found.items) or _unreadable(found),
        "other_markup": found.microdata or found.rdfa,
        "doctype": _has_doctype(root),
        "lang": _lang(root),
        "base": str(base) if isinstance(base, Url) and base is not found.references.document else None,
        "links": tuple(found.links.values()),
        "links_cut": "links-cut" in found.marks,
        "resources": tuple(found.resources.values()),
        "anchors": frozenset(found.anchors),
        "generator": next((value for name, value in found.metas if name == "generator"), ""),
        "head_broken_by": head_broken_by(found.source) if misplaced else "",
    }


def _built(found: Gathering, tree: LexborHTMLParser) -> dict[str, Any]:
    """How the page is built, by field name of `Page`."""
    return {
        "explained": frozenset(found.explained),
        "repeated_ids": structure.referenced(found, tree),
        "deep": structure.is_deep(tree),
        "written_twice": structure.written_twice(found.source),
    }


def _made_with(found: Gathering, fields: Mapping[str, tuple[str, ...]]) -> tuple[Technology, ...]:
    ids = {name.lower() for name in found.ids if name.startswith("__")}
    return technologies.detect(fields, found.metas, found.resources.values(), found.inline, ids)


def _unreadable(found: Gathering) -> tuple[str, ...]:
    """There is structured data of which no type can be told."""
    unjudged = any(block.error and block.column is None for block in found.blocks)
    there = unjudged or any(block.text.strip() for block in found.blocks)
    return (UNTYPED,) if there else ()


def _has_doctype(root: LexborNode) -> bool:
    before = root.prev
    while before is not None and before.tag != "-doctype":
        before = before.prev
    return before is not None


def _lang(root: LexborNode) -> str | None:
    if "lang" not in root.attributes:
        return None
    return (root.attributes.get("lang") or "").strip()[:100]
