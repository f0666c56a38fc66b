"""Certificates that libraries refuse whole: why they do not hold stays told, and their facts."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st
from OpenSSL import crypto

from crawler.core.framing import Framing
from crawler.egress import alternative_names
from crawler.egress.certificates import judge
from crawler.egress.exchange import Exchange

HOST = "www.example.com"
NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
RIGHT = b"\x82" + bytes([len(HOST)]) + HOST.encode()
BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
SELF_SIGNED = 18
#: Parts beside the right name, by what is odd about them.
BESIDE = {
    "nothing": b"",
    "an ediPartyName": b"\xa5\x05\xa1\x03\x0c\x01x",
    "a pattern of two stars": b"\x82\x0f*.*.example.com",
    "an empty name": b"\x82\x00",
    "an address of five bytes": b"\x87\x05\x01\x02\x03\x04\x05",
    "a mail address that is none": b"\x81\x01@",
    "letters of no alphabet": b"\x82\x02\xff\xfe",
}


def signed(names: bytes | None, version: int = 3) -> crypto.X509:
    key = ec.generate_private_key(ec.SECP256R1())
    made = x509.CertificateBuilder().subject_name(NAME).issuer_name(NAME).public_key(key.public_key()).serial_number(7)
    made = made.not_valid_before(BEGINS).not_valid_after(BEGINS + timedelta(days=60))
    if names is not None:
        held = x509.UnrecognizedExtension(x509.SubjectAlternativeName.oid, names)
        made = made.add_extension(held, critical=False)
    der = made.sign(key, hashes.SHA256()).public_bytes(Encoding.DER)
    der = der.replace(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01" + bytes([version - 1]), 1)
    return crypto.load_certificate(crypto.FILETYPE_ASN1, der)


def sequence(*parts: bytes) -> bytes:
    whole = b"".join(parts)
    return b"\x30" + (bytes([len(whole)]) if len(whole) < 128 else b"\x81" + bytes([len(whole)])) + whole


def judged(certificate: crypto.X509, code: int = 0, host: str = HOST) -> tuple[str, Any]:
    exchange = Exchange(Framing("GET"))
    assert judge(host, lambda: exchange, None, certificate, code, 0, not code) is not bool(exchange.tls)
    return exchange.tls, exchange.certificate


@pytest.mark.parametrize("odd", BESIDE)
def test_an_odd_name_hides_neither_the_right_one_nor_the_facts(odd: str) -> None:
    certificate = signed(sequence(BESIDE[odd], RIGHT))
    for code, word in ((0, ""), (SELF_SIGNED, "self-signed")):
        said, facts = judged(certificate, code)
        assert said == word
        assert facts["subject"] == facts["issuer"] == f"CN={HOST}"
        assert (facts["not_before"], HOST in facts["names"]) == ("2026-01-01T00:00:00+00:00", True)
    assert judged(certificate, host="other.example.com")[0] == "wrong-name"


def test_no_pattern_that_is_odd_covers_a_host() -> None:
    for name in (b"*.*.example.com", b"*", b"w*.example.com", b"www.example.com\x00.net", b""):
        certificate = signed(sequence(b"\x82" + bytes([len(name)]) + name))
        assert judged(certificate)[0] == "wrong-name", name
    assert judged(signed(sequence(b"\x82\x0d*.example.com")))[0] == ""
    address = sequence(b"\x87\x04\x5d\xb8\xd7\x0e")
    assert judged(signed(address), host="93.184.215.14")[0] == ""
    assert judged(signed(address), host="93.184.215.15")[0] == "wrong-name"


@pytest.mark.parametrize(("names", "version"), [(sequence(RIGHT), 5), (b"\xff\xff\xff", 3), (b"", 3)])
def test_what_cannot_be_read_is_not_valid_and_the_rest_is_told(names: bytes, version: int) -> None:
    for code, word in ((0, "invalid"), (SELF_SIGNED, "self-signed"), (10, "expired")):
        said, facts = judged(signed(names, version), code)
        assert (said, facts["subject"]) == (word, f"CN={HOST}")


def test_a_certificate_without_names_is_for_no_host() -> None:
    said, facts = judged(signed(None))
    assert (said, facts["names"]) == ("wrong-name", [])


def test_names_reach_no_terminal() -> None:
    _, facts = judged(signed(sequence(b"\x82\x0c\x1b[31m\x07a.com\n")))
    assert facts["names"] == ["?[31m?a.com?"]


@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    for der in (data, sequence(sequence(b"\xa3" + bytes([len(data) & 127]) + data[:127]))):
        found = alternative_names.names(der)
        assert found is None or isinstance(list(alternative_names.texts(found)), list)
        assert not alternative_names.covers(HOST, found or [])
