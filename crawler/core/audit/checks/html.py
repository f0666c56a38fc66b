"""The document itself: head, charset, doctype, size, language and viewport."""

import re
from collections.abc import Mapping

from crawler.core.audit import thresholds
from crawler.core.audit.finding import Hit, Said, Severity, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site
from crawler.core.outcome import Outcome

_MAXIMUM = re.compile(r"maximum-scale\s*=\s*(\d+(?:\.\d+)?)", re.IGNORECASE)
_FIXED = re.compile(r"user-scalable\s*=\s*(?:no|0)\b", re.IGNORECASE)
_DEVICE = re.compile(r"width\s*=\s*device-width", re.IGNORECASE)


@page_check(
    "html-head-broken", "html", "error",
    title="Something in the head closes it too early",
    why="Everything after it (title, canonical, robots) lands in the body, where engines may not read it.",
    fix="Move the element into the body.",
    source="HTML: parsing; Google Search Central: valid page metadata",
)  # fmt: skip
def head_broken(page: Page) -> Said:
    if page.head_broken_by:
        yield Hit(f"<{page.head_broken_by}> stands in the head, before metadata")


@page_check(
    "html-lang-missing", "accessibility", "warning",
    title="The page does not say its language",
    why="Screen readers read it with the wrong voice, and browsers offer the wrong translation.",
    fix='Write <html lang="…"> with the language of the page.',
    source="WCAG 3.1.1; HTML: the lang attribute",
)  # fmt: skip
def lang_missing(page: Page) -> Said:
    if not page.lang:
        yield Hit("no lang on <html>" if page.lang is None else "the lang of <html> is empty")


@page_check(
    "viewport-missing", "mobile", "warning",
    title="The page is not made for phones",
    why="Without a viewport, phones show a shrunken desktop page.",
    fix='Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
    source="Google Search Central: mobile; Lighthouse: viewport",
)  # fmt: skip
def viewport_missing(page: Page) -> Said:
    if not any(_DEVICE.search(viewport) for viewport in page.viewports):
        yield Hit(f"viewport is {quoted(page.viewports[0])}" if page.viewports else "no meta viewport")


@page_check(
    "a11y-zoom-blocked", "accessibility", "warning",
    title="The page forbids zooming",
    why="People with weak sight cannot make the text larger.",
    fix="Take user-scalable and maximum-scale out of the viewport.",
    source="WCAG 1.4.4; axe: meta-viewport",
)  # fmt: skip
def zoom_blocked(page: Page) -> Said:
    for viewport in page.viewports:
        scale = _MAXIMUM.search(viewport)
        if _FIXED.search(viewport) or (scale and float(scale[1]) < thresholds.ZOOM):
            yield Hit(f"viewport is {quoted(viewport)}")
            return


@page_check(
    "charset-missing", "html", "warning",
    title="The page does not say how its letters are encoded",
    why="Browsers guess, and accents can turn into rubbish.",
    fix='Begin the head with <meta charset="utf-8">.',
    source="HTML: specifying the document's character encoding",
)  # fmt: skip
def charset_missing(page: Page) -> Said:
    if page.charset_rule in ("utf-8", "windows-1252"):
        refused = ", ".join(quoted(label, 40) for _, label in page.charset_declared)
        yield Hit(f"declared, but unknown to browsers: {refused}" if refused else "no BOM, header or meta charset")


@page_check(
    "doctype-missing", "html", "notice",
    title="The page has no doctype",
    why="Browsers then lay it out by the rules of the nineties.",
    fix="Begin the page with <!doctype html>.",
    source="HTML: the DOCTYPE",
)  # fmt: skip
def doctype_missing(page: Page) -> Said:
    if not page.doctype:
        yield Hit("no <!doctype html>")


@page_check(
    "html-too-big", "performance", "warning",
    title="The HTML is very large",
    why="Engines read the first 2 MB of a page; phones take long for it.",
    fix="Take inline data, styles and scripts out of the page, or split it.",
    source="Google Search Central: file size limits",
)  # fmt: skip
def too_big(page: Page) -> Said:
    if page.size > thresholds.HTML_BYTES_NOTICE:
        cut = page.size > thresholds.HTML_BYTES
        yield Hit(f"{page.size / 1_000_000:.1f} MB of HTML", severity=None if cut else Severity.NOTICE)


@site_check(
    "page-too-complex", "html", "warning", Needs.RUN,
    title="The page is too tangled to be read whole",
    why="Thousands of nested elements, attributes or tags cost every reader's device as much as they cost us.",
    fix="Look for what repeats without end: an unclosed element in a loop, a list that should be split.",
    source="HTML: parsers may limit nesting; measured with ours",
)  # fmt: skip
def too_complex(site: Site) -> Said:
    for record in site.records():
        if record.outcome is Outcome.PARSE_LIMIT:
            yield Hit(record.reason + _beginning(record.evidence.get("read")), record.url, dict(record.evidence))


def _beginning(read: object) -> str:
    if not isinstance(read, Mapping):
        return "; nothing of it could be read"
    links = count(int(read["links"]), "link")
    return f"; read of it: the first {int(read['bytes']) / 1000:,.0f} kB with {links}, title {quoted(read['title'])}"


@site_check(
    "content-type-wrong", "html", "warning", Needs.RUN,
    title="A page is served as something else",
    why="Browsers download it or show its source; engines skip it.",
    fix="Send Content-Type: text/html; charset=utf-8.",
    source="RFC 9110: Content-Type; WHATWG MIME Sniffing",
)  # fmt: skip
def content_type(site: Site) -> Said:
    for record in site.records():
        if record.outcome is Outcome.NOT_HTML and record.evidence.get("looks_like_html"):
            kind = record.content_type or record.evidence.get("content_type")
            yield Hit(f"HTML served as {kind}" if kind else "HTML without a Content-Type", record.url)
