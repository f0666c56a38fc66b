"""Hostile servers, content: every row of the list ends as it says, in bounded time and memory."""

import gzip
import zipfile

import pytest

from tests.e2e.hostile_case import Case, check, crawl_cases, world_of
from tests.e2e.support import Run
from tests.world import Net, Response, World, html

DOMAIN = "hostile-content.com"
TYPES = "HTML as image/png, PDF as text/html, empty type"
NESTED, LINKS = "1 600 000 nested `<div>` (8 MiB)", "400 000 links (8 MiB)"
ATTRIBUTES = "700 000 attributes on one element (7 MB)"
MARKUP = "`</script>`-style stored markup, control characters, ANSI escapes in titles"
RULES, INVALID = "BOM against header charset against meta", "invalid bytes for the declared encoding"
ENCODINGS = "UTF-16 without BOM, UTF-7, ISO-2022 shift tricks"
START = "<!doctype html><title>Too much</title><h1>Here</h1><a href=/first>first</a>"
ATTACK = "</script><script>alert(1)</script>\x1b[31mred\x1b]0;owned\x07\x00evil"
#: A page that passes the cheap test, and that the parser does not come to an end with.
TANGLED = START + "<a href=x><object>" * 250 + "<img>" * 240_000

FORMATTED = START + "<p>" + "".join(f"<b id={number}>" for number in range(400)) + "<p>x" * 9000
#: Each tag is short, and the parser keeps twelve things of it.
SHORT = START + "<br a b c d e f g h i j k l>" * 248_000


#: Says so in a meta element, and is UTF-8.
TITLED = "<!doctype html><meta charset=koi8-r><title>Ž</title>".encode()


def typed(kind: str, body: bytes = b"<!doctype html><title>x</title>") -> Response:
    return Response(200, {"Content-Type": kind} if kind else {}, body)


def packed(page: str) -> Response:
    fields = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    return Response(200, fields, gzip.compress(page.encode()))


CASES = {
    "image": Case(TYPES, typed("image/png"), "not-html"),
    "pdf": Case(TYPES, typed("text/html", b"%PDF-1.7\n" + b"x" * 5000), "not-html"),
    "no-type": Case(TYPES, typed(""), "not-html"),
    "nested": Case(NESTED, html(START + "<div>" * 1_600_000), "parse-limit", shown={"limit": "page-tags"}),
    "deep": Case(NESTED, html(START + "<div>" * 5000), "parse-limit", shown={"limit": "page-nesting"}),
    "attributes": Case(
        ATTRIBUTES,
        html(START + "<p " + " ".join(f"a{number}" for number in range(700_000)) + ">text"),
        "parse-limit",
        shown={"limit": "tag-attributes"},
    ),
    "links": Case(
        LINKS,
        html(START + "".join(f"<a href=/{number}>x</a>" for number in range(400_000))),
        "parse-limit",
        shown={"limit": "page-tags"},
    ),
    "some-links": Case(LINKS, html(START + "".join(f"<a href=/{n}>x</a>" for n in range(5000))), "fetched"),
    "tangled": Case(ATTRIBUTES, html(TANGLED), "parse-limit", shown={"limit": "parse-seconds"}),
    "formatting": Case(ATTRIBUTES, html(FORMATTED), "parse-limit", shown={"limit": "page-rebuilt"}),
    "short-attributes": Case(ATTRIBUTES, packed(SHORT), "parse-limit", shown={"limit": "parse-memory"}),
    "markup": Case(MARKUP, html(f"<!doctype html><title>{ATTACK}</title><h1>{ATTACK}</h1><p>{ATTACK}"), "fetched"),
    "bom": Case(RULES, typed("text/html; charset=koi8-r", b"\xef\xbb\xbf" + TITLED), "fetched"),
    "header": Case(RULES, typed("text/html; charset=utf-8", TITLED), "fetched"),
    "meta": Case(RULES, typed("text/html", TITLED), "fetched"),
    "invalid": Case(INVALID, typed("text/html; charset=utf-8", TITLED + b"<p>" + b"\xff\xc3 " * 2_790_000), "fetched"),
    "utf-7": Case(ENCODINGS, typed("text/html; charset=utf-7", b"<title>+ADw-script+AD4-</title>"), "fetched"),
    "utf-16": Case(ENCODINGS, typed("text/html", "<title>x</title>".encode("utf-16-le")), "fetched"),
    "iso-2022": Case(ENCODINGS, typed("text/html; charset=iso-2022-jp", b"<title>\x1b$B0!\x1b(B</title>"), "fetched"),
}  # fmt: skip


def world() -> World:
    return world_of(CASES, DOMAIN)


@pytest.fixture(scope="module")
def runs(net: Net, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    return crawl_cases(net, CASES, DOMAIN, tmp_path_factory.mktemp("content"))


@pytest.mark.parametrize("name", [pytest.param(name, id=f"{case.row}: {name}") for name, case in CASES.items()])
def test_row(name: str, runs: dict[str, Run], net: Net) -> None:
    check(name, CASES, DOMAIN, runs, net)


@pytest.mark.parametrize("name", ["nested", "deep", "attributes", "links", "tangled", "formatting", "short-attributes"])
def test_of_a_page_that_is_too_much_what_could_be_read_is_told_and_a_finding_names_it(
    name: str, runs: dict[str, Run]
) -> None:
    run = runs[name]
    read = run.entry(f"https://{name}.{DOMAIN}/")["evidence"]["read"]
    assert (read["title"], read["h1"]) == ("Too much", "Here")
    assert read["links"] >= 1
    (finding,) = [found for found in run.report["findings"] if found["check"] == "page-too-complex"]
    assert "Too much" in finding["evidence"]
    assert run.report["pages"] == []
    assert run.report["complete"] is False


def test_a_list_of_links_that_is_cut_says_so(runs: dict[str, Run]) -> None:
    (page,) = runs["some-links"].report["pages"]
    assert page["links_cut"]
    assert "links-cut" in page["marks"]
    (finding,) = [f for f in runs["some-links"].report["findings"] if f["check"] == "page-too-many-links"]
    assert finding["evidence"] == "5,001 links; we follow the first 2,000 addresses"


@pytest.mark.parametrize(
    ("name", "rule", "title"),
    [("bom", "bom", "Ž"), ("header", "header", "Ž"), ("meta", "meta", "Ž".encode().decode("koi8-r"))],
)
def test_the_rule_that_decided_the_encoding_is_told(name: str, rule: str, title: str, runs: dict[str, Run]) -> None:
    (page,) = runs[name].report["pages"]
    assert (page["charset_rule"], page["title"]) == (rule, title)


def test_bytes_that_are_not_of_the_encoding_are_counted(runs: dict[str, Run]) -> None:
    (page,) = runs["invalid"].report["pages"]
    assert page["replaced"] == 2 * 2_790_000


def test_no_encoding_that_hides_markup_is_guessed(runs: dict[str, Run]) -> None:
    seven, sixteen = (runs[name].report["pages"][0] for name in ("utf-7", "utf-16"))
    assert (seven["title"], seven["charset"] == "utf-7") == ("+ADw-script+AD4-", False)
    assert sixteen["charset"] != "utf-16le"


def test_what_a_page_calls_itself_reaches_no_terminal_and_no_reader_of_the_report(runs: dict[str, Run]) -> None:
    run = runs["markup"]
    assert run.folder is not None
    with zipfile.ZipFile(run.folder / "report.xlsx") as book:
        sheets = [book.read(name).decode() for name in book.namelist()]
    files = [path.read_text() for path in run.folder.iterdir() if path.suffix != ".xlsx"]
    for text in (run.out, run.err, *files, *sheets):
        assert not {"\x1b", "\x07", "\x00"} & set(text)
    assert "<script>alert" not in (run.folder / "report.html").read_text()
