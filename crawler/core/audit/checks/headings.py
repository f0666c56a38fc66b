"""Headings."""

from itertools import pairwise

from crawler.core.audit.finding import Hit, Said, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import page_check


@page_check(
    "h1-missing", "content", "warning",
    title="The page has no main heading",
    why="The h1 tells readers, screen readers and engines what the page is about.",
    fix="Make the page's heading an <h1> with a text.",
    source="Google Search Central: SEO starter guide; WCAG 1.3.1",
)  # fmt: skip
def missing(page: Page) -> Said:
    if page.indexable and not page.h1:
        empty = any(heading.level == 1 for heading in page.headings)
        yield Hit("the <h1> is empty" if empty else "no <h1> element")


@page_check(
    "h1-multiple", "content", "notice",
    title="The page has several main headings",
    why="It is valid HTML, but it leaves open which heading names the page.",
    fix="Keep one <h1>; make the others <h2>.",
    source="HTML: the h1 to h6 elements",
)  # fmt: skip
def multiple(page: Page) -> Said:
    texts = [heading.text for heading in page.headings if heading.level == 1 and heading.text]
    if len(texts) > 1:
        yield Hit(f"{len(texts)} main headings: " + ", ".join(quoted(text, 50) for text in texts[:4]))


@page_check(
    "heading-skipped", "accessibility", "notice",
    title="A heading level is skipped",
    why="People who go through a page by its headings think a part is missing.",
    fix="Go down one level at a time.",
    source="WCAG 1.3.1; axe: heading-order",
)  # fmt: skip
def skipped(page: Page) -> Said:
    shown = [heading for heading in page.headings if heading.text]
    for above, below in pairwise(shown):
        if below.level > above.level + 1:
            yield Hit(f"h{above.level} {quoted(above.text, 50)} is followed by h{below.level} {quoted(below.text, 50)}")
            return
