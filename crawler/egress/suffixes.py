"""The public suffix list that comes with the package, private suffixes included: nothing is fetched."""

import tldextract

SUFFIXES = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


def registrable(host: str) -> str | None:
    """The domain that was registered (public suffix and one label), or None for an address or a suffix."""
    return SUFFIXES(host).top_domain_under_public_suffix or None


def same_party(one: str, other: str) -> bool:
    """Whether two hosts are of one registered domain."""
    return one == other or (registrable(one) is not None and registrable(one) == registrable(other))
