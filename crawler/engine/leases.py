"""The leases this process holds: each covers a host and its addresses, and is renewed until it is given back."""

import asyncio
import logging
from collections.abc import Iterable

from crawler.core.limits import HOSTS_PER_ADDRESS, LEASE_BEAT
from crawler.core.pacing import HostState
from crawler.state.memory import Hosts, StoreFailed

logger = logging.getLogger(__name__)


class Leases:
    """What of the store's leases is ours. `take` and `covers` raise StoreFailed."""

    def __init__(self, store: Hosts):
        self._store = store
        self._held: dict[str, set[str]] = {}
        self._beats: dict[str, asyncio.TimerHandle] = {}
        self._owed: dict[str, HostState] = {}  # what could not be remembered yet

    def crowded(self, host: str, addresses: Iterable[str]) -> bool:
        """Whether this process alone asks as many other hosts of one of `addresses` as may be asked."""
        others = [covered for held, covered in self._held.items() if held != host]
        return any(sum(address in covered for covered in others) >= int(HOSTS_PER_ADDRESS) for address in addresses)

    def take(self, host: str, last_seen_ago: float | None, addresses: Iterable[str]) -> bool:
        """As the store's; what is owed to it first."""
        self._pay()
        if self.crowded(host, addresses) or not self._store.take(host, last_seen_ago, addresses):
            return False
        self._held[host] = set(addresses)
        self._beat(host)
        return True

    def covers(self, host: str, address: str) -> bool:
        """Whether `host` may be asked at `address` now: our lease covers it, or was made to."""
        if host not in self._held:
            return False
        if address not in self._held[host] and self._store.cover(host, address):
            self._held[host].add(address)
        return address in self._held[host]

    def give_back(self, host: str, state: HostState) -> None:
        """The request ended."""
        self._beats.pop(host).cancel()
        del self._held[host]
        self._owed[host] = state
        try:
            self._pay()
        except StoreFailed:  # it stays ours meanwhile, and nothing more is asked until it is remembered
            logger.exception("the end of a request to %s could not be remembered yet", host)

    def close(self) -> None:
        """Remember what is still owed, then close the store."""
        try:
            self._pay()
        except StoreFailed:
            logger.exception("the ends of requests to %s could not be remembered", ", ".join(self._owed))
        self._store.close()

    def _pay(self) -> None:
        for host, state in list(self._owed.items()):
            self._store.give_back(host, state)
            del self._owed[host]

    def _beat(self, host: str) -> None:
        self._beats[host] = asyncio.get_running_loop().call_later(LEASE_BEAT.value, self._renew, host)

    def _renew(self, host: str) -> None:
        """A request has its own deadline; one that is late all the same must not be joined by another's."""
        try:
            if not self._store.renew(host):
                logger.warning("the lease of %s ran out while it was being asked", host)
        except StoreFailed:
            logger.exception("the lease of %s could not be renewed", host)
        self._beat(host)
