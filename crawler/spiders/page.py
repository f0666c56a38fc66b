"""`scrapy crawl page -a url=…`: one public page and the robots.txt of its host. It needs nobody's permission."""

from crawler.spiders.base import AuditSpider


class PageSpider(AuditSpider):
    """Audits one page, its redirects followed."""

    name = "page"
