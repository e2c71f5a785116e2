"""`/morale`: a Terror test, and those that fall due at a turn's start."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text
from rules.openfire_ww2.commands.board_facts import is_vehicle
from rules.openfire_ww2.commands.turn_state import freed, steadied
from rules.openfire_ww2.facts import profile
from rules.openfire_ww2.fighters import TERROR
from rules.openfire_ww2.morale import Morale
from rules.openfire_ww2.tables import Board


def test(unit: Unit) -> Planned:
    """A squad's Terror test."""
    facts = {
        "mor": profile(unit).mor,
        "rank": profile(unit).rank,
        "men": unit.models,
        "starting": max(unit.starting, unit.models),
        "pinned": unit.has("pinned"),
        "name": "unit",
    }
    return Planned("morale", checked(Morale, {"unit": facts}), {"unit": unit.id})


def sure(unit: Unit) -> bool:
    """Whether an order lets it pass without dice (Orders)."""
    return unit.has("holds_the_line") or unit.has("rallying")


def due(board: Board, sides: Sequence[str]) -> list[Unit]:
    """Squads of these sides that test at their turn start: pinned ones, and those falling back (Terror)."""
    units = [unit for unit in board.game.units.values() if unit.side in sides and unit.alive and not is_vehicle(unit)]
    return [unit for unit in units if unit.has("pinned") or unit.has("retreating")]


def results(plays: Sequence[Planned], played: Sequence[Played]) -> list[tuple[str, str]]:
    return [(planned.roles["unit"], done.outcome.result) for planned, done in zip(plays, played, strict=True)]


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a vehicle: it takes no Terror test."""
    unit, warnings = board.unit(request.unit[0]), before(board, request)
    plays = () if sure(unit) else (test(unit),)
    return ResolvedCommand(
        plays,
        warnings=warnings,
        rethrows=_tested(unit),
        after=partial(_after, unit.id, plays),
        notes=partial(_notes, unit.id, plays),
        title=Text("{unit}: Terror", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a vehicle."""
    unit = able(board.unit(request.unit[0]), Text("test its nerve"))
    if is_vehicle(unit):
        raise RuleError(Text("{unit} is a vehicle: vehicles take no Terror test.", unit=unit.ref), TERROR)
    return _tested(unit) or _not_due(unit)


def _tested(unit: Unit) -> tuple[Text, ...]:
    """The warning for a second test of a turn, whether it was thrown alone or with the fire that brought it."""
    told = Text("{unit} has taken its Terror test this turn: it stands as thrown (Terror).", unit=unit.ref)
    return (told,) if unit.has("nerve_tested") and not sure(unit) else ()


def _not_due(unit: Unit) -> tuple[Text, ...]:
    """The warning for a test that nothing calls for."""
    if unit.models < unit.starting or unit.has("pinned") or unit.has("retreating"):
        return ()
    return (
        Text("{unit} has lost nobody and is neither pinned nor falling back: no test is due (Terror).", unit=unit.ref),
    )


def _after(id: str, plays: Sequence[Planned], board: Board, played: Sequence[Played]) -> list[Event]:
    return steadied(board, results(plays, played) if plays else [(id, "passed")])


def _notes(id: str, plays: Sequence[Planned], board: Board, played: Sequence[Played]) -> Sequence[Text]:
    if not plays:
        return [Text("{unit} passes without dice: it holds the line or rallies.", unit=board.unit(id).ref)]
    return freed(board, results(plays, played))


def passing(units: Sequence[Unit]) -> list[Text]:
    """Units that pass at a turn's start without dice, in a sentence."""
    names = [unit.ref for unit in units if sure(unit)]
    return [Text("Without dice, by order: {units}.", units=Listed(names))] if names else []


COMMAND = Command(key="morale", title=Text("Terror test"), order=order, before=before)
