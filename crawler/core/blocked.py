"""Challenge and block pages, recognised from status, header fields and small markers.

A marker counts only with a status that refuses, or as a header field that only a challenge carries: a page *about*
captchas, or with one on its contact form, is not blocked.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from crawler.core.outcome import Ending, Outcome

REFUSING = frozenset({401, 402, 403, 405, 406, 429, 451, 503})
#: How much of a body is looked at, bytes: block pages are small and say so early.
LOOKED_AT = 32 * 1024


@dataclass(frozen=True, slots=True)
class Marker:
    """One product's sign. `field`: a response header field (lower case); `text`: what it, or the body, contains."""

    product: str
    field: str | None
    text: str
    any_status: bool = False


MARKERS = (
    # developers.cloudflare.com, "Detect a Challenge page response"
    Marker("Cloudflare challenge", "cf-mitigated", "challenge", any_status=True),
    # docs.aws.amazon.com, AWS WAF CAPTCHA and Challenge actions: 202 and 405 with this field
    Marker("AWS WAF", "x-amzn-waf-action", "challenge", any_status=True),
    Marker("AWS WAF", "x-amzn-waf-action", "captcha", any_status=True),
    # docs.datadome.co: block responses set both fields
    Marker("DataDome", "x-dd-b", "", any_status=True),
    Marker("Sucuri", "x-sucuri-block", ""),
    # The challenge's own script; /cdn-cgi/challenge-platform/scripts/ stands in ordinary pages too.
    Marker("Cloudflare", None, "cdn-cgi/challenge-platform/h/"),
    Marker("Cloudflare", None, "error code: 1020"),
    Marker("Akamai", None, "errors.edgesuite.net"),
    Marker("Imperva", None, "_incapsula_resource"),
    Marker("HUMAN", None, "px-captcha"),
    Marker("DataDome", None, "captcha-delivery.com"),
    Marker("Sucuri", None, "sucuri website firewall"),
)


def recognise(status: int, fields: Mapping[str, str], body: bytes) -> Ending | None:
    """The ending `blocked` with its evidence, or None. `fields`: response header, lower-case names."""
    text = body[:LOOKED_AT].decode("latin-1").lower() if status in REFUSING else ""
    for marker in MARKERS:
        if _matches(marker, status, fields, text):
            where = f"header field {marker.field}" if marker.field else f"the words {marker.text!r}"
            reason = f"{marker.product} answered {status} with {where}"
            return Ending(Outcome.BLOCKED, reason, {"by": marker.product, "status": status, "sign": where})
    return None


def _matches(marker: Marker, status: int, fields: Mapping[str, str], text: str) -> bool:
    if status not in REFUSING and not marker.any_status:
        return False
    if marker.field is None:
        return marker.text in text
    return marker.field in fields and marker.text in fields[marker.field].lower()
