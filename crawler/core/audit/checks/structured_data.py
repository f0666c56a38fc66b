"""Structured data: is it JSON, and does it say what rich results ask for?"""

from collections.abc import Iterable

from crawler.core.audit import rich_results
from crawler.core.audit.checks.groups import named
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.rich_results import Lack
from crawler.core.audit.site import Site
from crawler.core.audit.structured import Item

_SHOWN = 10  # items named in one finding


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
    source="Google Search Central: structured data gallery, the page of each type",
)  # fmt: skip
def required(page: Page) -> Said:
    return _lacks(rich_results.lacking(page.items))


@page_check(
    "sd-recommended-missing", "structured-data", "notice",
    title="Structured data could say more",
    why="Rich results show more where these properties are given.",
    fix="Add the properties named, where the page knows them.",
    source="Google Search Central: structured data gallery, the page of each type",
)  # fmt: skip
def recommended(page: Page) -> Said:
    return _lacks(rich_results.lacking(page.items, recommended=True))


def _lacks(lacks: Iterable[Lack]) -> Said:
    found = tuple(lacks)
    texts = tuple(dict.fromkeys(map(_told, found)))
    if texts:
        lines = tuple(dict.fromkeys(lack.line for lack in found if lack.line))
        more = f"; and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
        yield Hit("; ".join(texts[:_SHOWN]) + more, also={"missing": texts[:50], "lines": lines[:50]})


def _told(lack: Lack) -> str:
    name = _name(lack.item)
    return f"{lack.kind}{' ' + quoted(name, 40) if name else ''} lacks {', '.join(lack.names)}"


def _name(item: Item) -> str:
    values = (value for key in ("name", "headline", "title") for value in item.get(key))
    return next((str(value) for value in values if not isinstance(value, Item)), "")
