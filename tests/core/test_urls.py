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

from crawler.core.limits import URL_LENGTH
from crawler.core.urls import Reason, Refusal, Url, join, normalise

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "security" / "urls.json"
LONGEST = int(URL_LENGTH)
LABEL = "l" * 63

CANONICAL = [
    ("http://example.com", "http://example.com/"),
    ("HtTp://WWW.Example.COM/Path?Query", "http://www.example.com/Path?Query"),
    ("https://example.com/#", "https://example.com/"),
    ("https://example.com/a#b?c#d", "https://example.com/a"),
    ("https://example.com?", "https://example.com/"),
    ("https://example.com/a?", "https://example.com/a"),
    ("https://example.com/a?#b", "https://example.com/a"),
    ("https://example.com??", "https://example.com/??"),
    ("https://example.com?a/../b", "https://example.com/?a/../b"),
    ("http://example.com:80", "http://example.com/"),
    ("http://example.com:443/", "http://example.com:443/"),
    ("https://example.com:443?q", "https://example.com/?q"),
    ("https://example.com:80/", "https://example.com:80/"),
    ("https://example.com.:443/", "https://example.com/"),
    ("https://example.com\u3002/", "https://example.com/"),
    # Names.
    ("https://a.co/", "https://a.co/"),
    ("https://_dmarc.example.com/", "https://_dmarc.example.com/"),
    ("https://r3---sn-abc.example.com/", "https://r3---sn-abc.example.com/"),
    ("https://xn--mnchen-3ya.de/", "https://xn--mnchen-3ya.de/"),
    ("https://XN--MNCHEN-3YA.de/", "https://xn--mnchen-3ya.de/"),
    ("https://M\u00dcNCHEN.de/", "https://xn--mnchen-3ya.de/"),
    ("https://mu\u0308nchen.de/", "https://xn--mnchen-3ya.de/"),
    ("https://www\uff0eexample\u3002com/", "https://www.example.com/"),
    ("https://\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com/", "https://xn--mgba3gch31f060k.com/"),
    ("https://example.xn--p1ai/", "https://example.xn--p1ai/"),
    ("https://123.example.com/", "https://123.example.com/"),
    ("https://127.0.0.1.nip.io/", "https://127.0.0.1.nip.io/"),
    ("https://1e3.com/", "https://1e3.com/"),
    ("https://example.0y1/", "https://example.0y1/"),
    (f"https://{LABEL}.com/", f"https://{LABEL}.com/"),
    ("https://localhost.com/", "https://localhost.com/"),
    ("https://local.host/", "https://local.host/"),
    ("https://test.com/", "https://test.com/"),
    # Addresses.
    ("http://1.1.1.1", "http://1.1.1.1/"),
    ("http://8.8.8.8:443/", "http://8.8.8.8:443/"),
    ("https://[2A00:1450:0:0::1]:80/", "https://[2a00:1450::1]:80/"),
    ("https://[2a00:1450::1.2.3.4]", "https://[2a00:1450::102:304]/"),
    # Paths and queries: dot segments go, everything else stays or is encoded.
    ("https://example.com/a/./b/../c", "https://example.com/a/c"),
    ("https://example.com/..", "https://example.com/"),
    ("https://example.com/../../a", "https://example.com/a"),
    ("https://example.com/a/..", "https://example.com/"),
    ("https://example.com/a/b/.", "https://example.com/a/b/"),
    ("https://example.com//a//../b//", "https://example.com//a/b//"),
    ("https://example.com//", "https://example.com//"),
    ("https://example.com/a/%2e%2E/b", "https://example.com/b"),
    ("https://example.com/a/.%2e/b/%2e", "https://example.com/b/"),
    ("https://example.com/a/%252e%252e/b", "https://example.com/a/%252e%252e/b"),
    ("https://example.com/.../.a/a./..a", "https://example.com/.../.a/a./..a"),
    ("https://example.com/%2F%5c%3f", "https://example.com/%2F%5c%3f"),
    ("https://example.com/%c3%A9", "https://example.com/%c3%A9"),
    ("https://example.com/100%", "https://example.com/100%"),
    ("https://example.com/%zz?%", "https://example.com/%zz?%"),
    ("https://example.com/a;b=c,d:e@f!$&'()*+=~", "https://example.com/a;b=c,d:e@f!$&'()*+=~"),
    ("https://example.com/?a;b=c,d:e@f!$&()*+=~/?", "https://example.com/?a;b=c,d:e@f!$&()*+=~/?"),
    ('https://example.com/"<>^`{|}[]', "https://example.com/%22%3C%3E%5E%60%7B%7C%7D%5B%5D"),
    ("https://example.com/?\"'[]", "https://example.com/?%22%27%5B%5D"),
    ("https://example.com/?q=\u017elu\u0165", "https://example.com/?q=%C5%BElu%C5%A5"),
    ("https://example.com/\U0001f600\u200d", "https://example.com/%F0%9F%98%80%E2%80%8D"),
    ("https://example.com/http://127.0.0.1/", "https://example.com/http://127.0.0.1/"),
    ("https://example.com/?@127.0.0.1", "https://example.com/?@127.0.0.1"),
]

REFUSED = {
    Reason.EMPTY_URL: [""],
    Reason.SCHEME: [
        *("javascript:alert(1)", "mailto:a@example.com", "ws://example.com/", "wss://example.com/"),
        *("httpx://example.com/", "https+git://example.com/", "file://localhost/etc/hosts", "DATA:,x"),
        *("data:text/html,a b", "dict://127.0.0.1:11211/", "netdoc:///etc/passwd", "php://filter/x"),
        *("example.com", "www.example.com/a", "/", "#a", "?a:b", "//example.com", "127.0.0.1:80/", "a"),
        *("://example.com/", ":", "1http://example.com/", "ht_tp://example.com/", "h\u0442tp://example.com/"),
        "data:," + "x" * 5000,
    ],
    Reason.NO_AUTHORITY: [
        *(
            "http:",
            "http:/",
            "http://",
            "https:example.com",
            "http:?a",
            "http://?a",
            "http://#a",
            "http:///a",
        ),
        *("https:/\uff0fexample.com/",),
    ],
    Reason.URL_TOO_LONG: ["https://example.com/" + "a" * LONGEST, "http://" + "a" * 5000, "/" * 5000],
    Reason.BAD_CHARACTER: [
        *(
            " https://example.com/",
            "https://example.com/\n",
            "ht\ntp://example.com/",
            "java\tscript:alert(1)",
        ),
        *("https:\\\\example.com\\", "https://example.com\\.evil.org/", "https://example.com/?a\\b", "\\"),
        *("https://example.com/#a b", "https://example.com/a\u00a0b", "https://example\u3000.com/"),
        *("https://exam\u00adple.com/", "https://exam\u200bple.com/", "https://example.com/\u2066"),
        *(
            "https://example.com/\ud800",
            "\udfff",
            "https://example.com/\ufffe",
            "https://example.com/\U000e0041",
        ),
        *("https://example.com/\x1b[31m", "https://example.com/\x9b", "\x00", " ", "\t"),
    ],
    Reason.USERINFO: [
        *("https://@example.com/", "https://:@example.com/", "https://a@b@example.com/", "https://a:b@/"),
        *("https://example.com@[::1]/", "https://example.com\ufe6b127.0.0.1/", "https://@/"),
    ],
    Reason.EMPTY_HOST: ["https://:443/", "http://:80"],
    Reason.PORT: [
        *(
            "https://example.com:0/",
            "https://example.com:81/",
            "https://example.com:444/",
            "https://example.com:/",
        ),
        *("https://example.com:0443/", "https://example.com:443x/", "https://example.com:%34%34%33/"),
        *(
            "https://example.com:\uff14\uff14\uff13/",
            "https://example.com:\u0664\u0664\u0663/",
            "http://[::1]:6379/",
        ),
        *("http://example.com:65616/", "https://example.com:4294967739/", "http://:"),
    ],
    Reason.BAD_HOST: [
        *("https://example..com/", "https://example.com../", "https://./", "https://..com/", "https://.com/"),
        *(
            "https://[]/",
            "https://[1.1.1.1]/",
            "https://[2a00::1]]/",
            "https://[[2a00::1]]/",
            "https://[2a00::1].com/",
        ),
        *(
            "https://2a00::1/",
            "https://[2a00:::1]/",
            "https://[g::1]/",
            "https://[2a00::1/",
            "https://2a00::1]/",
        ),
        *("https://example.com:443:/", "https://example.com::443/", "https://[2a00::1]443/"),
        *("https://exa'mple.com/", "https://exa$mple.com/", "https://exa!mple.com/", "https://{host}/"),
        *(
            'https://"example.com"/',
            "https://exa|mple.com/",
            "https://exa^mple.com/",
            "https://exa~mple.com/",
        ),
        *(
            "https://(example).com/",
            "https://exa=mple.com/",
            "https://exa+mple.com/",
            "https://b\u00fc<cher.com/",
        ),
        *("https://-/", "https://-.com/", "https://example.-com/", "https://example-.com/"),
    ],
    Reason.PERCENT_IN_HOST: [
        *("https://example%2ecom/", "https://%/", "https://example.com%2f.evil.org/"),
        *("https://127.0.0.1%00.example.com/", "https://b%C3%BCcher.com/"),
    ],
    Reason.ZONE_ID: ["https://[2a00::1%1]/", "https://[fe80::1%25en0]:443/", "https://[%]/"],
    Reason.BAD_IDNA: [
        *(
            "https://xn--.com/",
            "https://xn--abc-.com/",
            "https://xn--99999999999.com/",
            "https://xn--u-ccb.com/",
        ),
        *(
            "https://\u2764.com/",
            "https://a\u0338b.\u0338c.com/",
            "https://\u0301a.com/",
            "https://exam\ufe0fple.com/",
        ),
        *(
            "https://exam\u034fple.com/",
            "https://a\uff1ab.com/",
            "https://a\uff1fb.com/",
            "https://a\uff03b.com/",
        ),
        *("https://\u2488.example.com/", "https://xn--b\u00fccher.com/", "https://b\u00fccher-.com/"),
        *(
            "https://a\u200db.com/",
            "https://\u05d0\u0661\u06f1.com/",
            "https://a\u06f1\u0661.com/",
            "https://a\uff3cb.com/",
        ),
    ],
    Reason.HOST_TOO_LONG: [
        f"https://l{LABEL}.com/",
        f"https://{'l' * 60}.{LABEL}.{LABEL}.{LABEL}.com/",
        f"https://{LABEL}.{LABEL}.{LABEL}.{LABEL}.com/",
        "https://" + "\u00fc" * 62 + ".com/",
        "https://" + "\u337f" * 16 + ".com/",
        "https://" + "\u00fc." * 600 + "com/",
    ],
    Reason.AMBIGUOUS_IPV4: [
        *(
            "http://1.1/",
            "http://1.1.1/",
            "http://16843009/",
            "http://0x1.1.1.1/",
            "http://0x/",
            "http://1.1.1.0x/",
        ),
        *(
            "http://01.1.1.1/",
            "http://1.1.1.1./",
            "http://1.1.1.1.1/",
            "http://1.1.1.256/",
            "http://00.0.0.0/",
        ),
        *("http://1\u30021.1.1/", "http://\uff11.1.1.1/", "http://1.1.1.\u00b9/", "http://\u2460.1.1.1:80/"),
        *("http://999999999999999999999999/", "http://example.1/", "http://example.0x1f/", "http://a.b.00/"),
        *(
            "http://0X7F.1/",
            "https://\u06f11.1.1.1/",
            "http://0\uff587f.1/",
            "http://4294967297/",
            "http://\uff10\u3002\uff10\u3002/",
        ),
    ],
    Reason.PRIVATE_ADDRESS: [
        *("http://127.0.0.1:80/", "http://127.255.255.255/", "http://0.0.0.0/", "http://192.168.0.1/"),
        *("http://169.254.169.254/latest/meta-data/", "http://255.255.255.255/", "http://192.0.0.192/"),
        *(
            "http://[::]/",
            "http://[::1]:80/",
            "http://[::127.0.0.1]/",
            "http://[::ffff:8.8.8.8]/",
            "http://[FE80::1]/",
        ),
        *(
            "http://[::ffff:7f00:1]/",
            "http://[2002:a00:1::]/",
            "http://[2a00::5efe:10.0.0.1]/",
            "http://[fd00::1]/",
        ),
    ],
    Reason.SPECIAL_NAME: [
        *(
            "https://localhost:443/",
            "https://a.localhost./",
            "https://LOCALHOST/",
            "https://host.docker.internal/",
        ),
        *("https://router/", "https://com/", "https://com./", "https://xn--p1ai/", "https://b\u00fccher/"),
        *(
            "https://printer.local/",
            "https://nas.lan/",
            "https://a.home/",
            "https://a.home.arpa/",
            "https://a.ip6.arpa/",
        ),
        *(
            "https://a.onion/",
            "https://a.invalid/",
            "https://a.example/",
            "https://a.test/",
            "https://a.alt/",
        ),
        *(
            "https://a.corp/",
            "https://a.mail/",
            "https://a.private/",
            "https://a.intranet/",
            "https://a.LOCALDOMAIN/",
        ),
        *("https://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/", "https://a\uff0elocal/"),
    ],
}

BASE = "https://example.com/a/b/c?q"
REFERENCES = [
    # RFC 3986 5.4, with our base; a fragment is dropped.
    ("", BASE),
    ("#", BASE),
    ("#f:/?", BASE),
    ("g", "https://example.com/a/b/g"),
    ("./g", "https://example.com/a/b/g"),
    ("g/", "https://example.com/a/b/g/"),
    ("/g", "https://example.com/g"),
    ("//g.org", "https://g.org/"),
    ("//g.org:80/x?y#z", "https://g.org:80/x?y"),
    ("?y", "https://example.com/a/b/c?y"),
    ("?", "https://example.com/a/b/c"),
    ("?y#s", "https://example.com/a/b/c?y"),
    ("?http://g.org/", "https://example.com/a/b/c?http://g.org/"),
    ("g?y", "https://example.com/a/b/g?y"),
    ("g?y/../x", "https://example.com/a/b/g?y/../x"),
    ("g#s/../x", "https://example.com/a/b/g"),
    (";x", "https://example.com/a/b/;x"),
    ("g;x=1/../y", "https://example.com/a/b/y"),
    (".", "https://example.com/a/b/"),
    ("./", "https://example.com/a/b/"),
    ("..", "https://example.com/a/"),
    ("../g", "https://example.com/a/g"),
    ("../..", "https://example.com/"),
    ("../../../../g", "https://example.com/g"),
    ("/./g", "https://example.com/g"),
    ("/../g", "https://example.com/g"),
    ("g.", "https://example.com/a/b/g."),
    ("..g", "https://example.com/a/b/..g"),
    ("./g/.", "https://example.com/a/b/g/"),
    ("g/../h", "https://example.com/a/b/h"),
    ("%2e%2e/g", "https://example.com/a/g"),
    ("/a:b", "https://example.com/a:b"),
    ("./a:b", "https://example.com/a/b/a:b"),
    ("\u00e9?\u00e9", "https://example.com/a/b/%C3%A9?%C3%A9"),
    ("http://g.org", "http://g.org/"),
    ("HTTPS://G.org#f", "https://g.org/"),
    (" \t\n\f\r/g\r\n ", "https://example.com/g"),
    ("   ", BASE),
]

BAD_REFERENCES = [
    ("javascript:void(0)", Reason.SCHEME),
    ("javascript:alert('a b')", Reason.SCHEME),
    ("mailto:a@example.com", Reason.SCHEME),
    ("tel:+420123", Reason.SCHEME),
    ("data:,", Reason.SCHEME),
    ("g:h", Reason.SCHEME),
    ("1:2", Reason.SCHEME),
    (":80/", Reason.SCHEME),
    ("http:g", Reason.NO_AUTHORITY),
    ("https:/g", Reason.NO_AUTHORITY),
    ("//", Reason.NO_AUTHORITY),
    ("///g.org/", Reason.NO_AUTHORITY),
    ("//?q", Reason.NO_AUTHORITY),
    ("//127.0.0.1/", Reason.PRIVATE_ADDRESS),
    ("//127.1/", Reason.AMBIGUOUS_IPV4),
    ("//a@b.org/", Reason.USERINFO),
    ("//b.org:8080/", Reason.PORT),
    ("//localhost", Reason.SPECIAL_NAME),
    ("/\\g.org/", Reason.BAD_CHARACTER),
    ("\\\\g.org/", Reason.BAD_CHARACTER),
    ("/\t/g.org/", Reason.BAD_CHARACTER),
    ("/\r\nX: y", Reason.BAD_CHARACTER),
    ("java\nscript:alert(1)", Reason.BAD_CHARACTER),
    ("a b", Reason.BAD_CHARACTER),
    ("\x0bg", Reason.BAD_CHARACTER),
    ("\u00a0g", Reason.BAD_CHARACTER),
    ("g\x00", Reason.BAD_CHARACTER),
    ("\ud800", Reason.BAD_CHARACTER),
    ("a" * 2049, Reason.URL_TOO_LONG),
    ("a" * 2048, Reason.URL_TOO_LONG),
    ("\u00e9" * 400, Reason.URL_TOO_LONG),
]

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
