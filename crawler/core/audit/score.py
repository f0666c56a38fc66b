"""One number for each area of the audit, made so that it can be explained in three sentences.

An area begins with 100. Each kind of finding takes a part of what is left: an error up to a half, a warning up to a
fifth, a notice up to a twentieth; all of that where the whole site is concerned, and else by the square root of the
share of its pages, so that a fault on a quarter of them takes half of it. What was not judged takes nothing and adds
nothing: an area in which no check gave a verdict has no score. Checks that found nothing do not raise a score either,
or a longer catalogue would make every site better.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from crawler.core.audit.catalogue import CATALOGUE, Check
from crawler.core.audit.finding import Finding, NotEvaluated, Severity
from crawler.core.audit.report import Group, Report

#: The most that one check takes of what is left (our convention; nobody publishes such numbers).
WEIGHTS: Final[Mapping[Severity, float]] = MappingProxyType(
    {Severity.ERROR: 0.5, Severity.WARNING: 0.2, Severity.NOTICE: 0.05}
)
GOOD: Final = 90  # and more
FAIR: Final = 70  # and more; below it is poor
#: Where a finding on the home page, or on a file of the site, speaks of the whole site.
_OF_THE_SITE: Final = frozenset({"robots", "sitemap", "https", "security", "technology"})


@dataclass(frozen=True, slots=True)
class Loss:
    """What one check takes: `addresses` were concerned, or the whole site; alone it would take `points` of 100."""

    check: Check
    severity: Severity
    addresses: int
    everywhere: bool
    points: float


@dataclass(frozen=True, slots=True)
class Score:
    """One area. `points` is None where no check gave a verdict; `partial` where not all of the site was seen."""

    area: str
    points: int | None
    judged: int  # checks that gave a verdict
    checks: int  # that there are
    severities: Mapping[Severity, int]  # findings
    losses: tuple[Loss, ...]  # the greatest first
    partial: bool

    @property
    def grade(self) -> str:
        """The score in a word; empty where there is none."""
        if self.points is None:
            return ""
        return "good" if self.points >= GOOD else "fair" if self.points >= FAIR else "poor"


def scores(report: Report) -> tuple[Score, ...]:
    """A score for each area of the catalogue, in its order."""
    silent = _silent(report.not_evaluated) - {group.check.id for group in report.groups}
    areas = dict.fromkeys(check.area for check in CATALOGUE.values())
    return tuple(_score(area, report, silent) for area in areas)


def _silent(not_evaluated: Iterable[NotEvaluated]) -> set[str]:
    """Checks without any verdict: what could not be told of one page was told of the others."""
    return {one.check for one in not_evaluated if one.state != "partly" and not one.url}


def _score(area: str, report: Report, silent: set[str]) -> Score:
    checks = [check.id for check in CATALOGUE.values() if check.area == area]
    groups = [group for group in report.groups if group.check.area == area]
    judged = len(set(checks) - silent)
    found = [_loss(group.check, severity, group.findings, report) for group in groups for severity in Severity]
    losses = sorted(filter(None, found), key=lambda loss: (-loss.points, loss.check.id))
    return Score(
        area=area,
        points=_points(losses) if judged else None,
        judged=judged,
        checks=len(checks),
        severities=_counted(groups),
        losses=tuple(losses),
        partial=not report.complete,
    )


def _points(losses: Iterable[Loss]) -> int:
    """Rounded down: 100 is for what nothing was found in."""
    return math.floor(100 * math.prod(1 - loss.points / 100 for loss in losses))


def _counted(groups: Iterable[Group]) -> Mapping[Severity, int]:
    found = [finding.severity for group in groups for finding in group.findings]
    return {severity: found.count(severity) for severity in Severity}


def _loss(check: Check, severity: Severity, findings: Iterable[Finding], report: Report) -> Loss | None:
    """What findings of one check and one severity take: one check may find errors here and notices there."""
    found = [finding for finding in findings if finding.severity is severity]
    if not found:
        return None
    everywhere = any(_everywhere(check, finding, report) for finding in found)
    addresses = _addresses(found)
    share = 1.0 if everywhere else min(1.0, addresses / max(1, len(report.site.pages)))
    return Loss(check, severity, addresses, everywhere, 100 * WEIGHTS[severity] * math.sqrt(share))


def _everywhere(check: Check, finding: Finding, report: Report) -> bool:
    if check.site is None or check.area not in _OF_THE_SITE or "pages" in finding.also:
        return False
    files = {record.url for record in report.sitemaps} | {f"{record.origin}/robots.txt" for record in report.robots}
    homes = {report.site.home, *(f"{record.origin}/" for record in report.robots)}
    return finding.url in files | homes


def _addresses(findings: Iterable[Finding]) -> int:
    """How many addresses are concerned: the places themselves, or the pages that a finding names."""
    places: set[str] = set()
    for finding in findings:
        places.update((finding.url, *finding.also.get("pages", ())))
    return len(places)
