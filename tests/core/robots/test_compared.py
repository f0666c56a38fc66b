"""Random files read by Protego and by us: each difference falls in a row of docs/robots.md, and each row has its test.

The same comparison with gpyrobotstxt, a port of Google's parser, is `python -m tests.bench.compare_robots`: its licence
keeps it out of the lock.
"""

import re
from pathlib import Path

import pytest

from crawler.core.robots import parse
from crawler.core.robots.vectors import VECTORS
from tests.core.robots.compared import GOOGLE, PROTEGO, ROWS, compare, protego

ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs" / "robots.md").read_text("utf-8")
TABLE = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in DOCS.split("## The table")[1].splitlines()
    if re.match(r"\| [a-z]", line)
][1:]
FILES = 4000


@pytest.mark.parametrize("seed", [1, 2])
def test_every_difference_with_protego_falls_in_a_row(seed: int) -> None:
    different, rows, left = compare(protego, "prefix", PROTEGO, FILES, seed)
    assert left == []
    assert different > FILES / 20
    assert len(rows) > 8


def test_a_difference_without_a_row_is_left() -> None:
    def tie_refuses(text: str, agent: str, url: str) -> bool:
        verdict = parse(text.encode()).verdict(agent, url)
        tie = "" if not verdict.rule else verdict.rule.replace("Allow", "Disallow")
        return verdict.allowed and tie not in text.split("\n")

    assert compare(tie_refuses, "prefix", PROTEGO, FILES, 1)[2]


def test_the_table_has_every_row_the_comparison_uses() -> None:
    names = [row[0] for row in TABLE]
    assert len(names) == len(set(names))
    assert set(ROWS) <= set(names)
    assert set(PROTEGO) | set(GOOGLE) == set(ROWS)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
def test_every_row_says_what_others_do_what_we_do_why_and_names_its_tests(row: list[str]) -> None:
    name, others, we, why, tests = row
    assert all(len(cell) > 10 for cell in (others, we, why))
    named = re.findall(r"`([^`]+)`", tests)
    assert named
    vectors = {vector.name for vector in VECTORS}
    for test in named:
        file, _, function = test.partition("::")
        assert test in vectors or f"def {function}(" in (ROOT / "tests" / file).read_text("utf-8"), (name, test)
