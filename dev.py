#!/usr/bin/env python3
"""Everything a checkout needs, from one command: python3 dev.py play | test | lint | setup.

Standard library only. The file parses on Python 3.6, so that an old Python is answered with a sentence.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import FrameType

PYTHON_VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
if sys.version_info < (3, 11):  # noqa: UP036  (this is where an older one is told)
    sys.exit(f"Gradatim needs Python 3.11 or newer; this is Python {PYTHON_VERSION}. Try: python3.11 dev.py")

USAGE = """\
usage: python3 dev.py COMMAND

  play [ARGS]            open a table in the browser (ARGS go to `gradatim play`)
  test [--long] [ARGS]   run all tests, browser and database tests included (ARGS go to pytest)
  lint                   check style, formatting, types, and the client's types
  setup                  only prepare .venv, with all that tests and checks need

Each command first makes or brings up to date the virtual environment .venv in this folder.
As root on Debian or Ubuntu, `test` also installs Chromium, a Japanese font and a C compiler where missing.

  python3 dev.py play escalation
  python3 dev.py test -k rulings -x
"""

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "gradatim-setup.json"
WINDOWS = os.name == "nt"
VENV_BIN = VENV / ("Scripts" if WINDOWS else "bin")
VENV_PYTHON = VENV_BIN / ("python.exe" if WINDOWS else "python")
IN_CI = os.environ.get("CI", "").lower() in ("true", "1")

TEST_EXTRAS = ("test",)
LINT_EXTRAS = ("lint",)
SETUP_EXTRAS = ("research", "plots", *TEST_EXTRAS, *LINT_EXTRAS)
LONG_EXTRAS = ("cluster",)  # large parts that only --long uses

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NOTHING_COLLECTED = 5  # pytest's exit code
TAIL_LINES = 25


class Failed(Exception):
    """Ends the command with this exit code; a message, if any, was not printed yet."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code


def say(text: str) -> None:
    print(text, flush=True)


# Running other programs


def run(command: Sequence[str | Path]) -> int:
    """Run in the foreground and give the exit code; Ctrl-C is the program's own affair."""
    # The terminal tells the program too, so here Ctrl-C only means to wait until it has closed. (A handler that
    # does nothing: to ignore the signal would make the program ignore it as well.)
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        with subprocess.Popen([str(word) for word in command], cwd=ROOT) as process:
            try:
                code = process.wait()
            finally:
                if process.poll() is None:
                    process.terminate()
    finally:
        signal.signal(signal.SIGINT, before)
    return 128 - code if code < 0 else code


def run_quietly(
    label: str,
    command: Sequence[str | Path],
    watch: Callable[[str], str | None] | None = None,
    environment: dict[str, str] | None = None,
) -> None:
    """Run with one line of progress instead of its output; on failure the output's tail, then `Failed`.

    `watch` turns a line of output into a new label, when the line begins another phase.
    """
    began = time.monotonic()
    tail: deque[str] = deque(maxlen=TAIL_LINES)
    program = subprocess.Popen(
        [str(word) for word in command],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    with Status(label) as status, program as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                tail.append(line)
                phase = watch(line) if watch else None
                if phase:
                    status.phase(phase)
            code = process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
    if code:
        sys.stdout.write("".join(tail))
        raise Failed(128 - code if code < 0 else code, "Failed: " + " ".join(str(word) for word in command))
    say(f"{label}: done in {time.monotonic() - began:.0f} s")


class Status:
    """A line that says what goes on: rewritten with the seconds on a terminal, one line a phase elsewhere."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.live = sys.stdout.isatty()
        self.ended = threading.Event()
        self.ticker = threading.Thread(target=self.tick, daemon=True)

    def __enter__(self) -> "Status":
        if self.live:
            self.ticker.start()
        else:
            say(f"{self.text} …")
        return self

    def __exit__(self, *exception: object) -> None:
        self.ended.set()
        if self.live:
            self.ticker.join()
            sys.stdout.write("\r\033[K")

    def phase(self, text: str) -> None:
        if not self.live and text != self.text:
            say(f"  {text} …")
        self.text = text

    def tick(self) -> None:
        began = time.monotonic()
        while not self.ended.wait(0.25):
            sys.stdout.write(f"\r\033[K{self.text[:70]} … {time.monotonic() - began:.0f} s")
            sys.stdout.flush()


# The virtual environment


def inputs_hash() -> str:
    """What an installed environment depends on: when it changes, everything is installed again."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes() + b"\0")
    return digest.hexdigest()


def read_stamp(path: Path = STAMP) -> dict[str, object]:
    """What was installed; empty when there is no stamp, or none that can be read."""
    try:
        stamp = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp: dict[str, object], path: Path = STAMP) -> None:
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
    draft.replace(path)


def missing_extras(stamp: dict[str, object], inputs: str, wanted: Iterable[str]) -> set[str] | None:
    """The extras to install, or None when all that is wanted is there.

    What was installed before stays in the set: `play` must not undo what `test` installed.
    """
    installed = stamp.get("extras")
    already = {str(extra) for extra in installed} if isinstance(installed, list) else set()
    if stamp.get("inputs") == inputs and stamp.get("finished") and already.issuperset(wanted):
        return None
    return already | set(wanted)


def must_be_made_anew(stamp: dict[str, object]) -> bool:
    """Whether .venv is absent, was left half-made, belongs to another Python, or was moved."""
    if not VENV_PYTHON.exists():
        return True
    if STAMP.exists() and not stamp.get("finished"):
        return True
    if stamp and stamp.get("root") != str(ROOT):
        return True  # its scripts and the editable install still point to the old place
    # A .venv without a stamp was made by hand: it is used if it works.
    probe = "import sys; print('%d.%d' % sys.version_info[:2])" + ("" if stamp else "; import pip")
    try:
        answer = subprocess.run([VENV_PYTHON, "-I", "-c", probe], capture_output=True, text=True, check=False)
    except OSError:
        return True
    return answer.returncode != 0 or answer.stdout.strip() != PYTHON_VERSION


def missing_venv_module() -> str:
    """One line for a Python that cannot make virtual environments, or nothing."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return ""
    return (
        "This Python cannot make virtual environments: its venv or ensurepip module is missing. "
        "On Debian or Ubuntu: apt install python3-venv"
    )


def make_venv() -> None:
    complaint = missing_venv_module()
    if complaint:
        raise Failed(1, complaint)
    # Run by .venv's own Python, we would remove what we run on: the Python it was made from goes on.
    python = getattr(sys, "_base_executable", "") or sys.executable
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    VENV.mkdir(exist_ok=True)
    write_stamp({"finished": False})  # first in, last to change: an interrupted set-up stays known as such
    for entry in VENV.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry != STAMP:
            entry.unlink()
    run_quietly(f"Making .venv for Python {PYTHON_VERSION}", [python, "-m", "venv", VENV])


def pip_install(extras: set[str]) -> None:
    chosen = 0

    def watch(line: str) -> str | None:
        nonlocal chosen
        if line.startswith("Collecting "):
            chosen += 1
            # One line a package only where the line is rewritten.
            return f"Fetching package {chosen}: {line.split()[1]}" if sys.stdout.isatty() else "Fetching packages"
        if line.startswith("Installing collected packages:"):
            count = line.count(",") + 1
            return f"Installing {count} packages" if count > 1 else "Installing 1 package"
        return None

    target = ".[" + ",".join(sorted(extras)) + "]" if extras else "."
    options = ["--no-input", "--disable-pip-version-check", "-c", "constraints.txt"]
    label = "Installing gradatim" + (" with " + ", ".join(sorted(extras)) if extras else "")
    # A `user = true` in somebody's pip settings would be refused inside a virtual environment.
    run_quietly(label, [VENV_PYTHON, "-m", "pip", "install", *options, "-e", target], watch, {"PIP_USER": "0"})


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two set-ups of one checkout would spoil each other's .venv: the second waits."""
    try:
        import fcntl  # not on Windows
    except ImportError:
        yield
        return
    with (ROOT / "pyproject.toml").open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Waiting for another set-up of this folder …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare(*extras: str) -> None:
    """Make .venv hold the package and these extras, doing nothing when it already does."""
    with one_at_a_time():
        stamp = read_stamp()
        if must_be_made_anew(stamp):
            make_venv()
            stamp = {}
        inputs = inputs_hash()
        install = missing_extras(stamp, inputs, extras)
        if install is None:
            return
        write_stamp({**stamp, "finished": False})
        try:
            pip_install(install)
        except Failed:
            # A failed pip leaves what was there as it was (an interrupted one may not).
            if stamp:
                write_stamp(stamp)
            raise
        write_stamp({"finished": True, "inputs": inputs, "root": str(ROOT), "extras": sorted(install)})


# What the tests need from the system


def find_chromium() -> str | None:
    """The Chromium that tests drive: the one in GRADATIM_CHROMIUM, or the system's."""
    named = os.environ.get("GRADATIM_CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def has_japanese_font() -> bool:
    if not shutil.which("fc-list"):
        return False
    return bool(subprocess.run(["fc-list", ":lang=ja"], capture_output=True, check=False).stdout.strip())


def apt_install(packages: Sequence[str]) -> None:
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run_quietly("Refreshing the package lists", ["apt-get", "update"], environment=quiet)
    run_quietly(
        "Installing " + ", ".join(packages),
        ["apt-get", "install", "-y", "--no-install-recommends", *packages],
        environment=quiet,
    )


def prepare_system() -> None:
    """Chromium, a Japanese font and a C compiler; what cannot be had is said, and the tests decide."""
    packages = []
    if not find_chromium():
        packages.append("chromium")
    if not has_japanese_font():
        packages += ["fontconfig", "fonts-noto-cjk"]
    if not shutil.which("cc"):
        packages.append("build-essential")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    try:
        if packages and root and shutil.which("apt-get"):
            apt_install(packages)
        if not find_chromium():
            # Does nothing when its own copy is already there.
            run_quietly("Installing Playwright's Chromium", [VENV_PYTHON, "-m", "playwright", "install", "chromium"])
    except Failed as failure:
        if IN_CI:
            raise
        say(f"{failure}\nGoing on without: tests that need it are skipped.")
    if not has_japanese_font():
        if IN_CI:
            raise Failed(1, "No Japanese font found (fc-list :lang=ja), and none could be installed.")
        say("No Japanese font found: Japanese pages are tested without their letters. Debian: fonts-noto-cjk")


# Commands


def setup(arguments: list[str]) -> int:
    if arguments:
        raise Failed(2, "setup takes no arguments")
    prepare(*SETUP_EXTRAS)
    say(f"Ready: {VENV_PYTHON.relative_to(ROOT)}")
    return 0


def play(arguments: list[str]) -> int:
    prepare()
    return run([VENV_BIN / "gradatim", "play", *arguments])


def test(arguments: list[str]) -> int:
    prepare(*TEST_EXTRAS, *(LONG_EXTRAS if "--long" in arguments else ()))
    prepare_system()
    # Playwright's sync interface leaves an event loop in the process, which spoils asyncio tests after it:
    # the browser tests get a process of their own.
    parts = ["rest", "browser"] if (ROOT / "tests" / "e2e").is_dir() else ["rest"]
    # Everything: a process for each core, each test file in one of them. A choice of tests is not worth their start.
    spread = [] if set(arguments) - {"--long"} else ["--numprocesses=auto", "--dist=loadfile"]
    codes = []
    for part in parts:
        say(f"pytest --part={part}")
        codes.append(run([VENV_PYTHON, "-m", "pytest", f"--part={part}", *spread, *arguments]))
        if codes[-1] not in (0, 1, NOTHING_COLLECTED):
            break  # interrupted, or misused: the second call would only say it again
    return overall(codes)


def overall(codes: list[int]) -> int:
    """One exit code for several pytest calls: a call that had no test is fine if another had some."""
    ran = [code for code in codes if code != NOTHING_COLLECTED]
    return max(ran, default=NOTHING_COLLECTED)


def lint(arguments: list[str]) -> int:
    if arguments:
        raise Failed(2, "lint takes no arguments")
    prepare(*LINT_EXTRAS)
    checks: dict[str, list[str | Path]] = {
        "ruff check": [VENV_PYTHON, "-m", "ruff", "check", "--quiet", "--output-format=concise"],
        "ruff format": [VENV_PYTHON, "-m", "ruff", "format", "--check", "--output-format=concise"],
        "mypy": [VENV_PYTHON, "-m", "mypy", "--no-error-summary"],
    }
    if shutil.which("npm"):
        prepare_typescript()
        checks["tsc"] = [ROOT / "node_modules" / ".bin" / ("tsc.cmd" if WINDOWS else "tsc")]
    elif IN_CI:
        raise Failed(1, "npm is missing: the client's types cannot be checked.")
    else:
        say("npm is missing: the client's types are not checked.")
    codes = []
    for name, command in checks.items():
        codes.append(run(command))
        say(f"{'FAILED' if codes[-1] else 'ok':>6}  {name}")
    return max(codes)


def prepare_typescript() -> None:
    """npm install, unless exactly the versions that package.json names are there."""
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    modules = ROOT / "node_modules"
    present = {name: read_stamp(modules / name / "package.json").get("version") for name in wanted}
    # npm writes this file last: without it an installation was interrupted.
    if present != wanted or not (modules / ".package-lock.json").exists():
        run_quietly(
            "Installing the TypeScript checker",
            [shutil.which("npm") or "npm", "install", "--no-audit", "--no-fund"],
        )


COMMANDS: dict[str, Callable[[list[str]], int]] = {"play": play, "test": test, "lint": lint, "setup": setup}


def end_quietly(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


def main(arguments: list[str]) -> int:
    if arguments and arguments[0] in ("-h", "--help", "help"):
        say(USAGE)
        return 0
    if not arguments or arguments[0] not in COMMANDS:
        sys.stderr.write(USAGE if not arguments else f"No command {arguments[0]!r}. See python3 dev.py --help\n")
        return 2
    signal.signal(signal.SIGTERM, end_quietly)  # so that what we started is ended too
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except Failed as failure:
        if str(failure):
            say(str(failure))
        return failure.code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
