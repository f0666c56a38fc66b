"""What a response says before anybody reads it: whether it may hold a page, and what it is read from."""

from typing import Any

from scrapy.http import Response

from crawler.core.outcome import Ending, Outcome

#: RFC 9110 15.3.7: what only a request with Range may get.
PARTIAL = 206


def without_page(response: Response) -> Ending | None:
    """How the URL of a response ends that holds no page; None where it may hold one."""
    if response.status == PARTIAL:
        return Ending(Outcome.TRUNCATED, "status 206: a part, which nobody asked for", {"status": response.status})
    if not 200 <= response.status <= 299:
        return Ending(Outcome.HTTP_ERROR, f"status {response.status}", {"status": response.status})
    if "body-not-read" in response.flags:
        return Ending(Outcome.NOT_HTML, f"content type {content_type(response)}; the body was not read")
    return None


def read_from(response: Response) -> dict[str, Any]:
    """What a page is read from."""
    return {
        "url": response.url, "status": response.status, "headers": header_pairs(response), "body": response.body,
    }  # fmt: skip


def marks(response: Response | None) -> dict[str, object]:
    """How a body came, where that is odd: no-length (only the connection's end ended it), body-not-read."""
    return {"marks": list(response.flags)} if response is not None and response.flags else {}


def content_type(response: Response) -> str:
    return (response.headers.get("Content-Type") or b"").decode("latin-1")


def header_pairs(response: Response) -> list[tuple[str, str]]:
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name in response.headers
        for value in response.headers.getlist(name)
    ]
