"""Many hosts at once, some of them failing: no rule broken, little time lost, and a ledger that the servers confirm.

`python -m tests.bench.hosts` is the same with two hundred hosts and a minute.
"""

import json

import pytest

from tests.crowd.crawl import Crawled, crawl
from tests.crowd.hosts import plans, world
from tests.crowd.judge import share, shares
from tests.world import require_world

SECONDS = 8
CROWD = plans(40, 8, ("unavailable", "too-many", "flapping", "cut"))


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    require_world()
    folder = tmp_path_factory.mktemp("crowd")
    with world(CROWD).start(folder) as net:
        done = crawl(net, CROWD, folder, SECONDS)
        assert net.victims() == []
    return done


def test_no_server_saw_a_rule_broken(crawled: Crawled) -> None:
    assert list(map(str, crawled.violations())) == []


def test_all_hosts_were_asked_and_failing_ones_too(crawled: Crawled) -> None:
    assert {entry.host for entry in crawled.log} == {plan.name for plan in CROWD}
    assert {200, 302, 429, 503} <= {entry.status for entry in crawled.log}
    assert not any(entry.path.startswith("/private/") for entry in crawled.log)


def test_healthy_hosts_get_nearly_what_the_rules_allow(crawled: Crawled) -> None:
    reached = shares(crawled.log, CROWD, crawled.until)
    assert sum(one.allowed for one in reached) > 180
    assert share(reached) >= 0.8
    assert min(one.made / one.allowed for one in reached) >= 0.5


def test_the_ledger_agrees_with_the_servers_row_by_row(crawled: Crawled) -> None:
    compared = crawled.compared()
    assert compared.faults == []
    assert len(compared.pairs) == len(crawled.rows) == len(crawled.log)
    assert (
        compared.near >= 0.5
    )  # the middle one: four of these tests at once on two cores hold up now us, now the server


def test_the_ledger_check_finds_no_rule_broken(crawled: Crawled) -> None:
    assert crawled.check.code == 0, crawled.check.out
    told = json.loads(crawled.check.out)
    assert (told["requests"], told["broken"], told["told"]) == (len(crawled.log), [], [])


def test_the_crawl_had_nothing_to_complain_about(crawled: Crawled) -> None:
    assert crawled.said == ""


def test_each_request_is_announced_once_and_a_url_given_twice_is_dropped_once(crawled: Crawled) -> None:
    """The queue makes the engine look again whenever a host is ready: nobody may be told of that as of a request."""
    healthy = tuple(f"https://{plan.name}/" for plan in CROWD if plan.healthy)
    twice = CROWD[0].urls(SECONDS)[1]
    told = {name: count for name, count in crawled.signals.items() if name.split(" ")[1].startswith(healthy)}
    assert len(told) > 200
    assert {name for name, count in told.items() if count > 1} == {f"request_scheduled {twice}"}
    assert {name for name in crawled.signals if name.startswith("request_dropped")} == {f"request_dropped {twice}"}
    assert not any("about:" in name for name in crawled.signals)


def test_a_host_is_asked_when_it_is_ready_and_not_at_the_engines_next_heartbeat(crawled: Crawled) -> None:
    """Scrapy looks by itself every five seconds; this fails when asking for nothing does not wake it any more."""
    for plan in (plan for plan in CROWD if plan.healthy):
        waits = crawled.log.host(plan.name).gaps()
        assert min(waits) < plan.delay + 0.25, plan
