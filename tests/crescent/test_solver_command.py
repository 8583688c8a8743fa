"""`gradatim solve`: exit codes, results that resume, certificates that hold."""

import json
from pathlib import Path

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


def test_the_interval_is_wilsons() -> None:
    assert solving.wilson(1000, 1000) == pytest.approx((0.99617, 1.0), abs=1e-5)
    assert solving.wilson(0, 1000) == pytest.approx((0.0, 0.00383), abs=1e-5)
