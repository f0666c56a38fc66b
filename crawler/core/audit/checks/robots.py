"""robots.txt."""

from collections.abc import Iterator

from crawler.core.audit import thresholds
from crawler.core.audit.checks.groups import linked
from crawler.core.audit.finding import CannotTell, Hit, Said, count, quoted
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord
from crawler.core.robots import Kind
from crawler.core.robots.lines import Line

_RFC = "RFC 9309"
_GENTLE = frozenset({429, 503})


def _visited(site: Site) -> Iterator[RobotsRecord]:
    """The distinct files, without those of origins that only redirect: who comes there is sent away at once."""
    for record in site.robots_files:
        if record.origin not in site.moved_origins:
            yield record


@site_check(
    "robots-unreachable", "robots", "error", Needs.RUN,
    title="robots.txt cannot be read",
    why="While it fails, robots must assume that everything is forbidden: engines stop visiting.",
    fix="Answer /robots.txt with the file, or with 404 if there is none.",
    source=f"{_RFC} 2.3.1.4",
)  # fmt: skip
def unreachable(site: Site) -> Said:
    for record in site.robots_files:
        if record.decision != "deny-all":
            continue
        if record.status in _GENTLE:
            yield CannotTell(
                f"robots.txt answered {record.status}, which may be for us alone", record.origin + "/robots.txt"
            )
        else:
            yield Hit(record.reason, record.origin + "/robots.txt")


@site_check(
    "robots-blocks-all", "robots", "error", Needs.RUN,
    title="robots.txt keeps engines out of the whole site",
    why="Nothing of the site can be read by those engines; pages fall out of search.",
    fix="Take “Disallow: /” away once the site is public.",
    source=_RFC,
)  # fmt: skip
def blocks_all(site: Site) -> Said:
    for record in site.robots_files:
        rules = site.rules_of(record.origin)
        verdicts = [(agent, rules.verdict(agent, "/")) for agent in ("*", "Googlebot", "Bingbot")] if rules else []
        barred = [(agent, verdict) for agent, verdict in verdicts if verdict.rule == "Disallow: /"]
        if barred:
            agents = ", ".join("everyone" if agent == "*" else agent for agent, _ in barred)
            yield Hit(f"Disallow: / for {agents} (line {barred[0][1].line})", record.origin + "/robots.txt")


@site_check(
    "robots-blocks-linked-page", "robots", "warning", Needs.SITE,
    title="The site links to a page that robots.txt forbids",
    why="Engines see the link and may list the address without knowing what is there.",
    fix="Allow the page, or mark the link nofollow if it is meant for people alone.",
    source="Google Search Central: robots.txt introduction",
)  # fmt: skip
def blocks_linked(site: Site) -> Said:
    for url in sorted(filter(site.covers, site.inlinks)):
        rule = site.forbidden(url)
        followable = tuple(source for source in site.inlinks[url] if not source[1].nofollow) if rule else ()
        if followable:
            text, also = linked(followable)
            yield Hit(f"{rule}; {text}", url, also)


@site_check(
    "robots-sitemap-broken", "robots", "error", Needs.RUN,
    title="robots.txt names a sitemap that is not there",
    why="Engines look for the sitemap there and find nothing.",
    fix="Correct the Sitemap line or put the file back.",
    source="sitemaps.org",
)  # fmt: skip
def sitemap_broken(site: Site) -> Said:
    for sitemap in site.sitemaps:
        if sitemap.from_robots and (fault := site.fault(sitemap.url)):
            yield Hit(f"named in robots.txt: {fault}", sitemap.url)
        elif sitemap.from_robots and sitemap.outcome is Outcome.NOT_HTML:
            yield Hit("named in robots.txt, but it is no sitemap", sitemap.url)
        elif sitemap.from_robots and sitemap.url in site.urls and (why := site.unproven(sitemap.url)):
            yield CannotTell(f"a sitemap could not be verified: {why}", sitemap.url)


@site_check(
    "robots-missing", "robots", "notice", Needs.RUN,
    title="There is no robots.txt",
    why="That allows everything, which is fine; but every robot asks for it, and the sitemap has no place to be named.",
    fix="Add a robots.txt, at least with a Sitemap line.",
    source=f"{_RFC} 2.3.1.3",
)  # fmt: skip
def missing(site: Site) -> Said:
    for record in _visited(site):
        if record.status in (404, 410):
            yield Hit(f"status {record.status}", record.origin + "/robots.txt")


@site_check(
    "robots-syntax", "robots", "warning", Needs.RUN,
    title="robots.txt has lines that mean nothing",
    why="What robots cannot read they ignore: a rule you rely on may not hold.",
    fix="Correct the lines.",
    source=f"{_RFC} 2.2; Lighthouse: robots-txt",
)  # fmt: skip
def syntax(site: Site) -> Said:
    for record in _visited(site):
        if record.decision == "rules" and (faults := _faults(site, record)):
            yield Hit(f"{count(len(faults), 'line')}: {'; '.join(faults[:5])}", record.origin + "/robots.txt")


def _faults(site: Site, record: RobotsRecord) -> list[str]:
    rules = site.rules_of(record.origin)
    if record.body[:512].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        return ["an HTML page in place of robots.txt"]
    faults, in_group = [], False
    for line in rules.lines if rules else ():
        in_group = in_group or line.kind is Kind.USER_AGENT
        stray = line.kind in (Kind.ALLOW, Kind.DISALLOW) and not in_group
        if stray or line.typo or not line.colon or line.kind in (Kind.UNKNOWN, Kind.PROSE):
            faults.append(f"line {line.number} {quoted(line.text, 60)}: {_what(line, stray=stray)}")
    return faults


def _what(line: Line, *, stray: bool) -> str:
    if stray:
        return "a rule before any User-agent"
    if line.typo:
        return f"misspelt; some robots read it as {line.kind.value}, others pass over it"
    return "not understood" if line.colon else "without a colon; some robots pass over it"


@site_check(
    "robots-too-big", "robots", "warning", Needs.RUN,
    title="robots.txt is too big",
    why="Robots need not read past 500 KiB; the rules after that may not hold.",
    fix="Shorten it with wildcards.",
    source=f"{_RFC} 2.5",
)  # fmt: skip
def too_big(site: Site) -> Said:
    for record in _visited(site):
        if len(record.body) > thresholds.ROBOTS_BYTES:
            yield Hit(f"{len(record.body):,} bytes", record.origin + "/robots.txt")
