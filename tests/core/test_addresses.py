"""Which addresses may be dialled."""

import json
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crawler.core.addresses import ISATAP, NOT_AN_ADDRESS, PUBLIC, TABLE, AddressClass, classify

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "security" / "addresses.json"

BLOCKS_AND_NEIGHBOURS = [
    # last public below, first, last, first public above, reason of both ends
    (None, "0.0.0.1", "0.255.255.255", "1.0.0.0", "this-network"),
    ("9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0", "private"),
    ("100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0", "cgnat"),
    ("126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0", "loopback"),
    ("168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17", "metadata"),
    ("169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0", "link-local"),
    ("172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0", "private"),
    ("191.255.255.255", "192.0.0.11", "192.0.0.255", "192.0.1.0", "ietf-protocol"),
    ("192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0", "documentation"),
    ("192.31.195.255", "192.31.196.0", "192.31.196.255", "192.31.197.0", "as112"),
    ("192.52.192.255", "192.52.193.0", "192.52.193.255", "192.52.194.0", "amt"),
    ("192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0", "6to4"),
    ("192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0", "private"),
    ("192.175.47.255", "192.175.48.0", "192.175.48.255", "192.175.49.0", "as112"),
    ("198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0", "benchmarking"),
    ("198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0", "documentation"),
    ("203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0", "documentation"),
    ("223.255.255.255", "224.0.0.0", "239.255.255.255", None, "multicast"),
    (None, "240.0.0.0", "255.255.255.254", None, "reserved"),
    ("2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001:0:ffff::", None, "teredo"),
    (None, "2001:100::", "2001:1ff:ffff::", "2001:200::", "ietf-protocol"),
    ("2001:db7:ffff::", "2001:db8::", "2001:db8:ffff::", "2001:db9::", "documentation"),
    ("2001:ffff::", "2002::", "2002:ffff::", "2003::", "6to4"),
    ("2620:4f:7fff::", "2620:4f:8000::", "2620:4f:8000:ffff::", "2620:4f:8001::", "as112"),
    ("3ffd:ffff::", "3ffe::", "3ffe:ffff::", None, "6bone"),
    (None, "3fff::", "3fff:fff:ffff::", "3fff:1000::", "documentation"),
]

SPECIAL = [
    ("0.0.0.0", "unspecified"),
    ("100.100.100.200", "metadata"),
    ("169.254.169.254", "metadata"),
    ("169.254.169.253", "link-local"),
    ("169.254.170.2", "metadata"),
    ("192.0.0.1", "ds-lite"),
    ("192.0.0.8", "dummy"),
    ("192.0.0.9", "ietf-protocol"),
    ("192.0.0.171", "nat64"),
    ("192.0.0.192", "metadata"),
    ("233.252.0.1", "multicast"),
    ("255.255.255.255", "broadcast"),
    ("::", "unspecified"),
    ("::1", "loopback"),
    ("::2", "ipv4-compatible"),
    ("::192.168.1.1", "ipv4-compatible"),
    ("::ffff:1.1.1.1", "ipv4-mapped"),
    ("::ffff:0:1.1.1.1", "ipv4-translated"),
    ("64:ff9b::1.1.1.1", "nat64"),
    ("64:ff9b:0:0:0:1::", "not-global-unicast"),
    ("64:ff9b:1:ffff::1", "nat64"),
    ("64:ff9b:2::", "not-global-unicast"),
    ("100::", "discard-only"),
    ("100:0:0:1::5", "dummy"),
    ("200::1", "not-global-unicast"),
    ("1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "not-global-unicast"),
    ("2001:1::1", "ietf-protocol"),
    ("2001:2::1", "benchmarking"),
    ("2001:2:1::", "ietf-protocol"),
    ("2001:3::", "amt"),
    ("2001:4:112::53", "as112"),
    ("2001:10::1", "orchid"),
    ("2001:2f:ffff::1", "orchid"),
    ("2001:30::1", "drone-id"),
    ("2002:7f00:1::", "6to4"),
    ("4000::", "not-global-unicast"),
    ("5f00::1", "segment-routing"),
    ("8000::", "not-global-unicast"),
    ("fbff:ffff::", "not-global-unicast"),
    ("fc00::", "private"),
    ("fdff:ffff::", "private"),
    ("fd00:ec2::254", "metadata"),
    ("fd20:ce::254", "metadata"),
    ("fe00::", "not-global-unicast"),
    ("fe7f:ffff::", "not-global-unicast"),
    ("fe80::", "link-local"),
    ("febf:ffff::", "link-local"),
    ("fec0::", "site-local"),
    ("feff:ffff::", "site-local"),
    ("ff00::", "multicast"),
    ("ff0e::1", "multicast"),
]

NOT_ADDRESSES = [
    *("", " ", ".", "...", ":", ":::", "example.com", "localhost"),
    *("127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "017700000001", "0"),
    *("127.0.0.01", "127.0.0.00", "01.1.1.1", "1.1.1.256", "1.1.1.-1", "1.1.1.+1", "1.1.1.1e0", "1.1.1.1_0"),
    *("1.1.1.1.", ".1.1.1.1", "1..1.1", "1.1.1.1.1", "1.1.1", "1,1,1,1"),
    *(" 1.1.1.1", "1.1.1.1 ", "1.1.1.1\n", "1.1.1.1\x00", "1.1.1.1/32", "1.1.1.1:80", "[1.1.1.1]"),
    *("\uff11.1.1.1", "\u0661.1.1.1", "1\u30021\u30021\u30021", "\u00b9.1.1.1", "\ud800.1.1.1"),
    *("[2a00::1]", "2a00::1%eth0", "2a00::1%", "2a00::1%25eth0", "2a00::1/64", "2a00::1 ", " 2a00::1"),
    *("2a00:::1", "2a00::1::2", "2a00:1", "1:2:3:4:5:6:7:8:9", "12345::", "2a00::g", ":2a00::1", "2a00::1:"),
    *("::ffff:127.1", "::ffff:127.0.0.01", "::ffff:256.0.0.1", "::0x1", "\uff12a00::1", "v1.2a00::1"),
    *("1" * 10_000, "1." * 10_000, ":" * 10_000),
]


@pytest.mark.parametrize(("below", "first", "last", "above", "reason"), BLOCKS_AND_NEIGHBOURS)
def test_a_block_is_refused_from_its_first_address_to_its_last(below, first, last, above, reason):
    assert [classify(first).reason, classify(last).reason] == [reason, reason]
    assert not classify(first).public
    assert not classify(last).public
    assert all(classify(beside) == AddressClass(True, PUBLIC, beside) for beside in (below, above) if beside)


@pytest.mark.parametrize(("text", "reason"), SPECIAL)
def test_a_special_address_is_refused_under_its_own_word(text, reason):
    assert (classify(text).public, classify(text).reason) == (False, reason)


@pytest.mark.parametrize("text", NOT_ADDRESSES)
def test_only_the_strict_text_form_is_an_address(text):
    assert classify(text) == AddressClass(False, NOT_AN_ADDRESS, "")


@pytest.mark.parametrize("prefix", ["2a00:1450:4001:81b", "2606:2800:21f:1", "2000:0:0:0"])
@pytest.mark.parametrize("middle", ["0:5efe", "200:5efe"])
def test_an_isatap_identifier_is_refused_under_any_prefix(prefix, middle):
    assert classify(f"{prefix}:{middle}:10.0.0.1").reason == ISATAP
    assert classify(f"{prefix}:{middle}:8.8.8.8").reason == ISATAP


@pytest.mark.parametrize("identifier", ["0:5eff", "100:5efe", "1:5efe", "0:5efd", "400:5efe"])
def test_an_identifier_beside_isatap_is_public(identifier):
    assert classify(f"2a00:1450:4001:81b:{identifier}:a00:1").public


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2A00:1450::ABCD", "2a00:1450::abcd"),
        ("2a00:0:0:0:0:0:0:1", "2a00::1"),
        ("2a00:0000:0000:0000:0001:0000:0000:0001", "2a00::1:0:0:1"),
        ("2a00:0:0:1:0:0:0:1", "2a00:0:0:1::1"),
        ("2a00:1:2:3:4:5:0:7", "2a00:1:2:3:4:5:0:7"),
        ("2a00:1:2:3:4:5:6::", "2a00:1:2:3:4:5:6:0"),
        ("2a00::", "2a00::"),
        ("2a00::1.2.3.4", "2a00::102:304"),
        ("::", "::"),
        ("::ffff:1.2.3.4", "::ffff:102:304"),
    ],
)
def test_ipv6_has_one_canonical_text(text, canonical):
    assert classify(text).text == canonical


def test_every_row_of_the_table_is_refused_at_both_ends():
    for row in TABLE:
        for address in (row.network[0], row.network[-1]):
            assert not classify(str(address)).public, row


def test_every_row_has_a_reason_and_a_source_and_stands_once():
    assert all(row.reason and row.source for row in TABLE)
    assert len({row.network for row in TABLE}) == len(TABLE)


def test_a_row_names_the_reason_of_its_own_first_address_unless_a_narrower_row_does():
    for row in TABLE:
        narrowest = max(
            (
                other
                for other in TABLE
                if other.network.version == row.network.version and row.network[0] in other.network
            ),
            key=lambda other: other.network.prefixlen,
        )
        assert classify(str(row.network[0])).reason == narrowest.reason


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_an_ipv4_address_is_public_when_no_row_holds_it(address):
    verdict = classify(str(address))
    held = any(row.network.version == 4 and address in row.network for row in TABLE)
    assert (verdict.public, verdict.text) == (not held, str(address))


@given(st.integers(0, 2**128 - 1).map(IPv6Address))
@example(IPv6Address("2000::"))
@example(IPv6Address("3fff:1000::"))
def test_public_ipv6_lies_in_global_unicast_and_in_no_row(address):
    verdict = classify(str(address))
    assert ip_address(verdict.text) == address
    if verdict.public:
        assert address in IPv6Network("2000::/3")
        assert not any(row.network.version == 6 and address in row.network for row in TABLE)


@given(st.integers(0, 2**32 - 1))
def test_no_wrapping_makes_an_ipv4_address_dialable(number):
    wrapped = [
        number,  # compatible
        0xFFFF << 32 | number,  # mapped
        0xFFFF << 48 | number,  # translated
        0x64FF9B << 96 | number,  # NAT64
        0x64FF9B0001 << 80 | number,  # NAT64 of a local network
        0x2002 << 112 | number << 80,  # 6to4
        0x20010000 << 96 | number << 64,  # Teredo server
        0x20010000 << 96 | number ^ 0xFFFFFFFF,  # Teredo client
        0x2A00 << 112 | 0x5EFE << 32 | number,  # ISATAP
    ]
    assert not any(classify(str(IPv6Address(value))).public for value in wrapped)


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_both_spellings_of_a_mapped_address_are_one(address):
    dotted = classify(f"::ffff:{address}")
    hexadecimal = classify(f"::ffff:{int(address) >> 16:x}:{int(address) & 0xFFFF:x}")
    assert dotted == hexadecimal


@given(st.text(st.characters() | st.sampled_from("0123456789abcdef.:%[]x"), max_size=50))
def test_any_text_gets_a_verdict_and_a_public_one_is_a_fixed_point(text):
    verdict = classify(text)
    if verdict.public:
        assert classify(verdict.text) == verdict
        assert ip_address(verdict.text)
    assert bool(verdict.text) == (verdict.reason != NOT_AN_ADDRESS)


def test_global_unicast_of_ipv6_is_exactly_what_the_wide_rows_leave():
    wide = [row.network for row in TABLE if row.reason == "not-global-unicast"]
    assert {ip_network("::/3"), ip_network("4000::/2"), ip_network("8000::/1")} <= set(wide)
    assert sum(network.num_addresses for network in wide if network.prefixlen <= 3) == 7 * 2**125


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not beside this repository")
def test_the_shared_cases_hold():
    cases = json.loads(SHARED.read_text("utf-8"))
    wrong = [case for case in cases if classify(case["address"]).public != (case["expect"] == "allow")]
    assert (wrong, bool(cases)) == ([], True)
