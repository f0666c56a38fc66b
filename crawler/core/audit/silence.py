"""Why a check gives no verdict, or not a whole one: its silence would read as a pass."""

from typing import Final

from crawler.core.audit.finding import NotEvaluated, count
from crawler.core.audit.registry import Check, Needs
from crawler.core.audit.site import Site

_ONE_PAGE: Final = "page"  # the spider that asks for one page
#: Checks of a run that look at its pages.
_PAGE_AREAS: Final = frozenset(
    {"indexing", "international", "security", "performance", "rendering", "social", "technology"}
)
_PAGES: Final = frozenset({"https-missing", "img-broken", "robots-blocks-resource"})
#: Checks that look at the rules of robots.txt. Where there is none, there is nothing wrong with them.
_RULES: Final = frozenset(
    {"robots-blocks-all", "robots-syntax", "robots-too-big", "robots-blocks-resource", "ai-robots-policy"}
)


def why_not(check: Check, site: Site) -> NotEvaluated | None:
    """Why a check is not asked, or what its answer leaves open (`partly`)."""
    if check.needs in (Needs.SITE, Needs.WHOLE) and site.run.spider == _ONE_PAGE:
        return NotEvaluated(check.id, "not-evaluated", "one page was asked for; this needs the whole site")
    if nothing := _nothing_to_see(check, site):
        return NotEvaluated(check.id, "not-evaluated", nothing)
    if check.needs is Needs.WHOLE and not site.complete:
        return NotEvaluated(check.id, "inconclusive", f"the crawl is not complete: {_why_cut(site)}")
    if check.needs is Needs.SITE and not site.complete:
        seen = count(len(site.pages), "page")
        reason = f"the crawl is not complete; judged among {seen} that were read: {_why_cut(site)}"
        return NotEvaluated(check.id, "partly", reason)
    return None


def _nothing_to_see(check: Check, site: Site) -> str:
    of_pages = check.needs is Needs.PAGE or check.id in _PAGES
    of_pages = of_pages or (check.needs is Needs.RUN and check.area in _PAGE_AREAS)
    if of_pages and not site.pages:
        return "no page could be read"
    if check.area == "robots" and not site.robots:
        return "robots.txt was not asked for"
    if check.id in _RULES and all(record.decision == "deny-all" for record in site.robots):
        return "robots.txt could not be read"
    if check.area == "sitemap" and check.id != "sitemap-missing" and not site.sitemaps:
        return "no sitemap was read"
    return ""


def _why_cut(site: Site) -> str:
    """The first reason in full, and how many there are."""
    more = count(len(site.gaps) - 1, "more reason", "more reasons") if len(site.gaps) > 1 else ""
    return "; ".join(filter(None, (*site.gaps[:1], more)))
