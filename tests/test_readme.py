"""The README says what is so: no holes, every path and command in it is there, and the numbers are the code's."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from crawler.core import exits, limits

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_is_short_and_has_no_hole():
    assert README.count("\n") < 150
    assert "@@" not in README
    assert "TODO" not in README


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:crawler|settings_profiles|deploy|tests|docs)/[\w./-]*)`", README)))
)
def test_a_path_it_names_is_there(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"scrapy (\w+)", README)) - {"SPIDER"}))
def test_a_command_it_names_is_one(name):
    done = subprocess.run([sys.executable, "-m", "scrapy", name, "-h"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0


def test_the_exit_codes_it_lists_are_those_of_the_code():
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", README, re.MULTILINE)}
    assert listed == {value for name, value in vars(exits).items() if name.isupper() and isinstance(value, int)}


def test_the_limits_it_tells_are_those_of_the_code():
    assert f"{int(limits.DEPTH)} links deep" in README
    assert f"{int(limits.PAGES):,} pages" in README
    assert f"{int(limits.JOB_SECONDS)} s a job" in README
    assert f"than {limits.MIN_WAIT.value:g} s" in README
