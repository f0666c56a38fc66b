"""Secure connections: certificates, mixed content, pages without https."""

from collections import defaultdict
from datetime import datetime

from crawler.core.audit import thresholds
from crawler.core.audit.checks.groups import named
from crawler.core.audit.facts import Resource
from crawler.core.audit.finding import Hit, Said, Severity, count
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site, host_of, origin_of
from crawler.core.outcome import Outcome

_ACTIVE = frozenset({"script", "style", "iframe", "object"})
_PASSIVE = frozenset({"image", "media"})


def _insecure(page: Page, kinds: frozenset[str]) -> list[Resource]:
    if not page.url.startswith("https:"):
        return []
    return [x for x in page.resources if x.kind in kinds and x.target.raw.strip().lower().startswith("http:")]


def _listed(resources: list[Resource]) -> str:
    return named([f"{resource.kind} {resource.target.raw.strip()[:200]}" for resource in resources])


@page_check(
    "https-mixed-active", "https", "error",
    title="A secure page loads a script or frame without https",
    why="Browsers refuse to load it, so part of the page is dead; what they do load anybody can change.",
    fix="Load it with https.",
    source="W3C: Mixed Content",
)  # fmt: skip
def mixed_active(page: Page) -> Said:
    if found := _insecure(page, _ACTIVE):
        yield Hit(_listed(found), also={"count": len(found)})


@page_check(
    "https-mixed-passive", "https", "warning",
    title="A secure page loads an image without https",
    why="Browsers try https in its place; where that fails the image is missing.",
    fix="Load it with https.",
    source="W3C: Mixed Content",
)  # fmt: skip
def mixed_passive(page: Page) -> Said:
    if found := _insecure(page, _PASSIVE):
        yield Hit(_listed(found), also={"count": len(found)})


@site_check(
    "https-missing", "https", "error", Needs.RUN,
    title="The site serves pages without https",
    why="Anybody between the reader and the server can read and change them; browsers mark them “not secure”.",
    fix="Get a certificate, serve the site with https and redirect http there.",
    source="RFC 6797; Google Search Central: HTTPS",
)  # fmt: skip
def missing(site: Site) -> Said:
    plain = defaultdict(list)
    for url in sorted(site.pages):
        if url.startswith("http:"):
            plain[origin_of(url)].append(url)
    for urls in plain.values():
        yield Hit(f"{count(len(urls), 'page')} over http: {named(urls)}", urls[0], {"pages": tuple(urls)})


@site_check(
    "https-cert-invalid", "https", "error", Needs.RUN,
    title="The certificate is not valid",
    why="Browsers stop the reader with a warning, and engines do not read the site.",
    fix="Renew the certificate, with every host name in it and the whole chain installed.",
    source="RFC 5280; RFC 9525",
)  # fmt: skip
def cert_invalid(site: Site) -> Said:
    seen = set()
    for record in site.records():
        if record.outcome is Outcome.TLS_INVALID and host_of(record.url) not in seen:
            seen.add(host_of(record.url))
            yield Hit(record.reason or "the certificate was refused", record.url, dict(record.evidence))


@site_check(
    "https-cert-expiring", "https", "warning", Needs.RUN,
    title="The certificate ends soon",
    why="On that day browsers stop every reader with a warning.",
    fix="Renew it, and let a program do that from now on.",
    source="CA/Browser Forum: lifetimes grow shorter; RFC 8555",
)  # fmt: skip
def cert_expiring(site: Site) -> Said:
    for record in site.robots:
        ends = str(record.certificate.get("not_after", ""))
        days = (datetime.fromisoformat(ends) - site.run.finished).days if ends else thresholds.EXPIRING_DAYS
        if 0 <= days < thresholds.EXPIRING_DAYS:
            soon = days < thresholds.EXPIRING_SOON_DAYS
            said = f"{count(days, 'day')} left: it ends {ends}"
            yield Hit(said, f"{record.origin}/", dict(record.certificate), None if soon else Severity.NOTICE)
