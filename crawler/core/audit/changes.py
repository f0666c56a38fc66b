"""What changed between two runs of a site: what is new, what is fixed, and what nobody can tell.

Nothing is called fixed by a crawl that did not see the whole site, and nothing new because an earlier one had not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding

Key = tuple[str, str, str]
#: States in which a check gave no verdict, or not for the whole site.
_OPEN: Final = frozenset({"inconclusive", "partly", "not-evaluated"})
#: What tells a finding from another of the same check at the same URL.
_NAMES: Final = ("target", "kind", "name")


@dataclass(frozen=True, slots=True)
class Facts:
    """What of a page is compared."""

    status: int | None = None
    title: str = ""
    description: str = ""
    h1: str = ""
    canonical: str | None = None
    indexable: bool = True
    text_hash: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """One run, as far as it is compared with another."""

    at: datetime
    complete: bool
    findings: tuple[Finding, ...]
    silent: frozenset[str]  # checks that gave no verdict, or not a whole one
    pages: Mapping[str, Facts]  # that were read
    name: str = ""  # where its report is


@dataclass(frozen=True, slots=True)
class Changes:
    """A later run against an earlier one; findings and URLs keep the order of their report."""

    previous_at: datetime
    previous: str = ""
    new: tuple[Finding, ...] = ()
    first_seen: tuple[Finding, ...] = ()  # where the earlier run had not looked
    fixed: tuple[Finding, ...] = ()
    still: tuple[Finding, ...] = ()
    unknown: tuple[Finding, ...] = ()  # of the earlier run; not found now, and nobody can tell whether it is gone
    pages_added: tuple[str, ...] = ()
    pages_gone: tuple[str, ...] = ()
    pages_changed: tuple[str, ...] = ()
    partial: tuple[str, ...] = field(default=())  # "earlier", "later": which of the two did not see everything


def compare(earlier: Seen, later: Seen) -> Changes:
    """What changed from one run to the next."""
    before, now = _by_key(earlier.findings), _by_key(later.findings)
    appeared = [finding for key, finding in now.items() if key not in before]
    gone = [finding for key, finding in before.items() if key not in now]
    both = earlier.pages.keys() & later.pages.keys()
    return Changes(
        previous_at=earlier.at,
        previous=earlier.name,
        new=tuple(finding for finding in appeared if _looked(earlier, finding)),
        first_seen=tuple(finding for finding in appeared if not _looked(earlier, finding)),
        fixed=tuple(finding for finding in gone if _settled(later, finding)),
        still=tuple(finding for key, finding in now.items() if key in before),
        unknown=tuple(finding for finding in gone if not _settled(later, finding)),
        pages_added=_without(later.pages, earlier.pages) if earlier.complete else (),
        pages_gone=_without(earlier.pages, later.pages) if later.complete else (),
        pages_changed=tuple(sorted(url for url in both if earlier.pages[url] != later.pages[url])),
        partial=tuple(word for word, run in (("earlier", earlier), ("later", later)) if not run.complete),
    )


def _by_key(findings: Iterable[Finding]) -> dict[Key, Finding]:
    return {_key(finding): finding for finding in findings}


def _key(finding: Finding) -> Key:
    return finding.check, finding.url, " ".join(str(finding.also[name]) for name in _NAMES if name in finding.also)


def _looked(run: Seen, finding: Finding) -> bool:
    """Whether a run would have found it, had it been there."""
    if finding.check in run.silent:
        return False
    return run.complete or finding.url in run.pages


def _settled(run: Seen, finding: Finding) -> bool:
    """Whether its absence from a run means that it is gone."""
    return run.complete and finding.check in CATALOGUE and finding.check not in run.silent


def _without(some: Iterable[str], others: Mapping[str, Facts]) -> tuple[str, ...]:
    return tuple(sorted(url for url in some if url not in others))


def is_open(state: str) -> bool:
    """Whether a check in that state gave no verdict for the whole site."""
    return state in _OPEN
