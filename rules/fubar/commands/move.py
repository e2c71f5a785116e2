"""`/move`: how far, and what it makes of the unit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.fubar.activation import Movement, plan_movement
from rules.fubar.board_facts import can_obey, free_to_move, is_vehicle
from rules.fubar.close_combat import MOVE_UP
from rules.fubar.commands.activate import ACTIONS, drivable, driving
from rules.fubar.facts import action_name, profile
from rules.fubar.own_action import STANDS, before_move
from rules.fubar.tables import COVERS, Board
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, checked
from rules.kernel.request import Request
from rules.kernel.text import Note, Term, Text, asks


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that cannot move, or a move without an action to make it by."""
    unit = able(board.unit(request.unit[0]), Text("move"))
    action, cover = _way(unit, request)
    facts = _facts(unit, action, cover)
    return ResolvedCommand(
        (Planned("movement", facts, {"unit": unit.id}),),
        after=partial(_after, unit.id, action, cover),
        notes=partial(_notes, unit.id, action, next(iter(request.target), None)),
        warnings=_warnings(unit, action, cover),
        title=_title(unit, facts.action),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    unit = able(board.unit(request.unit[0]), Text("move"))
    return _warnings(unit, *_way(unit, request))


def inches(board: Board, request: Request) -> int | None:
    """None for waiting On Guard: a move on the spot that is more than a word for what the unit does anyway."""
    unit = board.unit(request.unit[0])
    action, cover = _way(unit, request)
    far = total(plan_movement(_facts(unit, action, cover), board.book).why, "inches")
    return None if action == "on_guard" and not far else far


def _facts(unit: Unit, action: str, cover: str) -> Movement:
    return checked(Movement, {"action": action, "vehicle": profile(unit).hull, "cover": cover})


def _way(unit: Unit, request: Request) -> tuple[str, str]:
    """The action that it moves by, and the worst cover on its way; raises RuleError."""
    _free(unit)
    action = request.action or _going_on(unit)
    if action is None:
        raise RuleError(
            Text("Which action is this move of {unit}? Name one, such as walk or run.", unit=unit.ref), "Activation"
        )
    can_obey(unit, action)
    crushes = action == "run" and _chose_to_crush(unit)
    cover = max(request.terrain, key=_worst, default="moderate" if crushes else "none")
    # Only moderate cover costs a vehicle its shot.
    drives = is_vehicle(unit) and action == "run" and cover != "moderate" and not crushes
    return "walk" if drives else action, cover


def _going_on(unit: Unit) -> str | None:
    """The action that it moves by if none is named; one that stands would have to walk."""
    action = unit.word("action") or ("walk" if is_vehicle(unit) else None)
    return "walk" if action in STANDS else action


def _chose_to_crush(unit: Unit) -> bool:
    """Whether it was activated to drive through moderate cover: that is on its way, whoever leaves it unsaid."""
    return unit.has("activated") and unit.word("action") == "run" and "run" in drivable(unit)


def _title(unit: Unit, action: str) -> Text:
    if is_vehicle(unit) and action not in STANDS:
        rams = Text("{unit}: ram", unit=unit.ref)
        return rams if action == "assault" else Text("{unit}: drive", unit=unit.ref)
    return Text("{unit}: {action}", unit=unit.ref, action=action_name(action))


def _worst(cover: str) -> int:
    return [*COVERS].index(cover)  # pyright: ignore[reportArgumentType] — checked against the choices before


def _free(unit: Unit) -> None:
    free_to_move(unit)
    if unit.has("engaged_with"):
        raise RuleError(
            Text("{unit} is in close combat: break off with `/act withdraw`.", unit=unit.ref), "Close Combat"
        )
    if unit.has("aboard"):
        raise RuleError(Text("{unit} is inside a vehicle: get out with `/act leave`.", unit=unit.ref), "Vehicles")


def _warnings(unit: Unit, action: str, cover: str) -> tuple[Text, ...]:
    if is_vehicle(unit) and cover == "moderate" and unit.has("fired") and action not in STANDS:
        fired = Text("{unit} has fired: a tank in moderate cover moves or fires, not both (Vehicles).", unit=unit.ref)
        return (*before_move(unit, action), fired)
    return before_move(unit, action)


def _after(id: str, action: str, cover: str, board: Board, played: Sequence[Played]) -> list[Event]:
    unit = board.unit(id)
    events = mark(unit, action=action)
    if played[0].outcome.inches:
        through = is_vehicle(unit) and cover == "moderate"
        events += mark(unit, moved=1) + (mark(unit, action="run") if through else [])
    if action == "on_guard":
        events += mark(unit, on_guard=1)
    return events


def _own_actions(board: Board, unit: Unit) -> Sequence[Choice]:
    """A vehicle that drives is told of the moderate cover on its way by the terrain, and needs no word for it."""
    return [way for way in driving(unit) if way.code != "run"] if is_vehicle(unit) else ACTIONS


def _notes(id: str, action: str, target: str | None, board: Board, played: Sequence[Played]) -> list[Text]:
    told = Text(
        "Unengaged enemies within {inches}″ of an assaulting figure may then move up into contact.", inches=MOVE_UP
    )
    if action != "assault":
        return []
    afoot = [] if is_vehicle(board.unit(id)) else [told]
    return [*afoot, *([_blows(board.unit(id), board.unit(target))] if target else [])]


def _blows(unit: Unit, enemy: Unit) -> Note:
    """What a charge leads to, once those On Guard have reacted or do not."""
    if is_vehicle(unit):
        ram = Request("act", (unit.id,), (enemy.id,), action="ram")
        return asks(
            Text("After the reactions: ram {enemy}.", enemy=enemy.ref), Text("Ram {enemy}", enemy=enemy.ref), ram
        )
    strike = Request("assault", (unit.id,), (enemy.id,))
    return asks(
        Text("After the reactions: strike {enemy}.", enemy=enemy.ref), Text("Strike {enemy}", enemy=enemy.ref), strike
    )


COMMAND = Command(
    key="move",
    title=Text("Move"),
    order=order,
    before=before,
    inches=inches,
    actions=ACTIONS,
    own_actions=_own_actions,
    terrain=tuple(
        Choice(cover, Text("Through {cover} cover", cover=Term(cover))) for cover in COVERS if cover != "none"
    ),
)
