"""`/fire`: one target, a volley at several, or one target and its neighbours (Shooting)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple, cast

from rules.command.effects import mark, require_alive, require_enemies
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import Heading, Listed, Note, Sentence, Term, Text, UnitRef, ask_note, counted, table_note
from rules.openfire_ww2 import board_facts, own_turn, shooting, weapons_used
from rules.openfire_ww2.blast import bystander_role
from rules.openfire_ww2.facts import SHOOTING, FiringTeams
from rules.openfire_ww2.fire import WW2Fire
from rules.openfire_ww2.tables import Board, Order

SIDES = (
    Choice("front", Text("The vehicle's front is hit")),
    Choice("side", Text("The vehicle's side is hit")),
    Choice("rear", Text("The vehicle's rear is hit")),
    Choice("top", Text("The vehicle's top is hit")),
)
FACINGS = tuple(one.code for one in SIDES)
HIDDEN = (Choice("hidden", Text("Terrain hides the target wholly")), Choice("smoke", Text("Smoke between them")))
SIGHTS = tuple(one.code for one in HIDDEN)
_BE_A_TARGET, _BE_HIT = Text("be a target"), Text("be hit")


class Aimed(NamedTuple):
    """A target of the volley, and the weapons that fire at it."""

    target: Unit
    chosen: weapons_used.Chosen
    planned: Planned


class WW2Shoot(Order):
    """`/fire`: all targets are named before the first die."""

    key, title, doing = WW2Fire.key, WW2Fire.title, Text("fire")
    needs, several = ("unit", "target", "distance"), ("target",)
    situations = (
        *SIDES,
        Choice("blast", Text("The first target is aimed at; the others are within 1″ of it")),
        *HIDDEN,
    )
    covers = (
        Choice("none", Text("None: in the open"), Text("in the open")),
        Choice("partial", Text("Partial: up to half hidden, −1"), Text("partial cover")),
        Choice("full", Text("Full: more than half hidden, −2"), Text("full cover")),
    )

    # Legality.

    def checks(self) -> None:
        board_facts.check_may_fight(self.board, self.unit)
        check_each_once(self.board, self.request.target)
        units = self.targets
        self.aims, self.near = (units[:1], units[1:]) if self.request.has_situation("blast") else (units, [])
        for at in self.aims:
            require_enemies(self.unit, require_alive(at, _BE_A_TARGET))
            if not self.request.distance:
                weapons_used.check_can_fire_at(self.board, self.unit, at)
        for one in self.near:
            require_alive(one, _BE_HIT)
        self.warn(*own_turn.fight_warnings(self.board, self.unit, "concentrate_fire"))
        self.warn(*other_target_warnings(self.board, self.unit, self.aims) if self.aims else ())
        if not self.is_warned:
            self._ask_for_sides()

    def _ask_for_sides(self) -> None:
        """Raise MissingFacts for the side of a vehicle, RuleError if the shot is forbidden in any case."""
        if asks := ask_facing(self.request, self.aims):
            if self.request.distance:
                must_be_possible(self.board, [aim.planned for aim in self.volley])
            raise MissingFacts(asks)

    # Its rolls and changes.

    @cached_property
    def volley(self) -> list[Aimed]:
        """The weapons that fire at each target; no weapon fires twice."""
        volley, used = list[Aimed](), weapons_used.Chosen()
        for place, at in enumerate(self.aims):
            volley.append(self._aim_at(at, place, used))
            for name, count in volley[-1].chosen.items():
                used[name] = used.get(name, 0) + count
        return volley

    def _aim_at(self, at: Unit, place: int, used: weapons_used.Chosen) -> Aimed:
        board, unit, request = self.board, self.unit, self.request
        distance = request.value_for(request.distance, place, Decimal(0))
        chosen = weapons_used.firers(board, unit, at, request.value_for(request.firers, place, ""), distance, used)
        bound = unit.word("concentrate_fire") == at.id  # it applies to the ordered target only
        facts: board_facts.Fields = {
            "shooter": board_facts.shooter(unit),
            "weapons": weapons_used.groups(board, unit, chosen),
            "distance": distance,
            "target": board_facts.target(at),
            "cover": request.value_for(request.cover, place, "none"),
            "facing": request.single_situation(FACINGS) or "front",
            "moved": board_facts.move_of(board, unit),
            "sight": request.single_situation(SIGHTS) or "clear",
            "shooter_state": [
                state for state in board_facts.shooter_states(unit) if state != "concentrate_fire" or bound
            ],
            "target_state": board_facts.target_states(at),
        }
        if self.request.has_situation("blast"):
            facts["bystanders"] = [board_facts.nearby(one) for one in self.near]
        near = {bystander_role(n): one for n, one in enumerate(self.near, 1)}
        return Aimed(at, chosen, WW2Fire.plan_roll(facts, attacker=unit, target=at, **near))

    def rolls(self) -> Iterable[Planned]:
        volley = self.volley
        self._ask_for_sides()
        return [aim.planned for aim in volley]

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """Yield events that spend the action once for all targets; Concentrate Fire is for one shot."""
        unit = now.unit(self.unit.id)
        yield from mark(unit, fired=1)
        if unit.has("concentrate_fire"):
            yield from mark(unit, concentrate_fire=None, manoeuvre=None)
            # If units test for it, their shots are part of that action instead of their own fire.
            yield from mark(unit, carried_out="shots") if now.rulings.order_test != "officer" else ()
        if any(now.tables.weapons[name].grenade for aim in self.volley for name in self._fired(aim)):
            yield from mark(unit, grenade_thrown=1)
        yield from own_turn.apply_tests(now, self._results(played))

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        """Return units with their Terror tests: the targets, and the units within the blast."""
        found: list[tuple[str, str]] = []
        for aim, done in zip(self.volley, played, strict=True):
            found.append((aim.target.id, done.outcome.terror))
            found += [(one.id, other.terror) for one, other in zip(self.near, done.outcome.others, strict=True)]
        return found

    # Its texts and its form.

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        for aim, done in zip(self.volley, played, strict=True):
            yield self._describe_fired(aim)
            yield from lost_weapons(now.unit(aim.target.id), done.outcome.weapons_destroyed)
            if not self.request.has_situation("blast"):
                yield from bursts(self.unit, cast(shooting.WW2Shot, aim.planned.facts), done)
        yield from lost_weapons_nearby(self.board, now, [one.id for one in self.near])
        yield from own_turn.ask_free_objectives(now, self._results(played))

    def _describe_fired(self, aim: Aimed) -> Text:
        """Return the weapons fired, with the target if there are several, and the side of a vehicle."""
        weapons, at = weapons_used.weapons_text(self._fired(aim)), aim.target
        if board_facts.is_vehicle(at):
            facing = Term(cast(shooting.WW2Shot, aim.planned.facts).facing)
            return Text("Fired: {weapons}, at the {facing} of {unit}.", weapons=weapons, facing=facing, unit=at.ref)
        if len(self.aims) > 1:
            return Text("Fired: {weapons}, at {unit}.", weapons=weapons, unit=at.ref)
        return Text("Fired: {weapons}.", weapons=weapons)

    def _fired(self, aim: Aimed) -> weapons_used.Chosen:
        """Return the weapons that fire: of those that were named, some may be out of range or silent after a move."""
        fire = cast(WW2Fire, self.board.system.actions[aim.planned.action].plan(aim.planned.facts, self.board.book))
        return weapons_used.Chosen(one for place, one in enumerate(aim.chosen.items()) if place in fire.firing)

    def headline(self) -> Text:
        targets = Listed([UnitRef(one.id) for one in self.aims])
        return Text("{unit} → {targets}", unit=self.unit.ref, targets=targets)

    def suits(self, code: str) -> bool:
        """True unless the code is a facing and no target has facings."""
        return code not in FACINGS or not self.request.target or any(map(board_facts.is_vehicle, self.targets))


def ask_facing(request: Request, targets: Sequence[Unit]) -> list[Ask]:
    """Return the question for the side of a vehicle that is hit, unless it is given.

    Its armour and its damage depend on it (Shooting at Vehicles).
    """
    vehicles = [unit.ref for unit in targets if board_facts.is_vehicle(unit)]
    if not vehicles or request.single_situation(FACINGS):
        return []
    return [Ask("situation", Text("which side of {target} is hit?", target=Listed(vehicles)), SIDES, seen=True)]


def must_be_possible(board: Board, plays: Iterable[Planned]) -> None:
    """Raise RuleError for forbidden shots before any question about them."""
    for planned in plays:
        try:
            board.system.actions[planned.action].plan(planned.facts, board.book)
        except RuleError as refused:
            raise refused.with_units(planned.roles) from None


def check_each_once(board: Board, targets: Sequence[str]) -> None:
    """Raise RuleError for a target that is named twice."""
    if len(set(targets)) < len(targets):
        twice = next(id for id in targets if targets.count(id) > 1)
        raise RuleError(Text("{unit} is named twice; name each target once.", unit=board.unit(twice).ref), SHOOTING)


def other_target_warnings(board: Board, attacker: Unit, aims: Sequence[Unit]) -> list[Text]:
    """Return the warning for a unit under Concentrate Fire that attacks another unit."""
    ordered_at = attacker.word("concentrate_fire")
    if not ordered_at or ordered_at in [at.id for at in aims] or ordered_at not in board.game.units:
        return []
    bound = board.unit(ordered_at).ref
    return [Text("{unit} must fire at {target} (Orders › Concentrate Fire).", unit=attacker.ref, target=bound)]


# Notes after a shot: the weapons a vehicle has lost, and explosions near other units.


def lost_weapons(unit: Unit, destroyed: int) -> list[Note]:
    """Return the weapons that a vehicle has just lost, the main one first (Shooting at Vehicles)."""
    lost = unit.count("weapons_lost")
    names = [Term(weapon.name) for weapon in unit.weapons for _ in range(weapon.count)][lost - destroyed : lost]
    return [table_note(Text("{unit} has lost its {weapons}.", unit=unit.ref, weapons=Listed(names)))] if names else []


def lost_weapons_nearby(before: Board, board: Board, units: Iterable[str]) -> list[Note]:
    """Return the weapons that vehicles within a blast have lost since `before`."""
    lost = {id: board.unit(id).count("weapons_lost") - before.unit(id).count("weapons_lost") for id in units}
    return [said for id, destroyed in lost.items() for said in lost_weapons(board.unit(id), destroyed)]


def bursts(by: Unit, shot: shooting.WW2Shot, done: Played) -> Iterator[Note]:
    """Yield a question about units nearby for each explosive weapon that hit (Explosions)."""
    keys = [shooting.hit_key(at, shot.weapons) for at in range(len(shot.weapons))]
    rolled = {step.throw.key: step.got for step in done.steps if step.throw.key in keys}
    struck: list[tuple[int, FiringTeams, int]] = []
    for place, group in enumerate(shot.weapons):
        hits = rolled.get(keys[place], 0)
        if not rolled and done.outcome.hits:  # A in the grid: all shots within range hit
            hits = group.teams * group.weapon.rof if shot.distance <= group.weapon.rng else 0
        if group.weapon.bursts and hits:
            struck.append((place, group, hits))
    for place, group, n in struck:
        weapon, hits = shooting.weapon_label(place, group), counted(n, "hit", "hits")
        asked = Text("{weapon}, {hits}: who else is within 1″ of the target?", weapon=weapon, hits=hits)
        yield blast(Sentence(asked), by, weapon, group.name, n, len(struck) == 1)


def blast(asked: Text, by: Unit, weapon: Text, name: str | None, hits: int, alone: bool) -> Note:
    """Return the question about units nearby, with the command for the answer.

    A weapon that is `alone` need not be named.
    """
    label = Text("Blast …") if alone else Heading(weapon)
    return ask_note(asked, label, Request("act", (by.id,), action="blast", weapon=name, count=hits))
