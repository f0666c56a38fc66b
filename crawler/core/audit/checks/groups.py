"""How checks speak of several pages: duplicates without false alarms, and sources counted and named."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from crawler.core.audit import thresholds
from crawler.core.audit.facts import Link
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.site import Site, host_of
from crawler.core.audit.spelling import spelled

#: What tells page 2 of a list from page 1: such pages share a title rightly.
_PAGINATION = re.compile(
    r"(?:[?&](?:p|pg|page|paged|start|offset|strana|stranka|seite|pagina|página)=\d+|/(?:page|strana|seite)/\d+/?$)",
    re.I,
)


def duplicates(pages: Sequence[Page], what: str) -> Iterator[Hit]:
    """A hit for each page of a group; spellings of an address, pages of a list and of a hreflang cluster count once."""
    distinct: dict[str, Page] = {}
    for page in pages:
        distinct.setdefault(spelled(page.url), page)
    group = [page for page in distinct.values() if not _PAGINATION.search(page.url)]
    group = [page for number, page in enumerate(group) if not _alternate(page, group[:number])]
    if len(group) < 2:
        return
    for page in group:
        others = [other.url for other in group if other is not page]
        yield Hit(f"{what} is also on {named(others)}", page.url, {"pages": tuple(others)})


def _alternate(page: Page, others: Iterable[Page]) -> bool:
    """Whether the page and one of the others name each other as language versions."""
    return any(_names(page, other) or _names(other, page) for other in others)


def _names(page: Page, other: Page) -> bool:
    return any(alternate.target.url == other.url for alternate in page.alternates)


def named(urls: Collection[str], most: int = 3) -> str:
    """`a, b, c and 4 more`."""
    shown = list(urls)[:most]
    rest = len(urls) - len(shown)
    return ", ".join(shown) + (f" and {rest:,} more" if rest else "")


def linked(sources: Sequence[tuple[str, Link]]) -> tuple[str, dict[str, object]]:
    """Who links there, as evidence and as facts: pages, anchor texts and lines."""
    pages = tuple(dict.fromkeys(url for url, _ in sources))
    first, link = sources[0]
    place = f", line {link.line}" if link.line else ""
    text = f"linked from {count(len(pages), 'page')}: {first}{place}, as {quoted(link.text, 60)}"
    rows = [
        {"page": url, "text": link.text, "line": link.line, "href": link.href}
        for url, link in sources[: thresholds.SOURCES_SHOWN]
    ]
    return text, {"sources": tuple(rows), "source_pages": len(pages)}


def per_host(site: Site, fault: Callable[[Page], str]) -> Said:
    """One hit for each host and fault: at its first page, with how many pages have it."""
    pages: dict[tuple[str, str], list[str]] = defaultdict(list)
    totals: dict[str, int] = defaultdict(int)
    for url, page in sorted(site.pages.items()):
        totals[host_of(url)] += 1
        if text := fault(page):
            pages[host_of(url), text].append(url)
    for (host, text), urls in sorted(pages.items()):
        place = site.home if site.home in urls else urls[0]
        whole = len(urls) == totals[host]
        many = f"on all {len(urls)} pages" if whole else f"on {len(urls)} of {totals[host]} pages: {named(urls)}"
        yield Hit(text if totals[host] == 1 else f"{text}; {many}", place, {"pages": tuple(urls)})
