"""Numbers of a file's own profile that a level of a campaign improves."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel

from rules.files.specs import CompiledFile
from rules.game.after_battle import Better, Gives, lower_to, raise_to
from rules.kernel.text import Text, counted


def levels_of(spec: CompiledFile, profile: type[BaseModel]) -> Gives:
    """Return the numbers that a level may improve: those rolled against, and those that add to own dice or rolls."""
    rolls = [roll for one in spec.actions.values() for roll in one.every_roll]
    lower = {roll.field: roll.is_check and spec.document.check.roll == "over" for roll in rolls if roll.field}
    rows, die = spec.document.profile, spec.document.system.die
    for roll in rolls:
        own = f"{roll.role}.", "roller."
        reads = [roll.dice.reads if roll.dice else (), *(one.value.reads for one in roll.every_modifier)]
        names = [read.partition(".")[2] for each in reads for read in sorted(each) if read.startswith(own)]
        lower |= {name: False for name in names if name in rows and name not in lower and rows[name].kind != "flag"}
    ways: list[Better] = []
    for name, is_lower in lower.items():
        says, most = _says(rows[name].name, spec.document.counted.get(name)), rows[name].most
        best = die - 1 if most is None else min(most, die - 1)
        ways.append(lower_to(profile, name, 2, says) if is_lower else raise_to(profile, name, best, says))
    return (tuple(ways),) if ways else ()


def _says(number: str, words: str | None) -> Callable[[int], Text]:
    """Return how a value is put: "Skill 4", or "4 skill dice" by its own words."""
    if words is None:
        return lambda n: Text("{number} {n}", number=Text(number), n=n)
    one, _, many = words.partition("|")
    return lambda n: counted(n, one, many)
