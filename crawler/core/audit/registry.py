"""How a check gets into the catalogue: one decorator on one small function."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from crawler.core.audit.finding import Said, Severity
from crawler.core.audit.page import Page
from crawler.core.audit.site import Site


class Needs(StrEnum):
    """What a check must see before it can judge."""

    PAGE = "page"  # one page
    RUN = "run"  # the records of a run, of one page too
    SITE = "site"  # several pages: what it finds is true, what it does not see may be missing
    WHOLE = "whole"  # a complete crawl


PageCheck = Callable[[Page], Said]
SiteCheck = Callable[[Site], Said]


@dataclass(frozen=True, slots=True)
class Check:
    """One row of the catalogue; title, why and fix are plain words for people who own sites."""

    id: str
    area: str
    severity: Severity
    title: str
    why: str
    fix: str
    source: str
    needs: Needs
    page: PageCheck | None = None
    site: SiteCheck | None = None


CHECKS: Final[dict[str, Check]] = {}


def page_check(
    id: str, area: str, severity: str, *, title: str, why: str, fix: str, source: str
) -> Callable[[PageCheck], PageCheck]:
    """Register a function that judges one page that answered 200."""

    def register(function: PageCheck) -> PageCheck:
        _add(Check(id, area, Severity(severity), title, why, fix, source, Needs.PAGE, page=function))
        return function

    return register


def site_check(
    id: str, area: str, severity: str, needs: Needs, *, title: str, why: str, fix: str, source: str
) -> Callable[[SiteCheck], SiteCheck]:
    """Register a function that judges what a run saw."""

    def register(function: SiteCheck) -> SiteCheck:
        _add(Check(id, area, Severity(severity), title, why, fix, source, needs, site=function))
        return function

    return register


def _add(check: Check) -> None:
    if check.id in CHECKS:
        raise ValueError(f"two checks are called {check.id}")
    CHECKS[check.id] = check
