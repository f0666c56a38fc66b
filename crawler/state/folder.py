"""Where state lives: one folder, readable by its owner only."""

import os
from pathlib import Path

from crawler.core.identity import ORGANISATION

APPLICATION = f"{ORGANISATION}-crawler"


def default_state_dir() -> str:
    """The folder the XDG base directory specification gives to state."""
    root = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not root.is_absolute():  # a relative one is to be ignored
        root = Path.home() / ".local" / "state"
    return str(root / APPLICATION)


def state_folder(path: str) -> Path:
    """Make the folder if it is missing, for its owner only."""
    folder = Path(path).expanduser()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
