"""The command line. Bad input ends with exit code 2 and one line on the error output, never with a traceback."""

import os
import sys


def main() -> None:
    """Run the command in ``sys.argv``."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")  # a console that lacks a sign shows ? and plays on
    sys.exit(_run())


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
    except BrokenPipeError:  # "| head" has read enough; Python would complain once more when it exits
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        said = getattr(error, "format_message", None)  # what the parser of the command line raises
        if said is None:
            raise
        return _complain(said())
    return code if isinstance(code, int) else 0


def _complain(reason: str) -> int:
    print(f"gradatim: {' '.join(reason.split())}", file=sys.stderr)
    return 2
