"""The pictures and documents of drawn pages, from when they are made until the report takes them along."""

import shutil
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from crawler.core.limits import CRAWL_KEPT

FOLDER = "drawings"


class Drawings:
    """Those of one crawl, in the state folder: a crawl may take several jobs."""

    def __init__(self, state: Path, crawl: str):
        self.root = state / FOLDER
        self.folder = self.root / crawl

    def put(self, url: str, html: bytes, picture: bytes) -> tuple[str, str]:
        """Keep both; gives the names of their files, empty where there is nothing. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._sweep()
        stem = sha256(url.encode()).hexdigest()[:24]
        # A text to read, not a page to open: a stranger's scripts have no business on the operator's disk.
        return self._write(f"{stem}.html.txt", html), self._write(f"{stem}.png", picture)

    def hand_over(self, report: Path) -> None:
        """Move what there is beside a report. Raises OSError."""
        if self.folder.is_dir():
            shutil.move(self.folder, report / FOLDER)
            (report / FOLDER).chmod(0o755)

    def _write(self, name: str, content: bytes) -> str:
        if not content:
            return ""
        (self.folder / name).write_bytes(content)
        return f"{FOLDER}/{name}"

    def _sweep(self) -> None:
        """Forget those of crawls that nobody went on with."""
        for other in self.root.iterdir():
            with suppress(OSError):
                if time.time() - other.stat().st_mtime > CRAWL_KEPT.value * 86400:
                    shutil.rmtree(other, ignore_errors=True)
