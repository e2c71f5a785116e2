"""Compare two versions of the code: everything that the bot sends and records over the same evenings and battles.

python -m tests.digests record before.jsonl.gz      on the correct version
python -m tests.digests compare before.jsonl.gz     after the change: equal, or the differing sentences
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Annotated

import typer

from tests.digests.evenings import STEPS, Step, sentences
from tests.digests.playing import play_all

app = typer.Typer(no_args_is_help=True, add_completion=False)
Seeds = Annotated[int, typer.Option(min=1, help="Evenings of each system.")]
Steps = Annotated[int, typer.Option(min=1, help="Steps of each evening.")]
Names = Annotated[list[str] | None, typer.Option("--system", help="Of these systems only.")]
SHOWN = 40


@app.command()
def record(file: Path, seeds: Seeds = 50, steps: Steps = STEPS, system: Names = None) -> None:
    """Write everything that the bot sends and records over every evening, battle and campaign."""
    with gzip.open(file, "wt", encoding="utf-8") as out:
        for name, found in play_all(seeds, steps, system):
            out.write(json.dumps({"name": name, "steps": found}, ensure_ascii=False) + "\n")
            print(f"\r{name}        ", end="", file=sys.stderr)


@app.command()
def compare(file: Path, seeds: Seeds = 50, steps: Steps = STEPS, system: Names = None) -> None:
    """Play the same again and list the differences; exit with 1 if there are any."""
    with gzip.open(file, "rt", encoding="utf-8") as kept:
        before = {one["name"]: [Step(*step) for step in one["steps"]] for one in map(json.loads, kept)}
    changed: Counter[tuple[str, str]] = Counter()
    different: list[str] = []
    for name, after in play_all(seeds, steps, system):
        if name in before and (place := first_difference(before[name], after)):
            different.append(f"{name}: {place}")
            changed.update(pair for old, new in zip(before[name], after, strict=False) for pair in replaced(old, new))
    print(f"{len(different)} of {len(before)} differ" if different else f"all {len(before)} are equal")
    print(*different[:SHOWN], sep="\n")
    for (old, new), times in changed.most_common(SHOWN):
        print(f"\n{times} ×\n  - {old}\n  + {new}")
    raise SystemExit(bool(different))


def first_difference(before: Sequence[Step], after: Sequence[Step]) -> str:
    """Return the place of the first difference, in words; empty if there is none."""
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        if old != new:
            parts = [part for part in Step._fields if getattr(old, part) != getattr(new, part)]
            return f"step {number}, {' and '.join(parts)}: {new.did}"
    return "" if len(before) == len(after) else f"{len(before)} steps, now {len(after)}"


def replaced(before: Step, after: Step) -> Iterator[tuple[str, str]]:
    """Yield the changed sentences of a step, old and new, if its action is the same."""
    if before.did != after.did:
        return
    old, new = list(sentences(before)), list(sentences(after))
    for kind, start, end, at, to in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield " ⏎ ".join(old[start:end]), " ⏎ ".join(new[at:to])


if __name__ == "__main__":
    app()
