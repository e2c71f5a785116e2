"""What a unit of the board fights with in an assault: every weapon that could fire, and why the others do not."""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import RuleError
from rules.facts import checked
from rules.openfire_ww2.commands.board_facts import (
    Fields,
    armed,
    is_vehicle,
    may_fight,
    moved,
    rulings,
    target,
    weapon_facts,
)
from rules.openfire_ww2.commands.weapons_used import Chosen, groups
from rules.openfire_ww2.contact import useless
from rules.openfire_ww2.facts import Squad, Vehicle, Weapon
from rules.openfire_ww2.shooting import silent_after
from rules.system import Board
from rules.text import Sentence, Term, Text
from rules.unit import Unit


class Arms(NamedTuple):
    """Weapons that strike, how many by name, and a sentence for each that stays silent."""

    chosen: Chosen
    silent: tuple[Text, ...] = ()

    def facts(self, board: Board, unit: Unit) -> Fields:
        """A vehicle may lose weapons with which it does not fight."""
        listed: Fields = {"weapons": groups(board, unit, self.chosen)}
        left = sum(weapon.count for weapon in armed(unit))
        return listed | {"weapons_left": left} if is_vehicle(unit) else listed


def arms(board: Board, unit: Unit, enemy: Unit) -> Arms:
    """None where a state keeps the unit from fighting; else all that a move has not silenced (Weapon types)."""
    try:
        may_fight(board, unit)
    except RuleError as barred:
        return Arms({}, (barred.text,))
    carried = {weapon.name: weapon.count for weapon in armed(unit)}
    kinds = {name: checked(Weapon, weapon_facts(board, unit, name)) for name in carried}
    why = {name: silent_after(kind, moved(board, unit), rulings(board)) for name, kind in kinds.items()}
    silent = [_silent(unit, name, reason) for name, reason in why.items() if reason]
    able = {name: carried[name] for name, reason in why.items() if not reason}
    return Arms(able if is_vehicle(unit) else _manned(unit, able, kinds, enemy), tuple(silent))


def _silent(unit: Unit, weapon: str, why: Text) -> Text:
    return Sentence(Text("{weapon} of {unit} does not fight: {why}.", weapon=Term(weapon), unit=unit.ref, why=why))


def _manned(unit: Unit, able: Chosen, kinds: dict[str, Weapon], enemy: Unit) -> Chosen:
    """Most dice a team first, as many teams as men, grenades only where there is nothing else.

    Where nothing can harm the enemy, all is named: the rules say why it does not.
    """
    victim = checked(Vehicle, target(enemy)) if is_vehicle(enemy) else checked(Squad, target(enemy))
    harming = [name for name in able if not useless(kinds[name], victim)]
    thrown = [name for name in harming if kinds[name].grenade and not unit.has("grenade_thrown")]
    useful = [name for name in harming if not kinds[name].grenade] or thrown[:1] or list(able)
    chosen, men = Chosen(), unit.models
    for name in sorted(useful, key=lambda name: -kinds[name].rof):
        teams = min(1 if kinds[name].grenade else able[name], men)
        men -= teams
        if teams:
            chosen[name] = teams
    return chosen
