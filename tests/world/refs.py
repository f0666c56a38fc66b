"""Carrying a world into its server: pickle, with functions and classes named by file, so that test modules
work too.

pytest may have loaded a test module under a name nobody else can import; its file and the name inside it
always do.
"""

import base64
import importlib
import importlib.util
import io
import pickle
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class _Pickler(pickle.Pickler):
    def persistent_id(self, obj: Any) -> tuple[str, str] | None:
        if not isinstance(obj, FunctionType | type) or _top(obj) in sys.stdlib_module_names:
            return None
        if "<" in obj.__qualname__:
            where = f"{obj.__module__}.{obj.__qualname__}"
            raise TypeError(f"{where} has no name the server can import: move it to module level, use partial()")
        return str(Path(sys.modules[obj.__module__].__file__ or "").resolve()), obj.__qualname__


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: Any) -> Any:
        value: Any = _module(Path(pid[0]))
        for part in pid[1].split("."):
            value = getattr(value, part)
        return value


def _top(obj: Any) -> str:
    top = str(obj.__module__).partition(".")[0]
    return "" if top == "__main__" else top  # __main__ is a standard name, but here it is somebody's file


def _module(path: Path) -> ModuleType:
    """The module of a file: by its dotted name below the repository's root, else by the file alone."""
    if path.is_relative_to(ROOT):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if all(part.isidentifier() for part in parts):
            return importlib.import_module(".".join(parts).removesuffix(".__init__"))
    name = "world_site_" + path.as_posix().encode().hex()
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def dump(value: Any) -> str:
    """`value` as one line of text; TypeError names a function that cannot be carried."""
    buffer = io.BytesIO()
    _Pickler(buffer).dump(value)
    return base64.b64encode(buffer.getvalue()).decode("ascii")


def load(text: str) -> Any:
    """What `dump` was given."""
    return _Unpickler(io.BytesIO(base64.b64decode(text))).load()
