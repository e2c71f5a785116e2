"""`/activate`: who may act, who goes next, and what the unit may do now, also as a vehicle, in combat or inside one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, clearing, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import goes_on, next_side, nobodys_go, turn_over, waiting
from rules.fubar.activation import Activate
from rules.fubar.board_facts import can_obey, free_to_move, is_vehicle, unit_facts
from rules.fubar.facts import action_name, profile
from rules.fubar.movement import ACTIONS, VEHICLE_IN_COVER, VEHICLE_MOVE, drivable, own_actions
from rules.fubar.own_action import STANDS, before_leaving_late, may_still
from rules.fubar.reactions import can_serve
from rules.fubar.tables import Board
from rules.fubar.weapons_used import can_fire_by
from rules.game.events import Event, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.facts import Choice, checked
from rules.kernel.request import Request
from rules.kernel.text import N_, NOTHING, Joined, Text, asks, counted

# What vehicles may do, and units that are in close combat or inside a vehicle, in words.


def bound(board: Board, unit: Unit) -> tuple[Text, ...]:
    """What is left to a unit in close combat, or inside a vehicle: a round with each enemy and a try to get away."""
    if unit.has("aboard"):
        return (Text("get out"),)
    unfought = set(unit.words("engaged_with")) - set(unit.words("fought"))
    fight = (Text("fight on"),) if unfought else ()
    stays = unit.has("withdrew") or before_leaving_late(board, unit)
    return fight if stays else (*fight, Text("break off"))


_DRIVEN = {
    "on_guard": N_("{action}, one reaction shot"),
    "aimed_fire": N_("{action} with all weapons, +1 to hit"),
    "assault": N_("ram infantry"),
}


def driven(action: str, fired: bool = False) -> Text:
    """An action as a vehicle does it, which may have `fired` already (Vehicles)."""
    if action == "walk" and fired:
        return Text("drive {inches}″, {slower}″ through soft cover", inches=VEHICLE_MOVE, slower=VEHICLE_IN_COVER)
    if action == "walk":
        return Text(
            "drive {inches}″, {slower}″ through soft cover, and fire one weapon",
            inches=VEHICLE_MOVE,
            slower=VEHICLE_IN_COVER,
        )
    if action == "run":
        return Text("drive {inches}″ through moderate cover without firing", inches=VEHICLE_IN_COVER)
    name = action_name(action)
    return Text(_DRIVEN[action], action=name) if action in _DRIVEN else name


# The command.


def order(board: Board, request: Request) -> ResolvedCommand:
    """The activation throw; suppressed figures and a stunned crew are read off the board (Activation)."""
    unit, warnings = board.unit(request.unit[0]), before(board, request)
    facts = checked(
        Activate,
        {
            "unit": unit_facts(unit),
            "out_of_touch": request.number("out_of_touch"),
            "no_visible_enemy": request.said("no_visible_enemy"),
            "stunned": unit.has("stunned"),
            "full": unit.full if unit.full > unit.starting else None,
        },
    )
    return ResolvedCommand(
        (Planned("activate", facts, {"unit": unit.id}),),
        after=partial(_after, unit.id, _as_driven(unit, request.action)),
        notes=partial(_notes, unit.id),
        warnings=warnings,
        rethrows=_tried(unit),
        title=Text("{unit}: activation", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for an action that the unit cannot take."""
    unit = able(board.unit(request.unit[0]), Text("activate"))
    can_obey(unit, request.action)
    if request.action and request.action not in STANDS:
        free_to_move(unit)
    return (*_tried(unit), *_warnings(board, unit, request))


def _as_driven(unit: Unit, action: str | None) -> str | None:
    """The action that is booked: a vehicle that cannot go through moderate cover just drives (Vehicles)."""
    return "walk" if action == "run" and is_vehicle(unit) and "run" not in drivable(unit) else action


def _tried(unit: Unit) -> tuple[Text, ...]:
    """The warning for a second try of a turn; a fight is an activation too."""
    if unit.has("engaged_with"):
        told = Text("{unit} is in close combat and counts as activated; use /assault or /act withdraw.", unit=unit.ref)
        return (told,)
    return (Text("{unit} has had its try this turn (Initiative).", unit=unit.ref),) if unit.has("tried") else ()


def _warnings(board: Board, unit: Unit, request: Request) -> tuple[Text, ...]:
    found = nobodys_go(board, unit, "Initiative")
    game = board.game
    if game.holder and game.holder != unit.side:
        found.append(
            Text("The initiative is with {holder}, not with {side} (Initiative).", holder=game.holder, side=unit.side)
        )
    if request.number("out_of_touch") > unit.models:
        found.append(
            Text(
                "More figures out of touch than the {models} that {unit} has (Units).",
                models=unit.models,
                unit=unit.ref,
            )
        )
    return tuple(found)


def _after(id: str, action: str | None, board: Board, played: Sequence[Played]) -> list[Event]:
    unit, outcome = board.unit(id), played[0].outcome
    events = [*goes_on(board, unit.side), *clearing(board, unit, "activation"), *mark(unit, tried=1)]
    if outcome.passed:
        events += mark(unit, activated=1) + (mark(unit, action=action) if action else [])
    if (action == "on_guard" and outcome.passed) or outcome.result == "on_guard":
        events += mark(unit, on_guard=1, action="on_guard")
    return [*events, *passed_on(board.after(events), unit.side, outcome.passed)]


untried = partial(waiting, done="tried")
"""Living units that have not had their try this turn; those inside a vehicle may still get out."""


def passed_on(board: Board, side: str, keeps: bool) -> list[Event]:
    """The initiative after a try of `side`: it stays with success, while the side has units to try (Initiative)."""
    game = board.game
    if not game.order:
        return []
    able_sides = {unit.side for unit in untried(board)}
    out_of_turn = game.holder is not None and game.holder != side
    stays = game.holder if out_of_turn else side
    keeps = (keeps or out_of_turn) and stays in able_sides
    holder = stays if keeps else next_side(game.order, stays, able_sides)
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=game.phase)]


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[Text]:
    unit = board.unit(id)
    lines = (
        [Text("{unit} may now: {may_do}.", unit=unit.ref, may_do=Joined(may_do(board, unit), "; "))]
        if played[0].outcome.passed
        else []
    )
    return [*lines, *initiative_note(board)]


def initiative_note(board: Board) -> list[Text]:
    """Whose initiative it is, in a sentence; nothing before the initiative was thrown."""
    game = board.game
    if not game.order:
        return []
    if game.holder is None:
        return [turn_over(board, Text("Every unit has had its try."))]
    units = counted(len(untried(board, game.holder)), "unit", "units")
    return [asks(Text("{holder}'s go, {units} left.", holder=game.holder, units=units))]


def moved_on(before: Board, board: Board) -> list[Text]:
    """Whose initiative it is, where an entry passed it on."""
    return initiative_note(board) if board.game.holder != before.game.holder else []


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """What a unit may do with its action, or with what is left of it, with inches; those who ride may get out."""
    if unit.has("aboard") or unit.has("engaged_with"):
        return (*_from_inside(board, unit), *bound(board, unit))
    actions = drivable(unit) if is_vehicle(unit) else _afoot(board, unit)
    if not can_serve(board, unit):
        actions = tuple(action for action in actions if action != "aimed_fire")
    over = _comes_to_nothing(board, unit)
    now = tuple(_described(board, unit, name) for name in may_still(unit, actions) if name not in over)
    if unit.has("tried") or unit.has("activated"):
        return now
    first, *rest = [_described(board, unit, name) for name in actions]
    return (*now, Text("after its activation: {action}", action=first), *rest)


def numbers(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The numbers that a unit needs, off the tables of the page."""
    found, row = board.tables, board.tables.levels[profile(unit).level]
    hull, armour = profile(unit).hull, profile(unit).armour
    save = found.vehicle_armour[hull] if hull else found.armour[armour] if armour != "none" else None
    needs = [Text("activates on {n}+", n=row.activation), Text("hits on {n}+", n=row.expertise)]
    return (*needs, *([Text("saves on {n}+", n=save)] if save else []))


def _comes_to_nothing(board: Board, unit: Unit) -> set[str]:
    """Actions, chosen or not, of which nothing is left: the shot of weapons that are gone, a charge at nobody."""
    serves, moved = can_fire_by(board, unit, "aimed_fire"), _has_moved(unit)
    charged = [one for one in board.game.units.values() if one.side != unit.side and not is_vehicle(one)]
    somebody = any(one.alive and not one.has("aboard") for one in charged)
    walks = not moved or can_fire_by(board, unit, "walk")
    gone = {"aimed_fire": not serves, "walk": not walks, "assault": moved and not somebody}
    return {action for action, nothing in gone.items() if nothing}


def _from_inside(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The shot of those who ride, where the ruling gives them one."""
    fires = unit.has("aboard") and board.rulings.fire_from_inside == "yes"
    aims = fires and "aimed_fire" in may_still(unit, ("aimed_fire",))
    return (Text("fire from inside, +1 to hit"),) if aims else ()


def _afoot(board: Board, unit: Unit) -> tuple[str, ...]:
    """Every action, or those that need no move for figures that cannot."""
    moves = board.tables.moves
    return tuple(name for name in moves if not (moves[name] and unit.has("immobilised")))


_FIRES = {
    "walk": N_(", small arms fire"),
    "aimed_fire": N_(", +1 to hit"),
    "on_guard": N_(", one reaction shot"),
}


def _has_moved(unit: Unit) -> bool:
    """Whether no move is left to it in its activation."""
    return unit.has("activated") and (unit.has("moved") or unit.has("immobilised"))


def _described(board: Board, unit: Unit, action: str) -> Text:
    moved, fired = _has_moved(unit), unit.has("activated") and unit.has("fired")
    if action == "walk" and moved:
        return Text("fire one weapon") if is_vehicle(unit) else Text("small arms fire")
    if is_vehicle(unit):
        return driven(action, fired)
    inches = board.tables.moves[action]  # pyright: ignore[reportArgumentType] — states hold actions of the table
    far = Text(" {inches}″", inches=inches) if inches else NOTHING
    silent = (action == "walk" and fired) or not can_fire_by(board, unit, action)
    fires = NOTHING if silent else Text(_FIRES.get(action, ""))
    return Text("{action}{far}{fires}", action=action_name(action), far=far, fires=fires)


COMMAND = Command(
    key="activate",
    title=Text("Activate"),
    order=order,
    before=before,
    actions=ACTIONS,
    own_actions=own_actions,
    situations=(
        Choice("no_visible_enemy", Text("No enemy in sight: +1")),
        *(
            Choice(
                f"out_of_touch={n}",
                Text("{figures} more than 3″ away: −{n}", figures=counted(n, "figure", "figures"), n=n),
            )
            for n in range(1, 7)
        ),
    ),
)
