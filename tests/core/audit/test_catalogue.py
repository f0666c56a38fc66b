"""The catalogue against the list of checks the project was given, and its texts against our own rules of speech."""

import ast
import json
from pathlib import Path

import pytest

from crawler.core.audit import words
from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.registry import CHECKS, page_check
from crawler.core.outcome import Outcome

ROOT = Path(__file__).parents[3]
GIVEN = ROOT.parent / "shared" / "audit" / "checks.json"
#: Checks beyond the list: a page that a parser would choke on must leave a finding, and the list has none for it.
OWN = {"page-too-complex"}
needs_the_list = pytest.mark.skipif(not GIVEN.is_file(), reason="the list of checks is not beside this repository")


@needs_the_list
def test_ids_areas_and_severities_are_those_of_the_list() -> None:
    given = {row["id"]: (row["area"], row["severity"]) for row in json.loads(GIVEN.read_text())["checks"]}
    ours = {check.id: (check.area, str(check.severity)) for check in CATALOGUE.values()}
    assert ours.keys() - given.keys() == OWN
    ours = {id: what for id, what in ours.items() if id not in OWN}
    assert {id: what for id, what in ours.items() if what != given[id]} == {}


@needs_the_list
def test_the_order_of_value_is_that_of_the_list() -> None:
    ranks = {row["id"]: row["rank"] for row in json.loads(GIVEN.read_text())["checks"]}
    ours = [id for id in CATALOGUE if id not in OWN]
    assert ours == sorted(ours, key=ranks.__getitem__)


def test_two_checks_of_one_name_are_refused() -> None:
    """The second would take the place of the first, and nobody would miss it."""
    words = {"title": "A title", "why": "A reason.", "fix": "A remedy.", "source": "Convention"}
    before = CHECKS["title-missing"]
    with pytest.raises(ValueError, match="two checks are called title-missing"):
        page_check("title-missing", "titles", "error", **words)(lambda page: ())
    assert CHECKS["title-missing"] is before


def test_nouns_of_several_words_are_counted_with_both_forms() -> None:
    """`count` adds an s to the last word: right for one word, wrong for "link without a text"."""
    wrong = []
    for path in sorted((ROOT / "crawler/core/audit").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("count", "listed"):
                noun = node.args[1]
                if len(node.args) < 3 and not (isinstance(noun, ast.Constant) and str(noun.value).isalpha()):
                    wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []


def test_every_outcome_has_its_words() -> None:
    assert words.WORDS.keys() == set(Outcome)
    assert all(text == text.strip() and not text.endswith(".") for text in words.WORDS.values())
