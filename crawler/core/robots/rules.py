"""Classified lines -> groups of rules (RFC 9309 2.1 and 2.2), sitemaps and Crawl-delays."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from crawler.core.robots.agents import named
from crawler.core.robots.lines import SPACE, Kind, Line
from crawler.core.robots.match import Rule

#: Looked up once, not for every line: a member of an enum costs ten times a name.
_DISALLOW, _ALLOW, _USER_AGENT = Kind.DISALLOW, Kind.ALLOW, Kind.USER_AGENT

#: In place of more than a float holds, seconds.
_LONGEST: Final = 1.7e308
_decimal: Final = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+").fullmatch


class Agent(NamedTuple):
    """One user-agent line: its value as written, whom it names (agents.named), its line, its Crawl-delay."""

    value: str
    token: str
    names: tuple[str, ...]
    line: int
    crawl_delay: float | None


class Group(NamedTuple):
    """A run of user-agent lines and the rules under it, in the order of the file."""

    agents: tuple[Agent, ...]
    rules: tuple[Rule, ...]


class Section:
    """A group as it is read: one or more stretches of user-agent lines, each with its Crawl-delay, and rule lines.

    A Crawl-delay is no rule of RFC 9309 and closes no run, so `a`, delay, `b`, Disallow is one group; but it was
    written under `a` alone. Behind the rules of a group it is for all of the group. The largest counts.
    """

    __slots__ = ("_delayed", "_delays", "_of_all", "_stretches", "lines")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._stretches: list[list[Line]] = []
        self._delays: list[float | None] = []
        self._of_all: float | None = None
        self._delayed = True  # the next user-agent line begins a stretch

    def name(self, line: Line) -> None:
        """Take in a user-agent line."""
        if self._delayed:
            self._stretches.append([])
            self._delays.append(None)
            self._delayed = False
        self._stretches[-1].append(line)

    def delay(self, value: str) -> None:
        """Take in the value of a Crawl-delay line."""
        self._delayed = True
        if self.lines:
            self._of_all = larger(self._of_all, seconds_of(value))
        else:
            self._delays[-1] = larger(self._delays[-1], seconds_of(value))

    def agents(self) -> list[Agent]:
        """The user-agent lines, read."""
        agents = []
        for lines, own in zip(self._stretches, self._delays, strict=True):
            delay = larger(own, self._of_all)
            agents += [Agent(line[3], *named(line[3]), line[0], delay) for line in lines]
        return agents

    def rules(self) -> list[Rule]:
        """The rule lines, read."""
        return [rule_of(line) for line in self.lines]


def rule_of(line: Line) -> Rule:
    """The rule an Allow or Disallow line is."""
    text = line[4]
    written = line.written if "#" in text else text.strip(SPACE)
    return tuple.__new__(Rule, (line[1] is _ALLOW, line[3], written, line[0]))  # as in lines.classify


def read(lines: Iterable[Line]) -> tuple[list[Section], tuple[str, ...]]:
    """The groups and the sitemaps (each value once) of a file, in its order."""
    sections: list[Section] = []
    sitemaps: dict[str, None] = {}
    section: Section | None = None
    for line in lines:
        kind = line[1]
        if kind is _DISALLOW or kind is _ALLOW:
            if section:  # RFC 9309 2.2: a rule outside every group belongs to nobody
                section.lines.append(line)
        elif kind is _USER_AGENT:
            # Only Allow and Disallow close a run of user-agent lines (RFC 9309 2.2.1 and 2.2.4).
            if section is None or section.lines:
                section = Section()
                sections.append(section)
            section.name(line)
        elif kind is Kind.CRAWL_DELAY and section:
            section.delay(line[3])
        elif kind is Kind.SITEMAP and line[3]:
            sitemaps[line[3]] = None
    return sections, tuple(sitemaps)


def larger(one: float | None, other: float | None) -> float | None:
    """The larger of two Crawl-delays; either may be none."""
    return one if other is None or (one is not None and one >= other) else other


def seconds_of(value: str) -> float | None:
    """The seconds of a Crawl-delay: decimal digits, at most one point; None for anything else.

    More digits than a float holds are a wish to be left alone, not no wish: the largest number there is.
    """
    return min(float(value), _LONGEST) if _decimal(value) else None
