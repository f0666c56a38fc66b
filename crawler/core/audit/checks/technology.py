"""What the site is made with, and what of it is no longer mended."""

from collections import defaultdict
from collections.abc import Iterator

from crawler.core.audit import end_of_life
from crawler.core.audit.checks.groups import named
from crawler.core.audit.facts import Technology
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site, host_of


def _by_host(site: Site) -> Iterator[tuple[str, dict[tuple[str, str], list[tuple[str, Technology]]]]]:
    """For each host its technologies by name and version: the pages that show them, and how."""
    hosts: dict[str, dict[tuple[str, str], list[tuple[str, Technology]]]] = defaultdict(lambda: defaultdict(list))
    for url, page in sorted(site.pages.items()):
        for one in page.technologies:
            hosts[host_of(url)][one.name, one.version].append((url, one))
    for host, found in sorted(hosts.items()):
        versions = {name for name, version in found if version}
        yield host, {key: seen for key, seen in sorted(found.items()) if key[1] or key[0] not in versions}


@site_check(
    "tech-detected", "technology", "notice", Needs.RUN,
    title="What the site is made with",
    why="An inventory: what is in use has to be kept current, and what nobody knows of is kept by nobody.",
    fix="Nothing, unless something is listed that should not be there.",
    source="Our own table of fingerprints (crawler/core/audit/technology_table.py)",
)  # fmt: skip
def detected(site: Site) -> Said:
    for host, found in _by_host(site):
        pages = [url for url in sorted(site.pages) if host_of(url) == host]
        labels = [f"{name} {version}".strip() for name, version in found]
        rows = [
            {"name": one.name, "kind": one.kind, "version": version, "evidence": one.evidence, "pages": len(seen)}
            for (_, version), seen in found.items()
            for _, one in seen[:1]
        ]
        place = site.home if site.home in pages else pages[0]
        technologies = count(len(labels), "technology", "technologies")
        yield Hit(f"{technologies}: {', '.join(labels)}", place, {"technologies": tuple(rows)})


@site_check(
    "tech-outdated", "technology", "warning", Needs.RUN,
    title="Software that is no longer mended is in use",
    why="Holes that are found in it stay open, and are looked for by machines.",
    fix="Update it to a version its makers still mend.",
    source="OWASP Top 10: A06 vulnerable and outdated components; end-of-life table of 2026-12-01 (end_of_life.py)",
)  # fmt: skip
def outdated(site: Site) -> Said:
    for _, found in _by_host(site):
        for (name, version), seen in found.items():
            url, one = seen[0]
            if why := end_of_life.ended(name, version, one.evidence):
                urls = tuple(url for url, _ in seen)
                place = site.home if site.home in urls else url
                where = f"; on {count(len(urls), 'page')}: {named(urls)}" if len(urls) > 1 else ""
                also = {"name": name, "version": version, "pages": urls}
                yield Hit(f"{name} {version}: {why}; seen in {quoted(one.evidence, 100)}{where}", place, also)
