"""The process in which bots think: JSON lines in, JSON lines out. Started by `gradatim.bots.pool`.

In:  ``{"id", "game", "bot", "sight", "seat", "legal", "seed"}``; out: ``{"id", "move"}``, or ``{"id", "error"}``.
It ends when its input does, and so never outlives the server, however that ended.
"""

import contextlib
import json
import signal
import sys
from typing import Any


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The bot's move. Whatever goes wrong inside a bot is an answer too: the table must go on."""
    from gradatim import bots

    try:
        move = bots.choose(
            question["game"],
            question["bot"],
            question["sight"],
            question["seat"],
            question["legal"],
            question["seed"],
        )
    except Exception as error:
        return {"id": question["id"], "error": f"{type(error).__name__}: {error}"}
    return {"id": question["id"], "move": int(move)}


def main() -> None:
    # Ctrl+C reaches every process of a terminal; the server decides when this one ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.redirect_stdout(sys.stderr):  # what a bot prints must not look like an answer
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    main()
