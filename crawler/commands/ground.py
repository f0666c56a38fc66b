"""What a crawl stands on, looked at before it starts: folders that can be written, a resolver, authorities, the key."""

import os
from pathlib import Path

import dns.resolver
from scrapy.settings import BaseSettings

from crawler.egress.browser.ground import NoBrowser, must_render
from crawler.egress.handler import must_build
from crawler.egress.tls import NoAuthorities
from crawler.state import key
from crawler.state.folder import state_folder
from crawler.state.hosts import HostStore, StoreUnusable
from crawler.state.ledger import Ledger, LedgerUnusable


class NoGround(Exception):
    """Something is missing; says what came, what was expected and what to do."""


def check(settings: BaseSettings, *, render: bool = False) -> None:
    """Raise NoGround where a crawl could not do its work or would lose it; `render`: pages are to be drawn."""
    for name in ("STATE_DIR", "REPORTS_DIR"):
        if not settings[name]:
            raise NoGround(f"setting {name} is empty; expected a folder")
    try:
        folder = state_folder(settings["STATE_DIR"])
        Ledger.open(folder).close()
        HostStore.open(folder).close()
        key.load(folder)
        _writable(Path(settings["REPORTS_DIR"]))
        must_build()
        if render:
            must_render()
    except OSError as error:
        raise NoGround(f"{error.filename}: {error.strerror}; expected a folder we can write to") from None
    except dns.resolver.NoResolverConfiguration as error:
        raise NoGround(f"no name server is configured: {error}; expected one in /etc/resolv.conf") from None
    except (LedgerUnusable, StoreUnusable, key.KeyUnusable, NoAuthorities, NoBrowser) as error:
        raise NoGround(str(error)) from None


def _writable(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(13, "Permission denied", str(folder))
