"""One content under several addresses: nearly the same text, parameters that change nothing, spellings of a path."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from crawler.core.audit import thresholds
from crawler.core.audit.alike import nearest
from crawler.core.audit.checks.groups import address, is_paginated, named, versions
from crawler.core.audit.finding import CannotTell, Hit, Said
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site
from crawler.core.outcome import Outcome

_CANONICALISATION = "Google Search Central: canonicalisation"


@site_check(
    "content-near-duplicate", "content", "notice", Needs.SITE,
    title="Pages say nearly the same",
    why="Engines show one of them and pass over the others; readers do not see what makes a page different.",
    fix="Join the pages, write what is particular to each, or name one canonical page.",
    source=f"{_CANONICALISATION}; MinHash of five-word shingles (the number is a convention)",
)  # fmt: skip
def near_duplicate(site: Site) -> Said:
    distinct = {page.text_hash: page for page in reversed(site.indexable) if page.sketch}
    pages = [page for page in reversed(distinct.values()) if not is_paginated(page.url)]

    def apart(one: int, other: int) -> bool:
        shorter, longer = sorted((pages[one].words, pages[other].words))
        return shorter < thresholds.NEAR_LENGTH * longer or versions(pages[one], pages[other])

    near, groups = nearest([page.sketch for page in pages], thresholds.NEAR_DUPLICATE, apart)
    sizes: dict[int, int] = defaultdict(int)
    for group in groups:
        sizes[group] += 1
    for number, (other, share) in sorted(near.items()):
        more = sizes[groups[number]] - 2
        others = f"; {more:,} more like them" if more else ""
        facts = {"pages": (pages[other].url,), "count": more + 1, "share": round(share, 2)}
        yield Hit(f"about {share:.0%} of its text is also on {pages[other].url}{others}", pages[number].url, facts)


@site_check(
    "url-param-duplicate", "urls", "warning", Needs.SITE,
    title="Parameters in the address change nothing",
    why="Every combination of them is one more address for the same page, and engines spend their visits on copies.",
    fix="Name the address without parameters as canonical, or do not link to the others.",
    source=_CANONICALISATION,
)  # fmt: skip
def param_duplicate(site: Site) -> Said:
    plain = {address(page.url): page for page in site.indexable if "?" not in page.url}
    for page in _nameless(site):
        first = plain.get(address(page.url)) if "?" in page.url else None
        if first and page.text_hash == first.text_hash and page.words >= thresholds.SAME_TEXT_WORDS:
            yield Hit(f"the same text as {first.url}, and no canonical", page.url, {"target": first.url})


@site_check(
    "url-slash-duplicate", "urls", "warning", Needs.SITE,
    title="One page answers under two spellings of its address",
    why="With and without a slash, index.html or www: engines see two pages, and links count for half of each.",
    fix="Redirect one spelling to the other, or name one canonical address on both.",
    source=_CANONICALISATION,
)  # fmt: skip
def slash_duplicate(site: Site) -> Said:
    spellings: dict[str, list[Page]] = defaultdict(list)
    for page in _nameless(site):
        spellings[_spelling(page.url)].append(page)
    for pages in spellings.values():
        for page in pages:
            others = [other.url for other in pages if other is not page and _same(page, other)]
            if others:
                yield Hit(f"the same text as {named(others)}, and no canonical", page.url, {"pages": tuple(others)})
    yield from _twin(site)


def _twin(site: Site) -> Iterator[Hit | CannotTell]:
    """The site's name with or without www, where it answers by itself; its text was not read."""
    home = site.pages.get(site.home)
    for record in site.records():
        itself = record.source == "twin" and record.outcome is Outcome.OUT_OF_SCOPE and record.status == 200
        if itself and home and not home.canonicals:
            yield Hit(f"answers 200 in place of redirecting to {site.home}, which names no canonical", record.url)
        elif itself:
            yield CannotTell("the other name of the site answers by itself, and what it shows was not read", record.url)


def _nameless(site: Site) -> Iterable[Page]:
    return (page for page in site.indexable if not page.canonicals)


def _same(page: Page, other: Page) -> bool:
    return bool(page.text_hash) and page.text_hash == other.text_hash and page.title == other.title


def _spelling(url: str) -> str:
    """What the spellings of one address have in common."""
    return f"{url.partition(':')[0]}://{address(url)}?{url.partition('?')[2]}"
