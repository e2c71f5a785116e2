"""What a unit may still do: inches, weapons and ranges, manoeuvres and orders."""

from __future__ import annotations

from rules.game.unit import Unit
from rules.kernel.dice import total
from rules.kernel.facts import checked
from rules.kernel.text import NOTHING, Listed, Term, Text, counted
from rules.openfire_ww2 import movement
from rules.openfire_ww2.aiming import cannot_harm
from rules.openfire_ww2.commands.board_facts import armed, is_vehicle, moved, silenced, weapon_facts
from rules.openfire_ww2.commands.guns import ROUNDS, supports_by_shells
from rules.openfire_ww2.commands.turn_state import LYING, driven, sent, stopped, to_act, to_fight, to_move
from rules.openfire_ww2.facts import profile
from rules.openfire_ww2.fighters import named
from rules.openfire_ww2.tables import Board


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """What is accepted now without a warning, and no more."""
    if not unit.alive:
        return ()
    parts = (_move(board, unit), _fire(board, unit), _manoeuvres(board, unit), _orders(board, unit))
    return tuple(part for part in parts if part)


def _move(board: Board, unit: Unit) -> Text:
    if to_move(board, unit) or stopped(board, unit, sent(unit)):
        return NOTHING
    extra = [state for state in ("hit_the_dirt", "overdrive", "engine_damaged") if unit.has(state)]
    extra = [state for state in extra if not (sent(unit) and state in LYING)]
    extra += ["sprint"] * (unit.word("manoeuvre") == "sprint")
    facts = checked(movement.Movement, {"kind": profile(unit).kind, "extra": tuple(extra)})
    inches = total(movement.plan(facts, board.book).why, "inches")
    if driven(unit):
        return Text("fall back {inches}″", inches=inches)
    return Text("move {inches}″ in the open", inches=inches)


def _fire(board: Board, unit: Unit) -> Text:
    if not _can_fight(unit):
        return NOTHING
    rows = board.tables.weapons
    names = [weapon.name for weapon in armed(unit) if not _silenced(board, unit, weapon.name)]
    names = [name for name in names if not to_fight(board, unit, _by_order(board, name)) and _harms(board, unit, name)]
    reaches = [Text("{weapon} to {range}″", weapon=Term(name), range=rows[name].rng) for name in names]
    if supports_by_shells(unit) and not to_fight(board, unit, "supporting_fire"):
        reaches.append(counted(ROUNDS, "shell", "shells"))
    return Text("fire {weapons}", weapons=Listed(reaches)) if reaches else NOTHING


def _harms(board: Board, unit: Unit, name: str) -> bool:
    """Whether such a weapon can harm any enemy that is left; shells burst whoever is there, and smoke harms nobody."""
    row = board.tables.weapons[name]
    foes = [foe for foe in board.game.units.values() if foe.alive and foe.side != unit.side]
    return not foes or row.mobility == "artillery" or any(not cannot_harm(row, profile(foe)) for foe in foes)


def _can_fight(unit: Unit) -> bool:
    return not (unit.has("towed_by") or unit.has("buttoned") or silenced(unit))


def _by_order(board: Board, weapon: str) -> str:
    """The order or manoeuvre that such a weapon fires by."""
    return "barrage" if board.tables.weapons[weapon].mobility == "artillery" else "concentrate_fire"


def _silenced(board: Board, unit: Unit, name: str) -> bool:
    """A second grenade; by ruling a heavy weapon on foot after a move, or a mobile one in the turn it moved."""
    if board.tables.weapons[name].grenade and unit.has("grenade_thrown"):
        return True
    facts, when = weapon_facts(board, unit, name), moved(board, unit)
    if facts["mobility"] in ("heavy", "artillery") and not facts["mounted"]:
        return when == "last_turn" or (when == "this_turn" and board.rulings.heavy_after_move == "this_or_last")
    return facts["mobility"] != "light" and when == "this_turn" and board.rulings.mobile_after_move == "next_turn"


def _manoeuvres(board: Board, unit: Unit) -> Text:
    names = [name for name in _of_kind(board, unit) if not to_act(board, unit, name)]
    if unit.word("manoeuvre") == "button_vehicle" and not to_fight(board, unit, "button_vehicle"):
        names.append("button_vehicle")
    return Listed([named(name) for name in names], "or")


def _of_kind(board: Board, unit: Unit) -> list[str]:
    """The manoeuvres of such a unit that it is not kept from; guns have none but Barrage."""
    names: list[str] = []
    if is_vehicle(unit):
        names = ["overdrive", "hull_down"]
    elif profile(unit).kind == "infantry":
        names = ["hit_the_dirt", "set_up_position", "sprint"]
    if stopped(board, unit, leaves=True):
        names = [name for name in names if name not in ("sprint", "overdrive")]
    rows = board.tables.weapons
    ready = [rows[one.name] for one in armed(unit) if _can_fight(unit) and not _silenced(board, unit, one.name)]
    slits = any(row.domain == "infantry_weapon" and not row.grenade and row.mobility != "artillery" for row in ready)
    names += ["button_vehicle"] * (slits and profile(unit).kind == "infantry")
    return names + ["barrage"] * any(row.mobility == "artillery" for row in ready)


def _orders(board: Board, unit: Unit) -> Text:
    return Text("give an order within 12″") if profile(unit).officer and not to_act(board, unit) else NOTHING
