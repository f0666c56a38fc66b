"""Classified lines -> groups of rules (RFC 9309 2.1 and 2.2), sitemaps and Crawl-delays."""

import math
import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from crawler.core.robots.agents import named
from crawler.core.robots.lines import Kind, Line
from crawler.core.robots.match import Rule

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


class _Open:
    """A group while it is read: one or more stretches of user-agent lines, each with its Crawl-delay, and rules.

    A Crawl-delay is no rule of RFC 9309 and closes no run, so `a`, delay, `b`, Disallow is one group; but it was
    written under `a` alone. Behind the rules of a group it is for all of the group. The largest counts.
    """

    def __init__(self) -> None:
        self.stretches: list[list[Line]] = []
        self.delays: list[float | None] = []
        self.of_all: float | None = None
        self.rules: list[Rule] = []
        self.delayed = True  # the next user-agent line begins a stretch

    def name(self, line: Line) -> None:
        if self.delayed:
            self.stretches.append([])
            self.delays.append(None)
            self.delayed = False
        self.stretches[-1].append(line)

    def delay(self, value: str) -> None:
        self.delayed = True
        if self.rules:
            self.of_all = _larger(self.of_all, seconds_of(value))
        else:
            self.delays[-1] = _larger(self.delays[-1], seconds_of(value))

    def close(self) -> Group:
        agents = []
        for lines, own in zip(self.stretches, self.delays, strict=True):
            delay = _larger(own, self.of_all)
            agents += [Agent(line.value, *named(line.value), line.number, delay) for line in lines]
        return Group(tuple(agents), tuple(self.rules))


def read(lines: Iterable[Line]) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """The groups and the sitemaps (each value once) of a file, in its order."""
    groups: list[_Open] = []
    sitemaps: dict[str, None] = {}
    group: _Open | None = None
    for line in lines:
        kind = line[1]
        if kind is Kind.DISALLOW or kind is Kind.ALLOW:
            if group:  # RFC 9309 2.2: a rule outside every group belongs to nobody
                # As in lines.classify: straight to tuple.__new__, for the time it saves.
                fields = (kind is Kind.ALLOW, line[3], line.written, line[0])
                group.rules.append(tuple.__new__(Rule, fields))
        elif kind is Kind.USER_AGENT:
            # Only Allow and Disallow close a run of user-agent lines (RFC 9309 2.2.1 and 2.2.4).
            if group is None or group.rules:
                group = _Open()
                groups.append(group)
            group.name(line)
        elif kind is Kind.CRAWL_DELAY and group:
            group.delay(line[3])
        elif kind is Kind.SITEMAP and line[3]:
            sitemaps[line[3]] = None
    return tuple(open_.close() for open_ in groups), tuple(sitemaps)


def _larger(one: float | None, other: float | None) -> float | None:
    return one if other is None or (one is not None and one >= other) else other


def seconds_of(value: str) -> float | None:
    """The seconds of a Crawl-delay: decimal digits, at most one point, finite; None for anything else."""
    seconds = float(value) if _decimal(value) else math.inf
    return seconds if math.isfinite(seconds) else None
