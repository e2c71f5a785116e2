"""Damage on a unit: which model takes it, what carries over, who falls (Calculate Wounds and Remove Casualties)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rules.effect import Effect
from rules.openfire_d12.facts import Unit
from rules.table import Decision, Table
from rules.text import Text

CASUALTIES = "Actions › Attack › Remove Casualties"


class Wounded(NamedTuple):
    """Models that fell, and what hit points every model has now."""

    models_lost: int
    hp: tuple[int, ...]


def _order(text: str) -> tuple[int, ...]:
    """Places of models in the order in which they take damage; empty for the order they are listed in."""
    if text == "as_listed":
        return ()
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise ValueError(text)
    return tuple(map(int, parts))


# The models of a unit are alike, so a live table is not stopped to ask which of them falls.
CASUALTY_ORDER = Decision[tuple[int, ...]](
    name="casualty_order",
    by="defender",
    question=Text("In which order do undamaged models take the damage?"),
    options=("as_listed", "N,N,…"),
    default="as_listed",
    read=_order,
    rule=CASUALTIES,
    asked=False,
)


@dataclass(frozen=True, eq=False, slots=True)
class Victims:
    """Who may take damage: the hit points of a unit, and the damage totals at which the owner has a choice."""

    hp: tuple[int, ...]
    full: int
    choice: range
    order: Decision[tuple[int, ...]]


def victims(unit: Unit, by: str) -> Victims:
    """The models of a unit; `by` is the part of their owner."""
    damaged, fresh = _sorted(unit.hp, unit.max_hp)
    first = sum(unit.hp[at] for at in damaged)
    most = first + unit.max_hp * len(fresh)
    choice = range(first + 1, most) if len(fresh) > 1 else range(0)
    return Victims(unit.hp, unit.max_hp, choice, replace(CASUALTY_ORDER, by=by))


def _sorted(hp: Sequence[int], full: int) -> tuple[list[int], list[int]]:
    """Living models beside the leader: the damaged ones and the others."""
    living = [at for at, left in enumerate(hp[:-1]) if left]
    return [at for at in living if hp[at] < full], [at for at in living if hp[at] == full]


def wounded(table: Table, victims: Victims, damage: int) -> Wounded:
    """Apply damage added up over the whole attack; what is beyond the last model is lost."""
    order = table.decide(victims.order) if damage in victims.choice else ()
    return _taken(victims, damage, order)


@lru_cache(maxsize=1024)
def _taken(victims: Victims, damage: int, order: tuple[int, ...]) -> Wounded:
    hp = victims.hp
    after = list(hp)
    for at in _in_turn(hp, victims.full, order):
        taken = min(damage, after[at])
        after[at] -= taken
        damage -= taken
    lost = sum(had > 0 for had in hp) - sum(left > 0 for left in after)
    return Wounded(lost, tuple(after))


def _in_turn(hp: Sequence[int], full: int, order: Iterable[int]) -> list[int]:
    """Damaged models, then the others in the owner's order, the leader at the end."""
    damaged, fresh = _sorted(hp, full)
    chosen = [at for at in dict.fromkeys(order) if at in fresh]
    return [*damaged, *chosen, *(at for at in fresh if at not in chosen), len(hp) - 1]


def damage_effects(unit: str, before: Sequence[int], after: Sequence[int], models_lost: int) -> list[Effect]:
    """Hit points and models that a unit loses."""
    lost = sum(before) - sum(after)
    effects = [Effect(unit, "hp", -lost, ",".join(map(str, after)))] if lost else []
    return effects + ([Effect(unit, "models", -models_lost)] if models_lost else [])
