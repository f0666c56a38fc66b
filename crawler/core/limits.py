"""Every fixed limit: name, value, unit, reason. Nothing outside this module may raise one."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit; passing it is a typed outcome that carries `name`, `value` and what was seen."""

    name: str
    value: float
    unit: str
    reason: str

    def __int__(self) -> int:
        return int(self.value)


PAGE_BYTES: Final = Limit("page-bytes", 8 * 1024 * 1024, "bytes", "no honest page is larger; bounds memory")
ROBOTS_BYTES: Final = Limit("robots-bytes", 512 * 1024, "bytes", "RFC 9309 2.5 asks parsers for at least 500 KiB")
PROOF_BYTES: Final = Limit("proof-bytes", 4 * 1024, "bytes", "a proof is one line")
HEADER_BYTES: Final = Limit("header-bytes", 64 * 1024, "bytes", "status line and header fields of one response")
REDIRECTS: Final = Limit("redirects", 5, "hops", "RFC 9309 2.3.1.2 asks for at least five; more is a fault of the site")
REQUEST_SECONDS: Final = Limit("request-seconds", 20, "s", "DNS, connection, TLS, headers and body together")
PAGE_SECONDS: Final = Limit("page-seconds", 45, "s", "one page with its redirects, without waiting for our turn")
JOB_SECONDS: Final = Limit("job-seconds", 120, "s", "one job, waiting included")
GZIP_MEMBERS: Final = Limit("gzip-members", 1000, "members", "streams in one gzip body; common files have one")
DEPTH: Final = Limit("depth", 10, "links", "links from the start URL")
PAGES: Final = Limit("pages", 2000, "pages", "pages of one crawl")
URL_LENGTH: Final = Limit("url-length", 2048, "characters", "longer URLs are traps or faults")
SITEMAPS: Final = Limit("sitemaps", 50, "files", "sitemap files of one crawl")
SITEMAP_DEPTH: Final = Limit("sitemap-depth", 2, "levels", "an index of an index is the last level read")
SITEMAP_URLS: Final = Limit("sitemap-urls", 50_000, "URLs", "sitemaps.org: at most 50,000 URLs a file")
KNOWN_URLS: Final = Limit("known-urls", 100_000, "URLs", "URLs kept that were seen and not asked for; bounds memory")
LINKS_PER_PAGE: Final = Limit("links-per-page", 2000, "links", "links followed from one page")
DNS_SECONDS: Final = Limit("dns-seconds", 8, "s", "one lookup; a name server slower than that is down")
CONNECT_SECONDS: Final = Limit("connect-seconds", 6, "s", "one address; leaves time for the next one of the name")
KEPT_ALIVE: Final = Limit(
    "kept-alive", 1, "s", "idle connections: common servers close after 2 s, and we do not race them"
)
DNS_ANSWERS: Final = Limit("dns-answers", 16, "addresses", "addresses of one name; every one is judged")
DNS_KEPT: Final = Limit("dns-kept", 60, "s", "an answer that was judged is used again, where its own TTL allows it")
DNS_NAMES: Final = Limit("dns-names", 1000, "names", "names whose answers are kept; bounds memory")

MIN_WAIT: Final = Limit("min-wait", 0.5, "s", "from the end of one request to the start of the next, per host")
END_MARGIN: Final = Limit("end-margin", 0.025, "s", "a busy server notes the end of its answer later than we do")
LEASE: Final = Limit(
    "lease", 30, "s", "a request's claim on its host: longer than any request, and a killed one frees it"
)
MAX_WAIT: Final = Limit("max-wait", 600, "s", "ceiling of the doubled wait; a Crawl-delay may be longer")
PARSE_SECONDS: Final = Limit("parse-seconds", 5, "s", "processor time for reading one page or sitemap")
PARSE_WAIT: Final = Limit("parse-wait", 15, "s", "the same by the clock, on a machine that is busy")
PARSE_MEMORY: Final = Limit("parse-memory", 1024 * 1024 * 1024, "bytes", "address space of the process that reads")
RETRIES: Final = Limit(
    "retries", 2, "requests", "after the first, for what may pass: 429, 5xx, timeouts, cut connections"
)
BLOCKS: Final = Limit("blocks", 3, "answers", "blocked so often in a row, a host is not asked again in this job")
HOSTS_PER_ADDRESS: Final = Limit("hosts-per-address", 5, "hosts", "asked at once of one address, where many share it")
LEDGER_BYTES: Final = Limit("ledger-bytes", 64 * 1024 * 1024, "bytes", "of the ledger in use; then it is put away")
LEDGER_DAYS: Final = Limit("ledger-days", 30, "days", "age of the ledger's first row; then it is put away")
LEDGER_KEPT: Final = Limit(
    "ledger-kept", 400, "days", "of a ledger put away: a complaint about last year has its answer"
)
ROBOTS_KEPT: Final = Limit("robots-kept", 3600, "s", "how long rules that were read are kept")
ROBOTS_FAILURE_KEPT: Final = Limit("robots-failure-kept", 300, "s", "how long a failure to read them is kept")
