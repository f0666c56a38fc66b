"""What became of a URL, in words for people who do not know our names for it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from crawler.core.outcome import Outcome

#: Each a sentence part that stands after "not read:".
WORDS: Final[Mapping[Outcome, str]] = MappingProxyType(
    {
        Outcome.FETCHED: "it was read",
        Outcome.NOT_MODIFIED: "it did not change since the last visit",
        Outcome.REDIRECTED: "it redirects to another address",
        Outcome.HTTP_ERROR: "the server answered with an error",
        Outcome.NOT_HTML: "not an HTML page",
        Outcome.ROBOTS_DENIED: "robots.txt asked us not to read it",
        Outcome.ROBOTS_UNREADABLE: "robots.txt could not be read, so we did not ask",
        Outcome.BLOCKED: "the server or a firewall kept us out",
        Outcome.URL_REFUSED: "not an address we ask for",
        Outcome.PRIVATE_ADDRESS: "it leads into a private network, where we do not ask",
        Outcome.OUT_OF_SCOPE: "on another host",
        Outcome.NOFOLLOW: "the site asks not to follow the link",
        Outcome.NOT_VERIFIED: "nobody proved that the host is theirs",
        Outcome.DOWNGRADE: "it redirects from https to http, where we do not follow",
        Outcome.DNS_FAILED: "the name of the host could not be looked up",
        Outcome.UNREACHABLE: "no connection to the server could be made",
        Outcome.TLS_INVALID: "the certificate or the secure connection is faulty",
        Outcome.TIMEOUT: "the server took too long to answer",
        Outcome.TRUNCATED: "the answer broke off before its end",
        Outcome.CLOSED: "the server closed the connection without an answer",
        Outcome.BAD_RESPONSE: "the server's answer was not valid HTTP",
        Outcome.CONTENT_ENCODING: "the answer was packed in a way we cannot open",
        Outcome.TOO_MANY_REDIRECTS: "it redirects more often than we follow",
        Outcome.REDIRECT_LOOP: "it redirects in a circle",
        Outcome.TOO_LARGE: "larger than what we read of one page",
        Outcome.HEADERS_TOO_LARGE: "the header of the answer is larger than what we read",
        Outcome.PARSE_LIMIT: "its HTML is too large or too tangled for us to read",
        Outcome.DEPTH_LIMIT: "too many links away",
        Outcome.PAGE_LIMIT: "the limit of pages was reached",
        Outcome.SPIDER_TRAP: "one of an endless space of addresses (a spider trap)",
        Outcome.JOB_LIMIT: "no time was left",
        Outcome.DEFERRED: "its host asks us to wait longer than a job lasts",
        Outcome.STOPPED: "the crawl was stopped",
        Outcome.INTERNAL_ERROR: "a fault of ours",
        Outcome.RENDER_LIMIT: "its HTML was read, and drawing it took more than we give a page",
        Outcome.RENDER_FAILED: "its HTML was read, and the browser could not draw it",
    }
)
#: Why a crawl ended before it was done.
EARLY: Final[Mapping[str, str]] = MappingProxyType(
    {
        Outcome.JOB_LIMIT: "its time was used up",
        Outcome.PAGE_LIMIT: "its limit of pages was reached",
        Outcome.STOPPED: "it was stopped",
        Outcome.DEFERRED: "the site asks for a longer wait than a job lasts",
        Outcome.BLOCKED: "the server or a firewall kept us out",
        Outcome.ROBOTS_UNREADABLE: "the site or its robots.txt could not be read any more",
        Outcome.NOT_VERIFIED: "the proof of ownership was not there any more",
    }
)
