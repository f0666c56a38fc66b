"""Challenge and block pages: recognised by their marks, and their innocent lookalikes left alone."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.blocked import LOOKED_AT, MARKERS, REFUSING, recognise
from crawler.core.outcome import Outcome

FIELD_MARKERS = [marker for marker in MARKERS if marker.field is not None]
BODY_MARKERS = [marker for marker in MARKERS if marker.field is None]
REFUSALS = sorted(REFUSING)


def page(words):
    return f"<!doctype html><html><head><title>x</title></head><body>{words}</body></html>".encode()


def by(status, fields=None, body=b""):
    ending = recognise(status, fields or {}, body)
    if ending is None:
        return None
    assert ending.outcome is Outcome.BLOCKED
    json.dumps(dict(ending.evidence))
    return ending.evidence["by"]


# Every marker fires


@pytest.mark.parametrize("marker", FIELD_MARKERS, ids=lambda m: f"{m.field}={m.text}")
def test_every_header_field_fires_with_a_refusal(marker):
    ending = recognise(403, {marker.field: marker.text or "1"}, b"")
    assert ending is not None
    assert ending.evidence == {"by": marker.product, "status": 403, "sign": f"header field {marker.field}"}
    assert marker.product in ending.reason
    assert "403" in ending.reason


@pytest.mark.parametrize("marker", BODY_MARKERS, ids=lambda m: m.text)
@pytest.mark.parametrize("status", REFUSALS)
def test_every_word_fires_with_every_refusal(marker, status):
    assert by(status, body=page(f"<p>{marker.text}</p>")) == marker.product


@pytest.mark.parametrize("marker", BODY_MARKERS, ids=lambda m: m.text)
def test_words_fire_whatever_their_case(marker):
    assert by(403, body=page(marker.text.upper())) == marker.product


@pytest.mark.parametrize(
    ("status", "fields", "body", "product"),
    [
        (403, {"cf-mitigated": "challenge", "server": "cloudflare"}, b"", "Cloudflare challenge"),
        (503, {"cf-mitigated": "challenge"}, b"", "Cloudflare challenge"),
        (200, {"cf-mitigated": "challenge"}, page("Just a moment..."), "Cloudflare challenge"),
        (403, {"cf-mitigated": "Challenge"}, b"", "Cloudflare challenge"),
        (202, {"x-amzn-waf-action": "challenge"}, b"", "AWS WAF"),
        (405, {"x-amzn-waf-action": "captcha"}, b"", "AWS WAF"),
        (403, {}, page("error code: 1020"), "Cloudflare"),
        (403, {}, page("/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8"), "Cloudflare"),
        (403, {"server": "AkamaiGHost"}, page("https://errors.edgesuite.net/18.2"), "Akamai"),
        (403, {}, page("<iframe src='/_Incapsula_Resource?SWUDNSAI=31'>"), "Imperva"),
        (403, {}, page("<div id='px-captcha'></div>"), "HUMAN"),
        (403, {}, page("<script src='https://ct.captcha-delivery.com/c.js'>"), "DataDome"),
        (403, {"x-sucuri-block": "1"}, b"", "Sucuri"),
        (403, {}, page("Access Denied - Sucuri Website Firewall"), "Sucuri"),
    ],
)
def test_a_challenge_as_it_comes_is_recognised(status, fields, body, product):
    assert by(status, fields, body) == product


# Both sides of the table of statuses


@pytest.mark.parametrize("status", [code for code in range(100, 600) if code not in REFUSING])
def test_words_count_with_a_refusing_status_only(status):
    assert by(status, body=page(" ".join(marker.text for marker in BODY_MARKERS))) is None


@pytest.mark.parametrize("marker", [m for m in FIELD_MARKERS if not m.any_status], ids=lambda m: m.field)
@pytest.mark.parametrize("status", [200, 301, 404, 500])
def test_a_field_that_guarded_sites_always_send_counts_with_a_refusal_only(marker, status):
    assert by(status, {marker.field: "1"}) is None


def test_only_the_beginning_of_a_body_is_looked_at():
    word = b"px-captcha"
    assert by(403, body=b" " * (LOOKED_AT - len(word)) + word) == "HUMAN"
    assert by(403, body=b" " * (LOOKED_AT - len(word) + 1) + word) is None
    assert by(403, body=b" " * 8_000_000 + word) is None


# Innocent lookalikes

ARTICLE = page(
    "<h1>How captchas work</h1><p>Cloudflare challenge, cdn-cgi/challenge-platform, px-captcha, error code: 1020,"
    " captcha-delivery.com, Sucuri Website Firewall, _Incapsula_Resource: just a moment, checking your browser.</p>"
)
CONTACT = page(
    "<form action='/contact'><div class='g-recaptcha' data-sitekey='x'></div><div class='h-captcha'></div></form>"
)
TURNSTILE = page("<form><script src='https://challenges.cloudflare.com/turnstile/v0/api.js'></script></form>")
#: developers.cloudflare.com, JavaScript Detections: put by Cloudflare into every HTML page of a site that has it on.
DETECTION = "<script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';</script>"


@pytest.mark.parametrize(
    ("status", "fields", "body"),
    [
        (200, {}, ARTICLE),
        (404, {}, ARTICLE),
        (200, {}, CONTACT),
        (200, {}, TURNSTILE),
        (403, {}, CONTACT),
        (403, {}, TURNSTILE),
        (403, {}, page("Forbidden")),
        (403, {"server": "cloudflare", "cf-ray": "8-PRG"}, page("Members only")),
        (403, {"server": "AkamaiGHost"}, page("Access Denied")),
        (401, {"www-authenticate": "Basic"}, page("Sign in")),
        (429, {"retry-after": "30"}, page("Too many requests")),
        (451, {}, page("Not available in your country")),
        (503, {}, page("Down for maintenance")),
        (503, {"retry-after": "120", "server": "cloudflare"}, page("Service unavailable")),
        (500, {}, page("error code: 500")),
        (200, {"cf-mitigated": ""}, page("x")),
        (200, {"x-amzn-waf-action": "count"}, page("x")),
        (200, {"x-datadome": "protected"}, page("x")),
        (403, {"x-cache": "cf-mitigated: challenge"}, page("x")),
        (403, {}, b""),
        (200, {}, page(DETECTION)),
        (403, {"server": "cloudflare"}, page(f"Members only {DETECTION}")),
        (503, {"server": "cloudflare"}, page(f"Down for maintenance {DETECTION}")),
        (403, {"x-datadome": "protected"}, page("Members only")),
        (503, {"x-datadome": "protected"}, page("Down for maintenance")),
    ],
)
def test_a_lookalike_is_not_blocked(status, fields, body):
    assert by(status, fields, body) is None


@given(st.integers(100, 599), st.dictionaries(st.text(max_size=8), st.text(max_size=8)), st.binary(max_size=200))
def test_whatever_comes_nothing_is_raised(status, fields, body):
    recognise(status, fields, body)
