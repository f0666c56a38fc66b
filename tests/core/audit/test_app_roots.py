"""Which pages are told to be empty without scripts, and which only look so."""

import pytest

from tests.core.audit.build import hits, page

TEXT = "word " * 250
SCRIPT = "<script src=/app.js></script>"
EMPTY = {
    "react": "<div id=root></div>",
    "react, with a comment": "<div id=root class=x><!-- c --> </div>",
    "react, loading": "<div id=root><div class=spinner>Loading…</div></div>",
    "vue": "<div id=app></div>",
    "svelte": "<div id=svelte></div>",
    "gatsby": "<div id=___gatsby></div>",
    "angular": "<app-root></app-root>",
    "angular, loading": "<app-root>Loading...</app-root>",
    "a word for it": "<div id=app>Bitte warten</div>",
    "a common name": "<div id=main></div>",
    "behind a noscript": "<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>",
    "written by the script alone": "",
}
NOT_EMPTY = {
    "text in the root": f"<div id=root><h1>x</h1><p>{TEXT}</p></div>",
    "a widget beside text": f"<p>{TEXT}</p><div id=app></div>",
    "a widget beside a short text": "<h1>Contact</h1><p>Call us.</p><div id=app></div>",
    "a widget of a common name beside a short text": "<p>Call us any day between nine and five, or write.</p>"
                                                     "<div id=content></div>",
    "a short page": "<h1>Contact</h1><p>Call us 123 456.</p>",
    "pictures in a common name": "<div id=main><img src=/a.png alt=a></div>",
    "a frame": "<iframe src=/x title=x></iframe>",
    "a text about loading": "<div id=app>Loading a lorry well takes a plan, straps and two people who talk</div>",
}  # fmt: skip


def found(inner: str) -> set[str]:
    read = page(f"<!doctype html><html lang=en><title>T</title><body>{inner}")
    return {check for check in ("content-js-dependent", "content-thin") if hits(check, read)}


@pytest.mark.parametrize("name", EMPTY)
def test_a_page_that_scripts_build_is_told_and_not_called_thin(name):
    told = found(EMPTY[name] + SCRIPT)
    assert "content-js-dependent" in told
    assert "content-thin" not in told


@pytest.mark.parametrize("name", NOT_EMPTY)
def test_a_page_that_has_what_it_is_for_is_not(name):
    assert "content-js-dependent" not in found(NOT_EMPTY[name] + SCRIPT)


def test_without_a_script_that_runs_there_is_nothing_to_depend_on():
    data = "<script type=application/ld+json>{}</script>"
    assert "content-js-dependent" not in found("<div id=app></div>" + data)
    assert "content-js-dependent" not in found("<p>Call us.</p><div id=app></div>" + data)
