"""Somebody else's robot is one file away: nothing but core/identity.py says who we are."""

import shutil
import sys
from pathlib import Path

from tests.e2e.support import ROOT
from tests.world import Host, Net, Request, Response, World, html, text

CHANGES = {
    '"lessonpeak"': '"examplesoft"',
    '"LessonPeakSeoBot"': '"ExampleSoftBot"',
    '"https://seo.lessonpeak.com/roboti"': '"https://examplesoft.com/bot"',
    '"roboti@lessonpeak.com"': '"bot@examplesoft.com"',
}


def site(request: Request) -> Response | None:
    return (
        text("User-agent: examplesoftbot\nDisallow: /x\n")
        if request.path == "/robots.txt"
        else html("<title>x</title>")
    )


def world() -> World:
    return World([Host("www.any-page.com", site)])


def test_changing_the_identity_in_its_one_file_changes_everything_that_leaves(net: Net, tmp_path: Path) -> None:
    for name in ("crawler", "settings_profiles", "scrapy.cfg"):
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    identity = tmp_path / "crawler" / "core" / "identity.py"
    words = identity.read_text()
    for old, new in CHANGES.items():
        assert words.count(old) == 1
        words = words.replace(old, new)
    identity.write_text(words)
    command = [sys.executable, "-m", "scrapy", "crawl", "page", "-a", "url=https://www.any-page.com/x"]
    done = net.run([*command, "-s", f"STATE_DIR={tmp_path / 'state'}", "-L", "WARNING"], cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    (asked,) = net.requests()
    assert dict(asked.headers)["User-Agent"] == (
        "Mozilla/5.0 (compatible; ExampleSoftBot/1.0; +https://examplesoft.com/bot)"
    )
    assert dict(asked.headers)["From"] == "bot@examplesoft.com"
    shown = net.run([sys.executable, "-m", "scrapy", "ownership", "show", "any-page.com"], cwd=tmp_path)
    assert "_examplesoft-verification.any-page.com" in shown.stdout
    leftovers = [path for path in tmp_path.rglob("*.py") if "lessonpeak" in path.read_text(encoding="utf-8").lower()]
    assert leftovers == []
