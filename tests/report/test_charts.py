"""The charts: right numbers, bars within their room, a summary in words, nothing where nothing was read."""

from crawler.core.audit.report import Report, build
from crawler.core.audit.score import scores
from crawler.report.charts import BAR_END, Chart, charts
from tests.core.audit.build import ROOT, failed, fetched, moved, page, run


def made() -> Report:
    """A chain of twelve pages, one that no link leads to, a redirect, two errors."""
    pages = [page(f'<html lang=en><title>t{n}</title><a href="/{n + 1}">x</a>', f"/{n or ''}") for n in range(12)]
    pages.append(page("<p>x", "/alone"))
    records = [fetched(one.url.removeprefix(ROOT), ttfb=number / 4) for number, one in enumerate(pages)]
    records += [moved("/old", f"{ROOT}/"), failed("/gone", 404), failed("/down", 500)]
    return build(run(), records, pages)


def chart(id: str) -> Chart:
    report = made()
    return next(one for one in charts(report, scores(report)) if one.id == id)


def numbers(found: Chart) -> list[tuple[str, int]]:
    return [(bar.label, bar.value) for bar in found.bars]


def test_statuses_are_counted() -> None:
    found = chart("chart-status")
    assert numbers(found) == [("200", 13), ("301", 1), ("404", 1), ("500", 1)]
    assert found.summary == "16 addresses answered, 13 of them with 200."
    assert [bar.parts[0].tone for bar in found.bars] == ["good", "plain", "warning", "error"]


def test_depths_are_counted_and_the_deepest_are_one_column() -> None:
    found = chart("chart-depth")
    assert numbers(found) == [*((str(n), 1) for n in range(8)), ("8+", 4), ("no link", 1)]
    assert found.summary == "8 pages are more than three clicks from the start page."


def test_times_fall_into_their_columns() -> None:
    found = chart("chart-time")
    assert [bar.value for bar in found.bars] == [1, 1, 2, 1, 8, 0]
    assert found.summary == "Half began within 1.50 s, nine in ten within 2.75 s."


def test_areas_with_the_most_errors_stand_first_and_bars_keep_to_their_room() -> None:
    report = made()
    found = chart("chart-areas")
    assert sum(bar.value for bar in found.bars) == len(report.findings)
    assert [part.tone for part in found.bars[0].parts] == ["error", "warning", "notice"]
    worst = [bar.parts[0].tone for bar in found.bars]
    assert worst == sorted(worst, key=["error", "warning", "notice"].index)
    for one in charts(report, scores(report)):
        if not one.upright:
            assert all(bar.parts[-1].at + bar.parts[-1].size <= BAR_END + 4 for bar in one.bars)


def test_what_was_not_read_is_not_drawn() -> None:
    empty = build(run(), [], [])
    assert [one.id for one in charts(empty, scores(empty)) if one.id != "chart-areas"] == []
