"""What changes between two robots.txt files: verdicts about given URLs, Crawl-delays, sitemaps."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from crawler.core.limits import Limit
from crawler.core.robots.verdicts import Matching, Robots, Verdict

AGENTS: Final = Limit("diff-agents", 100, "agents", "names taken from two files where none is given")
URLS: Final = Limit("diff-urls", 5000, "URLs", "URLs made of the rules of two files where none is given")


@dataclass(frozen=True, slots=True)
class Change:
    """One URL that one agent may fetch by one of the files and not by the other."""

    agent: str
    url: str
    before: Verdict
    after: Verdict


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs; Crawl-delays as agent, seconds before, seconds after."""

    changes: tuple[Change, ...]
    delays: tuple[tuple[str, float | None, float | None], ...]
    sitemaps_gone: tuple[str, ...]
    sitemaps_new: tuple[str, ...]
    compared: int  # verdicts

    @property
    def any(self) -> bool:
        """Whether anything does."""
        return bool(self.changes or self.delays or self.sitemaps_gone or self.sitemaps_new)


def diff(
    old: Robots, new: Robots, *, agents: Iterable[str] = (), urls: Iterable[str] = (), matching: Matching = "prefix"
) -> Difference:
    """Compare two files; without agents and URLs, for those that the files themselves are about."""
    asking = list(dict.fromkeys(agents)) or agents_of(old, new)
    about = list(dict.fromkeys(urls)) or urls_of(old, new)
    changes = []
    for agent in asking:
        for url in about:
            before, after = (robots.verdict(agent, url, matching=matching) for robots in (old, new))
            if before.allowed != after.allowed:
                changes.append(Change(agent, url, before, after))
    delays = [
        (agent, old.crawl_delay(agent, matching=matching), new.crawl_delay(agent, matching=matching))
        for agent in asking
    ]
    return Difference(
        tuple(changes),
        tuple(delay for delay in delays if delay[1] != delay[2]),
        tuple(url for url in old.sitemaps if url not in set(new.sitemaps)),
        tuple(url for url in new.sitemaps if url not in set(old.sitemaps)),
        len(asking) * len(about),
    )


def agents_of(*files: Robots) -> list[str]:
    """Everybody a file names, and `*`, up to AGENTS."""
    names = ["*"]
    names += [agent.token for robots in files for group in robots.groups for agent in group.agents if agent.token]
    return list(dict.fromkeys(names))[: int(AGENTS)]


def urls_of(*files: Robots) -> list[str]:
    """A path that each rule of the files matches, and one a little further on; up to URLS."""
    paths = {"/": None}
    for robots in files:
        for group in robots.groups:
            for rule in group.rules:
                if rule.pattern[:1] in ("/", "*"):
                    paths.update(dict.fromkeys(_near(rule.pattern)))
    return list(paths)[: int(URLS)]


def _near(pattern: str) -> tuple[str, ...]:
    """Paths near a rule: for `/a*b$`, `/ab`, `/axb` and `/axbx`."""
    body = pattern.removesuffix("$")
    paths = (body.replace("*", ""), body.replace("*", "x"), body.replace("*", "x") + "x")
    return tuple(dict.fromkeys(path if path.startswith("/") else f"/{path}" for path in paths))
