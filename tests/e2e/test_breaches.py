"""A gate that breaks a rule on purpose is caught: by `scrapy ledger check`, row and rule, and by the servers' logs."""

import json
from pathlib import Path

import pytest

from tests.crowd.crawl import Crawled, crawl
from tests.crowd.hosts import Plan
from tests.crowd.hosts import world as crowded
from tests.crowd.judge import Violation
from tests.world import Net, World

SECONDS = 3
#: Slow enough that hosts of one address would be asked at the same time.
CROWD = [Plan(f"host{number}.breach-crowd.com", "93.184.221.1", 0.5, 0.4) for number in range(8)]
PAST = [f"https://{plan.name}/900/{number}" for plan in CROWD[:2] for number in range(2)]


def world() -> World:
    return crowded(CROWD)


#: The breach, the name of its rule for the check and for the servers' judge, and the hosts asked.
BREACHES = [
    ("half-wait", "too-soon", CROWD[:2]),
    ("two-at-once", "two-at-once", CROWD[:2]),
    ("crowded-address", "hosts-of-address", CROWD),
]


def broken(crawled: Crawled) -> set[tuple[str, str]]:
    """(rule, URL) of what the check names; every row it names is one of the ledger's."""
    found = json.loads(crawled.check.out)["broken"]
    names = {row.name: row.url for row in crawled.rows}
    assert all(names[one["row"]] == one["url"] for one in found)
    return {(one["rule"], one["url"]) for one in found}


def seen(found: list[Violation]) -> set[tuple[str, str]]:
    return {(one.rule, one.entry.url) for one in found}


@pytest.mark.parametrize(("breach", "rule", "hosts"), BREACHES, ids=[breach for breach, _, _ in BREACHES])
def test_a_gate_that_breaks_a_rule_is_caught(
    breach: str, rule: str, hosts: list[Plan], net: Net, tmp_path: Path
) -> None:
    crawled = crawl(net, hosts, tmp_path, SECONDS, breach, past=PAST)
    assert crawled.check.code == 1, crawled.check.out
    ours, theirs = broken(crawled), seen(crawled.violations())
    assert {one for one, _ in ours} == {rule} == {one for one, _ in theirs}, (ours, theirs)
    # A moment on the border may be one side's only: they look with two clocks, and the check has its slack.
    assert ours & theirs
    assert len(ours ^ theirs) <= 2 * len(ours & theirs)


def test_the_same_crawl_with_the_gate_as_it_is_breaks_none(net: Net, tmp_path: Path) -> None:
    crawled = crawl(net, CROWD[:5], tmp_path, SECONDS, past=PAST)
    assert (crawled.check.code, crawled.violations()) == (0, [])
    assert {entry.path for entry in crawled.log} >= {"/900/0", "/900/1"}
