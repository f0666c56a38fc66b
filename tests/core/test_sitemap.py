"""Sitemap files: hostile, broken and odd ones."""

import tracemalloc
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.limits import PAGE_BYTES, SITEMAP_REFUSED, SITEMAP_URLS
from crawler.core.sitemap import NAMESPACE, RELATIVE, read
from crawler.core.urls import normalise
from tests.core.sitemaps import BASE, DECLARATION, MIB, PAGE, entry, listed, packed, urlset

# What a good one says


def test_a_urlset_lists_pages_with_lastmod_as_written():
    body = urlset(entry(PAGE, "<lastmod>2026-01-02</lastmod>") + entry("https://example.com/y"))
    found, _ = listed(body)
    assert found.kind == "urlset"
    assert found.problem == ""
    assert [(str(url), lastmod) for url, lastmod in found.entries] == [
        (PAGE, "2026-01-02"),
        ("https://example.com/y", ""),
    ]


def test_an_index_lists_sitemaps():
    found, urls = listed(urlset(entry("https://example.com/1.xml.gz", tag="sitemap"), root="sitemapindex"))
    assert (found.kind, found.problem, urls) == ("index", "", ["https://example.com/1.xml.gz"])


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "", "text/html"])
def test_a_text_file_lists_one_url_a_line(content_type):
    found, urls = listed(
        b"\xef\xbb\xbfhttps://example.com/a\r\n\r\n  http://example.com/b  \nHTTPS://example.com/c", content_type
    )
    assert (found.kind, found.problem) == ("text", "")
    assert urls == ["https://example.com/a", "http://example.com/b", "https://example.com/c"]


@pytest.mark.parametrize("body", [urlset(entry(PAGE)), PAGE.encode()])
def test_gzip_is_seen_by_its_magic_whatever_the_name_and_type(body):
    assert listed(packed(body))[1] == [PAGE]


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf" + urlset(entry(PAGE)),
        urlset(entry(f"\n  {PAGE}\t\n")),
        urlset(entry(f"<![CDATA[{PAGE}]]>")),
        urlset(f"<!-- first -->{entry(PAGE)}<!-- <url><loc>https://example.com/no</loc></url> -->"),
        urlset(entry(f"<!-- in --> {PAGE}<!-- it -->")),
        urlset(entry(PAGE), before=""),
        urlset(entry(PAGE), before='<?xml version="1.0"?><?xml-stylesheet href="x.xsl" type="text/xsl"?>'),
        urlset(entry(PAGE), before=DECLARATION + "<!-- made by hand -->"),
        urlset(entry(PAGE, "<changefreq>daily</changefreq><priority>0.5</priority>")),
        urlset(f"<?php echo 1 ?>{entry(PAGE)}<url/><url></url><other/>"),
        f'<s:urlset xmlns:s="{NAMESPACE}"><s:url><s:loc>{PAGE}</s:loc></s:url></s:urlset>'.encode(),
        urlset(entry(PAGE, '<i:image xmlns:i="urn:i"><i:loc>https://example.com/i.png</i:loc></i:image>')),
        urlset(entry(PAGE)).decode().replace("UTF-8", "ISO-8859-2").encode("iso-8859-2"),
    ],
)  # fmt: skip
def test_an_odd_but_valid_file_is_read_without_complaint(body):
    found, urls = listed(body)
    assert (found.kind, found.problem, urls) == ("urlset", "", [PAGE])


# What is wrong with it is said


@pytest.mark.parametrize("body", [b"", b" \r\n\t ", packed(b""), packed(b"\n")])
def test_an_empty_file_is_said_to_be_empty(body):
    found, _ = listed(body)
    assert (found.kind, found.entries) == ("empty", ())
    assert "empty" in found.problem


@pytest.mark.parametrize("body", [b"\xef\xbb\xbf", b"\xef\xbb\xbf \n", b"\x1c", "\u00a0\u2003".encode(), b"\x85\n"])
def test_a_file_of_byte_order_marks_and_odd_spaces_lists_nothing(body):
    found, _ = listed(body)
    assert (found.kind, found.entries) == ("empty", ())
    assert found.problem


@pytest.mark.parametrize(
    ("root", "word"),
    [("html", "html"), ("rss", "rss"), ("feed", "feed"), ("URLSET", "URLSET"), ("url", "url"), ("x" * 9999, "x")],
)
def test_another_root_lists_nothing(root, word):
    found, urls = listed(urlset(entry(PAGE), root=root))
    assert (found.kind, urls) == ("empty", [])
    assert word in found.problem
    assert len(found.problem) < 200


@pytest.mark.parametrize(
    "namespace",
    ["", "https://www.sitemaps.org/schemas/sitemap/0.9", f"{NAMESPACE}/", "http://www.google.com/schemas/sitemap/0.84"],
)
def test_another_namespace_is_a_problem_and_its_urls_are_read(namespace):
    found, urls = listed(urlset(entry(PAGE), namespace=namespace))
    assert (found.kind, urls) == ("urlset", [PAGE])
    assert "namespace" in found.problem


@pytest.mark.parametrize(
    "body",
    [
        urlset(entry(PAGE) + "<url><loc>https://example.com/cut"),
        urlset(entry(PAGE))[:-4],
        urlset(entry(PAGE) + "<url><loc>https://example.com/?a=1&b=2</loc></url>"),
        urlset(entry(PAGE) + "&nbsp;"),
        urlset(entry(PAGE) + "\x00"),
        b"\n" + urlset(entry(PAGE)),
        urlset(entry(PAGE)) + b"<p>trailing</p>",
        urlset(entry(PAGE) + "\u010d").decode().replace("UTF-8", "no-such-encoding").encode(),
    ],
)
def test_what_can_be_read_of_broken_xml_is_read_and_the_fault_said(body):
    found, urls = listed(body)
    assert "not well-formed" in found.problem
    assert found.kind == "empty" or urls[:1] == [PAGE]


def test_a_cut_file_still_lists_what_stands_before_the_cut():
    assert listed(urlset(entry(PAGE) + "<url><loc>https://exa")[:-9])[1][0] == PAGE


@pytest.mark.parametrize("body", [b"<", b"<<<<", b"<?xml", b"<!DOCTYPE", b"<html>", b"<\x00", b"<?xml version='9.9'?>"])
def test_what_is_no_xml_at_all_lists_nothing(body):
    found, urls = listed(body)
    assert (found.kind, urls) == ("empty", [])
    assert found.problem


@pytest.mark.parametrize("body", [b"User-agent: *", b"Not found", b"\x89PNG\r\n", b"{}", b"\xff\xfe<\x00u\x00"])
def test_what_is_neither_xml_nor_urls_lists_nothing(body):
    found, _ = listed(body)
    assert (found.kind, found.problem) == ("empty", "neither XML nor a list of URLs")


@pytest.mark.parametrize(
    "body",
    [
        packed(urlset(entry(PAGE)))[:-6],
        packed(urlset(entry(PAGE)))[:12],
        b"\x1f\x8b",
        b"\x1f\x8bnot gzip",
        packed(packed(urlset(entry(PAGE)))),
    ],
)
def test_a_cut_broken_or_doubled_gzip_lists_nothing(body):
    found, _ = listed(body)
    assert (found.kind, found.entries) == ("empty", ())
    assert found.problem


# Locations


@pytest.mark.parametrize(
    "loc",
    [
        "/x",
        "x.html",
        "../x",
        "?x",
        "",
        "//example.com/x",
        "example.com/x",
        "www.example.com",
        "/go?to=https://example.org/",
    ],
)
def test_a_location_that_is_not_absolute_is_refused_as_relative(loc):
    found, urls = listed(urlset(entry(PAGE) + entry(loc)))
    assert urls == [PAGE]
    assert found.refused == ((loc, RELATIVE),)
    assert "relative" in found.problem


@pytest.mark.parametrize(
    ("loc", "reason"),
    [
        ("http://127.0.0.1/", "private-address"),
        ("http://169.254.169.254/latest/", "private-address"),
        ("https://localhost/", "special-name"),
        ("file:///etc/passwd", "scheme"),
        ("ftp://example.com/x", "scheme"),
        ("https://user@example.com/", "userinfo"),
        ("https://example.com:8080/", "port"),
        ("https://example.com/a b", "bad-character"),
        ("https://example.com/" + "a" * 2048, "url-too-long"),
        ("https://", "no-authority"),
    ],
)
def test_a_location_that_is_no_url_of_ours_is_refused_with_its_reason(loc, reason):
    found, urls = listed(urlset(entry(loc) + entry(PAGE)))
    assert urls == [PAGE]
    assert [refusal for _, refusal in found.refused] == [reason]
    assert all(len(text) <= 201 for text, _ in found.refused)


def test_a_long_lastmod_is_shortened():
    found, _ = listed(urlset(entry(PAGE, f"<lastmod>{'9' * 5000}</lastmod>")))
    assert len(found.entries[0][1]) == 40


# Entities, DTDs, files


def with_dtd(dtd, loc, root=""):
    return f'<!DOCTYPE urlset {dtd}><urlset xmlns="{NAMESPACE}"{root}>{entry(PAGE)}{entry(loc)}</urlset>'.encode()


def lol(depth):
    rows = ['<!ENTITY l0 "https://example.com/lol">']
    rows += [f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, depth)]
    return f"[{''.join(rows)}]"


@pytest.mark.parametrize("loc", ["&a;", "https://example.com/&a;", "&a;/x"])
def test_an_entity_is_not_expanded(loc):
    found, urls = listed(with_dtd('[<!ENTITY a "https://example.com/secret">]', loc))
    assert urls == [PAGE]
    assert "secret" not in repr(found)


@pytest.mark.parametrize("where", ["loc", "attribute"])
def test_entities_that_multiply_end_in_bounded_memory_and_time(where):
    body = with_dtd(lol(12), "&l11;") if where == "loc" else with_dtd(lol(12), "x", ' x="&l11;"')
    tracemalloc.start()
    began = perf_counter()
    try:
        found, _ = listed(body)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "lol" not in repr(found.entries)
    assert peak < MIB
    assert perf_counter() - began < 2


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("https://example.com/SECRET")
    return path


@pytest.mark.parametrize(
    ("dtd", "loc"),
    [
        ('[<!ENTITY a SYSTEM "{uri}">]', "&a;"),
        ('[<!ENTITY a PUBLIC "x" "{uri}">]', "&a;"),
        ('[<!ENTITY % p SYSTEM "{uri}"> %p;]', "https://example.com/y"),
        ('SYSTEM "{uri}"', "&a;"),
        ('SYSTEM "http://127.0.0.1:9/x.dtd"', "https://example.com/y"),
        ("", '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{uri}" parse="text"/>'),
    ],
)
def test_no_file_is_ever_read(secret, dtd, loc):
    uri = secret.as_uri()
    found, urls = listed(with_dtd(dtd.format(uri=uri), loc.format(uri=uri)))
    assert "SECRET" not in repr(found)
    assert urls[:1] in ([PAGE], [])


def test_a_dtd_is_not_loaded_and_gives_no_default_values(tmp_path):
    dtd = tmp_path / "x.dtd"
    dtd.write_text('<!ENTITY a "https://example.com/SECRET">')
    found, urls = listed(with_dtd(f'SYSTEM "{dtd.as_uri()}"', "&a;"))
    assert "SECRET" not in repr(found)
    assert urls[:1] in ([PAGE], [])


# Size


@pytest.mark.parametrize(("count", "cut"), [(49_999, False), (50_000, False), (50_001, True), (60_000, True)])
@pytest.mark.parametrize("kind", ["urlset", "text"])
def test_fifty_thousand_urls_are_read_and_no_more(kind, count, cut):
    each = entry("https://example.com/") if kind == "urlset" else "https://example.com/\n"
    found, urls = listed(urlset(each * count) if kind == "urlset" else (each * count).encode())
    assert len(urls) == min(count, int(SITEMAP_URLS))
    assert found.cut is cut
    assert ("more than 50000" in found.problem) is cut


def test_refused_entries_count_too():
    found, urls = listed(urlset(entry("/x") * 30_000 + entry(PAGE) * 30_000))
    assert (dict(found.dropped), len(urls), found.cut) == ({"relative": 30_000}, 20_000, True)
    assert len(found.refused) == int(SITEMAP_REFUSED)


def test_a_gzip_bomb_ends_in_bounded_memory():
    bomb = packed(bytes(100 * MIB))
    tracemalloc.start()
    try:
        found, _ = listed(bomb)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.kind == "empty"
    assert "page-bytes" in found.problem
    assert peak < 4 * int(PAGE_BYTES)


@pytest.mark.parametrize(
    "body",
    [
        b"<urlset>" + b"<a>" * 100_000,
        b"<urlset>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</urlset>",
        b"<urlset " + b"a" * 5 * MIB + b"='x'/>",
        b"<urlset><url><loc>" + b"h" * 5 * MIB + b"</loc></url></urlset>",
        b"<urlset>" + b"<!--x-->" * (5 * MIB // 8) + b"</urlset>",
        b"<urlset>" + b"<a/>" * (5 * MIB // 4) + b"</urlset>",
        b"http://a" * (5 * MIB // 8),
        b"http:\n" + b"\n" * 5 * MIB,
    ],
    ids=["deep", "deep-closed", "long-name", "long-text", "comments", "elements", "long-line", "lines"],
)
def test_a_file_made_to_be_slow_is_not(body):
    began = perf_counter()
    listed(body)
    assert perf_counter() - began < 4


# Whatever comes


@given(st.binary(max_size=300))
def test_no_bytes_raise(body):
    read(BASE, body)


@given(
    st.sampled_from([b"<", b"<?xml ", b"<urlset>", b"\xef\xbb\xbf", b"\x1f\x8b", b"http:", b"<!DOCTYPE "]),
    st.binary(max_size=200),
)
def test_no_bytes_after_a_promising_start_raise(start, rest):
    read(BASE, start + rest)


PIECES = st.sampled_from(
    [
        *("<urlset>", "</urlset>", "<sitemapindex>", "<url>", "</url>", "<loc>", "</loc>", "<lastmod>", "</lastmod>"),
        *("&a;", "&amp;", "<!--", "-->", "<![CDATA[", "]]>", "<?p ?>", "<!DOCTYPE a [<!ENTITY a 'b'>]>"),
        *(PAGE, "\x00", "\n", "\ud7ff"),
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_no_mixture_of_its_own_pieces_raises(text):
    found = read(BASE, text.encode())
    assert all(normalise(str(url)) == url for url, _ in found.entries)


@given(st.lists(st.text(max_size=30), max_size=5))
def test_no_text_raises(lines):
    read(BASE, "\n".join(["https://example.com/", *lines]).encode("utf-8", "replace"))
