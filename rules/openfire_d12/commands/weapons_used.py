"""Who attacks with what when nobody says so: every living model, with the best of its weapons that reaches."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import NamedTuple

from rules.commands import Board
from rules.errors import RuleError
from rules.openfire_d12.commands.board_facts import tables, unit_facts
from rules.openfire_d12.facts import Group, Weapon
from rules.openfire_d12.shooting import ASSAULT_RANGE, ATTACK, reach
from rules.parsing import weapon_groups
from rules.text import capital, counted, listed, plural, say, several, spelled, spoken
from rules.unit import Unit


class Aim(NamedTuple):
    """What the weapons must do: reach that far, be of range 1 near an enemy, have Impact for its free attack."""

    distance: Decimal
    near: bool
    impact: bool

    def suits(self, weapon: Weapon) -> bool:
        close = weapon.rng <= ASSAULT_RANGE or not self.near
        return weapon.rng_min <= self.distance <= reach(weapon) and close and (weapon.impact or not self.impact)


class Armed(NamedTuple):
    """Some models and the weapon they use, by the name that the tables know it by."""

    name: str
    weapon: Weapon
    models: int

    def group(self) -> Group:
        return Group(weapon=self.weapon.model_copy(update={"name": spelled(self.name)}), models=self.models)


def firers(board: Board, unit: Unit, text: str, aim: Aim, used: list[Armed]) -> list[Armed]:
    """The weapons that are named, or the best that suit; `used` have attacked another target of the volley."""
    models = unit_facts(unit).models - sum(one.models for one in used)
    left = {weapon.name: weapon.count for weapon in unit.weapons}
    for one in used:
        left[one.name] -= one.models
    chosen = _named(board, unit, text, aim, left, models) if text.strip() else _all(board, aim, left, models)
    if not chosen:
        raise RuleError(_nobody(board, unit, aim, models), ATTACK)
    return chosen


def _named(board: Board, unit: Unit, text: str, aim: Aim, left: dict[str, int], models: int) -> list[Armed]:
    found: list[Armed] = []
    for count, name in weapon_groups(text, left):
        weapon = tables(board).weapons[name]
        wanted = min(left[name], models) if count is None else count
        why = _refused(unit, Armed(name, weapon, wanted), aim, left[name], models)
        if why:
            raise RuleError(why, ATTACK)
        found.append(Armed(name, weapon, wanted))
        left[name] -= wanted
        models -= wanted
    return found


def _refused(unit: Unit, armed: Armed, aim: Aim, weapons: int, models: int) -> str | None:
    """Why these may not attack, with so many such weapons and models left; None when they may."""
    if armed.models > weapons or not armed.models:
        left = counted(weapons, spelled(armed.name), plural(armed.name))
        return say("{unit} has {weapons} left to attack with.", unit=unit.name, weapons=left)
    if armed.models > models:
        left = counted(models, "model")
        return say("{unit} has {models} left to attack with, one weapon each.", unit=unit.name, models=left)
    if aim.impact and not armed.weapon.impact:
        return say("{weapon} has no Impact: no free attack with it.", weapon=capital(spoken(armed.name)))
    return None


def _all(board: Board, aim: Aim, left: dict[str, int], models: int) -> list[Armed]:
    rows = tables(board).weapons
    able = [(name, rows[name]) for name, count in left.items() if count > 0 and aim.suits(rows[name])]
    able.sort(key=lambda one: -_worth(one[1], aim.distance))
    found: list[Armed] = []
    for name, weapon in able:
        count = min(left[name], models)
        if count > 0:
            found.append(Armed(name, weapon, count))
            models -= count
    return found


def _worth(weapon: Weapon, distance: Decimal) -> int:
    """Damage that all its hits would do; beyond the range of a Longshot a single die is thrown."""
    return (weapon.att if distance <= weapon.rng else min(1, weapon.att)) * weapon.dmg


def _nobody(board: Board, unit: Unit, aim: Aim, models: int) -> str:
    if models <= 0:
        return say("All models of {unit} attack another target already.", unit=unit.name)
    rows = tables(board).weapons
    arms = listed([f"{spoken(one.name)} {span(rows[one.name])}" for one in unit.weapons]) or say("no weapons")
    if aim.impact:
        return say("{unit} has no weapon with Impact ({weapons}).", unit=unit.name, weapons=arms)
    return say(
        "{unit} has no weapon for {distance}″ ({weapons}; with an enemy in assault range only weapons of "
        "range 1 are used)."
        if aim.near
        else "{unit} has no weapon for {distance}″ ({weapons}).",
        unit=unit.name,
        distance=aim.distance,
        weapons=arms,
    )


def span(weapon: Weapon) -> str:
    """Inches at which a weapon attacks: "24″", "6–30″", "30″, by Longshot 60″"."""
    range = f"{weapon.rng_min}–{weapon.rng}" if weapon.rng_min else f"{weapon.rng}"
    return say("{range}″, by Longshot {reach}″", range=range, reach=reach(weapon)) if weapon.longshot else f"{range}″"


def told(armed: list[Armed]) -> str:
    """Which weapons attacked, added up over all targets."""
    counts = Counter[str]()
    for one in armed:
        counts[one.name] += one.models
    return say("Attacked: {weapons}.", weapons=", ".join(several(n, name) for name, n in counts.items()))
