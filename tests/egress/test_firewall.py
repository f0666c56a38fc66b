"""The firewall's rules are those of the table: the file is what the table makes, and the kernel judges as we do."""

import json
import subprocess
import sys
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

from crawler.core.addresses import TABLE, classify
from crawler.egress.firewall import rules
from tests.world import require_command, require_world
from tests.world.net import UNSHARE

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy" / "egress.nft"
SHARED = ROOT.parent / "shared" / "security" / "addresses.json"
ISATAP = ("2a00:1450::5efe:808:808", "2a00:1450::200:5efe:808:808", "2606:2800:1:2:0:5efe:a00:1")
BESIDE_ISATAP = ("2a00:1450::5eff:808:808", "2a00:1450::1:0:0:1", "2a00:1450::100:5efe:808:808")


def edges():
    """Both ends of every row, and the addresses just outside."""
    for row in TABLE:
        kind = IPv4Address if row.network.version == 4 else IPv6Address
        first, last = int(row.network[0]), int(row.network[-1])
        numbers = (first - 1, first, last, last + 1)
        yield from (str(kind(number)) for number in numbers if 0 <= number < 2 ** kind(0).max_prefixlen)


def shared():
    cases = json.loads(SHARED.read_text("utf-8")) if SHARED.exists() else []
    return [str(ip_address(case["address"])) for case in cases if classify(case["address"]).text]


ADDRESSES = sorted({*edges(), *shared(), *ISATAP, *BESIDE_ISATAP})


def inside(*command, **more):
    require_world()
    require_command("ip")
    return subprocess.run([*UNSHARE, *command], cwd=ROOT, capture_output=True, text=True, timeout=120, **more)


def on_the_wire(address):
    """What a packet to it bears: a mapped address leaves as IPv4."""
    mapped = IPv6Address(address).ipv4_mapped if ":" in address else None
    return str(mapped or address)


def reached(before):
    """The addresses that a program reaches in a network where every address answers; `before` is a shell command."""
    command = ["sh", "-ec", f'{before}; exec "$@"', "sh", sys.executable, "-m", "tests.egress.anywhere"]
    done = inside(*command, input="\n".join(ADDRESSES) + "\n")
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_file_is_what_the_table_makes():
    assert RULES.read_text("utf-8") == rules(), "they have drifted apart: make egress"


def test_the_kernel_lets_pass_exactly_what_the_code_calls_public():
    nft = require_command("nft")
    public = {address for address in ADDRESSES if classify(on_the_wire(address)).public}
    assert len(public) > 40
    assert reached(f"{nft} -f {RULES}") == public


def test_without_the_rules_nearly_all_of_them_are_reached():
    refused = {address for address in ADDRESSES if not classify(address).public}
    assert len(refused & reached(":")) > 0.8 * len(refused)


def test_the_sets_hold_what_the_code_calls_special():
    """Asked of the sets themselves, for what no connection can be tried to (multicast, a zone's addresses)."""
    nft = require_command("nft")
    script = (
        f'{nft} -f {RULES}; while read set address; do {nft} get element inet crawler_egress "$set" "{{ $address }}"'
        ' >/dev/null 2>&1 && echo "$address"; done; true'
    )
    asked = [one for one in ADDRESSES if one not in ISATAP]
    done = inside("sh", "-ec", script, input="".join(f"special{6 if ':' in one else 4} {one}\n" for one in asked))
    assert set(done.stdout.split()) == {one for one in asked if not classify(one).public}
