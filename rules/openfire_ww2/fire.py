"""Fire: to hit, to kill, those within the blast, and the nerve of squads that lost men (Shooting; Terror).

Which face is needed, and by which modifiers, is worked out in `rules/openfire_ww2/aiming.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from operator import add, attrgetter
from typing import NamedTuple

from rules.kernel.action import Action, Aim, Played, up_to
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, counted
from rules.openfire_ww2.blast import (
    Burst,
    Bystander,
    Nearby,
    Other,
    bystander,
    caught,
    other_effects,
    other_leaning,
    other_told,
)
from rules.openfire_ww2.facts import Group, Squad
from rules.openfire_ww2.hulls import Damage, Hull, damage_text, hull
from rules.openfire_ww2.movement import Called, faces_of, got_of
from rules.openfire_ww2.shooting import (
    HEAVY,
    HITS,
    KILLS,
    SIXES,
    TARGET,
    Shot,
    Silent,
    Volley,
    blasts,
    count,
    counted_at,
    fired,
    harmless,
    may_shoot,
    moved_rulings,
    silent_told,
    speaking,
    states_of,
    suppresses,
    volley,
    weapon_named,
)
from rules.openfire_ww2.tables import Book, Tables, results_of, too_many
from rules.openfire_ww2.terror import (
    Nerve,
    Nerves,
    driven_back,
    men_lost,
    nerve,
    nerve_brief,
    nerve_effects,
    nerve_text,
    terror,
)

# Fire before the first die: what the facts of a shot come to in numbers (Shooting).


class Fire(Shot):
    """The facts of fire at a squad or a vehicle."""


@dataclass(frozen=True, eq=False, slots=True)
class FirePlan:
    """Fire in numbers; a target has a nerve or a hull. `grenades` and `heavies` are some of the `volleys`."""

    parts: tuple[Then[int], ...]
    volleys: tuple[Volley, ...]
    grenades: tuple[Volley, ...]
    heavies: tuple[Volley, ...]
    nerve: Nerve | None
    hull: Hull | None
    rallying: bool
    inches: int
    bystanders: tuple[Bystander, ...]
    silent: tuple[Silent, ...]
    leaned: tuple[str, ...]

    @property
    def shots(self) -> int:
        return sum(one.shots for one in self.volleys)


def plan(facts: Fire, book: Book) -> FirePlan:
    """Raises RuleError when the shot is not allowed."""
    may_shoot(facts)
    speak, silent = speaking(facts, book.rulings, harmless(facts))
    bursting = [pair for pair in speak if pair[1].weapon.bursts] if facts.bystanders else []
    volleys = _volleys(facts, book, speak, [place for place, _ in bursting])
    kinds = [group.weapon for _, group in speak]
    target = facts.target
    return FirePlan(
        parts=tuple(then(fired, one) for one in volleys),
        volleys=volleys,
        grenades=tuple(one for one, weapon in zip(volleys, kinds, strict=True) if weapon.grenade),
        heavies=tuple(one for one, weapon in zip(volleys, kinds, strict=True) if suppresses(weapon)),
        nerve=_nerve(facts, target, book) if isinstance(target, Squad) else None,
        hull=None if isinstance(target, Squad) else hull(target, facts.facing, book.rulings),
        rallying="rallying" in states_of(facts),
        inches=_tables(book).moves[target.kind],
        bystanders=_bystanders(facts, bursting, book),
        silent=tuple(silent),
        leaned=moved_rulings(facts),
    )


def _tables(book: Book) -> Tables:
    return book.tables


def _volleys(facts: Fire, book: Book, speak: Sequence[tuple[int, Group]], bursting: list[int]) -> tuple[Volley, ...]:
    return tuple(
        volley(facts, book.tables, book.rulings, place, group, bursting.index(place) if place in bursting else None)
        for place, group in speak
    )


def _nerve(facts: Fire, squad: Squad, book: Book) -> Nerve:
    target = Role(squad.name) if squad.name else TARGET
    called = Called("terror", Text("Terror of {unit}", unit=target), "defender")
    return nerve(squad, book.tables, called, book.rulings.heavy_fire_pins, facts.target_state)


def _bystanders(facts: Fire, bursting: Sequence[tuple[int, Group]], book: Book) -> tuple[Bystander, ...]:
    """The units near the target, with the weapons that burst among them; none without such weapons."""
    several = len(facts.weapons) > 1
    bursts = [
        Burst(group.weapon, place + 1, weapon_named(place, group)) if several else Burst(group.weapon)
        for place, group in bursting
    ]
    return tuple(
        bystander(unit, number, bursts, book.tables, book.rulings) for number, unit in enumerate(facts.bystanders, 1)
    )


# The rule, what it changes, and how it is told.


class FireOutcome(NamedTuple):
    """What a shot did: men of a squad, hit points of a vehicle, and those within the blast."""

    shots: int
    hits: int
    kills: int
    men_left: int
    hp_lost: int
    immobilised: bool
    engine_damaged: bool
    weapons_destroyed: int
    knocked_out: bool
    terror: Nerves
    others: tuple[Other, ...]


def fire(table: Table, plan: FirePlan) -> FireOutcome:
    """Throw to hit weapon by weapon, to kill in the same order, then those within the blast, then Terror."""
    counts = table.together(add, *plan.parts)
    if plan.nerve:
        return _at_squad(table, plan, plan.nerve, counts)
    assert plan.hull
    return _at_vehicle(table, plan, plan.hull, counts)


def _at_squad(table: Table, plan: FirePlan, nerve: Nerve, counts: int) -> FireOutcome:
    kills, heavy = min(counted_at(counts, KILLS), nerve.men), bool(counted_at(counts, HEAVY))
    others: tuple[Other, ...] = ()
    if plan.bystanders:
        result, *rest = table.together(add, then(_target_first, nerve, kills, heavy), *_near(plan, counts))
        others = _in_brief(rest)
    else:
        result = table.play(terror, nerve, kills, heavy) if kills or heavy else "none"
    left = nerve.men - kills
    return FireOutcome(plan.shots, counted_at(counts, HITS), kills, left, 0, False, False, 0, False, result, others)


def _at_vehicle(table: Table, plan: FirePlan, hull: Hull, counts: int) -> FireOutcome:
    hits, kills = counted_at(counts, HITS), counted_at(counts, KILLS)
    done = hull.damage(hits, kills, counted_at(counts, SIXES))
    others = _in_brief(table.together(add, *_near(plan, counts))) if plan.bystanders else ()
    return FireOutcome(plan.shots, hits, kills, 0, *done, "none", others)


def _in_brief(others: Sequence[Nearby]) -> tuple[Other, ...]:
    return tuple(other.in_brief for other in others)


def _near(plan: FirePlan, counts: int) -> list[Then[tuple[Nearby]]]:
    return [then(caught, one, blasts(counts)) for one in plan.bystanders]


def _target_first(table: Table, nerve: Nerve, kills: int, heavy: bool) -> Then[tuple[Nerves]]:
    """The target's nerve waits for the kill dice of those within the blast."""
    return then(_target_shaken, nerve, kills, heavy)


def _target_shaken(table: Table, nerve: Nerve, kills: int, heavy: bool) -> tuple[Nerves]:
    return (table.play(terror, nerve, kills, heavy),)


def effects(plan: FirePlan, played: Played[FireOutcome]) -> Sequence[Effect]:
    """Men lost, the hull's markers, and those of a Terror test, for the target and for those within the blast."""
    outcome = played.outcome
    found: list[Effect] = []
    if plan.nerve:
        found += [Effect("target", "models", -outcome.kills)] if outcome.kills else []
        found += nerve_effects("target", outcome.terror, plan.nerve.pinned, plan.rallying)
    elif plan.hull:
        found += plan.hull.effects("target", _damage(outcome))
    for one, other in zip(plan.bystanders, outcome.others, strict=True):
        found += other_effects(one, other, played)
    return found


def moves(plan: FirePlan, played: Played[FireOutcome]) -> Sequence[Shift]:
    """Squads that fall back, the target first."""
    outcome = played.outcome
    others = zip(plan.bystanders, outcome.others, strict=True)
    found = driven_back("target", outcome.terror, plan.inches)
    return [*found, *(shift for one, other in others for shift in driven_back(one.role, other.terror, one.inches))]


def _damage(outcome: FireOutcome) -> Damage:
    return Damage(
        outcome.hp_lost,
        outcome.immobilised,
        outcome.engine_damaged,
        outcome.weapons_destroyed,
        outcome.knocked_out,
    )


def tell(plan: FirePlan, played: Played[FireOutcome]) -> Text:
    outcome = played.outcome
    others = [other_told(one, other, played) for one, other in zip(plan.bystanders, outcome.others, strict=True)]
    return Joined((_fallen(plan, outcome), *others, *map(silent_told, plan.silent)))


def brief(plan: FirePlan, played: Played[FireOutcome]) -> Text | None:
    """Who falls first, what becomes of a squad's nerve, and of others: the figures and the dice say the rest."""
    outcome = played.outcome
    if not (outcome.kills or outcome.hp_lost):
        return None
    others = [other_told(one, other, played) for one, other in zip(plan.bystanders, outcome.others, strict=True)]
    first = Text("The nearest to the shooter first.") if outcome.kills and outcome.men_left else NOTHING
    return Joined((first, Sentence(nerve_brief(outcome.terror)), *others, *map(silent_told, plan.silent)))


def _fallen(plan: FirePlan, outcome: FireOutcome) -> Text:
    if not outcome.shots:
        return Sentence(Text("{target} cannot be hit: the grid says so.", target=TARGET))
    shots, hits = counted(outcome.shots, "shot", "shots"), counted(outcome.hits, "hit", "hits")
    if not outcome.hits:
        return Text("{shots}, {hits}.", shots=shots, hits=hits)
    became = damage_text(_damage(outcome), plan.hull.hp) if plan.hull else _men_lost(outcome)
    done = Text("{shots}, {hits}: {became}.", shots=shots, hits=hits, became=became)
    return Joined((done, Sentence(nerve_text(outcome.terror, plan.inches))))


def _men_lost(outcome: FireOutcome) -> Text:
    lost = men_lost(outcome.kills)
    if not outcome.kills:
        return lost
    if not outcome.men_left:
        return Text("{casualties}, wiped out", casualties=lost)
    return Text("{casualties}, the nearest to the shooter first; {men} left", casualties=lost, men=outcome.men_left)


def leaning(plan: FirePlan, played: Played[FireOutcome]) -> Sequence[str]:
    """The rulings that decided something after the first die."""
    outcome = played.outcome
    found: list[str] = ["grenade_kill"] if _any_hit(plan.grenades, played) else []
    if plan.nerve and not outcome.kills and _any_hit(plan.heavies, played):
        found.append("heavy_fire_pins")
    if plan.hull:
        sixes = faces_of(played, (one.to_kill.sixes for one in plan.volleys)).count(6)
        found += plan.hull.leaning(outcome.hits, outcome.kills, sixes)
    for one, other in zip(plan.bystanders, outcome.others, strict=True):
        found += other_leaning(one, other, _blasts(plan, played), played)
    return found


def _any_hit(volleys: Sequence[Volley], played: Played) -> bool:
    return any(_hits(one, played) for one in volleys)


def _hits(volley: Volley, played: Played) -> int:
    """Hits of one kind of weapon in this very play."""
    return got_of(played, volley.to_hit.throw, volley.shots)


def _blasts(plan: FirePlan, played: Played) -> int:
    return sum(count(_hits(one, played), one.blast) for one in plan.volleys if one.blast is not None)


def too_big(plan: FirePlan) -> Text | None:
    """Exact odds go up to 100 dice at a squad, 60 at a vehicle; units within a blast multiply the outcomes."""
    shots, most = plan.shots, 100 if plan.nerve else 60
    if refused := up_to(most, shots, N_("Exact odds of such a shot go up to {most} dice; this one has {n}.")):
        return refused
    near = prod(results_of(shots, one.size) for one in plan.bystanders)
    return too_many(near * (shots + 1) * (shots + 2)) if plan.bystanders else None


_NERVES = ("none", "passed", "pinned", "falls_back")


def aim(plan: FirePlan) -> Aim:
    """Men of a squad, of as many what it does to their nerve; hit points of a vehicle, of as many what else breaks."""
    if plan.hull:
        return Aim("hp_lost", attrgetter("hp_lost"), _broken, plan.hull.hp)
    return Aim("kills", attrgetter("kills"), _shaken, plan.nerve.men if plan.nerve else None)


def _broken(outcome: FireOutcome) -> int:
    return outcome.weapons_destroyed + outcome.immobilised + outcome.engine_damaged


def _shaken(outcome: FireOutcome) -> int:
    """Passing a test is no better for whoever fires than that there was none."""
    return max(1, _NERVES.index(outcome.terror))


ACTION = Action(
    key="fire",
    title=Text("Fire"),
    topic="shooting",
    facts=Fire,
    outcome=FireOutcome,
    plan=plan,
    rule=fire,
    tell=tell,
    brief=brief,
    moves=moves,
    effects=effects,
    leaning=leaning,
    too_big=too_big,
    aim=aim,
)
