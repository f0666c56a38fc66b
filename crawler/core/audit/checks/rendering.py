"""What a page is with and without scripts."""

from collections.abc import Iterator

from crawler.core.audit import thresholds
from crawler.core.audit.finding import CannotTell, Hit, Said, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.rendered import Sent
from crawler.core.audit.site import Site


@site_check(
    "render-diff", "rendering", "notice", Needs.RUN,
    title="Scripts change what the page says of itself",
    why="Engines first judge the HTML that was sent and see the changes later, or never.",
    fix="Send title, heading, canonical, robots and links with the HTML.",
    source="Google Search Central: JavaScript SEO basics (the share of links is a convention)",
)  # fmt: skip
def render_diff(site: Site) -> Said:
    drawn = 0
    for url, page in sorted(site.pages.items()):
        if page.rendered and page.rendered.sent:
            drawn += 1
            if changes := tuple(_changes(page, page.rendered.sent)):
                yield Hit("; ".join(changes), url, {"changes": changes})
    if not drawn and site.pages:
        yield CannotTell("no page was drawn in a browser (render)")


def _changes(page: Page, sent: Sent) -> Iterator[str]:
    pairs = (
        ("title", sent.title, page.title), ("h1", sent.h1, page.h1),
        ("canonical", sent.canonical or "", page.canonical or ""), ("robots", sent.robots, sent.shown_robots),
    )  # fmt: skip
    for what, before, after in pairs:
        if before != after:
            yield f"{what} {_said(before)} becomes {_said(after)}"
    differing, every = sent.other_links
    if differing > thresholds.RENDERED_LINKS * every:
        yield f"{differing} of {every} linked addresses stand in one of the two alone"


def _said(text: str) -> str:
    return quoted(text, 60) if text else "(none)"
