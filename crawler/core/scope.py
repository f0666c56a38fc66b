"""Which hosts a crawl may ask: exactly those named. A subdomain is another host, perhaps another's."""

from dataclasses import dataclass
from typing import Final

from crawler.core.url_hosts import is_address
from crawler.core.urls import Url

_WWW: Final = "www."


@dataclass(frozen=True, slots=True)
class Scope:
    """The hosts of one crawl, canonical as `Url.host` has them."""

    hosts: frozenset[str]

    def covers(self, url: Url) -> bool:
        """Whether the host of the URL is one of ours, whatever scheme and port."""
        return url.host in self.hosts


def twin(host: str) -> str:
    """The host with `www.` added or taken off; itself when it is an address or would become a lone label."""
    bare = host.removeprefix(_WWW)
    if is_address(host):
        return host
    if bare == host:
        return _WWW + host
    return bare if "." in bare else host
