"""`/fire`: one target, a volley at several, or one target and its neighbours; and what follows after every entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from rules.command.effects import able, enemies, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event, LossesTaken
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, checked
from rules.kernel.request import Request
from rules.kernel.text import Heading, Listed, Note, Sentence, Term, Text, UnitRef, asks, at_table, counted
from rules.openfire_ww2.blast import bystander_role
from rules.openfire_ww2.commands.board_facts import (
    Fields,
    is_vehicle,
    may_fight,
    moved,
    nearby,
    shooter,
    shooter_states,
    target,
    target_states,
)
from rules.openfire_ww2.commands.phase import let_go
from rules.openfire_ww2.commands.turn_state import freed, steadied, to_fight
from rules.openfire_ww2.commands.weapons_used import Chosen, firers, groups, must_speak, told
from rules.openfire_ww2.facts import SHOOTING, Group
from rules.openfire_ww2.fire import Fire, plan
from rules.openfire_ww2.shooting import hitting, weapon_named
from rules.openfire_ww2.tables import Board

FACINGS = ("front", "side", "rear", "top")
SIGHTS = ("hidden", "smoke")


class Aimed(NamedTuple):
    """A target of the volley, and what fires at it."""

    target: str
    chosen: Chosen
    planned: Planned


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that may not fire, MissingFacts for the side of a vehicle that is hit.

    All targets are named before the first die.
    """
    attacker = able(board.unit(request.unit[0]), Text("fire"))
    may_fight(board, attacker)
    each_once(board, request.target)
    blast = request.said("blast")
    aims = request.target[:1] if blast else request.target
    volley: list[Aimed] = []
    for at, id in enumerate(aims):
        volley.append(_aimed(board, request, attacker, able(board.unit(id), Text("be a target")), at, volley))
    if asks := which_side(request, [board.unit(id) for id in aims]):
        _possible(board, volley)
        raise MissingFacts(asks)
    return ResolvedCommand(
        tuple(aim.planned for aim in volley),
        after=partial(_after, attacker.id, tuple(volley)),
        notes=partial(_notes, board, tuple(volley), request.target[1:] if blast else None),
        warnings=_warnings(board, attacker, aims),
        title=Text("{unit} → {targets}", unit=attacker.ref, targets=Listed(map(UnitRef, aims))),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that may not fire, and for a target that nothing of it harms; MissingFacts for the
    side of a vehicle that is hit.
    """
    attacker = able(board.unit(request.unit[0]), Text("fire"))
    may_fight(board, attacker)
    for at in [able(board.unit(id), Text("be a target")) for id in request.target]:
        enemies(attacker, at)
        must_speak(board, attacker, at)
    warnings = _warnings(board, attacker, request.target)
    aims = request.target[:1] if request.said("blast") else request.target
    if not warnings and (asks := which_side(request, [board.unit(id) for id in aims])):
        raise MissingFacts(asks)
    return warnings


def which_side(request: Request, targets: Sequence[Unit]) -> list[Ask]:
    """The question which side of a vehicle is hit, where nobody has said so: its armour and its damage hang on it
    (Shooting at Vehicles).
    """
    vehicles = [unit.ref for unit in targets if is_vehicle(unit)]
    if not vehicles or request.one_of(FACINGS):
        return []
    return [Ask("situation", Text("which side of {target} is hit?", target=Listed(vehicles)), SIDES, seen=True)]


def _possible(board: Board, volley: Sequence[Aimed]) -> None:
    """Raises RuleError for what the rules forbid, before anything is asked for it."""
    for planned in (aim.planned for aim in volley):
        try:
            plan(planned.facts, board.book)  # pyright: ignore[reportArgumentType] — the facts of a shot
        except RuleError as refused:
            raise refused.in_play(planned.roles) from None


def _warnings(board: Board, attacker: Unit, aims: Sequence[str]) -> tuple[Text, ...]:
    return (*to_fight(board, attacker, "concentrate_fire"), *(elsewhere(board, attacker, aims) if aims else ()))


def each_once(board: Board, targets: Sequence[str]) -> None:
    """Raises RuleError for a target that is named twice."""
    twice = next((id for id in targets if targets.count(id) > 1), None)
    if twice:
        raise RuleError(Text("{unit} is named twice; give each target once.", unit=board.unit(twice).ref), SHOOTING)


def _aimed(board: Board, request: Request, attacker: Unit, at: Unit, place: int, before: Sequence[Aimed]) -> Aimed:
    enemies(attacker, at)
    used: Chosen = {}
    for aim in before:
        for name, count in aim.chosen.items():
            used[name] = used.get(name, 0) + count
    distance = request.each(request.distance, place, Decimal(0))
    chosen = firers(board, attacker, at, request.each(request.firers, place, ""), distance, used)
    roles = {"attacker": attacker.id, "target": at.id}
    facts: Fields = {
        "shooter": shooter(attacker),
        "weapons": groups(board, attacker, chosen),
        "distance": distance,
        "target": target(at),
        "cover": request.each(request.cover, place, "none"),
        "facing": request.one_of(FACINGS) or FACINGS[0],
        "moved": moved(board, attacker),
        "sight": request.one_of(SIGHTS) or "clear",
        "shooter_state": _bonuses(attacker, at),
        "target_state": target_states(at),
    }
    if request.said("blast"):
        near = [able(board.unit(id), Text("be hit")) for id in request.target[1:]]
        facts["bystanders"] = [nearby(unit) for unit in near]
        roles |= {bystander_role(n): unit.id for n, unit in enumerate(near, 1)}
    return Aimed(at.id, chosen, Planned("fire", checked(Fire, facts), roles))


def _bonuses(attacker: Unit, at: Unit) -> list[str]:
    """Concentrate Fire counts at the target it was ordered at (Orders)."""
    return [
        state
        for state in shooter_states(attacker)
        if state != "concentrate_fire" or attacker.word("concentrate_fire") == at.id
    ]


def elsewhere(board: Board, attacker: Unit, aims: Sequence[str]) -> list[Text]:
    """The warning for a unit under Concentrate Fire that fires at, or charges, somebody else."""
    ordered_at = attacker.word("concentrate_fire")
    if not ordered_at or ordered_at in aims or ordered_at not in board.game.units:
        return []
    return [
        Text(
            "{unit} must fire at {target} (Orders › Concentrate Fire).",
            unit=attacker.ref,
            target=board.unit(ordered_at).ref,
        )
    ]


def results(volley: Sequence[Planned], played: Sequence[Played]) -> list[tuple[str, str]]:
    """Units with what their Terror test came to: the targets, and those within the blast."""
    found: list[tuple[str, str]] = []
    for planned, done in zip(volley, played, strict=True):
        found.append((planned.roles["target"], done.outcome.terror))
        for n, other in enumerate(done.outcome.others, 1):
            found.append((planned.roles[bystander_role(n)], other.terror))
    return found


def _after(attacker: str, volley: Sequence[Aimed], board: Board, played: Sequence[Played]) -> list[Event]:
    """The action is spent once, whatever the number of targets; Concentrate Fire is for one shot."""
    unit = board.unit(attacker)
    events = mark(unit, fired=1)
    if unit.has("concentrate_fire"):
        events += mark(unit, concentrate_fire=None, manoeuvre=None)
        events += mark(unit, carried_out="shots") if _took_its_test(board) else []
    if any(board.tables.weapons[name].grenade for aim in volley for name in aim.chosen):
        events += mark(unit, grenade_thrown=1)
    return [*events, *steadied(board, results([aim.planned for aim in volley], played))]


def _took_its_test(board: Board) -> bool:
    """Whether units test for Concentrate Fire: their shots are part of that action then, and no fire of their own."""
    return board.rulings.order_test != "officer"


def _notes(
    before: Board, volley: Sequence[Aimed], near: Sequence[str] | None, board: Board, played: Sequence[Played]
) -> list[Text]:
    """`near` are those within the blast; None where they have still to be asked for."""
    lines: list[Text] = []
    for aim, done in zip(volley, played, strict=True):
        lines.append(_fired(board, aim, len(volley) > 1))
        lines += gone(board.unit(aim.target), done.outcome.weapons_destroyed)
        by = before.unit(aim.planned.roles["attacker"])
        lines += bursts(by, aim.planned.facts, done) if near is None else []  # pyright: ignore
    lines += gone_nearby(before, board, near or ())
    return [*lines, *freed(board, results([aim.planned for aim in volley], played))]


def _fired(board: Board, aim: Aimed, several: bool) -> Text:
    """What was fired; at whom, where there are several targets; and at which side, of a vehicle."""
    at = board.unit(aim.target)
    weapons = told(aim.chosen)
    if is_vehicle(at):
        facing = Term(aim.planned.facts.facing)  # pyright: ignore
        return Text("Fired: {weapons}, at the {facing} of {unit}.", weapons=weapons, facing=facing, unit=at.ref)
    if several:
        return Text("Fired: {weapons}, at {unit}.", weapons=weapons, unit=at.ref)
    return Text("Fired: {weapons}.", weapons=weapons)


def _suits(board: Board, request: Request, code: str) -> bool:
    """The sides that can be hit are those of a vehicle."""
    targets = [board.unit(id) for id in request.target if id in board.game.units]
    return code not in FACINGS or not targets or any(map(is_vehicle, targets))


SIDES = (
    Choice("front", Text("The vehicle's front is hit")),
    Choice("side", Text("The vehicle's side is hit")),
    Choice("rear", Text("The vehicle's rear is hit")),
    Choice("top", Text("The vehicle's top is hit")),
)
SITUATIONS = (
    *SIDES,
    Choice("blast", Text("The first target is aimed at; the others are within 1″ of it")),
    Choice("hidden", Text("Terrain hides the target wholly")),
    Choice("smoke", Text("Smoke between them")),
)
COMMAND = Command(
    key="fire",
    title=Text("Fire"),
    order=order,
    before=before,
    needs=("unit", "target", "distance"),
    several=("target",),
    situations=SITUATIONS,
    suits=_suits,
    covers=(
        Choice("none", Text("None: in the open"), Text("in the open")),
        Choice("partial", Text("Partial: up to half hidden, −1"), Text("partial cover")),
        Choice("full", Text("Full: more than half hidden, −2"), Text("full cover")),
    ),
)


# What players are told after a shot: the weapons a vehicle has lost, and what burst among its neighbours.


def gone(unit: Unit, destroyed: int) -> list[Note]:
    """The weapons that a vehicle has just lost, the main one first (Shooting at Vehicles)."""
    lost = unit.count("weapons_lost")
    names = [Term(weapon.name) for weapon in unit.weapons for _ in range(weapon.count)][lost - destroyed : lost]
    return [at_table(Text("{unit} has lost its {weapons}.", unit=unit.ref, weapons=Listed(names)))] if names else []


def gone_nearby(before: Board, board: Board, units: Iterable[str]) -> list[Note]:
    """The weapons that vehicles within a blast have lost since `before`."""
    lost = {id: board.unit(id).count("weapons_lost") - before.unit(id).count("weapons_lost") for id in units}
    return [said for id, destroyed in lost.items() for said in gone(board.unit(id), destroyed)]


def bursts(by: Unit, facts: Fire, done: Played) -> list[Note]:
    """Each explosive weapon with its hits: whoever else stood near is asked for now (Explosions)."""
    struck = [
        (weapon_named(place, group), group.name, hits)
        for place, group in enumerate(facts.weapons)
        if group.weapon.bursts and (hits := _hits(facts, place, group, done))
    ]
    return [_burst(by, *one, alone=len(struck) == 1) for one in struck]


def _burst(by: Unit, weapon: Text, name: str | None, hits: int, alone: bool) -> Note:
    asked = Text(
        "{weapon}, {hits}: who else is within 1″ of the target?",
        weapon=weapon,
        hits=counted(hits, "hit", "hits"),
    )
    return blast(Sentence(asked), by, weapon, name, hits, alone)


def blast(asked: Text, by: Unit, weapon: Text, name: str | None, hits: int, alone: bool = False) -> Note:
    """The question who else stood near, and the command that takes the answer; a weapon that is `alone` in asking it
    need not be named.
    """
    label = Text("Blast …") if alone else Heading(weapon)
    return asks(asked, label, Request("act", (by.id,), action="blast", weapon=name, count=hits))


def _hits(facts: Fire, place: int, group: Group, done: Played) -> int:
    """Hits of one kind of weapon; where the grid says A, all its shots within range."""
    keys = [hitting(at, facts.weapons).key for at in range(len(facts.weapons))]
    thrown = {step.throw.key: step.got for step in done.steps if step.throw.key in keys}
    if thrown or not done.outcome.hits:
        return thrown.get(keys[place], 0)
    return group.teams * group.weapon.rof if facts.distance <= group.weapon.rng else 0


# What follows of itself from a board: the dead leave no markers, hold no gun and are nobody's target.


def follows(board: Board) -> list[Event]:
    """The aftermath of every entry, by the rules or by hand."""
    return [*(event for unit in board.game.units.values() for event in _of(board, unit)), *let_go(board)]


def _of(board: Board, unit: Unit) -> list[Event]:
    if unit.has("knocked_out") and unit.alive and unit.hp:
        return [LossesTaken(unit=unit.id, hp=(0,)), *_markers(board, unit)]
    if not unit.alive:
        return _markers(board, unit)
    return [*_loosed(board, unit), *_relieved(board, unit), *_unshaken(unit), *_shaken_anew(unit), *_got_up(unit)]


def _got_up(unit: Unit) -> list[Event]:
    """Events by which a unit that has left Hit the Dirt does not lie there any more."""
    return mark(unit, lay_before=None) if unit.has("lay_before") and not unit.has("hit_the_dirt") else []


def _shaken_anew(unit: Unit) -> list[Event]:
    """Events by which a squad that has lost men since its Terror test has to take another one (Terror)."""
    return mark(unit, nerve_tested=None) if unit.models < unit.count("nerve_tested") else []


def _unshaken(unit: Unit) -> list[Event]:
    """Vehicles have no MOR: they are neither pinned nor driven back, also not by hand (Terror)."""
    return mark(unit, **dict.fromkeys(("pinned", "retreating"))) if is_vehicle(unit) and _shaken(unit) else []


def _shaken(unit: Unit) -> bool:
    return unit.has("pinned") or unit.has("retreating")


def _markers(board: Board, unit: Unit) -> list[Event]:
    """Events that take markers off a unit; those of a wreck stay for good."""
    known = board.system.states
    fleeting = [name for name in unit.states if name in known and known[name].cleared_by]
    return mark(unit, **dict.fromkeys(name for name in fleeting if _lies_on_table(known[name].marker, name)))


def _lies_on_table(marker: bool, name: str) -> bool:
    return marker or name in ("towed_by", "manoeuvre", "fell_back", "ordered_back", "lay_before")


def _loosed(board: Board, unit: Unit) -> list[Event]:
    """Events by which no unit is towed by a wreck, nor bound to fire at the dead."""
    events = mark(unit, towed_by=None) if _gone(board, unit.word("towed_by")) else []
    if _gone(board, unit.word("concentrate_fire")):
        ordered = unit.word("manoeuvre") == "concentrate_fire"
        events += mark(unit, concentrate_fire=None, **({"manoeuvre": None} if ordered else {}))
    return events


def _gone(board: Board, id: str | None) -> bool:
    return id is not None and (id not in board.game.units or not board.unit(id).alive)


def _relieved(board: Board, unit: Unit) -> list[Event]:
    """Events by which a unit that no longer retreats has not fallen back either, should it fail again."""
    return mark(unit, fell_back=None) if unit.has("fell_back") and not unit.has("retreating") else []
