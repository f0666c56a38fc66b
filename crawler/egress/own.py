"""The addresses this machine has: public ones too lead to services that nobody outside was meant to reach."""

import socket
from time import monotonic
from typing import Final

import psutil

from crawler.core.addresses import classify
from crawler.core.limits import OWN_KEPT

#: Not counted: what they have by nature is in the table, and public addresses are put on them to be served to others
#: (anycast, load balancers; the private internet of the tests). An address behind a router's NAT cannot be known here.
_LOOPBACKS: Final = ("lo", "lo0")
_FAMILIES: Final = (socket.AF_INET, socket.AF_INET6)


class OwnAddresses:
    """The addresses of this machine's interfaces, asked anew when they are older than OWN_KEPT: they may change."""

    def __init__(self) -> None:
        self._read()

    def __contains__(self, address: str) -> bool:
        """Whether this machine has `address`, in the text form that `core.addresses` gives it."""
        if monotonic() >= self._until:
            self._read()
        return address in self._known

    def _read(self) -> None:
        held = [one for name, all_ in psutil.net_if_addrs().items() if name not in _LOOPBACKS for one in all_]
        # A zone (fe80::1%eth0) is no part of an address.
        texts = (one.address.partition("%")[0] for one in held if one.family in _FAMILIES)
        self._known = frozenset(classify(text).text for text in texts)
        self._until = monotonic() + OWN_KEPT.value
