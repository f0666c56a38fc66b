"""Canonical URLs."""

from collections import defaultdict
from collections.abc import Iterator

from crawler.core.audit import domains, thresholds
from crawler.core.audit.checks.groups import named
from crawler.core.audit.finding import CannotTell, Hit, Said, Severity, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site, host_of, path_of
from crawler.core.outcome import Outcome

_METHODS = "Google Search Central: canonical URLs"


@page_check(
    "canonical-missing", "indexing", "notice",
    title="The page names no canonical URL",
    why="The same page under two addresses splits what engines know about it; a canonical joins it.",
    fix='Add <link rel="canonical"> with the full address of the page.',
    source="Google Search Central: consolidate duplicate URLs",
)  # fmt: skip
def missing(page: Page) -> Said:
    if page.indexable and not page.canonicals:
        query = "?" in page.url
        yield Hit("no canonical" + (", and the address has parameters" if query else ""),
                  severity=Severity.WARNING if query else None)  # fmt: skip


@page_check(
    "canonical-multiple-conflicting", "indexing", "error",
    title="The page names several canonical URLs",
    why="Engines ignore canonicals that contradict each other.",
    fix="Keep one, in the head or in the header.",
    source=_METHODS,
)  # fmt: skip
def conflicting(page: Page) -> Said:
    targets = dict.fromkeys(c.target.url or c.target.raw for c in page.canonicals if c.where != "body")
    if len(targets) > 1:
        yield Hit(f"{len(targets)} different canonicals: {', '.join(quoted(target) for target in list(targets)[:4])}")


@page_check(
    "canonical-relative", "indexing", "notice",
    title="The canonical is not a full address",
    why="A relative canonical breaks when the page is reached under another host or folder.",
    fix="Write the full address, with https and host.",
    source=f"{_METHODS} (absolute URLs advised)",
)  # fmt: skip
def relative(page: Page) -> Said:
    for canonical in page.canonicals:
        raw = canonical.target.raw.strip()
        if raw and not raw.lower().startswith(("http:", "https:")):
            yield Hit(quoted(raw))
            return


@page_check(
    "canonical-outside-head", "indexing", "error",
    title="The canonical is not in the head",
    why="Engines ignore a canonical in the body, since visitors could have written it.",
    fix="Move it into the head, above anything that closes it.",
    source=_METHODS,
)  # fmt: skip
def outside_head(page: Page) -> Said:
    if page.canonicals and all(canonical.where == "body" for canonical in page.canonicals):
        culprit = f"; <{page.head_broken_by}> closed the head before it" if page.head_broken_by else ""
        yield Hit(f"found in the body: {quoted(page.canonicals[0].target.raw)}{culprit}")


@page_check(
    "canonical-other-host", "indexing", "notice",
    title="The canonical page is on somebody else's domain",
    why="Engines are asked to show the other site and to forget this page. That is right for a licensed copy only.",
    fix="Name a page of this site, unless the text was taken over from the other one.",
    source=f"{_METHODS}; Lighthouse: canonical",
)  # fmt: skip
def other_host(page: Page) -> Said:
    if page.canonical and not domains.same_owner(host_of(page.canonical), host_of(page.url)):
        yield Hit(f"canonical is {page.canonical}")


@page_check(
    "canonical-insecure", "indexing", "warning",
    title="A secure page names an insecure canonical",
    why="It asks engines to show the http address in place of the https one.",
    fix="Use https in the canonical.",
    source=_METHODS,
)  # fmt: skip
def insecure(page: Page) -> Said:
    if page.url.startswith("https:") and (page.canonical or "").startswith("http:"):
        yield Hit(f"canonical is {page.canonical}")


@page_check(
    "canonical-fragment", "indexing", "warning",
    title="The canonical contains a #fragment",
    why="Engines drop it, so it does not name what it seems to name.",
    fix="Leave the fragment out.",
    source=_METHODS,
)  # fmt: skip
def fragment(page: Page) -> Said:
    for canonical in page.canonicals:
        if "#" in canonical.target.raw:
            yield Hit(quoted(canonical.target.raw))
            return


def _elsewhere(site: Site) -> Iterator[tuple[Page, str]]:
    """Pages that name another URL as their canonical."""
    for _, page in sorted(site.pages.items()):
        if page.canonical and page.canonical != page.url:
            yield page, page.canonical


@site_check(
    "canonical-target-broken", "indexing", "error", Needs.RUN,
    title="The canonical points at a page that does not work",
    why="The page gives its place in search to an address that shows an error.",
    fix="Point the canonical at a page that answers, or at the page itself.",
    source=_METHODS,
)  # fmt: skip
def target_broken(site: Site) -> Said:
    for page, target in _elsewhere(site):
        if fault := site.fault(target):
            yield Hit(f"canonical {target}: {fault}", page.url, {"target": target})
        elif why := site.unproven(target):
            yield CannotTell(f"the canonical target could not be verified: {why}", page.url)


@site_check(
    "canonical-target-redirects", "indexing", "warning", Needs.RUN,
    title="The canonical points at a redirect",
    why="Engines may drop a canonical that is not the last address.",
    fix="Name the address the redirect leads to.",
    source=_METHODS,
)  # fmt: skip
def target_redirects(site: Site) -> Said:
    for page, target in _elsewhere(site):
        record = site.urls.get(target)
        if record and record.outcome is Outcome.REDIRECTED and not site.fault(target):
            yield Hit(f"canonical {target} redirects to {site.chain(target)[-1]}", page.url, {"target": target})


@site_check(
    "canonical-target-noindex", "indexing", "error", Needs.RUN,
    title="The canonical points at a page engines may not show",
    why="The page hands itself to one that is kept out of search: neither will be found.",
    fix="Allow the canonical page, or point the canonical elsewhere.",
    source=_METHODS,
)  # fmt: skip
def target_noindex(site: Site) -> Said:
    for page, target in _elsewhere(site):
        other = site.pages.get(target)
        if other and other.noindex:
            yield Hit(f"canonical {target} is noindex", page.url, {"target": target})
        elif rule := site.forbidden(target):
            yield Hit(f"canonical {target} is kept out by robots.txt: {rule}", page.url, {"target": target})


@site_check(
    "canonical-chain", "indexing", "warning", Needs.RUN,
    title="The canonical page names yet another canonical",
    why="Engines may stop at the first step or ignore both.",
    fix="Let every page name the last one.",
    source=_METHODS,
)  # fmt: skip
def chain(site: Site) -> Said:
    for page, target in _elsewhere(site):
        other = site.pages.get(target)
        if other and other.canonical and other.canonical != target:
            yield Hit(f"{target} in turn names {other.canonical}", page.url, {"target": target})


@site_check(
    "canonical-to-root", "indexing", "warning", Needs.SITE,
    title="Many pages name the home page as their canonical",
    why="It asks engines to forget those pages; mostly a template does it by mistake.",
    fix="Let each page name itself.",
    source="Lighthouse: canonical",
)  # fmt: skip
def to_root(site: Site) -> Said:
    pages = defaultdict(list)
    for page, target in _elsewhere(site):
        if path_of(target) == "/" and "?" not in target and path_of(page.url) != "/":
            pages[target].append(page.url)
    for target, urls in pages.items():
        if len(urls) >= thresholds.TO_ROOT_PAGES:
            yield Hit(f"{count(len(urls), 'page')} name it: {named(urls)}", target, {"pages": tuple(urls)})
