"""What the checks of structured data say of faults as publishers make them, and of pages as publishers write them."""

# ruff: noqa: E501 (one case, one line)

import json

import pytest

from crawler.core.audit.page import Page
from tests.core.audit.build import hits, page

CONTEXT = "https://schema.org"


def ld(*values: object, around: str = "{}") -> Page:
    blocks = (value if isinstance(value, str) else json.dumps({"@context": CONTEXT, **value}) for value in values)  # type: ignore[dict-item]
    return page("".join(f'<script type="application/ld+json">{around.format(block)}</script>\n' for block in blocks))


def said(check: str, read: Page) -> str:
    return "; ".join(hit.evidence for hit in hits(check, read))


OFFER = {"@type": "Offer", "price": "12.50", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
REVIEW = {
    "@type": "Review",
    "author": {"@type": "Person", "name": "A"},
    "reviewRating": {"@type": "Rating", "ratingValue": 4},
}
PRODUCT = {"@type": "Product", "name": "Lamp", "image": "https://a.org/l.jpg", "description": "A lamp", "offers": OFFER}
VIDEO = {
    "@type": "VideoObject",
    "name": "V",
    "thumbnailUrl": "https://a.org/t.jpg",
    "uploadDate": "2026-01-02T03:04:05+00:00",
    "description": "d",
    "duration": "PT1M",
    "contentUrl": "https://a.org/v.mp4",
}


def without(value: dict[str, object], *names: str) -> dict[str, object]:
    return {key: one for key, one in value.items() if key not in names}


@pytest.mark.parametrize(
    ("value", "lacks"),
    [
        (without(PRODUCT, "name"), "Product lacks name"),
        (without(PRODUCT, "offers"), "Product “Lamp” lacks review or aggregateRating or offers"),
        ({**PRODUCT, "offers": without(OFFER, "price")}, "Offer lacks price or priceSpecification"),
        ({**PRODUCT, "offers": [OFFER, without(OFFER, "priceCurrency")]}, "Offer lacks priceCurrency"),
        ({**PRODUCT, "offers": {"@type": "AggregateOffer", "priceCurrency": "EUR"}}, "AggregateOffer lacks lowPrice or offers"),
        ({**PRODUCT, "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4}}, "AggregateRating lacks ratingCount or reviewCount"),
        ({**PRODUCT, "review": [without(REVIEW, "author")]}, "Review lacks author"),
        ({**PRODUCT, "review": {**REVIEW, "reviewRating": {"@type": "Rating", "bestRating": 5}}}, "Rating lacks ratingValue"),
        (REVIEW, "Review lacks itemReviewed"),
        ({"@type": "Recipe", "name": "Soup"}, "Recipe “Soup” lacks image"),
        ({"@type": "MusicEvent", "name": "Gig", "location": "Hall"}, "Event “Gig” lacks startDate"),
        ({"@type": "JobPosting", "title": "Cook", "description": "d", "datePosted": "2026-01-01", "hiringOrganization": "X"}, "JobPosting “Cook” lacks jobLocation or applicantLocationRequirements"),
        ({"@type": "Restaurant", "name": "R"}, "LocalBusiness “R” lacks address"),
        ({"@type": "FAQPage", "name": "F"}, "FAQPage “F” lacks mainEntity"),
        ({"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Q?"}]}, "Question “Q?” lacks acceptedAnswer"),
        ({"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Q?", "acceptedAnswer": {"@type": "Answer", "url": "https://a.org/"}}]}, "Answer lacks text"),
        ({"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "Q?", "acceptedAnswer": {"@type": "Answer", "text": "A"}}}, "Question “Q?” lacks answerCount"),
        ({"@type": "HowTo", "name": "H"}, "HowTo “H” lacks step"),
        ({"@type": "BreadcrumbList", "name": "B"}, "BreadcrumbList “B” lacks itemListElement"),
        ({"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "name": "Home", "item": "https://a.org/"}]}, "ListItem “Home” lacks position"),
        ({"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": "https://a.org/"}]}, "ListItem lacks name"),
        (without(VIDEO, "uploadDate"), "VideoObject “V” lacks uploadDate"),
        ({"@type": "Course", "name": "C"}, "Course “C” lacks description"),
        ({"@type": "MobileApplication", "name": "App", "offers": OFFER}, "SoftwareApplication “App” lacks aggregateRating or review"),
        ({"@type": "Movie", "name": "M"}, "Movie “M” lacks image"),
        ({"@type": "Book", "author": "X"}, "Book lacks name"),
        ({"@type": "ItemList", "name": "L"}, "ItemList “L” lacks itemListElement"),
        ({"@type": "Dataset", "name": "D"}, "Dataset “D” lacks description"),
        ({"@type": "https://schema.org/Dataset", "https://schema.org/name": "D"}, "Dataset “D” lacks description"),
        ({"@type": ["Product", "Thing"], "name": "Lamp"}, "Product “Lamp” lacks review or aggregateRating or offers"),
        ({"@type": "ItemPage", "mainEntity": {"@type": "Recipe", "name": "Soup"}}, "Recipe “Soup” lacks image"),
        ({**without(REVIEW, "author"), "itemReviewed": "x"}, "Review lacks author"),
        ({"@graph": [{"@type": "WebSite", "name": "x"}, {"@type": "Recipe", "name": "Soup"}]}, "Recipe “Soup” lacks image"),
    ],
)  # fmt: skip
def test_what_a_result_requires_is_missed(value: dict[str, object], lacks: str) -> None:
    assert said("sd-required-missing", ld(value)) == lacks


YOAST = {"@graph": [
    {"@type": "Article", "@id": "https://a.org/p/#article", "isPartOf": {"@id": "https://a.org/p/"}, "author": {"name": "Jo", "@id": "https://a.org/#/schema/person/1"}, "headline": "H", "datePublished": "2026-01-02T03:04:05+00:00", "dateModified": "2026-01-02T03:04:05+00:00", "mainEntityOfPage": {"@id": "https://a.org/p/"}, "wordCount": 800, "commentCount": 0, "publisher": {"@id": "https://a.org/#organization"}, "image": {"@id": "https://a.org/p/#primaryimage"}, "thumbnailUrl": "https://a.org/i.jpg", "keywords": ["a"], "articleSection": ["b"], "inLanguage": "en-US", "potentialAction": [{"@type": "CommentAction", "name": "Comment", "target": ["https://a.org/p/#respond"]}]},
    {"@type": ["WebPage", "FAQPage"], "@id": "https://a.org/p/", "url": "https://a.org/p/", "name": "N", "primaryImageOfPage": {"@id": "https://a.org/p/#primaryimage"}, "breadcrumb": {"@id": "https://a.org/p/#breadcrumb"}, "potentialAction": [{"@type": "ReadAction", "target": ["https://a.org/p/"]}], "mainEntity": [{"@id": "https://a.org/p/#faq-1"}]},
    {"@type": "Question", "@id": "https://a.org/p/#faq-1", "position": 1, "url": "https://a.org/p/#faq-1", "name": "Q?", "answerCount": 1, "acceptedAnswer": {"@type": "Answer", "text": "A", "inLanguage": "en-US"}, "inLanguage": "en-US"},
    {"@type": "ImageObject", "inLanguage": "en-US", "@id": "https://a.org/p/#primaryimage", "url": "https://a.org/i.jpg", "contentUrl": "https://a.org/i.jpg", "width": 1200, "height": 800, "caption": "c"},
    {"@type": "BreadcrumbList", "@id": "https://a.org/p/#breadcrumb", "itemListElement": [{"@type": "ListItem", "position": 1, "name": "Home", "item": "https://a.org/"}, {"@type": "ListItem", "position": 2, "name": "P"}]},
    {"@type": "WebSite", "@id": "https://a.org/#website", "url": "https://a.org/", "name": "S", "description": "", "potentialAction": [{"@type": "SearchAction", "target": {"@type": "EntryPoint", "urlTemplate": "https://a.org/?s={search_term_string}"}, "query-input": {"@type": "PropertyValueSpecification", "valueRequired": True, "valueName": "search_term_string"}}]},
    {"@type": ["Person", "Organization"], "@id": "https://a.org/#organization", "name": "O", "url": "https://a.org/", "logo": {"@id": "https://a.org/#logo"}, "sameAs": ["https://x.com/o"]},
]}  # fmt: skip
SHOPIFY = {"@type": "ProductGroup", "name": "Shirt", "productGroupID": "1", "variesBy": ["https://schema.org/size"], "description": "d", "image": "//cdn.shop.com/i.jpg", "url": "https://a.org/products/shirt", "brand": {"@type": "Brand", "name": "B"}, "hasVariant": [{"@type": "Product", "@id": "/products/shirt?variant=1#variant", "name": "S", "sku": "s", "gtin": "123", "offers": {"@id": "x", "@type": "Offer", "price": "10.00", "priceCurrency": "USD", "availability": "http://schema.org/InStock", "url": "https://a.org/?variant=1"}}]}  # fmt: skip
INNOCENT = [
    YOAST, SHOPIFY, PRODUCT, VIDEO,
    {"@type": "Product", "name": "Cup", "image": "https://a.org/i", "description": "d", "offers": [OFFER, OFFER], "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.5", "reviewCount": "12", "bestRating": "5"}},
    {"@type": "Product", "name": "Cup", "image": "https://a.org/i", "description": "d", "offers": {"@type": "AggregateOffer", "lowPrice": 1, "highPrice": 3, "priceCurrency": "CHF", "offerCount": 3}},
    {"@type": "Product", "name": "Cup", "image": "https://a.org/i", "description": "d", "offers": {"@type": "Offer", "availability": "InStock", "priceSpecification": {"@type": "UnitPriceSpecification", "price": 3, "priceCurrency": "JPY"}}},
    {"@type": "Product", "name": "Cup", "image": "https://a.org/i", "description": "d", "offers": {"@type": "Offer", "availability": "schema:InStock", "price": 2, "priceSpecification": {"@type": "UnitPriceSpecification", "priceCurrency": "JPY"}}},
    {"@type": "Product", "name": "Cup", "image": "https://a.org/i", "description": "d", "review": {"@type": "Review", "author": "A", "reviewRating": {"@type": "Rating", "ratingValue": "60%"}}},
    {"@type": "Product", "name": "Cup", "image": "https://a.org/i", "description": "d", "review": {"@type": "Review", "author": "A", "reviewRating": {"@type": "Rating", "ratingValue": "7/10"}}},
    {"@type": "Product", "name": "Cup", "image": "https://a.org/i", "description": "d", "review": {"@type": "Review", "author": "A", "reviewRating": {"@type": "Rating", "ratingValue": 8, "bestRating": 10, "worstRating": 0}}},
    {"@type": "Organization", "name": "O", "url": "https://a.org/", "logo": "https://a.org/l.svg", "makesOffer": {"@type": "Offer", "itemOffered": {"@type": "Service", "name": "Tax advice"}}},
    {"@type": "Course", "name": "C", "description": "d", "provider": {"@type": "Organization", "name": "O"}, "hasCourseInstance": {"@type": "CourseInstance", "courseMode": "online"}},
    {"@type": "CourseInstance", "courseMode": "online"},
    {"@type": "CollectionPage", "name": "C", "mainEntity": {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "position": 1, "url": "https://a.org/1"}]}},
    {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": {"@id": "https://a.org/", "name": "Home"}}, {"@type": "ListItem", "position": "2", "item": {"@id": "https://a.org/b", "@type": "WebPage", "name": "B"}}]},
    {"@type": "Store", "name": "S", "address": {"@type": "PostalAddress", "streetAddress": "1"}, "telephone": "1", "url": "https://a.org/", "openingHoursSpecification": [{"@type": "OpeningHoursSpecification", "dayOfWeek": ["Monday"], "opens": "09:00", "closes": "17:30:00"}]},
    {"@type": "Event", "name": "E", "startDate": "2026-05-14T19:30", "endDate": "2026-05-14T21:00+02:00", "description": "d", "image": ["https://a.org/i"], "location": {"@type": "VirtualLocation", "url": "https://a.org/"}, "eventStatus": "https://schema.org/EventScheduled", "eventAttendanceMode": "http://schema.org/OnlineEventAttendanceMode"},
    {"@context": ["https://schema.org", {"@language": "en"}], "@type": "WebSite", "name": "x"},
    {"@context": {"@vocab": "http://schema.org/"}, "@type": "WebSite", "name": "x"},
    {"@context": {"schema": "https://schema.org/", "ex": "https://example.org/"}, "@type": "schema:WebSite", "schema:name": "x", "ex:odd": {"@type": "ex:Thing"}},
    {"@context": ["https://schema.org", {"mood": "https://example.org/mood"}], "@type": "WebSite", "mood": "x"},
    {"@context": ["https://schema.org", "https://w3id.org/other"], "@type": ["WebSite", "Odd"], "odd": "x"},
    {"@context": "http://www.schema.org/", "@type": "WebSite", "name": "x"},
    {"@context": "schema.org", "@type": "WebSite", "name": "x"},
    {"@context": "https://schema.org/docs/jsonldcontext.jsonld", "type": "WebSite", "id": "https://a.org/", "name": "x"},
    {"@context": "http://purl.org/goodrelations/v1", "@type": "Offering", "hasCurrency": "EURO"},
    {"@type": "https://health-lifesci.schema.org/Drug", "name": "x"},
    {"@type": "MathSolver", "name": "x", "potentialAction": [{"@type": "SolveMathAction", "target": "https://a.org/?q={q}", "mathExpression-input": "required name=q", "eduQuestionType": ["Polynomial Equation"]}]},
    {"@type": "WebPage", "datePublished": "{{ page.date }}", "dateModified": "", "dateCreated": {"@value": "2026", "@type": "xsd:gYear"}},
    {"@type": "WebPage", "name": {"@value": "x", "@language": "en"}, "keywords": {"@list": ["a", None, ["b"]]}, "isFamilyFriendly": True},
]  # fmt: skip
CHECKS = ("sd-jsonld-syntax", "sd-required-missing", "sd-recommended-missing", "sd-unknown-type", "sd-value-invalid")


@pytest.mark.parametrize("value", INNOCENT, ids=range(len(INNOCENT)))
def test_pages_as_publishers_write_them_are_left_alone(value: dict[str, object]) -> None:
    assert [f"{check}: {said(check, ld(value))}" for check in CHECKS if said(check, ld(value))] == []


def test_nodes_of_one_id_are_one_thing_and_a_part_may_speak_for_the_whole() -> None:
    lamp = without(PRODUCT, "offers") | {"@id": "#lamp"}
    assert hits("sd-required-missing", ld(lamp))
    assert not hits("sd-required-missing", ld(lamp, {"@id": "#lamp", "offers": OFFER}))
    assert not hits("sd-required-missing", ld(lamp, {**REVIEW, "itemReviewed": {"@id": "#lamp"}}))
    assert hits("sd-required-missing", ld(lamp, {**REVIEW, "itemReviewed": {"@type": "Book", "name": "x"}}))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"@type": "product", "name": "x"}, "type “product” (is Product meant?)"),
        ({"@type": "Prodct", "prise": 3}, "type “Prodct” (is Product meant?)"),
        ({"@type": "Wibble"}, "type “Wibble”"),
        ({"@type": "schema:Localbusiness"}, "type “Localbusiness” (is LocalBusiness meant?)"),
        ({"@type": "Product", "Name": "x"}, "property “Name” of Product (is name meant?)"),
        ({"@type": "Product", "offers": {"@type": "Offer", "pricecurrency": "EUR"}}, "property “pricecurrency” of Offer (is priceCurrency meant?)"),
        ({"@type": "Product", "https://schema.org/colour": "red"}, "property “colour” of Product (is color meant?)"),
        ({"@type": "Product", "wibble": "red"}, "property “wibble” of Product"),
        ({"@context": "https://shema.org", "@type": "Product"}, "@context is “https://shema.org”, not https://schema.org"),
        ('{"@type": "Product"}', "@context is missing"),
        ('[{"@type": "Product"}]', "@context is missing"),
    ],
)  # fmt: skip
def test_names_the_vocabulary_does_not_have(value: object, told: str) -> None:
    assert said("sd-unknown-type", ld(value)) == told


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        *[("datePublished", bad, "a date as 2026-05-14") for bad in ("14.05.2026", "05/14/2026", "May 14, 2026", "yesterday", "2026-5-4", "1778740000")],
        *[("datePublished", bad, "a day that exists") for bad in ("2026-13-01", "0000-00-00", "2026-02-30")],
        *[("datePublished", good, "") for good in ("2026", "2026-05", "2026-05-14", "20260514", "2026-05-14T09:30Z", "2026-05-14T09:30:01.250+0200", "2026-05-14 09:30:01", "2026-W20-4", "2026-134", "-0044-03-15", "+12026-05-14")],
        *[("totalTime", bad, "a duration as PT1H30M") for bad in ("30 minutes", "PT", "P", "1:30:00", "T30M", "90")],
        *[("totalTime", good, "") for good in ("PT30M", "P1DT2H", "P2W", "PT1.5H", "pt30m", "P0D")],
        *[("opens", bad, "a time as 09:30") for bad in ("9am", "9.30")],
        ("opens", "9:30", ""),
        *[("price", bad, "a number with a point") for bad in ("12,50", "$12.50", "1,299.00", "12.50 EUR", "free")],
        *[("price", good, "") for good in ("12.50", "0", "1299", " 12 ", ".5")],
        *[("reviewCount", bad, "a number without separators") for bad in ("1,234", "-1")],
        ("reviewCount", "1234", ""),
        ("priceCurrency", "eur", "should be EUR"),
        *[("priceCurrency", bad, "a currency code as EUR") for bad in ("€", "Euro", "XQQ")],
        *[("priceCurrency", good, "") for good in ("EUR", "BTC", "HRK")],
        *[("image", bad, "a whole address") for bad in ("/i.jpg", "i.jpg", "www.a.org/i.jpg")],
        *[("image", good, "") for good in ("https://a.org/i.jpg", "//a.org/i.jpg", "data:image/png;base64,x", "#i")],
        ("availability", "in stock", "should be https://schema.org/InStock"),
        ("availability", "https://schema.org/instock", "should be https://schema.org/InStock"),
        ("availability", "yes", "one of InStock, OutOfStock"),
        *[("availability", good, "") for good in ("InStock", "http://schema.org/InStock", "schema:InStock", "http://purl.org/x#y")],
        ("itemCondition", "https://schema.org/New", "one of NewCondition"),
        ("eventStatus", "Cancelled", "one of EventScheduled"),
        ("ratingValue", "4,5", "a number, as 4.5"),
        ("ratingValue", "4/5/6", "a number, as 4.5"),
        ("ratingValue", 9, "outside 1 to 5; bestRating is not given"),
        ("ratingValue", 0, "outside 1 to 5"),
        ("ratingValue", True, "a number, as 4.5"),
        *[("ratingValue", good, "") for good in (4, "4.5", 0.5, "80%", "4/5", "{{ rating }}", {"@type": "Rating"})],
        ("name", "12,50", ""),
    ],
)  # fmt: skip
def test_values_have_the_form_that_is_asked(name: str, value: object, wanted: str) -> None:
    told = said("sd-value-invalid", ld({"@type": "CreativeWork", name: value}))
    assert wanted in told
    assert bool(told) is bool(wanted)


def test_a_rating_within_its_own_scale() -> None:
    scale = {"@type": "Rating", "bestRating": 10, "worstRating": 2}
    assert said("sd-value-invalid", ld({**scale, "ratingValue": 1})) == "ratingValue “1” is outside 2 to 10"
    assert said("sd-value-invalid", ld({**scale, "ratingValue": 11})) == "ratingValue “11” is outside 2 to 10"
    assert not hits("sd-value-invalid", ld({**scale, "ratingValue": 10}))


def test_things_without_a_type_of_schema_org_are_not_judged_by_it() -> None:
    other = '<div vocab="http://purl.org/goodrelations/v1#" typeof="Offering"><i property="price">12,50 €</i></div>'
    for check in CHECKS:
        assert not hits(
            check, page(other + "<div itemscope><i itemprop=price>12,50 €</i><i itemprop=ratingValue>9</i></div>")
        )


def test_many_faults_are_one_finding_that_names_ten() -> None:
    read = ld(*({"@type": f"Wibble{number}"} for number in range(12)))
    (hit,) = hits("sd-unknown-type", read)
    assert hit.evidence.endswith("; and 2 more")
    assert hit.also["lines"] == tuple(range(1, 13))
    (hit,) = hits("sd-required-missing", ld(*({"@type": "Movie", "name": str(n)} for n in range(12))))
    assert hit.evidence.endswith("; and 2 more")


@pytest.mark.parametrize(
    "around",
    ["<!--\n{}\n-->", "//<![CDATA[\n{}\n//]]>", "/*<![CDATA[*/{}/*]]>*/", "<![CDATA[{}]]>", "\ufeff{}", "\n\xa0{}\ufeff\n", "<!-- {} // -->"],
)  # fmt: skip
def test_what_stands_round_the_json_is_looked_past(around: str) -> None:
    read = ld(PRODUCT, around=around)
    assert read.structured == ("Product",)
    assert not hits("sd-jsonld-syntax", read)
    (hit,) = hits("sd-jsonld-syntax", ld('{"a": }', around=around))
    assert hit.also["column"]


def test_a_block_with_entities_says_so() -> None:
    assert "HTML entities" in said("sd-jsonld-syntax", ld("{&quot;@type&quot;: &quot;Product&quot;}"))
    assert not hits("sd-jsonld-syntax", ld('{"name": "Tom &amp; Jerry"}'))


def test_empty_blocks_and_blocks_in_templates_say_nothing() -> None:
    for html in (
        "<script type=application/ld+json> \n</script>",
        "<template><script type=application/ld+json>{x</script></template>",
    ):
        read = page(html)
        assert [check for check in CHECKS if hits(check, read)] == []
        assert read.structured == ()
