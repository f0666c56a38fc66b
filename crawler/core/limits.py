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
JOB_TAIL: Final = Limit(
    "job-tail", 5, "s", "before a job's end no request starts: it would be cut off, and asked twice"
)
CRAWL_KEPT: Final = Limit("crawl-kept", 7, "days", "a crawl nobody went on with is started over: its pages are old")
GZIP_MEMBERS: Final = Limit("gzip-members", 1000, "members", "streams in one gzip body; common files have one")
DEPTH: Final = Limit("depth", 10, "links", "links from the start URL")
PAGES: Final = Limit("pages", 2000, "pages", "pages of one crawl")
URL_LENGTH: Final = Limit("url-length", 2048, "characters", "longer URLs are traps or faults")
SITEMAPS: Final = Limit("sitemaps", 50, "files", "sitemap files of one crawl")
SITEMAP_DEPTH: Final = Limit("sitemap-depth", 2, "levels", "an index of an index is the last level read")
SITEMAP_URLS: Final = Limit("sitemap-urls", 50_000, "URLs", "sitemaps.org: at most 50,000 URLs a file")
SITEMAP_REFUSED: Final = Limit("sitemap-refused", 20, "entries", "of one file that are no URLs are told, all counted")
KNOWN_URLS: Final = Limit("known-urls", 100_000, "URLs", "URLs kept that were seen and not asked for; bounds memory")
LINKS_PER_PAGE: Final = Limit("links-per-page", 2000, "links", "links followed from one page")
ASSETS: Final = Limit("assets", 500, "files", "images, style sheets, scripts and icons asked for in one crawl")
EXTERNALS: Final = Limit("externals", 200, "addresses", "of others, asked for in one crawl with external=check")

# Spider traps (core.traps). Each is what is let through of one pattern; honest sites of PAGES pages stay below.
TRAP_REPEATS: Final = Limit(
    "trap-repeats",
    4,
    "times",
    "a segment in a row; Heritrix, Nutch and StormCrawler refuse 3, which code browsers have",
)
TRAP_BLOCKS: Final = Limit("trap-blocks", 3, "times", "several segments in a row: no honest path has /a/b/a/b/a/b")
TRAP_SEGMENTS: Final = Limit("trap-segments", 20, "segments", "of one path; Heritrix has the same limit")
TRAP_ODD_PATHS: Final = Limit(
    "trap-odd-paths", 100, "URLs", "whose segments come back or follow both ways: a tree has few, broken links most"
)
TRAP_SESSIONS: Final = Limit("trap-sessions", 1, "URLs", "of a page under session ids: the others show the same page")
TRAP_TOKENS: Final = Limit(
    "trap-tokens", 20, "pages", "seen under three shared random values each; a hash that names a page has few tabs"
)
TRAP_ORDERS: Final = Limit("trap-orders", 3, "URLs", "with the very same parameters in different orders")
TRAP_NAMES: Final = Limit("trap-names", 200, "names", "of parameters; software has dozens, a new one a page is a trap")
TRAP_LONG_QUERIES: Final = Limit(
    "trap-long-queries", 50, "URLs", "with one name four times, or a URL in a URL in a URL: queries that grow"
)
TRAP_COMBINATIONS: Final = Limit(
    "trap-combinations", 20, "URLs", "with each of its filters or orders; a value that names a page is used less often"
)
TRAP_PAIRS: Final = Limit("trap-pairs", 40, "URLs", "with each of two values of filters that may be left out")
TRAP_TRIPLETS: Final = Limit(
    "trap-triplets", 80, "URLs", "with each of three or more values: language, section and page number are honest"
)
TRAP_MONTHS: Final = Limit("trap-months", 360, "URLs", "months: thirty years of them, besides those with pages of ours")
TRAP_DAYS: Final = Limit("trap-days", 400, "URLs", "days or weeks: more than a year, besides those with pages of ours")
TRAP_FUTURE: Final = Limit("trap-future", 60, "URLs", "dates past next year: events are not announced so early")
TRAP_DATES: Final = Limit("trap-dates", 24, "dates", "fewer dates are versions, terms or a booking window")
TRAP_FRESH: Final = Limit("trap-fresh", 4, "times", "as many dates where texts are new; twice until 20 were read")
TRAP_SAME_TEXT: Final = Limit("trap-same-text", 20, "pages", "of one pattern read, nine of ten with a text seen before")
TRAP_MEMORY: Final = Limit("trap-memory", 100_000, "entries", "of each count that is kept; KNOWN_URLS bounds them too")
DNS_SECONDS: Final = Limit("dns-seconds", 8, "s", "one lookup; a name server slower than that is down")
DNS_OTHER: Final = Limit(
    "dns-other", 0.3, "s", "waited for IPv6 when IPv4 answered, and the other way; RFC 8305 3 gives a person 50 ms"
)
CONNECT_SECONDS: Final = Limit("connect-seconds", 6, "s", "one address; leaves time for the next one of the name")
NEXT_ADDRESS: Final = Limit(
    "next-address", 0.25, "s", "RFC 8305 8: after so long without a connection the next address is tried beside it"
)
KEPT_ALIVE: Final = Limit(
    "kept-alive", 1, "s", "idle connections: common servers close after 2 s, and we do not race them"
)
DNS_ANSWERS: Final = Limit("dns-answers", 16, "addresses", "addresses of one name; every one is judged")
DNS_KEPT: Final = Limit("dns-kept", 60, "s", "an answer that was judged is used again, where its own TTL allows it")
OWN_KEPT: Final = Limit("own-kept", 2, "s", "this machine's addresses, once read; an interface may come up in a crawl")
DNS_NAMES: Final = Limit("dns-names", 1000, "names", "names whose answers are kept; bounds memory")

MIN_WAIT: Final = Limit("min-wait", 0.5, "s", "from the end of one request to the start of the next, per host")
END_MARGIN: Final = Limit("end-margin", 0.025, "s", "a busy server notes the end of its answer later than we do")
LEASE: Final = Limit(
    "lease", 30, "s", "a request's claim on its host: longer than any request, and a killed one frees it"
)
LEASE_BEAT: Final = Limit("lease-beat", 10, "s", "a claim in use is renewed so often, on a machine that is busy")
MAX_WAIT: Final = Limit("max-wait", 600, "s", "ceiling of the doubled wait; what the owner asks for may be longer")
RETRY_AFTER: Final = Limit("retry-after", 366 * 86400, "s", "a longer Retry-After is a slip; then we ask once more")
PARSE_SECONDS: Final = Limit("parse-seconds", 5, "s", "processor time for reading one page or sitemap")
PARSE_WAIT: Final = Limit("parse-wait", 15, "s", "the same by the clock, on a machine that is busy")
PARSE_MEMORY: Final = Limit(
    "parse-memory",
    240 * 1024 * 1024,
    "bytes",
    "what reading one may add to its process; honest pages of 8 MiB take up to 200 MiB",
)
PARSE_BEGINNING: Final = Limit(
    "parse-beginning",
    256 * 1024,
    "bytes",
    "read of a page that is too much to be read whole: its head, its first links",
)
PARSE_LEAST: Final = Limit("parse-least", 16 * 1024, "bytes", "the same, where even that takes too long")
RETRIES: Final = Limit(
    "retries", 2, "requests", "after the first, for what may pass: 429, 5xx, timeouts, cut connections"
)
BLOCKS: Final = Limit("blocks", 3, "answers", "blocked so often in a row, a host is not asked again in this job")
TIMEOUTS: Final = Limit("timeouts", 3, "requests", "timed out so often in a row, a host is not asked again in this job")
HOSTS_PER_ADDRESS: Final = Limit("hosts-per-address", 5, "hosts", "asked at once of one address, where many share it")
LEDGER_BYTES: Final = Limit("ledger-bytes", 64 * 1024 * 1024, "bytes", "of the ledger in use; then it is put away")
LEDGER_DAYS: Final = Limit("ledger-days", 30, "days", "age of the ledger's first row; then it is put away")
LEDGER_KEPT: Final = Limit(
    "ledger-kept", 400, "days", "of a ledger put away: a complaint about last year has its answer"
)
ROBOTS_KEPT: Final = Limit("robots-kept", 3600, "s", "how long rules that were read are kept")
ROBOTS_FAILURE_KEPT: Final = Limit("robots-failure-kept", 300, "s", "how long a failure to read them is kept")

# Rendering: a page drawn by a browser that has no network.
RENDER_SECONDS: Final = Limit("render-seconds", 45, "s", "drawing one page, waiting for our turn at its hosts included")
RENDER_CAPTURE: Final = Limit("render-capture", 8, "s", "of those, kept for reading the document and the picture")
RENDER_QUIET: Final = Limit("render-quiet", 1, "s", "a loaded page that asked for nothing new so long is done")
RENDER_REQUESTS: Final = Limit("render-requests", 150, "requests", "of one page; at our pace few pages need as many")
RENDER_BYTES: Final = Limit("render-bytes", 24 * 1024 * 1024, "bytes", "all that one page loads")
RENDER_AT_ONCE: Final = Limit("render-at-once", 6, "requests", "of one page under way, each at another host")
RENDER_MEMORY: Final = Limit("render-memory", 1024 * 1024 * 1024, "bytes", "of all processes of the browser together")
RENDER_KEPT: Final = Limit("render-kept", 256 * 1024 * 1024, "bytes", "on disk: what a job fetched for pages it draws")
RENDER_LOG: Final = Limit("render-log", 50, "lines", "console errors kept of one page")
RENDER_NOTED: Final = Limit("render-noted", 300, "entries", "requests of one page told one by one; others are counted")
PICTURE_HEIGHT: Final = Limit("picture-height", 6000, "px", "a taller page is cut: six screens show what is wrong")
PICTURE_BYTES: Final = Limit("picture-bytes", 4 * 1024 * 1024, "bytes", "a picture larger than that is cut shorter")
