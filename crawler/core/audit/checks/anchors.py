"""What the links of a page say, and whether there are any."""

from crawler.core.audit import domains, vague
from crawler.core.audit.checks.links import listed
from crawler.core.audit.facts import Link
from crawler.core.audit.finding import Hit, Said, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import page_check
from crawler.core.audit.site import host_of, path_of


@page_check(
    "link-generic-anchor", "links", "notice",
    title="Link texts do not say where they lead",
    why="Who jumps from link to link hears “here, more, here”; engines learn nothing about the target either.",
    fix="Let the text name the target: “Opening hours”, not “click here”.",
    source="Google Search Central: link best practices; Lighthouse: link-text; WCAG 2.4.4",
)  # fmt: skip
def generic(page: Page) -> Said:
    texts = vague.of((page.lang or "").lower().replace("_", "-").partition("-")[0])
    bad = [link for link in page.links if _leads_on(link, page) and vague.is_vague(link.text, texts)]
    if bad:
        said = ", ".join(dict.fromkeys(quoted(link.text, 40) for link in bad[:5]))
        yield listed(bad, f"link that says only {said}", f"links that say only {said}")


def _leads_on(link: Link, page: Page) -> bool:
    """Whether it is a link to another page, and nothing but its text names it."""
    leads = link.kind == "page" and not link.control and link.url != page.url
    return leads and (link.href, link.text) not in page.explained


@page_check(
    "page-no-outlinks", "links", "notice",
    title="The page is a dead end",
    why="Readers and robots who arrive here find no way on.",
    fix="Link to the home page and to what belongs to the subject.",
    source="Google Search Central: link best practices",
)  # fmt: skip
def no_outlinks(page: Page) -> Said:
    unseen = page.app_root and page.rendered is None  # its script may make links
    if not page.indexable or unseen or page.links_cut or page.marks or _is_a_site_by_itself(page):
        return
    if any(_leads_inside(link, page) for link in page.links):
        return
    number = len(page.links)
    yield Hit("no link to another page of the site" + (f"; {number} links lead elsewhere or nowhere" if number else ""))


def _is_a_site_by_itself(page: Page) -> bool:
    """A home page whose menu leads to its own sections: there may be no other page."""
    return path_of(page.url) == "/" and any(x.kind == "fragment" and x.fragment in page.anchors for x in page.links)


def _leads_inside(link: Link, page: Page) -> bool:
    inside = domains.same_owner(host_of(link.url or ""), host_of(page.url))
    return inside and link.url != page.url and not link.nofollow
