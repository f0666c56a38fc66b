"""Links to hosts of others: broken only where that is sure. What could not be verified is another check's."""

from typing import Final

from crawler.core.audit.checks.groups import linked
from crawler.core.audit.finding import CannotTell, Hit, Said, count
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site
from crawler.core.limits import EXTERNALS
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord

#: 4xx that say "not you", "not so" or "not now": servers of others give them to robots and to nobody else.
_NOT_SURE: Final = frozenset({401, 403, 405, 406, 407, 408, 418, 425, 429, 451})
#: How the resolver and the door name what is final: no such name, no such server.
_NO_NAME: Final = ("NXDOMAIN", "it has no address")
_REFUSED: Final = "refused"


@site_check(
    "link-broken-external", "links", "warning", Needs.RUN,
    title="A link to another site leads nowhere",
    why="Readers meet an error, and the page looks neglected.",
    fix="Correct the link, or take it away.",
    source="RFC 9110, status codes",
)  # fmt: skip
def broken(site: Site) -> Said:
    unasked = 0
    for url in sorted(site.inlinks):
        if site.covers(url):
            continue
        record = site.final(url)
        if record is None or record.outcome is Outcome.OUT_OF_SCOPE:
            unasked += 1
        elif fault := surely_broken(record):
            text, also = linked(site.inlinks[url])
            way = "" if record.url == url else f"redirects to {record.url}: "
            yield Hit(f"{way}{fault}; {text}", url, also)
    if unasked:
        yield _unasked(site, unasked)


def surely_broken(record: UrlRecord) -> str:
    """Why an address of others is broken beyond doubt; empty where it is not."""
    if record.outcome is Outcome.HTTP_ERROR:
        status = record.status or 0
        return f"status {status}" if 400 <= status <= 499 and status not in _NOT_SURE else ""
    if record.outcome is Outcome.DNS_FAILED and any(words in record.reason for words in _NO_NAME):
        return record.reason
    if record.outcome is Outcome.UNREACHABLE and _REFUSED in record.reason.lower():
        return record.reason
    return ""


def _unasked(site: Site, number: int) -> CannotTell:
    left = count(number, "address on another host", "addresses on other hosts")
    asked = sum(1 for _ in site.beyond("external"))
    if not asked:
        return CannotTell(f"{left} not asked for; -a external=check asks for them")
    return CannotTell(f"{left} not asked for: nofollow, or past our limit {EXTERNALS.name} of {EXTERNALS.value:g}")
