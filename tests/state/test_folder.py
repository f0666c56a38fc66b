"""Where state lives."""

import os
import stat
from pathlib import Path

import pytest

from crawler.state.folder import APPLICATION, default_state_dir, state_folder


@pytest.fixture(autouse=True)
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_its_owners_alone(tmp_path):
    folder = state_folder(str(tmp_path / "state"))
    assert folder.is_dir()
    assert mode(folder) == 0o700


def test_a_new_folder_is_its_owners_alone_under_a_careless_umask(tmp_path):
    os.umask(0)
    assert mode(state_folder(str(tmp_path / "state"))) == 0o700


def test_missing_folders_above_are_made(tmp_path):
    assert state_folder(str(tmp_path / "a" / "b" / "state")).is_dir()


def test_a_folder_that_is_there_is_kept_as_it_is(tmp_path):
    (tmp_path / "kept").write_text("x")
    before = mode(tmp_path)
    assert state_folder(str(tmp_path)) == tmp_path
    assert mode(tmp_path) == before
    assert (tmp_path / "kept").read_text() == "x"


def test_a_tilde_is_the_home_of_the_user(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder("~/mine") == tmp_path / "mine"


def test_a_file_in_its_place_is_an_error_and_stays(tmp_path):
    (tmp_path / "state").write_text("x")
    with pytest.raises(FileExistsError, match="state"):
        state_folder(str(tmp_path / "state"))
    assert (tmp_path / "state").read_text() == "x"


@pytest.mark.parametrize("value", [None, ""])
def test_the_default_is_below_the_home_of_the_user(tmp_path, monkeypatch, value):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    if value is not None:
        monkeypatch.setenv("XDG_STATE_HOME", value)
    assert Path(default_state_dir()) == tmp_path / ".local" / "state" / APPLICATION


def test_the_default_follows_the_xdg_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert Path(default_state_dir()) == tmp_path / APPLICATION


@pytest.mark.parametrize("value", ["state", "./state", "../state"])
def test_a_relative_xdg_variable_is_ignored_or_every_directory_had_its_own_key(tmp_path, monkeypatch, value):
    # XDG Base Directory Specification: "consider the path invalid and ignore it".
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", value)
    assert Path(default_state_dir()) == tmp_path / ".local" / "state" / APPLICATION
