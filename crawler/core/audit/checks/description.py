"""Meta descriptions."""

from collections import defaultdict

from crawler.core.audit import thresholds, wording
from crawler.core.audit.checks.groups import duplicates
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site

_SNIPPETS = "Google Search Central: snippets"


@page_check(
    "description-missing", "content", "warning",
    title="The page has no description",
    why="The description is offered to engines as the text under the title. Without it they pick a sentence.",
    fix="Write one or two sentences that say what the page offers.",
    source=_SNIPPETS,
)  # fmt: skip
def missing(page: Page) -> Said:
    if page.indexable and not page.description:
        yield Hit("the meta description is empty" if page.descriptions else "no meta description")


@page_check(
    "description-too-long", "content", "notice",
    title="The description is cut in search results",
    why="A result shows about 155 characters; the rest is not read.",
    fix="Put what matters first.",
    source="Convention; engines cut to the width of the device",
)  # fmt: skip
def too_long(page: Page) -> Said:
    wide = wording.is_wide(page.description)
    most = thresholds.DESCRIPTION_WIDE if wide else thresholds.DESCRIPTION_CHARACTERS
    if len(page.description) > most:
        yield Hit(f"{len(page.description)} characters: {quoted(page.description)}")


@page_check(
    "description-too-short", "content", "notice",
    title="The description says little",
    why="There is room for two lines under a search result, and this uses less than one.",
    fix="Say what the page offers and to whom.",
    source="Convention",
)  # fmt: skip
def too_short(page: Page) -> Said:
    wide = wording.is_wide(page.description)
    least = thresholds.DESCRIPTION_SHORT_WIDE if wide else thresholds.DESCRIPTION_SHORT
    if page.indexable and 0 < len(page.description) < least:
        yield Hit(f"{count(len(page.description), 'character')}: {quoted(page.description)}")


@page_check(
    "description-multiple", "content", "warning",
    title="The page has several descriptions",
    why="Engines choose one, or join them into a text nobody wrote.",
    fix="Keep one meta description.",
    source="Google Search Central: meta tags",
)  # fmt: skip
def multiple(page: Page) -> Said:
    if len(page.descriptions) > 1:
        texts = ", ".join(quoted(description.text, 60) for description in page.descriptions[:4])
        yield Hit(f"{len(page.descriptions)} descriptions: {texts}")


@site_check(
    "description-duplicate", "content", "warning", Needs.SITE,
    title="Several pages have the same description",
    why="In a list of results the pages look the same, and engines stop using the text.",
    fix="Describe each page by itself, or leave the description out where there is nothing to say.",
    source=_SNIPPETS,
)  # fmt: skip
def duplicate(site: Site) -> Said:
    by_text = defaultdict(list)
    for page in site.indexable:
        if page.description:
            by_text[wording.key(page.description)].append(page)
    for pages in by_text.values():
        yield from duplicates(pages, f"the description {quoted(pages[0].description, 80)}")
