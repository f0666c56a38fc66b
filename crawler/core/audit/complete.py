"""Was the whole site seen? Only then is silence about a page a verdict."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from crawler.core.audit.finding import count
from crawler.core.audit.page import Page
from crawler.core.audit.site import UNPROVEN
from crawler.core.audit.words import EARLY, WORDS
from crawler.core.limits import KNOWN_URLS, LINKS_PER_PAGE, Limit
from crawler.core.outcome import Outcome
from crawler.core.records import BEYOND, RobotsRecord, RunRecord, UrlRecord

#: Endings after which there is nothing more to learn about a URL, or nothing that belongs to the site.
_DEFINITIVE: Final = frozenset(
    {
        Outcome.FETCHED, Outcome.NOT_MODIFIED, Outcome.REDIRECTED, Outcome.NOT_HTML, Outcome.ROBOTS_DENIED,
        Outcome.URL_REFUSED, Outcome.PRIVATE_ADDRESS, Outcome.OUT_OF_SCOPE, Outcome.NOFOLLOW, Outcome.DOWNGRADE,
        Outcome.TOO_MANY_REDIRECTS, Outcome.REDIRECT_LOOP,
    }
)  # fmt: skip
#: Answers that are not the page's own: a proxy speaks, or the server says "later" or "not you".
_PASSING: Final = UNPROVEN | {502, 504}
_FINISHED: Final = "finished"
#: The trap whose page is known under its own address: it is asked for without the session id.
_SAME_PAGE: Final = "session-id"


def gaps(
    run: RunRecord, urls: Iterable[UrlRecord], pages: Iterable[Page], robots: Iterable[RobotsRecord]
) -> Iterator[str]:
    """Why the crawl is not complete, one sentence each; nothing when it is."""
    if run.finish_reason != _FINISHED:
        why = EARLY.get(run.finish_reason)
        yield "the crawl ended early" + (f": {why} ({run.finish_reason})" if why else f" ({run.finish_reason})")
    for record in robots:
        if record.decision == "deny-all":
            yield f"{record.origin}/robots.txt could not be read, so nothing was asked there"
    undecided = Counter(record.outcome for record in urls if record.source not in BEYOND and not is_definitive(record))
    for outcome, number in sorted(undecided.items()):
        passing = " that may pass or is meant for us alone" if outcome is Outcome.HTTP_ERROR else ""
        yield f"{count(number, 'address', 'addresses')} not read: {WORDS[outcome]}{passing} ({outcome})"
    read = list(pages)
    if not read:
        yield "no page was read"
    cut = [page.url for page in read if page.links_cut]
    if cut:
        pages_with = count(len(cut), "page has", "pages have")
        yield f"{pages_with} more links than the {_words(LINKS_PER_PAGE)} that we follow of one page"
    if run.uncounted:
        more = count(run.uncounted, "address was", "addresses were")
        yield f"{more} seen past the {_words(KNOWN_URLS)} that we keep of one crawl"


def _words(limit: Limit) -> str:
    return f"{limit.value:,} ({limit.name})"


def is_definitive(record: UrlRecord) -> bool:
    """Whether an ending says all there is to say; a block or an answer that may pass does not."""
    if record.outcome is Outcome.HTTP_ERROR:
        return record.status is not None and record.status not in _PASSING
    if record.outcome is Outcome.SPIDER_TRAP:
        return record.evidence.get("trap") == _SAME_PAGE
    return record.outcome in _DEFINITIVE
