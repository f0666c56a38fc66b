"""The network's own no: nftables rules made from the table of `core.addresses`, for `deploy/egress.nft`.

Text only. `make egress` writes the file, `deploy/egress.sh` fills in what a machine has (resolvers, addresses,
accounts) and loads it. The rules are a second barrier beside the door's own judgement, never instead of it.
"""

import sys
from collections.abc import Iterator
from ipaddress import IPv6Address
from typing import Final

from crawler.core.addresses import ISATAP_MARK, ISATAP_MASK, TABLE

TABLE_NAME: Final = "crawler_egress"
PORTS: Final = (80, 443)

_HEAD: Final = """\
# Which packets the crawler may send. Written by `make egress` from crawler/core/addresses.py: change that, not this.
#
# deploy/egress.sh loads it, with this machine's resolvers and addresses, for an account or a container. Loaded as it
# is, it judges every packet and knows no resolver: closed rather than open. One transaction, as often as one likes.
# It binds programs without CAP_NET_ADMIN, which could lift it, and without CAP_NET_RAW, which could send below it.
"""

#: `tcp reset` and not an ICMP error: Linux tells a connecting IPv6 socket of those only a second later.
_RULES: Final = """\
    # Judged is what this side starts, packet by packet: what is refused from now on also ends what had begun.
    chain judge {{
        ct state established,related ct direction reply accept comment "answers to those who asked us"
        icmpv6 type {{ nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert,\
            mld-listener-report, mld2-listener-report }} \\
            accept comment "the kernel's own, what ARP is to IPv4; a program could not send it"
        ip option lsrr exists counter goto refuse comment "a way of the sender's own choice"
        ip option ssrr exists counter goto refuse comment "a way of the sender's own choice"
        exthdr rt exists counter goto refuse comment "a way of the sender's own choice"
        meta l4proto tcp ct original proto-dst 53 jump names
        meta l4proto udp ct original proto-dst 53 jump names
        ip daddr @special4 counter goto refuse comment "special address"
        ip6 daddr @special6 counter goto refuse comment "special address"
        ip6 daddr & {mask} == {mark} counter goto refuse comment "isatap"
        ip daddr @own4 counter goto refuse comment "this machine"
        ip6 daddr @own6 counter goto refuse comment "this machine"
        tcp dport {{ {ports} }} counter accept comment "the web"
        counter goto refuse comment "another port or protocol"
    }}

    # By the address that was asked for: Docker's resolver (127.0.0.11:53) is led to another port before this hook.
    chain names {{
        ct original ip daddr @resolver4 counter accept comment "the configured resolver"
        ct original ip6 daddr @resolver6 counter accept comment "the configured resolver"
    }}

    # Programs are told at once: a connection is reset, anything else is an error of the call that sent it.
    chain refuse {{
        meta l4proto tcp reject with tcp reset
        reject with icmpx admin-prohibited
    }}

    chain output {{
        type filter hook output priority filter; policy accept;
        jump judge
    }}
"""


def rules() -> str:
    """The whole of `deploy/egress.nft`."""
    return "\n".join((_HEAD, f"table inet {TABLE_NAME}", f"delete table inet {TABLE_NAME}", "", _table()))


def _table() -> str:
    rules = _RULES.format(
        mask=IPv6Address(ISATAP_MASK), mark=IPv6Address(ISATAP_MARK), ports=", ".join(map(str, PORTS))
    )
    return f"table inet {TABLE_NAME} {{\n{''.join(_sets())}{rules}}}\n"


def _sets() -> Iterator[str]:
    for version in (4, 6):
        kind = f"ipv{version}_addr"
        yield f"    set special{version} {{\n        type {kind}; flags interval; auto-merge\n"
        yield f"        elements = {{\n{''.join(_elements(version))}        }}\n    }}\n\n"
        yield from (f"    set {name}{version} {{ type {kind}; }}\n" for name in ("resolver", "own"))
        yield "\n"
    yield "    set accounts { type uid; flags interval; auto-merge; }\n\n"


def _elements(version: int) -> Iterator[str]:
    rows = [row for row in TABLE if row.network.version == version]
    return (f"            {row.network},  # {row.reason}: {row.source}\n" for row in rows)


if __name__ == "__main__":
    sys.stdout.write(rules())
