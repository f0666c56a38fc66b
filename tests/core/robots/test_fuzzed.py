"""The files the fuzzer began with, and those it found something with."""

from pathlib import Path

import pytest

from tests.core.robots.holds import check

FILES = sorted(path for path in (Path(__file__).parents[2] / "data" / "robots").rglob("*") if path.is_file())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_holds_for_every_file_holds_for(path: Path) -> None:
    check(path.read_bytes())
