"""Bytes to text as browsers do it: BOM, then header, then meta, then utf-8, then windows-1252.

Labels are those of the WHATWG Encoding standard; what has no label there (UTF-7, UTF-32, Python's codecs) is
refused and the next rule decides. Which rule decided is kept, and how many bytes meant nothing.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_PRESCAN = 1024  # HTML 13.2.3.2: the meta element is looked for in the first 1024 bytes


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the encoding, the rule that chose it, what was declared, and how many replacements were made."""

    text: str
    charset: str
    rule: str  # bom, header, meta, utf-8, windows-1252
    declared: tuple[tuple[str, str], ...] = ()  # (bom | header | meta, label as written)
    replaced: int = 0


_BOMS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))

# name of the standard: (Python's codec, labels)
_TABLE: Final[dict[str, tuple[str, str]]] = {
    "utf-8": ("utf-8", "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"),
    "utf-16le": ("utf-16-le", "utf-16 unicode ucs-2 iso-10646-ucs-2 csunicode unicodefeff"),
    "utf-16be": ("utf-16-be", "unicodefffe"),
    "windows-1252": (
        "cp1252",
        "ascii us-ascii ansi_x3.4-1968 iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 "
        "latin1 l1 cp1252 x-cp1252 cp819 ibm819 csisolatin1",
    ),
    "windows-1250": ("cp1250", "cp1250 x-cp1250"),
    "windows-1251": ("cp1251", "cp1251 x-cp1251"),
    "windows-1253": ("cp1253", "cp1253 x-cp1253"),
    "windows-1254": (
        "cp1254",
        "cp1254 x-cp1254 iso-8859-9 iso8859-9 iso88599 iso_8859-9 latin5 l5 csisolatin5",
    ),
    "windows-1255": ("cp1255", "cp1255 x-cp1255"),
    "windows-1256": ("cp1256", "cp1256 x-cp1256"),
    "windows-1257": ("cp1257", "cp1257 x-cp1257"),
    "windows-1258": ("cp1258", "cp1258 x-cp1258"),
    "windows-874": ("cp874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"),
    "iso-8859-2": (
        "iso8859-2",
        "iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 latin2 l2 csisolatin2 iso-ir-101",
    ),
    "iso-8859-3": ("iso8859-3", "iso8859-3 iso_8859-3 latin3 l3 csisolatin3"),
    "iso-8859-4": ("iso8859-4", "iso8859-4 iso_8859-4 latin4 l4 csisolatin4"),
    "iso-8859-5": ("iso8859-5", "iso8859-5 iso_8859-5 cyrillic csisolatincyrillic"),
    "iso-8859-6": ("iso8859-6", "iso8859-6 iso_8859-6 arabic csisolatinarabic asmo-708 ecma-114"),
    "iso-8859-7": ("iso8859-7", "iso8859-7 iso_8859-7 greek greek8 csisolatingreek elot_928 ecma-118"),
    "iso-8859-8": ("iso8859-8", "iso8859-8 iso_8859-8 hebrew csisolatinhebrew visual iso-8859-8-e"),
    "iso-8859-8-i": ("iso8859-8", "logical csiso88598i"),
    "iso-8859-10": ("iso8859-10", "iso8859-10 iso885910 latin6 l6 csisolatin6"),
    "iso-8859-13": ("iso8859-13", "iso8859-13 iso885913"),
    "iso-8859-14": ("iso8859-14", "iso8859-14 iso885914"),
    "iso-8859-15": ("iso8859-15", "iso8859-15 iso885915 iso_8859-15 l9 csisolatin9"),
    "iso-8859-16": ("iso8859-16", ""),
    "ibm866": ("cp866", "866 cp866 csibm866"),
    "koi8-r": ("koi8-r", "koi koi8 koi8_r cskoi8r"),
    "koi8-u": ("koi8-u", "koi8-ru"),
    "macintosh": ("mac-roman", "mac x-mac-roman csmacintosh"),
    "x-mac-cyrillic": ("mac-cyrillic", "x-mac-ukrainian"),
    "gbk": ("gb18030", "gb2312 gb_2312 gb_2312-80 chinese csgb2312 csiso58gb231280 x-gbk iso-ir-58"),
    "gb18030": ("gb18030", ""),
    "big5": ("big5hkscs", "big5-hkscs cn-big5 csbig5 x-x-big5"),
    "euc-jp": ("euc_jp", "x-euc-jp cseucpkdfmtjapanese"),
    "iso-2022-jp": ("iso2022_jp", "csiso2022jp"),
    "shift_jis": ("cp932", "shift-jis sjis ms_kanji ms932 windows-31j x-sjis csshiftjis"),
    "euc-kr": (
        "cp949",
        "korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 cseuckr iso-ir-149",
    ),
}
_NAMES: Final = {label: name for name, (_, labels) in _TABLE.items() for label in (name, *labels.split())}

_META = re.compile(rb"<meta[\t\n\f\r /]([^>]{1,1000})", re.IGNORECASE)
_META_CHARSET = re.compile(
    rb"charset[\t\n\f\r ]{0,20}=[\t\n\f\r ]{0,20}[\"']?[\t\n\f\r ]{0,20}([^\"'\s;/>]{1,60})", re.I
)
_HEADER_CHARSET = re.compile(r"charset\s{0,20}=\s{0,20}[\"']?\s{0,20}([^\"'\s;,]{1,60})", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)


def name_of(label: str) -> str | None:
    """The standard's name for a label, or None where browsers know no such encoding."""
    return _NAMES.get(label.strip("\t\n\f\r ").lower())


def decode(body: bytes, content_type: str) -> Decoded:
    """Decode a page by the first rule that applies."""
    declared = tuple(_declared(body, content_type))
    for rule, label in declared:
        if rule == "bom":
            mark = next(mark for mark, name in _BOMS if name == label)
            return _decoded(body[len(mark) :], label, rule, declared)
        if name := name_of(label):
            # HTML 13.2.3.2: a meta element that says UTF-16 was read as ASCII, so it means UTF-8.
            return _decoded(body, "utf-8" if rule == "meta" and name.startswith("utf-16") else name, rule, declared)
    try:
        return Decoded(body.decode("utf-8"), "utf-8", "utf-8", declared)
    except UnicodeDecodeError:
        return _decoded(body, "windows-1252", "windows-1252", declared)


def _declared(body: bytes, content_type: str) -> Iterator[tuple[str, str]]:
    for mark, name in _BOMS:
        if body.startswith(mark):
            yield "bom", name
    if found := _HEADER_CHARSET.search(content_type):
        yield "header", found[1]
    for meta in _META.finditer(_COMMENT.sub(b"", body[:_PRESCAN])):
        if label := _META_CHARSET.search(meta[1]):
            yield "meta", label[1].decode("latin-1")
            return


def _decoded(body: bytes, name: str, rule: str, declared: tuple[tuple[str, str], ...]) -> Decoded:
    codec = codecs.lookup(_TABLE[name][0]).name
    try:
        return Decoded(body.decode(codec), name, rule, declared)
    except UnicodeDecodeError:
        text = body.decode(codec, "replace")
        return Decoded(text, name, rule, declared, text.count("\ufffd"))
