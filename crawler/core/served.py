"""What the answer for a file says without its body: its size, how long browsers keep it, whether GET would say more."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from crawler.core.outcome import Outcome
from crawler.core.retry_after import http_date

Fields = Mapping[str, str]  # of a response, by lower-case name, several values joined by ", "

#: Refusals that are meant: the same question in another way would be pushing.
_MEANT: Final = frozenset({401, 402, 407, 410, 429, 451, 503})
#: How an answer to HEAD ends where a server does not know the method.
_NOT_KNOWN: Final = frozenset({Outcome.CLOSED, Outcome.BAD_RESPONSE})
#: RFC 9111 1.2.2: a delta-seconds too large is this much.
_MOST: Final = 2**31
#: The century of a year that is written with two digits, as RFC 850 did.
_CENTURY: Final = datetime(2026, 1, 1, tzinfo=UTC)


def worth_a_get(status: int, fields: Fields, kinds: tuple[str, ...]) -> bool:
    """Whether an answer to HEAD leaves open what GET would tell.

    Servers answer 405 or 501 (RFC 9110 9.1), but also 403 or 404, to a HEAD for what GET brings; and an image's size
    is what is asked for.
    """
    if status >= 400:
        return status not in _MEANT
    return status == 200 and "image" in kinds and "content-length" not in fields


def fails_by_head(outcome: Outcome) -> bool:
    """Whether a request that ended so may have failed for its method alone."""
    return outcome in _NOT_KNOWN


def facts(method: str, fields: Fields, announced: int | None) -> dict[str, object]:
    """For the record of a file: JSON values. `announced`: the body's length, where it is not among the fields."""
    found = {
        "method": method,
        "length": length(fields, announced if method == "GET" else None),
        "cache_control": fields.get("cache-control", "")[:200] or None,
        "fresh_seconds": fresh_seconds(fields),
        "nosniff": "nosniff" in fields.get("x-content-type-options", "").lower() or None,
    }
    return {name: value for name, value in found.items() if value is not None}


def length(fields: Fields, announced: int | None = None) -> int | None:
    """The file's size in bytes; None where the answer does not say, or says that of a compressed one."""
    if fields.get("content-encoding", "").strip().lower() not in ("", "identity"):
        return None
    written = fields.get("content-length", "").partition(",")[0].strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 16 else announced


def fresh_seconds(fields: Fields) -> int | None:
    """For how long a browser may use the file without asking (RFC 9111 4.2.1); None where nothing says it."""
    said = directives(fields.get("cache-control", ""))
    if "no-store" in said:
        return 0
    if "max-age" in said:
        age = said["max-age"]
        return min(int(age[:12]), _MOST) if age.isascii() and age.isdigit() else None
    return _until_expiry(fields)


def directives(text: str) -> dict[str, str]:
    """The directives of Cache-Control by lower-case name; of one that comes twice the first counts."""
    found: dict[str, str] = {}
    for part in text.split(","):
        name, _, value = part.strip().partition("=")
        found.setdefault(name.strip().lower(), value.strip().strip('"'))
    return found


def _until_expiry(fields: Fields) -> int | None:
    expires, date = (http_date(fields.get(name, ""), _CENTURY) for name in ("expires", "date"))
    if expires is None or date is None:
        return None
    return max(0, int((expires - date).total_seconds()))
