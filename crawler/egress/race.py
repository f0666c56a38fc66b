"""One connection to one of several addresses (RFC 8305 5), without a second lookup.

Not asyncio's tasks: a connection must be handed on in the very turn in which it is made, before anything can arrive.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from twisted.internet import error
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress, IProtocol, IProtocolFactory, IReactorTime
from twisted.protocols.policies import WrappingFactory
from twisted.python.failure import Failure

from crawler.core.limits import NEXT_ADDRESS
from crawler.core.outcome import Ended


class NotNow(Ended):
    """The host may not be asked at an address now; it may be at another."""


#: Failures of one address, after which the next is tried. Anything else is about the host.
PASSED_OVER: Final = (NotNow, error.ConnectError, error.NoProtocol, OSError)


class Race:
    """The next address is tried when one failed or a while has passed; the first connection stays."""

    def __init__(self, reactor: IReactorTime, addresses: Iterable[str], dial: Callable[[str], "Deferred[IProtocol]"]):
        self.winner: Deferred[IProtocol] = Deferred(lambda _: self._stop())
        self._reactor = reactor
        self._left = deque(addresses)
        self._dial = dial
        self._trying: list[Deferred[Any]] = []
        self._timer: Any = None
        self._next()

    def _next(self) -> None:
        self._end_timer()
        attempt = self._dial(self._left.popleft())
        self._trying.append(attempt)
        attempt.addCallbacks(self._won, self._lost, callbackArgs=(attempt,), errbackArgs=(attempt,))
        if self._left and self._timer is None and not self.winner.called:
            self._timer = self._reactor.callLater(NEXT_ADDRESS.value, self._next)

    def _won(self, protocol: IProtocol, attempt: "Deferred[Any]") -> None:
        self._trying.remove(attempt)
        self._stop()
        self.winner.callback(protocol)

    def _lost(self, failure: Failure, attempt: "Deferred[Any]") -> None:
        if attempt not in self._trying:  # it was called off
            return
        self._trying.remove(attempt)
        if not failure.check(*PASSED_OVER):
            self._stop()
            self.winner.errback(failure)
        elif self._left:
            self._next()
        elif not self._trying:
            self.winner.errback(failure)

    def _stop(self) -> None:
        self._end_timer()
        self._left.clear()
        trying, self._trying = self._trying, []
        for attempt in trying:
            attempt.cancel()

    def _end_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None and timer.active():
            timer.cancel()


class First(WrappingFactory):
    """Lets the first connection of several build a protocol: of the others not a byte is sent."""

    noisy = False

    def __init__(self, wrapped: IProtocolFactory):
        super().__init__(wrapped)
        self._taken = False

    def buildProtocol(self, addr: IAddress) -> Any:
        if self._taken:
            return None
        self._taken = True
        return self.wrappedFactory.buildProtocol(addr)
