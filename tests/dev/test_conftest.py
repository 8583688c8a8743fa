"""The helpers that all tests share."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def test_a_missing_part_skips_a_test_but_fails_it_in_ci(
    require: Callable[[Any, str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert require("/usr/bin/cc", "no C compiler") == "/usr/bin/cc"
    monkeypatch.setitem(require.__globals__, "IN_CI", False)
    with pytest.raises(pytest.skip.Exception, match="no C compiler"):
        require(None, "no C compiler")
    monkeypatch.setitem(require.__globals__, "IN_CI", True)
    with pytest.raises(pytest.fail.Exception, match="no C compiler"):
        require(None, "no C compiler")


PROJECT = {
    "test_plain.py": "def test_plain(long_run):\n    print('size', 'long' if long_run else 'short')\n",
    "test_long.py": "import pytest\n@pytest.mark.long\ndef test_long():\n    pass\n",
    "e2e/test_page.py": "def test_page():\n    pass\n",
}


@pytest.mark.parametrize(
    ("options", "passed"),
    [
        ([], {"test_page", "test_plain"}),
        (["--part=browser"], {"test_page"}),
        (["--part=rest"], {"test_plain"}),
        (["--part=rest", "--long"], {"test_plain", "test_long"}),
    ],
)
def test_options_choose_tests(tmp_path: Path, options: list[str], passed: set[str]) -> None:
    (tmp_path / "tests" / "e2e").mkdir(parents=True)
    for name in ("dev.py", "pyproject.toml", "tests/conftest.py"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in PROJECT.items():
        (tmp_path / "tests" / name).write_text(text)
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-rA", *options], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stdout
    names = {line.rsplit("::", 1)[1] for line in answer.stdout.splitlines() if line.startswith("PASSED")}
    assert names == passed
    assert ("size long" in answer.stdout) == ("--long" in options)
