"""What a unit may still do: inches, weapons and ranges, manoeuvres and orders."""

from __future__ import annotations

from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Listed, Term, Text, counted
from rules.openfire_ww2.aiming import cannot_harm
from rules.openfire_ww2.artillery import ROUNDS, supports_by_shells
from rules.openfire_ww2.board_facts import armed, is_vehicle, moved, silenced, weapon_of
from rules.openfire_ww2.facts import named, profile
from rules.openfire_ww2.movement import MoveUnit
from rules.openfire_ww2.own_turn import driven, sent, stopped, test_first, to_act, to_fight, to_move
from rules.openfire_ww2.shooting import silent_after
from rules.openfire_ww2.tables import Board


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return what is accepted now without a warning, and no more."""
    if not unit.alive:
        return ()
    if test_first(unit):
        return (Text("Terror test"),)
    can_fight = not (unit.has("towed_by") or unit.has("buttoned") or silenced(unit))
    ready = [one.name for one in armed(unit) if can_fight and not _is_silent(board, unit, one.name)]
    fire = _fire(board, unit, ready) if can_fight else NOTHING
    parts = (_move(board, unit), fire, _manoeuvres(board, unit, ready), _orders(board, unit))
    return tuple(part for part in parts if part)


def _move(board: Board, unit: Unit) -> Text:
    if to_move(board, unit) or stopped(board, unit, sent(unit)):
        return NOTHING
    inches = MoveUnit(board, Request("move", (unit.id,))).inches()
    if driven(unit):
        return Text("fall back {inches}″", inches=inches)
    return Text("move {inches}″ in the open", inches=inches)


def _fire(board: Board, unit: Unit, ready: list[str]) -> Text:
    rows = board.tables.weapons
    foes = [profile(foe) for foe in board.game.units.values() if foe.alive and foe.side != unit.side]
    reaches: list[Text] = []
    for name in ready:
        # Shells burst among all units, and smoke harms none.
        shells = rows[name].mobility == "artillery"
        harms = not foes or shells or any(not cannot_harm(rows[name], foe) for foe in foes)
        if harms and not to_fight(board, unit, "barrage" if shells else "concentrate_fire"):
            reaches.append(Text("{weapon} to {range}″", weapon=Term(name), range=rows[name].rng))
    if supports_by_shells(unit) and not to_fight(board, unit, "supporting_fire"):
        reaches.append(counted(ROUNDS, "shell", "shells"))
    return Text("fire {weapons}", weapons=Listed(reaches)) if reaches else NOTHING


def _is_silent(board: Board, unit: Unit, name: str) -> bool:
    """True for a second grenade; by ruling for a heavy weapon on foot after a move, or a mobile one in that turn."""
    if board.tables.weapons[name].grenade and unit.has("grenade_thrown"):
        return True
    weapon, when = weapon_of(board, unit, name), moved(board, unit)
    if weapon.mobility == "artillery":
        weapon = weapon.model_copy(update={"mobility": "heavy"})
    return silent_after(weapon, when, board.rulings) is not None


def _manoeuvres(board: Board, unit: Unit, ready: list[str]) -> Text:
    names = [name for name in _of_kind(board, unit, ready) if not to_act(board, unit, name)]
    if unit.word("manoeuvre") == "button_vehicle" and not to_fight(board, unit, "button_vehicle"):
        names.append("button_vehicle")
    return Listed([named(name) for name in names], "or")


def _of_kind(board: Board, unit: Unit, ready: list[str]) -> list[str]:
    """Return the manoeuvres of such a unit that it is not kept from; guns have none but Barrage."""
    infantry, rows = profile(unit).kind == "infantry", [board.tables.weapons[name] for name in ready]
    names = ["hit_the_dirt", "set_up_position", "sprint"] if infantry else []
    if is_vehicle(unit):
        names = ["overdrive", "hull_down"]
    if stopped(board, unit, leaves=True):
        names = [name for name in names if name not in ("sprint", "overdrive")]
    slits = any(row.domain == "infantry_weapon" and not row.grenade and row.mobility != "artillery" for row in rows)
    names += ["button_vehicle"] * (slits and infantry)
    return names + ["barrage"] * any(row.mobility == "artillery" for row in rows)


def _orders(board: Board, unit: Unit) -> Text:
    return Text("give an order within 12″") if profile(unit).officer and not to_act(board, unit) else NOTHING
