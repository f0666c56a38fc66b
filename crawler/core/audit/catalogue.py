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
    link-broken-internal http-5xx redirect-loop redirect-chain link-broken-external link-unverifiable
    link-to-redirect redirect-to-error img-broken title-missing title-duplicate description-missing
    description-duplicate title-too-long h1-missing indexing-noindex indexing-conflict
    canonical-multiple-conflicting canonical-target-broken canonical-target-redirects canonical-target-noindex
    canonical-chain canonical-missing soft-404 soft-404-server orphan-page page-depth robots-unreachable
    robots-blocks-all robots-blocks-linked-page robots-sitemap-broken sitemap-invalid sitemap-url-broken
    sitemap-url-redirects sitemap-url-noindex sitemap-url-canonicalised sitemap-page-missing hreflang-no-return
    hreflang-invalid-code hreflang-target-broken hreflang-no-self https-missing https-no-redirect https-mixed-active
    https-cert-invalid https-cert-expiring sec-hsts-missing sec-csp-missing sec-xcto-missing sec-frame-missing
    sec-referrer-missing sec-cookie-flags content-exact-duplicate content-near-duplicate content-thin
    content-js-dependent sd-jsonld-syntax sd-required-missing img-alt-missing a11y-form-label html-lang-missing
    viewport-missing slow-response tech-detected spider-trap html-head-broken link-fragment-missing
    link-empty-anchor link-malformed-url redirect-temporary-internal redirect-to-home redirect-https-to-http
    meta-refresh-redirect link-generic-anchor link-not-crawlable link-to-insecure link-nofollow-internal
    link-only-nofollow-inlinks page-no-outlinks page-few-inlinks title-too-short title-multiple title-outside-head
    description-too-long description-too-short description-multiple h1-multiple heading-skipped content-lorem-ipsum
    lang-mismatch canonical-relative canonical-outside-head canonical-insecure canonical-to-root
    canonical-other-host indexing-nofollow-page indexing-robots-outside-head noindex-and-disallowed robots-missing
    robots-syntax robots-too-big robots-blocks-resource sitemap-missing sitemap-too-big sitemap-url-blocked
    sitemap-url-off-host sitemap-lastmod-bad hreflang-no-x-default hreflang-non-canonical hreflang-conflict
    hreflang-lang-mismatch html-lang-invalid https-mixed-passive sec-hsts-weak sec-csp-weak sec-version-disclosure
    sec-form-insecure img-too-heavy img-no-dimensions a11y-button-name a11y-frame-title a11y-duplicate-id
    a11y-zoom-blocked a11y-main-landmark a11y-positive-tabindex charset-missing doctype-missing html-too-big
    page-too-complex no-compression content-type-wrong url-uppercase url-underscore url-too-long url-double-slash
    url-repetitive-path url-session-id url-param-duplicate url-slash-duplicate sd-unknown-type sd-value-invalid
    sd-none social-og-missing social-og-image-broken favicon-missing tech-outdated link-to-localhost
    page-too-many-links title-same-as-h1 h1-duplicate render-diff readability-hard canonical-fragment
    canonical-unlinked indexing-unknown-directive sec-cors-wildcard sec-sri-missing sec-blank-opener
    img-alt-too-long a11y-table-headers html-multiple-head-body html-dom-size cache-static-short render-blocking
    url-tracking-internal sd-recommended-missing social-twitter-missing ai-robots-policy pagination-broken
"""

CATALOGUE: Final[Mapping[str, Check]] = MappingProxyType({id: CHECKS[id] for id in _BY_VALUE.split()})
assert len(CATALOGUE) == len(CHECKS), sorted(CHECKS.keys() - CATALOGUE.keys())
