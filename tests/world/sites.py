"""What a host may serve: a function, a dict of paths, or a folder of files."""

import inspect
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.world.spec import Request, Response, html, text


async def respond(site: Any, request: Request, known: bool) -> Response:
    """The answer of a site to a request; 421 where there is no such host, 404 where no such page."""
    if not known:
        return text("No such host here.\n", 421)
    found = _find(site, request)
    if inspect.isawaitable(found):
        found = await found
    if found is None:
        return html("<!doctype html><html lang=en><title>Not found</title><h1>Not found</h1>", 404)
    return html(found) if isinstance(found, str | bytes) else found


def _find(site: Any, request: Request) -> Any:
    if isinstance(site, Path):
        return from_folder(site, request.path)
    if isinstance(site, Mapping):
        found = site.get(request.path, site.get("*"))
        return found(request) if callable(found) else found
    return site(request) if site is not None else None


def from_folder(folder: Path, target: str) -> Response | None:
    """The file of a path, index.html for a folder; nothing outside the folder."""
    path = (folder / unquote(urlsplit(target).path).lstrip("/")).resolve()
    if path.is_dir():
        path /= "index.html"
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return None
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    return Response(200, {"Content-Type": kind + charset}, path.read_bytes())
