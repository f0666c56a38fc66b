"""The table of signs by which challenge and block pages are known, each with where it is described.

A sign is looked for in what was sent, not in what a page says: a page that *shows* one as text has other text too.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Where(Enum):
    """With which answers a sign counts."""

    REFUSAL = "with a status that refuses"
    EMPTY = "with a status that refuses, and with 2xx on a page that holds nothing else"
    ANY = "with every status"


@dataclass(frozen=True, slots=True)
class Marker:
    """One product's sign: a response header field with its value, words of the body (all of them), or both.

    Names, values and words are lower case; an empty `value` is any value.
    """

    product: str
    where: Where
    source: str
    field: str = ""
    value: str = ""
    words: tuple[str, ...] = ()


_CLOUDFLARE: Final = "developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response"
_CLOUDFLARE_1XXX: Final = "developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors"
_AWS: Final = "docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html"
_AKAMAI: Final = "techdocs.akamai.com/bot-manager, challenge actions"
_AKAMAI_18: Final = "Akamai edge error references: 18 is access denied; 11, 30, 97 are faults of the origin"
_DATADOME: Final = "docs.datadome.co/reference/validate-request, blocked requests"
_IMPERVA: Final = "docs.imperva.com/bundle/cloud-application-security, error pages and codes"
_HUMAN: Final = "docs.humansecurity.com/applications-and-accounts, block page and advanced blocking response"
_SUCURI: Final = "docs.sucuri.net/website-firewall, block pages"
_KASADA: Final = "docs.kasada.io, x-kpsdk fields of a 429 with the challenge script"
_F5: Final = "my.f5.com K7811, the default blocking response page of BIG-IP ASM; it is sent with status 200"
_RADWARE: Final = "Radware Bot Manager documentation, CAPTCHA and block page implementation guides"
_REBLAZE: Final = "docs.link11.com (Reblaze), bot challenge: status 247 and a script that seeds a cookie"
_SITEGROUND: Final = "SiteGround anti-bot AI: status 202 and a refresh to its captcha"
_QRATOR: Final = "qrator.net, bot protection: a 401 with this script"
_IMUNIFY: Final = "docs.imunify360.com, WebShield"
_VERCEL: Final = "vercel.com/docs/vercel-firewall"
_AZURE: Final = "learn.microsoft.com/azure/web-application-firewall, default block responses"

MARKERS: Final = (
    # Header fields that only a challenge or a block carries.
    Marker("Cloudflare challenge", Where.ANY, _CLOUDFLARE, "cf-mitigated", "challenge"),
    Marker("AWS WAF", Where.ANY, _AWS, "x-amzn-waf-action", "challenge"),  # 202
    Marker("AWS WAF", Where.ANY, _AWS, "x-amzn-waf-action", "captcha"),  # 405
    Marker("DataDome", Where.ANY, _DATADOME, "x-dd-b"),
    Marker("Vercel", Where.ANY, _VERCEL, "x-vercel-mitigated", "challenge"),
    Marker("Vercel", Where.ANY, _VERCEL, "x-vercel-mitigated", "deny"),
    Marker("SiteGround", Where.ANY, _SITEGROUND, "sg-captcha", "challenge"),
    Marker("Radware", Where.ANY, _RADWARE, "location", "://validate.perfdrive.com/"),
    Marker("Sucuri", Where.REFUSAL, _SUCURI, "x-sucuri-block"),
    Marker("Kasada", Where.REFUSAL, _KASADA, "x-kpsdk-ct"),
    # The challenge's own script; /cdn-cgi/challenge-platform/scripts/ stands in ordinary pages too.
    Marker("Cloudflare", Where.REFUSAL, _CLOUDFLARE, words=("cdn-cgi/challenge-platform/h/",)),
    # 1015 is a rate limit, which is the gate's.
    *(
        Marker("Cloudflare", Where.REFUSAL, _CLOUDFLARE_1XXX, words=(f"error code: {code}",))
        for code in (1005, 1006, 1007, 1008, 1009, 1010, 1012, 1020, 1106)
    ),
    Marker("Cloudflare", Where.REFUSAL, _CLOUDFLARE_1XXX, words=("cf-error-details", "you have been blocked")),
    Marker("Cloudflare", Where.REFUSAL, _CLOUDFLARE, words=("cf-browser-verification",)),
    Marker("Akamai", Where.REFUSAL, _AKAMAI_18, words=("errors.edgesuite.net/18.",)),
    Marker("Akamai", Where.REFUSAL, _AKAMAI_18, words=("you don't have permission to access", "reference #18.")),
    Marker("Akamai", Where.REFUSAL, _AKAMAI_18, words=("you don't have permission to access", "reference&#32;&#35;18")),
    Marker("Akamai", Where.REFUSAL, _AKAMAI, words=('"sec-cp-challenge"',)),  # 428
    Marker("Akamai", Where.EMPTY, _AKAMAI, words=("sec-if-cpt-container",)),
    Marker("Akamai", Where.EMPTY, _AKAMAI, words=('http-equiv="refresh"', "bm-verify=")),
    Marker("Imperva", Where.EMPTY, _IMPERVA, words=("incapsula incident id",)),
    # SWJIYLWA, the sensor, stands in ordinary pages, the stub is nothing else; SWUDNSAI is the block page's frame.
    Marker("Imperva", Where.EMPTY, _IMPERVA, words=("_incapsula_resource?swudnsai",)),
    Marker("Imperva", Where.EMPTY, _IMPERVA, words=("_incapsula_resource?swjiylwa", 'content="noindex,nofollow"')),
    Marker("Cloudflare", Where.REFUSAL, _CLOUDFLARE_1XXX, words=("cf-error-details", "to restrict access")),
    Marker("HUMAN", Where.REFUSAL, _HUMAN, words=("px-captcha",)),
    Marker("HUMAN", Where.REFUSAL, _HUMAN, words=('"blockscript"', '"jsclientsrc"')),
    Marker("DataDome", Where.REFUSAL, _DATADOME, words=("captcha-delivery.com",)),
    Marker("Sucuri", Where.REFUSAL, _SUCURI, words=("sucuri website firewall",)),
    Marker("Sucuri", Where.EMPTY, _SUCURI, words=("sucuri_cloudproxy_js",)),
    Marker("Kasada", Where.REFUSAL, _KASADA, words=("window.kpsdk",)),
    Marker("F5", Where.EMPTY, _F5, words=("the requested url was rejected", "your support id is")),
    Marker("F5", Where.EMPTY, _F5, words=("enable javascript to view the page content", "your support id is")),
    Marker("Radware", Where.EMPTY, _RADWARE, words=("validate.perfdrive.com",)),
    Marker("Radware", Where.REFUSAL, _RADWARE, words=("unauthorized activity has been detected", "case number")),
    Marker("Reblaze", Where.EMPTY, _REBLAZE, words=("window.rbzns=",)),
    Marker("Reblaze", Where.REFUSAL, _REBLAZE, words=("current session has been terminated", "access denied (403)")),
    Marker("SiteGround", Where.EMPTY, _SITEGROUND, words=('http-equiv="refresh"', "/.well-known/sgcaptcha/")),
    Marker("Anubis", Where.ANY, "anubis.techaro.lol/docs", words=('<script id="anubis_challenge"',)),
    Marker("Qrator", Where.REFUSAL, _QRATOR, words=("/__qrator/qauth",)),
    Marker("DDoS-Guard", Where.REFUSAL, "ddos-guard.net, browser check", words=("/.well-known/ddos-guard/",)),
    Marker("Imunify360", Where.EMPTY, _IMUNIFY, words=("access denied by imunify360 bot-protection",)),
    Marker("CloudFront", Where.REFUSAL, _AWS, words=("generated by cloudfront", "request blocked")),
    Marker("Azure Front Door", Where.REFUSAL, _AZURE, "x-azure-ref", words=("the request is blocked",)),
    Marker("Wordfence", Where.REFUSAL, "wordfence.com/help/blocking", words=("generated by wordfence",)),
    Marker("FortiWeb", Where.REFUSAL, "docs.fortinet.com FortiWeb, attack block page", words=("fgd_icon", "attack id")),
    Marker("ModSecurity", Where.REFUSAL, "Apache's page for a refused request", words=("generated by mod_security",)),
)  # fmt: skip
