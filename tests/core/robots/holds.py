"""What holds for every file: for the fuzzer, and for the files it began with and found."""

from itertools import islice

from crawler.core.robots import Matching, Robots, Verdict, parse
from crawler.core.robots.lint import lint

AGENTS = ("LessonPeakSeoBot", "a", "*", "Mozilla/5.0 (compatible; ab/1; +http://a/)")
BOTH: tuple[Matching, ...] = ("prefix", "exact")


def asked(robots: Robots) -> list[str]:
    """URLs that some of the file's own rules are about, and some that are about nothing."""
    values = islice((rule.pattern for group in robots.groups for rule in group.rules), 6)
    near = [value.replace("*", star).removesuffix("$") for value in values for star in ("", "xy")]
    return ["/", "https://h/a?b=c#d", "/robots.txt", *near]


def written(robots: Robots) -> bytes:
    """The groups of a file as a file."""
    lines: list[str] = []
    for group in robots.groups:
        lines += [f"User-agent: {agent.value}" for agent in group.agents]
        lines += [f"{'Allow' if rule.allow else 'Disallow'}: {rule.pattern}" for rule in group.rules]
    return "\n".join(lines).encode()


def verdicts(robots: Robots) -> list[Verdict]:
    urls = asked(robots)
    return [robots.verdict(agent, url, matching=how) for agent in AGENTS for how in BOTH for url in urls]


def check(body: bytes) -> None:
    """Raises where something does not hold that holds for every file."""
    robots = parse(body)
    assert [line.number for line in robots.lines] == list(range(1, len(robots.lines) + 1))
    first = verdicts(robots)
    assert verdicts(robots) == first, "a later verdict differs"
    for verdict in first:
        assert verdict.line is None or robots.lines[verdict.line - 1].written == verdict.rule
    assert all(finding.line is None or finding.line <= len(robots.lines) for finding in lint(body, origin="https://h"))
    again = [verdict.allowed for verdict in verdicts(parse(written(robots)))]
    assert again == [verdict.allowed for verdict in first], "written and read again, it says something else"
