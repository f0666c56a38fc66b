"""A report opened in a real browser from a file: what its tests drive, and what they watch meanwhile."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from crawler.egress.browser import ground

#: axe-core as its Python package ships it: for the tests alone.
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@contextmanager
def browser() -> Iterator[Browser]:
    """The Chromium that is installed; as root it has no sandbox."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=ground.find(), args=arguments)
        yield started
        started.close()


@dataclass
class Opened:
    """One report in one tab; `noise` is whatever it said on its console, and `asked` what it asked for."""

    page: Page
    noise: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def violations(self) -> list[str]:
        """What axe finds, one line for each element."""
        # The report's policy allows no other script: the browser's own tools may run one all the same.
        self.page.evaluate(AXE)
        found: dict[str, Any] = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [f"{rule['id']}: {node['html'][:200]}" for rule in found["violations"] for node in rule["nodes"]]

    def rows(self) -> list[str]:
        """The addresses in the table, from the first."""
        return self.page.locator("#page-table tbody th a").all_text_contents()

    def status(self) -> str:
        return self.page.locator("#table-status").inner_text()


@contextmanager
def opened(browser: Browser, path: Path, at: str = "", *, scripts: bool = True, **options: Any) -> Iterator[Opened]:
    """Open the report at `path`; `at` is a part of it, as `#pages`."""
    context = browser.new_context(java_script_enabled=scripts, **options)
    tab = Opened(context.new_page())
    tab.page.set_default_timeout(10_000)
    tab.page.on("console", lambda message: tab.noise.append(message.text))
    tab.page.on("pageerror", lambda error: tab.noise.append(str(error)))
    tab.page.on("dialog", lambda dialog: (tab.noise.append(f"dialog {dialog.message}"), dialog.dismiss()))
    tab.page.on("request", lambda request: tab.asked.append(request.url))
    tab.page.goto(f"{path.as_uri()}{at}")
    if scripts:
        tab.page.wait_for_selector("html[data-ready]")
    yield tab
    context.close()
