"""A whole robots.txt as a value, and its verdict about a URL."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from crawler.core.robots import lines as _lines
from crawler.core.robots import rules as _rules
from crawler.core.robots.agents import ANY, both, products
from crawler.core.robots.lines import Line
from crawler.core.robots.match import Matcher, Rule, TooMuchWork, scan
from crawler.core.robots.paths import ROBOTS_TXT, path_of
from crawler.core.robots.rules import Agent, Group, Section, larger, rule_of

Matching = Literal["prefix", "exact"]

_KEPT: Final = 64  # selections kept ready; a crawl asks for one agent
#: So many paths are judged rule by rule; making a matcher ready costs about as much as judging two or three.
_SCANNED: Final = 2


class Why(StrEnum):
    """What decided. The words are public API."""

    RULE = "rule"
    NO_RULE = "no-rule"  # a group selects us and no rule of it matches
    NO_GROUP = "no-group"
    ROBOTS_TXT = "robots-txt"  # RFC 9309 2.2.2: /robots.txt itself is always allowed
    WORK_LIMIT = "work-limit"  # too many wildcards to judge: refused
    UNAVAILABLE = "unavailable"  # RFC 9309 2.3.1.3: there is no robots.txt
    UNREACHABLE = "unreachable"  # RFC 9309 2.3.1.4: there may be one, and we could not read it


_RULE: Final = Why.RULE


class Verdict(NamedTuple):
    """Whether a URL may be fetched; the rule that decided, as written, and its line from 1; for whom; why."""

    allowed: bool
    rule: str | None
    line: int | None
    group: tuple[str, ...]  # values of the user-agent lines that selected the rules, as written
    why: Why


class _Selection:
    """The user-agent lines for one agent, and the rules of their groups, merged (RFC 9309 2.2.1)."""

    __slots__ = ("_left", "_of", "crawl_delay", "matcher", "values")

    def __init__(self, values: tuple[str, ...], crawl_delay: float | None, of: list[Section]):
        self.values = values
        self.crawl_delay = crawl_delay
        self.matcher: Matcher | None = None
        self._of = of
        self._left = _SCANNED

    def decide(self, path: str) -> Rule | None:
        """As Matcher.decide, until a matcher is worth its making."""
        if self._left:
            self._left -= 1
            of = self._of
            line = scan(of[0].lines if len(of) == 1 else (line for part in of for line in part.lines), path)
            return rule_of(line) if line else None
        self.matcher = Matcher(rule for part in self._of for rule in part.rules())
        return self.matcher.decide(path)


@dataclass(frozen=True, slots=True)
class Robots:
    """What one robots.txt says. Nothing about it changes; what was worked out once is kept ready."""

    lines: tuple[Line, ...]
    sitemaps: tuple[str, ...]
    cut: bool  # over the limit: only the whole lines within it were read
    _sections: list[Section] = field(repr=False, compare=False)
    _selected: dict[tuple[str, str], _Selection | None] = field(default_factory=dict, repr=False, compare=False)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The runs of user-agent lines with the rules under each, in the order of the file."""
        return tuple(Group(tuple(part.agents()), tuple(part.rules())) for part in self._sections)

    def verdict(self, agent: str, url: str, *, matching: Matching = "prefix") -> Verdict:
        """Whether `agent` (a product token or a whole User-Agent) may fetch `url` (absolute, or a path).

        `prefix`: the longest token in the file that the agent's token begins with selects the group.
        `exact` is RFC 9309: only the token itself does.
        """
        selection = self._selected.get((agent, matching)) or self._select(agent, matching)
        path = path_of(url)
        if path == ROBOTS_TXT:
            return Verdict(True, None, None, selection.values if selection else (), Why.ROBOTS_TXT)
        if selection is None:
            return Verdict(True, None, None, (), Why.NO_GROUP)
        try:
            rule = (selection.matcher or selection).decide(path)
        except TooMuchWork:
            return Verdict(False, None, None, selection.values, Why.WORK_LIMIT)
        if rule is None:
            return Verdict(True, None, None, selection.values, Why.NO_RULE)
        allow, _, text, line = rule
        return Verdict(allow, text, line, selection.values, _RULE)

    def crawl_delay(self, agent: str, *, matching: Matching = "prefix") -> float | None:
        """The largest Crawl-delay, in seconds, of the user-agent lines that select `agent`; None for none."""
        selection = self._select(agent, matching)
        return selection.crawl_delay if selection else None

    def _select(self, agent: str, matching: Matching) -> _Selection | None:
        if (agent, matching) not in self._selected:
            if len(self._selected) >= _KEPT:
                self._selected.clear()
            self._selected[agent, matching] = _selection(self._sections, agent, matching)
        return self._selected[agent, matching]


def parse(body: bytes) -> Robots:
    """Read a robots.txt; any octets are one."""
    lines, cut = _lines.read(body)
    sections, sitemaps = _rules.read(lines)
    return Robots(lines, sitemaps, cut, sections)


def _selection(sections: list[Section], agent: str, matching: Matching) -> _Selection | None:
    """The merged groups for `agent`, else those of `*`, else None."""
    agents: list[Agent] = []
    owners: list[Section] = []
    for section in sections:
        for named in section.agents():
            agents.append(named)
            owners.append(section)
    tokens = products(agent)
    chosen = _BY[matching](agents, tokens) or _named(agents, ANY)
    if not chosen:
        return None
    of: list[Section] = []
    delay = None
    for at in chosen:
        delay = larger(delay, agents[at].crawl_delay)
        if not of or of[-1] is not owners[at]:
            of.append(owners[at])
    return _Selection(tuple([agents[at].value for at in chosen]), delay, of)


def _exact(agents: list[Agent], tokens: tuple[str, ...]) -> list[int]:
    """The lines that name the longest of `tokens`; only where none does, what RFC 9309 takes for a token."""
    for names in (tokens, [both(token)[-1] for token in tokens]):
        for name in sorted(names, key=len, reverse=True):
            found = _named(agents, name)
            if found:
                return found
    return []


def _by_prefix(agents: list[Agent], tokens: tuple[str, ...]) -> list[int]:
    """The lines that name the longest beginning of one of `tokens`; the first of those equally long."""
    best = ""
    for token in tokens:
        for named in agents:
            name = token if token in named.names else named.token
            if len(name) > len(best) and token.startswith(name):
                best = name
    return [at for at, named in enumerate(agents) if _is(named, best, tokens)] if best else []


def _is(named: Agent, best: str, tokens: tuple[str, ...]) -> bool:
    return named.token == best or (best in tokens and best in named.names)


def _named(agents: list[Agent], name: str) -> list[int]:
    return [at for at, named in enumerate(agents) if name in named.names]


_BY: Final = {"prefix": _by_prefix, "exact": _exact}
