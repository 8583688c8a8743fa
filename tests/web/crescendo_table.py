"""A live table of Crescendo for the tests beside this file: people who choose, play turns and answer windows."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from tests.web.conftest import ME, OPEN, Client, Server, contribution, join

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")


class People:
    """Everybody at one table, by seat."""

    def __init__(self, server: Server, made: dict[str, Any], stack: contextlib.AsyncExitStack) -> None:
        self.server = server
        self.made = made
        self.clients: list[Client] = []
        self.tokens: list[str] = []
        self._stack = stack

    async def come(self, seat: int, token: str = "") -> Client:
        """A new socket; a seat's is its client from now on."""
        client = await self._stack.enter_async_context(join(self.server, self.made["table"], token))
        self.clients[seat : seat + 1] = [client]
        return client

    async def reload(self, seat: int) -> Client:
        await self.clients[seat].close()
        return await self.come(seat, self.tokens[seat])

    def __getitem__(self, seat: int) -> Client:
        return self.clients[seat]

    @property
    def truth(self) -> Any:
        """All fields of the state, hidden ones too."""
        room = self.server.app.rooms.rooms[self.made["table"]]
        return self.server.call(lambda: room.table.state.fields)  # type: ignore[union-attr]

    def events(self) -> list[Any]:
        room = self.server.app.rooms.rooms[self.made["table"]]
        return list(self.server.call(lambda: list(room.table.events)))  # type: ignore[union-attr]

    async def all_see(self, condition: Any) -> None:
        await asyncio.gather(*(client.until(lambda c: c.views and condition(c.view)) for client in self.clients))

    async def choose(self, *choices: str) -> None:
        for seat, client in enumerate(self.clients):
            choice = choices[seat] if seat < len(choices) else "decline"
            assert (await client.ask(do="move", on=client.view["decision"], move=choice))["ok"]
        await self.all_see(lambda view: view["board"]["phase"] == "turn")

    @property
    def turn(self) -> int:
        turn: int = self.clients[0].view["board"]["turn"]
        return turn

    async def move(self, seat: int, move: str) -> None:
        """A move that nothing holds up, seen by all."""
        client = self.clients[seat]
        answer = await client.ask(do="move", on=client.view["decision"], move=move)
        assert answer["ok"], answer
        rev = client.view["rev"]
        await self.all_see(lambda view: view["rev"] >= rev)

    async def open_window(self) -> str:
        """The seat on turn draws and discards; the window's id."""
        seat = self.turn
        await self.move(seat, "draw")
        await self[seat].until(lambda c: c.view["board"]["phase"] == "drawn")
        await self.move(seat, "discard")
        await self.all_see(lambda view: view["window"] is not None and view["board"]["turn"] != seat)
        return str(self[0].view["decision"])

    def wrong_slot(self, seat: int) -> int:
        """A slot, counted from 1, whose card does not fit the pile's top. There always is one."""
        s = self.truth
        top = s.pile[s.pile_count - 1]
        row = s.row[seat][: s.row_count[seat]]
        return next(at for at, kind in enumerate(row, 1) if kind > 100 or top > 100 or abs(kind - top) > 2)

    async def hold(self, *seats: int) -> None:
        for seat in seats or range(len(self.clients)):
            client = self.clients[seat]
            if any(move["move"] == "hold" for move in client.view["legal"]):
                assert (await client.ask(do="move", on=client.view["decision"], move="hold"))["ok"]


@contextlib.asynccontextmanager
async def people(server: Server, n: int, **more: Any) -> AsyncIterator[People]:
    """A table at which n people have sat down and the first round is dealt."""
    made = server.table(ME, *[OPEN] * (n - 1), game="crescendo", **{"race": 5000, **more})
    async with contextlib.AsyncExitStack() as stack:
        at_table = People(server, made, stack)
        await at_table.come(0, made["token"])
        at_table.tokens.append(made["token"])
        for seat in range(1, n):
            client = await at_table.come(seat)
            sat = await client.ask(do="sit", seat=seat, name=NAMES[seat], contribution=contribution())
            at_table.tokens.append(sat["token"])
        await at_table.all_see(lambda view: view["phase"] == "playing" and view["you"] >= 0)
        yield at_table


def count(view: dict[str, Any], seat: int) -> int:
    """Cards in a row."""
    return len(view["board"]["seats"][seat]["row"])
