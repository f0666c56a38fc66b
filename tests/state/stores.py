"""The stores of hosts that there are, and one of them as its users have it open. Another store is added to STORES."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from crawler.core.limits import HOSTS_PER_ADDRESS
from crawler.core.pacing import HostState
from crawler.state.hosts import HostStore

#: Functions of a folder and a clock.
STORES = [HostStore.open]
ANY_STORE = pytest.mark.parametrize("opening", STORES, ids=lambda opening: opening.__qualname__)
PLAIN = HostState()
HOST, ADDRESS = "www.example.com", "93.184.215.14"
FIVE = int(HOSTS_PER_ADDRESS)
HOSTS = [f"h{number}.example.com" for number in range(FIVE + 2)]


@dataclass
class Shared:
    """One store, the folder it is in, its clock, and those who have it open."""

    opening: Callable
    folder: Path
    now: float = 1_800_000_000.0
    holders: list = field(default_factory=list)

    def open(self):
        holder = self.opening(self.folder, lambda: self.now)
        self.holders.append(holder)
        return holder

    def asked(self, holder, host=HOST, state=PLAIN, took=1.0, addresses=()):
        """A whole request: taken, and given back after so long."""
        assert holder.take(host, holder.recall(host).ended_ago, addresses)
        self.now += took
        holder.give_back(host, state)
