"""report.sarif: findings in the format that code hosts show beside a change (SARIF 2.1.0, OASIS)."""

import hashlib
import json
from typing import Any, Final
from urllib.parse import quote

from crawler.core import identity
from crawler.core.audit.catalogue import CATALOGUE, Check
from crawler.core.audit.finding import Finding, Severity
from crawler.core.audit.report import Report
from crawler.report.values import clean

MOST: Final = 5000  # results; GitHub takes 5,000 of a run and shows the first by severity
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "note"}
_KEPT: Final = "!*'();:@&=+$,/?#[]%-._~"


def as_sarif(report: Report) -> bytes:
    """One run; a location is the URL of the page. What is over `MOST` is counted in a notification."""
    groups = {group.check.id: number for number, group in enumerate(report.groups)}
    over = len(report.findings) - MOST
    notes = (
        [{"level": "warning", "message": {"text": f"{over:,} more findings are in report.json"}}] if over > 0 else []
    )
    run = {
        "tool": {
            "driver": {
                "name": identity.PRODUCT_TOKEN,
                "semanticVersion": identity.VERSION,
                "informationUri": identity.PUBLIC_PAGE,
                "rules": [_rule(group.check) for group in report.groups],
            }
        },
        "invocations": [{"executionSuccessful": bool(report.pages), "toolExecutionNotifications": notes}],
        "results": [_result(finding, groups[finding.check]) for finding in report.findings[:MOST]],
    }
    value = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return (json.dumps(clean(value), ensure_ascii=False, indent=1) + "\n").encode()


def _rule(check: Check) -> dict[str, Any]:
    return {
        "id": check.id,
        "shortDescription": {"text": check.title},
        "fullDescription": {"text": check.why},
        "help": {"text": f"{check.fix}\nSource: {check.source}"},
        "defaultConfiguration": {"level": _LEVELS[check.severity]},
        "properties": {"tags": [check.area]},
    }


def _result(finding: Finding, number: int) -> dict[str, Any]:
    title = CATALOGUE[finding.check].title
    name = hashlib.sha256(f"{finding.check} {finding.url}".encode("utf-8", "replace")).hexdigest()[:32]
    uri = quote(finding.url, safe=_KEPT)
    return {
        "ruleId": finding.check,
        "ruleIndex": number,
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{title}: {finding.evidence}"},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}}}],
        "partialFingerprints": {"checkAndUrl/v1": name},
    }
