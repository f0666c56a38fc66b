"""For working on the crawler: everything is logged, and a slip costs no site more than a few pages."""

from crawler.settings import *  # noqa: F403

LOG_LEVEL = "DEBUG"
MAX_PAGES = 20
