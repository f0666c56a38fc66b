"""The catalogue: every check there is, by id, the most valuable first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from crawler.core.audit import checks as _checks
from crawler.core.audit.registry import CHECKS, Check, Needs

__all__ = ["CATALOGUE", "Check", "Needs"]

assert _checks.__all__  # the import above is what registers them

#: By what a fault costs a site; a report lists findings of one severity in this order.
_BY_VALUE: Final = """
    link-broken-internal http-5xx redirect-loop redirect-chain link-to-redirect redirect-to-error img-broken
    link-broken-external soft-404-server https-no-redirect
    title-missing title-duplicate description-missing description-duplicate title-too-long h1-missing
    indexing-noindex indexing-conflict canonical-multiple-conflicting canonical-target-broken
    canonical-target-redirects canonical-target-noindex canonical-chain canonical-missing soft-404 orphan-page
    page-depth robots-unreachable robots-blocks-all robots-blocks-linked-page robots-sitemap-broken
    sitemap-invalid sitemap-url-broken sitemap-url-redirects sitemap-url-noindex sitemap-url-canonicalised
    sitemap-page-missing hreflang-no-return hreflang-invalid-code hreflang-target-broken hreflang-no-self
    https-missing https-mixed-active https-cert-invalid https-cert-expiring sec-hsts-missing sec-csp-missing
    sec-xcto-missing sec-frame-missing sec-referrer-missing sec-cookie-flags content-exact-duplicate content-thin
    content-js-dependent sd-jsonld-syntax sd-required-missing img-alt-missing a11y-form-label html-lang-missing
    viewport-missing slow-response spider-trap html-head-broken link-fragment-missing link-empty-anchor
    link-malformed-url redirect-temporary-internal redirect-to-home redirect-https-to-http meta-refresh-redirect
    link-not-crawlable link-to-insecure link-nofollow-internal title-too-short title-multiple title-outside-head
    description-too-long description-too-short description-multiple h1-multiple heading-skipped
    content-lorem-ipsum canonical-relative canonical-outside-head canonical-insecure canonical-to-root
    indexing-nofollow-page indexing-robots-outside-head robots-missing robots-syntax robots-too-big
    sitemap-missing sitemap-too-big sitemap-url-blocked sitemap-url-off-host sitemap-lastmod-bad hreflang-no-x-default
    hreflang-conflict hreflang-lang-mismatch https-mixed-passive sec-hsts-weak sec-form-insecure
    social-og-image-broken img-too-heavy cache-static-short favicon-missing
    img-no-dimensions a11y-button-name a11y-frame-title a11y-zoom-blocked charset-missing doctype-missing
    html-too-big page-too-complex page-too-many-links
    content-type-wrong url-uppercase url-too-long url-double-slash url-session-id link-to-localhost
    h1-duplicate canonical-fragment
    tech-detected tech-outdated link-generic-anchor page-no-outlinks canonical-other-host title-same-as-h1
    indexing-unknown-directive img-alt-too-long html-lang-invalid lang-mismatch readability-hard
    sec-csp-weak sec-version-disclosure a11y-duplicate-id a11y-main-landmark a11y-positive-tabindex no-compression
    url-underscore social-og-missing url-repetitive-path sec-cors-wildcard sec-sri-missing sec-blank-opener
    a11y-table-headers html-multiple-head-body html-dom-size render-blocking url-tracking-internal
    social-twitter-missing
    link-unverifiable content-near-duplicate link-only-nofollow-inlinks page-few-inlinks noindex-and-disallowed
    robots-blocks-resource hreflang-non-canonical url-param-duplicate url-slash-duplicate sd-none render-diff
    canonical-unlinked pagination-broken ai-robots-policy
    sd-unknown-type sd-value-invalid sd-recommended-missing
"""

CATALOGUE: Final[Mapping[str, Check]] = MappingProxyType({id: CHECKS[id] for id in _BY_VALUE.split()})
assert len(CATALOGUE) == len(CHECKS), sorted(CHECKS.keys() - CATALOGUE.keys())
