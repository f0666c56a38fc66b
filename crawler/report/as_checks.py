"""The catalogue for readers: a list for the terminal, one check in full, and docs/checks.md."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

from crawler.core.audit.catalogue import CATALOGUE, Check, Needs

#: What a check has to see, in words.
NEEDS: Final[Mapping[Needs, str]] = {
    Needs.PAGE: "one page",
    Needs.RUN: "any crawl",
    Needs.SITE: "a crawl of several pages; on a partial one it judges what was read",
    Needs.WHOLE: "a complete crawl; on a partial one it gives no verdict",
}
_WIDTH: Final = 100


def as_list() -> Iterator[str]:
    """One line per check, by area, the most valuable first."""
    for area, checks in _by_area().items():
        yield f"{area}:"
        yield from (f"  {check.severity.value:8} {check.id:32} {check.title}" for check in checks)


def explained(check: Check) -> Iterator[str]:
    """One check in full."""
    yield f"{check.id} ({check.severity.value}, {check.area})"
    for name, text in (
        ("what", check.title), ("why", check.why), ("fix", check.fix), ("source", check.source),
        ("needs", NEEDS[check.needs]),
    ):  # fmt: skip
        indent = " " * 9
        yield textwrap.fill(text, _WIDTH, initial_indent=f"{name + ':':9}", subsequent_indent=indent)


def as_dict(check: Check) -> dict[str, Any]:
    """One check as JSON values."""
    return {
        "id": check.id, "area": check.area, "severity": check.severity.value, "title": check.title, "why": check.why,
        "fix": check.fix, "source": check.source, "needs": check.needs.value,
    }  # fmt: skip


def as_page() -> str:
    """docs/checks.md, made from the catalogue."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield "# What is checked"
    yield ""
    yield "Made by `scrapy checks --markdown`; a test fails where this page and the catalogue differ."
    yield f"{len(CATALOGUE)} checks. *error*: fix it; *warning*: it costs something; *notice*: look at it."
    for area, checks in _by_area().items():
        yield f"\n## {area}"
        for check in checks:
            yield f"\n### {check.id}\n"
            yield f"**{check.title}** ({check.severity.value})"
            yield from ("", check.why, "", f"*What to do:* {check.fix}")
            yield f"\n*Source:* {check.source}. *Needs:* {NEEDS[check.needs]}."


def _by_area() -> dict[str, list[Check]]:
    areas: dict[str, list[Check]] = {}
    for check in CATALOGUE.values():
        areas.setdefault(check.area, []).append(check)
    return dict(sorted(areas.items()))
