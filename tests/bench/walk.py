"""The files and functions of ours that one shot calls, between interaction and message.

    python -m tests.bench.walk            one line: files and functions of a FUBAR `/fire`, in a warm bot
    python -m tests.bench.walk --list     the files with how many of their functions are called
    python -m tests.bench.walk --calls    every function with how often it is called
    python -m tests.bench.walk --layers   files and functions of each folder

Calls are counted, not time: `tests/bench/commands.py` measures milliseconds.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from types import CodeType, FrameType
from typing import Annotated, Any

import typer

from tests.cogs.table import Loaded, Table, services_on, sitting

ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT / folder}/" for folder in ("bot", "cogs", "rules", "data"))
SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10", "dice": "roll"}


class Walk:
    """The functions called during the measurement, by file."""

    def __init__(self) -> None:
        self._codes: Counter[CodeType] = Counter()

    def called(self, frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            self._codes[frame.f_code] += 1

    def files(self) -> dict[str, dict[str, int]]:
        """Return the functions by file with their calls, without modules, class bodies, comprehensions and lambdas."""
        found: dict[str, dict[str, int]] = defaultdict(dict)
        for code, calls in self._codes.items():
            if code.co_filename.startswith(OURS) and not code.co_name.startswith("<"):
                found[str(Path(code.co_filename).relative_to(ROOT))][code.co_qualname] = calls
        return dict(sorted(found.items()))


async def count_calls() -> dict[str, dict[str, int]]:
    """Fire a second shot in a bot that has answered the same command before."""
    with tempfile.TemporaryDirectory() as folder:
        file, dice = Path(folder) / "walk.sqlite", Loaded()
        async with sitting(await services_on(file, dice, "run1"), dice, file) as table:
            await _before(table)
            walk = Walk()
            await _watch(table, walk.called)
            await table.done(table.ann, "/fire", **SHOT)
            await _watch(table, None)
            return walk.files()


async def _watch(table: Table, called: Any) -> None:
    """Profile the threads of the loop and the database from now on, or stop with None."""
    await table.services.record.database.write(lambda write: sys.setprofile(called))
    sys.setprofile(called)


async def _before(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/fire", attacker="Commandos", target="Militia", distance="10", dice="roll")


def main(
    list: Annotated[bool, typer.Option("--list", help="The files, one a line.")] = False,
    calls: Annotated[bool, typer.Option("--calls", help="Every function with how often it is called.")] = False,
    layers: Annotated[bool, typer.Option("--layers", help="Files and functions of each folder.")] = False,
) -> None:
    """Count the files and functions of one FUBAR shot."""
    found = asyncio.run(count_calls())
    for file, functions in found.items() if list or calls else ():
        typer.echo(f"{len(functions):4} {file}")
        for name, times in sorted(functions.items()) if calls else ():
            typer.echo(f"     {times:5} {name}")
    folders = Counter(str(Path(file).parent) for file in found) if layers else {}
    for folder, files in sorted(folders.items()):
        inside = sum(len(functions) for file, functions in found.items() if str(Path(file).parent) == folder)
        typer.echo(f"{inside:4} functions in {files:2} files of {folder}")
    typer.echo(f"{len(found)} files, {sum(map(len, found.values()))} functions")


if __name__ == "__main__":
    typer.run(main)
