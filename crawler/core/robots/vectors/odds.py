"""Crawl-delays, kinds of lines, sitemaps, and octets that are no plain text."""

from typing import Final

#: Name; lines of the group of `*`; seconds, or none.
DELAYS: Final = (
    ("delay-whole-seconds", "Crawl-delay: 5", "5"),
    ("delay-a-decimal-point", "Crawl-delay: 0.5", "0.5"),
    ("delay-nothing-before-the-point", "Crawl-delay: .5", "0.5"),
    ("delay-zero", "Crawl-delay: 0", "0"),
    ("delay-leading-zeros", "Crawl-delay: 007", "7"),
    ("delay-the-largest-counts", "Crawl-delay: 5\nCrawl-delay: 9\nCrawl-delay: 2", "9"),
    ("delay-before-the-rules", "Crawl-delay: 5\nDisallow: /", "5"),
    ("delay-after-the-rules", "Disallow: /\nCrawl-delay: 5", "5"),
    ("delay-in-two-words", "Crawl delay: 5", "5"),
    ("delay-a-comment", "Crawl-delay: 5 # please", "5"),
    ("delay-none", "Disallow: /", "none"),
    ("delay-empty", "Crawl-delay:", "none"),
    ("delay-negative", "Crawl-delay: -1", "none"),
    ("delay-signed", "Crawl-delay: +1", "none"),
    ("delay-words", "Crawl-delay: ten", "none"),
    ("delay-infinite", "Crawl-delay: inf", "none"),
    ("delay-no-number", "Crawl-delay: nan", "none"),
    ("delay-digits-that-pass-every-number", "Crawl-delay: " + "9" * 400, "1.7e+308"),
    ("delay-exponent", "Crawl-delay: 1e3", "none"),
    ("delay-underscore", "Crawl-delay: 1_0", "none"),
    ("delay-comma", "Crawl-delay: 0,5", "none"),
    ("delay-two-points", "Crawl-delay: 1.2.3", "none"),
    ("delay-digits-of-another-script", "Crawl-delay: ٣", "none"),
    ("delay-a-lone-point", "Crawl-delay: .", "none"),
    ("delay-with-a-unit", "Crawl-delay: 10s", "none"),
    ("delay-without-colon", "Crawl-delay 10", "none"),
)  # fmt: skip

#: Name, one line, what it is.
KINDS: Final = (
    ("rfc22-a-line-of-space-is-empty", " \t ", "empty"),
    ("rfc22-a-comment-behind-space", "  # Disallow: /", "comment"),
    ("rfc22-a-comment-behind-a-rule-is-no-comment-line", "Disallow: /a # b", "disallow"),
    ("rfc224-an-unknown-key-is-unknown", "Robots: be kind", "unknown"),
    ("rfc224-a-key-others-know-is-not-used", "Noindex: /a", "unused"),
    ("rfc224-content-signal-is-not-used", "Content-Signal: search=yes", "unused"),
    ("rfc22-words-are-prose", "hello robots", "prose"),
    ("rfc22-a-path-alone-is-prose", "/private", "prose"),
    ("rfc22-a-colon-alone-is-prose", ": /a", "prose"),
    ("rfc22-a-key-may-be-written-in-any-case", "SITEMAP: https://h/s", "sitemap"),
    ("rfc22-space-inside-a-key-makes-another", "Dis allow: /a", "unknown"),
)

#: Name, file, Sitemap values joined by space.
SITEMAPS: Final = (
    ("rfc224-a-sitemap-stands-before-every-group", "Sitemap: https://h/s\nUser-agent: *", "https://h/s"),
    ("rfc224-a-sitemap-stands-inside-a-group", "User-agent: x\nSitemap: https://h/s\nDisallow: /", "https://h/s"),
    ("rfc224-sitemaps-keep-their-order", "Sitemap: https://h/b\nSitemap: https://h/a", "https://h/b https://h/a"),
    ("rfc224-a-sitemap-twice-is-one", "Sitemap: https://h/b\nSitemap: https://h/b", "https://h/b"),
    ("rfc224-an-empty-sitemap-is-none", "Sitemap:", ""),
    ("rfc224-a-comment-is-no-part-of-a-sitemap", "Sitemap: https://h/s # b", "https://h/s"),
)

_ALL: Final = b"User-agent: *\nDisallow: /a\n"

#: Name, octets, path, allowed.
OCTETS: Final = (
    ("rfc22-a-byte-order-mark-is-no-part", b"\xef\xbb\xbf" + _ALL, "/a", False),
    ("google-a-part-of-a-byte-order-mark-is-dropped", b"\xef\xbb" + _ALL, "/a", False),
    ("rfc22-two-byte-order-marks-are-one-too-many", b"\xef\xbb\xbf" * 2 + _ALL, "/a", True),
    ("house-utf-16-little-endian-is-read", "\ufeffUser-agent: *\nDisallow: /\u017e".encode("utf-16-le"), "/ž", False),
    ("house-utf-16-big-endian-is-read", "\ufeffUser-agent: *\nDisallow: /\u017e".encode("utf-16-be"), "/ž", False),
    ("rfc22-an-octet-outside-utf-8-is-that-octet", b"User-agent: *\nDisallow: /\xe9", "/%E9", False),
    ("rfc22-octets-outside-utf-8-spoil-no-other-line", b"\xff\xfe\xff\n" + _ALL, "/a", False),
    ("rfc22-the-last-line-needs-no-end", _ALL.rstrip(), "/a", False),
    ("rfc22-mixed-line-ends", b"User-agent: *\rDisallow: /b\r\nDisallow: /c\n\rDisallow: /a", "/a", False),
    ("rfc22-nul-in-a-key-makes-another", b"User-agent: *\nDis\0allow: /a", "/a", True),
    ("rfc25-a-rule-before-512-kib-counts", _ALL + b"#" * 524_000, "/a", False),
    ("rfc25-a-rule-cut-at-512-kib-does-not", b"User-agent: *\n" + b"#" * 524_260 + b"\nDisallow: /a/b/c", "/a/b", True),
    ("rfc25-the-last-whole-line-counts", b"User-agent: *\n#" + b"a" * 524_259 + b"\nDisallow: /a\n#", "/a", False),
)  # fmt: skip
