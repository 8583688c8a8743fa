"""The command line. Bad input ends with exit code 2 and one line on the error output, never with a traceback."""

import codecs
import os
import sys


def main() -> None:
    """Run the command in ``sys.argv``."""
    codecs.register_error("gradatim.plain", _plain)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w" if number else "r"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="gradatim.plain")
    try:
        code = _run()
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


PLAIN = {"–": "-", "—": "-", "×": "x", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'"}


def _plain(error: UnicodeError) -> tuple[str, int]:
    """A console that lacks a sign shows the nearest that every console has, or ?, and plays on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def _run() -> int:
    from gradatim.cli.app import app
    from gradatim.dialect.errors import GradatimError

    try:
        code = app(prog_name="gradatim", standalone_mode=False)
        sys.stdout.flush()
    except GradatimError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # files are read and written elsewhere: this is the output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would complain once more when it exits
        if isinstance(error, BrokenPipeError):  # "| head" has read enough
            return 0
        return _complain(f"cannot write the output: {(error.strerror or str(error)).lower()}")
    except Exception as error:
        said = getattr(error, "format_message", None)  # what the parser of the command line raises
        if said is None:
            raise
        return _complain(said())
    return code if isinstance(code, int) else 0


def _complain(reason: str) -> int:
    print(f"gradatim: {' '.join(reason.split())}", file=sys.stderr)
    return 2
