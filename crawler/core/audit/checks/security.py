"""Security headers and cookies. What is the same on every page of a host is said once."""

import re

from crawler.core.audit import thresholds
from crawler.core.audit.checks.groups import per_host
from crawler.core.audit.finding import Hit, Said, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site

_OWASP = "OWASP: secure headers"
_SESSION = re.compile(r"sess|auth|token|sid(?![a-z])", re.IGNORECASE)
#: The page's script must read these to send them back in a header; they are no secret of a session.
_FORGERY = re.compile(r"[cx]srf", re.IGNORECASE)
_MAX_AGE = re.compile(r"(?:^|;)\s*max-age\s*=\s*\"?(\d{1,12})", re.IGNORECASE)


def _policy(page: Page) -> str:
    """Every Content-Security-Policy of the page, from header and meta, in lower case."""
    metas = [value for name, value in page.metas if name == "content-security-policy"]
    return ", ".join((*page.header("content-security-policy"), *metas)).lower()


def _max_age(page: Page) -> int | None:
    found = _MAX_AGE.search(";".join(page.header("strict-transport-security")[:1]))
    return int(found[1]) if found else None


@site_check(
    "sec-hsts-missing", "security", "warning", Needs.RUN,
    title="The site does not insist on https",
    why="Without Strict-Transport-Security the first visit by http can be caught and changed.",
    fix="Send Strict-Transport-Security: max-age=31536000 on every https answer.",
    source=f"RFC 6797; {_OWASP}",
)  # fmt: skip
def hsts_missing(site: Site) -> Said:
    def fault(page: Page) -> str:
        lacks = page.url.startswith("https:") and not page.header("strict-transport-security")
        return "no Strict-Transport-Security header" if lacks else ""

    return per_host(site, fault)


@site_check(
    "sec-hsts-weak", "security", "notice", Needs.RUN,
    title="The site insists on https only for a short time",
    why="The promise runs out before many readers come again.",
    fix="Use a max-age of at least 180 days; a year is common.",
    source="RFC 6797; hstspreload.org",
)  # fmt: skip
def hsts_weak(site: Site) -> Said:
    def fault(page: Page) -> str:
        age = _max_age(page) if page.url.startswith("https:") else None
        return f"max-age={age}" if age is not None and age < thresholds.HSTS_SECONDS else ""

    return per_host(site, fault)


@site_check(
    "sec-csp-missing", "security", "notice", Needs.RUN,
    title="No Content-Security-Policy",
    why="It is the second line of defence when somebody smuggles a script into a page.",
    fix="Begin with Content-Security-Policy-Report-Only, then enforce it.",
    source=f"W3C: Content Security Policy Level 3; {_OWASP}",
)  # fmt: skip
def csp_missing(site: Site) -> Said:
    return per_host(site, lambda page: "" if _policy(page) else "no Content-Security-Policy header or meta tag")


@site_check(
    "sec-xcto-missing", "security", "notice", Needs.RUN,
    title="Browsers may guess the type of files",
    why="A guessed type can turn a harmless upload into a script.",
    fix="Send X-Content-Type-Options: nosniff.",
    source="WHATWG Fetch: X-Content-Type-Options",
)  # fmt: skip
def sniffing(site: Site) -> Said:
    def fault(page: Page) -> str:
        values = [value.partition(",")[0].strip().lower() for value in page.header("x-content-type-options")]
        if values[:1] == ["nosniff"]:
            return ""
        return f"X-Content-Type-Options: {quoted(values[0], 40)}" if values else "no X-Content-Type-Options header"

    return per_host(site, fault)


@site_check(
    "sec-frame-missing", "security", "notice", Needs.RUN,
    title="Any site may show these pages in a frame",
    why="A page in a foreign frame can be made to take clicks it was not meant to get.",
    fix="Send Content-Security-Policy: frame-ancestors 'self'.",
    source="RFC 7034; W3C: Content Security Policy Level 3",
)  # fmt: skip
def framing(site: Site) -> Said:
    def fault(page: Page) -> str:
        options = {value.strip().lower() for value in page.header("x-frame-options")}
        header = ", ".join(page.header("content-security-policy")).lower()  # in a meta tag it counts for nothing
        guarded = options & {"deny", "sameorigin"} or "frame-ancestors" in header
        return "" if guarded else "no X-Frame-Options and no frame-ancestors"

    return per_host(site, fault)


@site_check(
    "sec-referrer-missing", "security", "notice", Needs.RUN,
    title="No rule for what other sites learn from a click",
    why="Whole addresses, with what is in them, can go to the sites you link to.",
    fix="Send Referrer-Policy: strict-origin-when-cross-origin.",
    source="W3C: Referrer Policy",
)  # fmt: skip
def referrer(site: Site) -> Said:
    def fault(page: Page) -> str:
        metas = [value for name, value in page.metas if name == "referrer"]
        policies = ", ".join((*page.header("referrer-policy"), *metas)).lower().replace(",", " ").split()
        if not policies:
            return "no Referrer-Policy header or meta tag"
        return "Referrer-Policy: unsafe-url" if policies[-1] == "unsafe-url" else ""

    return per_host(site, fault)


@site_check(
    "sec-cookie-flags", "security", "warning", Needs.RUN,
    title="A cookie is not protected",
    why="A cookie without Secure travels unencrypted; a session without HttpOnly can be stolen by a script.",
    fix="Set Secure on every cookie, HttpOnly on sessions, and Secure wherever SameSite=None.",
    source="RFC 6265bis",
)  # fmt: skip
def cookies(site: Site) -> Said:
    def fault(page: Page) -> str:
        return "; ".join(sorted({text for value in page.header("set-cookie") if (text := _cookie(value, page))}))

    return per_host(site, fault)


def _cookie(value: str, page: Page) -> str:
    name = value.partition("=")[0].strip()
    flags = {part.strip().lower().replace(" ", "") for part in value.split(";")[1:]}
    if "secure" not in flags and (page.url.startswith("https:") or "samesite=none" in flags):
        return f"cookie {quoted(name, 40)} without Secure"
    if "httponly" not in flags and _SESSION.search(name) and not _FORGERY.search(name):
        return f"cookie {quoted(name, 40)} without HttpOnly"
    return ""


@page_check(
    "sec-form-insecure", "security", "error",
    title="A form sends its data unprotected",
    why="What people type there, a password perhaps, can be read on the way.",
    fix="Serve the page and the form's target with https.",
    source="W3C: Mixed Content; CWE-319",
)  # fmt: skip
def form_insecure(page: Page) -> Said:
    secure = page.url.startswith("https:")
    for form in page.forms:
        if secure and form.action.raw.strip().lower().startswith("http:"):
            yield Hit(f"form to {quoted(form.action.raw)}")
            return
        if not secure and form.password:
            yield Hit("a password is asked for on a page without https")
            return
