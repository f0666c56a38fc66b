"""What twisted, OpenSSL and DNS raise, turned into endings with stable names."""

from collections.abc import Iterator

from OpenSSL import SSL
from twisted.internet import error
from twisted.web.client import ResponseFailed, ResponseNeverReceived

from crawler.core.outcome import Ended, Ending, Outcome
from crawler.egress import certificates


def ending_of(failure: Exception) -> Ending:
    """The ending for an exception of the network stack."""
    causes = list(_causes(failure))
    for cause in causes:
        if isinstance(cause, Ended):
            return cause.ending
    for cause in causes:
        ending = _known(cause)
        if ending is not None:
            return ending
    return _broken(failure, causes)


def _causes(failure: BaseException) -> Iterator[BaseException]:
    if isinstance(failure, ResponseFailed):
        for reason in failure.reasons:
            yield from _causes(reason.value)
    yield failure


def _known(cause: BaseException) -> Ending | None:
    if isinstance(cause, SSL.Error):
        return _tls(cause)
    if isinstance(cause, error.TimeoutError):
        return Ending(Outcome.TIMEOUT, "no connection: the address did not answer in time")
    if isinstance(cause, error.ConnectError | OSError):
        return Ending(Outcome.UNREACHABLE, f"no connection: {_first_line(cause)}")
    return None


def _tls(cause: SSL.Error) -> Ending:
    queue = cause.args[0] if cause.args and isinstance(cause.args[0], list) else []
    said = "; ".join(str(part[-1]) for part in queue if part) or _first_line(cause) or "connection cut"
    return certificates.ending(certificates.word_for(said), None, said)


def _broken(failure: Exception, causes: list[BaseException]) -> Ending:
    if isinstance(failure, ResponseNeverReceived):
        return Ending(Outcome.CLOSED, "the server closed the connection without answering")
    names = ", ".join(dict.fromkeys(type(cause).__name__ for cause in causes))
    return Ending(Outcome.BAD_RESPONSE, f"the answer is not valid HTTP ({names})", {"error": _first_line(failure)})


def _first_line(cause: BaseException) -> str:
    return str(cause).split("\n")[0][:200]
