"""dev.py, run in a folder of its own whose virtual environment and pip are stand-ins."""

import ast
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

DEV = Path(__file__).parents[2] / "dev.py"
TEXT = DEV.read_text(encoding="utf-8")


def load_dev(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev_copy", path)
    assert spec is not None
    assert spec.loader is not None
    dev = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dev)
    return dev


class Checkout:
    """A copy of dev.py with a small project beside it; what it would run is noted in `commands`."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.monkeypatch = monkeypatch
        (root / "dev.py").write_text(TEXT, encoding="utf-8")
        (root / "pyproject.toml").write_text("[project]\n")
        (root / "constraints.txt").write_text("numpy==2.0\n")
        self.commands: list[list[str]] = []
        self.dev = self.load()

    def load(self) -> ModuleType:
        dev = load_dev(self.root / "dev.py")

        def pretend(label: str, command: list[str | Path], *watch: object, **more: object) -> None:
            words = [str(word) for word in command]
            self.commands.append(words)
            if "venv" in words:
                (self.root / ".venv" / "bin").mkdir()
                (self.root / ".venv" / "bin" / "python").symlink_to(sys.executable)

        self.monkeypatch.setattr(dev, "run_quietly", pretend)
        return dev

    def prepare(self, *extras: str) -> list[str]:
        """What `prepare` ran: "venv", and the target of each pip call."""
        self.commands.clear()
        self.dev.prepare(*extras)
        return self.ran()

    def ran(self) -> list[str]:
        return ["venv" if "venv" in command else command[-1] for command in self.commands]

    def stamp(self) -> dict[str, object]:
        stamp = json.loads((self.root / ".venv" / "gradatim-setup.json").read_text())
        assert isinstance(stamp, dict)
        return stamp

    def fail_pip(self, failure: BaseException) -> None:
        def fail(extras: set[str]) -> None:
            raise failure

        self.monkeypatch.setattr(self.dev, "pip_install", fail)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    return Checkout(tmp_path, monkeypatch)


def test_the_second_run_installs_nothing(checkout: Checkout) -> None:
    assert checkout.prepare("test") == ["venv", ".[test]"]
    assert checkout.prepare("test") == []


def test_play_does_not_undo_what_test_installed(checkout: Checkout) -> None:
    checkout.prepare("test")
    assert checkout.prepare() == []
    assert checkout.prepare("lint") == [".[lint,test]"]
    (checkout.root / "constraints.txt").write_text("numpy==2.1\n")
    assert checkout.prepare() == [".[lint,test]"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_input_is_installed_again(checkout: Checkout, name: str) -> None:
    checkout.prepare()
    (checkout.root / name).write_text("# another\n")
    assert checkout.prepare() == ["."]
    assert checkout.prepare() == []


def test_another_python_or_place_begins_anew(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout.prepare()
    monkeypatch.setattr(checkout.dev, "PYTHON_VERSION", "3.99")
    assert checkout.prepare() == ["venv", "."]
    monkeypatch.undo()
    checkout.dev = checkout.load()
    checkout.prepare()
    stamp = checkout.stamp()
    checkout.dev.write_stamp({**stamp, "root": "/elsewhere"})
    assert checkout.prepare() == ["venv", "."]


def test_an_interrupted_set_up_begins_anew(checkout: Checkout) -> None:
    checkout.prepare()
    (checkout.root / "constraints.txt").write_text("numpy==2.1\n")
    left_over = checkout.root / ".venv" / "lib"
    left_over.mkdir()
    checkout.fail_pip(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        checkout.prepare()
    assert checkout.stamp()["finished"] is False
    checkout.dev = checkout.load()
    assert checkout.prepare() == ["venv", "."]
    assert not left_over.exists()


def test_a_set_up_interrupted_while_making_the_environment_begins_anew(checkout: Checkout) -> None:
    def interrupt(*command: object, **more: object) -> None:
        (checkout.root / ".venv" / "bin").mkdir()
        (checkout.root / ".venv" / "bin" / "python").symlink_to(sys.executable)
        raise KeyboardInterrupt

    checkout.monkeypatch.setattr(checkout.dev, "run_quietly", interrupt)
    with pytest.raises(KeyboardInterrupt):
        checkout.prepare()
    checkout.dev = checkout.load()
    assert checkout.prepare() == ["venv", "."]


def test_a_failed_pip_leaves_a_good_environment_alone(checkout: Checkout) -> None:
    checkout.prepare("test")
    before = checkout.stamp()
    checkout.fail_pip(checkout.dev.Failed(3, "no network"))
    with pytest.raises(checkout.dev.Failed):
        checkout.prepare("lint")
    assert checkout.stamp() == before


def test_a_first_failed_pip_is_not_believed(checkout: Checkout) -> None:
    checkout.fail_pip(checkout.dev.Failed(3, "no network"))
    assert checkout.dev.main(["setup"]) == 3
    checkout.dev = checkout.load()
    assert checkout.prepare() == ["venv", "."]


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_what_to_install(
    checkout: Checkout, module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == module else find_spec(name))
    assert checkout.dev.main(["setup"]) == 1
    said = capsys.readouterr().out
    assert "apt install python3-venv" in said
    assert said.count("\n") == 1
    assert not (checkout.root / ".venv").exists()


def test_an_old_python_is_answered_with_a_sentence() -> None:
    ast.parse(TEXT, feature_version=(3, 6))
    pretend = "import runpy, sys; sys.version_info = (3, 8, 1); runpy.run_path(sys.argv[1], run_name='__main__')"
    answer = subprocess.run(
        [sys.executable, "-c", pretend, str(DEV), "test"], capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr.startswith("Gradatim needs Python 3.11 or newer; this is Python 3.8.")
    assert answer.stderr.count("\n") == 1


def test_a_failure_shows_the_end_of_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    dev = load_dev(DEV)
    noisy = "import sys; print(*(f'line {n}' for n in range(1000)), sep='\\n'); sys.exit(4)"
    with pytest.raises(dev.Failed) as failure:
        dev.run_quietly("Trying", [sys.executable, "-c", noisy])
    said = capsys.readouterr().out
    assert failure.value.code == 4
    assert "line 999\n" in said
    assert "line 900\n" not in said


@pytest.mark.parametrize(
    ("codes", "together"), [([0, 0], 0), ([0, 5], 0), ([5, 0], 0), ([5, 5], 5), ([5, 1], 1), ([1, 0], 1), ([2], 2)]
)
def test_the_exit_code_of_several_pytest_calls(checkout: Checkout, codes: list[int], together: int) -> None:
    assert checkout.dev.overall(codes) == together


def test_the_named_chromium_is_preferred(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADATIM_CHROMIUM", sys.executable)
    assert checkout.dev.find_chromium() == sys.executable
    monkeypatch.setenv("GRADATIM_CHROMIUM", str(checkout.root / "absent"))
    assert checkout.dev.find_chromium() is None


def test_wrong_commands_are_refused(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    assert checkout.dev.main(["dance"]) == 2
    assert checkout.dev.main([]) == 2
    assert checkout.dev.main(["lint", "--fast"]) == 2
    assert checkout.dev.main(["--help"]) == 0
    assert "play" in capsys.readouterr().out


# A whole run of `dev.py play`, whose `gradatim` is a script of the test.


def start_play(checkout: Checkout, script: str, *arguments: str) -> "subprocess.Popen[str]":
    checkout.prepare()
    program = checkout.root / ".venv" / "bin" / "gradatim"
    program.write_text(f"#!{sys.executable}\n{script}")
    program.chmod(0o755)
    return subprocess.Popen(
        [sys.executable, str(checkout.root / "dev.py"), "play", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


WAITS = """
import os, sys, time
try:
    print("ready", os.getpid(), flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    sys.exit(9)
"""


def test_play_passes_arguments_and_the_exit_code_on(checkout: Checkout) -> None:
    running = start_play(checkout, "import sys; print(sys.argv[1:]); sys.exit(7)", "crescendo", "--port", "0")
    said, _ = running.communicate(timeout=30)
    assert said == "['play', 'crescendo', '--port', '0']\n"
    assert running.returncode == 7


def test_ctrl_c_is_quiet_and_waits_for_the_program(checkout: Checkout) -> None:
    running = start_play(checkout, WAITS)
    assert running.stdout is not None
    assert running.stdout.readline().startswith("ready")
    os.killpg(running.pid, signal.SIGINT)
    said, _ = running.communicate(timeout=30)
    assert said == ""
    assert running.returncode == 9


def test_ending_dev_ends_what_it_started(checkout: Checkout) -> None:
    running = start_play(checkout, WAITS)
    assert running.stdout is not None
    child = int(running.stdout.readline().split()[1])
    running.terminate()
    running.communicate(timeout=30)
    assert running.returncode == 128 + signal.SIGTERM
    until = time.monotonic() + 10
    while time.monotonic() < until and Path(f"/proc/{child}").exists():
        time.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
