"""The texts the fuzzer of the door's parsers began with, and those it found something with."""

from pathlib import Path

import pytest

from tests.core.door_holds import TARGETS, check

FOLDER = Path(__file__).parents[1] / "data" / "door"
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())


def test_every_parser_has_texts_to_begin_with() -> None:
    assert {path.parent.name for path in FILES} == set(TARGETS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_holds_for_every_text_holds_for(path: Path) -> None:
    check(path.parent.name, path.read_bytes())
