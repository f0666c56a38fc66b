"""What a line is, where it ends, and what becomes of octets that are no text."""

import pytest

from crawler.core.limits import ROBOTS_BYTES
from crawler.core.robots import Kind, parse
from crawler.core.robots.lines import MISSPELT

LIMIT = int(ROBOTS_BYTES)
OPEN = b"User-agent: *\n"

KINDS = [
    ("User-agent: a", Kind.USER_AGENT, "User-agent", "a"),
    ("user-AGENT:a", Kind.USER_AGENT, "user-AGENT", "a"),
    ("\tAllow :\t/a b ", Kind.ALLOW, "Allow", "/a b"),
    ("Disallow: /a # b", Kind.DISALLOW, "Disallow", "/a"),
    ("Disallow:", Kind.DISALLOW, "Disallow", ""),
    ("Crawl-delay: 5", Kind.CRAWL_DELAY, "Crawl-delay", "5"),
    ("Sitemap: https://h/s", Kind.SITEMAP, "Sitemap", "https://h/s"),
    ("noindex: /a", Kind.UNUSED, "noindex", "/a"),
    ("Host: h", Kind.UNUSED, "Host", "h"),
    ("Alow: /a", Kind.UNKNOWN, "Alow", "/a"),
    ("whatever: a: b", Kind.UNKNOWN, "whatever", "a: b"),
    ("<p>a: b</p>", Kind.UNKNOWN, "<p>a", "b</p>"),
    (": /a", Kind.PROSE, "", ""),
    (":::", Kind.PROSE, "", ""),
    ("Disallow everything", Kind.DISALLOW, "Disallow", "everything"),
    ("Allow everything", Kind.PROSE, "", ""),
    ("Disallow everything here", Kind.PROSE, "", ""),
    ("Disallow", Kind.PROSE, "", ""),
    ("just words", Kind.PROSE, "", ""),
    ("/a", Kind.PROSE, "", ""),
    ("# Disallow: /", Kind.COMMENT, "", ""),
    ("   # a", Kind.COMMENT, "", ""),
    ("#", Kind.COMMENT, "", ""),
    ("", Kind.EMPTY, "", ""),
    (" \t ", Kind.EMPTY, "", ""),
]


@pytest.mark.parametrize(("text", "kind", "key", "value"), KINDS)
def test_kind(text: str, kind: Kind, key: str, value: str) -> None:
    (line,) = parse(text.encode()).lines
    assert (line.number, line.kind, line.key, line.value, line.text) == (1, kind, key, value, text)


@pytest.mark.parametrize("key", sorted(MISSPELT))
def test_house_a_misspelt_key_counts_and_is_marked(key: str) -> None:
    (line,) = parse(f"{key.title()}: x".encode()).lines
    assert (line.kind, line.typo) == (MISSPELT[key], True)


def test_house_no_misspelling_allows() -> None:
    assert Kind.ALLOW not in MISSPELT.values()


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_rfc22_lines_end_in_three_ways(end: bytes) -> None:
    assert [line.text for line in parse(end.join([b"a", b"", b"b", b""])).lines] == ["a", "", "b", ""]


def test_rfc22_mixed_ends_are_counted_as_an_editor_counts() -> None:
    assert [line.text for line in parse(b"a\rb\n\rc\r\n\nd").lines] == ["a", "b", "", "c", "", "d"]


@pytest.mark.parametrize("sign", ["\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\0"])
def test_rfc22_nothing_else_ends_a_line(sign: str) -> None:
    assert len(parse(f"Disallow: /a{sign}Allow: /".encode()).lines) == 1


MARKS = [
    ("a whole mark", b"\xef\xbb\xbf", True),
    ("two octets of a mark", b"\xef\xbb", True),
    ("one octet of a mark", b"\xef", True),
    ("a mark of UTF-16 before UTF-8", b"\xff\xfe", True),
    ("no mark but its last octet", b"\xbf", False),
    ("two marks", b"\xef\xbb\xbf\xef\xbb\xbf", False),
]


@pytest.mark.parametrize(("mark", "read"), [pytest.param(*case[1:], id=case[0]) for case in MARKS])
def test_a_byte_order_mark_hides_no_group(mark: bytes, read: bool) -> None:
    assert parse(mark + b"User-agent: *\nDisallow: /").verdict("x", "/a").allowed is not read


def test_a_mark_in_mid_file_is_of_the_key() -> None:
    assert parse("User-agent: *\n\ufeffDisallow: /".encode()).verdict("x", "/a").why == "no-rule"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le"])
def test_house_marked_utf_16_is_read(encoding: str) -> None:
    text = ("" if encoding == "utf-16" else "\ufeff") + "User-agent: *\r\nDisallow: /ž\r\n"
    assert parse(text.encode(encoding)).verdict("x", "/ž").line == 2


def test_octets_that_are_no_utf8_are_compared_as_octets() -> None:
    robots = parse(b"# caf\xe9\nUser-agent: *\nDisallow: /caf\xe9\n")
    assert robots.verdict("x", "/caf%e9/").rule == "Disallow: /caf%E9"
    assert robots.verdict("x", "/café").allowed
    assert [line.text.encode().decode() for line in robots.lines] == [
        "# caf%E9",
        "User-agent: *",
        "Disallow: /caf%E9",
        "",
    ]


def padded(rule: bytes, size: int) -> bytes:
    """A file of `size` octets that ends in `rule`."""
    return OPEN + b"#" * (size - len(OPEN) - len(rule) - 1) + b"\n" + rule


CUTS = [
    ("all of it at the limit", padded(b"Disallow: /abc", LIMIT), False, False),
    ("its last rule ends where the limit is", padded(b"Disallow: /abc", LIMIT) + b"\n", True, False),
    ("the same with CR", padded(b"Disallow: /abc", LIMIT) + b"\rx", True, False),
    ("its last rule and the line end fit", padded(b"Disallow: /abc\n", LIMIT) + b"x", True, False),
    ("its last rule is cut by one octet", padded(b"Disallow: /abc", LIMIT + 1), True, True),
    ("only the end of a rule is left out", padded(b"Disallow: /abc\n", LIMIT + 2), True, True),
]


@pytest.mark.parametrize(("body", "cut", "allowed"), [pytest.param(*case[1:], id=case[0]) for case in CUTS])
def test_over_the_limit_only_whole_lines_are_read(body: bytes, cut: bool, allowed: bool) -> None:
    robots = parse(body)
    assert (robots.cut, robots.verdict("x", "/abc").allowed) == (cut, allowed)


def test_half_a_rule_is_no_rule() -> None:
    robots = parse(padded(b"Allow: /a/only-this", LIMIT + 10))
    assert robots.cut
    assert robots.groups[0].rules == ()


def test_one_line_over_the_limit_is_nothing() -> None:
    robots = parse(b"Disallow: /" + b"a" * LIMIT)
    assert (robots.cut, len(robots.lines), robots.groups) == (True, 1, ())
