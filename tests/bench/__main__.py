"""`python -m tests.bench`: run all benchmarks, or those with some words in their names; exit 1 if one is too slow.

A new file of benchmarks needs one more entry in `FILES`.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tests.bench.table import ROWS, Result

FILES = (
    "local_table",
    "opreb",
    "openfire_ww2",
    "openfire_d12",
    "bayonet",
    "fubar",
    "resolve",
    "provable",
    "odds_shown",
    "prospects",
    "record",
    "looking_back",
    "exports",
    "campaigns",
    "solo",
    "system_files",
    "commands",
)

Words = Annotated[list[str] | None, typer.Argument(help="Rows with all of these words in their names.")]
Only = Annotated[list[str] | None, typer.Option("--only", metavar="WORD", help="The same; may be given again.")]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Keep the numbers as JSON.")]
Compare = Annotated[Path | None, typer.Option("--compare", metavar="FILE", help="Show the change against such a file.")]
Saved = dict[str, dict[str, float | None]]


def main(words: Words = None, only: Only = None, save: Save = None, compare: Compare = None) -> None:
    """Measure how long things take, and check the limits."""
    before: Saved = json.loads(compare.read_text(encoding="utf-8")) if compare else {}
    results = _results([*(words or []), *(only or [])])
    Console(width=None if Console().is_terminal else 150).print(_table(results, before))
    if save:
        numbers = {one.name: {"ours": one.ours, "cpu": one.cpu, "other": one.other} for one in results}
        save.write_text(json.dumps(numbers, indent=1), encoding="utf-8")
    raise typer.Exit(0 if all(one.good for one in results) else 1)


def _results(words: list[str]) -> list[Result]:
    for file in FILES:
        import_module(f"tests.bench.{file}")
    wanted = [row for row in ROWS if all(word.lower() in row.name.lower() for word in words)]
    with Console(stderr=True).status("") as status:
        found: list[Result] = []
        for row in wanted:
            status.update(row.name)
            found.append(row.result())
        return found


def _table(results: list[Result], before: Saved) -> Table:
    table = Table("what", box=None, pad_edge=False)
    for name in ("ours", "cpu", "other", "times", "cpu times", "limit", *(["change"] if before else []), ""):
        table.add_column(name, justify="right", no_wrap=True)
    for one in results:
        change = [_change(one, before)] if before else []
        verdict = "[green]good[/]" if one.good else "[bold red]TOO SLOW[/]"
        table.add_row(one.name, *_numbers(one), *change, verdict if one.allowed is not None else "")
    return table


def _numbers(one: Result) -> list[str]:
    numbers = one.ours, one.cpu, one.other
    ours, cpu, other = (
        f"{n:.3f}" if n is not None and n < 10 else f"{n:.0f}" if n is not None else "–" for n in numbers
    )
    limit = "–" if one.allowed is None else f"{'≥' if one.at_least else '≤'} {one.allowed:.3g}"
    return [f"{ours} {one.unit}", cpu, other, _times(one.ours, one.other), _times(one.cpu, one.other_cpu), limit]


def _short(n: float | None) -> str:
    return "–" if n is None else f"{n:.3f}" if n < 10 else f"{n:.0f}"


def _times(ours: float | None, other: float | None) -> str:
    return f"{ours / other:.2f} ×" if ours is not None and other else "–"


def _change(one: Result, before: Saved) -> str:
    """Return the change of our time in percent."""
    was = before.get(one.name, {}).get("ours")
    return f"{(one.ours / was - 1) * 100:+.0f} %" if was else "new"


if __name__ == "__main__":
    typer.run(main)
