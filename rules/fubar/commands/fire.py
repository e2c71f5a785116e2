"""`/fire`: one target or a volley at several, at figures or at vehicles, from the state of the board."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import cast

from rules.command.effects import able, enemies, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.fubar.board_facts import aboard, armed, is_vehicle, unit_facts, vehicle_facts
from rules.fubar.facts import ACTION_NAMES, Shooters, action_name
from rules.fubar.fire import Fire
from rules.fubar.own_action import (
    before_shot,
    chosen_action,
    not_its_turn,
    of_this_turn,
    on_guard,
    opponents,
)
from rules.fubar.shooting import Shot, fire_points
from rules.fubar.tables import COVERS, Board
from rules.fubar.vehicle import FireAtVehicle
from rules.fubar.weapons_used import Shooting, firers, picked_by_ruling
from rules.game.events import Event
from rules.game.unit import Unit, Weapon
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, checked
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Joined, Listed, Term, Text, UnitRef, several

FACINGS = ("front", "side", "rear")
HULLS = ("none", "light", "medium", "heavy", "very_heavy")
_FIRE_ACTIONS = ("walk", "on_guard", "aimed_fire")


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that may not fire; all targets are named before the first die."""
    attacker = able(board.unit(request.unit[0]), Text("fire"))
    action = _action(board, attacker, request)
    shooting = Shooting(board, attacker, action, mount=request.said("mounted"))
    _each_once(board, request.target)
    plays: list[Planned] = []
    used: list[Shooters] = []
    for at, id in enumerate(request.target):
        target = _target(board, attacker, id, request)
        distance = request.each(request.distance, at, Decimal(0))
        named = request.each(request.firers, at, "")
        chosen = firers(shooting, named, distance, used)
        used += chosen
        ruled = picked_by_ruling(shooting, named, distance)
        plays.append(
            _planned(board, request, shooting, target, distance, chosen, at)._replace(
                leaned=_leaned(board, request, attacker, target, ruled)
            )
        )
    return ResolvedCommand(
        tuple(plays),
        after=partial(_after, attacker, request, action, tuple(plays)),
        notes=partial(_notes, tuple(plays)),
        warnings=_warnings(board, attacker, request),
        title=Text(
            "{attacker} → {unit}",
            attacker=attacker.ref,
            unit=Joined(map(UnitRef, request.target), ", "),
        ),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """A shot at no inches at all is within the range of every weapon.

    Raises MissingFacts for a vehicle's facing, and for who fires, where nothing stands against the shot besides.
    """
    attacker = able(board.unit(request.unit[0]), Text("fire"))
    shooting = Shooting(board, attacker, _action(board, attacker, request))
    targets = [_target(board, attacker, id, request) for id in request.target]
    warnings = _warnings(board, attacker, request)
    _must_fire(shooting, bool(warnings))
    for vehicle in () if warnings else filter(is_vehicle, targets):
        _facing(vehicle, request)
    return warnings


def _must_fire(shooting: Shooting, warned: bool) -> None:
    """At no inches every weapon reaches; which of them fire need not be asked where only the farthest ones do, nor of
    a shot that is warned of whoever fires.
    """
    try:
        firers(shooting, "", Decimal(0), ())
    except MissingFacts as missing:
        if warned:
            return
        farthest = max((weapon.row.range for weapon in shooting.weapons.values()), default=0)
        try:
            firers(shooting, "", Decimal(farthest), ())
        except RuleError:
            raise missing from None


def _target(board: Board, attacker: Unit, id: str, request: Request) -> Unit:
    """Raises RuleError for a unit that cannot be fired at."""
    target = able(board.unit(id), Text("be a target"))
    enemies(attacker, target)
    _not_inside(target, request.said("reaction"))
    if board.rulings.fire_into_close_combat == "refused":
        for told in _into_close_combat(board, target, request):
            raise RuleError(told, "Close Combat")
    return target


def _each_once(board: Board, targets: Sequence[str]) -> None:
    """Raises RuleError for a unit named twice: a figure takes one result a bout, so that is one throw (Firing)."""
    twice = next((id for id in targets if targets.count(id) > 1), None)
    if twice:
        raise RuleError(
            Text("{unit} is named twice: fire at it with all weapons at once.", unit=board.unit(twice).ref), "Firing"
        )


def _action(board: Board, unit: Unit, request: Request) -> str:
    """The action whose fire this is; raises RuleError when it allows none."""
    if request.said("reaction"):
        return _reacting(unit)
    named = request.one_of(_FIRE_ACTIONS)
    done = chosen_action(board, unit)
    if done and named and named != done:
        raise RuleError(
            Text(
                "{unit} has chosen {chosen} this turn, not {action}.",
                unit=unit.ref,
                chosen=action_name(done),
                action=action_name(named),
            ),
            "Activation",
        )
    action = done or named or _unchosen(board, unit)
    if action not in _FIRE_ACTIONS:
        raise RuleError(
            Text("{unit} chose {action} this turn and cannot fire.", unit=unit.ref, action=action_name(action)),
            f"Activation › {ACTION_NAMES.get(action, action)}",
        )
    return "on_guard" if action == "aimed_fire" and _not_allowed(board, unit) else action


def _not_allowed(board: Board, unit: Unit) -> bool:
    """Whether it has no action left to aim by: a shot gone on with all the same gains nothing by it."""
    return on_guard(unit) or unit.has("acted") or not_its_turn(board, unit) or _has_walked(board, unit)


def _unchosen(board: Board, unit: Unit) -> str:
    """A shot without a chosen action stands and aims."""
    return "walk" if _has_walked(board, unit) else "aimed_fire"


def _has_walked(board: Board, unit: Unit) -> bool:
    """Whether it has moved in this turn by an action that nobody knows: what shoots on the move walks."""
    return unit.has("moved") and of_this_turn(board, unit) and not unit.word("action")


def _reacting(unit: Unit) -> str:
    if not unit.has("on_guard"):
        raise RuleError(Text("{unit} is not On Guard and cannot react.", unit=unit.ref), "Activation › On Guard")
    if unit.has("reacted"):
        raise RuleError(
            Text("{unit} has reacted this turn already: once per turn.", unit=unit.ref), "Activation › On Guard"
        )
    return "on_guard"


def _not_inside(target: Unit, reaction: bool) -> None:
    """Raises RuleError for a target inside a vehicle; a reaction still finds those who got in this turn."""
    if target.has("aboard") and not (reaction and target.has("boarded")):
        raise RuleError(Text("{target} is inside a vehicle: fire at the vehicle.", target=target.ref), "Vehicles")


def _leaned(board: Board, request: Request, attacker: Unit, target: Unit, picked: bool) -> tuple[str, ...]:
    """The rulings that decided who fires, and at whom."""
    decided = {
        "fire_from_inside": attacker.has("aboard"),
        "best_weapon_survives": picked,
        "fire_into_close_combat": bool(_into_close_combat(board, target, request)),
    }
    return tuple(ruling for ruling, so in decided.items() if so)


def _planned(
    board: Board,
    request: Request,
    shooting: Shooting,
    target: Unit,
    distance: Decimal,
    shooters: list[Shooters],
    at: int,
) -> Planned:
    attacker = shooting.unit
    facts: dict[str, object] = {
        "attacker": unit_facts(attacker),
        "shooters": tuple(shooters),
        "distance": distance,
        "cover": request.each(request.cover, at, "none"),
        "action": shooting.action,
        "sight": "blocked" if request.said("blocked") else "clear",
        "spotter": not request.said("no_spotter"),
        "reaction": request.said("reaction"),
    }
    if is_vehicle(target):
        return _at_vehicle(board, request, facts, attacker, target)
    hidden = target.word("action")
    facts |= {
        "target": unit_facts(target),
        "target_action": hidden if hidden in ("duck_and_weave", "gone_to_ground") else None,
        "target_at_edge": not request.said("not_at_edge"),
        "same_area": request.said("same_area"),
        "behind_vehicle": _behind(request),
    }
    return Planned("fire", checked(Fire, facts), {"attacker": attacker.id, "target": target.id})


def _behind(request: Request) -> str | None:
    said = request.one_of([f"behind_{hull}" for hull in HULLS])
    return said.removeprefix("behind_") if said else None


def _at_vehicle(board: Board, request: Request, facts: dict[str, object], attacker: Unit, target: Unit) -> Planned:
    already = target.words("effects_this_turn")
    facts |= {"vehicle": vehicle_facts(board, target), "facing": _facing(target, request), "already": already}
    inside = {f"passengers {n}": unit.id for n, unit in enumerate(aboard(board, target), 1)}
    roles = {"attacker": attacker.id, "vehicle": target.id, **inside}
    return Planned("fire_at_vehicle", checked(FireAtVehicle, facts), roles)


def _facing(vehicle: Unit, request: Request) -> str:
    facing = request.one_of(FACINGS)
    if not facing:
        choices = tuple(Choice(facing, Text("Its {facing}", facing=Term(facing))) for facing in FACINGS)
        raise MissingFacts(
            [Ask("situation", Text("which side of {target} is hit?", target=vehicle.ref), choices, seen=True)]
        )
    return facing


def _after(
    attacker: Unit, request: Request, action: str, plays: Sequence[Planned], board: Board, played: Sequence[Played]
) -> list[Event]:
    """The action is spent once, whatever the number of targets; a reaction is marked as such."""
    events = mark(attacker, reacted=1) if request.said("reaction") else mark(attacker, fired=1)
    if not request.said("reaction") and action != "on_guard":
        events += mark(attacker, action=action)
    return events


def _warnings(board: Board, unit: Unit, request: Request) -> tuple[Text, ...]:
    into = [told for id in request.target for told in _into_close_combat(board, board.unit(id), request)]
    warned = into if board.rulings.fire_into_close_combat == "warned" else []
    return (*_from_inside(board, unit), *_out_of_turn(board, unit, request), *warned)


def _into_close_combat(board: Board, target: Unit, request: Request) -> tuple[Text, ...]:
    """Say that a target is in close combat; a reaction is fired while its target still moves."""
    fighting = [] if request.said("reaction") else opponents(board, target)
    if not fighting:
        return ()
    told = Text(
        "{target} is in close combat with {enemies}. By ruling nobody fires into that ({ruling}).",
        target=target.ref,
        enemies=Listed([enemy.ref for enemy in fighting]),
        ruling=Term("fire_into_close_combat"),
    )
    return (told,)


def _from_inside(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The page says nothing of fire out of a vehicle, so a ruling does."""
    if not unit.has("aboard") or board.rulings.fire_from_inside == "yes":
        return ()
    told = Text(
        "{unit} is inside a vehicle, and those inside do not fire (ruling: {ruling}).",
        unit=unit.ref,
        ruling=Term("fire_from_inside"),
    )
    return (told,)


def _out_of_turn(board: Board, unit: Unit, request: Request) -> tuple[Text, ...]:
    if request.said("reaction"):
        return (Text("{unit} is in close combat.", unit=unit.ref),) if unit.has("engaged_with") else ()
    aims = request.said("aimed_fire") and _not_allowed(board, unit)
    plain = Text("It fires without the +1 of Aimed Fire, which is an action (Activation).")
    return (*before_shot(board, unit), *((plain,) if aims else ()))


def _notes(plays: Sequence[Planned], board: Board, played: Sequence[Played]) -> list[Text]:
    lines: list[Text] = []
    for planned in plays:
        target = board.unit(planned.roles.get("target") or planned.roles["vehicle"])
        at = Text(" at {target}", target=target.ref) if len(plays) > 1 else NOTHING
        fired = Joined([several(group.count, group.weapon) for group in _in_range(board, planned)], ", ")
        lines.append(Text("Fired{at}: {fired}.", at=at, fired=fired))
    return lines


def _in_range(board: Board, planned: Planned) -> list[Shooters]:
    """The weapons that fired and reached that far."""
    shot, rows = cast(Shot, planned.facts), board.tables.weapons
    return [group for group in shot.shooters if group.count and fire_points(rows[group.weapon], shot.distance)]


def _suits(board: Board, request: Request, code: str) -> bool:
    """Whether a situation can apply to this shooter and the first of these targets."""
    unit = board.game.units.get(request.unit[0]) if request.unit else None
    target = board.game.units.get(request.target[0]) if request.target else None
    if unit is None:
        return True
    if code in FACINGS:
        return target is None or is_vehicle(target)
    if code in ("same_area", "not_at_edge"):
        return target is None or not is_vehicle(target)
    if code.startswith("behind_"):
        hulls = {one.profile.get("hull") for one in board.game.units.values() if is_vehicle(one)}
        return code.removeprefix("behind_") in hulls and (target is None or not is_vehicle(target))
    return _of_shooter(board, unit, code)


def _of_shooter(board: Board, unit: Unit, code: str) -> bool:
    """Whether it can apply to who fires: a vehicle has its own mounts and drives, and an action is chosen once."""
    rows = [board.book.tables.weapons[one.name] for one in unit.weapons if one.name in board.book.tables.weapons]
    done = chosen_action(board, unit)
    match code:
        case "no_spotter" | "blocked":
            return any(row.indirect for row in rows)
        case "mounted":
            return not is_vehicle(unit) and any(row.crew > 1 for row in rows)
        case "walk":
            # What has walked fires as one that does, without a word.
            return not is_vehicle(unit) and done is None and not _has_walked(board, unit)
        case "aimed_fire":
            return done in (None, "aimed_fire") and not _not_allowed(board, unit)
        case _:
            return on_guard(unit) if code == "reaction" else True


def ready_to_fire(board: Board, unit: Unit) -> Sequence[Weapon]:
    """The weapons that its action lets it fire; all that it has where it does not fire at all."""
    try:
        shooting = Shooting(board, unit, _action(board, unit, Request("fire", (unit.id,))))
    except RuleError:
        return armed(unit)
    return [weapon for weapon in armed(unit) if shooting.allows(weapon.name)]


def _usual(board: Board, request: Request) -> Sequence[str]:
    """A unit that has chosen nothing else stands still and aims, which its form says."""
    unit = board.game.units.get(request.unit[0]) if request.unit else None
    if unit is None or chosen_action(board, unit) or _not_allowed(board, unit):
        return ()
    return ("aimed_fire",)


SITUATIONS = (
    Choice("aimed_fire", Text("Aimed Fire: stands still, +1 to hit")),
    Choice("walk", Text("On a walk: small arms and thrown grenades only")),
    Choice("reaction", Text("Reaction from On Guard at enemy movement")),
    Choice("front", Text("The vehicle's front is hit")),
    Choice("side", Text("The vehicle's side is hit")),
    Choice("rear", Text("The vehicle's rear is hit")),
    Choice("same_area", Text("Both units in the same area of cover")),
    Choice("not_at_edge", Text("No figure of the target within 2″ of its cover's edge")),
    Choice("no_spotter", Text("No friend sees the target (mortars)")),
    Choice("mounted", Text("Fired from a bunker's mount: one man serves a heavy MG")),
    Choice("blocked", Text("Line of sight blocked (mortars may fire)")),
    *(
        Choice(f"behind_{hull}", Text("Target right behind a vehicle, armour {hull}", hull=Term(hull)))
        for hull in HULLS
    ),
)

COMMAND = Command(
    key="fire",
    title=Text("Fire"),
    order=order,
    before=before,
    needs=("unit", "target", "distance"),
    several=("target",),
    situations=SITUATIONS,
    usual=_usual,
    suits=_suits,
    covers=tuple(
        Choice(cover, label, name)
        for cover, (label, name) in zip(
            COVERS,
            (
                (Text("None: in the open"), Text("in the open")),
                (Text("Soft: +1 (woods, hedges, wooden houses, rifle pits)"), Text("soft cover")),
                (Text("Moderate: +2 (stone, brick, rubble, trenches)"), Text("moderate cover")),
                (Text("Hard: +3 (bunkers)"), Text("hard cover")),
            ),
            strict=True,
        )
    ),
)
