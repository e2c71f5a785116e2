"""Fire at a vehicle: its saves, the damage table hit by hit, and the fate of the people inside (Vehicles)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Literal, NamedTuple

from pydantic import Field

from rules.fubar.facts import Vehicle
from rules.fubar.fire import armour_saves, vehicle_saves
from rules.fubar.shooting import FubarShot, ShotRule, plan_firing
from rules.fubar.tables import FubarTables
from rules.kernel.action import Aim, Played
from rules.kernel.dice import Highest, Line, Lowest, Roll
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Offer, Table, Then, nth_key, then
from rules.kernel.text import N_, NOTHING, Listed, Role, Term, Text, counted

VEHICLES = "Vehicles"
EFFECTS = ("stunned", "weapon_destroyed", "immobilised", "destroyed")
WEAPON, DESTROYED = 1, 3
_OF_FACE = (0, 0, 0, 1, 1, 2, 3)
"""The index in EFFECTS for each face of the damage die; there is no face 0."""
_DEGREES = tuple(
    map(Text, (N_("no effect"), N_("crew stunned"), N_("weapon destroyed"), N_("immobilised"), N_("destroyed")))
)
Lasting = Literal["stunned", "weapon_destroyed", "immobilised"]


class VehicleFacts(FubarShot):
    """Facts of fire at a vehicle."""

    vehicle: Vehicle = Field(title=N_("Vehicle"))
    facing: Literal["front", "side", "rear"] = Field(title=N_("Side that is hit"))
    already: tuple[Lasting, ...] = Field(
        default=(),
        max_length=3,
        title=N_("Suffered this turn"),
        description=N_("Effects it has taken already this turn."),
    )


class VehicleDamage(NamedTuple):
    """Effects of a shot's unsaved hits: new effects in the order of `EFFECTS`, and casualties inside."""

    stunned: bool
    weapons_destroyed: int
    immobilised: bool
    destroyed: bool
    passenger_casualties: int


class VehicleOutcome(NamedTuple):
    """Result of a shot for the vehicle and the people inside."""

    hits: int
    saved: int
    stunned: bool
    weapons_destroyed: int
    immobilised: bool
    destroyed: bool
    passenger_casualties: int

    @property
    def worst(self) -> int:
        """Index of the worst effect in `_DEGREES`."""
        done = (self.stunned, self.weapons_destroyed, self.immobilised, self.destroyed)
        return max((at for at, one in enumerate(done, 1) if one), default=0)


def _parse_weapon(text: str) -> str:
    if not text.strip():
        raise ValueError(text)
    return text


WEAPON_LOST = Decision[str](
    name="weapon_lost",
    by="defender",
    question=Text("Which weapon is destroyed?"),
    options=("first", "NAME"),
    default="first",
    read=_parse_weapon,
    rule=VEHICLES,
)


def _weapon_decision(weapons: tuple[str, ...]) -> Decision[str]:
    """Return the choice among the weapons left; with one or none, no question is needed."""
    offers = tuple(Offer(weapon, Term(weapon)) for weapon in weapons) or (Offer("first", Text("none is left")),)

    def all_of_them(*_: int) -> tuple[Offer, ...]:
        return offers

    return replace(WEAPON_LOST, offers=all_of_them)


_FACING = {
    "front": (Lowest(), 2, N_("on the front the lower counts, the better for the owner")),
    "side": (Highest(), 1, ""),
    "rear": (Highest(), 2, N_("on the rear the higher counts, the worse for the owner")),
}


class FireAtVehicle(ShotRule[VehicleFacts, VehicleOutcome]):
    """Hits, the vehicle's saves, then damage hit by hit, and the saves of the people inside (Vehicles)."""

    key, title, topic, decisions = "fire_at_vehicle", Text("Fire at a vehicle"), "vehicles", (WEAPON_LOST,)
    most_dice = 200
    goal = Aim(
        N_("vehicle damage"), attrgetter("worst"), attrgetter("passenger_casualties"), len(_DEGREES) - 1, _DEGREES
    )

    def plan(self) -> None:
        facts, tables, vehicle = self.facts, self.book.tables, self.facts.vehicle
        self.firing = plan_firing(facts, tables, facts.cover, Text("{cover} cover", cover=Term(facts.cover)))
        self.saves = vehicle_saves(vehicle.armour, tables)
        reading, self.damage_dice, why = _FACING[facts.facing]
        ledger = (Line(Text(why), self.damage_dice, VEHICLES, "dice"),) if why else ()
        damage = Text("vehicle damage")
        self.damage = Roll("vehicle_damage", damage, "attacker", 6, reading, None, ledger, VEHICLES)
        self.inside = groups_inside(vehicle, tables)
        self.each_unsaved = self.book.rulings.passenger_hits == "each_unsaved"
        self.already = frozenset(map(EFFECTS.index, facts.already))
        self.weapon_lost = _weapon_decision(vehicle.weapons or ())

    def play(self, table: Table) -> Then[VehicleOutcome]:
        return then(self._roll_saves, self.roll_hits(table))

    def _roll_saves(self, table: Table, hits: int) -> Then[VehicleOutcome]:
        saved = table.roll(self.saves, hits)
        unsaved = hits - saved
        # Only one ruling makes the number of hits matter inside; without it, equal damage is one case.
        at_those_inside = unsaved if self.each_unsaved else 0
        damage = then(self._roll_damage, unsaved, self.already, at_those_inside)
        return damage.convert(lambda came_to: VehicleOutcome(hits, saved, *came_to))

    def _roll_damage(
        self, table: Table, left: int, so_far: frozenset[int], unsaved: int
    ) -> VehicleDamage | Then[VehicleDamage]:
        """Roll for damage hit by hit; after "destroyed" there are no further dice (Vehicles).

        `so_far` are indices in EFFECTS; an effect that the vehicle has already suffered this turn becomes the next
        worse one.
        """
        if not left or DESTROYED in so_far:
            return then(self._roll_inside, so_far, unsaved)
        effect = _OF_FACE[table.roll(self.damage, self.damage_dice)]
        while effect in so_far:
            effect += 1
        if effect == WEAPON:
            table.decide(self.weapon_lost)
        return then(self._roll_damage, left - 1, so_far | {effect}, unsaved)

    def _roll_inside(self, table: Table, effects: frozenset[int], unsaved: int) -> VehicleDamage:
        """Roll for the people inside: for every unsaved hit by ruling, and once each when they bail out."""
        lost = losses_inside(self.inside, unsaved, DESTROYED in effects, roll_saves_at_table(table, self.inside))
        new = effects - self.already
        stunned, weapon, immobilised, destroyed = (place in new for place in range(len(EFFECTS)))
        return VehicleDamage(stunned, int(weapon), immobilised, destroyed, sum(lost))

    def _losses_inside(self, played: Played[VehicleOutcome]) -> tuple[int, ...]:
        """Return the losses of each group inside in a play."""
        outcome = played.outcome
        hits = outcome.hits - outcome.saved if self.each_unsaved else 0
        return losses_inside(self.inside, hits, outcome.destroyed, saves_of_play(played, self.inside))

    def effects(self, played: Played[VehicleOutcome]) -> Iterable[Effect]:
        """Yield the effects; this turn's are also recorded, so that a repeated one becomes worse."""
        outcome, weapons = played.outcome, self.facts.vehicle.weapons
        if outcome.stunned:
            yield Effect("vehicle", "stunned", 1)
            yield Effect("vehicle", "effects_this_turn", to="stunned")
        for made in played.made:
            if weapons != ():  # without any left, the effect counts as suffered all the same
                first = weapons[0] if weapons else "a_weapon"
                yield Effect("vehicle", "weapons_lost", to=first if made.value == "first" else made.value)
            yield Effect("vehicle", "effects_this_turn", to="weapon_destroyed")
        if outcome.immobilised:
            yield Effect("vehicle", "immobilised", 1)
            yield Effect("vehicle", "effects_this_turn", to="immobilised")
        if outcome.destroyed:
            yield Effect("vehicle", "destroyed", 1)
            yield Effect("vehicle", "models", -1)
        yield from effects_inside(self.inside, self._losses_inside(played))

    def rulings_used_in(self, played: Played[VehicleOutcome]) -> Iterable[str]:
        """Return the ruling on unsaved hits and people inside, if there are any."""
        return ("passenger_hits",) if self.inside and played.outcome.hits > played.outcome.saved else ()

    def short_text(self, played: Played[VehicleOutcome]) -> Text | None:
        """Return no text for damage that the vehicle shows; mention that all bail out."""
        outcome = played.outcome
        if not outcome.worst:
            return None
        return self.with_silent(Text("All bail out.") if outcome.destroyed else NOTHING)

    def describe(self, played: Played[VehicleOutcome]) -> Text:
        outcome = played.outcome
        if not outcome.hits:
            return self.with_silent(Text("No hits."))
        hits = counted(outcome.hits, "hit", "hits")
        effect = Listed([*self._describe_damage(outcome), *self._describe_casualties(played)]) or Text("no effect")
        return self.with_silent(Text("{hits}, {saved} saved: {effect}.", hits=hits, saved=outcome.saved, effect=effect))

    def _describe_damage(self, outcome: VehicleOutcome) -> Iterable[Text]:
        if outcome.stunned:
            yield Text("crew stunned")
        if outcome.weapons_destroyed:
            none_left = self.facts.vehicle.weapons == ()
            yield Text("no weapon left to destroy") if none_left else Text("a weapon destroyed")
        if outcome.immobilised:
            yield Text("immobilised")
        if outcome.destroyed:
            yield Text("vehicle destroyed, all bail out")

    def _describe_casualties(self, played: Played[VehicleOutcome]) -> Iterable[Text]:
        number = played.outcome.passenger_casualties
        if not number:
            return
        lost, crew = counted(number, "casualty", "casualties"), crew_lost(self.inside, self._losses_inside(played))
        if crew == number:
            yield Text("{casualties} among the crew", casualties=lost)
        elif crew:
            yield Text("{casualties} among those inside, {crew} of them crew", casualties=lost, crew=crew)
        else:
            yield Text("{casualties} among those inside", casualties=lost)


# People inside a vehicle: hits that reach them, their saves by group, and their losses (Vehicles).

Saved = Callable[[int, int], int]
"""Returns the saves of a group, given its index and its hits."""


class SavingGroup(NamedTuple):
    """Figures who save together; their losses are deducted from `state`, or "models", of `unit`."""

    unit: str
    state: str
    figures: int
    saves: Roll[int] | None


def groups_inside(vehicle: Vehicle, tables: FubarTables) -> tuple[SavingGroup, ...]:
    """Return the crew, each unit, and the remaining passengers, each with their own armour."""
    found: list[SavingGroup] = []
    if vehicle.crew:
        saves = armour_saves(vehicle.crew.armour, tables, "defender", "crew_saves", Text("crew saves"))
        found.append(SavingGroup("vehicle", "crew_lost", vehicle.crew.figures, saves))
    for n, unit in enumerate(vehicle.units, 1):
        label = Text("saves of {side}", side=Role(f"passengers {n}"))
        saves = armour_saves(unit.armour, tables, "defender", f"passenger_saves_{n}", label)
        found.append(SavingGroup(f"passengers {n}", "models", unit.figures, saves))
    together = armour_saves(vehicle.passenger_armour, tables, "defender", "passenger_saves", Text("passenger saves"))
    found.append(SavingGroup("passengers", "models", vehicle.passengers, together))
    return tuple(group for group in found if group.figures)


def losses_inside(groups: Sequence[SavingGroup], hits: int, bail_out: bool, saved: Saved) -> tuple[int, ...]:
    """Return each group's losses: `hits` are dealt in turn; when they bail out, each figure left takes one."""
    lost = [share - saved(at, share) for at, share in enumerate(_deal_hits(groups, hits))]
    if bail_out:
        left = [group.figures - gone for group, gone in zip(groups, lost, strict=True)]
        lost = [gone + out - saved(at, out) for at, (gone, out) in enumerate(zip(lost, left, strict=True))]
    return tuple(lost)


def _deal_hits(groups: Sequence[SavingGroup], hits: int) -> list[int]:
    """Deal hits: one to the first group, one to the next, and round again; at most one per figure."""
    shares = [0] * len(groups)
    left = min(hits, sum(group.figures for group in groups))
    while left:
        for at, group in enumerate(groups):
            if left and shares[at] < group.figures:
                shares[at] += 1
                left -= 1
    return shares


def roll_saves_at_table(table: Table, groups: Sequence[SavingGroup]) -> Saved:
    """Return saves that are rolled at the table."""

    def saved(at: int, hits: int) -> int:
        saves = groups[at].saves
        return table.roll(saves, hits) if saves else 0

    return saved


def saves_of_play(played: Played, groups: Sequence[SavingGroup]) -> Saved:
    """Return the saves of a finished play."""
    made = {step.throw.key: step.got for step in played.steps}
    rolled = Counter[str]()

    def saved(at: int, hits: int) -> int:
        saves = groups[at].saves
        if not saves or not hits:
            return 0
        rolled[saves.key] += 1
        return made[nth_key(saves.key, rolled[saves.key])]

    return saved


def effects_inside(groups: Sequence[SavingGroup], lost: Sequence[int]) -> list[Effect]:
    """Return the losses of each group; the crew is not a unit, so the vehicle counts its losses."""
    pairs = [(group, gone) for group, gone in zip(groups, lost, strict=True) if gone]
    return [Effect(group.unit, group.state, -gone if group.state == "models" else gone) for group, gone in pairs]


def crew_lost(groups: Sequence[SavingGroup], lost: Sequence[int]) -> int:
    """Return the losses among the crew."""
    return sum(gone for group, gone in zip(groups, lost, strict=True) if group.unit == "vehicle")
