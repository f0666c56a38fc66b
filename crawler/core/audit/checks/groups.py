"""How checks speak of several pages: duplicates without false alarms, and sources counted and named."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from crawler.core.audit import thresholds
from crawler.core.audit.facts import Link
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.site import Site, host_of, path_of
from crawler.core.audit.spelling import spelled

#: What tells page 2 of a list from page 1: such pages share a title rightly.
_PAGINATION = re.compile(
    r"(?:[?&](?:p|pg|page|paged|start|offset|strana|stranka|seite|pagina|página)=\d+|/(?:page|strana|seite)/\d+/?$)",
    re.I,
)

_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php\d?|aspx?|jsp|cgi)$", re.IGNORECASE)


def duplicates(pages: Sequence[Page], what: str) -> Iterator[Hit]:
    """A hit for each page of a group; spellings of an address, pages of a list and of a hreflang cluster count once."""
    group = list(_one_version(page for page in _distinct(pages) if not is_paginated(page.url)))
    if len(group) < 2:
        return
    first = [page.url for page in group[: thresholds.SOURCES_SHOWN + 1]]
    for page in group:
        others = [url for url in first if url != page.url][: thresholds.SOURCES_SHOWN]
        number = len(group) - 1
        yield Hit(f"{what} is also on {named(others, of=number)}", page.url, {"pages": tuple(others), "count": number})


def _distinct(pages: Sequence[Page]) -> Iterator[Page]:
    """One for each page that has several addresses: url-slash-duplicate and its kin tell of the others."""
    known: dict[tuple[str, str], Page] = {}
    kept = set()
    for page in sorted(pages, key=lambda page: ("?" in page.url, page.url)):
        base, query = address(page.url), spelled(page.url).partition("?")[2]
        first = known.get((base, "")) or known.get((base, query))
        if first is None or (page.text_hash != first.text_hash and spelled(page.url) != spelled(first.url)):
            known.setdefault((base, query), page)
            kept.add(page.url)
    return (page for page in pages if page.url in kept)


def address(url: str) -> str:
    """What the spellings of one address have in common: scheme, www, a slash at the end, index.html and query apart."""
    host, path = host_of(url).removeprefix("www."), spelled(path_of(url))
    return host + _INDEX.sub("/", path).rstrip("/")


def is_paginated(url: str) -> bool:
    """Whether an address is one page of a list by its looks."""
    return _PAGINATION.search(url) is not None


def _one_version(pages: Iterable[Page]) -> Iterator[Page]:
    """Pages without those that one before them names as a language version, or that name one before them."""
    before: set[str] = set()
    told: set[str | None] = set()
    for page in pages:
        targets = {alternate.target.url for alternate in page.alternates}
        if page.url not in told and not before & targets:
            yield page
        before.add(page.url)
        told |= targets


def versions(page: Page, other: Page) -> bool:
    """Whether one names the other as a language version."""
    return _names(page, other) or _names(other, page)


def _names(page: Page, other: Page) -> bool:
    return any(alternate.target.url == other.url for alternate in page.alternates)


def named(urls: Collection[str], most: int = 3, of: int | None = None) -> str:
    """`a, b, c and 4 more`; `of`: there are so many, if not all are given."""
    shown = list(urls)[:most]
    rest = (len(urls) if of is None else of) - len(shown)
    return ", ".join(shown) + (f" and {rest:,} more" if rest else "")


def linked(sources: Sequence[tuple[str, Link]]) -> tuple[str, dict[str, object]]:
    """Who links there, as evidence and as facts: pages counted and the first ten shown, with anchor text and line."""
    pages = dict(reversed(sources))
    first, link = sources[0]
    place = f", line {link.line}" if link.line else ""
    text = f"linked from {count(len(pages), 'page')}: {first}{place}, as {quoted(link.text, 60)}"
    shown = list(reversed(pages.items()))[: thresholds.SOURCES_SHOWN]
    rows = ({"page": url, "text": link.text, "line": link.line, "href": link.href} for url, link in shown)
    return text, {"sources": tuple(rows), "source_pages": len(pages), "source_links": len(sources)}


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
