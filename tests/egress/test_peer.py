"""The last look before a byte goes: the peer of the connection is the address that was judged."""

import pytest
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.protocol import Factory, Protocol

from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.urls import normalise
from crawler.egress.endpoints import JudgedEndpoint, PeerCheckingFactory
from crawler.egress.resolver import Resolver

JUDGED = "93.184.215.14"


def connected_to(peer, judged=JUDGED):
    return PeerCheckingFactory(Factory.forProtocol(Protocol), judged).buildProtocol(peer)


def test_the_judged_peer_gets_its_protocol():
    assert isinstance(connected_to(IPv4Address("TCP", JUDGED, 443)), Protocol)
    assert isinstance(connected_to(IPv6Address("TCP", "2a00:0::1", 443), "2a00::1"), Protocol)


@pytest.mark.parametrize("host", ["10.0.0.1", "127.0.0.1", "93.184.215.15"])
def test_any_other_peer_is_refused(host):
    with pytest.raises(Ended) as raised:
        connected_to(IPv4Address("TCP", host, 443))
    assert raised.value.ending.outcome is Outcome.PRIVATE_ADDRESS


def test_a_private_peer_is_refused_even_if_it_is_what_was_dialled():
    with pytest.raises(Ended):
        connected_to(IPv4Address("TCP", "10.0.0.1", 443), "10.0.0.1")


def test_an_address_that_has_no_room_is_not_dialled():
    """There is no reactor here: a dial would be an error of another kind."""
    asked, full = [], Ending(Outcome.DEFERRED, "five others are being asked")
    url = normalise(f"https://{JUDGED}/")
    endpoint = JudgedEndpoint(None, Resolver(), url, lambda: None, lambda *where: asked.append(where) or full)
    failures = []
    endpoint.connect(Factory()).addErrback(failures.append)
    assert asked == [(JUDGED, JUDGED)]
    assert failures[0].value.ending is full
