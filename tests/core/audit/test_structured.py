"""Structured data as one model: what JSON-LD, microdata and RDFa say is read alike, bounded, with its line."""

# ruff: noqa: E501 (one case, one line)

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.audit import bounds, jsonld_items, schema_names, schema_org, schema_types
from crawler.core.audit.kept import Shelf
from crawler.core.audit.page import Page
from crawler.core.audit.structured import Item
from tests.core.audit.build import hits, page

MICRODATA = """<body>
<div itemscope itemtype="https://schema.org/Product" itemid="urn:p"><h1 itemprop="name">A  lamp</h1>
<img itemprop="image" src="/l.jpg" alt=""><span itemprop="price" content="12.50">12,50</span>
<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
<link itemprop="availability" href="https://schema.org/InStock"><data itemprop="price" value="12.50">12,50 €</data>
<time itemprop="validFrom" datetime="2026-05-14">today</time></div></div>"""
RDFA = """<body vocab="https://schema.org/">
<div typeof="Product" resource="urn:p"><h1 property="name">A  lamp</h1>
<img property="image" src="/l.jpg" alt=""><span property="price" content="12.50">12,50</span>
<div property="offers" typeof="Offer"><meta property="priceCurrency" content="EUR">
<link property="availability" href="https://schema.org/InStock"><span property="price" content="12.50">12,50 €</span>
<time property="validFrom" datetime="2026-05-14">today</time></div></div>"""
OFFER = (
    ("priceCurrency", ("EUR",)),
    ("availability", ("https://schema.org/InStock",)),
    ("price", ("12.50",)),
    ("validFrom", ("2026-05-14",)),
)


@pytest.mark.parametrize(("html", "syntax"), [(MICRODATA, "microdata"), (RDFA, "rdfa")])
def test_markup_is_read_alike(html: str, syntax: str) -> None:
    read = page(html)
    (item,) = read.items
    assert (item.types, item.id, item.line) == (("Product",), "urn:p", 2)
    assert item.get("name") == ("A lamp",)
    assert item.get("image") == ("https://site.org/l.jpg",)
    assert item.get("offers") == (Item(syntax, ("Offer",), "", OFFER),)
    assert read.structured == ("Product",)
    assert pickle.loads(pickle.dumps(read)) == read


def test_each_block_of_json_ld_has_its_line_whatever_ends_lines() -> None:
    block = '<script type="application/ld+json">\r\n{"@type": "Movie",\r\n"name": "x"}</script>\r\n'
    assert [item.line for item in page("<p>\r\n" + block + block).items] == [2, 5]
    assert [
        item.line for item in page('<script type=application/ld+json>[{}, {"@type": "Movie"}, 3]</script>').items
    ] == [1]
    assert page('<script type=application/ld+json>{"@type": "A\x00"}</script>').blocks[0].line is None


def test_microdata_that_is_referred_to_belongs_to_those_that_refer() -> None:
    read = page(
        "<i id=b itemprop=brand itemscope itemtype=https://schema.org/Brand><b itemprop=name>B</b></i><p id=c><b itemprop=color>red</b></p>"
        "<div itemscope itemtype=https://schema.org/Product itemref='b c none'></div>"
        "<div itemscope itemtype=https://schema.org/Product itemref='b'></div>"
    )
    first, second = read.items
    assert first.get("color") == ("red",)
    assert first.get("brand") == (Item("microdata", ("Brand",), "", (("name", ("B",)),)),)
    assert second.get("brand") == (Item("microdata", ("Brand",)),)


def test_microdata_that_refers_to_itself_ends() -> None:
    read = page("<div id=a itemscope itemprop=isPartOf itemref=a itemtype=https://schema.org/Book></div>")
    assert read.items == ()
    assert read.other_markup
    read = page(
        "<div itemscope itemref=a itemtype=https://schema.org/Book><i id=a itemprop=isPartOf itemscope itemref=a></i></div>"
    )
    assert len(read.items) == 1


def test_a_property_may_have_several_names_and_an_address_for_a_name() -> None:
    (item,) = page(
        "<div itemscope itemtype='https://schema.org/Book https://schema.org/Product'><b itemprop='name headline'>x</b>"
        "<b itemprop='https://schema.org/isbn'>1</b><b itemprop='http://example.org/odd'>1</b></div>"
    ).items
    assert item.types == ("Book", "Product")
    assert item.properties == (("name", ("x",)), ("headline", ("x",)), ("isbn", ("1",)))


@pytest.mark.parametrize(
    ("html", "structured"),
    [
        ("<div itemscope itemtype='http://data-vocabulary.org/Breadcrumb'></div>", ("http://data-vocabulary.org/Breadcrumb",)),
        ("<div itemscope><b itemprop=name>x</b></div>", ("(no type)",)),
        ("<template><div itemscope itemtype=https://schema.org/Book></div></template>", ()),
        ("<script type=application/ld+json>{broken</script>", ("(no type)",)),
        (f"<script type=application/ld+json>{'x' * 300_000}</script>", ("(no type)",)),
        ("<template><div vocab=https://schema.org typeof=Book></div></template>", ()),
        ("<meta property='og:title' content='x'><meta property=og:type content=article>", ()),
        ("<span typeof='mw:Transclusion mw:File'><span property='mw:x'>y</span></span>", ("mw:Transclusion", "mw:File")),
        ("<div about=/x typeof='sioc:Item foaf:Document'><span property='dc:title' content=x></span></div>", ("sioc:Item", "foaf:Document")),
        ("<div typeof='schema:Book'><b property='schema:name'>x</b><b property=name>y</b></div>", ("Book",)),
        ("<div prefix='s: https://schema.org/ o: http://example.org/' typeof='s:Book o:Odd'></div>", ("Book", "o:Odd")),
        ("<div typeof='https://schema.org/Book'></div>", ("Book",)),
        ("<div typeof='http://example.org/Book'></div>", ("http://example.org/Book",)),
        ("<div typeof=Book></div>", ("Book",)),
        ("<p>nothing</p>", ()),
    ],
)  # fmt: skip
def test_the_types_a_report_names(html: str, structured: tuple[str, ...]) -> None:
    read = page(html)
    assert read.structured == structured
    assert Shelf().keep(read).structured == structured
    assert Shelf().keep(read).items == ()


def test_rdfa_names_belong_to_the_item_about_which_they_are_said() -> None:
    (item,) = page(
        "<body vocab='http://schema.org/'><div typeof=Book><b property=name>x</b><a property=sameAs resource=/r href=/h>z</a>"
        "<div about=/other><b property=name>y</b></div><b about=/other property=name>y</b>"
        "<p vocab=''><b property=author>z</b></p><b property='og:title'>o</b></div><b property=name>q</b>"
    ).items
    assert item.properties == (("name", ("x",)), ("sameAs", ("https://site.org/r",)))


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<div itemscope itemtype=schema.org/Product></div>", "type “schema.org/Product” is not a whole address"),
        ("<div itemscope itemtype=Product></div>", "type “Product” is not a whole address"),
        ("<div itemscope itemtype=https://schema.org/product></div>", "type “product” (is Product meant?)"),
        ("<div vocab=https://schema.org/ typeof=Product><b property=Name>x</b></div>", "property “Name” of Product (is name meant?)"),
    ],
)  # fmt: skip
def test_markup_is_judged_like_json_ld(html: str, told: str) -> None:
    assert told in hits("sd-unknown-type", page(html))[0].evidence


TRAIL = "<ol itemscope itemtype=https://schema.org/BreadcrumbList>{}</ol>"
STEP = "<li itemprop=itemListElement itemscope itemtype=https://schema.org/ListItem><a {} itemprop=item href=/{}><span itemprop=name>x</span></a>{}</li>"


def test_an_address_that_is_refused_is_no_value() -> None:
    html = "<div itemscope itemtype=https://schema.org/Book><a itemprop=url href='http:/x y'>a</a><a itemprop=image href='\x01'>b</a></div>"
    assert not hits("sd-value-invalid", page(html))


def test_breadcrumbs_in_microdata() -> None:
    position = "<meta itemprop=position content=1>"
    for inner in ("", "itemscope itemtype=https://schema.org/WebPage itemid=/x"):
        assert not hits("sd-required-missing", page(TRAIL.format(STEP.format(inner, "a", position))))
    (hit,) = hits("sd-required-missing", page(TRAIL.format(STEP.format("", "a", ""))))
    assert hit.evidence == "ListItem “x” lacks position"


def test_an_offer_of_microdata_without_a_price() -> None:
    (hit,) = hits("sd-required-missing", page(MICRODATA.replace('itemprop="price" value', 'itemprop="sku" value')))
    assert (hit.evidence, hit.also["lines"]) == ("Offer lacks price or priceSpecification", (2,))


def test_lines_are_left_out_where_source_and_tree_count_differently() -> None:
    item = "<div itemscope itemtype=https://schema.org/Book><b itemprop=name>x</b></div>"
    assert page(f"\n<template>{item}</template>{item}").items[0].line == 2
    assert page(f"\n<!-- {item} --><script>'{item}'</script>{item}").items[0].line == 2
    assert page(f"<svg><style>{item}</style></svg>{item}").items[-1].line is None


def test_much_is_cut_and_deep_is_left_out() -> None:
    many = ld([{"@type": "Movie", "name": ["x"] * 50}] * 800)
    assert 50 < len(many.items) < 200
    deep: object = "x"
    for _ in range(100):
        deep = {"@type": "Thing", "about": deep}
    assert depth(ld(deep).items[0]) <= bounds.ITEM_DEPTH.value + 1
    nested = "<div itemscope itemprop=about itemtype=https://schema.org/Thing>" * 100
    assert depth(page(f"<div itemscope>{nested}").items[0]) <= bounds.ITEM_DEPTH.value + 1
    assert len(page("<p itemscope itemtype=https://schema.org/Book>" * 5000).items) <= bounds.MARKS_READ.value
    assert len(ld([[[[[[[[[[[[[[[[[[[[{"@type": "Movie"}]]]]]]]]]]]]]]]]]]]]).items) == 0
    assert len(ld(deep_graph(40)).items) <= bounds.ITEM_DEPTH.value + 1
    assert ld([{"@type": "Movie", **{f"p{n}": n for n in range(9000)}}, {"@type": "Book"}]).structured == ("Movie",)


def deep_graph(levels: int) -> object:
    return {"@type": "Thing", "@graph": deep_graph(levels - 1)} if levels else {}


def depth(item: Item) -> int:
    return 1 + max((depth(one) for _, values in item.properties for one in values if isinstance(one, Item)), default=0)


def ld(value: object) -> Page:
    return page(f'<script type="application/ld+json">{json.dumps(value)}</script>')


def test_contexts_of_any_form_are_read() -> None:
    for context, types in (
        (None, ("Movie",)), ([], ("Movie",)), (7, ("Movie",)), ({}, ("Movie",)), ("https://example.org/", (":Movie",)),
        ({"Movie": "schema:Film"}, ("Film",)), ({"Movie": {"@id": "https://schema.org/Book"}}, ("Book",)),
        ({"Movie": {"@type": "@id"}}, (":Movie",)), ({"Movie": "ex:Film", "ex": "https://example.org/"}, (":Movie",)),
        ({"@vocab": "https://example.org/"}, (":Movie",)),
    ):  # fmt: skip
        assert ld({"@context": context, "@type": "Movie", "name": "x"}).items[0].types == types
    assert ld({"@type": ["Movie", 3, ""], "@id": 4, "name": None}).items[0] == Item(
        "json-ld", ("Movie",), "", (("name", ()),), 1
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["https://schema.org", "Product"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["@context", "@type", "@id", "@graph", "@value", "@list", "name", "offers", "x:y"]), inner, max_size=5),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_no_json_makes_the_reading_fail(value: object) -> None:
    items = tuple(jsonld_items.Reading().items(value, 1))
    assert all(isinstance(hash(item), int) for item in items)
    assert isinstance(jsonld_items.context_fault(value), str)


def test_the_vocabulary_is_whole() -> None:
    assert schema_types.RELEASE == "30.0"
    assert all(parent in schema_org.TYPES for parents in schema_org.TYPES.values() for parent in parents)
    assert {"Organization", "Place", "Thing"} < schema_org.kinds("Restaurant")
    assert schema_org.kinds("Wibble") == frozenset()
    assert {"MathSolver", "3DModel", "ProductGroup", "UserComments", "Text"} <= schema_org.TYPES.keys()
    assert {"query", "ingredients", "interactionCount", "errorCode"} <= schema_org.PROPERTIES
    names = schema_names.PROPERTIES.split()
    assert names == sorted(set(names))
    assert schema_org.misspelt("https://schemas.org/") == "https://schemas.org/"
    assert [
        one
        for one in ("https://schema.org", "http://www.schema.org/", "https://pending.schema.org", "https://example.org")
        if schema_org.misspelt(one)
    ] == []
