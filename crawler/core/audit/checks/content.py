"""What is written on pages: too little, twice, or not for readers."""

import re
from collections import defaultdict

from crawler.core.audit import prose, thresholds, wording
from crawler.core.audit.checks.groups import duplicates
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.not_found import says_not_found
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.rendered import Sent
from crawler.core.audit.site import Site

_LOREM = re.compile(r"lorem\s+ipsum\s+dolor", re.IGNORECASE)


@page_check(
    "content-thin", "content", "notice",
    title="The page says little",
    why="A page with hardly any text seldom answers a question, and engines rarely show it.",
    fix="Write what readers look for there, join it with another page, or leave it out of search.",
    source="Google Search Central: helpful content (the number is a convention)",
)  # fmt: skip
def thin(page: Page) -> Said:
    unseen = _as_sent(page) is page and _needs_scripts(page)  # nobody drew it: there may be text
    if page.indexable and page.words < thresholds.THIN_WORDS and not unseen:
        yield Hit(f"{count(page.words, 'word')} of main text")


def _needs_scripts(page: Page) -> bool:
    sent = _as_sent(page)
    if sent.h1:  # what scripts build brings its own: an empty place beside a heading is a widget's
        return False
    return sent.body_words < thresholds.SCRIPT_ONLY_WORDS and sent.app_root and sent.scripts > 0


def _as_sent(page: Page) -> Page | Sent:
    """What stands in the HTML that was sent; the page itself may be the one that a browser drew."""
    return page if page.rendered is None or page.rendered.sent is None else page.rendered.sent


@page_check(
    "content-js-dependent", "rendering", "warning",
    title="The page is empty without scripts",
    why="Engines must render it, later and not always; other robots see an empty page, and so do we without render.",
    fix="Send the text with the HTML (rendering on the server).",
    source="Google Search Central: JavaScript SEO basics",
)  # fmt: skip
def script_only(page: Page) -> Said:
    if _needs_scripts(page):
        sent = _as_sent(page)
        shown = "" if sent is page else f"; {count(page.words, 'word')} of main text once a browser had drawn it"
        yield Hit(
            f"{count(sent.body_words, 'word')} in the HTML, an empty place for scripts to fill, and"
            f" {count(sent.scripts, 'script')}{shown}"
        )


@page_check(
    "content-lorem-ipsum", "content", "warning",
    title="Filler text was left in the page",
    why="Readers see that nobody finished the page.",
    fix="Write the text.",
    source="Convention",
)  # fmt: skip
def lorem(page: Page) -> Said:
    if found := _LOREM.search(page.text_start):
        yield Hit(quoted(page.text_start[found.start() : found.start() + 80]))


@page_check(
    "readability-hard", "content", "notice",
    title="The text is very hard to read",
    why="Long sentences of long words are put down by readers who are tired, hurried or new to the language.",
    fix="Split the sentences, and take the shorter word.",
    source="Flesch 1948: A new readability yardstick (below 30: very difficult); English only",
)  # fmt: skip
def hard(page: Page) -> Said:
    words = len(prose.words_of(page.prose))
    if words >= thresholds.READING_WORDS:
        ease = prose.reading_ease(page.prose)
        if ease < thresholds.READING_EASE:
            yield Hit(f"reading ease {ease:.0f} of {words} words")


@page_check(
    "soft-404", "content", "error",
    title="“Not found”, but the server says all is well",
    why="Engines keep the address and show an error page in results.",
    fix="Answer with status 404.",
    source="Google Search Central: soft 404",
)  # fmt: skip
def soft_404(page: Page) -> Said:
    places = (("title", page.title), ("main heading", page.h1))
    saying = [(place, text) for place, text in places if says_not_found(text)]
    # An article may be called "HTTP 404"; its title and its heading seldom both say it.
    if saying and (len(saying) == len(places) or page.words <= thresholds.NOT_FOUND_WORDS):
        yield Hit(f"status 200, and the {saying[0][0]} is {quoted(saying[0][1])}")


@site_check(
    "content-exact-duplicate", "content", "warning", Needs.SITE,
    title="Several addresses show the same text",
    why="Engines show one of them, perhaps not the one you would choose.",
    fix="Redirect the copies, or name one canonical page on all of them.",
    source="Google Search Central: canonicalisation",
)  # fmt: skip
def exact_duplicate(site: Site) -> Said:
    by_hash = defaultdict(list)
    for page in site.indexable:
        if page.text_hash and page.words >= thresholds.SCRIPT_ONLY_WORDS:
            by_hash[page.text_hash].append(page)
    for pages in by_hash.values():
        distinct = {page.canonical or page.url: page for page in pages}
        yield from duplicates(list(distinct.values()), "the same main text")


@site_check(
    "h1-duplicate", "content", "notice", Needs.SITE,
    title="Several pages have the same main heading",
    why="Readers and engines cannot tell the pages apart by it.",
    fix="Give each page its own heading.",
    source="Convention",
)  # fmt: skip
def h1_duplicate(site: Site) -> Said:
    by_heading = defaultdict(list)
    for page in site.indexable:
        if page.h1:
            by_heading[wording.key(page.h1)].append(page)
    for pages in by_heading.values():
        yield from duplicates(pages, f"the heading {quoted(pages[0].h1, 80)}")
