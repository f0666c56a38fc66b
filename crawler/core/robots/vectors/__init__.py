"""The built-in test vectors of `scrapy robots selftest`: each has a name, a clause, a file, and what must come out.

The name's first word says who asks for it: a section of RFC 9309, the house, or a parser that gets it wrong.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from crawler.core.identity import PRODUCT_TOKEN, USER_AGENT
from crawler.core.robots.vectors.groups import FILES, GROUPS
from crawler.core.robots.vectors.odds import DELAYS, KINDS, OCTETS, SITEMAPS
from crawler.core.robots.vectors.rules import RULES
from crawler.core.robots.verdicts import Matching, Robots, Verdict, parse

CLAUSES: Final = {
    "rfc22": "RFC 9309 2.2",
    "rfc221": "RFC 9309 2.2.1",
    "rfc222": "RFC 9309 2.2.2",
    "rfc223": "RFC 9309 2.2.3",
    "rfc224": "RFC 9309 2.2.4",
    "rfc25": "RFC 9309 2.5",
    "url": "RFC 9309 2.2.2: the path of a URL",
    "agent": "RFC 9309 2.2.1: the product tokens of a User-Agent",
    "prefix": "house: the longest beginning of the token selects",
    "house": "house: lenient only where that refuses more",
    "delay": "house: Crawl-delay is decimal digits, the largest counts",
    "google": "house: where Google differs from RFC 9309",
    "fault": "RFC 9309 2.2, where other parsers fail",
}


#: Who asks: nobody's name, so that the vectors hold whoever runs the crawler.
ASKER: Final = "FriendlySeoBot"
_WHOLE: Final = USER_AGENT.replace(PRODUCT_TOKEN, ASKER)

_MATCHING: Final[dict[str, Matching]] = {"prefix": "prefix", "exact": "exact"}


class Vector(NamedTuple):
    """One case: `look` says of the parsed file what `expected` says should be there."""

    name: str
    body: bytes
    expected: str
    look: Callable[[Robots], str]

    @property
    def clause(self) -> str:
        """What the expectation rests on."""
        return CLAUSES[self.name.partition("-")[0]]

    def got(self) -> str:
        """What comes out."""
        return self.look(parse(self.body))


def cells(table: str) -> list[list[str]]:
    """The rows of a table of text, without the space between columns."""
    return [[cell.strip(" ") for cell in line.split(" ; ")] for line in table.strip().split("\n")]


def _rules() -> Iterator[Vector]:
    for name, *row in cells(RULES):
        rules, url, decided, allowed = map(_unescaped, row)
        written = rules.split("|")
        rule = written[int(decided) - 1].partition("#")[0].strip() if int(decided) else ""
        expected = _said(allowed == "yes", rule, int(decided) + 1 if int(decided) else None)
        body = "\n".join(["User-agent: *", *written]).encode()
        yield Vector(name, body, expected, partial(_decided, url=url))


def _groups() -> Iterator[Vector]:
    for line in GROUPS.replace("{/}", "/").strip().split("\n"):
        name, _, row = line.partition(";")
        values, agent, matching, refused = (cell.strip() for cell in row.rsplit(";", 3))
        runs = [run.strip().replace("{ua}", _WHOLE) for run in values.split(",")]
        lines = []
        for number, run in enumerate(runs, 1):
            # A plus inside a copied User-Agent joins nothing.
            lines += [f"User-agent: {value}" for value in ([run] if run == _WHOLE else run.split("+"))]
            lines.append(f"Disallow: /{number}")
        asker = agent.replace("{ua}", _WHOLE)
        look = partial(_refused, agent=asker, matching=_MATCHING[matching], count=len(runs))
        yield Vector(name.strip(), "\n".join(lines).encode(), refused, look)


def _files() -> Iterator[Vector]:
    for name, text, url, allowed, why in cells(FILES):
        body = text.replace("UA:", "User-agent:").replace("|", "\n").encode()
        yield Vector(name, body, f"{allowed}, {why}", partial(_why, url=url))


def _odds() -> Iterator[Vector]:
    for name, lines, seconds in DELAYS:
        yield Vector(name, f"User-agent: *\n{lines}".encode(), seconds, _delay)
    for name, line, kind in KINDS:
        yield Vector(name, line.encode(), kind, _kinds)
    for name, text, sitemaps in SITEMAPS:
        yield Vector(name, text.encode(), sitemaps, _sitemaps)
    for name, body, url, allowed in OCTETS:
        yield Vector(name, body, "yes" if allowed else "no", partial(_allowed, url=url))


def _unescaped(cell: str) -> str:
    text = cell.encode("latin-1", "backslashreplace").decode("unicode_escape")
    return text.replace("{long}", "x" * 20_000)


def _said(allowed: bool, rule: str | None, line: int | None) -> str:
    return f"{'yes' if allowed else 'no'}, {f'line {line}: {rule}' if line else 'no rule'}"


def _ours(robots: Robots, url: str) -> Verdict:
    return robots.verdict(ASKER, url)


def _decided(robots: Robots, url: str) -> str:
    verdict = _ours(robots, url)
    return _said(verdict.allowed, verdict.rule, verdict.line)


def _why(robots: Robots, url: str) -> str:
    verdict = _ours(robots, url)
    return f"{'yes' if verdict.allowed else 'no'}, {verdict.why}"


def _allowed(robots: Robots, url: str) -> str:
    return "yes" if _ours(robots, url).allowed else "no"


def _refused(robots: Robots, agent: str, matching: Matching, count: int) -> str:
    verdicts = [robots.verdict(agent, f"/{n}", matching=matching) for n in range(1, count + 1)]
    if all(verdict.why == "no-group" for verdict in verdicts):
        return "-"
    return "".join(str(n) for n, verdict in enumerate(verdicts, 1) if not verdict.allowed)


def _delay(robots: Robots) -> str:
    seconds = robots.crawl_delay(ASKER)
    return "none" if seconds is None else f"{seconds:g}"


def _kinds(robots: Robots) -> str:
    return " ".join(line.kind for line in robots.lines)


def _sitemaps(robots: Robots) -> str:
    return " ".join(robots.sitemaps)


VECTORS: Final = (*_rules(), *_groups(), *_files(), *_odds())
