"""The name badge: a request that tries to say who we are, or to carry anything else, does not leave.

The egress handler builds the header itself; this middleware shows the attempt instead of hiding it, and writes the
identity into the Request so that logs and other middlewares see what is sent.
"""

from scrapy import Request

from crawler.core import identity
from crawler.core.outcome import Ended, Ending, Outcome


class IdentityMiddleware:
    """Refuses foreign header fields and proxies, and puts ours on."""

    def process_request(self, request: Request) -> None:
        for name in request.headers:
            text = name.decode("latin-1")
            if request.headers.get(name) != identity.HEADERS.get(text, "").encode():
                _refuse(f"the request carries the header field {text}, which no part of this program may set")
        if request.cookies:
            _refuse("the request carries cookies, which this program neither keeps nor sends")
        if "proxy" in request.meta:
            _refuse("the request names a proxy, and there is no second way out")
        for name, value in identity.HEADERS.items():
            request.headers[name] = value


def _refuse(reason: str) -> None:
    raise Ended(Ending(Outcome.INTERNAL_ERROR, reason))
