"""What changed since an invented earlier run of the sample."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from crawler.core.audit.finding import Finding
from tests.report.sample import BEGUN, ROOT, report


@dataclass(frozen=True, slots=True)
class Changed:
    previous_at: datetime
    new: tuple[Finding, ...]
    fixed: tuple[Finding, ...]
    still: tuple[Finding, ...]
    unknown: tuple[Finding, ...]
    pages_added: tuple[str, ...]
    pages_gone: tuple[str, ...]
    pages_changed: tuple[str, ...]


def changes() -> Changed:
    found = report().findings
    return Changed(
        BEGUN - timedelta(days=7), found[:4], found[4:6], found[6:-2], found[-2:],
        (f"{ROOT}/tickets",), (f"{ROOT}/old",), (f"{ROOT}/visit", f"{ROOT}/"),
    )  # fmt: skip
