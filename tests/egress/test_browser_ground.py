"""Which browser draws pages, and what `make browser` does where there is none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crawler.egress.browser import ground

ROOT = Path(__file__).resolve().parents[2]
OWN = ".cache/ms-playwright/chromium-{}/chrome-linux/chrome"
NEWER_LAYOUT = ".cache/ms-playwright/chromium-{}/chrome-linux64/chrome"


def program(path: Path, script: str = "exit 0") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH (`bin`) and the account's home."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("there", "found"),
    [
        (["bin/chromium"], "bin/chromium"),
        (["bin/google-chrome", "bin/chromium"], "bin/chromium"),
        (["bin/google-chrome-stable", "bin/google-chrome", "bin/chromium-browser"], "bin/chromium-browser"),
        (["bin/google-chrome-stable", "bin/google-chrome"], "bin/google-chrome"),
        (["bin/google-chrome-stable", OWN.format(1200)], "bin/google-chrome-stable"),
        (["bin/google-chrome", OWN.format(1200)], "bin/google-chrome"),
        ([OWN.format(1200)], OWN.format(1200)),
        ([OWN.format(999), OWN.format(1200)], OWN.format(1200)),
        ([OWN.format(1199), NEWER_LAYOUT.format(1200)], NEWER_LAYOUT.format(1200)),
        ([".cache/ms-playwright/firefox-1200/firefox/firefox", OWN.format(999)], OWN.format(999)),
    ],
)
def test_the_systems_own_browser_comes_first_and_playwrights_last(there: list[str], found: str, machine: Path) -> None:
    for name in there:
        program(machine / name)
    assert ground.find() == machine / found


def test_without_any_the_error_names_what_was_looked_for_and_what_to_do(machine: Path) -> None:
    (machine / "bin" / "chromium").write_text("not a program")
    with pytest.raises(ground.NoBrowser, match=r"expected one of chromium, .*google-chrome.*: run `make browser`"):
        ground.find()


INSTALLS = 'echo "$@" >>"$HOME/asked"; case "$*" in *install*) printf "#!/bin/sh\\n" >"$HOME/bin/chromium"'
INSTALLS += '; /bin/chmod 755 "$HOME/bin/chromium";; esac'
#: The interpreter, but for what it would fetch.
PYTHON = f'[ "$1" = -c ] && exec "{sys.executable}" "$@"\n{INSTALLS}'


def make_browser(machine: Path, *, uid: int = 0, system: str = "Linux", apt: str = INSTALLS) -> tuple[int, str, str]:
    """Run it; gives its code, what it said, and what was asked of the installers."""
    program(machine / "bin/id", f"echo {uid}")
    program(machine / "bin/uname", f"echo {system}")
    if apt:
        program(machine / "bin/apt-get", apt)
    python = program(machine / "python", PYTHON)
    command = ["/bin/sh", "deploy/browser.sh", str(python)]
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True)
    asked = machine / "asked"
    return done.returncode, done.stdout + done.stderr, asked.read_text() if asked.exists() else ""


def test_a_browser_that_is_there_is_named_and_nothing_is_installed(machine: Path) -> None:
    program(machine / "bin/google-chrome")
    assert make_browser(machine) == (0, f"browser: {machine}/bin/google-chrome\n", "")


def test_root_gets_the_package_of_the_system(machine: Path) -> None:
    code, said, asked = make_browser(machine)
    assert (code, said) == (0, f"browser: {machine}/bin/chromium\n")
    assert asked.splitlines() == ["update -qq", "install -y -qq --no-install-recommends chromium"]


def test_an_ordinary_account_is_told_the_command(machine: Path) -> None:
    assert make_browser(machine, uid=1000) == (2, "browser: sudo apt-get install chromium\n", "")


def test_without_packages_it_is_playwrights_own(machine: Path) -> None:
    code, said, asked = make_browser(machine, uid=1000, apt="")
    assert (code, asked) == (0, "-m playwright install chromium\n")
    assert said == f"browser: {machine}/bin/chromium\n"


def test_elsewhere_than_on_linux_it_says_that_the_rest_works(machine: Path) -> None:
    code, said, asked = make_browser(machine, system="Darwin", apt="")
    assert (code, asked) == (2, "")
    assert "on Linux only" in said


def test_a_package_that_brings_no_browser_is_told(machine: Path) -> None:
    code, said, _ = make_browser(machine, apt="exit 0")
    assert code != 0
    assert "no browser found" in said
