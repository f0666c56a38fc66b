"""One normal form for a URL, or a refusal with its reason."""

import json
import sys
import time
import unicodedata
from pathlib import Path
from urllib.parse import urlsplit

import idna
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scrapy import Request

from crawler.core.urls import Reason, Refusal, Url, join, normalise
from tests.core.url_cases import BAD_REFERENCES, BASE, CANONICAL, LABEL, LONGEST, REFERENCES, REFUSED

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "security" / "urls.json"

#: Text with the pieces that parsers fall over, and plain noise.
PIECES = st.sampled_from(
    [
        *(
            "http",
            "https",
            "://",
            ":",
            "/",
            "//",
            "?",
            "#",
            "@",
            "[",
            "]",
            "%",
            "%2e",
            "..",
            ".",
            "/../",
            "\\",
        ),
        *("example.com", "www.", "localhost", "127.0.0.1", "0x7f", "::1", "2a00::1", ":80", ":443", ":8080"),
        *(
            "xn--",
            "b\u00fccher",
            "\u3002",
            "\uff0e",
            "\uff11",
            "\u00df",
            "\u200d",
            "\u05d0",
            "\u0661",
            "\ufe0f",
        ),
        *(" ", "\t", "\n", "\x00", "\ud800", "\ufeff", "'", '"', "<", "|", "&", ";", "=", "-", "_", "~", "^"),
    ]
)
ANY_TEXT = st.text(max_size=60) | st.lists(PIECES | st.text(max_size=4), max_size=12).map("".join)
HOSTILE = ANY_TEXT | ANY_TEXT.map("https://{}".format) | ANY_TEXT.map("https://example.com/{}".format)
SURROGATES = st.text(st.characters(codec=None), max_size=20)


def url(text: str) -> Url:
    found = normalise(text)
    assert isinstance(found, Url), found
    return found


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_a_url_has_one_canonical_form(text, canonical):
    assert str(url(text)) == canonical


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_the_canonical_form_is_its_own(text, canonical):
    assert url(canonical) == url(text)


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_the_canonical_form_passes_scrapy_unchanged(text, canonical):
    assert Request(canonical).url == canonical


@pytest.mark.parametrize(("reason", "text"), [(reason, text) for reason, texts in REFUSED.items() for text in texts])
def test_a_refusal_has_its_reason(reason, text):
    found = normalise(text)
    assert isinstance(found, Refusal), str(found)
    assert found.reason is reason


def test_every_reason_has_a_case():
    assert set(REFUSED) == set(Reason)


def test_a_reason_is_a_stable_word():
    assert json.dumps({"reason": Reason.AMBIGUOUS_IPV4}) == '{"reason": "ambiguous-ipv4"}'
    assert {str(reason) for reason in Reason} == {reason.value for reason in Reason}


def test_the_parts_of_a_url_can_be_read():
    found = url("https://Example.com:80/a?b#c")
    assert (found.scheme, found.host, found.port) == ("https", "example.com", 80)
    assert (found.path, found.query, found.target) == ("/a", "b", "/a?b")
    assert (found.origin, found.authority) == ("https://example.com:80", "example.com:80")
    assert not found.is_address


def test_an_address_is_known_as_one_and_ipv6_is_bracketed_where_it_must_be():
    found = url("http://[2A00:1450::1]:443/")
    assert (found.host, found.origin, found.is_address) == ("2a00:1450::1", "http://[2a00:1450::1]:443", True)
    assert url("http://1.1.1.1/").is_address
    assert not url("http://1.1.1.1.nip.io/").is_address


def test_equal_urls_are_one_in_a_set():
    spellings = [
        "https://example.com",
        "HTTPS://EXAMPLE.COM:443/#a",
        "https://example.com./?",
        "https://example.com/.",
    ]
    assert len({url(text) for text in spellings}) == 1


def test_a_url_cannot_be_changed():
    with pytest.raises(AttributeError):
        url("https://example.com/").host = "evil.org"


def test_the_longest_url_is_accepted_and_one_more_is_not():
    longest = "https://example.com/".ljust(LONGEST, "a")
    assert len(str(url(longest))) == LONGEST
    assert normalise(longest + "a").reason == Reason.URL_TOO_LONG


def test_the_length_that_counts_is_that_of_the_canonical_form_as_well():
    text = "https://example.com/" + "\u00e9" * 400
    assert len(text) < LONGEST
    assert normalise(text).reason == Reason.URL_TOO_LONG


def test_the_longest_host_is_accepted_and_one_more_is_not():
    host = f"{LABEL}.{LABEL}.{LABEL}.{'l' * 57}.com"
    assert len(url(f"https://{host}/").host) == 253
    assert len(url(f"https://{host}./").host) == 253
    assert normalise(f"https://l{host}/").reason == Reason.HOST_TOO_LONG
    assert normalise(f"https://{LABEL}.{LABEL}.{LABEL}.{'l' * 58}.com/").reason == Reason.HOST_TOO_LONG


@pytest.mark.parametrize(("reference", "resolved"), REFERENCES)
def test_a_reference_is_resolved_by_rfc_3986(reference, resolved):
    assert str(join(url(BASE), reference)) == resolved


@pytest.mark.parametrize(("reference", "reason"), BAD_REFERENCES)
def test_a_reference_is_judged_as_written(reference, reason):
    found = join(url(BASE), reference)
    assert isinstance(found, Refusal), str(found)
    assert found.reason is reason


@pytest.mark.parametrize("location", [" /g", "/g ", "/g\n", "\t/g", " "])
def test_white_space_round_a_location_is_not_stripped(location):
    assert join(url(BASE), location, strip=False).reason == Reason.BAD_CHARACTER


def test_an_empty_location_is_the_base():
    assert join(url(BASE), "", strip=False) == url(BASE)


def test_a_reference_keeps_scheme_and_port_of_the_base():
    base = url("http://[2a00::1]:443/x")
    assert str(join(base, "y")) == "http://[2a00::1]:443/y"
    assert str(join(base, "//example.com/y")) == "http://example.com/y"


def test_a_refused_text_is_shortened_and_can_be_shown():
    found = normalise("https://example.com/\x1b]0;\u202e\ud800\n" + "a" * 1000)
    assert isinstance(found, Refusal)
    assert found.text.startswith("https://example.com/\\x1b]0;\\u202e\\ud800\\na")
    assert len(found.text) < 250
    assert found.text.isprintable()
    assert found.text.encode()


def test_every_control_space_and_surrogate_is_refused_anywhere():
    refused = {"Cc", "Cs", "Zs", "Zl", "Zp"}
    bidi = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    for char in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(char) in refused or unicodedata.bidirectional(char) in bidi:
            assert normalise(f"https://example.com/{char}").reason == Reason.BAD_CHARACTER, hex(ord(char))


def test_a_character_that_idna_drops_without_a_trace_is_refused_in_a_host():
    for char in map(chr, range(0x80, 0xD800)):
        try:
            dropped = idna.uts46_remap(f"exam{char}ple.com", std3_rules=False) == "example.com"
        except idna.IDNAError:
            continue
        if dropped:
            assert isinstance(normalise(f"https://exam{char}ple.com/"), Refusal), hex(ord(char))


def test_no_single_character_makes_a_host_that_another_parser_reads_otherwise():
    for char in map(chr, range(0x250)):
        found = normalise(f"https://exam{char}ple.com/")
        if isinstance(found, Url) and char not in "/?#":
            assert urlsplit(str(found)).hostname == found.host
            assert found.host.startswith(("exam", "xn--"))


@given(HOSTILE | SURROGATES)
@example("https://xn--ls8h.com/")
@example("http://a.\u3002/")
def test_any_text_is_a_canonical_url_or_a_refusal(text):
    found = normalise(text)
    if isinstance(found, Refusal):
        assert found.reason in Reason
        assert found.text.isprintable()
        return
    canonical = str(found)
    assert normalise(canonical) == found
    assert canonical.isascii()
    assert not set(canonical) & set(map(chr, [*range(0x21), 0x7F, *b'\\"<>^`{|}#']))
    assert len(canonical) <= LONGEST
    assert found.port in (80, 443)


@given(HOSTILE)
def test_scrapy_and_urllib_read_a_canonical_url_as_we_do(text):
    found = normalise(text)
    if isinstance(found, Url):
        parts = urlsplit(str(found))
        assert (parts.scheme, parts.hostname, parts.path) == (found.scheme, found.host, found.path)
        assert (parts.port or found.port, parts.query or None) == (found.port, found.query)
        assert (parts.username, parts.fragment) == (None, "")
        assert Request(str(found)).url == str(found)


@given(HOSTILE | SURROGATES, st.sampled_from([BASE, "http://example.com/", "https://[2a00::1]:80//a/?b"]))
def test_any_reference_gives_a_canonical_url_or_a_refusal(text, base):
    found = join(url(base), text)
    if isinstance(found, Url):
        assert normalise(str(found)) == found


@given(HOSTILE)
def test_an_absolute_url_does_not_depend_on_the_base(text):
    found = normalise(text)
    if isinstance(found, Url):
        assert join(url(BASE), text) == found


@given(st.lists(st.sampled_from(["a", "", ".", "..", "%2e", "%2E.", "..."]), max_size=12).map("/".join))
def test_no_dot_segment_is_left(path):
    segments = url(f"https://example.com/{path}").path.lower().replace("%2e", ".").split("/")
    assert not {".", ".."} & set(segments)


@given(st.ip_addresses(v=4).map(str))
def test_no_decimal_octal_or_hexadecimal_spelling_of_an_address_is_repaired(address):
    a, b, c, d = map(int, address.split("."))
    number = a << 24 | b << 16 | c << 8 | d
    odd = [f"{number}", f"{number:#x}", f"0{number:o}", f"{a}.{number & 0xFFFFFF}", f"{a}.{b}.{c << 8 | d}"]
    odd += [f"0{a}.{b}.{c}.{d}", f"{a}.{b}.{c}.{d:#x}", f"{a}.{b}.{c}.{d}.", f"{a}\u3002{b}.{c}.{d}"]
    assert {normalise(f"http://{text}/").reason for text in odd} == {Reason.AMBIGUOUS_IPV4}


@pytest.mark.parametrize(
    "text",
    [
        *("a" * 1_000_000, ":" * 1_000_000, "/" * 1_000_000, "\x00" * 1_000_000, "http://" + "@" * 1_000_000),
        *("https://" + "a." * 1000, "https://example.com" + "/.." * 670, "https://example.com" + "/a" * 1000),
        *(
            "https://" + "\u0301" * 1000,
            "https://" + "\ufdfa" * 1000,
            "https://" + "xn--a." * 300,
            "http://[" * 250,
        ),
        *("https://xn--" + "9" * 2000, "https://example.com/" + "%2e/" * 500, "https://" + "[" * 2000 + "]"),
    ],
)
def test_a_hostile_text_takes_no_time(text):
    started = time.perf_counter()
    normalise(text)
    join(url(BASE), text)
    assert time.perf_counter() - started < 0.5


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not beside this repository")
def test_the_shared_cases_hold():
    for case in json.loads(SHARED.read_text("utf-8")):
        found = normalise(case["url"])
        if case["expect"] == "allow":
            assert str(found) == case["canonical"], case
        else:
            assert isinstance(found, Refusal), case
            assert found.reason == case["reason"], case
