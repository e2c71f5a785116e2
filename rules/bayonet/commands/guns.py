"""What a figure shoots with: its own weapon, or one it carries beside it, whole or in parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.bayonet.commands.board_facts import profile
from rules.bayonet.figures import SHOOTING
from rules.bayonet.fire_facts import Profile
from rules.bayonet.tables import Board
from rules.command.choices import weapon_groups
from rules.game.unit import Unit, UnitSpec, Weapon, less
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.text import Term, Text


class Gun(NamedTuple):
    """A weapon's numbers, under the name of whoever or whatever shoots, and the parts it was told to split into.

    `carried` says that a figure has it beside its own.
    """

    name: Text
    profile: Profile
    parts: tuple[int, ...] = ()
    carried: bool = False


def gun(board: Board, unit: Unit, firers: Sequence[str]) -> Gun:
    """The weapon that `firers` names, or the figure's own; numbers are parts of its factor, one per target.

    Raises RuleError for a weapon that the figure does not carry or has thrown, BadFacts for a text that names none.
    """
    said = [part.strip() for text in firers for part in text.split(",") if part.strip()]
    if all(part.isdecimal() for part in said):
        return Gun(unit.ref, profile(unit), tuple(map(int, said)))
    if not unit.weapons:
        raise RuleError(Text("{unit} carries no other weapon than its own.", unit=unit.ref), SHOOTING)
    names = {name for _, name in weapon_groups(",".join(said), [weapon.name for weapon in unit.weapons])}
    if len(names) > 1:
        raise BadFacts([Text("firers: one weapon at a time; name one, or the parts of a burst such as 3/2")])
    name = names.pop()
    found = Profile.model_validate(board.system.units[name].profile)
    if found.thrown and unit.count("grenades_thrown") >= _carried(board, unit):
        raise RuleError(
            Text("{unit} has thrown what it carried: no {weapon} left.", unit=unit.ref, weapon=Term(name)), SHOOTING
        )
    return Gun(Text("{unit} ({weapon})", unit=unit.ref, weapon=Term(name)), found, carried=True)


def armed(kinds: Mapping[str, UnitSpec], unit: Unit) -> tuple[Weapon, ...]:
    """What a figure carries, without what it has thrown, the first kind first; `kinds` are of all weapons."""
    thrown, gone = unit.count("grenades_thrown"), dict[str, int]()
    for weapon in unit.weapons if thrown else ():
        if kinds[weapon.name].profile.get("thrown"):
            gone[weapon.name] = gone.get(weapon.name, 0) + min(weapon.count, thrown)
            thrown -= min(weapon.count, thrown)
    return less(unit.weapons, gone)


def _carried(board: Board, unit: Unit) -> int:
    """How many things to throw it came with."""
    kinds = board.system.units
    return sum(weapon.count for weapon in unit.weapons if kinds[weapon.name].profile.get("thrown"))


def parts(shot: Gun, targets: int) -> tuple[int, ...]:
    """How the factor falls on so many targets: as said, or as evenly as it goes; raises RuleError."""
    whole = shot.profile.range_cf or 0
    if shot.parts:
        return shot.parts
    if targets > max(1, whole):
        few = Text(
            "{shooter} has a factor of {factor}: it cannot be split between {targets} targets.",
            shooter=shot.name,
            factor=whole,
            targets=targets,
        )
        raise RuleError(few, SHOOTING)
    each, more = divmod(whole, targets)
    return tuple(each + (at < more) for at in range(targets))
