"""A report on a site whose every text tries to become markup, a link that runs, or a line that reads backwards."""

from dataclasses import replace

from crawler.core.audit.page import Page, read_page
from crawler.core.audit.rendered import Loaded, Rendered
from crawler.core.audit.report import Report, build
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord, SitemapRecord, UrlRecord
from tests.report.sample import HEADERS, ROOT, report

NASTY = "</title><script>alert(1)</script>\x00\x1b[31m\x9b<img src=x onerror=alert(2)>"
BACKWARDS = "\u202egnp.exe\u2066 " + "x" * 3000
#: What a page can write into what is kept of its drawing, and names of files that are none of ours.
DRAWING = Rendered(
    f'{ROOT}/"><script>', (Loaded(NASTY, NASTY, NASTY, NASTY, content_type=NASTY),), ((NASTY, 1),),
    (NASTY, *("x",) * 49), leads_to="javascript:alert(5)", cut=(NASTY,), html="../../" + "ab" * 12 + ".html.txt",
    picture='drawings/x" onclick="alert(6).png',
)  # fmt: skip


def hostile() -> Report:
    """Its pages, its answers, its robots.txt and its sitemap."""
    title = NASTY.replace("<", "&lt;")
    first = f'<title>{title}</title><meta name=description content="=1+1"><a href="javascript:alert(3)">x</a>'
    second = f"<title>{BACKWARDS}</title><h1>{BACKWARDS}</h1><link rel=canonical href='javascript:alert(5)'>"
    pages = [
        read_page(url=f"{ROOT}/", status=200, headers=(*HEADERS, ("X-Odd", NASTY)), body=first.encode()),
        read_page(url=f"{ROOT}/b?q=%3Cscript%3E", status=200, headers=HEADERS, body=second.encode()),
    ]
    records = [
        UrlRecord(f"{ROOT}/", Outcome.FETCHED, status=200, source="start", content_type=NASTY),
        UrlRecord(f"{ROOT}/b?q=%3Cscript%3E", Outcome.FETCHED, status=200, reason=NASTY),
        UrlRecord(f"{ROOT}/{'long' * 400}", Outcome.HTTP_ERROR, NASTY, status=404),
        UrlRecord("javascript:alert(4)", Outcome.URL_REFUSED, NASTY, found_on=f'{ROOT}/"><script>',
                  evidence={"x": NASTY}),
    ]  # fmt: skip
    robots = RobotsRecord(ROOT, "deny-all", NASTY, body=NASTY.encode())
    sitemap = SitemapRecord(f"{ROOT}/s.xml", Outcome.FETCHED, problem=NASTY, refused=((NASTY, NASTY),))
    read = [replace(page, rendered=DRAWING) for page in pages[:1] if isinstance(page, Page)]
    read += [page for page in pages[1:] if isinstance(page, Page)]
    return build(report().run, records, read, [robots], [sitemap])
