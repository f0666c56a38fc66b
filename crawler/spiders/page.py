"""`scrapy crawl page -a url=…`: one public page and the robots.txt of its host. It needs nobody's permission."""

from crawler.spiders.beyond import BeyondSpider


class PageSpider(BeyondSpider):
    """Audits one page, its redirects followed; where that is asked for, also whether what it names is there."""

    name = "page"
