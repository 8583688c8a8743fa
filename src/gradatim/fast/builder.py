"""Builds, caches and loads kernels: the compiled form of a game's rules and drivers.

A kernel is one Python module, named by the SHA-256 of its text and of the versions of what compiles it, in the
user's cache folder. Numba keeps its machine code beside it, so a second start loads in well under a second.
"""

import atexit
import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

import llvmlite.binding
import numba
import numpy as np
import platformdirs

from gradatim.dialect.contract import Rules
from gradatim.fast.emit import module_text

BOUNDSCHECK = True  # an index past a field stops the kernel instead of spoiling the next field; costs about 5 %


def cache_folder() -> Path:
    """Where kernels are kept: $GRADATIM_CACHE or the user's cache folder; a temporary one if that cannot be written."""
    wanted = Path(os.environ.get("GRADATIM_CACHE") or platformdirs.user_cache_dir("gradatim")) / "kernels"
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return _fallback()


@cache
def _fallback() -> Path:
    """One folder for the whole process, removed when it exits."""
    folder = Path(tempfile.mkdtemp(prefix="gradatim-kernels-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def load_kernel(text: str, name: str) -> ModuleType:
    """Import a kernel's text as a module, writing it into the cache first if it is not there.

    Raises whatever Numba raises when the text cannot be compiled.
    """
    versions = (
        platform.python_version(),
        np.__version__,
        numba.__version__,
        llvmlite.binding.get_host_cpu_name(),
    )
    digest = hashlib.sha256("\0".join((text, *versions)).encode()).hexdigest()[:24]
    module_name = f"gradatim_{name}_{digest}"
    if module_name in sys.modules:
        return sys.modules[module_name]
    path = cache_folder() / f"{module_name}.py"
    if not path.exists() or path.read_bytes() != text.encode():
        _write_atomically(path, text)
    try:
        return _import(module_name, path)
    except Exception:
        # A file of Numba's, left half written by a crash, would stop every later start: once more without them.
        for file in path.parent.glob(f"__pycache__/{module_name}.*"):
            file.unlink(missing_ok=True)
        return _import(module_name, path)


def _import(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _write_atomically(path: Path, text: str) -> None:
    """Two processes may build at once: each writes its own file, the last rename wins, both texts are equal."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "wb") as file:
        file.write(text.encode())
    os.replace(temporary, path)


@cache
def steps_kernel(rules: Rules, boundscheck: bool = BOUNDSCHECK) -> ModuleType:
    """The step calls of a game, for `gradatim.fast.Compiled`."""
    return load_kernel(module_text(rules, None, boundscheck), f"{rules.NAME}_steps")


@cache
def driver_kernel(rules: Rules, drivers: ModuleType, boundscheck: bool = BOUNDSCHECK) -> ModuleType:
    """A module of drivers, built with a game."""
    short = drivers.__name__.rpartition(".")[2]
    return load_kernel(module_text(rules, drivers, boundscheck), f"{rules.NAME}_{short}")
