"""The key of an installation."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from crawler.state.key import BYTES, NAME, KeyUnusable, load

ROOT = Path(__file__).resolve().parents[2]
#: Waits for the starting shot, so that all of them are at the same line at the same moment.
RACER = """
import sys, time
from pathlib import Path
from crawler.state.key import load
folder = Path(sys.argv[1])
(folder / f"ready.{sys.argv[2]}").touch()
deadline = time.monotonic() + 30
while not (folder / "go").exists() and time.monotonic() < deadline:
    time.sleep(0.0005)
print(load(folder).hex())
"""


def written(folder, content, mode=0o600):
    path = folder / NAME
    path.write_bytes(content)
    path.chmod(mode)
    return path


@pytest.mark.parametrize("umask", [0o022, 0o077, 0])
def test_a_key_is_made_on_first_use_for_its_owner_alone(tmp_path, umask):
    before = os.umask(umask)
    try:
        key = load(tmp_path)
    finally:
        os.umask(before)
    assert len(key) == BYTES == 32
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_a_key_is_made_once(tmp_path):
    first = load(tmp_path)
    before = (tmp_path / NAME).read_bytes()
    assert load(tmp_path) == first
    assert (tmp_path / NAME).read_bytes() == before


def test_two_installations_have_two_keys(tmp_path):
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    assert load(folders[0]) != load(folders[1])


def test_nothing_but_the_key_is_left_behind(tmp_path):
    load(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_of_processes_that_race_one_key_wins_whole(tmp_path):
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACER, str(tmp_path), str(number)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for number in range(8)
    ]
    while len(list(tmp_path.glob("ready.*"))) < len(racers):
        assert all(racer.poll() is None for racer in racers)
    (tmp_path / "go").touch()
    keys = {racer.communicate(timeout=30)[0].strip() for racer in racers}
    assert keys == {load(tmp_path).hex()}
    assert not list(tmp_path.glob(f".{NAME}*"))


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o700])
def test_a_key_that_only_its_owner_can_use_is_read(tmp_path, mode):
    written(tmp_path, b"ab" * BYTES + b"\n", mode)
    assert load(tmp_path) == b"\xab" * BYTES


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o602, 0o610, 0o601, 0o660, 0o666, 0o777])
def test_a_key_that_others_can_use_is_refused_and_the_way_out_named(tmp_path, mode):
    path = written(tmp_path, b"ab" * BYTES, mode)
    with pytest.raises(KeyUnusable) as raised:
        load(tmp_path)
    for part in (str(path), f"{mode:04o}", "0600", f"chmod 600 {path}"):
        assert part in str(raised.value)
    assert "abab" not in str(raised.value)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"ab" * (BYTES - 1),
        b"ab" * (BYTES + 1),
        b"ab" * BYTES + b"a",
        b"zz" * BYTES,
        bytes(range(BYTES)),
        b"\xff\xfe" * BYTES,
        b"\x00" * 64,
        b"ab" * BYTES * 1000,
    ],
)
def test_a_damaged_key_is_refused_and_never_replaced(tmp_path, content):
    path = written(tmp_path, content)
    with pytest.raises(KeyUnusable) as raised:
        load(tmp_path)
    for part in (str(path), "32 bytes", "backup", "delete"):
        assert part in str(raised.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n", b"  \n\n"])
def test_white_space_round_a_key_does_no_harm(tmp_path, ending):
    written(tmp_path, b"ab" * BYTES + ending)
    assert load(tmp_path) == b"\xab" * BYTES


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none")
