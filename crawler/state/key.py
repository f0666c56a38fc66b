"""The key under which proofs of ownership are minted: made on first use, readable by its owner only."""

import os
import secrets
from pathlib import Path

NAME = "ownership.key"
BYTES = 32


class KeyUnusable(Exception):
    """The key file is there and cannot be used; says why and what to do."""


def load(folder: Path) -> bytes:
    """The key of this installation, made if there is none."""
    path = folder / NAME
    if not path.exists():
        _make(path)
    return _read(path)


def _make(path: Path) -> None:
    """Write a new key to a private name and link it in place: of two processes that race, one key wins whole."""
    private = path.with_name(f".{NAME}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(private, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(private, path)
    except FileExistsError:
        pass
    finally:
        private.unlink()


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise KeyUnusable(f"{path} is no file: move it away to have a new key made")
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        raise KeyUnusable(f"{path} has mode {mode:04o}, expected 0600: run chmod 600 {path}")
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError:
        key = b""
    if len(key) != BYTES:
        raise KeyUnusable(f"{path} does not hold {BYTES} bytes in hexadecimal: restore it from a backup, or delete it")
    return key
