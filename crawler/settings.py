"""Every Scrapy setting we change, each with its reason. `guard.py` refuses to start when one of them was changed.

The bases of Scrapy's component lists are emptied and what runs is listed here, so that a new Scrapy release cannot
add a part that nobody has looked at.
"""

from crawler import middlewares
from crawler.core import identity, limits
from crawler.state.folder import default_state_dir

BOT_NAME = f"{identity.ORGANISATION}-crawler"
SPIDER_MODULES = ["crawler.spiders"]
NEWSPIDER_MODULE = "crawler.spiders"
COMMANDS_MODULE = "crawler.commands"
ADDONS = {"crawler.guard.Guard": 0}

# Who we are. The handler takes it from core.identity, whatever stands here; this is for Scrapy's own logs.
USER_AGENT = identity.USER_AGENT
DEFAULT_REQUEST_HEADERS = dict(identity.HEADERS)

# Our own parts.
DOWNLOADER = "crawler.engine.downloader.Downloader"
SCHEDULER = "crawler.engine.queue.HostQueue"
DOWNLOAD_HANDLERS_BASE: dict[str, str] = {}  # no file:, ftp:, s3:, data:
DOWNLOAD_HANDLERS = dict.fromkeys(("http", "https"), "crawler.egress.handler.DoorHandler")
DOWNLOADER_MIDDLEWARES_BASE: dict[str, int] = {}
DOWNLOADER_MIDDLEWARES = dict(middlewares.ORDER)
SPIDER_MIDDLEWARES_BASE: dict[str, int] = {}
SPIDER_MIDDLEWARES: dict[str, int] = {}
ITEM_PIPELINES = {"crawler.pipelines.report.ReportPipeline": 100}
EXTENSIONS_BASE: dict[str, int] = {}
EXTENSIONS = {
    "scrapy.extensions.corestats.CoreStats": 0,
    "scrapy.extensions.logcount.LogCount": 0,
    "scrapy.extensions.feedexport.FeedExporter": 0,
    "crawler.extensions.progress.Progress": 0,
}
FEED_STORAGES_BASE = {  # items go to local files only: ftp, s3 and gs would be a second way out
    "": "scrapy.extensions.feedexport.FileFeedStorage",
    "file": "scrapy.extensions.feedexport.FileFeedStorage",
    "stdout": "scrapy.extensions.feedexport.StdoutFeedStorage",
}

# Scrapy's own reader takes an error page for rules and a failure for permission; ours is the robots middleware.
ROBOTSTXT_OBEY = False
# Off, although the parts that read them are not there: a reader of this file should see it.
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False  # runs Python that it is sent
HTTPPROXY_ENABLED = False
COOKIES_ENABLED = False
METAREFRESH_ENABLED = False
REDIRECT_ENABLED = False  # followed by hand, judged at each hop
RETRY_ENABLED = False
HTTPCACHE_ENABLED = False
AUTOTHROTTLE_ENABLED = False  # the gate paces
REFERER_ENABLED = False
DOWNLOAD_VERIFY_CERTIFICATES = True

DOWNLOAD_MAXSIZE = int(limits.PAGE_BYTES)
DOWNLOAD_TIMEOUT = limits.REQUEST_SECONDS.value
# Requests in Downloader.fetch: hosts, since each host has one at a time. Pace is the gate's.
CONCURRENT_REQUESTS = 64
# 100 items at once start that many tasks per response; at 2 a crawl went from 608 to 960 pages a second.
CONCURRENT_ITEMS = 2

# Ours, for the operator.
STATE_DIR = default_state_dir()
REPORTS_DIR = "reports"
MIN_WAIT = limits.MIN_WAIT.value  # may be longer
MAX_PAGES = int(limits.PAGES)  # may be fewer

LOG_LEVEL = "INFO"
LOG_VERSIONS: list[str] = []
STATS_DUMP = False
