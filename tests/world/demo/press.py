"""The press in the cellar: pages whose HTML, head or answer is at fault, as old presses' pages are."""

from tests.world.demo.document import ORIGIN, Doc, json_ld, link


def _canonical(target: str) -> dict[str, str]:
    return {"canonical": f'<link rel="canonical" href="{target}">'}


def _script(name: str) -> str:
    return f'<script src="https://cdn.lumen-friends.org/{name}"></script>'


_NONCE = "script-src 'nonce-8IBTHwOdqNKAWeKl7plt8g==' 'strict-dynamic' 'unsafe-inline' https:; object-src 'none'; " \
         "base-uri 'none'; frame-ancestors 'self'"  # fmt: skip

DOCS = (
    Doc("/press/", "Our Press and What It Prints", "a press that prints by hand"),
    Doc("/press/type-cases", "Type Cases and Their Drawers", "letters kept in drawers",
        faults="html-head-broken title-outside-head canonical-outside-head",
        swap={"title": "<DIV class=banner>Sale</DIV>\n<title>Type Cases and Their Drawers | Lumen Books</title>",
              "description": "",
              "viewport": '<meta name="viewport" content="width=device-width">\n<meta name="description" content="Type '
                          'cases of oak and what we keep in each of their drawers, from a to z.">'}),
    Doc("/press/paper", "Paper from the Mill by the Weir", "rags that became paper",
        faults="title-multiple description-multiple indexing-robots-outside-head", listed=False,
        body="<META NAME=Robots CONTENT=noindex>",
        swap={"more": "<title>Paper and Rags from Our Mill | Lumen Books</title>\n<meta name=description content='Rags "
                      "and what becomes of them in the mill by the weir, told by the miller.'>"}),
    Doc("/press/bindings", "Bindings", "sewing and glueing by hand",
        faults="title-too-short description-too-short doctype-missing html-multiple-head-body",
        body="<BODY BGCOLOR=white>",
        swap={"doctype": "", "title": "<title>Bindings</title>",
              "description": '<meta name="description" content="On bindings.">'}),
    Doc("/press/proofs", "Proofs", "proofs that were read three times", headers=(("Content-Type", "text/html"),),
        faults="description-too-long title-same-as-h1 charset-missing",
        swap={"charset": "", "title": "<title>Proofs That Were Read Three Times at Least</title>",
              "heading": "<h1>Proofs that were read\n three times at least</h1>",
              "description": f'<meta name="description" content="{"Proofs and who reads them, and why. " * 6}">'}),
    Doc("/press/plates", "Copper Plates and Their Keepers", "copper that remembers a drawing",
        faults="canonical-multiple-conflicting", listed=False,
        headers=(("Link", '<https://www.lumen-books.com/press/etching>; rel="canonical"'),)),
    Doc("/press/woodcuts", "Woodcuts from Two Brothers", "pear wood and sharp knives",
        faults="canonical-chain link-not-crawlable link-malformed-url url-session-id", listed=False,
        body="<p><a HREF='JavaScript:open(1)'>Open the first frame</a> <a href='http:/www.lumen-books.com/press'>the "
             "press</a> <a href='/press/signs;jsessionid=1A530637289A03B07199A44E8D531427'>signs in gold</a></p>",
        swap=_canonical(f"{ORIGIN}/press/lino")),
    Doc("/press/lino", "Linocuts for Patient People", "floors that became pictures",
        faults="sitemap-url-canonicalised", swap=_canonical(f"{ORIGIN}/press/etching")),
    Doc("/press/etching", "Etching with Very Little Acid", "acid that bites as deep as we let it",
        trap="the canonical said twice, and the same", headers=(("Link", f"<{ORIGIN}/press/etching>; rel=canonical"),)),
    Doc("/press/stamps", "Stamps, Seals and Small Marks", "rubber and a steady hand",
        faults="canonical-target-noindex tech-outdated sec-sri-missing render-blocking", listed=False,
        swap=_canonical(f"{ORIGIN}/magazine/drafts-and-offcuts")
             | {"more": "\n".join(map(_script, ("jquery-1.12.4.min.js", "fold.js", "boat.js", "hat.js")))}),
    Doc("/press/labels", "Labels for Jars and for Shelves", "labels that do not come off",
        faults="canonical-insecure canonical-target-redirects sec-hsts-missing sec-csp-missing "
               "sec-xcto-missing sec-frame-missing sec-referrer-missing", listed=False, swap=_canonical("http://www.lumen-books.com/press/labels"),
        headers=tuple((name, "") for name in ("Strict-Transport-Security", "Content-Security-Policy",
                                              "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy"))),
    Doc("/press/envelopes", "Envelopes of Our Own Paper", "envelopes nobody throws away",
        faults="canonical-other-host sec-hsts-weak sec-csp-weak sec-version-disclosure sec-cors-wildcard "
               "sec-cookie-flags tech-outdated", listed=False, swap=_canonical("https://www.lumen-friends.org/envelopes"),
        headers=(("strict-transport-security", 'max-age="86400"'), ("Access-Control-Allow-Origin", "*"),
                 ("Content-Security-Policy", "default-src 'self'; script-src 'self' 'unsafe-eval'; frame-ancestors "
                                             "'none'"), ("Server", "Apache/2.4.29 (Ubuntu)"),
                 ("x-powered-by", "PHP/7.2.24"), ("set-cookie", "PHPSESSID=3c9d; path=/; secure"))),
    Doc("/press/bookmarks", "Bookmarks for Those Who Stop", "where we stopped reading",
        faults="canonical-fragment sec-cookie-flags no-compression link-to-insecure link-not-crawlable", packed=False,
        body="<p><a href=//www.lumen-books.com/help/>Help</a> <a href='HTTP://www.lumen-books.com/visit/about'>About "
             "us</a> <a onclick='go(2)' tabindex=0>the loose step</a></p>",
        swap=_canonical(f"{ORIGIN}/press/bookmarks#start"),
        headers=(("Set-Cookie", "seen=1; SameSite=None; Max-Age=60"),)),
    Doc("/press/posters", "Posters for the Whole Street", "posters as large as a door", listed=False,
        faults="a11y-button-name a11y-duplicate-id a11y-main-landmark a11y-positive-tabindex",
        body='<p id="oil">Oil</p><p ID=oil>Grease</p><button></button><a href="/press/" tabindex=" 3">Press</a>',
        swap=_canonical(f"{ORIGIN}/") | {"main": "<div>", "end": "</div>"}),
    Doc("/press/cards", "Cards for Birthdays and Losses", "cards for all that happens", listed=False,
        faults="a11y-table-headers", swap=_canonical(f"{ORIGIN}/"),
        body="<table><tr><td>Size<td>Width<td>Height<tr><td>Folio<td>21<td>33<tr><td>Quarto<td>17<td>21</table>"),
    Doc("/press/calendars", "Calendars Without Any Mondays", "a year with six days a week", listed=False,
        faults="page-too-many-links url-tracking-internal", swap=_canonical(ORIGIN),
        body="<p>" + '<a href="/press/etching">Etching</a>\n' * 1001
             + '<a href="/press/signs?utm_source=samples&amp;utm_medium=web">Signs</a></p>'),
    Doc("/press/signs", "Signs Above the Doors of Shops", "signs that creak in the wind",
        trap="the encoding is said by the header alone", swap={"charset": ""}),
    Doc("/press/nonces", "Numbers We Use Only Once", "numbers that are used only once",
        trap="unsafe-inline beside a nonce; a generator without a version; a viewport that lets people zoom to 500 %",
        swap={"viewport": '<meta name="viewport" content="width=device-width,maximum-scale=5">',
              "more": '<meta name="generator" content="Hand Press">'},
        headers=(("Content-Security-Policy", _NONCE),)),
    Doc("/press/ledger", "The Ledger of Every Sheet", "every sheet since the year of the flood",
        faults="html-too-big html-dom-size",
        body="<p>" + "<b>1987</b> a sheet <i>of it</i>\n" * 1000 + "</p><!--" + " blank" * 90_000 + "-->"),
    Doc("/press/planner", "A Planner That Plans Itself", "an app for planning what to read",
        faults="content-js-dependent h1-missing",
        swap=dict.fromkeys(("header", "heading", "text", "related", "footer"), "")
             | {"main": '<div id="root"></div>', "end": '<script src="/static/app.js" async></script>'}),
    Doc("/press/moved", "We Moved a Few Steps down the Hill", "a few steps down the hill",
        faults="meta-refresh-redirect img-broken social-twitter-missing",
        swap={"style": '<link href="/static/lost.css" rel="preload stylesheet" as="style">', "data": "", "social": "",
              "more": "<META CONTENT='5 ; URL = &quot;/press/signs&quot;' HTTP-EQUIV=Refresh>"}),
    Doc("/press//offcuts", "Offcuts by the Pound, Unsorted", "offcuts sold by the pound",
        faults="url-double-slash"),
    Doc("/press/tray/tray/tray/", "A Tray in a Tray in a Tray", "trays within trays within trays",
        faults="url-repetitive-path spider-trap sd-required-missing robots-blocks-resource",
        swap={"data": json_ld({"@type": "Recipe", "name": "Bone glue"}),
              "more": "<link rel='Stylesheet' href='/staff/print.css' media=print>"}),
    Doc("/press/pictures", "Pictures That Weigh a Lot", "pictures printed in seven colours",
        faults="img-too-heavy social-og-image-broken",
        body='<p><img src="/images/heavy.png" alt="A view" width="9" height="9"></p>',
        swap={"social": '<meta property="og:title" content="Pictures"><meta property="og:type" content="website"><meta '
                        f'property="og:url" content="{ORIGIN}/press/pictures"><meta property="og:image" '
                        'content="/images/lost.png"><meta name="twitter:card" content="summary">'}),
    Doc("/press/copies", "Copies of the Copies We Made", "copies that were copied again",
        faults="canonical-missing url-slash-duplicate", swap={"canonical": ""}),
    Doc("/press/copies/", "Copies of the Copies We Made", "copies that were copied again",
        faults="canonical-missing url-slash-duplicate", seed="/press/copies", listed=False,
        swap={"canonical": ""}),
    Doc("/press/closing", "Closing the Press for the Night", "the last light in the cellar",
        trap="one page with facts as microdata; links of the same page in all spellings",
        body='<div itemscope itemtype="https://schema.org/BreadcrumbList"><p itemprop="itemListElement" itemscope '
             'itemtype="https://schema.org/ListItem"><a itemprop="item" href="/press/"><b itemprop="name">Press</b></a>'
             '<meta itemprop="position" content="1"></p></div>' + link("./etching", "Etching")
             + ' <a href="../press/./signs">Signs</a> <a href="">This page</a>'),
)  # fmt: skip
