"""What a check says: a hit, or that it cannot tell; and what the report keeps of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from crawler.core.audit.wording import fold, printable


class Severity(StrEnum):
    """error: fix it; warning: it costs something; notice: look at it."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Hit:
    """A check found something; `severity` defaults to the check's own, and `url` is the page's if one was judged."""

    evidence: str
    url: str = ""
    also: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class CannotTell:
    """A check could not judge, and why."""

    reason: str
    url: str = ""


Said = Iterable[Hit | CannotTell]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a report; `also` holds JSON values (source pages, hops, counts)."""

    check: str
    severity: Severity
    url: str
    evidence: str
    also: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class NotEvaluated:
    """A check that gave no verdict, or not a whole one: `state` is inconclusive, partly or not-evaluated."""

    check: str
    state: str
    reason: str
    url: str = ""


def quoted(text: str, most: int = 120) -> str:
    """A stranger's text as evidence: folded, without control characters, shortened, in quotation marks."""
    text = fold(printable(text))
    return f"“{text if len(text) <= most else text[: most - 1] + '…'}”"


def count(number: int, one: str, many: str = "") -> str:
    """`1 page`, `2 pages`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
