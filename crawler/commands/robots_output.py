"""What `scrapy robots` prints. Text of strangers comes without control characters; JSON holds it as it came."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from crawler.core.audit.wording import printable
from crawler.core.robots import Kind, Robots, Verdict
from crawler.core.robots.diff import Difference
from crawler.core.robots.lint import Finding

WHY: Final = {
    "no-rule": "no rule of its group matches",
    "no-group": "no group is for it",
    "robots-txt": "robots.txt itself may always be read",
    "work-limit": "too many wildcards to judge, which is a no",
    "unavailable": "there is no robots.txt",
    "unreachable": "robots.txt could not be read, which is a no",
}
_SHOWN: Final = {Kind.ALLOW: "Allow", Kind.DISALLOW: "Disallow", Kind.CRAWL_DELAY: "Crawl-delay"}
_SHOWN_TOO: Final = {Kind.SITEMAP: "Sitemap", Kind.USER_AGENT: "User-agent", Kind.PROSE: "(prose)"}
_LABEL: Final = {**_SHOWN, **_SHOWN_TOO}
_NOT_FOLLOWED: Final = {Kind.UNUSED: "not followed", Kind.UNKNOWN: "unknown", Kind.PROSE: "not understood"}


def line(text: str) -> str:
    """One line that a terminal shows as it is."""
    return " ".join(printable(text).split())


def shown(robots: Robots) -> Iterator[str]:
    """The file as it is understood, line by line, in its order."""
    first = {group.agents[0].line: number for number, group in enumerate(robots.groups, 1)}
    in_group = False
    for one in robots.lines:
        if one.kind in (Kind.EMPTY, Kind.COMMENT):
            continue
        if one.number in first:
            in_group = True
            yield f"group {first[one.number]}"
        stray = not in_group and one.kind in _SHOWN
        note = "for nobody: before any User-agent" if stray else _NOT_FOLLOWED.get(one.kind, "")
        note = f"read as {_LABEL[one.kind]}" if one.typo else note
        value = one.text if one.kind is Kind.PROSE else one.value
        yield f"{one.number:6}  {line(_LABEL.get(one.kind, one.key)):12} {line(value)}{f'   [{note}]' if note else ''}"


def shown_value(robots: Robots) -> dict[str, Any]:
    """The same as JSON values."""
    return {
        "groups": [
            {
                "agents": [
                    {"value": agent.value, "token": agent.token, "line": agent.line, "crawl_delay": agent.crawl_delay}
                    for agent in group.agents
                ],
                "rules": [
                    {"allow": rule.allow, "pattern": rule.pattern, "text": rule.text, "line": rule.line}
                    for rule in group.rules
                ],
            }
            for group in robots.groups
        ],
        "sitemaps": [{"url": one.value, "line": one.number} for one in robots.lines if one.kind is Kind.SITEMAP],
        "not_followed": [
            {"line": one.number, "kind": one.kind, "key": one.key, "value": one.value, "text": one.text}
            for one in robots.lines
            if one.kind in _NOT_FOLLOWED
        ],
        "lines": len(robots.lines),
        "cut": robots.cut,
    }


def judged(agent: str, url: str, verdict: Verdict) -> str:
    """One verdict: allowed or not, and the exact line."""
    because = f"line {verdict.line}: {verdict.rule}" if verdict.line else WHY[verdict.why]
    group = f"  (group: {', '.join(verdict.group)})" if verdict.group else ""
    return line(f"{'allowed' if verdict.allowed else 'REFUSED'}  {agent}  {url}  {because}{group}")


def verdict_value(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON values."""
    return {
        "allowed": verdict.allowed,
        "why": verdict.why,
        "rule": verdict.rule,
        "line": verdict.line,
        "group": list(verdict.group),
    }


def findings_text(name: str, findings: Iterable[Finding]) -> Iterator[str]:
    """A finding takes two or three lines: where and what, the line itself, what to do."""
    for finding in findings:
        yield line(f"{name}:{finding.line or 1}: {finding.severity}: {finding.id}: {finding.said}")
        if finding.text.strip():
            yield f"    {line(finding.text)[:200]}"
        yield f"    {line(f'{finding.why} {finding.mend} ({finding.source})')}"


def findings_github(name: str, findings: Iterable[Finding]) -> Iterator[str]:
    """Workflow commands of GitHub Actions: annotations at the lines."""
    for finding in findings:
        where = f"file={_property(name)},line={finding.line or 1},title={_property(finding.id)}"
        yield f"::{finding.severity} {where}::{_data(f'{finding.said}. {finding.mend}')}"


def differences(difference: Difference) -> Iterator[str]:
    """What changes, one line each."""
    for change in difference.changes:
        word = "now allowed" if change.after.allowed else "NOW REFUSED"
        by = change.after if change.after.line else change.before
        which = "" if by is change.after else "until now "
        because = f"{which}line {by.line}: {by.rule}" if by.line else WHY[by.why]
        yield line(f"{word}  {change.agent}  {change.url}  {because}")
    for agent, before, after in difference.delays:
        yield line(f"Crawl-delay  {agent}  {_seconds(before)} before, {_seconds(after)} now")
    yield from (line(f"Sitemap gone  {url}") for url in difference.sitemaps_gone)
    yield from (line(f"Sitemap new  {url}") for url in difference.sitemaps_new)


def difference_value(difference: Difference) -> dict[str, Any]:
    """The same as JSON values."""
    return {
        "compared": difference.compared,
        "changes": [
            {
                "agent": change.agent,
                "url": change.url,
                "before": verdict_value(change.before),
                "after": verdict_value(change.after),
            }
            for change in difference.changes
        ],
        "crawl_delays": [dict(zip(("agent", "before", "after"), delay, strict=True)) for delay in difference.delays],
        "sitemaps_gone": list(difference.sitemaps_gone),
        "sitemaps_new": list(difference.sitemaps_new),
    }


def _seconds(value: float | None) -> str:
    return "none" if value is None else f"{value:g} s"


def _data(text: str) -> str:
    return line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
