"""The solver's kernels: the text of beam.py and proof.py, compiled by Numba and kept in the user's cache.

Both are plain Python with whole numbers and NumPy arrays. As one text they import nothing of ours, so their hash is
their name and no cache can be stale.
"""

import re
from functools import cache
from pathlib import Path
from types import ModuleType

from gradatim.fast.builder import load_kernel

ENTRIES = {
    "beam": "uint8[::1], int64, int64[:,:,:,::1], int64[::1], int64, int64, int64, int16[::1], int64[::1]",
    "relaxed": "uint8[::1]",
    "copied": "uint64[::1], uint64[::1]",
    "prepare": "uint8[::1], int64, int64, uint8[:,::1], uint64[::1], int64[::1]",
    "exhaust": "uint8[:,::1], int32[::1], int32[:,::1], uint64[::1], int64[::1], int64, int64, int64",
}
# Inlined by force: a call counts references to every array that is handed on, which took a third of the time.
HEAD = """from numba import njit
INNER = dict(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)
ENTRY = dict(error_model="numpy", cache=True)
"""


def _decorated(text: str) -> str:
    def decorator(found: re.Match[str]) -> str:
        name = found[1]
        how = f'"({ENTRIES[name]},)", **ENTRY' if name in ENTRIES else "**INNER"
        return f"@njit({how})\ndef {name}("

    return re.sub(r"^def (\w+)\(", decorator, text, flags=re.MULTILINE)


def _text(name: str) -> str:
    return Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")


@cache
def finder() -> ModuleType:
    return load_kernel(HEAD + _decorated(_text("beam")), "crescent_beam")


@cache
def prover() -> ModuleType:
    return load_kernel(HEAD + _decorated(_text("proof")), "crescent_proof")
