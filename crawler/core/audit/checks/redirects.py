"""Redirects and server errors."""

from collections import defaultdict
from collections.abc import Iterator

from crawler.core.audit import thresholds
from crawler.core.audit.checks.groups import linked, named
from crawler.core.audit.finding import CannotTell, Hit, Said, count
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import UNPROVEN, Site, asked, path_of
from crawler.core.limits import REDIRECTS
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord

_REDIRECTS = "Google Search Central: redirects"


@site_check(
    "http-5xx", "links", "error", Needs.RUN,
    title="The server fails",
    why="Readers get an error page, and engines slow down and in the end drop the page.",
    fix="Look in the server's log at the time of the request and mend what failed.",
    source="RFC 9110, server errors; Google Search Central: HTTP status codes",
)  # fmt: skip
def server_error(site: Site) -> Said:
    for record in site.records():
        failed = record.outcome is Outcome.HTTP_ERROR and (record.status or 0) >= 500
        if failed and record.status not in UNPROVEN and record.source not in ("robots", "proof"):
            yield Hit(f"status {record.status}{asked(record)}", record.url)


@site_check(
    "redirect-loop", "links", "error", Needs.RUN,
    title="A redirect leads in a circle, or on and on",
    why="Browsers give up with an error; the page cannot be reached.",
    fix="Let one of the addresses answer with a page.",
    source="RFC 9110, redirection; Google Search Central: up to 10 hops",
)  # fmt: skip
def loop(site: Site) -> Said:
    paths = {record.url: path for record in site.records() if (path := site.endless(record.url))}
    reported: set[frozenset[str]] = set()
    inside: set[str] = set()
    start = site.run.start_url
    for url in sorted(paths, key=lambda x: (x != start, not _is_named(site, x), -len(paths[x]), x)):
        path = paths[url]
        if frozenset(path) in reported or (url in inside and not _is_named(site, url)):
            continue
        reported.add(frozenset(path))
        inside.update(path)
        yield _endless(site, path)


def _is_named(site: Site, url: str) -> bool:
    """Whether something other than a redirect names a URL."""
    record = site.urls[url]
    return record.source != "redirect" or url in site.inlinks or url in site.listed


def _endless(site: Site, path: tuple[str, ...]) -> Hit:
    if path[-1] in path[:-1]:
        why = f"leads back to {path[-1]}"
    elif any(hop in site.urls and site.urls[hop].outcome is Outcome.REDIRECT_LOOP for hop in path):
        why = "leads back to where it was"
    else:
        why = f"{count(len(path) - 1, 'redirect')} in a row; we follow no more than {REDIRECTS.value:g}"
    # A circle is one fault whichever of its addresses is linked; a way into it has its own links.
    ours = path[:-1] if path[0] == path[-1] else path[:1]
    sources = tuple(source for hop in ours for source in site.inlinks.get(hop, ()))
    text, also = linked(sources) if sources else ("", {})
    place = f"listed in {site.listed[path[0]]}" if path[0] in site.listed else ""
    parts = "; ".join(filter(None, (f"{' → '.join(path)}: {why}", text, place)))
    return Hit(parts, path[0], {**also, "hops": path})


def _starts(site: Site) -> Iterator[UrlRecord]:
    """Redirects that something other than a redirect leads to."""
    targets = {record.location for record in site.records() if record.outcome is Outcome.REDIRECTED}
    for record in site.records():
        if record.outcome is Outcome.REDIRECTED and (record.url not in targets or record.source != "redirect"):
            yield record


@site_check(
    "redirect-chain", "links", "warning", Needs.RUN,
    title="Several redirects in a row",
    why="Every hop costs readers time; engines stop after some.",
    fix="Redirect straight to the last address.",
    source=_REDIRECTS,
)  # fmt: skip
def chain(site: Site) -> Said:
    for record in _starts(site):
        hops = site.chain(record.url)
        if len(hops) > thresholds.REDIRECT_HOPS and not site.endless(record.url):
            statuses = [site.urls[hop].status if hop in site.urls else None for hop in hops]
            steps = " → ".join(f"{hop} ({status or '?'})" for hop, status in zip(hops, statuses, strict=True))
            yield Hit(
                f"{count(len(hops) - 1, 'hop')}: {steps}", record.url, {"hops": hops, "statuses": tuple(statuses)}
            )


@site_check(
    "redirect-to-error", "links", "error", Needs.RUN,
    title="A redirect leads to an error",
    why="Who follows the old address finds nothing.",
    fix="Redirect to a page that works, or answer 410 if there is none.",
    source="RFC 9110, redirection",
)  # fmt: skip
def to_error(site: Site) -> Said:
    for record in _starts(site):
        fault = site.fault(record.url)
        if fault and not site.endless(record.url):
            hops = site.chain(record.url)
            yield Hit(f"ends at {hops[-1]}: {fault}", record.url, {"hops": hops})
        elif why := site.unproven(record.url):
            yield CannotTell(f"where a redirect ends could not be verified: {why}", record.url)


@site_check(
    "redirect-https-to-http", "https", "error", Needs.RUN,
    title="A redirect leads from https to http",
    why="It takes the reader off the secure connection without a word.",
    fix="Redirect to https.",
    source="RFC 6797; OWASP: transport layer security",
)  # fmt: skip
def downgrade(site: Site) -> Said:
    for record in site.records():
        target = record.location or str(record.evidence.get("location", ""))
        redirected = record.outcome in (Outcome.REDIRECTED, Outcome.DOWNGRADE)
        if redirected and record.url.startswith("https:") and target.startswith("http:"):
            yield Hit(f"redirects to {target}", record.url)


@site_check(
    "redirect-to-home", "links", "warning", Needs.SITE,
    title="Many old addresses redirect to the home page",
    why="Engines take that for “not found”; readers do not find what they came for.",
    fix="Redirect each to the page that replaces it, or answer 404.",
    source="Google Search Central: soft 404",
)  # fmt: skip
def to_home(site: Site) -> Said:
    sources = defaultdict(list)
    for record in _starts(site):
        final = site.chain(record.url)[-1]
        if path_of(final) == "/" and path_of(record.url).count("/") > 1 and not site.endless(record.url):
            sources[final].append(record.url)
    for final, urls in sources.items():
        if len(urls) >= thresholds.TO_ROOT_PAGES:
            yield Hit(f"{count(len(urls), 'address', 'addresses')}: {named(urls)}", final, {"pages": tuple(urls)})
