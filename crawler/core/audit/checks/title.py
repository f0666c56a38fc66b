"""Titles."""

from collections import defaultdict

from crawler.core.audit import thresholds, wording
from crawler.core.audit.checks.groups import duplicates
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site

_TITLES = "Google Search Central: title links"


@page_check(
    "title-missing", "content", "error",
    title="The page has no title",
    why="The title is the line people click in a search result and read in a tab. Without one the engine invents it.",
    fix="Give the page one <title> in its head that says what is on it.",
    source=f"HTML: the title element; {_TITLES}; WCAG 2.4.2",
)  # fmt: skip
def missing(page: Page) -> Said:
    if not page.titles:
        yield Hit("no <title> element")
    elif not any(title.text for title in page.titles):
        yield Hit("the <title> is empty")


@page_check(
    "title-too-long", "content", "notice",
    title="The title is cut in search results",
    why="A result shows about 60 characters. What comes after them is not read.",
    fix="Put what matters first, and shorten the rest.",
    source=f"{_TITLES} (cut to the width of the device; the number is a convention)",
)  # fmt: skip
def too_long(page: Page) -> Said:
    width = wording.pixels(page.title)
    if width > thresholds.TITLE_PIXELS or len(page.title) > thresholds.TITLE_CHARACTERS:
        yield Hit(f"{len(page.title)} characters, about {width} px: {quoted(page.title)}")


@page_check(
    "title-too-short", "content", "notice",
    title="The title says little",
    why="A title of a word or two rarely tells what the page is about or why to open it.",
    fix="Say in a few words what is on the page, and whose it is.",
    source=f"Convention; {_TITLES}",
)  # fmt: skip
def too_short(page: Page) -> Said:
    wide = wording.is_wide(page.title)
    least = thresholds.TITLE_SHORT_WIDE if wide else thresholds.TITLE_SHORT
    if page.title and len(page.title) < least:
        yield Hit(f"{count(len(page.title), 'character')}: {quoted(page.title)}")


@page_check(
    "title-multiple", "content", "warning",
    title="The page has several titles",
    why="Browsers use the first; search engines may use another.",
    fix="Keep one <title> in the head.",
    source="HTML: the title element",
)  # fmt: skip
def multiple(page: Page) -> Said:
    titles = [title.text for title in page.titles if title.in_head]
    if len(titles) > 1:
        yield Hit(f"{len(titles)} titles in the head: " + ", ".join(quoted(title, 60) for title in titles[:5]))


@page_check(
    "title-outside-head", "content", "error",
    title="The title is not in the head",
    why="Something before the title closed the head, so the title stands in the body, where engines may not read it.",
    fix="Move the title up, or take what does not belong there out of the head.",
    source="HTML: parsing; Google Search Central: valid page metadata",
)  # fmt: skip
def outside_head(page: Page) -> Said:
    if page.titles and not any(title.in_head for title in page.titles):
        culprit = f"; <{page.head_broken_by}> closed the head before it" if page.head_broken_by else ""
        yield Hit(f"found in the body: {quoted(page.title)}{culprit}")


@site_check(
    "title-duplicate", "content", "warning", Needs.SITE,
    title="Several pages have the same title",
    why="People and engines cannot tell the pages apart, and one may stand for the other in results.",
    fix="Give each page its own title, or make one of them the canonical page.",
    source=_TITLES,
)  # fmt: skip
def duplicate(site: Site) -> Said:
    by_title = defaultdict(list)
    for page in site.indexable:
        if page.title:
            by_title[wording.key(page.title)].append(page)
    for pages in by_title.values():
        yield from duplicates(pages, f"the title {quoted(pages[0].title)}")


@page_check(
    "title-same-as-h1", "content", "notice",
    title="Title and main heading are the same",
    why="In a list of results the title stands alone: it could also name the site or what is special about the page.",
    fix="Add to the title what a reader who is not on the page yet needs to know.",
    source="Convention",
)  # fmt: skip
def same_as_heading(page: Page) -> Said:
    if page.title and wording.key(page.title) == wording.key(page.h1):
        yield Hit(quoted(page.title))
