"""The file of decisions to live with findings, read before a crawl begins."""

import tomllib
from pathlib import Path

from crawler.core.audit.ignored import FILE, BadIgnoreFile, Entry, read

_MOST_BYTES = 1024 * 1024


def entries(name: str | None) -> tuple[Entry, ...]:
    """What a file says, or `.crawler-ignore.toml` of this folder where there is one. Raises BadIgnoreFile."""
    path = Path(name or FILE).expanduser()
    if name is None and not path.exists():
        return ()
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise BadIgnoreFile(f"{path}: {error.strerror}; expected a TOML file of findings to ignore") from None
    if len(content) > _MOST_BYTES:
        raise BadIgnoreFile(f"{path}: larger than {_MOST_BYTES:,} bytes")
    try:
        return read(tomllib.loads(content.decode("utf-8")), str(path))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadIgnoreFile(f"{path}: not TOML in UTF-8: {error}") from None
