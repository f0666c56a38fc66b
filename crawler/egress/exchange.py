"""One request and what was observed of it on the wire."""

from dataclasses import dataclass, field
from time import monotonic

from twisted.internet.interfaces import ITransport

from crawler.core.framing import Framing
from crawler.core.outcome import Ended, Ending


@dataclass(slots=True)
class Exchange:
    """Filled in by the endpoint and the handler while a request is under way."""

    framing: Framing = field(default_factory=lambda: Framing("GET"))  # of the response
    began: float = field(default_factory=monotonic)
    address: str | None = None
    received: int = 0
    headers_done: bool = False
    ttfb: float | None = None
    seconds: float | None = None
    retry_after: float = 0.0
    announced: int | None = None  # bytes of the body, by its header
    transport: ITransport | None = None
    ending: Ending | None = None
    certificate: dict[str, object] | None = None  # of the connection's server, or the one that did not hold
    tls: str = ""  # why it did not (egress.certificates)

    def abort(self, ending: Ending | None = None) -> None:
        """Close the connection now; `ending` says why."""
        self.ending = self.ending or ending
        if self.transport is not None:
            self.transport.abortConnection()

    def headers_arrived(self) -> None:
        self.headers_done = True
        self.ttfb = monotonic() - self.began

    def raise_if_ended(self) -> None:
        if self.ending is not None:
            raise Ended(self.ending)

    def facts(self) -> dict[str, object]:
        """JSON values for the ledger and the records: seconds are without our own waiting."""
        return {
            "address": self.address,
            "sent": self.transport is not None,
            "bytes": self.received,
            "ttfb": self.ttfb,
            "seconds": monotonic() - self.began,
            "retry_after": self.retry_after,
            "announced": self.announced,
            "certificate": self.certificate,
        }
