"""A report on a site whose every text tries to become markup, a link that runs, or a line that reads backwards."""

from crawler.core.audit.page import Page, read_page
from crawler.core.audit.report import Report, build
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord, SitemapRecord, UrlRecord
from tests.report.sample import HEADERS, ROOT, report

NASTY = "</title><script>alert(1)</script>\x00\x1b[31m\x9b<img src=x onerror=alert(2)>"
BACKWARDS = "\u202egnp.exe\u2066 " + "x" * 3000


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
    return build(report().run, records, [page for page in pages if isinstance(page, Page)], [robots], [sitemap])
