"""What every store of hosts must do, whatever it is built on. `tests/state/test_hosts_contract.py` holds it to this."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from crawler.core.pacing import HostState
from crawler.state.failed import StateFailed


class StoreFailed(StateFailed):
    """The store could not do what it was asked: it is locked, full, closed or broken."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is stored of one host; ages in seconds, so that clocks need not agree."""

    failures: int = 0
    ended_ago: float | None = None
    crawl_delay: float = 0.0
    took: float = 0.0
    retry_after: float = 0.0
    held_by_other: bool = False


class Hosts(Protocol):
    """One holder's view of the store that all crawls of a machine's account share. Every method raises StoreFailed."""

    def recall(self, host: str) -> Memory:
        """What is known of `host`. A lease that ran out counts as a request that ended when its holder fell silent."""

    def take(self, host: str, last_seen_ago: float | None, addresses: Iterable[str] = ()) -> bool:
        """Take the lease of `host`, before every request.

        Not where another holds it, a request has ended since we last looked, or five other hosts of one of its
        `addresses` are being asked. It runs out after LEASE unless it is renewed.
        """

    def cover(self, host: str, address: str) -> bool:
        """Whether our lease of `host` is alive and covers `address`, or was made to: five others may have it."""

    def renew(self, host: str) -> bool:
        """Make our lease last LEASE from now; False where it is ours no longer."""

    def give_back(self, host: str, state: HostState) -> None:
        """The request ended: remember what holds now, and let others ask; nothing where the lease is ours no longer."""

    def set_crawl_delay(self, host: str, seconds: float) -> None:
        """What the owner asks for, as read now."""

    def close(self) -> None:
        """Close it; a request whose lease is still held is cut off now."""
