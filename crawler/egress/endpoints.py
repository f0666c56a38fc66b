"""Connections to judged addresses only: look up, judge every answer, dial the judged literal, check the peer.

Not twisted's HostnameEndpoint: it looks the name up itself, so what is dialled would not be what was judged.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from twisted.internet.defer import Deferred, fail
from twisted.internet.endpoints import TCP4ClientEndpoint, TCP6ClientEndpoint, wrapClientTLS
from twisted.internet.interfaces import (
    IAddress,
    IProtocol,
    IProtocolFactory,
    IReactorTCP,
    IStreamClientEndpoint,
)
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.web.iweb import IPolicyForHTTPS
from zope.interface import implementer

from crawler.core.addresses import classify
from crawler.core.limits import CONNECT_SECONDS, HEADER_BYTES
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.urls import Url
from crawler.egress.certificates import JudgedTls
from crawler.egress.exchange import Exchange
from crawler.egress.race import First, NotNow, Race
from crawler.egress.resolver import Resolver

#: Finds the exchange that is under way for a connection, if one is.
FindExchange = Callable[[], Exchange | None]
#: Why a host must not be asked at an address now, although its turn has come; None where it may be.
WhyNotAt = Callable[[str, str], Ending | None]


def endpoint_for(
    url: Url, reactor: IReactorTCP, resolver: Resolver, tls: IPolicyForHTTPS, find: FindExchange, why_not: WhyNotAt
) -> IStreamClientEndpoint:
    """The endpoint of a URL's origin: TLS, always verified, for https."""
    endpoint = JudgedEndpoint(reactor, resolver, url, find, why_not)
    if url.scheme == "https":
        made = tls.creatorForNetloc(url.host.encode("ascii"), url.port)
        endpoint = wrapClientTLS(JudgedTls(made, url.host, find), endpoint)
    return WatchedEndpoint(endpoint, find)


@implementer(IStreamClientEndpoint)
class JudgedEndpoint:
    """TCP to one of a host's addresses, all of them judged at this moment: public, and not this machine's own."""

    def __init__(self, reactor: IReactorTCP, resolver: Resolver, url: Url, find: FindExchange, why_not: WhyNotAt):
        self._reactor = reactor
        self._resolver = resolver
        self._url = url
        self._find = find
        self._why_not = why_not

    def connect(self, protocolFactory: IProtocolFactory) -> "Deferred[IProtocol]":
        return Deferred.fromCoroutine(self._connect(protocolFactory))

    async def _connect(self, factory: IProtocolFactory) -> IProtocol:
        first = First(factory)
        race = Race(self._reactor, await self._addresses(), lambda address: self._dial(address, first))
        return await race.winner

    async def _addresses(self) -> tuple[str, ...]:
        host = self._url.host
        if self._url.is_address:
            self._resolver.judge(host, (host,))
            return (host,)
        return await as_deferred(self._resolver.addresses(host))

    def _dial(self, address: str, factory: IProtocolFactory) -> "Deferred[IProtocol]":
        ending = self._why_not(self._url.host, address)
        if ending is not None:
            return fail(NotNow(ending))
        kind = TCP6ClientEndpoint if ":" in address else TCP4ClientEndpoint
        endpoint = kind(self._reactor, address, self._url.port, timeout=CONNECT_SECONDS.value)
        exchange = self._find()
        if exchange is not None:
            exchange.address = address
        connecting: Deferred[IProtocol] = endpoint.connect(PeerCheckingFactory(factory, address))
        return connecting


class PeerCheckingFactory(WrappingFactory):
    """Builds the protocol only if the peer is the address that was judged: before a byte goes."""

    noisy = False

    def __init__(self, wrapped: IProtocolFactory, judged: str):
        super().__init__(wrapped)
        self._judged = classify(judged)

    def buildProtocol(self, addr: IAddress) -> Any:
        peer = classify(addr.host)
        if not peer.public or peer.text != self._judged.text:
            reason = f"the connection's peer is {addr.host}, judged was {self._judged.text}"
            raise Ended(Ending(Outcome.PRIVATE_ADDRESS, reason, {"address": addr.host, "class": peer.reason}))
        return self.wrappedFactory.buildProtocol(addr)


@implementer(IStreamClientEndpoint)
class WatchedEndpoint:
    """Counts what arrives above TLS, so that a response header has an end."""

    def __init__(self, endpoint: IStreamClientEndpoint, find: FindExchange):
        self._endpoint = endpoint
        self._find = find

    def connect(self, protocolFactory: IProtocolFactory) -> "Deferred[IProtocol]":
        watching = WatchingFactory(protocolFactory, self._find)
        return self._endpoint.connect(watching).addCallback(lambda watched: watched.wrappedProtocol)


class WatchedProtocol(ProtocolWrapper):
    """Tells the exchange that asked on its connection what arrived; nothing else may arrive on it."""

    _asked: Exchange | None = None

    def write(self, data: bytes) -> None:
        self._ask()
        super().write(data)

    def writeSequence(self, data: list[bytes]) -> None:
        self._ask()
        super().writeSequence(data)

    def dataReceived(self, data: bytes) -> None:
        exchange = self._asked
        if exchange is None or exchange.framing.ended:
            # Nobody asked, or nobody any more: it must not become the answer to what is asked next.
            if self.transport is not None:
                self.transport.abortConnection()
            return
        exchange.received += len(data)
        exchange.framing.feed(data)
        if exchange.framing.fault:
            exchange.abort(Ending(Outcome.BAD_RESPONSE, f"the answer is not valid HTTP: {exchange.framing.fault}"))
            return
        super().dataReceived(data)
        if not exchange.headers_done and exchange.received > int(HEADER_BYTES):
            exchange.abort(Ending.past(Outcome.HEADERS_TOO_LARGE, HEADER_BYTES, exchange.received))

    def _ask(self) -> None:
        """The exchange under way learns what connection it uses (new or kept alive)."""
        exchange: Exchange | None = self.factory.find()
        self._asked = exchange
        if exchange is not None and self.transport is not None:
            exchange.transport = self.transport
            exchange.address = self.transport.getPeer().host


class WatchingFactory(WrappingFactory):
    """Makes WatchedProtocols."""

    noisy = False
    protocol = WatchedProtocol

    def __init__(self, wrapped: IProtocolFactory, find: FindExchange):
        super().__init__(wrapped)
        self.find = find


def as_deferred(coroutine: Coroutine[object, object, tuple[str, ...]]) -> "Deferred[tuple[str, ...]]":
    """An asyncio coroutine for a twisted one to await, cancellable."""
    return Deferred.fromFuture(asyncio.ensure_future(coroutine))
