"""What changed since a last run of the sample, made up: some of each kind."""

from datetime import timedelta

from crawler.core.audit.changes import Changes
from tests.report.sample import BEGUN, ROOT, report


def changes() -> Changes:
    found = report().findings
    return Changes(
        BEGUN - timedelta(days=7), "20260507T093000Z",
        new=found[:3], first_seen=found[3:4], fixed=found[4:6], still=found[6:-2], unknown=found[-2:],
        pages_added=(f"{ROOT}/tickets",), pages_gone=(f"{ROOT}/old",), pages_changed=(f"{ROOT}/visit", f"{ROOT}/"),
    )  # fmt: skip
