"""Commands that host tables: play and serve."""

from __future__ import annotations

from collections.abc import Sequence

from gradatim.core import load


def play(game: str, *, port: int, browser: bool, lan: bool, database: str) -> None:
    if game:
        load(game)
    from gradatim.web.serve import run

    run(
        host="0.0.0.0" if lan else "127.0.0.1",
        port=port,
        database=database or None,
        open_browser=browser,
        lan=lan,
        game=game or None,
    )


def serve(*, host: str, port: int, database: str, allow_hosts: Sequence[str]) -> None:
    from gradatim.web.serve import run

    run(host=host, port=port, database=database or None, allow_hosts=list(allow_hosts))
