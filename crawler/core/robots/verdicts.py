"""A whole robots.txt as a value, and its verdict about a URL."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from crawler.core.robots import lines as _lines
from crawler.core.robots import rules as _rules
from crawler.core.robots.agents import ANY, both, products
from crawler.core.robots.lines import Line
from crawler.core.robots.match import Matcher, TooMuchWork
from crawler.core.robots.paths import ROBOTS_TXT, path_of
from crawler.core.robots.rules import Agent, Group

Matching = Literal["prefix", "exact"]

_KEPT: Final = 64  # selections kept ready; a crawl asks for one agent


class Why(StrEnum):
    """What decided. The words are public API."""

    RULE = "rule"
    NO_RULE = "no-rule"  # a group selects us and no rule of it matches
    NO_GROUP = "no-group"
    ROBOTS_TXT = "robots-txt"  # RFC 9309 2.2.2: /robots.txt itself is always allowed
    WORK_LIMIT = "work-limit"  # too many wildcards to judge: refused
    UNAVAILABLE = "unavailable"  # RFC 9309 2.3.1.3: there is no robots.txt
    UNREACHABLE = "unreachable"  # RFC 9309 2.3.1.4: there may be one, and we could not read it


class Verdict(NamedTuple):
    """Whether a URL may be fetched; the rule that decided, as written, and its line from 1; for whom; why."""

    allowed: bool
    rule: str | None
    line: int | None
    group: tuple[str, ...]  # values of the user-agent lines that selected the rules, as written
    why: Why


class _Selection(NamedTuple):
    """The user-agent lines for one agent, and the rules of their groups, merged (RFC 9309 2.2.1)."""

    values: tuple[str, ...]
    crawl_delay: float | None
    matcher: Matcher


@dataclass(frozen=True, slots=True)
class Robots:
    """What one robots.txt says. Nothing about it changes; what was worked out once is kept ready."""

    lines: tuple[Line, ...]
    groups: tuple[Group, ...]
    sitemaps: tuple[str, ...]
    cut: bool  # over the limit: only the whole lines within it were read
    _selected: dict[tuple[str, str], _Selection | None] = field(default_factory=dict, repr=False, compare=False)

    def verdict(self, agent: str, url: str, *, matching: Matching = "prefix") -> Verdict:
        """Whether `agent` (a product token or a whole User-Agent) may fetch `url` (absolute, or a path).

        `prefix`: the longest token in the file that the agent's token begins with selects the group.
        `exact` is RFC 9309: only the token itself does.
        """
        try:
            selection = self._selected[agent, matching]
        except KeyError:
            selection = self._select(agent, matching)
        path = path_of(url)
        if path == ROBOTS_TXT:
            return Verdict(True, None, None, selection.values if selection else (), Why.ROBOTS_TXT)
        if selection is None:
            return Verdict(True, None, None, (), Why.NO_GROUP)
        try:
            rule = selection.matcher.decide(path)
        except TooMuchWork:
            return Verdict(False, None, None, selection.values, Why.WORK_LIMIT)
        if rule is None:
            return Verdict(True, None, None, selection.values, Why.NO_RULE)
        return Verdict(rule.allow, rule.text, rule.line, selection.values, Why.RULE)

    def crawl_delay(self, agent: str, *, matching: Matching = "prefix") -> float | None:
        """The largest Crawl-delay, in seconds, of the user-agent lines that select `agent`; None for none."""
        selection = self._select(agent, matching)
        return selection.crawl_delay if selection else None

    def _select(self, agent: str, matching: Matching) -> _Selection | None:
        if (agent, matching) not in self._selected:
            if len(self._selected) >= _KEPT:
                self._selected.clear()
            self._selected[agent, matching] = _selection(self.groups, agent, matching)
        return self._selected[agent, matching]


def parse(body: bytes) -> Robots:
    """Read a robots.txt; any octets are one."""
    lines, cut = _lines.read(body)
    groups, sitemaps = _rules.read(lines)
    return Robots(lines, groups, sitemaps, cut)


def _selection(groups: tuple[Group, ...], agent: str, matching: Matching) -> _Selection | None:
    """The merged groups for `agent`, else those of `*`, else None."""
    tokens = products(agent)
    chosen = _BY[matching](groups, tokens) or _named(groups, ANY)
    if not chosen:
        return None
    of = [group for group in groups if not chosen.isdisjoint(group.agents)]
    agents = [named for group in of for named in group.agents if named in chosen]
    delays = (named.crawl_delay for named in agents if named.crawl_delay is not None)
    matcher = Matcher(rule for group in of for rule in group.rules)
    return _Selection(tuple(named.value for named in agents), max(delays, default=None), matcher)


def _exact(groups: Iterable[Group], tokens: tuple[str, ...]) -> set[Agent]:
    """The lines that name the longest of `tokens`; only where none does, what RFC 9309 takes for a token."""
    for names in (tokens, [both(token)[-1] for token in tokens]):
        for name in sorted(names, key=len, reverse=True):
            found = _named(groups, name)
            if found:
                return found
    return set()


def _by_prefix(groups: Iterable[Group], tokens: tuple[str, ...]) -> set[Agent]:
    """The lines that name the longest beginning of one of `tokens`; the first of those equally long."""
    best = ""
    for token in tokens:
        for group in groups:
            for named in group.agents:
                name = token if token in named.names else named.token
                if len(name) > len(best) and token.startswith(name):
                    best = name
    return {named for group in groups for named in group.agents if best and _is(named, best, tokens)}


def _is(named: Agent, best: str, tokens: tuple[str, ...]) -> bool:
    return named.token == best or (best in tokens and best in named.names)


def _named(groups: Iterable[Group], name: str) -> set[Agent]:
    return {named for group in groups for named in group.agents if name in named.names}


_BY: Final = {"prefix": _by_prefix, "exact": _exact}
