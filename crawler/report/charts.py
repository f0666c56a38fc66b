"""The charts of a report as numbers and places: templates draw them, with the same numbers in a table beside."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from crawler.core.audit.finding import Severity, count
from crawler.core.audit.report import Report
from crawler.core.audit.score import Score

#: Units of a drawing; it is scaled to the room there is.
WIDTH: Final = 400
BAR_LEFT: Final = 124
NARROW_LEFT: Final = 46  # where the labels are short
BAR_END: Final = 350
ROW: Final = 30
COLUMN_HEIGHT: Final = 120
#: Seconds until an answer began: fast, good (web.dev: 0.8 s), slow (`thresholds`), very slow.
_TIMES: Final = (0.2, 0.4, 0.8, 1.0, 3.0)
_DEEPEST: Final = 8  # clicks; more are one column
_CLASSES: Final = {2: "good", 3: "plain", 4: "warning", 5: "error"}


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a bar: `tone` names its colour and its pattern."""

    value: int
    tone: str
    at: float  # where it begins
    size: float  # how long it is


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    value: int
    parts: tuple[Part, ...]
    words: str  # the value for people


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart; `summary` says in a sentence what it shows."""

    id: str
    title: str
    summary: str
    heading: tuple[str, str]  # of the table with the same numbers
    bars: tuple[Bar, ...]
    upright: bool = False

    @property
    def left(self) -> float:
        """Where lying bars begin."""
        return self.bars[0].parts[0].at

    @property
    def height(self) -> int:
        return COLUMN_HEIGHT + 52 if self.upright else ROW * len(self.bars) + 4


def charts(report: Report, scores: Sequence[Score]) -> tuple[Chart, ...]:
    """Status codes, depth, response time, findings by area; what has no numbers is left out."""
    made = (_statuses(report), _depths(report), _times(report), _areas(scores))
    return tuple(chart for chart in made if chart.bars)


def _statuses(report: Report) -> Chart:
    found = Counter(record.status for record in report.urls if record.status)
    rows = [(str(status), number, _CLASSES.get(status // 100, "plain")) for status, number in sorted(found.items())]
    most = f"{count(sum(found.values()), 'address', 'addresses')} answered"
    well = f"{found[200]:,} of them with 200"
    return Chart("chart-status", "Answers by status code", f"{most}, {well}.", ("Status", "Addresses"), _lying(rows))


def _depths(report: Report) -> Chart:
    found = Counter(_clicks(report.depths.get(page.url)) for page in report.pages)
    deepest = max((depth for depth in found if depth >= 0), default=-1)
    rows = [(_depth_name(depth), found[depth], "plain") for depth in range(deepest + 1)]
    rows += [("no link", found[-1], "warning")] if found[-1] else []
    far = sum(number for depth, number in found.items() if depth > 3)
    deep = count(far, "page is", "pages are") if far else "No page is"
    summary = f"{deep} more than three clicks from the start page."
    return Chart("chart-depth", "Clicks from the start page", summary, ("Clicks", "Pages"), _upright(rows), True)


def _clicks(depth: int | None) -> int:
    return -1 if depth is None else min(depth, _DEEPEST)


def _depth_name(depth: int) -> str:
    return f"{depth}+" if depth == _DEEPEST else str(depth)


def _times(report: Report) -> Chart:
    seconds = sorted(record.ttfb for record in report.urls if record.ttfb is not None)
    found = Counter(sum(one > bound for bound in _TIMES) for one in seconds)
    names = [f"≤ {_TIMES[0]} s", *(f"≤ {bound:g} s" for bound in _TIMES[1:]), f"> {_TIMES[-1]:g} s"]
    tones = ("good", "good", "good", "plain", "warning", "error")
    rows = [(name, found[number], tone) for number, (name, tone) in enumerate(zip(names, tones, strict=True))]
    if not seconds:
        rows = []
    summary = f"Half began within {median(seconds or [0]):.2f} s, nine in ten within {_at(seconds, 0.9):.2f} s."
    return Chart("chart-time", "Time until the answer began", summary, ("Time", "Answers"), _upright(rows), True)


def _at(values: Sequence[float], share: float) -> float:
    """The value below which that share lies."""
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def _areas(scores: Sequence[Score]) -> Chart:
    with_any = [score for score in scores if any(score.severities.values())]
    with_any.sort(key=lambda score: tuple(-score.severities[severity] for severity in Severity))
    most = max((sum(score.severities.values()) for score in with_any), default=0)
    bars = tuple(_area(score, most) for score in with_any)
    found = sum(bar.value for bar in bars)
    summary = f"{count(found, 'finding')} in {count(len(bars), 'area')}; errors, warnings and notices."
    return Chart("chart-areas", "Findings by area", summary, ("Area", "Findings"), bars)


def _area(score: Score, most: int) -> Bar:
    numbers = {severity: number for severity, number in score.severities.items() if number}
    words = ", ".join(count(number, str(severity)) for severity, number in numbers.items())
    parts = _parts([(number, str(severity)) for severity, number in numbers.items()], most, BAR_LEFT)
    return Bar(score.area, sum(numbers.values()), parts, words)


def _parts(values: Iterable[tuple[int, str]], most: int, left: int) -> tuple[Part, ...]:
    """Pieces of one lying bar, one behind another."""
    found: list[Part] = []
    at = float(left)
    for value, tone in values:
        size = max(2.0, (BAR_END - left) * value / most)
        found.append(Part(value, tone, round(at, 1), round(size, 1)))
        at += size
    return tuple(found)


def _lying(rows: Sequence[tuple[str, int, str]]) -> tuple[Bar, ...]:
    most = max((value for _, value, _ in rows), default=0)
    return tuple(
        Bar(label, value, _parts([(value, tone)], most, NARROW_LEFT), f"{value:,}") for label, value, tone in rows
    )


def _upright(rows: Sequence[tuple[str, int, str]]) -> tuple[Bar, ...]:
    most = max((value for _, value, _ in rows), default=0) or 1
    return tuple(Bar(label, value, (_column(value, tone, most),), f"{value:,}") for label, value, tone in rows)


def _column(value: int, tone: str, most: int) -> Part:
    size = max(2.0, COLUMN_HEIGHT * value / most) if value else 0.0
    return Part(value, tone, round(COLUMN_HEIGHT - size, 1), round(size, 1))


def shares(numbers: Mapping[str, int], width: float) -> tuple[Part, ...]:
    """Pieces of a bar of a given width, from where it begins."""
    whole = sum(numbers.values()) or 1
    found: list[Part] = []
    at = 0.0
    for tone, value in numbers.items():
        size = width * value / whole
        if value:
            found.append(Part(value, tone, round(at, 1), round(size, 1)))
        at += size
    return tuple(found)
