"""Proofs of ownership."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.ownership import (
    FILE_PATH,
    RECORD_LABEL,
    Record,
    file_matches,
    instructions,
    records,
    token,
    txt_matches,
)

KEY = bytes(range(32))
OTHER_KEY = bytes(range(1, 33))
HOSTS = st.from_regex(r"([a-z0-9]{1,8}\.){1,4}[a-z]{2,6}", fullmatch=True)


def test_a_token_never_changes_or_published_proofs_would_end():
    assert token(KEY, "example.com") == "lessonpeak-v1-hjbpjvk2ld7l5v4r3usfbpqw6xcbagedwlgajnmkmhrzqqguuypa"


def test_a_token_is_safe_in_dns_in_a_file_and_in_a_shell():
    assert re.fullmatch(r"[a-z0-9-]{1,255}", token(KEY, "example.com"))


def test_a_token_does_not_depend_on_the_case_of_the_host():
    assert token(KEY, "EXAMPLE.com") == token(KEY, "example.com")


@pytest.mark.parametrize("host", ["www.example.com", "example.co", "example.com.", "xexample.com", ""])
def test_another_host_has_another_token(host):
    assert token(KEY, host) != token(KEY, "example.com")


def test_another_key_makes_another_token():
    assert token(KEY, "example.com") != token(OTHER_KEY, "example.com")


@pytest.mark.parametrize("key", [b"", b"secret", bytes(31)])
def test_a_short_key_is_refused(key):
    with pytest.raises(ValueError, match="32 bytes"):
        token(key, "example.com")


@pytest.mark.parametrize("host", ["b\u00fccher.example", "\u212aelvin.com", "\ud800"])
def test_a_host_that_is_not_ascii_has_no_token(host):
    with pytest.raises(UnicodeEncodeError):
        token(KEY, host)


def test_records_go_from_the_host_up_to_the_registrable_domain():
    assert records("a.b.example.co.uk", "example.co.uk") == (
        Record(f"{RECORD_LABEL}.a.b.example.co.uk", "a.b.example.co.uk"),
        Record(f"{RECORD_LABEL}.b.example.co.uk", "b.example.co.uk"),
        Record(f"{RECORD_LABEL}.example.co.uk", "example.co.uk"),
    )


def test_a_registrable_host_has_one_record():
    assert records("example.com", "example.com") == (Record(f"{RECORD_LABEL}.example.com", "example.com"),)


@pytest.mark.parametrize(
    ("host", "registrable"),
    [
        ("93.184.215.14", "215.14"),
        ("2606:2800:21f::1", None),
        ("example.com", None),
        ("example.com", "example.org"),
        ("badexample.com", "example.com"),
        ("com", "example.com"),
    ],
)
def test_an_address_or_a_name_outside_the_domain_has_no_record(host, registrable):
    assert records(host, registrable) == ()


def test_the_lookups_for_a_deep_host_are_bounded_and_keep_both_ends():
    deep = "a." * 100 + "example.com"
    found = records(deep, "example.com")
    assert len(found) == 8
    assert (found[0].covers, found[-1].covers) == (deep, "example.com")


def test_a_record_name_longer_than_a_name_may_be_is_left_out():
    label = "a" * 63
    deep = f"{label}.{label}.{label}.example.com"
    assert [len(record.name) <= 253 for record in records(deep, "example.com")] == [True, True, True, True]
    longer = f"{'b' * 30}.{deep}"
    assert longer not in {record.covers for record in records(longer, "example.com")}


@pytest.mark.parametrize("form", [str, str.encode, lambda t: f"  {t}\r\n", lambda t: f"\t{t}".encode()])
def test_a_record_with_the_token_proves_the_host(form):
    values = ["v=spf1 -all", b"\xff\x00", form(token(KEY, "example.com")), ""]
    assert txt_matches(KEY, "example.com", "example.com", values)


def test_the_token_of_the_domain_covers_all_below_it():
    assert txt_matches(KEY, "a.b.example.com", "example.com", [token(KEY, "example.com")])


def test_the_token_of_the_host_may_stand_at_a_domain_above():
    assert txt_matches(KEY, "a.example.com", "example.com", [token(KEY, "a.example.com")])


def test_the_token_of_a_host_does_not_prove_its_neighbour_or_its_parent():
    of_a = [token(KEY, "a.example.com")]
    assert not txt_matches(KEY, "b.example.com", "example.com", of_a)
    assert not txt_matches(KEY, "example.com", "example.com", of_a)


@pytest.mark.parametrize("covering", ["example.org", "xample.com", "b.example.com", "a.example.com.evil.org"])
def test_a_record_of_a_host_that_does_not_cover_proves_nothing(covering):
    values = [token(KEY, covering), token(KEY, "a.example.com")]
    assert not txt_matches(KEY, "a.example.com", covering, values)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda t: t[:-1],
        lambda t: t + "a",
        lambda t: t.upper(),
        lambda t: f'"{t}"',
        lambda t: f"token={t}",
        lambda t: f"{t} {t}",
        lambda t: f"{t}\x00",
        lambda t: f"\u00a0{t}",
        lambda t: f"\ud800{t}",
        lambda t: t.encode("utf-16"),
        lambda t: "",
    ],
)
def test_a_record_with_anything_else_proves_nothing(spoil):
    assert not txt_matches(KEY, "example.com", "example.com", [spoil(token(KEY, "example.com"))])


def test_no_record_proves_nothing():
    assert not txt_matches(KEY, "example.com", "example.com", [])


@pytest.mark.parametrize("around", ["{}", "{}\n", "\r\n\t {} \f\v\n"])
def test_the_file_is_the_token_and_white_space(around):
    assert file_matches(KEY, "example.com", around.format(token(KEY, "example.com")).encode())


@pytest.mark.parametrize("around", ["\ufeff{}", "<html>{}</html>", "{}\n{}", "{}\x00", "\u00a0{}", "# proof\n{}", ""])
def test_a_file_with_anything_else_proves_nothing(around):
    proof = token(KEY, "example.com")
    assert not file_matches(KEY, "example.com", around.format(proof, proof).encode())


@pytest.mark.parametrize("of", ["example.com", "b.a.example.com", "b.example.com"])
def test_the_file_proves_its_own_host_alone(of):
    assert not file_matches(KEY, "a.example.com", token(KEY, of).encode())


def test_a_file_over_the_limit_proves_nothing_whatever_it_holds():
    proof = token(KEY, "example.com").encode()
    assert file_matches(KEY, "example.com", proof.ljust(4096))
    assert not file_matches(KEY, "example.com", proof.ljust(4097))


def test_a_proof_under_another_key_proves_nothing():
    proof = token(OTHER_KEY, "example.com")
    assert not txt_matches(KEY, "example.com", "example.com", [proof])
    assert not file_matches(KEY, "example.com", proof.encode())


def test_the_instructions_name_every_way_and_every_way_works():
    text = "\n".join(instructions(KEY, "www.example.com", "example.com"))
    for record in records("www.example.com", "example.com"):
        assert f"{record.name}  {token(KEY, record.covers)}" in text
    assert f"https://www.example.com{FILE_PATH}  {token(KEY, 'www.example.com')}" in text


def test_the_instructions_for_an_address_name_the_file_alone():
    text = "\n".join(instructions(KEY, "2606:2800:21f::1", None))
    assert f"https://[2606:2800:21f::1]{FILE_PATH}" in text
    assert RECORD_LABEL not in text


@given(HOSTS, HOSTS)
def test_one_host_never_proves_another(host, other):
    assert file_matches(KEY, host, token(KEY, other).encode()) == (host == other)


@given(HOSTS, st.lists(st.binary(max_size=80) | st.text(max_size=80)))
def test_whatever_dns_answers_nothing_is_raised_and_nothing_proved(host, values):
    assert not txt_matches(KEY, host, host, values)


@given(HOSTS, st.binary(max_size=100))
def test_whatever_the_file_holds_nothing_is_raised_and_nothing_proved(host, body):
    assert not file_matches(KEY, host, body)
