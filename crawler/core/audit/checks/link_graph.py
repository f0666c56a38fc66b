"""Links between pages: where they lead, how far they are, and what no link reaches."""

import re
from collections.abc import Iterator

from crawler.core.audit import thresholds
from crawler.core.audit.checks.groups import linked
from crawler.core.audit.facts import Link
from crawler.core.audit.finding import Hit, Said, count
from crawler.core.audit.purpose import is_private
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site, path_of
from crawler.core.audit.spelling import spelled, spellings
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord

_TEMPORARY = frozenset({302, 303, 307})
_LANGUAGE = re.compile(r"/[a-z]{2}(?:[-_][a-z]{2})?/?(?:index\.html?)?", re.IGNORECASE)
Sources = tuple[tuple[str, Link], ...]


def _internal(site: Site) -> Iterator[tuple[UrlRecord, Sources]]:
    """What internal links point at, was asked for and did not simply answer, with who links there."""
    for url in sorted(site.inlinks):
        record = site.urls.get(url)
        if record is not None and site.covers(url) and record.outcome is not Outcome.FETCHED:
            yield record, site.inlinks[url]


@site_check(
    "link-broken-internal", "links", "error", Needs.SITE,
    title="A link leads to a page that does not work",
    why="Readers meet an error, and engines waste their visit.",
    fix="Correct the link, bring the page back, or redirect it to its successor.",
    source="RFC 9110, status codes; Google Search Central: HTTP status codes and network errors",
)  # fmt: skip
def broken(site: Site) -> Said:
    for record, sources in _internal(site):
        fault = site.fault(record.url)
        if fault and not site.endless(record.url):  # redirect-loop says who links there
            text, also = linked(sources)
            final = site.chain(record.url)[-1]
            way = "" if final == record.url else f"redirects to {final}: "
            yield Hit(f"{way}{fault}; {text}", record.url, also)


@site_check(
    "link-to-redirect", "links", "notice", Needs.SITE,
    title="A link leads to a redirect",
    why="Every click and every visit of a robot makes a detour.",
    fix="Link to the address where the redirect ends.",
    source="Google Search Central: redirects",
)  # fmt: skip
def to_redirect(site: Site) -> Said:
    for record, sources in _internal(site):
        final = site.chain(record.url)[-1]
        moved = record.outcome is Outcome.REDIRECTED and not site.fault(record.url)
        if moved and not _depends_on_visitor(record, final):
            text, also = linked(sources)
            yield Hit(f"status {record.status}, ends at {final}; {text}", record.url, {**also, "final": final})


@site_check(
    "redirect-temporary-internal", "links", "notice", Needs.SITE,
    title="A link leads to a temporary redirect",
    why="Engines keep the old address in mind when a redirect says it is only for now.",
    fix="Answer 301 or 308 if the move is for good, and link to the new address.",
    source="Google Search Central: redirects (a temporary one is a weak signal)",
)  # fmt: skip
def to_temporary(site: Site) -> Said:
    seen = set()
    for record, sources in _internal(site):
        for hop in () if site.endless(record.url) else site.chain(record.url):
            moved = site.urls.get(hop)
            if hop in seen or not moved or moved.status not in _TEMPORARY:
                continue
            if site.covers(moved.location) and not _depends_on_visitor(moved, moved.location or ""):
                seen.add(hop)
                text, also = linked(sources)
                yield Hit(f"status {moved.status} to {moved.location}; {text}", hop, also)


def _depends_on_visitor(record: UrlRecord, target: str) -> bool:
    """Whether a redirect is rightly for now: to a log-in, or from the root to the visitor's language."""
    by_language = path_of(record.url) == "/" and _LANGUAGE.fullmatch(path_of(target)) is not None
    return record.status in _TEMPORARY and (is_private(target) or by_language)


@site_check(
    "orphan-page", "structure", "warning", Needs.WHOLE,
    title="No link leads to the page",
    why="Only the sitemap names it: readers cannot reach it and engines rate it low.",
    fix="Link to it where readers would look for it, or take it out of the sitemap.",
    source="Google Search Central: links",
)  # fmt: skip
def orphan(site: Site) -> Said:
    reached = {site.home, site.run.start_url}
    for target in (*site.inlinks, *(r.location for r in site.records() if r.location)):
        reached.update(site.chain(target))
    named = spellings(reached)
    for page in site.indexable:
        if page.url in site.listed and spelled(page.url) not in named:
            yield Hit(f"listed in {site.listed[page.url]}, and no page links to it", page.url)


@site_check(
    "page-depth", "structure", "notice", Needs.WHOLE,
    title="The page is many clicks away",
    why="What is far from the start page is read less and visited by engines more rarely.",
    fix="Link to it from a page closer to the start.",
    source="Google Search Central: site structure (the number is a convention)",
)  # fmt: skip
def depth(site: Site) -> Said:
    for page in site.indexable:
        clicks = site.depths.get(page.url, 0)  # to what no link leads is orphan-page's
        if clicks > thresholds.DEPTH_CLICKS:
            yield Hit(f"{count(clicks, 'click')} from the start page", page.url, {"clicks": clicks})
