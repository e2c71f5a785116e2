"""The Terror test on its own: at a turn start, or when the table asks for one (Terror)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Action, Aim, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models, checked
from rules.kernel.plays import Effect, Shift
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Listed, Role, Sentence, Text
from rules.openfire_ww2.commands.board_facts import is_vehicle
from rules.openfire_ww2.commands.turn_state import freed, steadied
from rules.openfire_ww2.facts import TERROR, Mor, Name, no_more_men, profile
from rules.openfire_ww2.movement import Called
from rules.openfire_ww2.tables import Board, Book, Rank, Tables
from rules.openfire_ww2.terror import Nerve, Test, driven_back, nerve_effects, nerve_text


class Shaken(Facts):
    """A squad that tests its nerve."""

    mor: Mor = Field(title=N_("MOR"), description=N_("Morale, 1 to 12."))
    rank: Rank = Field(title=N_("Rank"))
    men: Models = Field(title=N_("Men"), description=N_("Men alive."))
    starting: Models = Field(title=N_("Starting men"), description=N_("Men at the start of the game."))
    pinned: Flag = Field(default=False, title=N_("Pinned"), description=N_("−1 MOR."))
    name: Name | None = Field(default=None, title=N_("Name"))

    @model_validator(mode="after")
    def _no_more_than_started(self) -> Shaken:
        no_more_men(self.men, self.starting)
        return self


class Morale(Facts):
    """The facts of a Terror test."""

    unit: Shaken = Field(title=N_("Unit"))


class MoraleOutcome(NamedTuple):
    """The total of 2d6, the highest total that passes, and what it came to."""

    total: int
    needed: int
    result: Literal["passed", "pinned", "falls_back"]


@dataclass(frozen=True, eq=False, slots=True)
class MoralePlan:
    """A Terror test in numbers."""

    test: Test
    failing: Literal["pinned", "falls_back"]
    pinned: bool
    inches: int
    name: str | None
    leaned: tuple[str, ...] = ()


def plan(facts: Morale, book: Book) -> MoralePlan:
    """Raises RuleError for a squad with nobody left."""
    unit, tables = facts.unit, _tables(book)
    if not unit.men:
        raise RuleError(Text("The unit has no men left."), TERROR)
    bonus = tables.terror[unit.rank]
    label = Text("Terror of {unit}", unit=Role(unit.name)) if unit.name else Text("Terror")
    nerve = Nerve(Called("terror", label, "unit"), unit.mor, bonus, unit.rank, unit.men, unit.starting, unit.pinned)
    failing = "falls_back" if nerve.halved(0) else "pinned"
    return MoralePlan(nerve.test(0, unit.pinned), failing, unit.pinned, tables.moves["infantry"], unit.name)


def _tables(book: Book) -> Tables:
    return book.tables


def morale(table: Table, plan: MoralePlan) -> MoraleOutcome:
    total = table.roll(plan.test.throw, 2)
    return MoraleOutcome(total, plan.test.needed, "passed" if total <= plan.test.needed else plan.failing)


def effects(plan: MoralePlan, played: Played) -> Sequence[Effect]:
    return nerve_effects("unit", played.outcome.result, plan.pinned)


def tell(plan: MoralePlan, played: Played[MoraleOutcome]) -> Text:
    outcome = played.outcome
    head = Text(
        "{nerves} ({total}, {needed} or less).",
        total=outcome.total,
        needed=outcome.needed,
        nerves=nerve_text(outcome.result, plan.inches),
    )
    return Text("{unit}: {result}", unit=Role(plan.name), result=head) if plan.name else Sentence(head)


def brief(plan: MoralePlan, played: Played[MoraleOutcome]) -> Text | None:
    """A squad that falls back is told by its marker and by what to do with the figures."""
    return NOTHING if played.outcome.result == "falls_back" else None


def moves(plan: MoralePlan, played: Played[MoraleOutcome]) -> Sequence[Shift]:
    return driven_back("unit", played.outcome.result, plan.inches)


_DEGREES = (Text("failed"), Text("passed"))


def aim(plan: MoralePlan) -> Aim:
    """Whether it passes; of either, the lower total."""
    return Aim(N_("result"), _passed, _low, steps=_DEGREES)


def _passed(outcome: MoraleOutcome) -> int:
    return int(outcome.result == "passed")


def _low(outcome: MoraleOutcome) -> int:
    return -outcome.total


ACTION = Action(
    key="morale",
    title=Text("Terror test"),
    topic="terror",
    facts=Morale,
    outcome=MoraleOutcome,
    plan=plan,
    rule=morale,
    tell=tell,
    brief=brief,
    moves=moves,
    effects=effects,
    aim=aim,
)


# `/morale`: a Terror test, and those that fall due at a turn's start.


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
    """Squads of these sides that test at their turn start: pinned ones, those falling back, and those whose test is
    still due (Terror).
    """
    units = [unit for unit in board.game.units.values() if unit.side in sides and unit.alive and not is_vehicle(unit)]
    return [unit for unit in units if any(map(unit.has, ("pinned", "retreating", "terror_due")))]


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
