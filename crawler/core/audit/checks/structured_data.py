"""JSON-LD: is it JSON, and does it say what rich results ask for?"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from crawler.core.audit import jsonld
from crawler.core.audit.checks.groups import named
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site

#: For each type what a rich result asks for; of alternatives in a tuple one is enough.
_REQUIRED: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "Product": (("name",), ("review", "aggregateRating", "offers")),
    "BreadcrumbList": (("itemListElement",),),
    "FAQPage": (("mainEntity",),),
    "Event": (("name",), ("startDate",), ("location",)),
    "Recipe": (("name",), ("image",)),
    "VideoObject": (("name",), ("thumbnailUrl",), ("uploadDate",)),
    "JobPosting": (
        ("title",),
        ("description",),
        ("datePosted",),
        ("hiringOrganization",),
        ("jobLocation", "applicantLocationRequirements"),
    ),
    "LocalBusiness": (("name",), ("address",)),
    "Review": (("author",), ("reviewRating",)),
}
_MOST_NODES: Final = 5000


@page_check(
    "sd-jsonld-syntax", "structured-data", "error",
    title="Structured data cannot be read",
    why="One wrong comma, and engines ignore the whole block.",
    fix="Correct the JSON at the place named.",
    source="Google Search Central: structured data guidelines; RFC 8259",
)  # fmt: skip
def syntax(page: Page) -> Said:
    for number, block in enumerate(page.blocks, 1):
        if block.error and block.text.strip():
            place = f", line {block.line}, column {block.column}" if block.line else ""
            yield Hit(f"block {number}{place}: {block.error}", also={"line": block.line, "column": block.column})
        elif block.error and not block.text:
            continue  # too large to be judged


@site_check(
    "sd-none", "structured-data", "notice", Needs.SITE,
    title="Pages carry no structured data",
    why="Engines understand such pages from their text alone, and cannot show prices, stars or a path in results.",
    fix="Describe what the pages are about in JSON-LD, where a rich result exists for it.",
    source="Google Search Central: introduction to structured data",
)  # fmt: skip
def none(site: Site) -> Said:
    without = [page.url for page in site.indexable if not page.structured]
    if without:
        share = f"{len(without):,} of {count(len(site.indexable), 'indexable page', 'indexable pages')}"
        yield Hit(f"{share} without JSON-LD, microdata or RDFa: {named(without)}", site.home, {"count": len(without)})


@page_check(
    "sd-required-missing", "structured-data", "error",
    title="Structured data lacks what rich results need",
    why="Without it the page cannot be shown with stars, prices or dates.",
    fix="Add the properties named.",
    source="Google Search Central: structured data gallery",
)  # fmt: skip
def required(page: Page) -> Said:
    missing = [text for block in page.blocks if not block.error for text in _missing(jsonld.parse(block.text))]
    if missing:
        yield Hit("; ".join(dict.fromkeys(missing)), also={"missing": tuple(dict.fromkeys(missing))})


def _missing(value: object) -> Iterator[str]:
    for node in _nodes(value):
        for kind in _types(node):
            lacks = [" or ".join(names) for names in _REQUIRED.get(kind, ()) if not any(_given(node, n) for n in names)]
            if lacks and not _is_reference(node):
                yield (
                    f"{kind} {quoted(str(node['name']), 40) if _given(node, 'name') else ''}".strip()
                    + " lacks "
                    + ", ".join(lacks)
                )
        if "Product" in _types(node):
            yield from _offers(node)


def _offers(product: Mapping[str, Any]) -> Iterator[str]:
    offers = product.get("offers")
    for offer in offers if isinstance(offers, list) else [offers]:
        if not isinstance(offer, dict):
            continue
        priced = _given(offer, "price") or _given(offer, "priceSpecification")
        if not priced and "Offer" in _types(offer):
            yield "Offer lacks price or priceSpecification"


def _nodes(value: object) -> Iterator[Mapping[str, Any]]:
    """The top-level nodes, those of @graph, and an item of each list; nested types serve their parent."""
    todo, seen = [value], 0
    while todo and seen < _MOST_NODES:
        node, seen = todo.pop(), seen + 1
        if isinstance(node, list):
            todo.extend(reversed(node[:_MOST_NODES]))
        elif isinstance(node, dict):
            yield node
            todo.append(node.get("@graph"))


def _types(node: Mapping[str, Any]) -> list[str]:
    kinds = node.get("@type")
    names = kinds if isinstance(kinds, list) else [kinds]
    return [name.rpartition("/")[2].rpartition(":")[2] for name in names if isinstance(name, str)]


def _given(node: Mapping[str, Any], name: str) -> bool:
    return node.get(name) not in (None, "", [], {})


def _is_reference(node: Mapping[str, Any]) -> bool:
    """A node with only @id and @type points at one that is described elsewhere."""
    return "@id" in node and set(node) <= {"@id", "@type", "@context"}
