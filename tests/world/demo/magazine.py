"""The magazine: articles, their archive in pages, and the writing that went wrong."""

from tests.world.demo.document import ORIGIN, Doc, image, json_ld, link

_ARCHIVE = "/magazine/archive/"
_SAME = "<h1>Three binders and one pot of glue</h1>"
_SVG = '<svg role="img" width="9" height="9"><path d="M0 0h9v9z"/>'
_MUTE = image("cover.png", ' alt=""')
_OURS = link("/books/science/small-measures", "Small Measures", ' REL="Me NoFollow"')
_HARD = (
    "It is by no means self-evident that the bibliographical historiography of continental antiquarianism, whose "
    "methodological presuppositions were institutionalised by successive generations of ecclesiastical "
    "administrators, should continue to be considered an authoritative interpretation of typographical "
    "experimentation. On the contrary, the overwhelming majority of contemporary investigations, which have been "
    "undertaken in relatively inaccessible municipal collections, demonstrate an extraordinary heterogeneity of "
    "manufacturing procedures, and they consequently necessitate a fundamental reconsideration of terminological "
    "conventions. What has traditionally been characterised as deterioration is, in the opinion of the present "
    "author, considerably more adequately understood as an intentional modification of the material, occasioned by "
    "environmental circumstances that the manufacturers could neither anticipate nor satisfactorily compensate. "
    "Comparative examination of approximately seventeen hundred individual specimens, the majority of which "
    "originated in geographically separated communities, corroborates the interpretation that institutional "
    "regulations exercised an exceptionally insignificant influence over the dimensional characteristics of "
    "commercially available material. It would nevertheless be inappropriate to generalise indiscriminately, since "
    "the documentation of international distribution remains fragmentary, contradictory and occasionally "
    "deliberately misleading, as the unfortunate controversy regarding the authenticity of several celebrated "
    "manuscripts has unambiguously demonstrated. Consequently, an interdisciplinary collaboration of conservators, "
    "historians and experimental chemists represents an indispensable precondition of any responsible "
    "reinterpretation of this extraordinarily complicated inheritance, although the institutions that would be "
    "expected to accommodate and to finance such an undertaking have hitherto exhibited remarkably little "
    "enthusiasm."
)


def _page(number: int) -> Doc:
    """One page of the archive. Only the page before leads to the next one, so the last is far from home."""
    path = _ARCHIVE if number == 1 else f"{_ARCHIVE}?page={number}"
    before = {2: _ARCHIVE}.get(number, f"{_ARCHIVE}?page={number - 1}") if number > 1 else ""
    after = f"{_ARCHIVE}?page={number + 1}" if number < 4 else ""
    pairs = [(rel, to) for rel, to in (("prev", before), ("next", after)) if to]
    return Doc(
        path, "The Archive of the Lumen Magazine", f"old issues of the magazine, part {number}",
        faults="page-depth" if number == 4 else "",
        trap="" if number == 4 else "pages of one list, which share a title",
        body="".join(f"<p>{link(to, {'prev': 'Newer issues', 'next': 'Older issues'}[rel])}</p>" for rel, to in pairs),
        swap={"more": "\n".join(f'<link rel="{rel}" href="{ORIGIN}{to}">' for rel, to in pairs)},
        linked=number == 1,
    )  # fmt: skip


DOCS = (
    Doc("/magazine/", "The Lumen Magazine of Books", "essays by people who sell books",
        trap="a feed that is linked as an alternate",
        swap={"more": '<link rel="alternate" type="application/rss+xml" href="/magazine/feed.xml" title="Essays">'}),
    Doc("/magazine/how-we-choose", "How We Choose the Books We Sell", "choosing forty books from four thousand",
        faults="link-to-localhost content-lorem-ipsum",
        body="<p>LOREM&nbsp;Ipsum <b>dolor</b> sit amet, consectetur adipiscing.</p>"
             '<p>The list is still <A CLASS="draft" HREF=HTTP://LocalHost:8080/preview>being typeset</A>.</p>'),
    Doc("/magazine/a-press-in-the-cellar", "A Printing Press in the Cellar", "a press that weighs two tons",
        faults="img-alt-missing link-empty-anchor link-nofollow-internal link-fragment-missing",
        body=f"<p><a href='/press/'>{_MUTE}</a> {_OURS} <a href='#isl&#97;nds'>the islands</a>.</p>"),
    Doc("/magazine/sound-of-pages", "The Sound That Pages Make", "paper and the noises it makes",
        faults="https-mixed-active https-mixed-passive h1-missing",
        body="<p><AUDIO CONTROLS SRC='http://media.lumen-friends.org/pages.mp3'></AUDIO></p>",
        swap={"heading": '<p class="h1">Paper and the noises it makes</p><h1><b></b></h1>',
              "more": "<script defer\n src = 'HTTP://media.lumen-friends.org/player.js'></script>"}),
    Doc("/magazine/bookbinders-of-the-quay", "The Last Bookbinders of the Quay", "three binders and one glue pot",
        trap="fragments that are there: an id, a name, the top, a text, one with escapes; mail and telephone",
        body='<h2 id="glue">Glue</h2><p><a name="lím-a-klíh"></a><a href="#glue">Glue</a> <a href="#TOP">Up</a> <a '
             'href="#">Start</a> <a href="#:~:text=glue">In the text</a> <a href="#l%C3%ADm-a-kl%C3%ADh">Lím</a> <a '
             'href="mailto:glue@lumen-books.com?subject=Glue%20pots">Write</a> <a href="tel:+420-555-0100">Call</a> <a '
             'href="/help/#questions">Questions</a></p>'),
    Doc("/magazine/drafts-and-offcuts", "Drafts and Offcuts from Our Desk", "sentences we cut and then missed",
        faults="indexing-noindex sitemap-url-noindex",
        swap={"robots": "<META CONTENT='FOLLOW , NoIndex' NAME=ROBOTS>"}),
    Doc("/magazine/a-learned-note", "A Learned Note on Old Paper", "a note for learned readers",
        faults="readability-hard heading-skipped h1-multiple", swap={"text": f"<p>{_HARD}</p>"},
        body="<h1>The second note</h1><p>It is long.</p><h2>Line nine</h2><p>It is full.</p><h4>The driver</h4>"),
    Doc("/magazine/captchas", "Prove That You Are a Reader", "captchas and what they ask of us",
        trap="an article about captchas, with the words of those who block robots",
        body="<h2>Checking your browser</h2><p>Access denied, said the page; please enable cookies, solve the captcha "
             "and verify you are human. Just a moment, it said, and then for an hour nothing.</p>"),
    Doc("/magazine/error-404", "What HTTP 404 Means to a Bookshop", "errors called 404 and how to mend them",
        trap="an article about pages that are not found"),
    Doc("/magazine/letters-1998", "Letters from Readers in 1998", "the post of one good year",
        faults="orphan-page", linked=False),
    Doc("/magazine/glue", "The Glue That Holds Our Books", "three binders and one pot of glue",
        faults="content-exact-duplicate h1-duplicate", swap={"heading": _SAME}),
    Doc("/magazine/glue-again", "Another Word About Glue", "the same three binders once more",
        faults="content-exact-duplicate h1-duplicate", seed="/magazine/glue", swap={"heading": _SAME}),
    Doc("/magazine/icons", "Icons, Ornaments and Small Signs", "small signs in the margin of a page",
        trap="SVG with titles of their own; icons as links and buttons with labels",
        body=f'<p>{_SVG}<title>A leaf</title></svg> <a href="/visit/" aria-label="Find us">{_SVG}</svg></a> <a '
             f'href="/help/">{_SVG}<title>Help</title></svg></a> <a href="/press/" title="Our press"><i></i></a> '
             f'<button type="button" aria-label="Close">{_SVG}</svg></button></p>',
        swap={"open": '</head>\n<body><svg width="0" height="0" style="display:none"><title>Ornaments</title></svg>'}),
    Doc("/magazine/essay-in-a-heading", "A Heading That Is a Picture", "a heading cut in pear wood",
        trap="the heading is an image with alt; the essay has its facts as JSON-LD with dates and zones",
        swap={"heading": f"<h1>{image('cover.png', ' alt=Wood')}</h1>",
              "data": json_ld({"@type": "Article", "headline": "A Heading That Is a Picture",
                               "image": [f"{ORIGIN}/images/cover.png"], "datePublished": "2024-03-03T09:30:00+01:00",
                               "dateModified": "2024-03-04",
                               "author": {"@type": "Person", "name": "Vera Dusek", "url": f"{ORIGIN}/help/"}})}),
    *(_page(number) for number in range(1, 5)),
)  # fmt: skip
