"""How pages are built: landmarks, the order of the Tab key, names, tables, and how much there is of it."""

from crawler.core.audit import thresholds
from crawler.core.audit.finding import Hit, Said, Severity, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import page_check

_SHOWN = 5


def _first(names: tuple[str, ...]) -> str:
    rest = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {rest} more" if rest > 0 else "")


@page_check(
    "a11y-main-landmark", "accessibility", "notice",
    title="The page does not mark its main part",
    why="Screen readers cannot jump over the menu to what the page is about.",
    fix="Put the main part into one <main>.",
    source="axe: landmark-one-main; WCAG 2.4.1",
)  # fmt: skip
def main_landmark(page: Page) -> Said:
    by_script = page.rendered is None and page.app_root  # nobody drew it: the script may mark it
    if page.mains == 0 and not by_script and not page.marks.count("page-cut"):
        yield Hit("no <main> and no role=main")


@page_check(
    "a11y-positive-tabindex", "accessibility", "notice",
    title="Elements push themselves forward in the order of the Tab key",
    why="The keyboard then jumps about the page in an order nobody sees.",
    fix="Use tabindex=0 or none, and put the elements in the order they are used in.",
    source="axe: tabindex; WCAG 2.4.3",
)  # fmt: skip
def positive_tabindex(page: Page) -> Said:
    if page.tabindexes:
        number = count(len(page.tabindexes), "element with a positive tabindex", "elements with a positive tabindex")
        yield Hit(f"{number}: {_first(page.tabindexes)}")


@page_check(
    "a11y-duplicate-id", "accessibility", "notice",
    title="A name is given to several elements",
    why="A label, a link or a script that names the id reaches the first of them, perhaps not the right one.",
    fix="Give each element an id of its own.",
    source="HTML 3.2.6: the id attribute must be unique in the tree; WCAG 1.3.1 and 4.1.2 where something relies on it",
)  # fmt: skip
def duplicate_id(page: Page) -> Said:
    if page.repeated_ids:
        names = tuple(quoted(name, 40) + (" (relied on)" if used else "") for name, used in page.repeated_ids)
        relied_on = any(used for _, used in page.repeated_ids)
        ids = count(len(names), "id given more than once", "ids given more than once")
        yield Hit(f"{ids}: {_first(names)}", severity=Severity.WARNING if relied_on else None)


@page_check(
    "a11y-table-headers", "accessibility", "notice",
    title="A table of data has no headings",
    why="Who hears a table cell by cell does not know what a value belongs to.",
    fix="Make the heading cells <th>, with scope.",
    source="WCAG 1.3.1; W3C technique H51",
)  # fmt: skip
def table_headers(page: Page) -> Said:
    if page.bare_tables:
        yield Hit(count(page.bare_tables, "table of data without a <th>", "tables of data without a <th>"))


@page_check(
    "html-multiple-head-body", "html", "warning",
    title="A tag of which there is one stands there several times",
    why="Browsers join them and guess; what was meant for the head can end up in the body.",
    fix="Look where a template or an include brings its own <html>, <head> or <body>, and remove it.",
    source="HTML 4.1.1 and 4.3.1: one head, then one body; HTML 13.2.6: a second start tag is a parse error",
)  # fmt: skip
def written_twice(page: Page) -> Said:
    if page.written_twice:
        yield Hit(", ".join(page.written_twice))


@page_check(
    "html-dom-size", "performance", "notice",
    title="The page has very many elements",
    why="Each costs memory and time whenever something on the page changes.",
    fix="Show less at once, and leave out boxes around boxes.",
    source="Lighthouse: dom-size",
)  # fmt: skip
def dom_size(page: Page) -> Said:
    parts = []
    if page.elements > thresholds.DOM_ELEMENTS:
        parts.append(count(page.elements, "element"))
    if page.deep:
        parts.append(f"elements nested more than {thresholds.DOM_DEPTH} deep")
    if parts:
        yield Hit("; ".join(parts))


@page_check(
    "render-blocking", "performance", "notice",
    title="Scripts in the head hold the page up",
    why="Nothing is shown until each of them was loaded and run.",
    fix="Add defer to them, or async where their order does not matter.",
    source="Lighthouse: render-blocking resources (the number is a convention)",
)  # fmt: skip
def render_blocking(page: Page) -> Said:
    sources = tuple(quoted(script.target.raw, 80) for script in page.loaded if script.blocking)
    if len(sources) > thresholds.SCRIPTS_BLOCKING:
        yield Hit(f"{count(len(sources), 'script')}: {_first(sources)}")
