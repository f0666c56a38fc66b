"""junit.xml: every check as a test case, for the test pages of CI systems.

A check with errors or warnings failed; one that gave no verdict was skipped; notices are told as output.
"""

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from crawler.core.audit.catalogue import CATALOGUE, Check
from crawler.core.audit.finding import Finding, Severity
from crawler.core.audit.report import Report
from crawler.core.audit.wording import printable

_SHOWN: Final = 50  # findings of one check


def as_junit(report: Report) -> bytes:
    """One test suite per area; the same bytes for the same report."""
    found = {group.check.id: group.findings for group in report.groups}
    silent = {told.check: told.reason for told in report.not_evaluated if told.state != "partly" and not told.url}
    root = Element("testsuites", name=f"audit of {report.run.host}")
    for area in dict.fromkeys(check.area for check in CATALOGUE.values()):
        checks = [check for check in CATALOGUE.values() if check.area == area]
        suite = SubElement(root, "testsuite", name=area, timestamp=f"{report.run.started:%Y-%m-%dT%H:%M:%S}")
        for check in checks:
            _case(suite, check, found.get(check.id, ()), silent.get(check.id, ""))
        suite.set("tests", str(len(checks)))
        for tag, name in (("failure", "failures"), ("skipped", "skipped")):
            suite.set(name, str(len(suite.findall(f"testcase/{tag}"))))
        suite.set("errors", "0")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="utf-8") + b"\n"


def _case(suite: Element, check: Check, findings: tuple[Finding, ...], silent: str) -> None:
    case = SubElement(suite, "testcase", classname=check.area, name=check.id)
    text = "\n".join(_lines(findings))
    if any(finding.severity is not Severity.NOTICE for finding in findings):
        failure = SubElement(
            case, "failure", type=findings[0].severity.value, message=f"{len(findings)}: {check.title}"
        )
        failure.text = _xml(f"{text}\n{check.why}\n{check.fix}")
    elif not findings and silent:
        SubElement(case, "skipped", message=_xml(silent))
    elif findings:
        SubElement(case, "system-out").text = _xml(text)


def _lines(findings: tuple[Finding, ...]) -> Iterator[str]:
    for finding in findings[:_SHOWN]:
        yield f"{finding.severity.value} {finding.url} {finding.evidence}"
    if len(findings) > _SHOWN:
        yield f"and {len(findings) - _SHOWN:,} more, in report.json"


def _xml(text: str) -> str:
    """What XML 1.0 may hold."""
    return printable(text).replace("\ufffe", "").replace("\uffff", "")
