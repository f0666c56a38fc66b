"""Blocked is an answer: a challenge or block page ends the URL as `blocked`. No second route, no other identity."""

from scrapy import Request
from scrapy.http import Response

from crawler.core.blocked import recognise
from crawler.core.outcome import Ended


class BlockedMiddleware:
    """Recognises challenges by status, header fields and small markers (`core.blocked`)."""

    def process_response(self, request: Request, response: Response) -> Response:
        if request.meta.get("purpose") in ("robots", "proof"):
            return response
        fields = {name.decode("latin-1").lower(): _value(response, name) for name in response.headers}
        ending = recognise(response.status, fields, response.body)
        if ending is not None:
            raise Ended(ending)
        return response


def _value(response: Response, name: bytes) -> str:
    return b", ".join(response.headers.getlist(name)).decode("latin-1")
