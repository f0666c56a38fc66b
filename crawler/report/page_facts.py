"""All facts of one address for its view in report.html: groups of names and texts, made for people.

Texts of strangers go through `value`: without control characters, and bounded.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from crawler.core.audit.finding import count
from crawler.core.audit.kept import SharedLinks
from crawler.core.audit.page import Page
from crawler.core.audit.rendered import Rendered
from crawler.core.audit.report import Report
from crawler.core.audit.wording import fold, printable
from crawler.core.audit.words import WORDS
from crawler.core.records import UrlRecord

#: Characters of one text, and items of one list.
LONGEST: Final = 240
ITEMS: Final = 8
#: How a URL came to be known, in words.
_SOURCES: Final = {
    "start": "the start address", "link": "a link", "canonical": "a canonical", "hreflang": "a language version",
    "sitemap": "a sitemap", "redirect": "a redirect", "twin": "the same address with the other scheme or host",
}  # fmt: skip

Fact = tuple[str, str, Any]  # group, name, text or list of texts


def facts(record: UrlRecord, page: Page | None, report: Report) -> list[Fact]:
    """What is known of an address, in the order in which it is shown; what is empty is left out."""
    found = [*_answer(record)]
    if page is not None:
        found += [*_search(page), *_content(page), *_headers(page)]
    found += _links(record, page, report)
    if page is not None and page.rendered is not None:
        found += _drawn(page.rendered)
    return [(group, name, value(said)) for group, name, said in found if said not in (None, "", (), [])]


def value(said: Any) -> Any:
    """A text or a list of texts for people."""
    if isinstance(said, bool):
        return "yes" if said else "no"
    if isinstance(said, int):
        return f"{said:,}"
    if isinstance(said, str):
        return short(said)
    texts = [short(text) for text in said]
    return texts if len(texts) <= ITEMS else [*texts[:ITEMS], f"and {len(texts) - ITEMS:,} more"]


def short(text: str) -> str:
    text = fold(printable(text))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def size(number: int) -> str:
    """Bytes for people."""
    return f"{number / 1000:,.1f} kB" if number < 1_000_000 else f"{number / 1_000_000:,.1f} MB"


def seconds(number: float | None) -> str:
    return "" if number is None else f"{number:.2f} s"


def _answer(record: UrlRecord) -> Iterator[Fact]:
    group = "Answer"
    yield group, "Outcome", f"{record.outcome}: {WORDS[record.outcome]}"
    yield group, "Reason", record.reason
    yield group, "Status", None if record.status is None else str(record.status)
    yield group, "Redirects to", record.location
    yield group, "Content type", record.content_type
    yield group, "Transferred", None if record.body_bytes is None else size(record.body_bytes)
    yield group, "Time until the answer began", seconds(record.ttfb)
    yield group, "Time in all", seconds(record.seconds)


def _search(page: Page) -> Iterator[Fact]:
    group = "Search engines"
    yield group, "Nothing keeps it out of search", page.indexable
    yield group, "Title", page.title
    yield group, "Length of the title", len(page.title)
    yield group, "Further titles", [title.text for title in page.titles[1:]]
    yield group, "Description", page.description
    yield group, "Length of the description", len(page.description)
    yield group, "Canonical", [f"{one.target.url or one.target.raw} ({one.where})" for one in page.canonicals]
    yield group, "Robots directives", [_directive(one) for one in page.directives]
    yield group, "Language versions", [f"{one.lang}: {one.target.url or one.target.raw}" for one in page.alternates]


def _directive(one: Any) -> str:
    return f"{one.agent}: {one.name}{' ' if one.value else ''}{one.value} ({one.where})"


def _content(page: Page) -> Iterator[Fact]:
    group = "Content"
    yield group, "Main heading", page.h1
    yield group, "Headings", page.headings_seen
    yield group, "Words of the main text", page.words
    yield group, "Images", page.images_seen
    yield group, "Language", "not given" if page.lang is None else page.lang
    yield group, "HTML", size(page.size)
    yield group, "Encoding", f"{page.charset} (told by: {page.charset_rule})"
    yield group, "Bytes that mean nothing in it", page.replaced or None
    yield group, "Doctype", page.doctype
    yield group, "Base address", page.base
    yield group, "Scripts", page.scripts
    kinds = Counter(resource.kind for resource in page.resources)
    yield group, "Loads", ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
    yield group, "Data for search engines", ", ".join(page.structured) or None
    yield group, "Generator", page.generator
    yield group, "Social and other metadata", [f"{name}: {text}" for name, text in page.metas]
    yield group, "Cut by our limits", page.marks


def _headers(page: Page) -> Iterator[Fact]:
    yield from (("Response headers", short(name)[:60], text) for name, text in page.headers)


def _links(record: UrlRecord, page: Page | None, report: Report) -> Iterator[Fact]:
    group = "Links"
    sources = report.site.inlinks.sources(record.url)
    yield group, "Clicks from the start page", report.depths.get(record.url)
    yield group, "Known from", _SOURCES.get(record.source, record.source)
    yield group, "Found on", record.found_on
    yield group, "In the sitemap", report.site.listed.get(record.url)
    yield group, "Linked from", count(len(sources), "page")
    yield group, "Pages that link here", _some(sources)
    if page is not None:
        yield group, "Links on the page", page.links_seen
        yield group, "To other hosts", sum(bool(url) and not report.site.covers(url) for url in _targets(page))


def _targets(page: Page) -> Iterator[str | None]:
    links = page.links.anywhere() if isinstance(page.links, SharedLinks) else page.links
    return (link.url for link in links)


def _some(texts: tuple[str, ...]) -> Iterable[str]:
    return texts if len(texts) <= 5 else (*texts[:4], f"and {len(texts) - 4:,} more")


def _drawn(rendered: Rendered) -> Iterator[Fact]:
    group = "As a browser drew it"
    yield group, "Address in the end", rendered.url
    yield group, "It sent itself to", rendered.leads_to
    yield group, "Until its load event", "there was none" if rendered.loaded is None else seconds(rendered.loaded)
    yield group, "Time in all", seconds(rendered.seconds)
    yield group, "Size of the document", f"{rendered.width:,} × {rendered.height:,} pixels" if rendered.height else None
    yield group, "Requests", len(rendered.requests)
    yield group, "Of them to others", rendered.third_parties
    yield group, "How they ended", _counts(request.outcome for request in rendered.requests)
    yield group, "Refused by us", [f"{why}: {number:,}" for why, number in rendered.refused]
    yield group, "Console", rendered.console
    yield group, "Limits reached", rendered.cut
    yield group, "Screenshot", rendered.picture
    yield group, "Document", rendered.html
    if rendered.sent is not None:
        yield group, "Words as it was sent", rendered.sent.words
        yield group, "Links as it was sent", rendered.sent.links


def _counts(names: Iterable[str]) -> list[str]:
    return [f"{name}: {number:,}" for name, number in sorted(Counter(names).items())]
