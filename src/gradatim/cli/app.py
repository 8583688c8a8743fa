"""Every command of ``gradatim``. Each imports what it needs when it runs, so that help and play start fast."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Card games that climb, step by step: play them, check them, study them.",
    epilog="Example: gradatim play escalation",
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, as `gradatim games` lists it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


@app.callback(invoke_without_command=True)
def whole(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        from gradatim import __version__

        print(__version__)
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command(epilog="Example: gradatim games --json")
def games(as_json: AsJson = False) -> None:
    """List the games, their seats, options and bots."""
    from gradatim.cli import questions

    questions.games(as_json)


@app.command(epilog="Example: gradatim rules escalation")
def rules(game: GameName, as_json: AsJson = False) -> None:
    """Tell the rules of a game, each with its place in the rulebook and the rulings behind it."""
    from gradatim.cli import questions

    questions.rules(game, as_json)


@app.command(epilog="Example: gradatim terminal escalation --seats 4 --bots simple,random --option games=2")
def terminal(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="How many play, you included.")] = None,
    bots: Annotated[str | None, typer.Option(help="Bots for the other seats, separated by commas.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Rule option: name=value or name=FILE; repeatable.")] = None,
    preset: Annotated[str, typer.Option(help="A named set of options.")] = "",
    seed: Annotated[int | None, typer.Option(help="Deal this game again: the same number, the same cards.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game, or play a position.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Start anew even if a saved game waits.")] = False,
    code: Annotated[str | None, typer.Option(help="Deal by this public code, in games that have them.")] = None,
) -> None:
    """Play in the terminal: plain sentences only, fit for a screen reader."""
    from gradatim.cli import terminal as session

    chosen = session.Wish(game, seats, bots, option or [], preset, seed, load, new, code)
    raise typer.Exit(session.play(chosen))


@app.command(epilog="Example: gradatim replay game.jsonl --step 12")
def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record file; - reads the input.")],
    step: Annotated[int | None, typer.Option(help="Stop after this event and show the table there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a recorded game, move by move. A damaged record is told as far as it holds (exit code 1)."""
    from gradatim.cli import questions

    raise typer.Exit(questions.replay(record, step, as_json))


@app.command(epilog="Example: gradatim verify game.jsonl")
def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record file; - reads the input.")],
    as_json: AsJson = False,
) -> None:
    """Check every move of a record, its score, and the deal where its secret is published.

    The exit code is 0 if all holds, 1 if not, 2 if the file cannot be read.
    """
    from gradatim.cli import questions

    raise typer.Exit(questions.verify(record, as_json))


@app.command(epilog='Example: gradatim ask position.json 5+5+W "5+6"')
def ask(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A position or a record; - reads the input.")],
    moves: Annotated[list[str] | None, typer.Argument(metavar="[MOVE]...", help="Moves to judge.")] = None,
    step: Annotated[int | None, typer.Option(help="Of a record: stand after this event, not at its end.")] = None,
    as_json: AsJson = False,
) -> None:
    """Load a position and say what is legal, what each MOVE would do or why it is refused, and the score."""
    from gradatim.cli import questions

    questions.ask(file, moves or [], step, as_json)


@app.command(epilog="Example: gradatim bench escalation --json")
def bench(
    game: GameName,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="How long to measure, builds not counted.")] = 10.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the rules of a game run, interpreted and compiled; the first build takes half a minute."""
    from gradatim.cli import questions

    questions.bench(game, seconds, as_json)


@app.command(epilog="Example: gradatim solve CR1-N-AAAAAAB, or many deals: gradatim solve --deals 0..999 --redeals 3")
def solve(
    target: Annotated[str, typer.Argument(metavar="[CODE|FILE]", help="A deal code, or a position or record.")] = "",
    deals: Annotated[str, typer.Option(metavar="FROM..TO", help="Solve these deals instead, both ends in.")] = "",
    redeals: Annotated[int | None, typer.Option(min=0, max=9, help="Redeals left, instead of the code's.")] = None,
    short: Annotated[bool, typer.Option("--short", help="Spend the whole budget on a line of few moves.")] = False,
    budget: Annotated[int, typer.Option(min=1, max=10**12, help="Positions to look at, for each deal.")] = 16_000_000,
    out: Annotated[Path | None, typer.Option(help="Keep results and a record of each win here; goes on there.")] = None,
    processes: Annotated[int, typer.Option(min=0, max=256, help="How many; 0 for one a core.")] = 0,
    ray: Annotated[bool, typer.Option("--ray", help="Spread the deals over a Ray cluster.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say whether a deal or position of Crescent can still be won, and how.

    The exit code is 0 if it can, 1 if it is proven lost, 3 if that is not known within the budget.
    """
    import os

    from gradatim.cli import solving
    from gradatim.dialect.errors import GradatimError

    if bool(target) == bool(deals):
        raise GradatimError("solve takes a deal code or a file, or --deals FROM..TO")
    if target and (out or ray or processes):
        raise GradatimError("--out, --processes and --ray go with --deals")
    wish = solving.Wish(redeals, budget, short)
    if target:
        raise typer.Exit(solving.one(target, wish, as_json))
    raise typer.Exit(solving.many(deals, wish, out, processes or os.cpu_count() or 1, ray, as_json))


@app.command(epilog="Example: gradatim play escalation")
def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Open the lobby at this game.")] = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 8765, or a free one, by default.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    lan: Annotated[bool, typer.Option("--lan", help="Let others in your network join.")] = False,
    database: Annotated[str, typer.Option(help="Where tables are kept; your own folder by default.")] = "",
) -> None:
    """Open a table in the browser, bots in the free seats."""
    from gradatim.cli import serving

    serving.play(game, port=port, browser=not no_browser, lan=lan, database=database)


@app.command(epilog="Example: gradatim serve --host 0.0.0.0 --allow-host games.example.org")
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port.")] = 8765,
    database: Annotated[str, typer.Option(help="sqlite or postgresql address of the tables.")] = "",
    allow_host: Annotated[list[str] | None, typer.Option(help="A host name to answer to; repeatable.")] = None,
) -> None:
    """Host tables for many."""
    from gradatim.cli import serving

    serving.serve(host=host, port=port, database=database, allow_hosts=allow_host or [])
