"""Fire at a vehicle: its saves, the damage table hit by hit, and what becomes of those inside (Vehicles)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal, NamedTuple

from pydantic import Field

from rules.fubar.facts import Vehicle
from rules.fubar.fire import armour_saves, vehicle_saves
from rules.fubar.shooting import Firing, Shot, firing
from rules.fubar.tables import Book, Tables
from rules.kernel.action import Action, Aim, Played, up_to
from rules.kernel.dice import Highest, Line, Lowest, Throw
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Offer, Table, Then, nth_key, then
from rules.kernel.text import N_, NOTHING, Joined, Listed, Role, Sentence, Term, Text, counted

VEHICLES = "Vehicles"
EFFECTS = ("stunned", "weapon_destroyed", "immobilised", "destroyed")
WEAPON, DESTROYED = 1, 3
_OF_FACE = (0, 0, 0, 1, 1, 2, 3)
"""The place in EFFECTS of each face of the damage die; there is no face 0."""
Lasting = Literal["stunned", "weapon_destroyed", "immobilised"]


class FireAtVehicle(Shot):
    """The facts of fire at a vehicle."""

    vehicle: Vehicle = Field(title=N_("Vehicle"))
    facing: Literal["front", "side", "rear"] = Field(title=N_("Side that is hit"))
    already: tuple[Lasting, ...] = Field(
        default=(),
        max_length=3,
        title=N_("Suffered this turn"),
        description=N_("Effects it has taken already this turn."),
    )


class VehicleOutcome(NamedTuple):
    """What this shot did to the vehicle and to those inside."""

    hits: int
    saved: int
    stunned: bool
    weapons_destroyed: int
    immobilised: bool
    destroyed: bool
    passenger_casualties: int


class Damage(NamedTuple):
    """What the unsaved hits of a shot did: new effects in the order of `EFFECTS`, and casualties inside."""

    stunned: bool
    weapons_destroyed: int
    immobilised: bool
    destroyed: bool
    passenger_casualties: int


@dataclass(frozen=True, eq=False, slots=True)
class VehiclePlan:
    """A shot at a vehicle in numbers."""

    firing: Firing
    saves: Throw[int]
    damage: Throw[int]
    damage_dice: int
    inside: tuple[Group, ...]
    each_unsaved: bool
    already: frozenset[int]
    weapons: tuple[str, ...] | None
    weapon_lost: Decision[str]
    leaned: tuple[str, ...] = ()


def _weapon(text: str) -> str:
    if not text.strip():
        raise ValueError(text)
    return text


WEAPON_LOST = Decision[str](
    name="weapon_lost",
    by="defender",
    question=Text("Which weapon is destroyed?"),
    options=("first", "NAME"),
    default="first",
    read=_weapon,
    rule=VEHICLES,
)


def _which_weapon(weapons: tuple[str, ...]) -> Decision[str]:
    """The choice among the weapons that are left; with one or none there is nothing to ask."""
    offers = tuple(Offer(weapon, Term(weapon)) for weapon in weapons) or (Offer("first", Text("none is left")),)

    def all_of_them(*_: int) -> tuple[Offer, ...]:
        return offers

    return replace(WEAPON_LOST, offers=all_of_them)


def plan(facts: FireAtVehicle, book: Book) -> VehiclePlan:
    """Raises RuleError when the shot is not allowed."""
    tables = book.tables
    vehicle = facts.vehicle
    return VehiclePlan(
        firing=firing(facts, tables, facts.cover, Text("{cover} cover", cover=Term(facts.cover))),
        saves=vehicle_saves(vehicle.armour, tables),
        damage=_damage_throw(facts.facing),
        damage_dice=_FACING[facts.facing][1],
        inside=groups_inside(vehicle, tables),
        each_unsaved=book.rulings.passenger_hits == "each_unsaved",
        already=frozenset(map(EFFECTS.index, facts.already)),
        weapons=vehicle.weapons,
        weapon_lost=_which_weapon(vehicle.weapons or ()),
    )


_FACING = {
    "front": (Lowest(), 2, N_("on the front the lower counts, the better for the owner")),
    "side": (Highest(), 1, ""),
    "rear": (Highest(), 2, N_("on the rear the higher counts, the worse for the owner")),
}


def _damage_throw(facing: str) -> Throw[int]:
    reading, dice, why = _FACING[facing]
    ledger = (Line(Text(why), dice, VEHICLES, "dice"),) if why else ()
    return Throw("vehicle_damage", Text("vehicle damage"), "attacker", 6, reading, None, ledger, VEHICLES)


def fire_at_vehicle(table: Table, plan: VehiclePlan) -> Then[VehicleOutcome]:
    shot = plan.firing
    hits = table.roll(shot.hampered, shot.dice) + table.roll(shot.sure, shot.sure_dice)
    return then(_saved, plan, hits)


def _saved(table: Table, plan: VehiclePlan, hits: int) -> Then[VehicleOutcome]:
    saved = table.roll(plan.saves, hits)
    unsaved = hits - saved
    # How many hits there were matters to those inside by one ruling only; without it equal damage is one history.
    at_those_inside = unsaved if plan.each_unsaved else 0
    damage = then(_damage, plan, unsaved, plan.already, at_those_inside)
    return damage.into(lambda came_to: VehicleOutcome(hits, saved, *came_to))


def _damage(table: Table, plan: VehiclePlan, left: int, so_far: frozenset[int], unsaved: int) -> Damage | Then[Damage]:
    """Throw for damage, one hit after the other; after "destroyed" no further dice (Vehicles). `so_far` are places in
    EFFECTS.
    """
    if not left or DESTROYED in so_far:
        return then(_inside, plan, so_far, unsaved)
    effect = _climbed(table.roll(plan.damage, plan.damage_dice), so_far)
    if effect == WEAPON:
        table.decide(plan.weapon_lost)
    return then(_damage, plan, left - 1, so_far | {effect}, unsaved)


def _climbed(face: int, so_far: frozenset[int]) -> int:
    """The effect of a face; one that the vehicle has already taken this turn becomes the next higher."""
    effect = _OF_FACE[face]
    while effect in so_far and effect < DESTROYED:
        effect += 1
    return effect


def _inside(table: Table, plan: VehiclePlan, effects: frozenset[int], unsaved: int) -> Damage:
    """Throw for those inside: hit with every unsaved hit by ruling, and once each when they bail out."""
    hits = unsaved if plan.each_unsaved else 0
    lost = losses_inside(plan.inside, hits, DESTROYED in effects, at_the_table(table, plan.inside))
    new = effects - plan.already
    stunned, weapon, immobilised, destroyed = (place in new for place in range(len(EFFECTS)))
    return Damage(stunned, int(weapon), immobilised, destroyed, sum(lost))


def _lost_inside(plan: VehiclePlan, played: Played[VehicleOutcome]) -> tuple[int, ...]:
    """What each group inside lost in a play."""
    outcome = played.outcome
    hits = outcome.hits - outcome.saved if plan.each_unsaved else 0
    return losses_inside(plan.inside, hits, outcome.destroyed, as_played(played, plan.inside))


def _lost_weapons(played: Played) -> list[str]:
    return [made.value for made in played.made if made.name == WEAPON_LOST.name]


def effects(plan: VehiclePlan, played: Played[VehicleOutcome]) -> Sequence[Effect]:
    """Effects of this turn are kept too, so that the same one again climbs."""
    outcome = played.outcome
    found: list[Effect] = []
    if outcome.stunned:
        found += [Effect("vehicle", "stunned", 1), Effect("vehicle", "effects_this_turn", to="stunned")]
    found += _weapon_effects(plan, played)
    if outcome.immobilised:
        found += [Effect("vehicle", "immobilised", 1), Effect("vehicle", "effects_this_turn", to="immobilised")]
    if outcome.destroyed:
        found += [Effect("vehicle", "destroyed", 1), Effect("vehicle", "models", -1)]
    return found + effects_inside(plan.inside, _lost_inside(plan, played))


def _weapon_effects(plan: VehiclePlan, played: Played) -> list[Effect]:
    """A weapon is lost where one is left; the effect was suffered all the same."""
    found: list[Effect] = []
    for value in _lost_weapons(played):
        if plan.weapons != ():
            first = plan.weapons[0] if plan.weapons else "a_weapon"
            found.append(Effect("vehicle", "weapons_lost", to=first if value == "first" else value))
        found.append(Effect("vehicle", "effects_this_turn", to="weapon_destroyed"))
    return found


def tell(plan: VehiclePlan, played: Played) -> Text:
    return Joined((_result(plan, played), *map(Sentence, plan.firing.silent)))


def brief(plan: VehiclePlan, played: Played[VehicleOutcome]) -> Text | None:
    """Damage is seen on the vehicle; that all bail out is not."""
    outcome = played.outcome
    if not (_worst(outcome) or outcome.passenger_casualties):
        return None
    out = Text("All bail out.") if outcome.destroyed else NOTHING
    return Joined((out, *map(Sentence, plan.firing.silent)))


def _result(plan: VehiclePlan, played: Played[VehicleOutcome]) -> Text:
    outcome = played.outcome
    if not outcome.hits:
        return Text("No hits.")
    hits = counted(outcome.hits, "hit", "hits")
    effect = Listed(_effects(plan, outcome) + _casualties(plan, played)) or Text("no effect")
    return Text("{hits}, {saved} saved: {effect}.", hits=hits, saved=outcome.saved, effect=effect)


def _effects(plan: VehiclePlan, outcome: VehicleOutcome) -> list[Text]:
    parts: list[Text] = []
    if outcome.stunned:
        parts.append(Text("crew stunned"))
    if outcome.weapons_destroyed:
        parts.append(Text("no weapon left to destroy") if plan.weapons == () else Text("a weapon destroyed"))
    if outcome.immobilised:
        parts.append(Text("immobilised"))
    if outcome.destroyed:
        parts.append(Text("vehicle destroyed, all bail out"))
    return parts


def _casualties(plan: VehiclePlan, played: Played[VehicleOutcome]) -> list[Text]:
    outcome = played.outcome
    lost = counted(outcome.passenger_casualties, "casualty", "casualties")
    crew = crew_lost(plan.inside, _lost_inside(plan, played))
    if not outcome.passenger_casualties:
        return []
    if crew == outcome.passenger_casualties:
        return [Text("{casualties} among the crew", casualties=lost)]
    if crew:
        return [Text("{casualties} among those inside, {crew} of them crew", casualties=lost, crew=crew)]
    return [Text("{casualties} among those inside", casualties=lost)]


def leaning(plan: VehiclePlan, played: Played[VehicleOutcome]) -> Sequence[str]:
    """The rulings that had a part in it: with people inside, whether unsaved hits reach them."""
    outcome = played.outcome
    return ("passenger_hits",) if plan.inside and outcome.hits > outcome.saved else ()


def too_big(plan: VehiclePlan) -> Text | None:
    """Exact odds are worked out up to 200 dice."""
    return up_to(
        200, plan.firing.dice + plan.firing.sure_dice, N_("Exact odds go up to {most} dice; this shot has {n}.")
    )


_DEGREES = tuple(
    map(Text, (N_("no effect"), N_("crew stunned"), N_("weapon destroyed"), N_("immobilised"), N_("destroyed")))
)


def aim(plan: VehiclePlan) -> Aim:
    """The worst that this shot does to it; of as much, casualties inside."""
    return Aim(N_("vehicle damage"), _worst, attrgetter("passenger_casualties"), len(_DEGREES) - 1, _DEGREES)


def _worst(outcome: VehicleOutcome) -> int:
    """The place in `_DEGREES`."""
    done = (outcome.stunned, outcome.weapons_destroyed, outcome.immobilised, outcome.destroyed)
    return max((at for at, one in enumerate(done, 1) if one), default=0)


ACTION = Action(
    key="fire_at_vehicle",
    title=Text("Fire at a vehicle"),
    topic="vehicles",
    facts=FireAtVehicle,
    outcome=VehicleOutcome,
    plan=plan,
    rule=fire_at_vehicle,
    tell=tell,
    brief=brief,
    effects=effects,
    leaning=leaning,
    decisions=(WEAPON_LOST,),
    too_big=too_big,
    aim=aim,
)


# Those inside a vehicle: whom its hits reach, who saves apart from whom, and what they lose (Vehicles).

Saved = Callable[[int, int], int]
"""A function from a group's place and its hits to how many of them its armour saves."""


class Group(NamedTuple):
    """Figures who save together: `unit` and `state` are what their losses are taken from, `state` or "models"."""

    unit: str
    state: str
    figures: int
    saves: Throw[int] | None


def groups_inside(vehicle: Vehicle, tables: Tables) -> tuple[Group, ...]:
    """The crew, each unit, and those that nobody told apart, each with its own armour."""
    found: list[Group] = []
    if vehicle.crew:
        saves = armour_saves(vehicle.crew.armour, tables, "defender", "crew_saves", Text("crew saves"))
        found.append(Group("vehicle", "crew_lost", vehicle.crew.figures, saves))
    for n, unit in enumerate(vehicle.units, 1):
        label = Text("saves of {side}", side=Role(f"passengers {n}"))
        saves = armour_saves(unit.armour, tables, "defender", f"passenger_saves_{n}", label)
        found.append(Group(f"passengers {n}", "models", unit.figures, saves))
    together = armour_saves(vehicle.passenger_armour, tables, "defender", "passenger_saves", Text("passenger saves"))
    found.append(Group("passengers", "models", vehicle.passengers, together))
    return tuple(group for group in found if group.figures)


def losses_inside(groups: Sequence[Group], hits: int, bail_out: bool, saved: Saved) -> tuple[int, ...]:
    """Figures that each group loses: `hits` fall on them in turn, and when they bail out each figure takes one."""
    lost = [share - saved(at, share) for at, share in enumerate(_in_turn(groups, hits))]
    if bail_out:
        left = [group.figures - gone for group, gone in zip(groups, lost, strict=True)]
        lost = [gone + out - saved(at, out) for at, (gone, out) in enumerate(zip(lost, left, strict=True))]
    return tuple(lost)


def _in_turn(groups: Sequence[Group], hits: int) -> list[int]:
    """Share hits out: one for the first group, one for the next, and round again; at most one a figure."""
    shares = [0] * len(groups)
    left = min(hits, sum(group.figures for group in groups))
    while left:
        for at, group in enumerate(groups):
            if left and shares[at] < group.figures:
                shares[at] += 1
                left -= 1
    return shares


def at_the_table(table: Table, groups: Sequence[Group]) -> Saved:
    """Saves as they are thrown."""

    def saved(at: int, hits: int) -> int:
        saves = groups[at].saves
        return table.roll(saves, hits) if saves else 0

    return saved


def as_played(played: Played, groups: Sequence[Group]) -> Saved:
    """The saves of a play that is over."""
    made = {step.throw.key: step.got for step in played.steps}
    thrown = Counter[str]()

    def saved(at: int, hits: int) -> int:
        saves = groups[at].saves
        if not saves or not hits:
            return 0
        thrown[saves.key] += 1
        return made[nth_key(saves.key, thrown[saves.key])]

    return saved


def effects_inside(groups: Sequence[Group], lost: Sequence[int]) -> list[Effect]:
    """The figures of each group leave the table; a crew is no unit, and the vehicle keeps count of it."""
    pairs = [(group, gone) for group, gone in zip(groups, lost, strict=True) if gone]
    return [Effect(group.unit, group.state, -gone if group.state == "models" else gone) for group, gone in pairs]


def crew_lost(groups: Sequence[Group], lost: Sequence[int]) -> int:
    """How many of the losses are of the crew."""
    return sum(gone for group, gone in zip(groups, lost, strict=True) if group.unit == "vehicle")
