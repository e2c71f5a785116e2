"""What a unit may still do: inches, weapons and ranges, manoeuvres and orders."""

from __future__ import annotations

from rules.dice import total
from rules.facts import checked
from rules.openfire_ww2 import movement
from rules.openfire_ww2.commands.board_facts import (
    armed,
    is_vehicle,
    moved,
    profile,
    ready_to_barrage,
    rulings,
    tables,
    weapon_facts,
)
from rules.openfire_ww2.commands.move import stopped
from rules.openfire_ww2.sections import named
from rules.system import Board
from rules.text import NOTHING, Listed, Term, Text
from rules.unit import Unit


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The page's limits only: phases and spent actions are warned of, not forbidden."""
    if not unit.alive:
        return ()
    parts = (_move(board, unit), _fire(board, unit), _manoeuvres(board, unit), _orders(unit))
    return tuple(part for part in parts if part)


def _move(board: Board, unit: Unit) -> Text:
    if unit.has("moved_this_turn") or stopped(unit, unit.has("retreating")):
        return NOTHING
    extra = [state for state in ("hit_the_dirt", "overdrive", "engine_damaged") if unit.has(state)]
    extra += ["towed"] * unit.has("towed_by") + ["sprint"] * (unit.word("manoeuvre") == "sprint")
    facts = checked(movement.Movement, {"kind": profile(unit).kind, "extra": tuple(extra)})
    return Text("move {inches}″ in the open", inches=total(movement.plan(facts, board.book).why, "inches"))


def _fire(board: Board, unit: Unit) -> Text:
    silent = unit.has("towed_by") or unit.has("buttoned") or (unit.has("barraged") and not ready_to_barrage(unit))
    if unit.has("fired") or silent:
        return NOTHING
    rows = tables(board).weapons
    names = [weapon.name for weapon in armed(unit) if not _silenced(board, unit, weapon.name)]
    reaches = [Text("{weapon} to {range}″", weapon=Term(name), range=rows[name].rng) for name in names]
    return Text("fire {weapons}", weapons=Listed(reaches)) if names else NOTHING


def _silenced(board: Board, unit: Unit, name: str) -> bool:
    """A heavy weapon on foot after a move, by ruling; a mobile one in the turn it moved, by ruling."""
    facts, when = weapon_facts(board, unit, name), moved(board, unit)
    if facts["mobility"] in ("heavy", "artillery") and not facts["mounted"]:
        return when == "last_turn" or (when == "this_turn" and rulings(board).heavy_after_move == "this_or_last")
    return facts["mobility"] != "light" and when == "this_turn" and rulings(board).mobile_after_move == "next_turn"


def _manoeuvres(board: Board, unit: Unit) -> Text:
    if unit.has("acted") or unit.has("fired") or unit.has("moved_this_turn"):
        return NOTHING
    rows = tables(board).weapons
    names = ["overdrive", "hull_down"] if is_vehicle(unit) else ["hit_the_dirt", "set_up_position", "sprint"]
    if not is_vehicle(unit) and any(rows[weapon.name].domain == "infantry_weapon" for weapon in armed(unit)):
        names.append("button_vehicle")
    if any(rows[weapon.name].mobility == "artillery" for weapon in armed(unit)) and not unit.has("barraged"):
        names.append("barrage")
    return Listed([named(name) for name in names], "or")


def _orders(unit: Unit) -> Text:
    return NOTHING if not profile(unit).officer or unit.has("acted") else Text("give an order within 12″")
