"""What pages tell search engines about being indexed."""

import re

from crawler.core.audit import directives, thresholds
from crawler.core.audit.finding import Hit, Said, Severity, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.purpose import is_private
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site

#: What a comma in the date of unavailable_after leaves over.
_DATE = re.compile(r"\d")
_ROBOTS_META = "Google Search Central: robots meta tag"


def _where(page: Page) -> str:
    found = [d for d in page.directives if d.agent in directives.ENGINES and d.name in ("noindex", "none")]
    return ", ".join(dict.fromkeys(f"{d.name} for {d.agent} in the {_PLACE[d.where]}" for d in found))


def _on_purpose(site: Site, url: str) -> bool:
    return url != site.home and is_private(url)


_ONE_PAGE = "page"  # the spider that asks for one page: it may well be one that is to be left out
_PLACE = {"head": "robots meta tag", "body": "robots meta tag (in the body)", "header": "X-Robots-Tag header"}


@site_check(
    "indexing-noindex", "indexing", "notice", Needs.RUN,
    title="Search engines are told to leave the page out",
    why="A page with noindex is not found in search. That is right for some pages and a disaster for others.",
    fix="Take noindex away where the page should be found.",
    source=_ROBOTS_META,
)  # fmt: skip
def noindex(site: Site) -> Said:
    hidden = [page for url, page in sorted(site.pages.items()) if page.noindex and not _on_purpose(site, url)]
    most = site.complete and len(site.pages) > 1 and len(hidden) >= thresholds.NOINDEX_SHARE * len(site.pages)
    for page in hidden:
        home = page.url == site.home and (len(site.pages) > 1 or site.run.spider != _ONE_PAGE)
        worse = Severity.ERROR if home or most else None
        share = f"{len(hidden)} of {count(len(site.pages), 'page')}"
        why = "; this is the start page" if home else f"; noindex is on {share}"
        yield Hit(_where(page) + (why if worse else ""), page.url, severity=worse)


@page_check(
    "indexing-conflict", "indexing", "error",
    title="The page contradicts itself about indexing",
    why="Engines obey the stricter word, or neither; the page asks for two things at once.",
    fix="Say one thing: index it, leave it out, or name its canonical page.",
    source=_ROBOTS_META,
)  # fmt: skip
def conflict(page: Page) -> Said:
    told = [d for d in page.directives if d.agent == directives.EVERYONE]
    asks = {d.where == "header" for d in told if d.name in ("index", "all")}
    forbids = {d.where == "header" for d in told if d.name in ("noindex", "none")}
    if asks and forbids:
        places = "the header and the meta tag disagree" if asks != forbids else "both index and noindex are said"
        yield Hit(places)
    elif page.noindex and page.canonical and page.canonical != page.url:
        yield Hit(f"noindex, and yet the canonical page is {page.canonical}")


@page_check(
    "indexing-nofollow-page", "indexing", "notice",
    title="Engines are told to follow no link of the page",
    why="What is only linked from here may never be found.",
    fix="Take nofollow away unless the links are truly not yours.",
    source=_ROBOTS_META,
)  # fmt: skip
def nofollow(page: Page) -> Said:
    if page.indexable and page.said("nofollow", directives.ENGINES):
        yield Hit("nofollow for the whole page")


@page_check(
    "indexing-robots-outside-head", "indexing", "error",
    title="The robots meta tag is not in the head",
    why="Some engines read it only in the head, so a page meant to be hidden may be shown.",
    fix="Move the tag into the head, above anything that closes it.",
    source=_ROBOTS_META,
)  # fmt: skip
def outside_head(page: Page) -> Said:
    names = [d.name for d in page.directives if d.where == "body" and d.agent in directives.ENGINES]
    if names:
        yield Hit(f"found in the body: {', '.join(dict.fromkeys(names))}")


@page_check(
    "indexing-unknown-directive", "indexing", "notice",
    title="A robots directive that engines do not know",
    why="A word that is misspelt is passed over: the page is treated as if it were not there.",
    fix="Correct the word, and separate several with commas.",
    source=f"{_ROBOTS_META}: valid indexing and serving rules",
)  # fmt: skip
def unknown_directive(page: Page) -> Said:
    told = [d for d in page.directives if d.agent in directives.ENGINES]
    unknown = dict.fromkeys(d.name for d in told if d.name not in directives.KNOWN and not _DATE.match(d.name))
    if unknown:
        yield Hit(", ".join(quoted(name, 60) for name in list(unknown)[:5]))
