"""Pages to which hardly a link leads, or only links that do not count."""

from collections import defaultdict
from collections.abc import Iterator

from crawler.core.audit import directives, thresholds
from crawler.core.audit.checks.groups import is_paginated, linked, named
from crawler.core.audit.finding import CannotTell, Hit, Said, count
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site
from crawler.core.audit.spelling import spelled

_LINKS = "Google Search Central: links"


def _arrivals(site: Site) -> dict[str, list[str]]:
    """For each address at which links arrive, redirects followed, the addresses they name."""
    found: dict[str, list[str]] = defaultdict(list)
    for target in site.inlinks:
        found[spelled(site.chain(target)[-1])].append(target)
    return found


def _below_home(site: Site) -> Iterator[Page]:
    return (page for page in site.indexable if page.url not in (site.home, site.run.start_url))


@site_check(
    "link-only-nofollow-inlinks", "links", "notice", Needs.WHOLE,
    title="Only nofollow links lead to the page",
    why="Engines are told to pass by every link to it, so it may not be found although it may be shown.",
    fix="Take nofollow off one of the links, or mark the page noindex if it is not meant for search.",
    source="Google Search Central: qualify outbound links",
)  # fmt: skip
def only_nofollow(site: Site) -> Said:
    arrivals = _arrivals(site)
    for page in _below_home(site):
        sources = [found for target in arrivals.get(spelled(page.url), ()) for found in site.inlinks[target]]
        if sources and all(link.nofollow or _keeps_back(site.pages[url]) for url, link in sources if url != page.url):
            text, also = linked(tuple(sources))
            yield Hit(text, page.url, also)


def _keeps_back(page: Page) -> bool:
    return page.said("nofollow", directives.ENGINES)


@site_check(
    "page-few-inlinks", "structure", "notice", Needs.WHOLE,
    title="Only one page links to the page",
    why="If that link goes, nobody finds the page; and engines take it for unimportant.",
    fix="Link to it from other pages whose readers would want it.",
    source="Google Search Central: site structure (the number is a convention)",
)  # fmt: skip
def few(site: Site) -> Said:
    arrivals, candidates = _arrivals(site), list(_below_home(site))
    lone: dict[str, str] = {}
    for page in candidates:
        targets = arrivals.get(spelled(page.url), ())
        sources = {source for target in targets for source in site.inlinks.sources(target)} - {page.url}
        if len(sources) == 1 and not is_paginated(page.url):
            lone[page.url] = sources.pop()
    if len(lone) > thresholds.FEW_INLINKS_SHARE * len(candidates):
        yield CannotTell(
            f"{len(lone)} of {count(len(candidates), 'page')} have one page that links there; none stands out"
        )
        return
    for url, source in lone.items():
        yield Hit(f"linked from {source} alone", url, {"sources": ({"page": source},), "source_pages": 1})


@site_check(
    "canonical-unlinked", "indexing", "notice", Needs.WHOLE,
    title="No link leads to the canonical page",
    why="The site names this page as the one to show, and then sends readers only to its copies.",
    fix="Link to the canonical address.",
    source="Convention",
)  # fmt: skip
def canonical_unlinked(site: Site) -> Said:
    arrivals, naming = _arrivals(site), defaultdict(list)
    for url, page in sorted(site.pages.items()):
        if page.canonical and not page.is_canonical:
            naming[page.canonical].append(url)
    for target, pages in naming.items():
        known = target in (site.home, site.run.start_url) or spelled(target) in arrivals
        if site.covers(target) and not known and site.pages.get(target):
            facts = {"pages": tuple(pages[: thresholds.SOURCES_SHOWN]), "count": len(pages)}
            yield Hit(f"named as canonical by {named(pages)}, and no page links to it", target, facts)
