"""The settings: each is one that Scrapy or we read, and what they name is there."""

import pytest
from scrapy.settings import default_settings
from scrapy.utils.misc import load_object

from crawler import settings
from crawler.core import identity, limits
from crawler.middlewares import ORDER

OWN = {"STATE_DIR", "REPORTS_DIR", "MIN_WAIT", "MAX_PAGES"}
NAMES = [name for name in vars(settings) if name.isupper()]
COMPONENTS = [
    *("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "ITEM_PIPELINES", "EXTENSIONS", "ADDONS"),
    *("DOWNLOAD_HANDLERS", "FEED_STORAGES_BASE"),
]


def paths():
    for name in COMPONENTS:
        value = getattr(settings, name)
        yield from value.values() if name in ("DOWNLOAD_HANDLERS", "FEED_STORAGES_BASE") else value
    yield from (settings.DOWNLOADER, settings.SCHEDULER)


@pytest.mark.parametrize("name", NAMES)
def test_a_setting_is_read_by_somebody(name):
    # A misspelt name, or one that a new Scrapy has dropped, would protect nothing.
    assert name in OWN or hasattr(default_settings, name)


@pytest.mark.parametrize("path", sorted(set(paths())))
def test_a_named_part_can_be_loaded(path):
    assert load_object(path)


@pytest.mark.parametrize(
    "name", ["DOWNLOADER_MIDDLEWARES_BASE", "SPIDER_MIDDLEWARES_BASE", "EXTENSIONS_BASE", "DOWNLOAD_HANDLERS_BASE"]
)
def test_nothing_of_scrapys_runs_unseen(name):
    assert getattr(settings, name) == {}
    assert getattr(default_settings, name)


@pytest.mark.parametrize(
    "name",
    [
        *("TELNETCONSOLE_ENABLED", "REMOTE_CONTROL_ENABLED", "HTTPPROXY_ENABLED", "COOKIES_ENABLED"),
        *("METAREFRESH_ENABLED", "REDIRECT_ENABLED", "RETRY_ENABLED", "HTTPCACHE_ENABLED", "AUTOTHROTTLE_ENABLED"),
    ],
)
def test_what_must_be_off_is_off(name):
    assert getattr(settings, name) is False


def test_the_identity_is_the_one_of_the_core():
    assert identity.USER_AGENT == settings.USER_AGENT
    assert identity.HEADERS == settings.DEFAULT_REQUEST_HEADERS
    assert identity.USER_AGENT == "Mozilla/5.0 (compatible; LessonPeakSeoBot/1.0; +https://seo.lessonpeak.com/roboti)"
    assert identity.FROM == "roboti@lessonpeak.com"


def test_only_http_and_https_have_a_way_out_and_it_is_one():
    assert set(settings.DOWNLOAD_HANDLERS) == {"http", "https"}
    assert len(set(settings.DOWNLOAD_HANDLERS.values())) == 1


def test_feeds_go_to_local_files():
    assert set(settings.FEED_STORAGES_BASE) == {"", "file", "stdout"}


def test_the_middlewares_stand_in_the_order_of_the_journey():
    names = [path.rsplit(".", 1)[1] for path, _ in sorted(ORDER.items(), key=lambda part: part[1])]
    expected = ["Render", "Identity", "Robots", "LastLook", "Redirect", "Backoff", "Blocked", "Kept"]
    assert names == [f"{name}Middleware" for name in expected]


def test_limits_come_from_their_one_place():
    assert int(limits.PAGE_BYTES) == settings.DOWNLOAD_MAXSIZE
    assert limits.REQUEST_SECONDS.value == settings.DOWNLOAD_TIMEOUT
    assert limits.MIN_WAIT.value == settings.MIN_WAIT
    assert int(limits.PAGES) == settings.MAX_PAGES
