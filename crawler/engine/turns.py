"""Whose turn it is: items by host, the best first within a host, the hosts one after another.

No clock, no Scrapy, no gate: times come in as numbers of one clock, and what a host has to wait for comes from a
function. A host stands in line once, by the time it is to be looked at; one whose item was given is out of the line
until `done`. So a look costs the logarithm of the number of hosts, however many of them wait.
"""

import heapq
from collections.abc import Callable
from itertools import count
from typing import Generic, TypeVar

Item = TypeVar("Item")
#: Seconds a host must wait yet, given the item that would be next; 0 or less: its turn.
Wait = Callable[[str, Item], float]

#: A host that has to wait is not looked at again before, seconds: a wait too small to add up must not hold us here.
LEAST_WAIT = 0.001


class Turns(Generic[Item]):
    """Items that wait, and the line of their hosts."""

    def __init__(self) -> None:
        self._items: dict[str, list[tuple[int, int, Item]]] = {}  # heaps of (negative priority, arrival, item)
        self._line: list[tuple[float, int, str]] = []  # a heap of (when to look at it, arrival, host)
        self._out: set[str] = set()  # hosts whose item was given and is not done
        self._arrival = count()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, host: str, item: Item, priority: int, now: float) -> None:
        """Take `item` in; among those of one priority the first come is the first given."""
        heap = self._items.get(host)
        if heap is None:
            heap = self._items[host] = []
            if host not in self._out:
                self._stand(host, now)
        heapq.heappush(heap, (-priority, next(self._arrival), item))
        self._size += 1

    def take(self, now: float, wait: Wait[Item]) -> tuple[str, Item] | None:
        """The next item whose host need not wait, with its host, which is then out of the line; None: nobody's turn.

        The host that could be asked first is the first; what it waits for is asked of `wait` again, for that may
        have grown since it took its place.
        """
        while self._line and self._line[0][0] <= now:
            host = self._line[0][2]
            seconds = wait(host, self._items[host][0][2])
            if seconds <= 0:
                heapq.heappop(self._line)
                return host, self._pop(host)
            later = now + max(seconds, LEAST_WAIT)
            heapq.heapreplace(self._line, (later, next(self._arrival), host))
        return None

    def done(self, host: str, now: float) -> None:
        """What was given of `host` is over; behind all that were ready before `now` it has its turn again."""
        self._out.discard(host)
        if host in self._items:
            self._stand(host, now)

    def look_at_all(self, now: float) -> None:
        """Something changed for every host: let each be looked at next time, whatever it was to wait."""
        self._line = [(min(when, now), arrival, host) for when, arrival, host in self._line]
        heapq.heapify(self._line)

    @property
    def due(self) -> float | None:
        """When to look again; None while nothing waits but behind what was given."""
        return self._line[0][0] if self._line else None

    def _stand(self, host: str, now: float) -> None:
        heapq.heappush(self._line, (now, next(self._arrival), host))

    def _pop(self, host: str) -> Item:
        heap = self._items[host]
        _, _, item = heapq.heappop(heap)
        if not heap:
            del self._items[host]
        self._out.add(host)
        self._size -= 1
        return item
