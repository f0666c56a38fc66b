"""What robots.txt means for others than us: search engines, and those who train on what they read."""

from collections import defaultdict
from typing import Final

from crawler.core.audit import thresholds
from crawler.core.audit.checks.groups import named
from crawler.core.audit.finding import CannotTell, Hit, Said, count
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site
from crawler.core.outcome import Outcome
from crawler.core.robots import Robots

_INTRODUCTION = "Google Search Central: robots.txt introduction"
_NEEDED: Final = frozenset({"script", "style", "image"})
#: Product tokens as their owners publish them.
_AI: Final = (
    "GPTBot", "OAI-SearchBot", "ClaudeBot", "CCBot", "Google-Extended", "Applebot-Extended", "PerplexityBot",
    "Bytespider", "meta-externalagent", "Amazonbot",
)  # fmt: skip


@site_check(
    "noindex-and-disallowed", "indexing", "warning", Needs.RUN,
    title="The page is hidden twice, so it may be shown",
    why="An engine that may not read the page does not see its noindex, and lists the address if others link to it.",
    fix="Allow the page in robots.txt, so that its noindex is seen.",
    source="Google Search Central: block indexing",
)  # fmt: skip
def noindex_disallowed(site: Site) -> Said:
    for url, page in sorted(site.pages.items()):
        rule = (site.barred(url) or site.forbidden(url)) if page.noindex else ""
        if rule:
            yield Hit(f"noindex, and robots.txt keeps engines from reading it: {rule}", url)
    if unread := [record for record in site.records() if record.outcome is Outcome.ROBOTS_DENIED]:
        many = count(len(unread), "address", "addresses")
        yield CannotTell(f"{many} that robots.txt forbids may say noindex; we did not look either")


@site_check(
    "robots-blocks-resource", "robots", "warning", Needs.RUN,
    title="robots.txt keeps engines from what a page needs",
    why="Engines draw a page as a browser does; without its style sheets, scripts and images they see another page.",
    fix="Allow the files in robots.txt.",
    source=_INTRODUCTION,
)  # fmt: skip
def blocks_resource(site: Site) -> Said:
    rules: dict[str, str] = {}
    pages: dict[tuple[str, str], list[str]] = defaultdict(list)
    for page in site.indexable:
        for kind, target in {(x.kind, x.target.url) for x in page.resources if x.target.url and x.kind in _NEEDED}:
            if target not in rules:
                rules[target] = site.barred(target)
            if rules[target]:
                pages[target, kind].append(page.url)
    for (target, kind), urls in sorted(pages.items()):
        place = site.home if site.home in urls else urls[0]
        facts = {"target": target, "kind": kind, "count": len(urls), "pages": tuple(urls[: thresholds.SOURCES_SHOWN])}
        yield Hit(
            f"{kind} {target}: {rules[target]}; needed by {count(len(urls), 'page')}: {named(urls)}", place, facts
        )


@site_check(
    "ai-robots-policy", "robots", "notice", Needs.RUN,
    title="What robots.txt says to robots that train models",
    why="It is worth knowing whether this is what you want: some of them bring readers, others only take texts.",
    fix="Nothing, if this is what you want; else name the robots in robots.txt.",
    source="RFC 9309; the product tokens as their owners publish them",
)  # fmt: skip
def ai_policy(site: Site) -> Said:
    for record in site.robots_files:
        rules = site.rules_of(record.origin)
        said = {agent: _treated(rules, agent) for agent in _AI} if rules else {}
        if any(said.values()):
            words = ("kept out", "kept out in part", "let in by name", "")
            parts = [(word or "not named", [agent for agent in _AI if said[agent] == word]) for word in words]
            text = "; ".join(f"{word}: {', '.join(agents)}" for word, agents in parts if agents)
            yield Hit(text, record.origin + "/robots.txt", {word: tuple(agents) for word, agents in parts})


def _treated(rules: Robots, agent: str) -> str:
    """What the agent's own group says to it; nothing where it has none."""
    verdict = rules.verdict(agent, "/", matching="exact")
    if not any(agent.lower() in value.lower() for value in verdict.group):
        return ""
    if not verdict.allowed:
        return "kept out"
    groups = (group for group in rules.groups if any(named.value in verdict.group for named in group.agents))
    some = any(not rule.allow and rule.pattern for group in groups for rule in group.rules)
    return "kept out in part" if some else "let in by name"
