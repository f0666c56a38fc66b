"""Which rule decides how bytes become text."""

import pytest

from crawler.core.audit.charset import _TABLE, decode, name_of

META = b"<meta charset=windows-1250>"


@pytest.mark.parametrize(
    ("body", "content_type", "charset", "rule"),
    [
        (b"\xef\xbb\xbf" + META, "text/html; charset=koi8-r", "utf-8", "bom"),
        (b"\xff\xfea\x00", "text/html; charset=utf-8", "utf-16le", "bom"),
        (META, "text/html; charset=iso-8859-2", "iso-8859-2", "header"),
        (META, "text/html", "windows-1250", "meta"),
        (b"<meta http-equiv=content-type content='text/html; charset=shift_jis'>", "", "shift_jis", "meta"),
        (b"x" * 1024 + META, "", "utf-8", "utf-8"),
        (b"<!-- <meta charset=koi8-r> -->", "", "utf-8", "utf-8"),
        ("č".encode(), "", "utf-8", "utf-8"),
        (b"\xe8", "", "windows-1252", "windows-1252"),
        (b"<meta charset=utf-16>", "", "utf-8", "meta"),
        (b"a", "text/html; charset=utf-7", "utf-8", "utf-8"),
        (META, "text/html; charset=utf-7", "windows-1250", "meta"),
        (META, "text/html; charset=rot13", "windows-1250", "meta"),
        (b"a\x00", "text/html; charset=UTF-16", "utf-16le", "header"),
        (b"a", 'text/html; charset="ISO-8859-1"', "windows-1252", "header"),
    ],
)
def test_the_first_rule_decides(body: bytes, content_type: str, charset: str, rule: str) -> None:
    decoded = decode(body, content_type)
    assert (decoded.charset, decoded.rule) == (charset, rule)


def test_replacements_are_counted() -> None:
    decoded = decode(b"a\xff\xfeb", "text/html; charset=utf-8")
    assert (decoded.text, decoded.replaced) == ("a\ufffd\ufffdb", 2)


def test_what_was_refused_is_kept() -> None:
    assert decode(b"a", "text/html; charset=utf-7").declared == (("header", "utf-7"),)


@pytest.mark.parametrize("name", _TABLE)
def test_every_encoding_of_the_table_decodes(name: str) -> None:
    assert name_of(name.upper()) == name
    assert (
        decode(b"abc" if not name.startswith("utf-16") else "abc".encode(_TABLE[name][0]), f"x; charset={name}").text
        == "abc"
    )


@pytest.mark.parametrize(
    "label", ["utf-7", "utf-32", "base64", "zip", "punycode", "unicode_escape", "hz-gb-2312", "iso-2022-kr"]
)
def test_what_browsers_do_not_know_is_refused(label: str) -> None:
    assert name_of(label) is None
