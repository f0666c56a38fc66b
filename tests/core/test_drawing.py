"""What a drawn page may ask for, and what of an answer it gets to see."""

import pytest

from crawler.core.drawing import passed_on, why_not


@pytest.mark.parametrize(
    "kind", ["document", "script", "stylesheet", "image", "font", "xhr", "fetch", "manifest", "other"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_a_page_is_made_of_is_asked_for(method, kind):
    assert why_not(method, kind, {}) == ""


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", ""])
def test_any_other_method_is_refused(method):
    assert why_not(method, "fetch", {}) == "method"


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("media", "media"), ("texttrack", "media"), ("eventsource", "stream"), ("websocket", "socket"),
        ("ping", "beacon"), ("cspviolationreport", "beacon"), ("prefetch", "prefetch"),
    ],
)  # fmt: skip
def test_what_nobody_needs_to_see_a_page_is_refused(kind, why):
    assert why_not("GET", kind, {}) == why


@pytest.mark.parametrize("value", ["prefetch", "prefetch;prerender", "prefetch;anonymous-client-ip"])
@pytest.mark.parametrize("name", ["sec-purpose", "purpose"])
def test_what_is_asked_for_ahead_is_refused(name, value):
    assert why_not("GET", "document", {name: value}) == "prefetch"


def test_fields_of_the_transfer_and_cookies_are_not_passed_on_and_policies_are():
    fields = [("Set-Cookie", "a=b"), ("Content-Encoding", "gzip"), ("Content-Length", "9"), ("Location", "/x"),
              ("Content-Security-Policy", "img-src a"), ("content-security-policy", "font-src b"),
              ("Content-Type", "text/css")]  # fmt: skip
    expected = {"content-security-policy": "img-src a, font-src b", "content-type": "text/css"}
    assert passed_on(fields) == expected


def test_a_stream_is_one_whatever_the_browser_calls_it():
    assert why_not("GET", "xhr", {"accept": "text/event-stream"}) == "stream"


@pytest.mark.parametrize("field", [("x bad name", "y"), ("x-a", "y\r\nx-b: z"), ("x-a", "y\0"), ("", "y")])
def test_a_malformed_field_does_not_cost_the_others(field):
    assert passed_on([field, ("Content-Type", "text/css")]) == {"content-type": "text/css"}
