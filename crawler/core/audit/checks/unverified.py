"""The third verdict about links: what can be called neither broken nor working."""

from collections import defaultdict
from typing import Final

from crawler.core.audit import thresholds
from crawler.core.audit.checks.external import surely_broken
from crawler.core.audit.checks.groups import linked, named
from crawler.core.audit.finding import CannotTell, Hit, Said, count
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site
from crawler.core.audit.words import WORDS
from crawler.core.outcome import SERVER_FAILED, Outcome

#: What the answer means, beside its number.
_MEANING: Final = {
    401: "it asks for a name and a password", 403: "it keeps out who asks, perhaps us alone", 405: "it refuses robots",
    406: "it refuses robots", 407: "a proxy asks for a password", 408: "it was too busy to wait for the request",
    418: "it refuses robots", 425: "it asks to come later", 429: "it asks to come more slowly",
    451: "it is withheld for legal reasons, perhaps only where we ask from",
    503: "it is not available now and may be later", 999: "it refuses robots",
}  # fmt: skip


@site_check(
    "link-unverifiable", "links", "notice", Needs.SITE,
    title="A link could not be verified",
    why="The answer proves neither that the link works nor that it is broken: it was meant for robots, or may pass.",
    fix="Open the link yourself; there may be nothing to do.",
    source="RFC 9110, status codes; RFC 6585, status 429",
)  # fmt: skip
def unverifiable(site: Site) -> Said:
    unasked: dict[Outcome, list[str]] = defaultdict(list)
    for url in sorted(site.inlinks):
        why, record = site.unproven(url), site.final(url)
        if not why or record is None or (not site.covers(url) and surely_broken(record)):
            continue
        if record.status is None and record.outcome not in SERVER_FAILED:
            unasked[record.outcome].append(url)
            continue
        text, also = linked(site.inlinks[url])
        way = "" if record.url == url else f"redirects to {record.url}: "
        means = _MEANING.get(record.status or 0) if record.outcome is Outcome.HTTP_ERROR else record.reason.rstrip(".")
        yield Hit(f"{way}{why}{': ' if means else ''}{means}; {text}", url, {**also, "reason": why})
    for outcome, urls in sorted(unasked.items()):
        yield _unasked(site, outcome, urls)


def _unasked(site: Site, outcome: Outcome, urls: list[str]) -> Hit | CannotTell:
    """What we did not ask for, said once for each reason."""
    many = f"{count(len(urls), 'address', 'addresses')} not asked for"
    if outcome in (Outcome.OUT_OF_SCOPE, Outcome.NOFOLLOW):  # nobody wanted us to
        return CannotTell(f"{many}: {WORDS[outcome]} ({outcome})")
    text, also = linked(site.inlinks[urls[0]])
    facts = {**also, "reason": str(outcome), "count": len(urls), "targets": tuple(urls[: thresholds.SOURCES_SHOWN])}
    return Hit(f"{many}: {WORDS[outcome]} ({outcome}): {named(urls)}; the first {text}", urls[0], facts)
