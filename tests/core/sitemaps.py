"""Sitemap files for tests, in as few words as a case should need."""

import gzip

from crawler.core.sitemap import NAMESPACE, read
from crawler.core.urls import Url, normalise

BASE = normalise("https://example.com/maps/sitemap.xml")
assert isinstance(BASE, Url)
PAGE = "https://example.com/x"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
MIB = 1024 * 1024


def packed(data: bytes) -> bytes:
    """Without the time, which would name the same case differently in each process that runs it."""
    return gzip.compress(data, mtime=0)


def urlset(inside, before=DECLARATION, root="urlset", namespace=NAMESPACE):
    return f'{before}<{root} xmlns="{namespace}">{inside}</{root}>'.encode()


def entry(loc, rest="", tag="url"):
    return f"<{tag}><loc>{loc}</loc>{rest}</{tag}>"


def listed(body, content_type="application/xml"):
    found = read(BASE, body)
    return found, [str(url) for url, _ in found.entries]
