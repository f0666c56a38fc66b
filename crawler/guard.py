"""Refuses to start when an invariant does not hold, naming what came, what was expected and what to do.

Every setting must be ours or Scrapy's default, except those an operator may choose (FREE) or tighten (TIGHTER):
what nobody has thought of is refused too. It runs as an add-on, which sees `-s` and `custom_settings`, and again
from the spiders, so that a settings module without the add-on does not get past it.
"""

import importlib.util
import os
import re
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings, default_settings

from crawler.core import limits

#: What an operator may set to anything: where things are written, and how much is said.
FREE = frozenset(
    {
        *("STATE_DIR", "REPORTS_DIR", "EDITOR"),
        "PROJECT",  # SCRAPY_PROJECT, as Scrapy copies it: the name of a profile
        "SETTINGS_MODULE",  # whichever it is, every value in it is judged
        *(
            "LOG_LEVEL",
            "LOG_FILE",
            "LOG_FILE_APPEND",
            "LOG_ENABLED",
            "LOG_COLOR",
            "LOG_ENCODING",
            "LOG_FORMAT",
        ),
        *("LOG_DATEFORMAT", "LOG_SHORT_NAMES", "LOG_STDOUT", "LOG_VERSIONS", "STATS_DUMP"),
        *("FEED_EXPORT_ENCODING", "FEED_EXPORT_FIELDS", "FEED_EXPORT_INDENT", "FEED_STORE_EMPTY"),
    }
)
#: What a profile or an operator may only make stricter: (how to read it, whether the value is strict enough, words).
TIGHTER: Mapping[str, tuple[Callable[[Any], float], Callable[[float], bool], str]] = {
    "MIN_WAIT": (
        lambda value: float(str(value)),
        lambda value: limits.MIN_WAIT.value <= value <= limits.MAX_WAIT.value,
        f"seconds from {limits.MIN_WAIT.value:g} to {limits.MAX_WAIT.value:g}",
    ),
    "MAX_PAGES": (
        lambda value: int(str(value)),
        lambda value: 1 <= value <= limits.PAGES.value,
        f"a whole number from 1 to {limits.PAGES.value:g}",
    ),
}
#: Environment variables that ask for another identity.
ASKING = re.compile(
    r"(SCRAPY_|CRAWLER_|BOT_|HTTP_)?(ROBOTSTXT_)?USER_?AGENTS?|(SCRAPY_|CRAWLER_|BOT_|HTTP_)FROM", re.IGNORECASE
)
FEED_OPTIONS = frozenset({"format", "encoding", "indent", "fields", "overwrite", "store_empty", "batch_item_count"})
#: Spider attributes that Scrapy or its parts would obey.
FORBIDDEN_ATTRIBUTES = (
    "user_agent",
    "http_user",
    "http_pass",
    "http_auth_domain",
    "proxy",
    "download_delay",
    "download_timeout",
    "download_maxsize",
    "download_warnsize",
    "max_concurrent_requests",
    "rotate_user_agent",
)


class GuardError(Exception):
    """An invariant does not hold; the crawl does not start."""


class Guard:
    """The add-on: called by Scrapy with the settings as they will be used."""

    def __init__(self, crawler: Crawler):
        self._spider_class = crawler.spidercls

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Guard":
        return cls(crawler)

    def update_settings(self, settings: BaseSettings) -> None:
        verify(settings, self._spider_class)


def verify(settings: BaseSettings, spider: type[Spider] | Spider) -> None:
    """Raise GuardError with everything that does not hold; `spider`: its class, or the spider once there is one."""
    faults = [*_settings(settings), *_spider(spider), *_environment(os.environ)]
    if faults:
        raise GuardError("refused to start:\n" + "\n".join(f"  {fault}" for fault in faults))


def _settings(settings: BaseSettings) -> list[str]:
    ours = _ours()
    names = {*settings, *(name for name in vars(ours) if name.isupper())}
    return [fault for name in sorted(names) for fault in _setting(name, settings, ours)]


def _ours() -> ModuleType:
    """Our settings, read anew: a profile that changed the values in place must not change what we compare with."""
    spec = importlib.util.find_spec("crawler.settings")
    assert spec is not None
    assert spec.loader is not None
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    return fresh


def _setting(name: str, settings: BaseSettings, ours: ModuleType) -> list[str]:
    if name not in settings:
        return [f"setting {name} was taken away, expected {_shown(getattr(ours, name))}: leave it as it is"]
    value = settings[name]
    if name in FREE:
        return []
    if name in TIGHTER:
        return _tighter(name, value)
    if name == "FEEDS":
        return _feeds(value)
    if not hasattr(ours, name) and not hasattr(default_settings, name):
        return [f"unknown setting {name} (came: {_shown(value)}): remove it"]
    expected = getattr(ours, name, getattr(default_settings, name, None))
    if _plain(value) == _plain(expected):
        return []
    return [f"setting {name} came as {_shown(value)}, expected {_shown(expected)}: it is fixed in the code, remove it"]


def _tighter(name: str, value: object) -> list[str]:
    read, strict_enough, words = TIGHTER[name]
    try:
        good = strict_enough(read(value))
    except (TypeError, ValueError, OverflowError):
        good = False
    return [] if good else [f"setting {name} came as {_shown(value)}, expected {words}: it may only be tightened"]


def _feeds(value: object) -> list[str]:
    faults = []
    feeds: dict[object, object] = _plain(value) or {}  # type: ignore[assignment]
    for target, options in feeds.items():
        faults += _feed_options(target, options)
        scheme = urlsplit(str(target)).scheme
        if scheme not in ("", "file", "stdout") and len(scheme) > 1:
            faults.append(f"FEEDS names {_shown(target)}: items go to local files only, there is no second way out")
    return faults


def _feed_options(target: object, options: object) -> list[str]:
    """Of a feed's options those that name a format; the others load code that nobody has looked at."""
    given = options if isinstance(options, dict) else {}
    return [
        f"FEEDS {_shown(target)} has the option {name}: expected only {', '.join(sorted(FEED_OPTIONS))}"
        for name in given
        if name not in FEED_OPTIONS
    ]


def _spider(spider: type[Spider] | Spider) -> list[str]:
    spider_class = type(spider) if isinstance(spider, Spider) else spider
    return [
        f"spider {spider_class.__name__} has the attribute {name}: identity, pace and limits are fixed, remove it"
        for name in FORBIDDEN_ATTRIBUTES
        if hasattr(spider, name)
    ]


def _environment(environment: Mapping[str, str]) -> list[str]:
    return [
        f"environment variable {name} is set to {_shown(environment[name])}: there is one identity, unset it"
        for name in sorted(environment)
        if ASKING.fullmatch(name)
    ]


def _plain(value: object) -> object:
    """Settings objects and mappings as plain dicts, to be compared."""
    if isinstance(value, BaseSettings | Mapping):
        return {key: _plain(value[key]) for key in value}
    if isinstance(value, tuple):
        return list(value)
    return value


def _shown(value: object) -> str:
    return repr(_plain(value))[:120]
