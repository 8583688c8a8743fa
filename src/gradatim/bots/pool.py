"""Bots and solvers in processes of their own, so that thinking never holds up a table.

A worker that is silent for too long, dies or talks nonsense is replaced, and the question raises `NoAnswer`; what the
table then does is the table's business.
"""

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LONGEST_LINE = 1 << 20  # of an answer or a question, in bytes
WORKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
COMMAND = (sys.executable, "-m", "gradatim.bots.worker")
log = logging.getLogger("gradatim.bots")


class NoAnswer(Exception):
    """The bot gave no answer; the sentence says why."""


class Stopped(NoAnswer):
    """The pool has been stopped."""

    def __init__(self) -> None:
        super().__init__("the bots have been stopped")


@dataclass(eq=False)
class _Worker:
    process: asyncio.subprocess.Process
    asked: int = 0

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.asked += 1
        line = json.dumps({"id": self.asked, **question}, separators=(",", ":"))
        self.process.stdin.write(line.encode() + b"\n")
        await self.process.stdin.drain()
        raw = await self.process.stdout.readline()
        if not raw:
            await self.process.wait()  # to kill it before that would take its exit status from asyncio
            raise NoAnswer("the worker died")
        answer = json.loads(raw)
        if not isinstance(answer, dict) or answer.get("id") != self.asked:
            raise NoAnswer(f"the worker answered {raw[:200]!r}")
        return answer

    async def end(self) -> None:
        if self.process.returncode is None:
            if self.process.stdin is not None:
                self.process.stdin.close()
            try:
                await asyncio.wait_for(self.process.wait(), 0.5)
            except TimeoutError:
                self.kill()
                await self.process.wait()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
            self.process.kill()


class Pool:
    """Starts its workers when they are first needed. `patience` is how long a bot may think, in seconds."""

    def __init__(self, workers: int = WORKERS, patience: float = 20.0, command: Sequence[str] = COMMAND) -> None:
        self.patience = patience
        self.started = 0  # workers, those that replaced others included
        self._command = tuple(command)
        self._free: asyncio.LifoQueue[_Worker | None] = asyncio.LifoQueue()
        for _ in range(workers):
            self._free.put_nowait(None)  # a place for a worker that is not running
        self._all: set[_Worker] = set()
        self._closed = False

    @property
    def pids(self) -> list[int]:
        return [worker.process.pid for worker in self._all if worker.process.returncode is None]

    async def ask(
        self, game: str, bot: str, sight: Mapping[str, Any], seat: int, legal: Sequence[int], seed: int
    ) -> int:
        """The move id that the bot chooses. Raises NoAnswer; an illegal answer counts as none."""
        question = {"game": game, "bot": bot, "sight": sight, "seat": seat, "legal": list(legal), "seed": seed}
        answer = await self._answer(bot, question)
        move = answer.get("move")
        if not isinstance(move, int) or move not in legal:
            raise NoAnswer(f"{bot} answered {move!r}, which is not legal")
        return move

    async def advise(self, game: str, sight: Mapping[str, Any], line: Sequence[str]) -> dict[str, Any]:
        """What the game's solver says of a position, as a dict. Raises NoAnswer."""
        answer = await self._answer("the solver", {"game": game, "sight": sight, "line": list(line)})
        advice: dict[str, Any] = answer["advice"]
        return advice

    async def _answer(self, who: str, question: dict[str, Any]) -> dict[str, Any]:
        try:
            answer = await self._ask(who, question)
        except _Died:
            # The worker may have been dead before it was asked: a fresh one gets the same question once.
            answer = await self._ask(who, question)
        if "error" in answer:
            raise NoAnswer(f"{who} failed: {answer['error']}")
        return answer

    async def warm(self) -> None:
        """Start one worker now, so that the first move need not wait for it."""
        place = await self._free.get()
        try:
            place = place or await self._start()
        finally:
            self._free.put_nowait(place)

    async def _ask(self, who: str, question: dict[str, Any]) -> dict[str, Any]:
        worker = await self._free.get()
        back: _Worker | None = None
        given_up = False
        try:
            if self._closed:
                raise Stopped
            if worker is not None and worker.process.returncode is not None:
                self._all.discard(worker)
                worker = None
            if worker is None:
                worker = await self._start()
            answer = await asyncio.wait_for(worker.ask(question), self.patience)
            back = worker
            return answer
        except TimeoutError:
            raise NoAnswer(f"{who} has not answered within {self.patience:g} s") from None
        except Stopped:
            raise
        except (NoAnswer, OSError, ValueError) as error:
            raise _Died(str(error)) from error
        except asyncio.CancelledError:
            given_up = True
            raise
        finally:
            if back is None and worker is not None:  # a late answer must not be taken for the next one
                worker.kill()
                self._all.discard(worker)
                if not given_up and not self._closed:
                    log.warning("bot worker %d ended and will be replaced", worker.process.pid)
            self._free.put_nowait(back)

    async def _start(self) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl+C in a terminal is for the server, which then ends its workers
        )
        worker = _Worker(process)
        self.started += 1
        self._all.add(worker)
        if self._closed:
            await worker.end()
        return worker

    def stop(self) -> None:
        """Whoever waits for an answer gets none, at once."""
        self._closed = True
        for worker in self._all:
            worker.kill()

    async def close(self) -> None:
        self._closed = True
        await asyncio.gather(*(worker.end() for worker in self._all))
        self._all.clear()


class _Died(NoAnswer):
    """The worker ended, or could not be reached."""
