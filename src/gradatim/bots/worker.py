"""The process in which bots and solvers think: JSON lines in, JSON lines out. Started by `gradatim.bots.pool`.

In:  ``{"id", "game", "bot", "sight", "seat", "legal", "seed"}``; out: ``{"id", "move"}``, or ``{"id", "error"}``.
In:  ``{"id", "game", "sight", "line"}``; out: ``{"id", "advice"}``, or ``{"id", "error"}``.
It ends when its input does, even in the midst of a thought, and so never outlives the server, however that ended.
"""

import contextlib
import json
import os
import signal
import sys
from dataclasses import asdict
from queue import SimpleQueue
from threading import Thread
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
    questions: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(questions,), daemon=True).start()
    with contextlib.redirect_stdout(sys.stderr):  # what a bot prints must not look like an answer
        while True:
            said = json.dumps(answer(json.loads(questions.get())))
            try:
                print(said, file=sys.__stdout__, flush=True)
            except BrokenPipeError:  # nobody is there to read it
                os._exit(0)


def _listen(questions: "SimpleQueue[str]") -> None:
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
