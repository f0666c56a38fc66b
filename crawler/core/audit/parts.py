"""Parts of canonical URLs, taken from their text: cheaper than judging each again."""


def origin_of(url: str) -> str:
    """The origin of a canonical URL; empty for what is none."""
    parts = url.split("/", 3)
    return "/".join(parts[:3]) if len(parts) == 4 and parts[0] in ("http:", "https:") else ""


def host_of(url: str) -> str:
    """The host of a canonical URL, an IPv6 literal without brackets; empty for what is none."""
    authority = origin_of(url).rpartition("/")[2]
    if authority.startswith("["):
        return authority[1:].partition("]")[0]
    return authority.partition(":")[0]


def path_of(url: str) -> str:
    """The path of a canonical URL; empty for what is none."""
    return "/" + url.split("/", 3)[3].partition("?")[0] if origin_of(url) else ""
