"""How addresses are written."""

import re

from crawler.core.audit import thresholds
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import page_check
from crawler.core.audit.site import host_of, path_of

_STRUCTURE = "Google Search Central: URL structure"
_TRACKING = re.compile(
    r"[?&](utm_(?:source|medium|campaign|term|content|id)|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid"
    r"|twclid|li_fat_id|mc_cid|mc_eid|pk_campaign|mtm_campaign)=",
    re.IGNORECASE,
)


@page_check(
    "url-underscore", "urls", "notice",
    title="The address joins words with underscores",
    why="Engines take a_b for one word and a-b for two.",
    fix="Use hyphens in new addresses; old ones only with a redirect.",
    source=f"{_STRUCTURE} (hyphens, not underscores)",
)  # fmt: skip
def underscore(page: Page) -> Said:
    if "_" in path_of(page.url):
        yield Hit(path_of(page.url))


@page_check(
    "url-repetitive-path", "urls", "warning",
    title="The address repeats itself",
    why="Mostly a relative link grows the address with every click; there is no end of such pages.",
    fix="Find the relative link that makes it, and answer such addresses with 404.",
    source=f"{_STRUCTURE}: common issues (the number is a convention)",
)  # fmt: skip
def repetitive(page: Page) -> Said:
    segments = [segment.lower() for segment in path_of(page.url).split("/") if segment]
    for start, segment in enumerate(segments):
        if not segment.isdigit() and any(_repeats(segments[start:], period) for period in (1, 2)):
            yield Hit(f"{quoted(segment, 40)} again and again in {path_of(page.url)}")
            return


def _repeats(segments: list[str], period: int) -> bool:
    """Whether the first segment comes three times, one after the other or in turn with another one."""
    wanted = period * (thresholds.SAME_SEGMENT - 1) + 1
    return len(segments) >= wanted and all(segments[at] == segments[at % period] for at in range(wanted))


@page_check(
    "url-tracking-internal", "urls", "notice",
    title="Links within the site carry marks of a campaign",
    why="Each click begins a new visit in the statistics, and one page gets several addresses.",
    fix="Take the parameters off links within the site.",
    source="Google Analytics Help: campaign parameters are for links from elsewhere",
)  # fmt: skip
def tracking(page: Page) -> Said:
    host = host_of(page.url)
    found = [(x, mark[1]) for x in page.links if host_of(x.url or "") == host and (mark := _TRACKING.search(x.href))]
    if found:
        link, name = found[0]
        place = f" (line {link.line})" if link.line else ""
        also = {"links": tuple(x.href for x, _ in found[: thresholds.SOURCES_SHOWN]), "count": len(found)}
        yield Hit(f"{name} in {count(len(found), 'link')}, the first {quoted(link.href, 80)}{place}", also=also)
