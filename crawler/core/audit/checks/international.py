"""hreflang: language versions and whether they agree."""

from collections import defaultdict
from typing import Final

from crawler.core.audit.facts import Alternate
from crawler.core.audit.finding import CannotTell, Hit, Said, count, quoted
from crawler.core.audit.language_codes import LANGUAGES, REGIONS, SCRIPTS
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site
from crawler.core.audit.spelling import spelled

_VERSIONS = "Google Search Central: localized versions"
_DEFAULT: Final = "x-default"


def _valid(code: str) -> bool:
    if code.lower() == _DEFAULT:
        return True
    language, *rest = code.lower().split("-")
    if language not in LANGUAGES or len(rest) > 2:
        return False
    script = rest.pop(0) if rest and len(rest[0]) == 4 else None
    return (script is None or script in SCRIPTS) and (not rest or (len(rest) == 1 and rest[0] in REGIONS))


def _others(page: Page) -> list[Alternate]:
    return [x for x in page.alternates if x.target.url and x.target.url != page.url and x.where != "body"]


def _primary(code: str) -> str:
    return code.lower().partition("-")[0]


@page_check(
    "hreflang-invalid-code", "international", "error",
    title="A language code does not exist",
    why="Engines ignore the whole entry.",
    fix="Use a language (cs), or language and country (en-GB), or x-default.",
    source=f"{_VERSIONS}; BCP 47",
)  # fmt: skip
def invalid_code(page: Page) -> Said:
    bad = list(dict.fromkeys(x.lang for x in page.alternates if not _valid(x.lang)))
    if bad:
        yield Hit(", ".join(quoted(code, 30) for code in bad[:10]), also={"codes": tuple(bad[:50])})


@page_check(
    "hreflang-no-self", "international", "warning",
    title="The list of language versions lacks the page itself",
    why="Engines want every version to name all of them, itself included.",
    fix="Add an entry for the page itself.",
    source=_VERSIONS,
)  # fmt: skip
def no_self(page: Page) -> Said:
    targets = {alternate.target.url for alternate in page.alternates}
    if page.indexable and targets and page.url not in targets and page.canonical not in targets - {None}:
        yield Hit(f"{count(len(page.alternates), 'version')} named, and not {page.url}")


@page_check(
    "hreflang-no-x-default", "international", "notice",
    title="No version for everybody else",
    why="Readers whose language is not in the list get any of them.",
    fix='Add hreflang="x-default" with the page to show them.',
    source=f"{_VERSIONS} (optional)",
)  # fmt: skip
def no_default(page: Page) -> Said:
    languages = {_primary(alternate.lang) for alternate in page.alternates}
    if len(languages) > 1 and not any(alternate.lang.lower() == _DEFAULT for alternate in page.alternates):
        yield Hit(f"languages {', '.join(sorted(languages)[:10])}, no x-default")


@page_check(
    "hreflang-conflict", "international", "error",
    title="The language versions contradict each other",
    why="Engines cannot use a list in which one language has two addresses.",
    fix="Name one address for each language.",
    source=_VERSIONS,
)  # fmt: skip
def conflict(page: Page) -> Said:
    by_code, by_url = defaultdict(set), defaultdict(set)
    for alternate in page.alternates:
        if alternate.target.url:
            by_code[alternate.lang.lower()].add(alternate.target.url)
            if alternate.lang.lower() != _DEFAULT:
                by_url[alternate.target.url].add(_primary(alternate.lang))
    for code, urls in sorted(by_code.items()):
        if len(urls) > 1:
            yield Hit(f"{code} names {', '.join(sorted(urls)[:3])}")
            return
    for url, languages in sorted(by_url.items()):
        if len(languages) > 1:
            yield Hit(f"{url} is named for {', '.join(sorted(languages))}")
            return


@page_check(
    "hreflang-lang-mismatch", "international", "warning",
    title="The page calls its language by two names",
    why="lang says one language, the page's own hreflang another.",
    fix="Make them agree.",
    source="BCP 47",
)  # fmt: skip
def lang_mismatch(page: Page) -> Said:
    own = [x.lang for x in page.alternates if x.target.url == page.url and x.lang.lower() != _DEFAULT]
    if page.lang and own and _primary(page.lang.replace("_", "-")) not in {_primary(code) for code in own}:
        yield Hit(f"lang is {quoted(page.lang, 30)}, hreflang of the page itself is {quoted(own[0], 30)}")


@site_check(
    "hreflang-no-return", "international", "error", Needs.RUN,
    title="A language version does not link back",
    why="Engines ignore a version that does not confirm the other.",
    fix="Let both pages name each other.",
    source=_VERSIONS,
)  # fmt: skip
def no_return(site: Site) -> Said:
    for url, page in sorted(site.pages.items()):
        for target in dict.fromkeys(x.target.url for x in _others(page)):
            other = site.pages.get(site.chain(target or "")[-1])
            if other is None:
                why = site.unproven(target or "")
                yield CannotTell("a language version was not read" + (f": {why}" if why else ""), url)
            elif other.url != url and not _confirms(site, other, page):
                yield Hit(f"{other.url} does not name it as a language version", url, {"target": other.url})


def _confirms(site: Site, other: Page, page: Page) -> bool:
    ours = {page.url, page.canonical or page.url}
    named = {site.chain(x.target.url)[-1] for x in other.alternates if x.target.url}
    named |= {x.target.url for x in other.alternates if x.target.url}
    if other.canonical and other.canonical != other.url and other.canonical in site.pages:
        named |= {x.target.url for x in site.pages[other.canonical].alternates if x.target.url}
    return bool(ours & named)


@site_check(
    "hreflang-target-broken", "international", "error", Needs.RUN,
    title="A language version does not work",
    why="Readers of that language are sent to an error or to a page engines may not show.",
    fix="Correct the address or bring the version back.",
    source=_VERSIONS,
)  # fmt: skip
def target_broken(site: Site) -> Said:
    for url, page in sorted(site.pages.items()):
        for alternate in _others(page):
            target = alternate.target.url or ""
            other = site.pages.get(target)
            fault = site.fault(target) or ("noindex" if other and other.noindex else "") or site.forbidden(target)
            if fault:
                yield Hit(f"{alternate.lang}: {target}: {fault}", url, {"target": target})
            elif why := site.unproven(target):
                yield CannotTell(f"a language version could not be verified: {why}", url)


@site_check(
    "hreflang-non-canonical", "international", "error", Needs.RUN,
    title="A language version hands itself to another page",
    why="Engines drop a version that names another page as canonical, and with it the pair.",
    fix="List the canonical address of each version.",
    source=_VERSIONS,
)  # fmt: skip
def non_canonical(site: Site) -> Said:
    for url, page in sorted(site.pages.items()):
        for alternate in _others(page):
            other = site.pages.get(alternate.target.url or "")
            if other and other.canonical and spelled(other.canonical) != spelled(other.url):
                facts = {"target": other.url, "canonical": other.canonical}
                yield Hit(f"{alternate.lang}: {other.url} names {other.canonical} as canonical", url, facts)
