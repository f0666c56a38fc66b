"""Lists that go over several pages."""

import re
from collections.abc import Iterator

from crawler.core.audit.checks.groups import linked
from crawler.core.audit.finding import CannotTell, Hit, Said
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site
from crawler.core.audit.spelling import spelled

#: The number of a page in its address, with what is before and after it.
_NUMBERED = re.compile(
    r"(?P<before>.*?)(?:(?P<sign>[?&])(?:page|paged|pg|p|seite|strana|pagina)=|/(?:page|seite|strana)/)"
    r"(?P<number>\d{1,6})/?(?P<after>(?:[&?].*)?)",
    re.IGNORECASE,
)


@site_check(
    "pagination-broken", "structure", "warning", Needs.SITE,
    title="A list breaks off at one of its pages",
    why="What stands on the further pages of the list is not found: the way there is broken, or engines are sent back.",
    fix="Let every page of the list answer, be indexable, and name itself as canonical.",
    source="Google Search Central: pagination (do not use the first page as the canonical page of all)",
)  # fmt: skip
def broken(site: Site) -> Said:
    for target, why, sources in _pages_of_lists(site):
        fault = site.fault(target) or _kept_out(site, target)
        if fault:
            if target in site.inlinks:
                text, also = linked(site.inlinks[target])
            else:
                text, also = f"{why} of {sources[0]}", {"pages": sources}
            yield Hit(f"{fault}; {text}", target, also)
        elif unproven := site.unproven(target):
            yield CannotTell(f"a page of a list could not be verified: {unproven}", sources[0])


def _pages_of_lists(site: Site) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each further page of a list that a page links to or names as next or prev: (URL, how, by whom)."""
    named: dict[str, tuple[str, list[str]]] = {}
    for url, page in sorted(site.pages.items()):
        for pager in page.pagers:
            to = pager.target.url
            if to and to != url and site.covers(to):
                named.setdefault(to, (f"rel={pager.rel}", []))[1].append(url)
    for target in site.inlinks:
        if target not in named and site.covers(target) and _number(target) > 1:
            named[target] = "a link", [site.inlinks.sources(target)[0]]
    for target, (how, pages) in sorted(named.items()):
        yield target, how, tuple(pages[:10])


def _kept_out(site: Site, target: str) -> str:
    """Why an engine leaves out a page of a list whose first page it may show; empty where it does not."""
    page = site.pages.get(target)
    first = {spelled(url) for url in _firsts(target)}
    if page is None:
        return ""
    hidden = any(site.pages[url].noindex for url in _firsts(target) if url in site.pages)
    if page.noindex and not hidden:
        return "noindex"
    canonical = page.canonical or target
    return (
        f"its canonical is the first page, {canonical}" if canonical != target and spelled(canonical) in first else ""
    )


def _number(url: str) -> int:
    found = _NUMBERED.fullmatch(url)
    return int(found["number"]) if found else 0


def _firsts(url: str) -> tuple[str, ...]:
    """How the first page of a list may be addressed."""
    found = _NUMBERED.fullmatch(url)
    if found is None:
        return ()
    one = url[: found.start("number")] + "1" + url[found.end("number") :]
    before, after = found["before"], found["after"]
    if found["sign"] == "?":
        return one, before + after.replace("&", "?", 1)
    return (one, before + after) if found["sign"] else (one, before + after, f"{before}/{after}")
