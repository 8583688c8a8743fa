"""`gradatim solve`: exit codes, results that resume, certificates that hold."""

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gradatim.cli import solving
from gradatim.core import GradatimError
from gradatim.core import record as records


def test_a_code_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    wish = solving.Wish(None, 1_000_000, short=False)
    assert solving.one("cr1-n-aaaaaab", wish, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["result"] == "winnable"
    assert records.verify(records.parse(solving.certificate(0, 3, found["moves"]))).ok
    assert solving.one("CR1-N-AAAAAAB", solving.Wish(0, 2_000, short=False), as_json=False) == 3
    assert "Not known" in capsys.readouterr().out


@pytest.mark.parametrize("target", ["CR1-N-AAAAAAC", "nowhere.json"])
def test_bad_targets_are_refused(target: str) -> None:
    with pytest.raises(GradatimError):
        solving.one(target, solving.Wish(None, 1_000, short=False), as_json=True)


@pytest.mark.parametrize("text", ["", "3", "5..3", "0..9999999999", "a..b"])
def test_bad_ranges_are_refused(text: str) -> None:
    with pytest.raises(GradatimError):
        solving.deals_of(text)


def test_a_stopped_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wish = solving.Wish(3, 1_000_000, short=False)
    assert solving.many("1..2", wish, tmp_path, 1, use_ray=False, as_json=True) == 0
    capsys.readouterr()
    results = tmp_path / "results.jsonl"
    results.write_text(results.read_text()[:-20])  # stopped while it wrote the second deal
    solving.many("1..3", wish, tmp_path, 1, use_ray=False, as_json=True)
    resumed = json.loads(capsys.readouterr().out)
    solving.many("1..3", wish, None, 1, use_ray=False, as_json=True)
    anew = json.loads(capsys.readouterr().out)
    assert resumed["nodes"] == anew["nodes"]
    solved = [json.loads(line) for line in results.read_text().splitlines()[1:] if line.endswith("}")]
    assert sorted(found["deal"] for found in solved) == [1, 2, 3]
    assert (anew["deals"], anew["winnable"]) == (3, 3)
    for deal in (1, 2, 3):
        assert records.verify(records.parse((tmp_path / f"deal-{deal:010}.jsonl").read_text())).over
    with pytest.raises(GradatimError, match="other terms"):
        solving.many("1..3", solving.Wish(2, 1_000_000, short=False), tmp_path, 1, use_ray=False, as_json=True)


def solving_process(deals: str, out: Path, *more: str) -> subprocess.Popen[bytes]:
    words = ["solve", "--deals", deals, "--budget", "60000", "--out", str(out), "--json", *more]
    return subprocess.Popen([sys.executable, "-m", "gradatim", *words], stdout=subprocess.PIPE)


def results_in(out: Path) -> list[dict[str, Any]]:
    """Terms and results in the order of deals, without the seconds, which are never the same."""
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if k != "seconds"} for line in [lines[0], *sorted(lines[1:], key=by_deal)]]


def by_deal(found: dict[str, Any]) -> int:
    return int(found["deal"])


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_run_killed_and_gone_on_with_gives_the_same_results(tmp_path: Path, processes: str) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    with solving_process("0..23", whole, "--processes", "1") as process:
        process.wait(timeout=300)
    with solving_process("0..23", killed, "--processes", processes) as process:
        while not (killed / "results.jsonl").exists() or (killed / "results.jsonl").read_bytes().count(b"\n") < 6:
            assert process.poll() is None, "it was over before it could be killed"
            time.sleep(0.001)
        process.kill()
    assert 6 <= (killed / "results.jsonl").read_bytes().count(b"\n") < 25
    with (killed / "results.jsonl").open("a") as results:
        results.write('{"deal": 23, "resu')  # as if it had been killed in the middle of a line
    with solving_process("0..23", killed, "--processes", processes) as process:
        assert process.stdout is not None
        figures = json.loads(process.stdout.read())
    assert results_in(killed) == results_in(whole)
    assert figures["deals"] == 24
    certificates = sorted(path.name for path in whole.glob("deal-*"))
    assert sorted(path.name for path in killed.glob("deal-*")) == certificates
    assert len(certificates) == figures["winnable"] >= 12
    for name in certificates:
        verdict = records.verify(records.parse((killed / name).read_text()))
        assert verdict.ok
        assert verdict.over
        assert (killed / name).read_text() == (whole / name).read_text()


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="the extra `cluster` is not installed")
def test_a_cluster_gives_the_same_results(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with solving_process("0..39", here, "--processes", "1") as process:
        process.wait(timeout=300)
    with solving_process("0..39", there, "--ray") as process:
        assert process.wait(timeout=600) == 0
    assert results_in(there) == results_in(here)


def test_the_interval_is_wilsons() -> None:
    assert solving.wilson(1000, 1000) == pytest.approx((0.99617, 1.0), abs=1e-5)
    assert solving.wilson(0, 1000) == pytest.approx((0.0, 0.00383), abs=1e-5)
