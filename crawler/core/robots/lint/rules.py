"""What concerns rules among each other: those that can never decide, and those that shut out more than was meant."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from crawler.core.robots.lint.catalogue import GOOGLE, RFC, File, Hit, check
from crawler.core.robots.match import Matcher, Rule, TooMuchWork
from crawler.core.robots.paths import normal
from crawler.core.robots.rules import Group
from crawler.core.robots.verdicts import Robots

#: Stands for what a star of a rule matches: no pattern contains it, since controls are percent-encoded in all.
_ANYTHING: Final = "\0"
#: Wildcard rules times rules that are compared; a file with more is compared as far as that goes.
_COMPARED: Final = 2_000_000
_AGENTS: Final = 200  # merged groups that are looked at

ENGINES: Final = ("Googlebot", "Bingbot")
_ALL: Final = ("/", "/*", "*")
_ASSET: Final = re.compile(r"\.(css|js)$")
_ASSET_FOLDERS: Final = frozenset(
    (
        *("assets", "css", "dist", "javascript", "javascripts", "js", "scripts", "static", "styles", "stylesheets"),
        *("wp-content", "wp-content/themes", "wp-content/plugins", "wp-includes", "_next/static", "_next"),
    )
)
#: Where the style sheets and scripts of a folder are: a folder in it, and a file in that.
_WITHIN: Final = {
    "wp-content": (("/themes", "/x/style.css"), ("/plugins", "/x/x.js")),
    "wp-content/themes": (("", "/x/style.css"), ("", "/x/x.js")),
    "wp-content/plugins": (("", "/x/x.css"), ("", "/x/x.js")),
    "wp-includes": (("/css", "/x.css"), ("/js", "/x.js")),
    "_next": (("/static", "/css/x.css"), ("/static", "/chunks/x.js")),
}
_ANYWHERE: Final = (("", "/x.css"), ("", "/x.js"))


class Beaten(NamedTuple):
    """A rule that never decides, the rule that decides in its place, and how the two stand: same or wider pattern."""

    rule: Rule
    by: Rule
    same: bool


@check(
    "rule-duplicate", "notice",
    why="The second does nothing; whoever changes one of them will forget the other.",
    mend="Take one of them out.",
    source=f"{RFC} 2.2.2",
)  # fmt: skip
def duplicate(file: File) -> Iterator[Hit]:
    for rule, by, same in beaten(file.robots):
        if same and rule.allow == by.allow:
            yield Hit(rule.line, f"the same rule as line {by.line}")


@check(
    "rule-conflict", "warning",
    why="Of an Allow and a Disallow for the same path the Allow wins, whichever comes first.",
    mend="Decide which is meant and take the other out.",
    source=f"{RFC} 2.2.2",
)  # fmt: skip
def conflict(file: File) -> Iterator[Hit]:
    for rule, by, same in beaten(file.robots):
        if same and rule.allow != by.allow:
            yield Hit(rule.line, f"line {by.line} says the opposite about the same path, and wins")


@check(
    "rule-shadowed", "warning",
    why="The longest rule decides: another one matches all that this one matches, and is longer.",
    mend="Take it out, or make it longer than the other if it is meant to win.",
    source=f"{RFC} 2.2.2",
)  # fmt: skip
def shadowed(file: File) -> Iterator[Hit]:
    for rule, by, same in beaten(file.robots):
        if not same:
            yield Hit(rule.line, f"never decides: line {by.line} ({by.text[:60]}) matches the same and is longer")


@check(
    "disallow-empty", "notice",
    why="An empty Disallow forbids nothing: alone in its group it allows everything, beside other rules it is idle.",
    mend="If nothing was to be forbidden, leave it; if everything was, write Disallow: /",
    source=f"{RFC} 2.2.2",
)  # fmt: skip
def disallow_empty(file: File) -> Iterator[Hit]:
    for group in file.robots.groups:
        for rule in group.rules:
            if not rule.pattern and not rule.allow:
                alone = all(not other.pattern for other in group.rules)
                yield Hit(rule.line, "allows everything to this group" if alone else "does nothing beside other rules")


@check(
    "everything-blocked", "error",
    why="Engines that may read nothing show nothing: the site falls out of search.",
    mend="Take “Disallow: /” away once the site is public.",
    source=GOOGLE,
)  # fmt: skip
def everything_blocked(file: File) -> Iterator[Hit]:
    barred: dict[int, list[str]] = {}
    for engine in ENGINES:
        verdict = file.robots.verdict(engine, "/any-page", matching="exact")
        if verdict.line and not verdict.allowed and _shuts_out(file.robots, engine, verdict.line):
            barred.setdefault(verdict.line, []).append(engine)
    for line, engines in barred.items():
        yield Hit(line, f"the whole site is forbidden to {' and '.join(engines)}")


@check(
    "assets-blocked", "warning",
    why="Engines draw the page to judge it. Without its style sheets and scripts they see a broken one.",
    mend="Allow them inside the folder that is blocked, for instance: Allow: /assets/*.css and Allow: /assets/*.js",
    source="Google Search Central: Understand the JavaScript SEO basics",
)  # fmt: skip
def assets_blocked(file: File) -> Iterator[Hit]:
    allowed = {engine: _allowed(file.robots, engine) for engine in ENGINES}
    for rule in [rule for group in file.robots.groups for rule in group.rules if not rule.allow]:
        barred = [
            url
            for folder, url in _probes(rule.pattern)
            if any(_bars(file.robots, on, url, rule) and not _opens(allowed[on], folder) for on in ENGINES)
        ]
        if barred:
            kinds = " and ".join(sorted({"scripts" if url.endswith("js") else "style sheets" for url in barred}))
            yield Hit(rule.line, f"keeps engines from {kinds}, for instance {barred[0][:80]}")


@lru_cache(maxsize=1)
def beaten(robots: Robots) -> tuple[Beaten, ...]:
    """The rules that no URL can be decided by, each with one that beats it, for every agent its group is for."""
    groups = robots.groups
    merges: list[tuple[int, ...]] = _merges(groups)[:_AGENTS]
    found: dict[int, Beaten] = {}
    alive: set[int] = set()
    left = _COMPARED
    for merge in merges:
        rules = [rule for number in merge for rule in groups[number].rules]
        wild = sum("*" in rule.pattern for rule in rules)
        count = max(0, left) // (wild + 20)
        left -= len(rules) * (wild + 20)
        for rule, by in zip(rules, _decided_by(rules[:count], rules), strict=False):
            if by is None or by is rule or by.line == rule.line:
                alive.add(rule.line)
            else:
                found.setdefault(rule.line, Beaten(rule, by, _core(rule.pattern) == _core(by.pattern)))
        alive.update(rule.line for rule in rules[count:])
    return tuple(item for line, item in sorted(found.items()) if line not in alive)


def _merges(groups: tuple[Group, ...]) -> list[tuple[int, ...]]:
    """The numbers of the groups that are one for some agent, each set once."""
    by_name: dict[str, dict[int, None]] = {}
    for number, group in enumerate(groups):
        for name in {agent.token for agent in group.agents}:
            by_name.setdefault(name, {})[number] = None
    return list(dict.fromkeys(tuple(numbers) for numbers in by_name.values()))


def _decided_by(asked: Iterable[Rule], rules: list[Rule]) -> Iterator[Rule | None]:
    """For each rule, the rule that decides about everything it matches."""
    all_rules = Matcher(rules)
    # Behind a rule without `$` anything may follow, so that only another one without can match as much.
    open_ended = Matcher(rule for rule in rules if not _ends(rule.pattern))
    for rule in asked:
        pattern = rule.pattern
        if pattern[:1] not in ("/", "*"):
            yield None
            continue
        ends = _ends(pattern)
        path = _ANYTHING.join(normal(piece) for piece in (pattern[:-1] if ends else pattern).split("*"))
        try:
            yield (all_rules if ends else open_ended).decide(path)
        except TooMuchWork:
            yield None


def _ends(pattern: str) -> bool:
    """Whether the pattern stands for the end of a path too; `*$` does not."""
    return pattern.endswith("$") and not pattern.endswith("*$")


def _core(pattern: str) -> str:
    """What two patterns that match the same have in common, nearly always."""
    core = "*".join(normal(piece) for piece in re.sub(r"\*+", "*", pattern.removesuffix("$")).split("*"))
    return f"{core}$" if _ends(pattern) else core.removesuffix("*")


def _shuts_out(robots: Robots, agent: str, line: int) -> bool:
    """Whether the rule of this line forbids everything and no rule of the same agents allows anything."""
    groups = robots.groups
    own = next(group for group in groups if any(rule.line == line for rule in group.rules))
    names = {agent_.token for agent_ in own.agents}
    merged = [group for group in groups if names & {agent_.token for agent_ in group.agents}]
    rule = next(rule for rule in own.rules if rule.line == line)
    allows = any(rule.allow and rule.pattern[:1] in ("/", "*") for group in merged for rule in group.rules)
    return rule.pattern in _ALL and not allows


def _probes(pattern: str) -> list[tuple[str, str]]:
    """Style sheets and scripts that a pattern is about, by its ending or its folder: their folder if known, a URL."""
    body = pattern.removesuffix("$")
    if _ASSET.search(body):
        return [("", body.replace("*", "x"))]
    folder = re.sub(r"^/?\*?/?|/?\*?$", "", body).lower()
    if folder not in _ASSET_FOLDERS or pattern.endswith("$"):
        return []
    path = body.rstrip("*/")
    within = _WITHIN.get(folder, _ANYWHERE)
    return [(f"{path}{inner}/", f"{path.replace('*', 'x')}{inner}{name}") for inner, name in within]


def _allowed(robots: Robots, engine: str) -> list[str]:
    """The patterns of every Allow for this engine, sorted."""
    selected = robots.verdict(engine, "/", matching="exact").group
    groups = [group for group in robots.groups if any(agent.value in selected for agent in group.agents)]
    return sorted(_core(rule.pattern) for group in groups for rule in group.rules if rule.allow)


def _opens(allowed: list[str], folder: str) -> bool:
    """Whether an Allow begins with this folder: its owner has thought of what in it has to be read."""
    start = normal(folder)
    at = bisect_left(allowed, start)
    return bool(folder) and at < len(allowed) and allowed[at].startswith(start)


def _bars(robots: Robots, engine: str, url: str, rule: Rule) -> bool:
    verdict = robots.verdict(engine, url if url.startswith("/") else f"/{url}", matching="exact")
    return not verdict.allowed and verdict.line == rule.line
