"""The shop: what stands on its shelves."""

from tests.world.demo.document import ORIGIN, Doc, image, json_ld, link

_SAME = "One parcel, one price: what it costs to send a book from our stairs to yours, with or without rain."
_COVER = image("cover.png", ' title="Cover" alt="The cover, with a ferry"')
_LATE = image("cover.png", ' loading=lazy alt="A map"')
_LONG_PATH = (
    "/books/catalogue-of-everything-we-ever-printed-under-an-address-nobody-types-by-hand-or-remembers-for-long"
)

DOCS = (
    Doc("/books/", "Books by Section and by Mood", "every shelf of the shop from fiction to moss"),
    Doc("/books/fiction/the-salt-road", "The Salt Road by Irena Holub", "a caravan that carries salt over the Alps",
        faults="title-duplicate description-duplicate",
        swap={"description": f'<meta name="description" content="{_SAME}">',
              "title": "<title>Salt &amp; Snow by Irena Holub, a Winter Novel</title>"}),
    Doc("/books/fiction/the-salt-road-illustrated", "The Salt Road, Illustrated", "salt and snow and mules in colour",
        faults="title-duplicate description-duplicate",
        swap={"description": f"<META CONTENT='  {_SAME}  ' NAME='Description'>",
              "title": "<TITLE>\n  Salt &#38; snow by Irena  Holub,\n  a winter novel\n</TITLE>"}),
    Doc("/books/fiction/a-house-for-two-clocks", "A House for Two Clocks by Weir", "a marriage kept on two times",
        faults="canonical-relative link-generic-anchor",
        body=f"<p>To read the first chapter {link('/magazine/how-we-choose', 'Click Here')}.</p>",
        swap={"canonical": "<LINK HREF='/books/fiction/a-house-for-two-clocks' REL=Canonical>"}),
    Doc("/books/fiction/the-ferryman-counts", "The Ferryman Counts by Lindqvist", "a ferry nobody needs any more",
        trap="a cover as a link with alt; a figure with a caption; the same host in capitals and with its port",
        body=f'<figure><a href="/books/">{_COVER}</a>'
             "<figcaption>The ferry in 1931</figcaption></figure>"
             f'<p>See <a href="HTTPS://WWW.Lumen-Books.com:443/visit/">how to find us</a> or '
             f'<a href="  {ORIGIN}/help/\n">ask</a>.</p>'),
    Doc("/books/history/bread-and-tin", "Bread and Tin by Josef Marek", "what miners ate under the ground",
        faults="sd-required-missing sd-recommended-missing social-og-missing",
        swap={"data": json_ld({"@type": "Product", "name": "Bread and Tin", "image": f"{ORIGIN}/images/cover.png"}),
              "social": '<meta property="og:title" content="Bread and Tin">\n'
                        '<meta content="summary" name="twitter:card">'}),
    Doc("/books/science/night-skies", "Patient Skies by Miriam Adler", "looking up without a telescope",
        faults="canonical-target-broken", listed=False,
        swap={"canonical": f'<link rel="canonical" href="{ORIGIN}/books/science/night-sky">'}),
    Doc("/books/science/how-moss-decides", "How Moss Decides by Peter Skala", "the slowest plants in the wood",
        trap="JSON-LD as a @graph with references",
        swap={"data": json_ld({"@graph": [
            {"@type": "Organization", "@id": f"{ORIGIN}/#us", "name": "Lumen Books", "url": f"{ORIGIN}/",
             "logo": f"{ORIGIN}/images/shop.png"},
            {"@type": "WebSite", "@id": f"{ORIGIN}/#site", "url": f"{ORIGIN}/", "name": "Lumen Books",
             "publisher": {"@id": f"{ORIGIN}/#us"}},
            {"@type": ["WebPage", "ItemPage"], "name": "How Moss Decides", "isPartOf": {"@id": f"{ORIGIN}/#site"},
             "breadcrumb": {"@type": "BreadcrumbList", "itemListElement": [
                 {"@type": "ListItem", "position": 1, "name": "Books", "item": f"{ORIGIN}/books/"},
                 {"@type": "ListItem", "position": 2, "name": "How Moss Decides"}]}}]})}),
    Doc("/books/science/small-measures", "Small Measures by Noor Rahman", "how the kilogram left Paris",
        faults="canonical-target-redirects", listed=False,
        swap={"canonical": f"<link href={ORIGIN}/books/measures rel=canonical>"}),
    Doc("/books/children/seven-umbrellas", "Seven Umbrellas by Owen Pike", "an umbrella for each day of the week",
        faults="img-broken img-alt-missing sd-jsonld-syntax",
        swap={"data": "<SCRIPT TYPE='application/LD+json'>\n{\"@context\": \"https://schema.org\",\n"
                      ' "@type": "Book",\n "name": "Seven Umbrellas",\n}\n</SCRIPT>'},
        body=f"<p>{image('lost.png', ' alt=Umbrellas')}<IMG WIDTH=24 HEIGHT=24 SRC='/images/cover.png'></p>"),
    Doc("/books/children/grandmothers-atlas", "Grandmother's Atlas by Vera Dusek", "countries that are only in stories",
        trap="pictures that only decorate; loaded late; as data; without scripts; in a template",
        body=f"<p>{image('cover.png', ' alt')}{_LATE}"
             '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/images/cover.png" alt="A tower" width=9 '
             'height="9"><noscript><img src="/images/cover.png" alt="A tower" width="9" height="9"></noscript></p>'
             '<template><img src="/images/never.png"><a href="/never"></a></template>'),
    Doc("/books/new", "New Books of This Season", "books that arrived with the spring",
        swap={"more": f"<link href='{ORIGIN}/books/new?page=2' rel='Next'>"}),
    Doc("/books/new?sort=price", "New Books of This Season", "books that arrived with the spring",
        faults="canonical-missing url-param-duplicate", listed=False, seed="/books/new", swap={"canonical": ""}),
    Doc("/books/Rare_Prints", "Rare Prints and Where to Keep Them", "prints that want a dark drawer",
        faults="url-uppercase url-underscore slow-response", delay=1.4),
    Doc(_LONG_PATH, "The Catalogue of Everything We Printed", "a list that nobody has read to its end",
        faults="url-too-long title-too-long img-no-dimensions page-no-outlinks",
        body='<p><img alt="A bridge of stone" src="/images/cover.png"></p>',
        swap={"header": "", "related": "",
              "title": "<title>The Catalogue of Every Single Thing That We Ever Printed, Bound and Sold</title>"}),
    Doc("/books/%C5%99eka-a-most", "Řeka a most: Two Czech Novels", "a river and a bridge and two novels about them",
        trap="capital letters in an address are only those of escapes"),
)  # fmt: skip
