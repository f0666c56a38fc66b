"""What customers ask, and the forms in which they ask it."""

from tests.world.demo.document import ORIGIN, Doc, link

_FIELDS = """<form action="/help/order" method="post">
<label for="book">Book</label><input id="book" name="book">
<label>Copies <input type="number" name="copies"></label>
<input name="street" aria-label="Street"><span id="town-is">Town</span><input name="town" aria-labelledby="town-is">
<input name="zip" title="Postal code"><textarea name="more" aria-label="More"></textarea>
<label for="how">How</label><select id="how" name="how"><option>By post</option></select>
<input type="hidden" name="from" value="web"><input type="submit"><input type="reset" value="Clear">
<button>Send <b>it</b></button><input type="image" src="/images/cover.png" alt="Send"></form>"""

DOCS = (
    Doc("/help/", "Help with Orders, Parcels, Returns", "questions and some answers",
        trap="links to a JSON endpoint, a PDF, a feed and other hosts, one of them in a window of its own",
        body=f'<h2 id="questions">Questions</h2><p>{link("/api/stock.json", "Stock as data")} '
             f'{link("/help/prices.pdf", "Prices to print")} {link("/magazine/feed.xml", "Essays as a feed")} '
             f'{link("https://www.lumen-friends.org/", "Our friends", " rel=noopener target=_blank")} '
             f'{link("https://www.lumen-friends.org/gone", "Friends who left")} '
             f'{link("https://www.lumen-friends.org/members", "Friends among themselves")} '
             f'{link("https://shop.lumen-nowhere.com/", "A shop nobody knows")}</p>'),
    Doc("/help/contact", "Contact Us by Post or Telephone", "finding us when nobody picks up",
        faults="description-missing viewport-missing a11y-form-label sec-form-insecure a11y-button-name "
               "sec-blank-opener",
        body='<form action="/help/contact"><p>Your name <INPUT TYPE=text NAME=who placeholder="Your name"></p><p>'
             '<select name="about"><option>A book</option></select></p><p><button>Send</button></p></form><form '
             "METHOD=post ACTION=' HTTP://www.lumen-books.com/subscribe'><label>Mail <input type=email name=mail>"
             "</label><button type=submit><i class=icon-send></i></button></form><a target=_blank "
             "rel='Opener external' href='https://www.lumen-friends.org/'>Friends</a>",
        swap={"description": "", "viewport": ""}),
    Doc("/help/order", "Order a Book That Is Not Here", "ordering books from far away",
        trap="fields with labels in every way there is", body=_FIELDS),
    Doc("/help/login", "Log In to See Your Orders", "orders of people we know",
        trap="a password on a secure page; cookies with all flags; an icon that acts as a button",
        body='<form method=post action="/help/login"><label>Name <input name=name autocomplete=username></label><label>'
             'Password <input type=password name=word></label><button>Log in</button></form><a role="button" href="#" '
             'id="show">Show</a><a id="place"></a>',
        headers=(("Set-Cookie", "sessionid=4f2a; Path=/; Secure; HttpOnly; SameSite=Lax"),
                 ("Set-Cookie", "csrftoken=9b1c; secure; samesite=strict"))),
    Doc("/help/search", "Search the Shelves of the Shop", "a search of everything we have", listed=False,
        trap="noindex on purpose: a search page is no result",
        swap={"robots": '<meta name="robots" content="noindex">'},
        body='<form role="search" action="/help/search"><input type="search" name="q" aria-label="Search"></form>'),
    Doc("/help/delivery", "Delivery at Home and Abroad", "parcels and those who carry them",
        faults="content-near-duplicate"),
    Doc("/help/returns", "Returning a Book You Did Not Love", "parcels and those who carry them back",
        faults="content-near-duplicate", seed="/help/delivery"),
    Doc("/help/gift-cards", "Gift Cards for Undecided Friends", "gifts for friends who read everything",
        faults="content-thin link-nofollow-internal html-lang-missing",
        body='<p><a rel=nofollow href=friends-only>For friends</a></p>',
        swap={"html": "<html>\n<head>", "text": "<p>Three sizes, one design. Ask at the counter.</p>"}),
    Doc("/help/lost", "Page Not Found", "nothing that was looked for is here",
        faults="soft-404", listed=False,
        swap={"heading": "<h1>Sorry, we couldn&rsquo;t find that page</h1>",
              "text": "<p>Please look on another shelf.</p>"}),
    Doc("/cs/ztraceno", "Stránka nenalezena", "kniha, kterou nemáme", lang="cs",
        faults="soft-404", listed=False,
        swap={"title": "<title>Chyba 404 &ndash; str&aacute;nka nenalezena</title>",
              "heading": "<h1>Stránka nebyla nalezena</h1>", "text": "<p>Zkuste prosím jinou polici.</p>"}),
    Doc("/help/questions", "Questions Nobody Has Asked Yet", "answers in search of a question",
        trap="a header for another robot, and limits that hide nothing",
        swap={"robots": '<meta name="robots" content="max-image-preview:large, max-snippet:-1">\n'
                        '<meta name="otherbot" content="noindex">'},
        headers=(("X-Robots-Tag", "otherbot: noindex, nofollow"),)),
    Doc("/help/hidden", "A Page That Hides Itself from View", "a page for people who have its address",
        faults="indexing-noindex indexing-conflict", listed=False,
        swap={"robots": '<meta name="robots" content="index, follow">'}, headers=(("x-robots-tag", "NOINDEX"),)),
    Doc("/help/unsure", "A Page That Cannot Make Up Its Mind", "a page of two minds about itself",
        faults="indexing-noindex indexing-conflict", listed=False,
        swap={"robots": '<meta name="googlebot" content="none">',
              "canonical": f'<link rel="canonical" href="{ORIGIN}/help/questions">'}),
    Doc("/help/no-follow", "Follow Nothing That You Find Here", "links we were asked not to praise",
        faults="indexing-nofollow-page indexing-unknown-directive",
        swap={"robots": "<meta name=robots content='nofollow, noindx'>"}),
    Doc("/help/friends-only", "For Friends Who Know the Way", "a page that only one link leads to",
        faults="link-only-nofollow-inlinks", linked=False),
)  # fmt: skip
