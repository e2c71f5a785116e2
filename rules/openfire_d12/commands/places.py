"""`/act scout`, `board` and `leave`: scouts come to the table, units get into others and out again."""

from __future__ import annotations

from rules.commands import Board, Command, Request, ResolvedCommand, able, mark
from rules.errors import RuleError
from rules.openfire_d12.commands.board_facts import TRANSPORT, close_to, on_table, profile
from rules.text import counted, listed, say, unsaid
from rules.unit import Unit

SCOUTS = "Setup Stage › Deploy Scouts"


def scout(board: Board, request: Request) -> ResolvedCommand:
    """A waiting scout is placed; sides take turns, in the order in which they deployed (Deploy Scouts)."""
    unit = able(board.unit(request.unit[0]), say("be placed"))
    if not unit.has("scout_waiting"):
        raise RuleError(say("{unit} is on the table already, or is no scout.", unit=unit.name), SCOUTS)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), scout_waiting=None),
        notes=lambda after, _: [say("Anywhere more than 12″ from every enemy."), *_still_waiting(after)],
        title=say("{unit} is placed", unit=unit.name),
    )


def _still_waiting(board: Board) -> list[str]:
    units = [unit for unit in board.game.units.values() if unit.alive and unit.has("scout_waiting")]
    names = listed([f"{unit.name} ({unit.side})" for unit in units])
    return [say("Still waiting: {units}.", units=names)] if units else []


def get_in(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError when there is no room, or the unit is the enemy's (Special Rules › Transport)."""
    unit = on_table(board.unit(request.unit[0]), say("get in"))
    carrier = on_table(board.unit(request.target[0]), say("carry anybody"))
    _room(board, unit, carrier)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), aboard=carrier.id),
        notes=lambda after, _: [say("Take the models of {unit} off the table.", unit=unit.name), say(_UNWRITTEN)],
        title=say("{unit} gets into {carrier}", unit=unit.name, carrier=carrier.name),
    )


def _room(board: Board, unit: Unit, carrier: Unit) -> None:
    if unit.side != carrier.side or unit.id == carrier.id:
        raise RuleError(say("{carrier} does not carry {unit}.", carrier=carrier.name, unit=unit.name), TRANSPORT)
    if close_to(board, unit):
        raise RuleError(say("{unit} is in an enemy's assault range.", unit=unit.name), TRANSPORT)
    inside = [other for other in board.game.units.values() if other.word("aboard") == carrier.id and other.alive]
    room = profile(carrier).transport - sum(other.models for other in inside)
    if unit.models > room:
        why = say(
            "{carrier} has room for {models}, {unit} has {count}.",
            carrier=carrier.name,
            models=counted(max(0, room), "model"),
            unit=unit.name,
            count=unit.models,
        )
        raise RuleError(why, TRANSPORT)


def get_out(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in no other."""
    unit = able(board.unit(request.unit[0]), say("get out"))
    carrier = unit.word("aboard")
    if carrier is None:
        raise RuleError(say("{unit} is in no other unit.", unit=unit.name), TRANSPORT)
    beside = board.game.units.get(carrier)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), aboard=None),
        notes=lambda after, _: [
            say("Set its models beside {carrier}.", carrier=beside.name)
            if beside
            else say("Set its models beside where it was."),
            say(_UNWRITTEN),
        ],
        title=say("{unit} gets out", unit=unit.name),
    )


_UNWRITTEN = unsaid("The page does not say what that costs: agree on it.")

SCOUT = Command(key="scout", title="Place scouts", order=scout)
BOARD = Command(key="board", title="Get into a transport", order=get_in, needs=("unit", "target"), friendly=True)
LEAVE = Command(key="leave", title="Get out of a transport", order=get_out)
