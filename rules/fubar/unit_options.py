"""A unit's options now, in words: with its action or the rest of it, as a vehicle, in combat or inside a vehicle."""

from __future__ import annotations

from rules.fubar.activation_state import actions_left, leaving_late_objections, opponents
from rules.fubar.board_facts import crewless_texts, is_vehicle
from rules.fubar.facts import action_name, profile
from rules.fubar.movement import VEHICLE_IN_COVER, VEHICLE_MOVE, driven_actions
from rules.fubar.reactions import can_serve
from rules.fubar.tables import Board
from rules.fubar.weapons_used import can_fire_by
from rules.game.unit import Unit
from rules.kernel.text import N_, NOTHING, Note, Text, UnitRef, table_note


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return a unit's options for its action, or the rest of it, with inches; passengers may get out."""
    if crewless_texts(unit):
        return ()
    if unit.has("aboard") or unit.has("engaged_with"):
        fires = unit.has("aboard") and board.rulings.fire_from_inside == "yes"
        aims = fires and "aimed_fire" in actions_left(unit, ("aimed_fire",))
        return (*((Text("fire from inside, +1 to hit"),) if aims else ()), *_bound_options(board, unit))
    moves, stuck = board.tables.moves, unit.has("immobilised")
    actions = tuple(driven_actions(unit) if is_vehicle(unit) else (one for one in moves if not (stuck and moves[one])))
    if not can_serve(board, unit):
        actions = tuple(action for action in actions if action != "aimed_fire")
    over = _useless_actions(board, unit)
    now = tuple(_describe_action(board, unit, name) for name in actions_left(unit, actions) if name not in over)
    if unit.has("tried") or unit.has("activated"):
        return now
    first, *rest = [_describe_action(board, unit, name) for name in actions]
    return (*now, Text("after its activation: {action}", action=first), *rest)


def numbers(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the numbers that a unit needs, from the tables of the rules."""
    found, row = board.tables, board.tables.levels[profile(unit).level]
    hull, armour = profile(unit).hull, profile(unit).armour
    save = found.vehicle_armour[hull] if hull else found.armour[armour] if armour != "none" else None
    needs = [Text("activates on {n}+", n=row.activation), Text("hits on {n}+", n=row.expertise)]
    return (*needs, *([Text("saves on {n}+", n=save)] if save else []))


def _useless_actions(board: Board, unit: Unit) -> set[str]:
    """Return actions, chosen or not, that have no effect now.

    They are fire without weapons or with targets in close combat only, and a charge without an enemy.
    """
    serves, moved = can_fire_by(board, unit, "aimed_fire"), _has_moved(unit)
    others = [one for one in board.game.units.values() if one.side != unit.side]
    foes = [one for one in others if one.alive and not one.has("aboard")]
    fights = (
        bool(foes) and board.rulings.fire_into_close_combat != "free" and all(opponents(board, one) for one in foes)
    )
    walks = not moved or can_fire_by(board, unit, "walk")
    charges = not moved or any(not is_vehicle(one) for one in foes)
    gone = {"aimed_fire": not serves or fights, "walk": not walks, "assault": not charges}
    return {action for action, nothing in gone.items() if nothing}


_FIRES = {
    "walk": N_(", small arms fire"),
    "aimed_fire": N_(", +1 to hit"),
    "on_guard": N_(", one reaction shot"),
}


def _has_moved(unit: Unit) -> bool:
    """True if it has no move left in its activation."""
    return unit.has("activated") and (unit.has("moved") or unit.has("immobilised"))


def _describe_action(board: Board, unit: Unit, action: str) -> Text:
    moved, fired = _has_moved(unit), unit.has("activated") and unit.has("fired")
    if action == "walk" and moved:
        return Text("fire one weapon") if is_vehicle(unit) else Text("small arms fire")
    if is_vehicle(unit):
        return _driven_text(action, fired)
    inches = board.tables.moves.get(action)  # pyright: ignore[reportArgumentType, reportCallIssue] — any word
    far = Text(" {inches}″", inches=inches) if inches else NOTHING
    silent = (action == "walk" and fired) or not can_fire_by(board, unit, action)
    fires = NOTHING if silent else Text(_FIRES.get(action, ""))
    return Text("{action}{far}{fires}", action=action_name(action), far=far, fires=fires)


def gets_out_note(unit: Unit, vehicle: str) -> Note:
    """Return the instruction for the figures of a unit that leaves its vehicle."""
    beside = N_("{unit} gets out: place its figures beside {vehicle}.")
    return table_note(Text(beside, unit=unit.ref, vehicle=UnitRef(vehicle)))


def _bound_options(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the options of a unit in close combat or inside a vehicle: fight each enemy, break off, get out."""
    if unit.has("aboard"):
        return (Text("get out"),)
    unfought = set(unit.words("engaged_with")) - set(unit.words("fought"))
    fight = (Text("fight on"),) if unfought else ()
    stays = unit.has("withdrew") or leaving_late_objections(board, unit)
    return fight if stays else (*fight, Text("break off"))


_DRIVEN = {
    "on_guard": N_("{action}, one reaction shot"),
    "aimed_fire": N_("{action} with all weapons, +1 to hit"),
    "assault": N_("ram infantry"),
}


def _driven_text(action: str, fired: bool = False) -> Text:
    """Return the text of a vehicle's action; the vehicle may have `fired` already (Vehicles)."""
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
