"""Two questions that no page asks: what the server says of a page that is not there, and of http."""

from crawler.core.audit.beyond import NO_SUCH_PAGE, plain_start
from crawler.core.audit.finding import CannotTell, Hit, Said, quoted
from crawler.core.audit.parts import path_of
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import UNPROVEN, Site
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord
from crawler.core.urls import Url, normalise


@site_check(
    "soft-404-server", "content", "error", Needs.RUN,
    title="The server does not say “not found”",
    why="Engines index addresses without content, and nobody notices broken links.",
    fix="Answer 404 (or 410) for what is not there; do not show the home page or a text in its place.",
    source="Google Search Central: soft 404",
)  # fmt: skip
def soft_404(site: Site) -> Said:
    probes = [record for record in site.beyond("probe") if path_of(record.url).startswith(NO_SUCH_PAGE)]
    for record in probes:
        if record.found_on is not None:  # where such an address was redirected to
            continue
        final = site.final(record.url) or record
        if final.outcome in (Outcome.FETCHED, Outcome.NOT_HTML, Outcome.NOT_MODIFIED):
            yield Hit(_found(record, final), record.url, {"final": final.url})
        elif final.outcome is not Outcome.HTTP_ERROR or final.status in UNPROVEN or (final.status or 0) >= 500:
            yield CannotTell(f"an address that is not there: {final.reason or final.outcome}", record.url)
    if not probes:
        yield CannotTell("no address that is not there was asked for")


def _found(record: UrlRecord, final: UrlRecord) -> str:
    way = f"redirects to {final.url}, which " if final.url != record.url else ""
    title = str(final.evidence.get("title") or "")
    shown = f", titled {quoted(title)}" if title else ""
    return f"an address that is not there {way}answers {final.status or 200}{shown}"


@site_check(
    "https-no-redirect", "https", "warning", Needs.RUN,
    title="http does not lead to https",
    why="Who types the address, or follows an old link, reads and writes for everybody on the way to see.",
    fix="Redirect every http address straight to the same address with https.",
    source="Lighthouse: redirects HTTP traffic to HTTPS; RFC 6797 7.2",
)  # fmt: skip
def no_redirect(site: Site) -> Said:
    start = normalise(site.run.start_url)
    url = plain_start(start) if isinstance(start, Url) else None
    if url is None:
        return
    record = site.urls.get(url)
    if record is None:
        yield CannotTell(f"{url} was not asked for")
    elif record.outcome is Outcome.REDIRECTED:
        if not (record.location or "").startswith("https:"):
            yield Hit(f"redirects to {record.location} first", url, {"location": record.location})
    elif record.status is not None and (record.status < 300 or record.status in (404, 410)):
        yield Hit(f"answers {record.status} and does not redirect", url)
    elif record.outcome is not Outcome.UNREACHABLE:  # a closed port 80 is an answer too
        yield CannotTell(f"{url}: {record.reason or record.outcome}")
