"""What every store of hosts must do. Another store is added to STORES, and has to pass all of this."""

import pytest

from crawler.core.limits import LEASE, LEASE_BEAT, REQUEST_SECONDS
from crawler.core.pacing import HostState
from crawler.state.memory import Memory, StoreFailed
from tests.state.stores import ADDRESS, FIVE, HOST, HOSTS

# Memory


def test_a_new_host_has_no_past(one):
    assert one.recall(HOST) == Memory(0, None, 0.0, 0.0, 0.0, held_by_other=False)


def test_what_was_given_back_is_remembered_by_everybody_and_by_the_next_run(shared, one, two):
    shared.asked(one, state=HostState(failures=3, crawl_delay=5.0, took=1.5, retry_after=86_400.0))
    shared.now += 7.0
    expected = Memory(3, 7.0, 5.0, 1.5, 86_400.0, held_by_other=False)
    assert one.recall(HOST) == two.recall(HOST) == expected
    one.close()
    two.close()
    assert shared.open().recall(HOST) == expected


def test_every_request_puts_its_own_past_in_the_place_of_the_last(shared, one, two):
    shared.asked(one, state=HostState(failures=3, took=9.0, retry_after=30.0))
    shared.asked(two, state=HostState(failures=2))
    assert one.recall(HOST) == Memory(2, 0.0)


def test_hosts_do_not_share_a_past(shared, one):
    shared.asked(one, state=HostState(failures=3))
    assert one.recall(f"x.{HOST}") == Memory()


def test_a_crawl_delay_is_remembered_at_once(shared, one, two):
    shared.asked(one)
    one.set_crawl_delay(HOST, 8.0)
    assert two.recall(HOST).crawl_delay == 8.0


@pytest.mark.parametrize("host", ["'; DROP TABLE hosts; --", "č", "x" * 10_000, "2a00::1"])
def test_a_name_is_data(shared, one, two, host):
    shared.asked(one, host, HostState(failures=1), addresses=[host])
    assert two.recall(host).failures == 1


# The lease


def test_a_lease_is_for_one(one, two):
    assert one.take(HOST, None)
    assert not two.take(HOST, None)
    assert two.recall(HOST).held_by_other
    assert not one.recall(HOST).held_by_other


def test_a_lease_that_was_given_back_is_free(shared, one, two):
    shared.asked(one)
    assert two.take(HOST, two.recall(HOST).ended_ago)
    assert not one.take(HOST, one.recall(HOST).ended_ago)


def test_a_lease_is_not_taken_on_stale_knowledge(shared, one, two):
    shared.asked(one)
    before = two.recall(HOST).ended_ago
    shared.now += 5.0
    assert two.take(HOST, before + 5.0)
    two.give_back(HOST, HostState())
    shared.now += 5.0
    assert not one.take(HOST, before + 10.0)  # of the request that ended in between it knows nothing
    assert one.take(HOST, one.recall(HOST).ended_ago)


@pytest.mark.parametrize(("later", "free"), [(-0.1, False), (0.1, True)])
def test_the_lease_of_one_who_died_runs_out(shared, one, two, later, free):
    one.take(HOST, None)
    shared.now += LEASE.value + later
    assert two.recall(HOST).held_by_other is not free
    assert two.take(HOST, two.recall(HOST).ended_ago) is free


def test_a_lease_that_ran_out_is_a_request_that_ended_when_its_holder_fell_silent(shared, one, two):
    """Else a host with a long Crawl-delay would be asked again before its time after a crash."""
    shared.asked(one, state=HostState(crawl_delay=100.0))
    shared.now += 100.0
    one.take(HOST, 100.0)
    shared.now += LEASE.value
    assert two.recall(HOST).ended_ago == pytest.approx(LEASE.value - LEASE_BEAT.value)
    assert not two.take(HOST, 100.0 + LEASE.value)
    assert two.take(HOST, two.recall(HOST).ended_ago)


def test_a_lease_that_is_renewed_lasts(shared, one, two):
    one.take(HOST, None)
    for _ in range(7):
        shared.now += LEASE_BEAT.value
        assert one.renew(HOST)
        assert not two.take(HOST, None)
    shared.now += LEASE.value + 0.1
    assert two.take(HOST, two.recall(HOST).ended_ago)


def test_only_a_lease_of_ones_own_that_lives_is_renewed(shared, one, two):
    assert not one.renew(HOST)
    one.take(HOST, None)
    assert not two.renew(HOST)
    shared.now += LEASE.value + 0.1
    assert not one.renew(HOST)
    assert two.take(HOST, two.recall(HOST).ended_ago)
    assert not one.renew(HOST)


def test_a_lease_that_another_took_over_is_not_given_back_by_the_first(shared, one, two):
    one.take(HOST, None)
    shared.now += LEASE.value + 0.1
    two.take(HOST, two.recall(HOST).ended_ago)
    one.give_back(HOST, HostState(failures=9))
    assert one.recall(HOST).held_by_other
    assert one.recall(HOST).failures == 0


def test_closing_gives_back_what_is_held_as_cut_off_now(shared, one, two):
    one.take(HOST, None)
    shared.now += 3.0
    one.close()
    assert two.recall(HOST) == Memory(0, 0.0)
    assert not two.take(HOST, None)


def test_a_lease_outlasts_every_request_even_without_a_beat():
    assert LEASE.value > REQUEST_SECONDS.value
    assert LEASE.value > 2 * LEASE_BEAT.value


# The clock


def test_a_clock_that_was_set_back_does_not_make_a_host_wait_for_it(shared, one, two):
    shared.asked(one, state=HostState(retry_after=60.0))
    shared.now -= 1e6
    assert two.recall(HOST) == Memory(0, 0.0, 0.0, 0.0, 60.0)
    assert two.take(HOST, 0.0)


def test_a_lease_from_before_the_clock_was_set_back_is_free(shared, one, two):
    one.take(HOST, None, [ADDRESS])
    shared.now -= 1e6
    assert not two.recall(HOST).held_by_other
    assert two.take(HOST, None, [ADDRESS])


# Hosts of an address


def fill(holders, hosts=HOSTS[:FIVE], addresses=(ADDRESS,)):
    for number, host in enumerate(hosts):
        assert holders[number % len(holders)].take(host, None, addresses)


def test_five_hosts_of_an_address_at_once_and_no_sixth_whoever_asks(one, two):
    fill([one, two])
    assert not one.take(HOSTS[5], None, [ADDRESS])
    assert not two.take(HOSTS[5], None, ["93.184.215.15", ADDRESS])
    assert two.take(HOSTS[5], None, ["93.184.215.15"])
    assert one.take(HOSTS[6], None)


def test_a_host_that_is_refused_for_its_address_is_not_held(one, two):
    fill([one])
    assert not one.take(HOST, None, [ADDRESS])
    assert two.take(HOST, None)


@pytest.mark.parametrize("end", ["give back", "close", "die"])
def test_a_place_at_an_address_is_free_when_its_lease_ends(shared, one, two, end):
    fill([one], HOSTS[:1])
    shared.now += LEASE.value / 2
    fill([two], HOSTS[1:FIVE])
    assert not two.take(HOST, None, [ADDRESS])
    if end == "give back":
        one.give_back(HOSTS[0], HostState())
    elif end == "close":
        one.close()
    else:
        shared.now += LEASE.value / 2 + 0.1
    assert two.take(HOST, None, [ADDRESS])


def test_a_place_at_an_address_lasts_as_long_as_its_lease_is_renewed(shared, one, two):
    fill([one])
    for _ in range(2):
        shared.now += LEASE.value * 0.9
        assert all(one.renew(host) for host in HOSTS[:FIVE])
    assert not two.take(HOST, None, [ADDRESS])


def test_places_from_before_the_clock_was_set_back_are_free(shared, one, two):
    fill([one])
    shared.now -= 1e6
    assert two.take(HOST, None, [ADDRESS])


def test_a_lease_can_be_made_to_cover_an_address_that_has_room(one, two):
    fill([one], HOSTS[: FIVE - 1])
    assert two.take(HOST, None, ["93.184.215.15"])
    assert two.cover(HOST, ADDRESS)
    assert two.cover(HOST, ADDRESS)
    assert not one.take(HOSTS[5], None, [ADDRESS])


def test_a_lease_is_not_made_to_cover_an_address_without_room(one, two):
    fill([one])
    assert two.take(HOST, None)
    assert not two.cover(HOST, ADDRESS)
    one.give_back(HOSTS[0], HostState())
    assert two.cover(HOST, ADDRESS)


def test_only_a_lease_of_ones_own_that_lives_covers_anything(shared, one, two):
    assert not one.cover(HOST, ADDRESS)
    one.take(HOST, None)
    assert not two.cover(HOST, ADDRESS)
    shared.now += LEASE.value + 0.1
    assert not one.cover(HOST, ADDRESS)


def test_a_host_takes_its_own_place_again(shared, one, two):
    fill([one])
    shared.now += 1.0
    one.give_back(HOSTS[0], HostState())
    assert one.take(HOSTS[0], 0.0, [ADDRESS])
    assert not two.take(HOST, None, [ADDRESS])


# When it cannot be used


@pytest.mark.parametrize(
    "act",
    [
        lambda store: store.recall(HOST),
        lambda store: store.take(HOST, None),
        lambda store: store.cover(HOST, ADDRESS),
        lambda store: store.renew(HOST),
        lambda store: store.give_back(HOST, HostState()),
        lambda store: store.set_crawl_delay(HOST, 1.0),
    ],
)
def test_what_a_closed_store_is_asked_fails_by_one_name(one, act):
    one.close()
    with pytest.raises(StoreFailed):
        act(one)


def test_a_store_closes_twice(one):
    one.close()
    one.close()
