"""Redirects: where one leads, or why it is not followed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.limits import REDIRECTS
from crawler.core.outcome import Ended, Outcome
from crawler.core.redirects import follow, is_redirect
from crawler.core.urls import Url, normalise

HTTPS = "https://example.com/a/b?c"
HTTP = "http://example.com/a/b?c"


def url(text):
    found = normalise(text)
    assert isinstance(found, Url)
    return found


def leads(location, base=HTTPS, chain=None, **how):
    locations = location if isinstance(location, list) else [location]
    return str(follow(url(base), locations, [base] if chain is None else chain, REDIRECTS, **how))


def refused(location, **how):
    with pytest.raises(Ended) as raised:
        leads(location, **how)
    ending = raised.value.ending
    json.dumps(dict(ending.evidence))  # evidence stands in the report
    return ending


@pytest.mark.parametrize("status", range(200, 600))
def test_five_statuses_redirect_and_no_other(status):
    assert is_redirect(status) is (status in (301, 302, 303, 307, 308))


@pytest.mark.parametrize(
    ("location", "target"),
    [
        (b"https://example.org/x", "https://example.org/x"),
        (b"HTTPS://EXAMPLE.org", "https://example.org/"),
        (b"//example.org/x", "https://example.org/x"),
        (b"/x", "https://example.com/x"),
        (b"x", "https://example.com/a/x"),
        (b"../x", "https://example.com/x"),
        (b"../../../x", "https://example.com/x"),
        (b"?d", "https://example.com/a/b?d"),
        (b"https://example.org/x#part", "https://example.org/x"),
        (b"https://example.org:443/", "https://example.org/"),
        ("/č".encode(), "https://example.com/%C4%8D"),
    ],
)
def test_a_location_is_resolved_against_the_url_that_answered(location, target):
    assert leads(location) == target


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        (b"http://127.0.0.1/", "private-address"),
        (b"https://10.0.0.1/", "private-address"),
        (b"//169.254.169.254/latest/meta-data/", "private-address"),
        (b"https://[::1]/", "private-address"),
        (b"https://[::ffff:10.0.0.1]/", "private-address"),
        (b"https://2130706433/", "ambiguous-ipv4"),
        (b"https://localhost/", "special-name"),
        (b"file:///etc/passwd", "scheme"),
        (b"data:text/html,x", "scheme"),
        (b"gopher://example.org/", "scheme"),
        (b"javascript:alert(1)", "scheme"),
        (b"ftp://example.org/", "scheme"),
        (b"https://example.org:8443/", "port"),
        (b"https://example.com@10.0.0.1/", "userinfo"),
        (b"https:\\\\example.org/", "bad-character"),
        (b"/a b", "bad-character"),
        (b" /a", "bad-character"),
        (b"/a\r\nSet-Cookie: x", "bad-character"),
        (b"/\x00", "bad-character"),
        (b"/\xff\xfe", "bad-character"),
        ("https://example.org/\u202egnp.exe".encode(), "bad-character"),
        (b"https:///x", "no-authority"),
        (b"/" + b"a" * 3000, "url-too-long"),
        (b"/" + b"a" * 1_000_000, "url-too-long"),
    ],
)
def test_a_location_that_is_no_url_of_ours_is_refused_with_its_reason(location, reason):
    ending = refused(location)
    private = reason == "private-address"
    assert ending.outcome is (Outcome.PRIVATE_ADDRESS if private else Outcome.URL_REFUSED)
    assert ending.evidence["refusal"] == reason
    assert len(ending.evidence["location"]) <= 300
    assert ending.evidence["location"].isprintable()


@pytest.mark.parametrize("locations", [[], [b"/x", b"/y"], [b"/x", b"/x", b"https://example.com/x"]])
def test_no_location_and_several_are_refused(locations):
    ending = refused(locations)
    assert (ending.outcome, ending.evidence["refusal"]) == (Outcome.URL_REFUSED, "bad-location")


def test_the_same_location_twice_is_one():
    assert leads([b"/x", b"/x"]) == "https://example.com/x"


@pytest.mark.parametrize("location", [b"", b"#part", b"/a/b?c", b"b?c", b"//example.com/a/b?c", HTTPS.encode()])
def test_a_redirect_to_itself_is_a_loop(location):
    ending = refused(location)
    assert ending.outcome is Outcome.REDIRECT_LOOP
    assert ending.evidence["chain"] == [HTTPS, HTTPS]


def test_a_redirect_to_an_earlier_hop_is_a_loop():
    chain = ["https://example.com/1", "https://example.com/2", "https://example.com/3"]
    ending = refused(b"/1", base=chain[-1], chain=chain)
    assert ending.outcome is Outcome.REDIRECT_LOOP
    assert ending.evidence["chain"] == [*chain, chain[0]]


def walk(hops):
    """Follow /1 to /`hops`, as a page's chain grows."""
    chain = ["https://example.com/0"]
    for hop in range(1, hops + 1):
        chain.append(leads(f"/{hop}".encode(), base=chain[-1], chain=chain))
    return chain


def test_five_redirects_are_followed():
    assert walk(5)[-1] == "https://example.com/5"


def test_the_sixth_redirect_is_one_too_many_and_says_so():
    chain = walk(5)
    ending = refused(b"/6", base=chain[-1], chain=chain)
    assert ending.outcome is Outcome.TOO_MANY_REDIRECTS
    assert ending.evidence["limit"] == "redirects"
    assert ending.evidence["value"] == 5
    assert ending.evidence["seen"] == 6
    assert ending.evidence["chain"] == [*chain, "https://example.com/6"]


@pytest.mark.parametrize("location", [b"http://example.com/", b"http://example.org/", b"HTTP://example.com/x"])
def test_nobody_is_led_out_of_https(location):
    ending = refused(location)
    assert ending.outcome is Outcome.DOWNGRADE
    assert ending.evidence["location"].startswith("http://")


def test_a_site_entered_as_http_may_lead_back_to_http():
    assert leads(b"http://example.com/", entered_http=True) == "http://example.com/"


@pytest.mark.parametrize("location", [b"http://example.com/x", b"//example.com/x", b"https://example.com/x"])
def test_from_http_both_schemes_are_followed(location):
    assert leads(location, base=HTTP).endswith("://example.com/x")


@given(st.lists(st.binary(max_size=60), max_size=3), st.sampled_from([HTTP, HTTPS]))
def test_whatever_the_location_is_the_answer_is_a_url_or_a_typed_ending(locations, base):
    try:
        answer = follow(url(base), locations, [base], REDIRECTS)
    except Ended as ended:
        answer = ended.ending.outcome
    kinds = (Outcome.URL_REFUSED, Outcome.REDIRECT_LOOP, Outcome.DOWNGRADE)
    assert answer in kinds or normalise(str(answer)) == answer
