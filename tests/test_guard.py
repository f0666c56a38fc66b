"""The guard: nothing starts when a protected thing is not exactly ours, and the error names it."""

import pkgutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from scrapy.crawler import Crawler
from scrapy.settings import Settings

import settings_profiles
from crawler import settings as ours
from crawler.core import identity
from crawler.guard import Guard, GuardError, verify
from crawler.middlewares import ORDER
from crawler.spiders.page import PageSpider

ROOT = Path(__file__).resolve().parents[1]
PROFILES = [f"settings_profiles.{module.name}" for module in pkgutil.iter_modules(settings_profiles.__path__)]
DOOR = "crawler.egress.handler.DoorHandler"
REPORT = {"crawler.pipelines.report.ReportPipeline": 100}
HANDLERS = {"http": DOOR, "https": DOOR}


def project(module="crawler.settings"):
    settings = Settings()
    settings.setmodule(module, priority="project")
    return settings


def faults(settings, spider_class=PageSpider):
    with pytest.raises(GuardError) as raised:
        verify(settings, spider_class)
    first, *found = str(raised.value).splitlines()
    assert first == "refused to start:"
    return found


def loud(**attributes):
    return type("LoudSpider", (PageSpider,), {"name": "loud", **attributes})


def without(order, *names):
    return {path: number for path, number in order.items() if path not in names}


ROBOTS = "crawler.middlewares.robots.RobotsMiddleware"
PROTECTED = [
    # Who we are.
    ("USER_AGENT", "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"),
    ("USER_AGENT", f"{identity.USER_AGENT} "),
    ("USER_AGENT", ""),
    ("USER_AGENT", None),
    ("ROBOTSTXT_USER_AGENT", "Googlebot"),
    ("DEFAULT_REQUEST_HEADERS", {}),
    ("DEFAULT_REQUEST_HEADERS", {**identity.HEADERS, "Cookie": "a=b"}),
    ("DEFAULT_REQUEST_HEADERS", {"User-Agent": "x", "From": identity.FROM}),
    ("DEFAULT_REQUEST_HEADERS", '{"User-Agent": "x"}'),
    ("BOT_NAME", "other"),
    # The parts a request meets.
    ("DOWNLOADER_MIDDLEWARES", {**ORDER, "scrapy.downloadermiddlewares.retry.RetryMiddleware": 550}),
    ("DOWNLOADER_MIDDLEWARES", {**ORDER, "scrapy.downloadermiddlewares.httpproxy.HttpProxyMiddleware": 750}),
    ("DOWNLOADER_MIDDLEWARES", {**ORDER, ROBOTS: None}),
    ("DOWNLOADER_MIDDLEWARES", without(ORDER, ROBOTS)),
    ("DOWNLOADER_MIDDLEWARES", {**ORDER, ROBOTS: 999}),
    ("DOWNLOADER_MIDDLEWARES", {}),
    ("DOWNLOADER_MIDDLEWARES", None),
    ("DOWNLOADER_MIDDLEWARES_BASE", {"scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": 500}),
    ("SPIDER_MIDDLEWARES", {"scrapy.spidermiddlewares.referer.RefererMiddleware": 700}),
    ("SPIDER_MIDDLEWARES_BASE", {"scrapy.spidermiddlewares.httperror.HttpErrorMiddleware": 50}),
    ("DOWNLOADER", "scrapy.core.downloader.Downloader"),
    ("SCHEDULER", "scrapy.core.scheduler.Scheduler"),
    ("DUPEFILTER_CLASS", "scrapy.dupefilters.BaseDupeFilter"),
    ("LOG_FORMATTER", "somewhere.Formatter"),
    ("SPIDER_MODULES", ["elsewhere"]),
    ("COMMANDS_MODULE", "elsewhere"),
    ("ADDONS", {}),
    ("ADDONS", {"crawler.guard.Guard": 0, "elsewhere.AddOn": 1}),
    ("ADDONS", {"crawler.guard.Guard": None}),
    # The one door.
    ("DOWNLOAD_HANDLERS", {**HANDLERS, "ftp": "scrapy.core.downloader.handlers.ftp.FTPDownloadHandler"}),
    ("DOWNLOAD_HANDLERS", {**HANDLERS, "file": "scrapy.core.downloader.handlers.file.FileDownloadHandler"}),
    ("DOWNLOAD_HANDLERS", {**HANDLERS, "https": "scrapy.core.downloader.handlers.http11.HTTP11DownloadHandler"}),
    ("DOWNLOAD_HANDLERS", {**HANDLERS, "https": "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"}),
    ("DOWNLOAD_HANDLERS", {"http": DOOR, "https": None}),
    ("DOWNLOAD_HANDLERS_BASE", {"data": "scrapy.core.downloader.handlers.datauri.DataURIDownloadHandler"}),
    ("DOWNLOADER_CLIENTCONTEXTFACTORY", "somewhere.Careless"),
    ("DOWNLOAD_VERIFY_CERTIFICATES", False),
    ("DOWNLOAD_BIND_ADDRESS", "10.0.0.1"),
    ("DNS_RESOLVER", "somewhere.Resolver"),
    ("DNSCACHE_ENABLED", False),
    ("TWISTED_DNS_RESOLVER", "scrapy.resolver.CachingHostnameResolver"),
    ("TWISTED_REACTOR", "twisted.internet.pollreactor.PollReactor"),
    ("TWISTED_REACTOR_ENABLED", False),
    ("HTTPPROXY_ENABLED", True),
    ("HTTPAUTH_USER", "admin"),
    ("PLAYWRIGHT_BROWSER_TYPE", "firefox"),
    ("PLAYWRIGHT_LAUNCH_OPTIONS", {"args": ["--no-sandbox"]}),
    ("PLAYWRIGHT_CDP_URL", "http://127.0.0.1:9222"),
    # What is off and stays off.
    ("EXTENSIONS", {**ours.EXTENSIONS, "scrapy.extensions.telnet.TelnetConsole": 0}),
    ("EXTENSIONS", without(ours.EXTENSIONS, "crawler.extensions.progress.Progress")),
    ("EXTENSIONS_BASE", {"scrapy.extensions.telnet.TelnetConsole": 0}),
    ("TELNETCONSOLE_ENABLED", True),
    ("TELNETCONSOLE_PORT", [6024]),
    ("REMOTE_CONTROL_ENABLED", True),
    ("COOKIES_ENABLED", True),
    ("METAREFRESH_ENABLED", True),
    ("REDIRECT_ENABLED", True),
    ("RETRY_ENABLED", True),
    ("HTTPCACHE_ENABLED", True),
    ("AUTOTHROTTLE_ENABLED", True),
    ("REFERER_ENABLED", True),
    ("ROBOTSTXT_OBEY", True),
    ("ROBOTSTXT_PARSER", "scrapy.robotstxt.PythonRobotParser"),
    ("COMPRESSION_ENABLED", False),
    ("JOBDIR", "/tmp/job"),
    # Items go to local files.
    ("ITEM_PIPELINES", {**REPORT, "scrapy.pipelines.files.FilesPipeline": 1}),
    ("ITEM_PIPELINES", {**REPORT, "scrapy.pipelines.images.ImagesPipeline": 1}),
    ("ITEM_PIPELINES", {}),
    ("ITEM_PIPELINES_BASE", {"scrapy.pipelines.files.FilesPipeline": 1}),
    ("FILES_STORE", "/tmp/files"),
    ("IMAGES_STORE", "/tmp/images"),
    ("FEEDS", {"ftp://user:secret@example.com/x.json": {"format": "json"}}),
    ("FEEDS", {"s3://bucket/x.json": {"format": "json"}}),
    ("FEEDS", {"gs://bucket/x.json": {"format": "json"}}),
    ("FEEDS", {"FTP://example.com/x.json": {"format": "json"}}),
    ("FEEDS", {"https://example.com/x.json": {"format": "json"}}),
    ("FEEDS", {"good.json": {"format": "json"}, "s3://bucket/x.json": {"format": "json"}}),
    ("FEEDS", '{"ftp://example.com/x.json": {"format": "json"}}'),
    ("FEED_STORAGES", {"ftp": "scrapy.extensions.feedexport.FTPFeedStorage"}),
    ("FEED_STORAGES_BASE", {"s3": "scrapy.extensions.feedexport.S3FeedStorage"}),
    ("FEED_URI", "s3://bucket/x.json"),
    # Pace and limits.
    ("MIN_WAIT", 0.49),
    ("MIN_WAIT", 0),
    ("MIN_WAIT", "0.4"),
    ("MIN_WAIT", "fast"),
    ("MIN_WAIT", None),
    ("MIN_WAIT", float("nan")),
    ("MAX_PAGES", 2001),
    ("MAX_PAGES", 0),
    ("MAX_PAGES", -1),
    ("MAX_PAGES", "2001"),
    ("MAX_PAGES", None),
    ("MAX_PAGES", float("inf")),
    ("MAX_PAGES", float("nan")),
    ("DOWNLOAD_MAXSIZE", 0),
    ("DOWNLOAD_TIMEOUT", 180),
    ("DOWNLOAD_DELAY", 0.1),
    ("DOWNLOAD_SLOTS", {"example.com": {"concurrency": 8}}),
    ("CONCURRENT_REQUESTS", 1000),
    ("CONCURRENT_REQUESTS_PER_DOMAIN", 2),
    ("URLLENGTH_LIMIT", 0),
    ("DEPTH_LIMIT", 3),
    # What nobody has thought of.
    ("user_agent", "x"),
    ("USER_AGENTS", ["x", "y"]),
    ("ROTATING_PROXY_LIST", ["http://example.com:8080"]),
    ("ZYTE_API_KEY", "x"),
    ("SOMETHING_NEW", 1),
]


@pytest.mark.parametrize("priority", ["project", "spider", "cmdline"])
@pytest.mark.parametrize(("name", "value"), PROTECTED, ids=lambda part: repr(part)[:60])
def test_a_protected_setting_stops_the_start_and_is_named(name, value, priority):
    settings = project()
    settings.set(name, value, priority)
    (fault,) = faults(settings)
    assert name in fault.split()


@pytest.mark.parametrize(
    "name",
    ["DOWNLOADER_MIDDLEWARES", "DOWNLOAD_HANDLERS", "ADDONS", "USER_AGENT", "ROBOTSTXT_OBEY", "MIN_WAIT", "SCHEDULER"],
)
def test_a_protected_setting_that_was_taken_away_stops_the_start(name):
    settings = project()
    settings.delete(name, priority="spider")
    (fault,) = faults(settings)
    assert name in fault


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "DEBUG"),
        ("LOG_FILE", "/tmp/crawl.log"),
        ("LOG_ENABLED", False),
        ("REPORTS_DIR", "/srv/reports"),
        ("STATE_DIR", "/srv/state"),
        ("SETTINGS_MODULE", "settings_profiles.scheduled"),
        ("MIN_WAIT", 0.5),
        ("MIN_WAIT", 0.51),
        ("MIN_WAIT", 30),
        ("MIN_WAIT", "2"),
        ("MAX_PAGES", 1),
        ("MAX_PAGES", 2000),
        ("MAX_PAGES", "20"),
        ("FEEDS", {}),
        ("FEEDS", {"out.json": {"format": "json"}}),
        ("FEEDS", {"file:///tmp/out.json": {"format": "json"}, "stdout:": {"format": "csv"}}),
        ("FEEDS", {Path("/tmp/out.csv"): {"format": "csv"}}),
        ("FEEDS", '{"out.json": {"format": "json"}}'),
        ("FEED_EXPORT_ENCODING", "utf-8"),
        ("USER_AGENT", identity.USER_AGENT),
        ("TELNETCONSOLE_ENABLED", False),
        ("DOWNLOADER_MIDDLEWARES", dict(ORDER)),
    ],
)  # fmt: skip
def test_what_an_operator_may_choose_or_tighten_passes(name, value):
    settings = project()
    settings.set(name, value, "cmdline")
    verify(settings, PageSpider)


def test_our_own_settings_pass():
    verify(project(), PageSpider)


def test_all_that_does_not_hold_is_said_at_once():
    settings = project()
    settings.set("USER_AGENT", "x")
    settings.set("COOKIES_ENABLED", True)
    assert len(faults(settings, loud(proxy="http://example.com:8080"))) == 3


def test_an_error_says_what_came_what_was_expected_and_what_to_do():
    settings = project()
    settings.set("COOKIES_ENABLED", True)
    (fault,) = faults(settings)
    for part in ("came as True", "expected False", "remove it"):
        assert part in fault


def test_an_error_is_short_however_long_the_value():
    settings = project()
    settings.set("USER_AGENT", "x" * 1_000_000)
    assert len(faults(settings)[0]) < 500


def test_scrapys_own_settings_are_refused():
    assert faults(Settings())


# Profiles


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_passes(profile):
    verify(project(profile), PageSpider)


def test_every_alias_of_scrapy_cfg_leads_to_a_module_that_passes():
    config = ConfigParser()
    config.read(ROOT / "scrapy.cfg")
    aliases = dict(config["settings"])
    assert set(aliases.values()) == {"crawler.settings", *PROFILES}
    for module in aliases.values():
        verify(project(module), PageSpider)


def judged(tmp_path, *lines):
    """A profile with these lines, judged in a process of its own: what it does to our module stays there."""
    (tmp_path / "loose.py").write_text("\n".join(["from crawler.settings import *", *lines]))
    script = (
        "from scrapy.settings import Settings\n"
        "settings = Settings()\n"
        "settings.setmodule('loose', priority='project')\n"
        "from crawler.guard import GuardError, verify\n"
        "from crawler.spiders.page import PageSpider\n"
        "try:\n"
        "    verify(settings, PageSpider)\n"
        "except GuardError as error:\n"
        "    print(error)\n"
        "except Exception as error:\n"
        "    raise SystemExit(repr(error))\n"
    )
    path = f"{tmp_path}:{ROOT}"
    environment = {"PYTHONPATH": path, "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_a_profile_that_assigns_is_refused(tmp_path):
    assert "COOKIES_ENABLED" in judged(tmp_path, "COOKIES_ENABLED = True")
    assert judged(tmp_path, "MIN_WAIT = 3") == ""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("DEFAULT_REQUEST_HEADERS", "DEFAULT_REQUEST_HEADERS['User-Agent'] = 'x'"),
        ("DOWNLOADER_MIDDLEWARES", f"del DOWNLOADER_MIDDLEWARES['{ROBOTS}']"),
        ("DOWNLOAD_HANDLERS", "DOWNLOAD_HANDLERS.update(ftp='scrapy.core.downloader.handlers.ftp.FTPDownloadHandler')"),
        ("EXTENSIONS", "EXTENSIONS['scrapy.extensions.telnet.TelnetConsole'] = 0"),
        ("ITEM_PIPELINES", "ITEM_PIPELINES['scrapy.pipelines.files.FilesPipeline'] = 1"),
        ("SPIDER_MODULES", "SPIDER_MODULES.append('elsewhere')"),
        ("ADDONS", "ADDONS.clear()"),
    ],
)
def test_a_profile_that_changes_our_values_in_place_is_refused(tmp_path, name, line):
    # `from crawler.settings import *` shares the very objects the guard compares with. The profile may as well
    # fail on its own, because what it wants to change cannot be changed.
    said = judged(tmp_path, line)
    assert name in said or "Error" in said


# Spiders


@pytest.mark.parametrize(
    "name",
    [
        *("user_agent", "http_user", "http_pass", "http_auth_domain", "proxy", "rotate_user_agent"),
        *("download_delay", "download_timeout", "download_maxsize", "download_warnsize", "max_concurrent_requests"),
    ],
)
@pytest.mark.parametrize("value", ["x", None, 0])
def test_a_spider_attribute_that_scrapy_would_obey_stops_the_start(name, value):
    (fault,) = faults(project(), loud(**{name: value}))
    assert name in fault
    assert "LoudSpider" in fault


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("USER_AGENT", "x"),
        ("DOWNLOADER_MIDDLEWARES", {ROBOTS: None}),
        ("ITEM_PIPELINES", {"scrapy.pipelines.files.FilesPipeline": 1}),
        ("ADDONS", {"elsewhere.AddOn": 1}),
        ("MIN_WAIT", 0.1),
        ("PLAYWRIGHT_MAX_CONTEXTS", 8),
    ],
)
def test_custom_settings_reach_the_add_on_and_are_refused(name, value):
    crawler = Crawler(loud(custom_settings={name: value}), project())
    with pytest.raises(GuardError, match=name):
        Guard.from_crawler(crawler).update_settings(crawler.settings)


def test_custom_settings_that_tighten_pass():
    crawler = Crawler(loud(custom_settings={"MIN_WAIT": 5, "MAX_PAGES": 3}), project())
    Guard.from_crawler(crawler).update_settings(crawler.settings)


def test_a_spider_that_takes_a_part_away_is_refused():
    def update_settings(cls, settings):
        settings.delete("DOWNLOADER_MIDDLEWARES", priority="spider")

    crawler = Crawler(loud(update_settings=classmethod(update_settings)), project())
    with pytest.raises(GuardError, match="DOWNLOADER_MIDDLEWARES"):
        Guard.from_crawler(crawler).update_settings(crawler.settings)


def test_a_settings_module_without_the_add_on_does_not_get_past_the_spiders():
    settings = project()
    settings.set("ADDONS", {}, "cmdline")
    with pytest.raises(GuardError, match="ADDONS"):
        PageSpider.from_crawler(Crawler(PageSpider, settings), url="https://example.com/")


def test_the_guard_is_no_error_that_scrapy_skips_a_part_for():
    assert [base.__name__ for base in GuardError.__mro__] == ["GuardError", "Exception", "BaseException", "object"]


# Environment


@pytest.mark.parametrize(
    "name",
    [
        *("USER_AGENT", "USERAGENT", "USER_AGENTS", "user_agent", "SCRAPY_USER_AGENT", "CRAWLER_USER_AGENT"),
        *("BOT_USER_AGENT", "HTTP_USER_AGENT", "ROBOTSTXT_USER_AGENT", "SCRAPY_ROBOTSTXT_USER_AGENT"),
    ],
)
@pytest.mark.parametrize("value", ["Mozilla/5.0", "", identity.USER_AGENT], ids=["other", "empty", "ours"])
def test_an_environment_variable_that_asks_for_an_identity_stops_the_start(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    (fault,) = faults(project())
    assert name in fault
    assert "unset it" in fault


@pytest.mark.parametrize(
    "name", ["SCRAPY_PROJECT", "SCRAPY_SETTINGS_MODULE", "NO_COLOR", "USER", "MY_USER_AGENT_NOTES", "SUPERUSER_AGENT"]
)
def test_other_environment_variables_are_nobodys_identity(monkeypatch, name):
    monkeypatch.setenv(name, "x")
    verify(project(), PageSpider)
