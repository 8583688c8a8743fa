"""The command line as processes: what it prints, how it ends, and that bad input never ends in a traceback."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradatim.cli import main
from gradatim.core import Table
from gradatim.core import record as records
from gradatim.games.escalation import rules

ROOT = Path(__file__).parents[2]
COMMANDS = ("games", "rules", "terminal", "replay", "verify", "ask", "bench", "solve", "play", "serve")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A home of its own, so that no saved game of anybody is touched."""
    home = str(tmp_path / "home")
    # Not UTF-8 by choice of the system, but by ours: on some systems a pipe is not.
    return os.environ | {
        "HOME": home,
        "XDG_DATA_HOME": home,
        "LOCALAPPDATA": home,
        "PYTHONUTF8": "1",
        "PYTHONWARNINGS": "error",
    }


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    def run(*words: str | Path, given: str | bytes = "") -> subprocess.CompletedProcess[str]:
        data = given.encode() if isinstance(given, str) else given
        done = subprocess.run(
            [sys.executable, "-m", "gradatim", *map(str, words)],
            input=data,
            capture_output=True,
            env=environment,
            cwd=tmp_path,
            timeout=240,
            check=False,
        )
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def inside(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The same without a process of its own: for long tables of bad input."""
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, environment[name])

    def inside(*words: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["gradatim", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        with pytest.raises(SystemExit) as left:
            main()
        told = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return subprocess.CompletedProcess(sys.argv, left.value.code, told.out, told.err)

    return inside


def complains(done: subprocess.CompletedProcess[str], *about: str) -> None:
    """Exit code 2, and one line that says what was wrong."""
    assert done.returncode == 2, (done.stdout, done.stderr)
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("gradatim: ")
    for part in about:
        assert part in lines[0], lines[0]


def played(seats: int = 3, options: dict[str, object] | None = None, moves: int | None = None) -> tuple[Table, bytes]:
    """A table with a game played by the quick policy, up to so many moves."""
    secret = bytes(range(32))
    names = ["Ann", "Mira", "Tomas", "Yuki"][:seats]
    table = Table.open("escalation", seats, options, secret=secret, names=names)
    while not table.state.over and (moves is None or len(table.events) <= moves):
        seat = table.state.ask_order()[0]
        table.submit(seat, table.state.executor.run.quick(table.state.row, seat))
    return table, secret


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(records.dump(*played()), encoding="utf-8")
    return path


# --- help and the whole ---------------------------------------------------------------------------------------


def test_help_lists_every_command(run: Run) -> None:
    for words in ((), ("--help",), ("-h",)):
        done = run(*words)
        assert done.returncode == 0
        for command in COMMANDS:
            assert f"  {command} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(inside: Run, command: str) -> None:
    done = inside(command, "--help")
    assert done.returncode == 0
    assert f"Example: gradatim {command}" in done.stdout
    assert done.stderr == ""


def test_version(run: Run) -> None:
    from gradatim import __version__

    assert run("--version").stdout == f"{__version__}\n"


def test_help_and_games_start_fast(run: Run) -> None:
    best = min(_seconds(lambda: run("games")) for _ in range(3))
    assert best < 3.0  # of processor time, however busy the machine is; 0.4 s


def _seconds(do: Callable[[], object]) -> float:
    """Processor time of the processes that are started."""
    began = os.times()
    do()
    ended = os.times()
    return ended.children_user + ended.children_system - began.children_user - began.children_system


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (["bogus"], "No such command 'bogus'"),
        (["--bogus"], "--bogus"),
        (["games", "extra"], "unexpected extra argument"),
        (["rules"], "Missing argument"),
        (["rules", "chess"], "there is no game called 'chess'; there are: "),
        (["rules", "../escalation"], "there is no game called"),
        (["bench", "chess"], "there is no game called 'chess'"),
        (["play", "chess", "--no-browser"], "there is no game called 'chess'"),
        (["play", "--port", "99999"], "--port"),
        (["play", "--port", "x"], "--port"),
        (["serve", "--port", "-1"], "--port"),
        (["terminal"], "Missing argument"),
        (["terminal", "chess"], "there is no game called 'chess'"),
        (["terminal", "escalation", "--seats", "9"], "2 to 6 seats, not 9"),
        (["terminal", "escalation", "--seats", "x"], "--seats"),
        (["terminal", "escalation", "--bots", "deep"], "has no bot called 'deep'"),
        (["terminal", "escalation", "--bots", ""], "has no bot called ''"),
        (["terminal", "escalation", "--option", "games=9"], "games may be 1, 2, 3, 4, 5, 6"),
        (["terminal", "escalation", "--option", "jokers=9"], "has no option 'jokers'"),
        (["terminal", "escalation", "--option", "games"], "name=value"),
        (["terminal", "escalation", "--preset", "wild"], "has no preset 'wild'"),
        (["terminal", "escalation", "--load", "nowhere.jsonl"], "cannot read nowhere.jsonl"),
        (["terminal", "escalation", "--seats", "6", "--option", "deck=small"], "cannot be dealt"),
        (["replay", "nowhere.jsonl"], "cannot read nowhere.jsonl"),
        (["replay", "."], "cannot read ."),
        (["verify", "nowhere.jsonl"], "cannot read nowhere.jsonl"),
        (["ask", "nowhere.json"], "cannot read nowhere.json"),
        (["ask"], "Missing argument"),
    ],
)
def test_bad_input_at_every_door(inside: Run, words: list[str], about: str) -> None:
    complains(inside(*words), about)


def test_bad_input_in_a_process_of_its_own(run: Run) -> None:
    complains(run("bogus"), "No such command 'bogus'")
    complains(run("ask", "-", given="{}"), "names its game")


def test_files_that_are_no_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(b"\xff\xfe\x00\x80" * 99)
    for command in ("replay", "verify", "ask"):
        complains(run(command, path), "is not UTF-8 text")
    complains(run("terminal", "escalation", "--load", path), "is not UTF-8 text")


def test_a_file_that_is_too_large(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b" " * (records.LARGEST + 1))
    complains(run("verify", path), "more than 4 MB")


def test_output_that_nobody_reads_ends_quietly(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "gradatim", "rules", "escalation"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) in (0, 1)


# --- games, rules, bench ------------------------------------------------------------------------------------------


def test_games(run: Run) -> None:
    assert "escalation: Escalation! 2 to 6 players" in run("games").stdout
    found = json.loads(run("games", "--json").stdout)
    game = next(game for game in found if game["name"] == "escalation")
    assert game["seats"] == [2, 6]
    assert game["bots"] == ["random", "simple"]
    assert [option["name"] for option in game["options"]] == ["count_hand_cards", "games", "deck", "hand_size"]
    assert game["options"][2]["values"][1]["name"] == "small"


def test_rules(run: Run) -> None:
    told = run("rules", "escalation").stdout
    assert "(Rulebook: Course of Play a. Rulings b14, b15)" in told
    found = json.loads(run("rules", "escalation", "--json").stdout)
    assert {ruling for rule in found["rules"] for ruling in rule["rulings"]} == {f"b{n}" for n in range(1, 34)}
    assert found["rules"][0].keys() >= {"key", "heading", "text", "place", "rulings"}


def test_bench(inside: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {"interpreted": {"decisions_per_s": 123456.7}, "first_call_s": 0.1234, "checksum_equal": True}

    def measure(game: str, seconds: float, progress: Callable[[int, int], None]) -> dict[str, Any]:
        progress(1, 2)
        return figures | {"asked": [game, seconds]}

    monkeypatch.setattr("gradatim.fast.bench.bench", measure)
    done = inside("bench", "escalation", "--seconds", "2")
    assert done.stdout.startswith("interpreted.decisions_per_s: 123,457\nfirst_call_s: 0.12\nchecksum_equal: True\n")
    assert done.stderr == ""
    assert json.loads(inside("bench", "escalation", "--json").stdout) == figures | {"asked": ["escalation", 10.0]}


@pytest.mark.long
def test_bench_really_measures(run: Run) -> None:
    found = json.loads(run("bench", "escalation", "--seconds", "1", "--json").stdout)
    assert found["checksum_equal"] is True
    assert found["compiled"]["decisions_per_s"] > found["interpreted"]["decisions_per_s"] > 0
    assert found["facade_compiled"]["decisions_per_s"] > 0
    assert found["playouts_per_s"] > 0
    assert found["first_call_s"] > 0


# --- records ------------------------------------------------------------------------------------------------------


def test_verify_accepts_a_whole_game(run: Run, record: Path) -> None:
    done = run("verify", record, "--json")
    assert done.returncode == 0
    table, _ = played()
    moves = sum(event.kind == "move" for event in table.events)
    assert json.loads(done.stdout) == {
        "ok": True,
        "moves": moves,
        "score": list(table.state.score().totals),
        "over": True,
        "redealt": True,
    }
    assert f"The record holds: {moves} moves." in run("verify", record).stdout
    assert json.loads(run("verify", "-", "--json", given=record.read_text()).stdout)["ok"]


def test_verify_without_a_secret_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "open.jsonl"
    path.write_text(records.dump(played()[0]))
    done = run("verify", path)
    assert done.returncode == 0
    assert "No secret is published" in done.stdout


def test_verify_finds_every_broken_line(run: Run, record: Path, tmp_path: Path) -> None:
    """Each line of a short record in turn is spoiled in ways that fit it; most in this process: they are many."""
    record.write_text(records.dump(*played(2, {"deck": "small", "hand_size": 3})), encoding="utf-8")
    lines = record.read_text().splitlines()
    for number, line in enumerate(lines):
        for broken in damaged(json.loads(line)):
            text = "\n".join([*lines[:number], broken, *lines[number + 1 :]]) + "\n"
            verdict = records.verify(records.parse(text))
            assert not verdict.ok, (number, broken)
            assert verdict.reason
            assert verdict.line >= 1
    # And some of them at the door itself.
    for number in (0, 1, 7, len(lines) - 1):
        path = tmp_path / f"broken{number}.jsonl"
        path.write_text("\n".join([*lines[:number], damaged(json.loads(lines[number]))[0], *lines[number + 1 :]]))
        done = run("verify", path, "--json")
        assert done.returncode == 1
        assert done.stderr == ""
        found = json.loads(done.stdout)
        assert found["ok"] is False
        assert found["reason"]
        assert run("verify", path).stdout.startswith(f"The record does not hold. Line {found['line']}: ")


def damaged(line: dict[str, Any]) -> list[str]:
    found = ["{not json", "[]", "7", "null", ""]
    if "gradatim" in line:
        for key in ("gradatim", "game", "rules", "seats", "options", "commitment"):
            found.append(json.dumps({k: v for k, v in line.items() if k != key}))
        found += [
            json.dumps(line | {"game": "chess"}),
            json.dumps(line | {"seats": 5}),
            json.dumps(line | {"rules": 99}),
        ]
        found.append(json.dumps(line | {"commitment": "0" * 64}))
    elif "result" in line:
        totals = [line["result"]["totals"][0] + 1, *line["result"]["totals"][1:]]
        found = [json.dumps(line | {"result": line["result"] | {"totals": totals}}), "{not json"]
        found.append(json.dumps(line | {"secret": "00" * 32}))
    else:
        found.append(json.dumps(line | {"n": line["n"] + 1}))
        found.append(json.dumps(line | {"do": "win"}))
        found.append(json.dumps(line | {"extra": 1}))
        found.append(json.dumps(line | {"seat": 5}) if "seat" in line else json.dumps(line | {"drew": [0]}))
        if "move" in line:
            found.append(json.dumps(line | {"move": "W+W+W=21"}))
            found.append(json.dumps(line | {"move": "5+6"}))
        if "drew" in line:
            found.append(json.dumps(line | {"drew": line["drew"][:-1]}))
            found.append(json.dumps(line | {"drew": [*line["drew"], 0]}))
            found.append(json.dumps(line | {"drew": [*line["drew"][:-1], 10_000]}))
    return found


@pytest.mark.parametrize("text", ["", "\n", "{}", "[]", "hello", '{"gradatim": 1}', "[" * 5000])
def test_verify_on_what_is_no_record(inside: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text(text)
    done = inside("verify", path, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["line"] == 1


def test_replay(run: Run, record: Path) -> None:
    table, _ = played()
    done = run("replay", record)
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0].startswith("1. The cards are dealt; ")
    assert "Fewest taken wins." in lines[-1]
    found = json.loads(run("replay", record, "--json", "--step", "5").stdout)
    assert found["step"] == 5
    assert found["steps"] == len(table.events)
    assert len(found["events"]) == 5
    assert found["names"] == ["Ann", "Mira", "Tomas"]
    assert found["problem"] is None
    assert found["position"]["game"] == "escalation"
    complains(run("replay", record, "--step", "999"), "events 0 to")


def test_replay_tells_a_broken_record_as_far_as_it_holds(run: Run, record: Path) -> None:
    lines = record.read_text().splitlines()
    record.write_text("\n".join([*lines[:6], "{", *lines[7:]]))
    done = run("replay", record)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].startswith("The record holds up to here. Line 7: ")
    assert json.loads(run("replay", record, "--json").stdout)["problem"]["line"] == 7
    record.write_text("{}")
    complains(run("replay", record), "is no record")


# --- ask ------------------------------------------------------------------------------------------------------------

POSITION: dict[str, Any] = {
    "game": "escalation",
    "hands": [["5", "5", "5", "W", "9", "2"], ["3", "3", "4", "4", "6", "6"]],
    "series": [{"seat": 0, "play": "12"}, {"seat": 1, "play": "5+5+W"}],
    "turn": 0,
}


def test_ask_json(run: Run) -> None:
    done = run("ask", "-", "5+5+5+W", "5+5+5", "5+9", "1:take", "--json", given=json.dumps(POSITION))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["to_move"] == [0]
    assert found["legal"] == ["take", "5+5+5+W"]
    move = found["moves"][0]
    assert (move["move"], move["say"], move["total"]) == ("5+5+5+W", "5 + 5 + 5 + 1–7 makes 20", 20)
    assert move["after"]["to_move"] == [1]
    assert [(entry["move"], entry["seat"], entry["rule"]) for entry in found["refused"]] == [
        ("5+5+5", 0, "not_higher"),
        ("5+9", 0, "mixed_numbers"),
        ("take", 1, "not_your_turn"),
    ]
    assert found["refused"][0]["say"] == "15 must be beaten: 3 × 5 is only 15."
    assert found["refused"][0]["place"] == "Course of Play a; ruling b14"
    assert [row["total"] for row in found["score"]["rows"]] == [0, 0]


def test_ask_in_words(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION, indent=1))
    told = run("ask", path, "5+5+5").stdout
    assert "Legal for Seat 0: take, 5+5+5+W" in told
    assert "5+5+5: refused. 15 must be beaten: 3 × 5 is only 15. (Course of Play a; ruling b14)" in told


def test_ask_about_a_record(run: Run, record: Path) -> None:
    found = json.loads(run("ask", record, "take", "--json").stdout)
    assert found["to_move"] == []
    assert found["legal"] == []
    assert found["refused"][0]["rule"] == "over"
    assert found["score"]["over"] is True
    early = json.loads(run("ask", record, "--step", "1", "take", "--json").stdout)
    assert early["refused"][0]["rule"] == "nothing_to_take"
    complains(run("ask", record, "--step", "0"), "nothing is dealt yet")
    complains(run("ask", record, "--step", "999"), "events 0 to")


@pytest.mark.parametrize(
    ("change", "about"),
    [
        ({"hands": [["5"] * 7, ["3"]]}, "hands[0] has 7 cards"),
        ({"hands": [["1", "1"], ["3"]]}, "1"),
        ({"hands": [["J"] * 3, ["3"]]}, "J"),
        ({"hands": [["14"], ["3"]]}, "14"),
        ({"hands": [["5"]]}, "2 to 6 seats"),
        ({"hands": "55"}, "must be a list"),
        ({"series": [{"seat": 0, "play": "12"}, {"seat": 1, "play": "9"}]}, "does not beat 12"),
        ({"series": [{"seat": 0, "play": "5+6"}]}, "no move"),
        ({"turn": 7}, "turn"),
        ({"turn": 1}, "turn"),
        ({"game": "chess"}, "no game called"),
        ({"game": 5}, "names its game"),
        ({"colour": "red"}, "no key 'colour'"),
        ({"options": {"deck": "huge"}}, "deck"),
        ({"taken": [1]}, "taken"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(inside: Run, change: dict[str, Any], about: str) -> None:
    complains(inside("ask", "-", "--json", given=json.dumps(POSITION | change)), about)


def test_ask_on_what_is_no_position(inside: Run, record: Path) -> None:
    complains(inside("ask", "-", given="hello"), "neither a record nor a position")
    complains(inside("ask", "-", given=""), "nothing in it")
    complains(inside("ask", "-", given="[]"), "JSON object")
    complains(inside("ask", "-", given="[" * 100_000), "")
    complains(inside("ask", "-", given=json.dumps({"hands": []})), "names its game")
    complains(inside("ask", "-", "--step", "1", given=json.dumps(POSITION)), "--step goes with a record")
    complains(inside("ask", "-", "7:take", given=json.dumps(POSITION)), "seats are numbered 0 to 1")
    lines = record.read_text().splitlines()
    complains(inside("ask", "-", given="\n".join([*lines[:5], "{}"])), "line 6")


def test_positions_in_the_documentation(run: Run) -> None:
    page = (ROOT / "docs" / "games" / "escalation.md").read_text(encoding="utf-8")
    positions = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(positions) == 3
    for line in run("ask", "-", "5+9", "5+5+5", given=positions[0]).stdout.splitlines()[-2:]:
        assert f"\n{line}\n" in page
    first, second, third = (
        json.loads(run("ask", "-", move, "--json", given=text).stdout)
        for text, move in zip(positions, ("5+5+5", "J", "13"), strict=True)
    )
    assert first["refused"][0]["rule"] == "not_higher"
    assert second["legal"] == ["J"]
    assert third["moves"][0]["after"]["score"]["winners"] == [0, 1]


# --- the terminal -----------------------------------------------------------------------------------------------------


def waiting(environment: dict[str, str]) -> Path:
    return Path(environment["XDG_DATA_HOME"]) / "gradatim" / "terminal" / "escalation.jsonl"


@pytest.fixture
def kept(run: Run, environment: dict[str, str]) -> Path:
    """Where the terminal keeps its running game on this system."""
    script = "from gradatim.cli.terminal import saved_path; print(saved_path('escalation'))"
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
    return Path(done.stdout.decode().strip())


def test_a_whole_game_is_played_verified_and_replayed(run: Run, kept: Path) -> None:
    done = run("terminal", "escalation", "--seats", "3", "--seed", "5", given="#1\n" * 60)
    assert done.returncode == 0
    assert done.stderr == ""
    assert re.search(r"(wins? with|share the win with) \d+\. Fewest taken wins\.", done.stdout)
    finished = kept.with_suffix(".last.jsonl")
    assert f"The record is in {finished}" in done.stdout
    assert not kept.exists()
    verdict = json.loads(run("verify", finished, "--json").stdout)
    assert verdict["ok"]
    assert verdict["over"]
    assert verdict["redealt"]
    assert run("replay", finished).returncode == 0


def test_in_a_race_everybody_is_asked_before_the_next_turn(run: Run, tmp_path: Path) -> None:
    """In the rulebook's order; who types a turn move lets the race go by first, and need not type it again."""
    path = tmp_path / "race.jsonl"
    given = "draw\ndiscard\ndraw\nhold\n" * 12 + f"save {path}\nquit\n"
    done = run("terminal", "crescendo", "--seats", "3", "--seed", "3", given=f"decline\n{given}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "does not call NUMBER" not in done.stdout
    header, *events = map(json.loads, path.read_text().splitlines())
    table = Table.replay(header, [])
    turns = held = 0
    for event in events:
        if "do" not in event:
            continue  # the secret
        state = table.state
        if event["do"] == "move" and state.window:
            closes = state.executor.run.closes(state.game.moves.parse(event["move"]))
            assert not closes or len(state.ask_order()) == 1
            turns, held = turns + closes, held + (event["move"] == "hold")
        table.extend(event)
    assert turns > 3
    assert held > 3


def test_the_same_seed_deals_the_same_game(run: Run) -> None:
    first, second, other = (
        run("terminal", "escalation", "--seed", seed, given="moves\nquit\n").stdout.splitlines()
        for seed in ("9", "9", "10")
    )
    assert "put aside" in second.pop(-2)  # the first game waited
    assert "put aside" in other.pop(-2)
    assert first == second != other


def test_commands(run: Run, tmp_path: Path) -> None:
    script = "help\nmoves\nhand\ntable\nscores\nrules\n#99\n#0\n5+Z\n\nsave\nload\nload nowhere\nsave own.jsonl\nquit\n"
    done = run("terminal", "escalation", "--seats", "2", "--seed", "1", "--bots", "random", given=script)
    assert done.returncode == 0
    assert done.stderr == ""
    for expected in (
        "Type a move, or help for all commands.",
        "undo: take your last move back, where that is allowed",
        "Your hand: ",
        "You have 6 cards in hand; taken: ",
        "Rank 1: ",
        "The aim",
        "not #99.",
        "not #0.",
        "Refused. “5+Z” is no move here.",
        "Name a file, as in: save game.jsonl",
        "Name a file, as in: load game.jsonl",
        "Not loaded, this game goes on: cannot read nowhere",
        "Saved in own.jsonl.",
        "The game is saved. Go on with: gradatim terminal escalation",
    ):
        assert expected in done.stdout, expected
    verdict = json.loads(run("verify", tmp_path / "own.jsonl", "--json").stdout)
    assert verdict["ok"]
    assert not verdict["over"]


def took(told: str) -> int:
    found = re.search(r"You take (\d+) cards? and start a new series", told)
    assert found, told
    return int(found[1])


def test_quit_and_resume(run: Run, kept: Path) -> None:
    first = run("terminal", "escalation", "--seed", "3", given="take\ntable\nquit\n")
    taken = took(first.stdout)
    assert kept.exists()
    second = run("terminal", "escalation", given="yes\ntable\nquit\n")
    assert "A game of Escalation! waits. Go on with it?" in second.stdout
    assert f"You have 6 cards in hand; taken: {taken}." in second.stdout
    assert "The cards are dealt" not in second.stdout
    third = run("terminal", "escalation", given="maybe\nno\nquit\n")
    assert "The cards are dealt" in third.stdout
    aside = kept.with_suffix(".before.jsonl")
    assert aside.exists(), "a game that waits steps aside"
    assert f"load {aside} goes back to it" in third.stdout
    fourth = run("terminal", "escalation", given=f"no\nload {aside}\ntable\nquit\n")
    assert f"You have 6 cards in hand; taken: {taken}." in fourth.stdout


def test_end_of_input_keeps_the_game(run: Run, kept: Path) -> None:
    done = run("terminal", "escalation", "--seed", "3", given="take\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The game is saved." in done.stdout
    resumed = run("terminal", "escalation", given="")
    assert resumed.returncode == 0
    assert kept.exists(), "no answer changes nothing"


def test_undo(run: Run) -> None:
    done = run("terminal", "escalation", "--seed", "3", given="undo\ntake\nundo\nhand\nquit\n")
    assert "Nothing can be taken back" in done.stdout
    assert "You take back your last move" in done.stdout


def test_save_elsewhere_and_load(run: Run, tmp_path: Path) -> None:
    first = run("terminal", "escalation", "--seed", "3", given="take\nsave a.jsonl\nquit\n")
    mine = f"You have 6 cards in hand; taken: {took(first.stdout)}."
    loaded = run("terminal", "escalation", "--load", tmp_path / "a.jsonl", given="table\nquit\n")
    assert mine in loaded.stdout
    inside = run("terminal", "escalation", "--seed", "4", given="load a.jsonl\ntable\nquit\n")
    assert mine in inside.stdout


def test_a_position_is_played_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION))
    done = run("terminal", "escalation", "--load", path, given="5+5+5\n5+5+5+W\nsave p.jsonl\nquit\n")
    assert (
        "Refused. 15 must be beaten: 3 × 5 is only 15. Lay more than 15, a Joker, or take the 4 cards." in done.stdout
    )
    assert "You play 5 + 5 + 5 + 1–7 = 20" in done.stdout
    assert json.loads(run("verify", tmp_path / "p.jsonl", "--json").stdout)["ok"]


def test_records_that_cannot_be_gone_on_with(run: Run, tmp_path: Path) -> None:
    running, _ = played(moves=6)
    path = tmp_path / "open.jsonl"
    path.write_text(records.dump(running))
    complains(run("terminal", "escalation", "--load", path), "no secret to go on dealing from")
    path.write_text("{}")
    complains(run("terminal", "escalation", "--load", path), "")


def test_a_damaged_saved_game_does_not_stop_a_new_one(run: Run, kept: Path) -> None:
    kept.parent.mkdir(parents=True)
    kept.write_text('{"gradatim": 1}\n')
    done = run("terminal", "escalation", given="yes\nquit\n")
    assert done.returncode == 0
    assert "It cannot be read, so a new one starts: " in done.stdout
    assert kept.with_suffix(".before.jsonl").read_text() == '{"gradatim": 1}\n'


def test_a_match_pauses_between_games(run: Run) -> None:
    options = ("--option", "games=2", "--option", "hand_size=2", "--option", "deck=small")
    done = run("terminal", "escalation", "--seats", "2", "--seed", "2", *options, given="#1\n" * 80)
    assert "Game 1 of 2 is over. Anybody at the table may deal the next game." in done.stdout
    assert "You deal game 2 of 2" in done.stdout
    assert "Fewest taken over all games wins." in done.stdout


def test_strange_input_is_answered(run: Run) -> None:
    script = b"\xff\xfe\n" + "５\n÷\n".encode() + b"x" * 5000 + b"\nW=\n=\n+\n=5\nJ+\n1e9\n#\n#x\n-1\nquit\n"
    done = run("terminal", "escalation", "--seed", "3", given=script)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The game is saved." in done.stdout


# --- solve ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ((), "a deal code or a file, or --deals"),
        (("CR1-N-AAAAAAB", "--deals", "0..1"), "a deal code or a file, or --deals"),
        (("CR1-N-AAAAAAB", "--out", "x"), "go with --deals"),
        (("CR1-N-AAAAAAC",), "mistyped somewhere"),
        (("CR1-N-AAAAAA",), "is no deal code"),
        (("CR1-N-AAAA1AB",), "character 11"),
        (("nowhere.json",), "there is no file of that name"),
        (("x" * 5000,), "there is no file of that name"),
        (("a\0b",), "there is no file of that name"),
        (("~nobody-of-this-name/x",), ""),
        ((".",), "cannot read ."),
        (("-",), "there is nothing in it"),
        (("CR1-N-AAAAAAB", "--redeals", "10"), "--redeals"),
        (("CR1-N-AAAAAAB", "--redeals", "many"), "--redeals"),
        (("CR1-N-AAAAAAB", "--budget", "0"), "--budget"),
        (("CR1-N-AAAAAAB", "--budget", "9" * 5000), "--budget"),
        (("--deals", "3"), "FROM..TO"),
        (("--deals", "3..x"), "FROM..TO"),
        (("--deals", "5..3"), "in order"),
        (("--deals", "0..1073741824"), "numbered 0 to 1073741823"),
        (("--deals", "0..1000000"), "at most 1000000"),
        (("--deals", "0..1", "--processes", "-1"), "--processes"),
        (("--deals", "0..1", "--out", "taken.txt"), "cannot"),
        (("--deals", "0..1", "--out", "other"), "holds no results"),
    ],
)
def test_solve_says_what_is_wrong(
    inside: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], about: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.txt").write_text("a file where a folder should be")
    Path("other").mkdir()
    Path("other/results.jsonl").write_text("[1, 2\n")
    complains(inside("solve", *words), about)


def test_solve_is_for_crescent_with_every_card_known(inside: Run, record: Path) -> None:
    complains(inside("solve", record), "which has no solver")
    complains(inside("solve", "-", given=json.dumps(POSITION)), "which has no solver")
    complains(inside("solve", "-", given="{not json"), "")


DIGITS = "9" * 5000


def test_numbers_without_end(inside: Run) -> None:
    """Python reads no number of more than 4,300 digits."""
    given = json.dumps(POSITION)
    found = json.loads(inside("ask", "-", DIGITS, f"5+{DIGITS}", f"W={DIGITS}", "W=٣", "--json", given=given).stdout)
    assert [entry["rule"] for entry in found["refused"]] == ["no_such_move"] * 4
    complains(inside("ask", "-", f"{DIGITS}:take", given=given), "seats are numbered 0 to 1")
    complains(inside("ask", "-", "٠:take", given=given), "seats are numbered 0 to 1")
    complains(inside("ask", "-", given=given.replace('"turn": 0', f'"turn": {DIGITS[:4000]}')), "turn must be")


def test_strange_lines_and_paths(run: Run, tmp_path: Path, kept: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    paths = ["a\0b", "~nobody-of-this-name/x", ".", "notes.txt", os.devnull]
    lines = [f"#{DIGITS}", "#٣", DIGITS, f"5+{DIGITS}", "\x1b[2J", *(f"load {path}" for path in paths)]
    lines += [f"save {path}" for path in paths[1:]]
    done = run("terminal", "escalation", "--seed", "3", given="\n".join([*lines, "quit", ""]))
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert done.stdout.count("Not loaded, this game goes on: ") == len(paths)
    assert done.stdout.count("Not saved: ") == len(paths) - 1
    assert notes.read_text() == "mine"
    assert kept.exists()


def test_bad_arguments_are_refused_before_a_waiting_game_is_offered(run: Run) -> None:
    run("terminal", "escalation", given="")
    for words in (("--seats", "99"), ("--option", "x"), ("--bots", "deep"), ("--preset", "wild")):
        complains(run("terminal", "escalation", *words, given="y\n"))


def test_a_name_in_a_record_moves_no_cursor(run: Run, tmp_path: Path) -> None:
    table = Table.open("escalation", 2, secret=bytes(32), names=["\x1b[2JEve\n", "Ben"])
    path = tmp_path / "names.jsonl"
    path.write_text(records.dump(table, bytes(32)), encoding="utf-8")
    for words in (("replay", path), ("replay", path, "--step", "1"), ("ask", path)):
        told = run(*words).stdout
        assert "Eve" in told or "Ben" in told
        assert "\x1b" not in told
    assert "\x1b" not in run("terminal", "escalation", "--load", path, given="table\nquit\n").stdout


def test_a_byte_order_mark_is_no_harm(run: Run, record: Path) -> None:
    assert run("ask", "-", given="\ufeff" + json.dumps(POSITION)).returncode == 0
    assert run("verify", "-", given="\ufeff" + record.read_text().replace("\n", "\r\n")).returncode == 0


@pytest.mark.parametrize("coding", ["ascii", "latin-1", "cp850"])
def test_a_console_that_lacks_signs(environment: dict[str, str], tmp_path: Path, coding: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION))
    command = [sys.executable, "-m", "gradatim", "ask", str(path), "5+5+5+W", "5+5+5"]
    told = subprocess.run(command, env=environment | {"PYTHONIOENCODING": coding}, capture_output=True, check=True)
    assert "5 + 5 + 5 + 1-7 makes 20" in told.stdout.decode(coding)
    assert "?" not in told.stdout.decode(coding)


@pytest.mark.skipif(os.name == "nt", reason="asks a POSIX shell")
def test_closed_and_full_streams(environment: dict[str, str]) -> None:
    quiet = environment | {"PYTHONWARNINGS": ""}  # a stand-in for a closed stream is closed by the system
    for command, code in (
        ("games >&-", 0),
        ("games --bogus 2>&-", 2),
        ("terminal escalation --seed 3 <&-", 0),
        ("rules escalation | head -1", 0),
        *([("games > /dev/full", 2)] if Path("/dev/full").exists() else []),
    ):
        shell = f'"{sys.executable}" -m gradatim {command}'
        done = subprocess.run(shell, shell=True, env=quiet, capture_output=True, check=False)
        assert done.returncode == code, command
        assert len(done.stderr.splitlines()) <= 1, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="asks for a POSIX home")
def test_a_home_that_is_none(environment: dict[str, str]) -> None:
    for home in (os.devnull, "/" + "x" * 300):
        there = {"HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home}
        command = [sys.executable, "-m", "gradatim", "terminal", "escalation"]
        done = subprocess.run(command, input=b"", env=environment | there, capture_output=True, check=True)
        assert done.stderr == b""
        assert b"Not saved: cannot write " in done.stdout


def test_nothing_that_moves_a_cursor(run: Run) -> None:
    done = run("terminal", "escalation", "--seed", "3", given="moves\nhelp\nrules\nquit\n")
    assert "\x1b" not in done.stdout
    assert not set("│─┌┐└┘╭╮╰╯┃━") & set(done.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send to one process")
def test_ctrl_c_leaves_quietly_with_the_game_saved(environment: dict[str, str], kept: Path) -> None:
    command = [sys.executable, "-u", "-m", "gradatim", "terminal", "escalation", "--seed", "3"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seen = b""
        while b"Moves:" not in seen:
            line = process.stdout.readline()
            assert line, "the game ended by itself"
            seen += line
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert err == b""
    assert b"The game is saved." in out
    assert kept.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="file modes")
def test_a_running_game_is_readable_by_its_owner_only(run: Run, kept: Path) -> None:
    run("terminal", "escalation", "--seed", "3", given="quit\n")
    assert kept.stat().st_mode & 0o077 == 0


def test_where_nothing_can_be_written_play_goes_on(environment: dict[str, str], run: Run, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    done = run("terminal", "escalation", "--seed", "3", given="take\nquit\n")
    assert done.returncode == 0
    assert "Not saved: " in done.stdout


def test_the_move_ids_of_the_game_have_notations_for_the_terminal() -> None:
    from gradatim.games.escalation import moves

    assert len({moves.text(move) for move in range(rules.MOVES)}) == rules.MOVES
