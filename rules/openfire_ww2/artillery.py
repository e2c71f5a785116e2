"""Shells that have landed: a die to kill for every unit under each, then Terror (Artillery; Terror)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from operator import add
from typing import Any, NamedTuple

from rules.action import Action, Played
from rules.effect import Effect
from rules.openfire_ww2.blast import fate, spared
from rules.openfire_ww2.hulls import Damage, Hull
from rules.openfire_ww2.hulls import told as damage_told
from rules.openfire_ww2.shelling import Artillery, ArtilleryPlan, Under, plan
from rules.openfire_ww2.sizes import results_of, too_many
from rules.openfire_ww2.terror import Nerves, losses_told, nerve_effects, terror
from rules.table import Table, Then, then
from rules.text import Joined, Role, Text


class Shell(NamedTuple):
    """What the shells did to one unit."""

    name: str
    kills: int
    men_left: int
    hp_lost: int
    engine_damaged: bool
    terror: Nerves


class ArtilleryOutcome(NamedTuple):
    """What became of each unit, in the order of first mention."""

    others: tuple[Shell, ...]


def artillery(table: Table, plan: ArtilleryPlan) -> ArtilleryOutcome:
    """A kill die a unit, round by round; then Terror once for each squad that lost men and has some left."""
    if not plan.units:
        return ArtilleryOutcome(())
    return ArtilleryOutcome(table.together(add, *(then(_under, plan.heavy, one, 0, 0, 0) for one in plan.units)))


def _under(
    table: Table, heavy: bool, one: Under, stage: int, kills: int, sixes: int
) -> Then[tuple[Any, ...]] | tuple[Any, ...]:
    """One stage of the dice; those not named in it wait."""
    if stage == len(one.stages):
        return _over(table, heavy, one, kills, sixes)
    throw = one.stages[stage]
    more, sixth = throw.kills(table, 1) if throw else (0, 0)
    return then(_under, heavy, one, stage + 1, min(kills + more, one.size), min(1, sixes + sixth))


def _over(table: Table, heavy: bool, one: Under, kills: int, sixes: int) -> tuple[Any, ...]:
    if one.hull:
        damage = one.hull.damage(one.rounds, kills, sixes)
        return (Shell(one.name, kills, 0, damage.hp_lost, damage.engine_damaged, "none"),)
    assert one.nerve
    result = table.play(terror, one.nerve, kills, heavy)
    return (Shell(one.name, kills, one.nerve.men - kills, 0, False, result),)


def effects(plan: ArtilleryPlan, played: Played) -> Sequence[Effect]:
    """By the units' names."""
    found: list[Effect] = []
    for one, outcome in zip(plan.units, played.outcome.others, strict=True):
        if one.hull:
            found += one.hull.effects(one.name, _damage(one.hull, outcome))
            continue
        found += [Effect(one.name, "models", -outcome.kills)] if outcome.kills else []
        found += nerve_effects(one.name, outcome.terror, bool(one.nerve and one.nerve.pinned), one.rallying)
    return found


def _damage(hull: Hull, outcome: Shell) -> Damage:
    return Damage(outcome.hp_lost, False, outcome.engine_damaged, 0, outcome.hp_lost == hull.hp)


def tell(plan: ArtilleryPlan, played: Played) -> Text:
    pairs = zip(plan.units, played.outcome.others, strict=True)
    return Joined([_told(one, outcome) for one, outcome in pairs]) or Text("The shells hit nobody.")


def _told(one: Under, outcome: Shell) -> Text:
    who = Role(one.name)
    if one.harmless:
        return spared(who, one.harmless)
    if one.hull:
        return fate(who, damage_told(_damage(one.hull, outcome), one.hull.hp))
    return fate(who, losses_told(outcome.kills, outcome.terror, one.inches))


def leaning(plan: ArtilleryPlan, played: Played) -> Sequence[str]:
    """The rulings that decided something after the first die."""
    found: list[str] = []
    for one, outcome in zip(plan.units, played.outcome.others, strict=True):
        if one.hull:
            found += one.hull.leaning(one.rounds, outcome.kills, 0)
        elif plan.heavy and not outcome.kills:
            found.append("heavy_fire_pins")
    return found


def too_big(plan: ArtilleryPlan) -> Text | None:
    """Each unit multiplies the outcomes."""
    return too_many(prod(results_of(one.rounds, one.size) for one in plan.units))


ACTION = Action(
    key="artillery",
    title=Text("Artillery"),
    topic="artillery",
    facts=Artillery,
    outcome=ArtilleryOutcome,
    plan=plan,
    rule=artillery,
    tell=tell,
    effects=effects,
    leaning=leaning,
    too_big=too_big,
)
