"""What servers say about themselves and allow others, and what pages let strangers do."""

import re
from collections.abc import Iterator
from typing import Final

from crawler.core.audit import domains, thresholds
from crawler.core.audit.checks.groups import per_host
from crawler.core.audit.facts import Script
from crawler.core.audit.finding import Hit, Said, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site, host_of, origin_of

_COMMENT = re.compile(r"\([^()]*\)")
_SERVER = re.compile(r"(?<![\w.])[a-z][\w.+-]*(?:/v?\d+(?:\.\d+)+|/v?\d{1,3}(?![\w.])| v?\d+(?:\.\d+)+)", re.IGNORECASE)
_GENERATOR = re.compile(
    r"(?<!\w)[a-z][\w.!+-]*[ /:;,-]{1,3}(?:version )?v?(?!(?:19|20)\d\d(?![\d.]))\d+(?:\.\d+)*(?![\w%])", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+(?:\.\d+)+")
#: Fields that name software, and how a version stands in them.
_FIELDS: Final = {
    "server": _SERVER, "x-powered-by": _SERVER, "x-generator": _GENERATOR,
    "x-aspnet-version": _NUMBER, "x-aspnetmvc-version": _NUMBER,
}  # fmt: skip
_HOSTS: Final = ("*", "data:", "http:", "https:")
_LOOSE: Final = ("'unsafe-inline'", "'unsafe-eval'", *_HOSTS)
_PROOF: Final = ("'nonce-", "'sha256-", "'sha384-", "'sha512-")
#: Scripts that their makers change whenever they like: a hash would break them.
_CHANGING: Final = domains.names(
    "adobedtm.com bing.com clarity.ms cookiebot.com cookielaw.org doubleclick.net facebook.net"
    " google-analytics.com google.com googleadservices.com googlesyndication.com googletagmanager.com gstatic.com"
    " hcaptcha.com hotjar.com hs-scripts.com hubspot.com intercom.io licdn.com matomo.cloud onetrust.com"
    " paypal.com plausible.io segment.com stripe.com tiktok.com twitter.com usercentrics.eu vimeo.com yandex.ru"
    " youtube.com cloudflareinsights.com cloudflare.com typekit.net"
)
#: Hosts of those domains that serve files of one version, which never change.
_FIXED: Final = frozenset({"cdnjs.cloudflare.com"})


def _policies(page: Page) -> Iterator[dict[str, list[str]]]:
    """Every enforced policy of a page: directives by name; the first of a name counts (CSP Level 3, 2.2.1)."""
    metas = [value for name, value in page.metas if name == "content-security-policy"]
    for policy in ",".join((*page.header("content-security-policy"), *metas)).lower().split(","):
        found: dict[str, list[str]] = {}
        for directive in policy.split(";"):
            name, *values = directive.split() or [""]
            found.setdefault(name, values)
        if found.keys() - {""}:
            yield found


def _weakness(policy: dict[str, list[str]]) -> list[str] | None:
    """What a policy lets any script do; None where it does not speak of scripts.

    A nonce or a hash makes 'unsafe-inline' void, 'strict-dynamic' that and every host.
    """
    sources = policy.get("script-src", policy.get("default-src"))
    if sources is None:
        return None
    strict = "'strict-dynamic'" in sources
    proven = strict or any(source.startswith(_PROOF) for source in sources)
    void = {"'unsafe-inline'"} if proven else set()
    void |= set(_HOSTS) if strict else set()
    return [source for source in _LOOSE if source in sources and source not in void]


@site_check(
    "sec-csp-weak", "security", "notice", Needs.RUN,
    title="The Content-Security-Policy lets strangers' scripts run",
    why="A policy that allows inline scripts, eval or any host stops nearly nothing of what it is made for.",
    fix="Allow scripts by nonce or hash, and name hosts one by one.",
    source="W3C: Content Security Policy Level 3 (script-src, 'strict-dynamic'); Lighthouse: csp-xss",
)  # fmt: skip
def csp_weak(site: Site) -> Said:
    def fault(page: Page) -> str:
        weak = [found for policy in _policies(page) if (found := _weakness(policy)) is not None]
        # Every policy must let a script through: what one of them forbids is forbidden (CSP Level 3, 4.2.3).
        common = [source for source in _LOOSE if weak and all(source in found for found in weak)]
        return f"scripts are let through by {', '.join(common)}" if common else ""

    return per_host(site, fault)


@site_check(
    "sec-version-disclosure", "security", "notice", Needs.RUN,
    title="The server tells its software's version",
    why="Who looks for servers with a known hole finds this one by its number.",
    fix="Turn the version off (server_tokens off, ServerTokens Prod, expose_php = Off), and keep the software current.",
    source="OWASP Web Security Testing Guide: WSTG-INFO-02",
)  # fmt: skip
def version_disclosure(site: Site) -> Said:
    return per_host(site, lambda page: "; ".join(_versions(page)))


def _versions(page: Page) -> Iterator[str]:
    for field, version in _FIELDS.items():
        for value in page.header(field):
            if version.search(_COMMENT.sub(" ", value)):
                yield f"{field.title()}: {quoted(value, 80)}"
    for name, value in page.metas:
        if name == "generator" and _GENERATOR.search(_COMMENT.sub(" ", value)):
            yield f"meta generator {quoted(value, 80)}"


@site_check(
    "sec-cors-wildcard", "security", "notice", Needs.RUN,
    title="Every other site may read these pages",
    why="Access-Control-Allow-Origin: * is made for public data; on pages it is mostly a mistake.",
    fix="Send the header only where other sites are meant to read, and name them.",
    source="WHATWG Fetch: CORS protocol; OWASP WSTG-CLNT-07",
)  # fmt: skip
def cors(site: Site) -> Said:
    def fault(page: Page) -> str:
        anybody = "*" in page.header("access-control-allow-origin")
        trusted = "true" in {value.lower() for value in page.header("access-control-allow-credentials")}
        return ("Access-Control-Allow-Origin: *" + (", with credentials" if trusted else "")) if anybody else ""

    return per_host(site, fault)


@site_check(
    "no-compression", "performance", "warning", Needs.RUN,
    title="Pages are sent unpacked",
    why="Text packs to a third or less; phones wait for every byte that is not.",
    fix="Turn on gzip, brotli or zstd for text.",
    source="RFC 9110 8.4 and 12.5.3: we offer gzip and deflate; Lighthouse: uses-text-compression",
)  # fmt: skip
def no_compression(site: Site) -> Said:
    def fault(page: Page) -> str:
        codings = {coding.strip().lower() for value in page.header("content-encoding") for coding in value.split(",")}
        packed = codings - {"", "identity"}
        return "" if packed or page.size <= thresholds.UNPACKED_BYTES else "HTML without Content-Encoding"

    return per_host(site, fault)


@page_check(
    "sec-sri-missing", "security", "notice",
    title="A script from elsewhere is run unchecked",
    why="Whoever changes the file there changes what runs on this page.",
    fix="Add integrity and crossorigin to the <script>, or serve the file yourself.",
    source="W3C: Subresource Integrity",
)  # fmt: skip
def sri_missing(page: Page) -> Said:
    bad = [script for script in page.loaded if _is_foreign(script, page) and not script.integrity]
    if bad:
        also = {"scripts": tuple(script.target.url for script in bad[: thresholds.SOURCES_SHOWN]), "count": len(bad)}
        yield Hit(f"{count(len(bad), 'script')}, the first {quoted(bad[0].target.raw)}", also=also)


def _is_foreign(script: Script, page: Page) -> bool:
    """Whether somebody else may change it; a maker's script that changes by design is left alone."""
    host = host_of(script.target.url or "")
    if not host or domains.same_owner(host, host_of(page.url)):
        return False
    return host in _FIXED or domains.registrable(host) not in _CHANGING


@page_check(
    "sec-blank-opener", "security", "notice",
    title="A link gives another site a hold on this page",
    why="With rel=opener the opened site can send this window elsewhere, to a copy that asks for a password.",
    fix="Take opener out of rel.",
    source="HTML 4.6.7: link type opener",
)  # fmt: skip
def blank_opener(page: Page) -> Said:
    bad = [target for target in page.openers if target.url and origin_of(target.url) != origin_of(page.url)]
    if bad:
        links = count(len(bad), "link with rel=opener", "links with rel=opener")
        yield Hit(f"{links}, the first to {quoted(bad[0].raw)}")
