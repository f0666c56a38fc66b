"""The exit codes of `scrapy crawl`, decided from what happened."""

from collections.abc import Iterable
from typing import Final

from crawler.core.outcome import Outcome

WRITTEN: Final = 0  # a report was written
FINDINGS: Final = 1  # findings at or above fail_on
USAGE: Final = 2  # wrong arguments or settings
NOTHING_READ: Final = 3  # the site let us read nothing
REFUSED: Final = 4  # we refused: address, proof
FAULT: Final = 70  # a fault of ours (EX_SOFTWARE of sysexits.h)

#: Endings that are our refusal; with no page read they make the exit code 4.
OUR_REFUSALS: Final = frozenset({Outcome.NOT_VERIFIED, Outcome.PRIVATE_ADDRESS, Outcome.URL_REFUSED, Outcome.DOWNGRADE})
RANK: Final = {"error": 0, "warning": 1, "notice": 2}


def exit_code(outcomes: Iterable[Outcome], severities: Iterable[str], fail_on: str | None, pages: int) -> int:
    """The exit code of a crawl that wrote a report. No page is never 0."""
    if pages == 0:
        return _nothing(frozenset(outcomes))
    if fail_on is not None and any(RANK[severity] <= RANK[fail_on] for severity in severities):
        return FINDINGS
    return WRITTEN


def too_many_new(new: Iterable[str], most: int | None, fail_on: str | None) -> bool:
    """Whether more findings are new than may be: of `fail_on` or worse, without it errors and warnings."""
    worst = RANK[fail_on or "warning"]
    return most is not None and sum(RANK[severity] <= worst for severity in new) > most


def _nothing(outcomes: frozenset[Outcome]) -> int:
    if outcomes & OUR_REFUSALS:
        return REFUSED
    return FAULT if Outcome.INTERNAL_ERROR in outcomes else NOTHING_READ
