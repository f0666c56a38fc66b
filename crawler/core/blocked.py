"""Challenge pages, block pages, login walls and paywalls, recognised from status, header fields and small markers.

A firewall's words count only with a status that refuses, or on a page that holds nothing else; a header field only
where none but a challenge carries it: a page *about* captchas, or with one on its contact form, is not blocked.

A status alone is enough twice, since RFC 9110 says what it means: 401 asks for credentials (15.5.2) and 402 for
payment. A bare 403 is `http-error`: a folder without an index says it as often as a firewall, and it is a fault a
site's owner wants to hear of. With a login form, a demand for credentials or the mark of paid content it is a wall.
A login form with status 200 is a page like another. 429 and 503 without a sign are the gate's.
"""

import re
from collections.abc import Mapping
from typing import Final

from crawler.core.blocked_marks import MARKERS, Marker, Where
from crawler.core.blocked_page import WIDGETS, Seen, look
from crawler.core.outcome import Ending, Outcome
from crawler.core.redirects import is_redirect
from crawler.core.urls import Url, join, normalise

REFUSING: Final = frozenset({401, 402, 403, 405, 406, 415, 428, 429, 451, 503})
#: How much of a refusal's body is looked at, bytes: block pages are small and say so early. A page with a good status
#: that is longer is no block page.
LOOKED_AT: Final = 32 * 1024

LOGIN: Final = "login wall"
PAYWALL: Final = "paywall"
#: schema.org/isAccessibleForFree, as Google's "Subscription and paywalled content" has it.
_PAID: Final = re.compile(r'"isaccessibleforfree"\s{0,9}:\s{0,9}"?false')
#: Without one of these a page is neither a login form nor a captcha, and is not taken apart.
_WORTH_A_LOOK: Final = ("password", *WIDGETS)
_LOGIN_PATH: Final = re.compile(r"/(log[-_]?in|sign[-_]?in|wp-login|auth|sso)(\.[a-z]{2,5})?/?$")
#: What a redirect to another system's login carries: OpenID Connect Core 3.1.2.1, SAML 2.0 Bindings 3.4.3.
_SINGLE_SIGN_ON: Final = (frozenset({"client_id", "response_type"}), frozenset({"samlrequest"}))
_ENCODED: Final = re.compile("%([0-9a-f]{2})")


def recognise(status: int, fields: Mapping[str, str], body: bytes, url: Url | None = None) -> Ending | None:
    """The ending `blocked` with its evidence, or None. `fields`: response header, lower-case names.

    `url`: what was asked for, to know a redirect that would lead back to it after logging in.
    """
    text = _text(status, body)
    for marker in MARKERS:
        if _matches(marker, status, fields, text):
            return _blocked(marker.product, status, _sign(marker))
    return _wall(status, fields, text, url)


def ends_host(ending: Ending) -> bool:
    """Whether this block is one of those of which three in a row end the host.

    A redirect to log in is not: shops send three links of every page there, and serve the rest to everybody.
    """
    by, status = ending.evidence.get("by"), ending.evidence.get("status")
    return not (by == LOGIN and isinstance(status, int) and is_redirect(status))


def _text(status: int, body: bytes) -> str:
    if status in REFUSING or (200 <= status <= 299 and len(body) <= LOOKED_AT):
        return body[:LOOKED_AT].decode("latin-1").lower()
    return ""


def _matches(marker: Marker, status: int, fields: Mapping[str, str], text: str) -> bool:
    if status not in REFUSING and marker.where is Where.REFUSAL:
        return False
    if marker.field and (marker.field not in fields or marker.value not in fields[marker.field].lower()):
        return False
    if not all(words in text for words in marker.words):
        return False
    return marker.where is not Where.EMPTY or status in REFUSING or look(text).empty


def _sign(marker: Marker) -> str:
    field = f"header field {marker.field}" if marker.field else ""
    words = "the words " + " and ".join(repr(words) for words in marker.words) if marker.words else ""
    return " and ".join(filter(None, (field, words)))


def _blocked(by: str, status: int, sign: str) -> Ending:
    return Ending(Outcome.BLOCKED, f"{by} answered {status} with {sign}", {"by": by, "status": status, "sign": sign})


def _wall(status: int, fields: Mapping[str, str], text: str, url: Url | None) -> Ending | None:
    """What asks for a login, for money or for a captcha, whoever made it."""
    if is_redirect(status):
        to_login = url is not None and _to_login(url, fields.get("location", ""))
        return _blocked(LOGIN, status, "a redirect to log in") if to_login else None
    if status in (401, 402, 403) and _PAID.search(text):
        return _blocked(PAYWALL, status, "the mark isAccessibleForFree: false")
    if status == 402:
        return _blocked(PAYWALL, status, "that status")
    if status == 401 or (status == 403 and "www-authenticate" in fields):
        return _blocked(LOGIN, status, "a demand for credentials")
    return _on_page(status, look(text)) if any(word in text for word in _WORTH_A_LOOK) else None


def _on_page(status: int, seen: Seen) -> Ending | None:
    if seen.widget and seen.empty:
        return _blocked(seen.widget, status, "a captcha on an otherwise empty page")
    return _blocked(LOGIN, status, "a login form") if status == 403 and seen.login else None


def _to_login(url: Url, location: str) -> bool:
    """Whether a redirect leads to a login, of this site or of a system for many, that leads back to `url`."""
    target = join(url, location)
    if not isinstance(target, Url):
        return False
    pairs = [pair.partition("=") for pair in (target.query or "").lower().split("&")]
    names = {name for name, _, _ in pairs}
    if any(wanted <= names for wanted in _SINGLE_SIGN_ON):
        return True
    return bool(_LOGIN_PATH.search(target.path.lower())) and any(_leads_to(value, url) for _, _, value in pairs)


def _leads_to(value: str, url: Url) -> bool:
    """Whether a parameter is the path or the URL that was asked for; some encode it twice."""
    text = _decoded(_decoded(value)).partition("?")[0]
    back = normalise(text) if "://" in text else None
    path = back.path if isinstance(back, Url) else text
    return bool(path) and path.strip("/") == _decoded(url.path.lower()).strip("/")


def _decoded(text: str) -> str:
    return _ENCODED.sub(lambda found: chr(int(found[1], 16)), text)
