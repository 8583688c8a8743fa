"""The process in which bots and solvers think: JSON lines in, JSON lines out. Started by `gradatim.bots.pool`.

In:  ``{"id", "game", "bot", "sight", "seat", "legal", "seed"}``; out: ``{"id", "move"}``, or ``{"id", "error"}``.
In:  ``{"id", "game", "sight", "line"}``; out: ``{"id", "advice"}``, or ``{"id", "error"}``.
It ends when its input does, and so never outlives the server, however that ended.
"""

import contextlib
import json
import signal
import sys
from dataclasses import asdict
from typing import Any


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """What is answered. Whatever goes wrong inside a bot is an answer too: the table must go on."""
    try:
        return {"id": question["id"], **(_choose(question) if "bot" in question else _advise(question))}
    except Exception as error:
        return {"id": question["id"], "error": f"{type(error).__name__}: {error}"}


def _choose(question: dict[str, Any]) -> dict[str, Any]:
    from gradatim import bots

    asked = ("game", "bot", "sight", "seat", "legal", "seed")
    return {"move": int(bots.choose(*(question[key] for key in asked)))}


def _advise(question: dict[str, Any]) -> dict[str, Any]:
    from gradatim import bots

    return {"advice": asdict(bots.solver(question["game"]).hint(question["sight"], question["line"]))}


def main() -> None:
    # Ctrl+C reaches every process of a terminal; the server decides when this one ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.redirect_stdout(sys.stderr):  # what a bot prints must not look like an answer
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    main()
