"""What every store of hosts must do, whatever two holders do, and where processes race and die."""

import json
import multiprocessing
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.core.limits import LEASE
from crawler.core.pacing import HostState
from tests.state import racing
from tests.state.stores import ADDRESS, ANY_STORE, FIVE, HOST, HOSTS, Shared

# Whatever happens

EVENTS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from(HOSTS),
        st.sampled_from(["take", "take", "give_back", "renew", "cover", "wait"]),
        st.sets(st.sampled_from(["A", "B"]), min_size=1),
    ),
    max_size=60,
)


@ANY_STORE
@given(events=EVENTS)
@settings(max_examples=60, deadline=None)
def test_whatever_two_holders_do_a_host_has_one_and_an_address_five(opening, events):
    """Held by the model below, which believes what it is told: a lease lives for LEASE from its last sign of life."""
    with TemporaryDirectory() as folder:
        shared = Shared(opening, Path(folder))
        holders = [shared.open(), shared.open()]
        held = {}  # host -> (holder, until, addresses)
        for who, host, act, addresses in events:
            holder, mine = holders[who], held.get(host, (None,))[0] == who
            if act == "wait":
                shared.now += 7.0
            elif act == "take" and not mine and holder.take(host, holder.recall(host).ended_ago, addresses):
                assert host not in held
                held[host] = (who, shared.now + LEASE.value, addresses)
            elif act == "renew" and holder.renew(host):
                held[host] = (who, shared.now + LEASE.value, held[host][2])
            elif act == "cover" and holder.cover(host, min(addresses)):
                held[host] = (who, held[host][1], held[host][2] | {min(addresses)})
            elif act == "give_back" and mine:
                holder.give_back(host, HostState())
                del held[host]
            held = {host: lease for host, lease in held.items() if lease[1] > shared.now}
            for address in ("A", "B"):
                assert sum(address in lease[2] for lease in held.values()) <= FIVE
        for holder in holders:
            holder.close()


# For real: processes of their own


def run(target, *jobs):
    context = multiprocessing.get_context("spawn")
    programs = [context.Process(target=target, args=job) for job in jobs]
    for program in programs:
        program.start()
    for program in programs:
        program.join(60)
    assert [program.exitcode for program in programs] == [0] * len(jobs)


def most_at_once(held):
    """How many of these (began, ended) overlapped."""
    edges = sorted([(began, 1) for began, _ in held] + [(ended, -1) for _, ended in held])
    most = now = 0
    for _, step in edges:
        now += step
        most = max(most, now)
    return most


@ANY_STORE
def test_processes_that_race_never_have_two_at_a_host_or_six_at_an_address(opening, tmp_path):
    hosts = [f"h{number}.example.com" for number in range(8)]
    run(racing.race, *((opening, tmp_path, seed, hosts, ADDRESS, 60) for seed in range(7)))
    held = [lease for path in tmp_path.glob("held-*.json") for lease in json.loads(path.read_text())]
    assert len(held) == 7 * 60
    assert 2 <= most_at_once([lease[1:] for lease in held]) <= FIVE
    for host in hosts:
        assert most_at_once([lease[1:] for lease in held if lease[0] == host]) == 1


@ANY_STORE
def test_what_a_killed_process_held_is_free_within_thirty_seconds(opening, tmp_path):
    run(racing.die, (opening, tmp_path, HOST, ADDRESS))
    ahead = 0.0
    with closing(opening(tmp_path, lambda: time.time() + ahead)) as store:
        assert store.recall(HOST).held_by_other
        ahead = 30.0
        assert not store.recall(HOST).held_by_other
        assert store.take(HOST, store.recall(HOST).ended_ago, [ADDRESS])
