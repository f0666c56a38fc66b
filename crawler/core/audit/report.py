"""From what a run saw to a report: every check asked, findings sorted and counted; the same for the same input."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from crawler.core.audit import silence
from crawler.core.audit.catalogue import CATALOGUE, Check
from crawler.core.audit.changes import Changes
from crawler.core.audit.complete import gaps
from crawler.core.audit.finding import CannotTell, Finding, Hit, NotEvaluated, Severity, count
from crawler.core.audit.ignored import Entry, Ignored, sift
from crawler.core.audit.kept import Shelf
from crawler.core.audit.page import Page
from crawler.core.audit.parts import origin_of
from crawler.core.audit.site import Site
from crawler.core.audit.words import WORDS
from crawler.core.outcome import Outcome
from crawler.core.records import BEYOND, RobotsRecord, RunRecord, SitemapRecord, UrlRecord

TOP: Final = 10
_READ: Final = frozenset({Outcome.FETCHED, Outcome.NOT_MODIFIED, Outcome.REDIRECTED})
_RANK: Final = {id: rank for rank, id in enumerate(CATALOGUE)}


PAGE_CHECKS: Final = tuple(check for check in CATALOGUE.values() if check.page)


@dataclass(slots=True)
class Noted:
    """What checks said so far."""

    findings: list[Finding] = field(default_factory=list)
    unsure: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # by check and reason: where

    def note(self, check: Check, said: Hit | CannotTell) -> None:
        """Keep one answer of a check."""
        if isinstance(said, Hit):
            severity = said.severity or check.severity
            self.findings.append(Finding(check.id, severity, said.url, said.evidence, said.also))
        else:
            self.unsure.setdefault(check.id, {}).setdefault(said.reason, []).append(said.url)


@dataclass(frozen=True, slots=True)
class Group:
    """The findings of one check, and the worst severity among them."""

    check: Check
    severity: Severity
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Report:
    """What one run found. Everything in it is sorted."""

    run: RunRecord
    complete: bool
    gaps: tuple[str, ...]  # why it is not complete
    findings: tuple[Finding, ...]  # by severity, value of the check, URL
    not_evaluated: tuple[NotEvaluated, ...]
    urls: tuple[UrlRecord, ...]
    pages: tuple[Page, ...]
    robots: tuple[RobotsRecord, ...]
    sitemaps: tuple[SitemapRecord, ...]
    site: Site = field(repr=False)
    ignored: tuple[Ignored, ...] = ()  # what somebody decided to live with, entry by entry
    changes: Changes | None = None  # since the last run; None where there was none to compare with

    @property
    def depths(self) -> Mapping[str, int]:
        """Clicks from the home page by URL; what no followed link leads to is not there."""
        return self.site.depths

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Findings by check, the most important check first."""
        found: dict[str, list[Finding]] = {}
        for finding in self.findings:
            found.setdefault(finding.check, []).append(finding)
        return tuple(Group(CATALOGUE[id], findings[0].severity, tuple(findings)) for id, findings in found.items())

    @cached_property
    def severities(self) -> Mapping[Severity, int]:
        """Findings per severity, worst first; every severity is there."""
        found = Counter(finding.severity for finding in self.findings)
        return {severity: found[severity] for severity in Severity}

    @cached_property
    def outcomes(self) -> Mapping[Outcome, int]:
        """URLs per outcome, in the order of the enum; only those that occurred."""
        found = Counter(record.outcome for record in self.urls)
        return {outcome: found[outcome] for outcome in Outcome if found[outcome]}

    @cached_property
    def unread(self) -> tuple[UrlRecord, ...]:
        """Every URL that did not give its content, with its reason, by outcome."""
        order = {outcome: number for number, outcome in enumerate(Outcome)}
        left = [record for record in self.urls if record.outcome not in _READ]
        return tuple(sorted(left, key=lambda record: (order[record.outcome], record.url)))

    @cached_property
    def top(self) -> tuple[str, ...]:
        """The ten most important findings, one line each, checks counted once."""
        return tuple(_line(group) for group in self.groups[:TOP])

    @cached_property
    def verdict(self) -> str:
        """One or two sentences for somebody who reads nothing else."""
        return _verdict(self)


def build(
    run: RunRecord,
    urls: Iterable[UrlRecord],
    pages: Iterable[Page],
    robots: Iterable[RobotsRecord] = (),
    sitemaps: Iterable[SitemapRecord] = (),
    ignore: Sequence[Entry] = (),
) -> Report:
    """Ask every check about a run; pure, and independent of the order of its input."""
    records = {record.url: record for record in sorted(urls, key=lambda record: record.url)}
    origins = tuple(sorted(robots, key=lambda record: record.origin))
    files = tuple(sorted(sitemaps, key=lambda record: record.url))
    noted, read = _judged(pages)
    own = tuple(of_the_site(origins, records.values()))
    missing = tuple(gaps(run, records.values(), read.values(), own))
    audited = {url: page for url, page in read.items() if page.status == 200}
    site = Site(run, records, audited, own, files, complete=not missing, gaps=missing)
    findings, silent = _ask(site, noted)
    left, ignored = sift(sorted(findings, key=_importance), ignore, run.finished.date())
    return Report(
        run=run,
        complete=not missing,
        gaps=missing,
        findings=left,
        not_evaluated=silent,
        urls=tuple(records.values()),
        pages=tuple(read.values()),
        robots=origins,
        sitemaps=files,
        site=site,
        ignored=ignored,
    )


def of_the_site(robots: Iterable[RobotsRecord], urls: Iterable[UrlRecord]) -> Iterator[RobotsRecord]:
    """The robots.txt of origins that are the site's: not of those that were only asked for more than pages."""
    known = list(urls)
    others = {origin_of(record.url) for record in known if record.source in BEYOND}
    ours = {
        origin_of(record.url)
        for record in known
        if record.source not in BEYOND and record.outcome is not Outcome.OUT_OF_SCOPE
    }
    return (record for record in robots if record.origin not in others - ours)


def _importance(finding: Finding) -> tuple[int, int, str, str]:
    return finding.severity.rank, _RANK[finding.check], finding.url, finding.evidence


def _judged(pages: Iterable[Page]) -> tuple[Noted, dict[str, Page]]:
    """What the checks of one page say of each, and what is kept of the pages, by URL in order."""
    noted, shelf, read = Noted(), Shelf(), []
    for page in pages:
        if page.status == 200:
            _ask_of_page(page, noted)
        read.append(shelf.keep(page))
    return noted, {page.url: page for page in sorted(read, key=lambda page: page.url)}


def _ask_of_page(page: Page, noted: Noted) -> None:
    for check in PAGE_CHECKS:
        for said in check.page(page) if check.page else ():
            noted.note(check, replace(said, url=page.url))


def _ask(site: Site, noted: Noted) -> tuple[list[Finding], tuple[NotEvaluated, ...]]:
    silent: list[NotEvaluated] = []
    for check in CATALOGUE.values():
        why_not = silence.why_not(check, site)
        if why_not:
            silent.append(why_not)
            if why_not.state != "partly":
                continue
        for said in check.site(site) if check.site else ():
            noted.note(check, said)
        silent.extend(_unsure(check, reason, places) for reason, places in noted.unsure.get(check.id, {}).items())
    return noted.findings, tuple(silent)


def _unsure(check: Check, reason: str, places: list[str]) -> NotEvaluated:
    pages = sorted({place for place in places if place})
    number = f" ({count(len(pages), 'page')})" if len(pages) > 1 else ""
    return NotEvaluated(check.id, "inconclusive", reason + number, pages[0] if pages else "")


def _line(group: Group) -> str:
    first = group.findings[0]
    more = f" (and {len(group.findings) - 1:,} more)" if len(group.findings) > 1 else ""
    return f"{group.severity}: {group.check.title}{more}: {first.url} — {first.evidence}"


def _why_unread(site: Site) -> str:
    """What became of the start URL: the reason at the end of its redirects, as far as they were followed."""
    known = [site.urls[hop] for hop in site.chain(site.run.start_url) if hop in site.urls]
    if not known:
        return ""
    if known[-1].outcome is Outcome.REDIRECTED and (hops := site.endless(site.run.start_url)):
        return f"the redirect leads back to {hops[-1]}"
    return (known[-1].reason or WORDS[known[-1].outcome]).rstrip(".")


def _verdict(report: Report) -> str:
    if not report.pages:
        reason = _why_unread(report.site)
        return f"No page of {report.run.host} could be read" + (f": {reason}." if reason else ".")
    read = f"{count(len(report.pages), 'page')} of {report.run.host} " + ("was" if len(report.pages) == 1 else "were")
    errors, warnings = report.severities[Severity.ERROR], report.severities[Severity.WARNING]
    if errors:
        found = f"{count(errors, 'thing')} should be fixed soon, and {count(warnings, 'warning')} looked at."
    elif warnings:
        found = f"Nothing is broken, and {count(warnings, 'warning')} should be looked at."
    else:
        found = "Nothing was found that needs fixing."
    unseen = "" if report.complete else " Not everything was seen, so this is not the whole picture."
    return f"{read} read. {found}{unseen}"
