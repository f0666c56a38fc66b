"""What concerns user-agent lines: whom they name, and whom they were meant to name."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from crawler.core.robots.agents import ANY
from crawler.core.robots.lint.catalogue import GOOGLE, HOUSE, RFC, File, Hit, check
from crawler.core.robots.rules import Agent, larger

_SEVERAL: Final = re.compile(r"[\w\-]+\s*[,;|]\s*[\w\-*]")
#: The agents whose owners say that they take no notice of Crawl-delay, and everyone, among whom they are.
_NO_DELAY: Final = ("*", "googlebot", "google-", "storebot-google", "adsbot-google", "mediapartners-google", "yandex")
LONG_DELAY: Final = 60.0  # seconds
_LOOKED_AT: Final = 20_000  # user-agent lines
_VERSION: Final = re.compile(r"[\s/]+v?\d[\w.]*.*")


@check(
    "agent-names-nobody", "warning",
    why="The rules below it are for no robot at all.",
    mend="Write one product token, such as Googlebot, or * alone for everyone.",
    source=f"{RFC} 2.2.1",
)  # fmt: skip
def names_nobody(file: File) -> Iterator[Hit]:
    for agent in _agents(file):
        if not agent.token:
            yield Hit(agent.line, f"“{agent.value[:60]}” names no robot" if agent.value else "no robot is named")


@check(
    "agent-list", "warning",
    why="A User-agent line names one robot: of a list only the first is read.",
    mend="Write one User-agent line for each; lines that follow each other share their rules.",
    source=f"{RFC} 2.2.1",
)  # fmt: skip
def listed(file: File) -> Iterator[Hit]:
    for agent in _agents(file):
        if _SEVERAL.match(agent.value) and not agent.value.lower().startswith("mozilla/"):
            yield Hit(agent.line, f"a list, of which only “{agent.token[:60]}” is read")


@check(
    "agent-other-spelling", "warning",
    why="To a robot these are two names: it follows one of the groups and takes no notice of the other.",
    mend="Spell the name as the robot's owner does, the same everywhere.",
    source=f"{RFC} 2.2.1",
)  # fmt: skip
def other_spelling(file: File) -> Iterator[Hit]:
    seen: dict[str, Agent] = {}
    for agent in _agents(file):
        first = seen.setdefault(_plain(agent.value), agent)
        if first.token != agent.token and agent.token and first.token:
            yield Hit(agent.line, f"“{agent.value[:60]}” and “{first.value[:60]}” (line {first.line}) are two names")


@check(
    "group-without-rules", "warning",
    why="A robot that finds its own group does not look at the one of *: without rules it may fetch everything.",
    mend="Give the group its rules, or take it out.",
    source=f"{RFC} 2.2.1",
)  # fmt: skip
def without_rules(file: File) -> Iterator[Hit]:
    for agent, delay in _ruleless(file):
        if delay is None:
            yield Hit(agent.line, "a User-agent line without a rule below it")


@check(
    "group-delay-only", "notice",
    why="A robot that finds its own group does not look at the one of *: this one may fetch everything, slowly.",
    mend="If the rules of * are meant for it too, repeat them in its group.",
    source=f"{RFC} 2.2.1",
)  # fmt: skip
def delay_only(file: File) -> Iterator[Hit]:
    # For everyone there is no other group whose rules are missed.
    for agent, delay in _ruleless(file):
        if delay is not None and agent.token != ANY:
            yield Hit(agent.line, f"its Crawl-delay of {delay:g} s holds, but the rules of * do not apply to it")


@check(
    "crawl-delay-ignored", "notice",
    why="Google and Yandex take no notice of Crawl-delay; Bing and others do.",
    mend="Leave it for the others; Google slows down on 429 and 503 answers.",
    source=GOOGLE,
)  # fmt: skip
def delay_ignored(file: File) -> Iterator[Hit]:
    for agent in _agents(file):
        if agent.crawl_delay is not None and agent.token.startswith(_NO_DELAY):
            who = "Google and Yandex do not follow it" if agent.token == ANY else "this robot does not follow it"
            yield Hit(agent.line, f"a Crawl-delay of {agent.crawl_delay:g} s: {who}")


@check(
    "crawl-delay-long", "warning",
    why="A robot that obeys it reads a few pages a day, and finds what is new long after.",
    mend="A few seconds spare the server as well.",
    source=HOUSE,
)  # fmt: skip
def delay_long(file: File) -> Iterator[Hit]:
    for agent in _agents(file):
        if agent.crawl_delay is not None and agent.crawl_delay > LONG_DELAY:
            pages = int(86400 / agent.crawl_delay)
            yield Hit(agent.line, f"a Crawl-delay of {agent.crawl_delay:g} s lets a robot read {pages} pages a day")


def _ruleless(file: File) -> Iterator[tuple[Agent, float | None]]:
    """The user-agent lines of robots that no group has rules for, each with the robot's Crawl-delay."""
    groups = file.robots.groups
    ruled = {agent.token for group in groups if group.rules for agent in group.agents}
    bare = [agent for group in groups for agent in group.agents if agent.token and agent.token not in ruled]
    delays: dict[str, float | None] = {}
    for agent in bare:
        delays[agent.token] = larger(delays.get(agent.token), agent.crawl_delay)
    return ((agent, delays[agent.token]) for agent in bare)


def _agents(file: File) -> Iterator[Agent]:
    return islice((agent for group in file.robots.groups for agent in group.agents), _LOOKED_AT)


def _plain(value: str) -> str:
    """The letters and digits of a name, without a version behind it."""
    return re.sub(r"[\W_]+", "", _VERSION.sub("", value[:200])).lower() or value[:200]
