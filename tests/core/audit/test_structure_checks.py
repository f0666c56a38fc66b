"""How pages are built: each check fires, is content, and knows what only looks like a fault."""

# ruff: noqa: E501 (one case, one line)

import pytest

from crawler.core.audit import thresholds
from tests.core.audit.build import hits, page

CELLS = "<tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr>"


def body(inner: str) -> str:
    return f"<!doctype html><html lang=en><head><title>T</title></head><body>{inner}</body></html>"


def head(inner: str) -> str:
    return f"<!doctype html><html lang=en><head>{inner}<title>T</title></head><body></body></html>"


def nested(levels: int) -> str:
    return body("<div>" * levels + "x" + "</div>" * levels)


#: check: what fires; what does not
FIRES: dict[str, list[str]] = {
    "a11y-main-landmark": [
        body("<div id=main>x</div>"),
        body("text <!-- <main> -->"),
        body("<article role=region>x</article>"),
    ],
    "a11y-positive-tabindex": [
        body("<p tabindex=1>x"),
        body("<p TABINDEX=' +2 '>x"),
        body("<a href=/x tabindex='07'>x</a>"),
    ],
    "a11y-duplicate-id": [body("<p id=a>x<p id=a>y"), body("<svg id=a></svg><p ID='a'>y")],
    "a11y-table-headers": [body(f"<table>{CELLS}</table>"), body(f"<TABLE><caption>C</caption><tbody>{CELLS}</table>")],
    "html-multiple-head-body": [
        "<html><head><title>T</title></head><head></head><body>x",
        "<html><body>x</body><BODY class='a>b'>y",
        "<html lang=en><html><head><title>T</title><body>x",
    ],
    "html-dom-size": [body("<i></i>" * thresholds.DOM_ELEMENTS), nested(33)],
    "render-blocking": [head("".join(f"<script src=/{n}.js></script>" for n in range(4)))],
}
CONTENT: dict[str, list[str]] = {
    "a11y-main-landmark": [
        body("<main>x</main>"), body("<div role='MAIN'>x</div>"), body("<div role='none main'>x</div>"),
        "<frameset><frame src=/a></frameset>", body("<div id=root></div><script src=/app.js></script>"),
    ],
    "a11y-positive-tabindex": [body("<p tabindex=0>x"), body("<p tabindex=-1>x"), body("<p tabindex>x"), body("<p tabindex=x1>x")],
    "a11y-duplicate-id": [
        body("<p id=a>x<p id=A>y"), body("<a name=a></a><p id=a>y"), body("<p id=''>x<p id=''>y"),
        body("<p id=a>x<template><p id=a>y</template>"), body("<p id=a>x<script>'<p id=a>'</script>"),
    ],
    "a11y-table-headers": [
        body("<table><tr><th>A<th>B<tr><td>1<td>2</table>"), body(f"<table role=presentation>{CELLS}</table>"),
        body("<table><tr><td>1<td>2</table>"), body("<table><tr><td>1<tr><td>2</table>"), body("<table></table>"),
        body(f"<table><tr><td><table>{CELLS.replace('td', 'th')}</table><td>x<tr><td>y<td>z</table>"),
        body("<table><tr><td>Menu<td>" + "long text " * 20 + "<tr><td>x<td>y</table>"),
        body("<table><tr><td>A<td>B<tr><td colspan=2>C</table>"), body("<table><tr><td><td><tr><td>x<td></table>"),
        body(f"<table aria-hidden=true>{CELLS}</table>"), body("<table><tr><td>Name<td><input><tr><td>x<td>y</table>"),
        body("<table><tr><td scope=col>A<td scope=col>B<tr><td>1<td>2</table>"),
    ],
    "html-multiple-head-body": [
        body("x"), body("<header></header><header></header><tbody></tbody>"), body("<script>'<body><body>'</script>"),
        body("<!-- <head><head> --><p title='<body>'>x"), body("<iframe srcdoc=\"<html><body>x\"></iframe>"),
        body("<textarea><html></textarea>"), body("<svg><foreignObject><body>x</body></foreignObject></svg>"), body("&lt;body>"),
    ],
    "html-dom-size": [body("<i></i>" * 1400), nested(32), body("x <b>" * 30)],
    "render-blocking": [
        head("".join(f"<script src=/{n}.js></script>" for n in range(3))),
        head("".join(f"<script src=/{n}.js {how}></script>" for n, how in enumerate(["async", "defer", "type=module", "nomodule", "type=text/plain", ""]))),
        body("".join(f"<script src=/{n}.js></script>" for n in range(6))),
        head("".join(f"<script>var a{n}</script><script src></script>" for n in range(6))),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("check", "html"), [(check, html) for check, cases in FIRES.items() for html in cases])
def test_it_fires(check: str, html: str) -> None:
    assert len(hits(check, page(html))) == 1


@pytest.mark.parametrize(("check", "html"), [(check, html) for check, cases in CONTENT.items() for html in cases])
def test_it_is_content(check: str, html: str) -> None:
    assert hits(check, page(html)) == []


def test_an_id_that_a_label_relies_on_is_a_warning() -> None:
    for reference in ("<label for=a>L</label>", "<p aria-describedby='b a'>x", "<p ARIA-LABELLEDBY=a>x"):
        (hit,) = hits("a11y-duplicate-id", page(body(f"<input id=a><input id=a>{reference}")))
        assert hit.severity == "warning"
        assert "(relied on)" in hit.evidence
    (hit,) = hits("a11y-duplicate-id", page(body("<p id=a><p id=a><label for=b>L</label>")))
    assert hit.severity is None


def test_evidence_names_some_and_counts_the_rest() -> None:
    (hit,) = hits("a11y-duplicate-id", page(body("".join(f"<p id=a{n % 9}>" for n in range(18)))))
    assert hit.evidence.startswith("9 ids given more than once: “a0”")
    assert hit.evidence.endswith("and 4 more")
    (hit,) = hits("a11y-positive-tabindex", page(body("<p tabindex=3>x")))
    assert hit.evidence == "1 element with a positive tabindex: <p> 3"
    (hit,) = hits("html-multiple-head-body", page("<html><body>x<body>y"))
    assert hit.evidence == "2 <body> tags"
    (hit,) = hits("html-dom-size", page(body("<i></i>" * 1500 + "<b>" * 40)))
    assert hit.evidence == "1,544 elements; elements nested more than 32 deep"


def test_what_is_kept_of_one_page_is_bounded() -> None:
    many = page(body("".join(f"<p id=x tabindex=1><p id=a{n}><p id=a{n}>" for n in range(300))))
    assert len(many.repeated_ids) == 50
    assert len(many.tabindexes) == 50
    tables = page(body(f"<table>{CELLS}</table>" * 50))
    assert tables.bare_tables == 30
    names = page(body("".join(f"<p id=n{n}>" for n in range(20_100)) + "<p id=n20050>"))
    assert names.repeated_ids == ()


def test_scripts_are_looked_at_up_to_a_number() -> None:
    many = page(
        body(
            "".join(f"<script>{n}</script><script src='/{n}.js'></script>" for n in range(300))
            + "<script src=' '></script>"
        )
    )
    assert len(many.loaded) == 200
    late = "".join("<script>0</script>" for _ in range(50)) + "<script>_paq.push(1)</script>"
    assert page(body(late)).technologies == ()
