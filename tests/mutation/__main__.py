"""`make mutate`: try random careless changes against the tests that run the changed function, and list survivors.

make mutate SAMPLE=300 SEED=7                   a sample of bot, cogs and rules
make mutate SAMPLE=50 ARGS="rules/fubar"        of some folders or files
make mutate ARGS="bot/dice/parsing.py" SAMPLE=0 every change of a file
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from tests.mutation import covering
from tests.mutation.mutants import Mutant, mutants_of, source_files
from tests.mutation.running import Verdict, tally, verdicts_of
from tests.mutation.unseen import list_unseen

ROOT = Path(__file__).resolve().parents[2]
MAP = ROOT / ".mutation" / "covering.json"
MEASURED = MAP.with_name("measured")


def main(
    places: Annotated[list[str] | None, typer.Argument(help="Folders or files; left out: bot, cogs and rules.")] = None,
    sample: Annotated[int, typer.Option(min=0, help="How many places are drawn; 0: every change.")] = 300,
    seed: Annotated[int, typer.Option(help="The same seed draws the same changes of the same code.")] = 1,
    budget: Annotated[float, typer.Option(help="Seconds of tests for one mutant, at most.")] = 60.0,
    workers: Annotated[int, typer.Option(min=1, help="How many are tried at once.")] = os.cpu_count() or 1,
    measure: Annotated[bool, typer.Option(help="Measure again which tests run what: all of them once.")] = False,
    add: Annotated[
        list[str] | None, typer.Option(help="Measure the tests of a file or folder, beside the others.")
    ] = None,
    unseen: Annotated[bool, typer.Option(help="Change nothing: list what no test has seen both ways.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write each verdict to this file, a line of JSON each.")] = None,
) -> None:
    files = list(source_files(ROOT, places or ["bot", "cogs", "rules"]))
    if unseen:
        for line in list_unseen(files):
            print(line)
        return
    if measure or add or not MAP.is_file():
        measure_covering(() if measure else add or ())
    drawn = draw(files, sample, seed)
    verdicts: list[Verdict] = []
    for verdict in verdicts_of(drawn, ROOT, MAP, budget, workers):
        verdicts.append(verdict)
        if not verdict.killed:
            line = verdict.mutant.describe((ROOT / verdict.mutant.path).read_bytes())
            print(f"{verdict.outcome} ({verdict.tests} tests) {line}", flush=True)
        if out:
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(_as_json(verdict)) + "\n")
    print(f"\nseed {seed}, {len(verdicts)} of {sample or 'all'} places")
    for package, (killed, tried) in tally(verdicts).items():
        print(f"{package:6} {killed:5} killed of {tried:5}  {killed / tried:.1%}")


def measure_covering(paths: Sequence[str]) -> None:
    """Run the tests of all packages once under a recorder, or the tests of some paths, which are added to the map.

    Raise SystemExit if no test was run. The measurements of each worker are kept beside the map, because they took
    long.
    """
    tests = paths or [f"tests/{one}" for one in covering.SOURCES]
    print(f"Measuring which tests run what: {', '.join(tests)}, once.", flush=True)
    before = [covering.Measured.read(MAP)] if paths and MAP.is_file() else []
    shutil.rmtree(MEASURED, ignore_errors=True)
    MEASURED.mkdir(parents=True)
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "--timeout=600"]
    command += ["-p", "tests.mutation.covering", *tests]
    subprocess.run(command, cwd=ROOT, env=os.environ | {covering.FOLDER: str(MEASURED)}, check=False)
    found = [covering.Measured.read(file) for file in sorted(MEASURED.glob("*.json"))]
    if not any(one.seconds for one in found):
        raise SystemExit("No test was run: see above.")
    covering.merge_measures([*before, *found]).write(MAP)


def draw(paths: Sequence[str], sample: int, seed: int) -> list[Mutant]:
    """Draw random places, then one change of each: a long line counts no more than a short one."""
    found = [one for path in paths for one in mutants_of(ROOT, path)]
    if not sample:
        return found
    lines = [list(group) for _, group in groupby(sorted(found, key=_place), key=_place)]
    chance = Random(seed)
    return [chance.choice(one) for one in chance.sample(lines, min(sample, len(lines)))]


def _place(mutant: Mutant) -> tuple[str, int]:
    return mutant.path, mutant.line


def _as_json(verdict: Verdict) -> dict[str, object]:
    mutant = verdict.mutant
    place = {"path": mutant.path, "line": mutant.line, "function": mutant.function, "kind": mutant.kind}
    found = {"outcome": verdict.outcome, "by": verdict.by, "tests": verdict.tests, "seconds": round(verdict.seconds, 1)}
    return {**place, **found}


if __name__ == "__main__":
    typer.run(main)
