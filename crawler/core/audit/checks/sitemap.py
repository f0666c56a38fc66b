"""Sitemaps and what they list."""

import re
from collections import Counter
from collections.abc import Iterator

from crawler.core.audit import thresholds
from crawler.core.audit.checks.groups import named
from crawler.core.audit.finding import CannotTell, Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site, host_of, origin_of
from crawler.core.audit.spelling import spelled, spellings
from crawler.core.limits import SITEMAP_URLS
from crawler.core.outcome import Outcome
from crawler.core.records import SitemapRecord

_PROTOCOL = "sitemaps.org: protocol"
_GUIDE = "Google Search Central: build a sitemap"
#: A file of these types was meant to be a sitemap, whatever is in it.
_SITEMAP_TYPES = ("xml", "gzip")
_W3C_DATE = re.compile(
    r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?"
)


def _listed_pages(site: Site) -> Iterator[tuple[Page, str]]:
    """Pages that were read and that a sitemap lists."""
    for url, sitemap in sorted(site.listed.items()):
        if url in site.pages:
            yield site.pages[url], sitemap


def _asked_by_name(site: Site, url: str) -> bool:
    """Whether robots.txt or an index named a sitemap; else we looked at the usual place and were sent on from there."""
    for _ in range(len(site.urls)):
        record = site.urls.get(url)
        if record is None or record.found_on is None:
            return False
        if record.source != "redirect":
            return True
        url = record.found_on
    return False


def _is_no_sitemap(site: Site, found: SitemapRecord) -> bool:
    """Whether nothing was at the usual place: an error, or a page that answers for every address."""
    if found.from_robots or _asked_by_name(site, found.url):
        return False
    record = site.urls.get(found.url)
    kind = (record.content_type or "" if record else "").partition(";")[0].strip().lower()
    meant = kind.endswith(_SITEMAP_TYPES) and "html" not in kind
    other = found.outcome is Outcome.FETCHED and found.kind == "empty" and not meant
    return found.status in (404, 410) or other


def _sent_to_a_page(site: Site) -> bool:
    """Whether the usual place redirects to a page."""
    usual = origin_of(site.home) + "/sitemap.xml"
    return usual in site.urls and site.chain(usual)[-1] in site.pages


@site_check(
    "sitemap-missing", "sitemap", "notice", Needs.RUN,
    title="There is no sitemap",
    why="Engines find pages by links alone; deep and new pages take longer.",
    fix="Publish /sitemap.xml and name it in robots.txt.",
    source=_GUIDE,
)  # fmt: skip
def missing(site: Site) -> Said:
    if site.run.spider != "site":
        yield CannotTell("sitemaps are read only when a whole site is asked for")
        return
    left = [found for found in site.sitemaps if not _is_no_sitemap(site, found)]
    if any(found.kind or found.outcome is Outcome.FETCHED for found in left):
        return
    if left or not (site.sitemaps or _sent_to_a_page(site)):
        yield CannotTell("the sitemap could not be read")
    elif not any(record.sitemaps for record in site.robots):
        page = _sent_to_a_page(site) or any(found.outcome is Outcome.FETCHED for found in site.sitemaps)
        instead = "/sitemap.xml answers with something that is no sitemap" if page else "no /sitemap.xml"
        yield Hit(f"no Sitemap line in robots.txt, and {instead}", site.home)


@site_check(
    "sitemap-invalid", "sitemap", "error", Needs.RUN,
    title="The sitemap is not valid",
    why="Engines may drop the whole file because of one fault.",
    fix="Correct what is named here; most systems can write the file for you.",
    source=_PROTOCOL,
)  # fmt: skip
def invalid(site: Site) -> Said:
    for sitemap in site.sitemaps:
        if _is_no_sitemap(site, sitemap):
            continue
        if sitemap.outcome is Outcome.FETCHED and sitemap.problem:
            yield Hit(sitemap.problem, sitemap.url)
        elif sitemap.refused:
            first = ", ".join(f"{quoted(text, 80)} ({reason})" for text, reason in sitemap.refused[:3])
            dropped = sum(dict(sitemap.dropped).values())
            yield Hit(f"{count(dropped, 'entry', 'entries')} not usable: {first}", sitemap.url)


@site_check(
    "sitemap-too-big", "sitemap", "error", Needs.RUN,
    title="The sitemap lists too many addresses",
    why="Engines do not read past the 50,000th; pages listed after it are not found there.",
    fix="Split it, and list the parts in a sitemap index.",
    source=_PROTOCOL,
)  # fmt: skip
def too_big(site: Site) -> Said:
    for sitemap in site.sitemaps:
        if "sitemap-cut" in sitemap.marks:
            yield Hit(f"more than {int(SITEMAP_URLS):,} entries; the others were not read", sitemap.url)
        elif sitemap.outcome is Outcome.TOO_LARGE:
            yield CannotTell("it is larger than what we read of one file", sitemap.url)


@site_check(
    "sitemap-url-broken", "sitemap", "error", Needs.RUN,
    title="The sitemap lists a page that does not work",
    why="It sends engines to an error, and they trust the rest of the sitemap less.",
    fix="Take the address out, or bring the page back.",
    source=_GUIDE,
)  # fmt: skip
def url_broken(site: Site) -> Said:
    for url, sitemap in sorted(site.listed.items()):
        if fault := site.fault(url):
            yield Hit(f"{fault}; listed in {sitemap}", url)
        elif why := site.unproven(url):
            yield CannotTell(f"a listed address could not be verified: {why}", url)


@site_check(
    "sitemap-url-redirects", "sitemap", "warning", Needs.RUN,
    title="The sitemap lists a redirect",
    why="A sitemap should name the pages themselves.",
    fix="List the address where the redirect ends.",
    source=_GUIDE,
)  # fmt: skip
def url_redirects(site: Site) -> Said:
    for url, sitemap in sorted(site.listed.items()):
        record = site.urls.get(url)
        if record and record.outcome is Outcome.REDIRECTED and not site.fault(url):
            yield Hit(f"status {record.status} to {site.chain(url)[-1]}; listed in {sitemap}", url)


@site_check(
    "sitemap-url-noindex", "sitemap", "error", Needs.RUN,
    title="The sitemap lists a page engines may not show",
    why="The sitemap says “show this”, the page says “do not”.",
    fix="Take the page out of the sitemap, or noindex off the page.",
    source=_GUIDE,
)  # fmt: skip
def url_noindex(site: Site) -> Said:
    for page, sitemap in _listed_pages(site):
        if page.noindex:
            yield Hit(f"noindex; listed in {sitemap}", page.url)


@site_check(
    "sitemap-url-canonicalised", "sitemap", "warning", Needs.RUN,
    title="The sitemap lists a page that names another as canonical",
    why="Both are signals for the canonical page, and they contradict each other.",
    fix="List the canonical page.",
    source="Google Search Central: canonical URLs",
)  # fmt: skip
def url_canonicalised(site: Site) -> Said:
    for page, sitemap in _listed_pages(site):
        if not page.is_canonical and spelled(page.canonical or "") != spelled(page.url):
            yield Hit(f"its canonical is {page.canonical}; listed in {sitemap}", page.url)


@site_check(
    "sitemap-url-blocked", "sitemap", "error", Needs.RUN,
    title="The sitemap lists a page robots.txt forbids",
    why="Engines are sent to a page they may not read.",
    fix="Allow the page or take it out of the sitemap.",
    source=_GUIDE,
)  # fmt: skip
def url_blocked(site: Site) -> Said:
    for url, sitemap in sorted(site.listed.items()):
        if rule := site.forbidden(url):
            yield Hit(f"{rule}; listed in {sitemap}", url)


@site_check(
    "sitemap-url-off-host", "sitemap", "warning", Needs.RUN,
    title="The sitemap lists pages of another host",
    why="Engines ignore them unless the other host's robots.txt names this sitemap.",
    fix="List only this host's pages, in the scheme and host they answer on.",
    source=f"{_PROTOCOL}, sitemap file location",
)  # fmt: skip
def url_off_host(site: Site) -> Said:
    for sitemap in site.sitemaps:
        other = [url for url, _ in sitemap.entries if not site.covers(url) and host_of(url) != host_of(sitemap.url)]
        if other:
            yield Hit(f"{count(len(other), 'entry', 'entries')}: {named(other)}", sitemap.url, {"count": len(other)})


def _was_read(sitemap: SitemapRecord) -> bool:
    """Whether all it lists is known; slips in a file from which entries were read do not hide the others."""
    whole = not sitemap.problem or bool(sitemap.entries)
    return sitemap.outcome is Outcome.FETCHED and whole and not sitemap.marks


@site_check(
    "sitemap-page-missing", "sitemap", "notice", Needs.WHOLE,
    title="The page is in no sitemap",
    why="Engines find it by links alone and learn late when it changes.",
    fix="Add it to the sitemap.",
    source=_GUIDE,
)  # fmt: skip
def page_missing(site: Site) -> Said:
    there = [sitemap for sitemap in site.sitemaps if not _is_no_sitemap(site, sitemap)]
    if not site.listed:
        return
    read = [sitemap for sitemap in there if sitemap.status not in (404, 410)]  # what is not there lists nothing
    if not all(map(_was_read, read)):
        yield CannotTell("not every sitemap could be read")
        return
    listed = spellings(site.listed)
    for page in site.indexable:
        if spelled(page.url) not in listed:
            yield Hit("indexable, and in none of the sitemaps", page.url)


@site_check(
    "sitemap-lastmod-bad", "sitemap", "warning", Needs.RUN,
    title="The sitemap's dates say nothing",
    why="Engines use lastmod only where it proves right; a wrong or shared date is ignored, and then all are.",
    fix="Write the date of each page's last real change, as 2024-05-31.",
    source=f"{_PROTOCOL}; Google Search Central: lastmod",
)  # fmt: skip
def lastmod(site: Site) -> Said:
    for sitemap in site.sitemaps:
        dates = [date.strip() for _, date in sitemap.entries if date.strip()]
        bad = [date for date in dates if not _W3C_DATE.fullmatch(date)]
        today = site.run.finished.strftime("%Y-%m-%d")
        future = [date for date in dates if _W3C_DATE.fullmatch(date) and date[:10] > today]
        common = Counter(dates).most_common(1)
        if bad:
            yield Hit(f"{count(len(bad), 'date')} not in W3C form: {quoted(bad[0], 40)}", sitemap.url)
        elif future:
            yield Hit(f"{count(len(future), 'date')} in the future: {future[0]}", sitemap.url)
        elif len(dates) >= thresholds.LASTMOD_ENTRIES and common[0][1] >= thresholds.LASTMOD_SHARE * len(dates):
            yield Hit(f"{common[0][1]} of {len(dates)} entries share {common[0][0]}", sitemap.url)
