"""Commands that host tables: play and serve."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.core import load


def play(game: str, *, port: int, browser: bool, lan: bool, database: str) -> None:
    if game:
        load(game)
    from gradatim.web.serve import run

    run(port=port or None, database=database or None, open_browser=browser, game=game or None, lan=lan)


def serve(*, host: str, port: int, database: str, allow_hosts: Sequence[str]) -> None:
    from gradatim.web.serve import run

    run(host, port, database or None, allow_hosts=allow_hosts)
