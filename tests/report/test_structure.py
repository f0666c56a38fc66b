"""The picture of a site's structure: bounded, whole in its numbers, and the same for the same pages."""

import pytest

from crawler.core.audit.page import Page
from crawler.report.structure import BAR, LEVELS, ROWS, SHORT, SMALL, Row, structure
from tests.core.audit.build import ROOT, page


def drawn(*paths: str, worst: dict[str, str] | None = None, root: str = ROOT) -> tuple[Row, ...]:
    return structure([made(path, root) for path in paths], {ROOT + path: it for path, it in (worst or {}).items()})


def made(path: str, root: str = ROOT) -> Page:
    return page("<p>x", path, root=root)


def names(rows: tuple[Row, ...]) -> list[tuple[int, str, int]]:
    return [(row.level, row.name, row.pages) for row in rows]


def test_folders_are_rows_with_all_pages_below_them() -> None:
    assert names(drawn("/", "/a/", "/a/b/c", "/a/b/d", "/e")) == [
        (0, "site.org/", 5), (1, "a/", 3), (2, "b/", 2), (3, "c", 1), (3, "d", 1), (1, "e", 1),
    ]  # fmt: skip


def test_a_row_knows_how_far_up_its_parent_is() -> None:
    assert [row.elbow for row in drawn("/a/b/c", "/a/b/d", "/e")] == [0, 1, 1, 1, 2, 5]


def test_bars_show_how_pages_share_out() -> None:
    rows = drawn("/a/1", "/a/2", "/a/3", "/a/4", worst={"/a/1": "error", "/a/2": "warning", "/a/3": "notice"})
    folder, page_with_error = rows[1], rows[2]
    assert [(part.tone, part.size) for part in folder.parts] == [
        ("error", BAR / 4), ("warning", BAR / 4), ("good", BAR / 2)
    ]  # fmt: skip
    assert (folder.errors, folder.warnings) == (1, 1)
    assert [(part.tone, part.size) for part in page_with_error.parts] == [("error", SHORT)]


def test_a_large_site_is_drawn_by_its_folders_and_stays_bounded() -> None:
    rows = drawn(*(f"/{number % 90}/{number % 7}/{number}" for number in range(SMALL + 500)))
    assert len(rows) <= ROWS
    assert all(row.name.endswith("/") or row.rest for row in rows)
    assert sum(row.pages for row in rows if row.level == 1) == rows[0].pages == SMALL + 500
    assert [row.name for row in rows if row.rest and row.level == 1] == ["66 more"]


def test_several_hosts_have_one_root() -> None:
    pages = [made("/a"), made("/a"), made("/b", "https://shop.org")]
    assert names(structure(pages, {}))[:2] == [(0, "all hosts", 3), (1, "site.org/", 2)]


@pytest.mark.parametrize("levels", [LEVELS, LEVELS + 1, 900])
def test_depth_is_bounded(levels: int) -> None:
    assert max(row.level for row in drawn("/x/" * 0 + "/" + "x/" * levels + "page", "/y")) <= LEVELS + 1


def test_no_page_is_no_picture() -> None:
    assert [row.pages for row in structure([], {})] == [0]
