"""How far infantry moves, the tac-move (Infantry movement); where a target stands and may fall back to (Fall back)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.command.effects import able, clearing, mark
from rules.command.movement import MovementPlan, movement_action
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import go_note
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Action, Aim, Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, Count, Facts, checked
from rules.kernel.plays import Shift
from rules.kernel.request import Request
from rules.kernel.table import Decision, Offer, Table
from rules.kernel.text import N_, NOTHING, Listed, Term, Text, counted
from rules.opreb.commands.activate import acted, inactive_note, out_of_go
from rules.opreb.commands.weapons_used import skilled, support_weapons
from rules.opreb.facts import Skilled, Target
from rules.opreb.pools import Pool, bangs, must_be_free, pins_leaned, skill_test
from rules.opreb.tables import BEST_TIER, Board, Book, Cover, Move, Tables

MOVEMENT = "Infantry movement"


class Movement(Facts):
    """The facts of a move."""

    action: Move = Field(title=N_("Move"))
    pinned: Count = Field(
        default=0, title=N_("Pinned markers"), description=N_("Matter under the ruling pin_effect only.")
    )


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for a unit that its pinned markers hold, by ruling."""
    moves = book.tables.moves
    must_be_free(facts.pinned, book)
    if facts.action == "standard":
        return MovementPlan((Line(Text("standard move"), moves.standard, MOVEMENT, "inches"),))
    why = (Line(Text("tac-move before its skill test"), moves.tac_move, MOVEMENT, "inches"),)
    return MovementPlan(
        why, Text("1″ more for each bang of a skill test, or {whiff}″ in all on a whiff.", whiff=moves.whiff)
    )


ACTION = movement_action(Movement, plan)


# The tac-move: a move and the bangs of a skill test on top, or a short one without any (Infantry movement).


class TacMove(Facts):
    """The facts of a tac-move."""

    unit: Skilled = Field(title=N_("Unit"))


class TacMoveOutcome(NamedTuple):
    """Bangs of the skill test, and how far the unit may move, in inches."""

    bangs: int
    inches: int


@dataclass(frozen=True, eq=False, slots=True)
class TacMovePlan:
    """A tac-move in numbers."""

    test: Pool
    tables: Tables
    leaned: tuple[str, ...]


def tac_move_test(unit: Skilled, book: Book, by: str) -> Pool:
    return skill_test("tac_move", Text("tac-move"), by, unit, book, MOVEMENT)


def inches_of(bangs: int, tables: Tables) -> int:
    """How far so many bangs carry a unit; none is a whiff."""
    return tables.moves.tac_move + bangs if bangs else tables.moves.whiff


def plan_tac_move(facts: TacMove, book: Book) -> TacMovePlan:
    """Raises RuleError for a unit that its pinned markers hold, by ruling."""
    must_be_free(facts.unit.pinned, book)
    return TacMovePlan(tac_move_test(facts.unit, book, "unit"), book.tables, pins_leaned((facts.unit,), book))


def tac_move(table: Table, plan: TacMovePlan) -> TacMoveOutcome:
    thrown = bangs(table, plan.test)
    return TacMoveOutcome(thrown, inches_of(thrown, plan.tables))


def tell_tac_move(plan: TacMovePlan, played: Played[TacMoveOutcome]) -> Text:
    outcome = played.outcome
    if not outcome.bangs:
        return Text("Up to {inches}″: a whiff.", inches=outcome.inches)
    bangs, least = counted(outcome.bangs, "bang", "bangs"), plan.tables.moves.tac_move
    return Text("Up to {inches}″: {least}″ and {bangs}.", inches=outcome.inches, least=least, bangs=bangs)


def moves_tac_move(plan: TacMovePlan, played: Played[TacMoveOutcome]) -> Sequence[Shift]:
    return (Shift("unit", played.outcome.inches, most=True),)


def brief_tac_move(plan: TacMovePlan, played: Played[TacMoveOutcome]) -> Text | None:
    return NOTHING


def aim_tac_move(plan: TacMovePlan) -> Aim:
    return Aim("bangs", attrgetter("bangs"))


TAC_MOVING = Action(
    key="tac_move",
    title=Text("Tac-move"),
    topic="movement",
    facts=TacMove,
    outcome=TacMoveOutcome,
    plan=plan_tac_move,
    rule=tac_move,
    tell=tell_tac_move,
    brief=brief_tac_move,
    moves=moves_tac_move,
    aim=aim_tac_move,
)


# Positions of a target: its cover, its tier, and the ways of falling back (Fall back; Damage conversion).

FALL_BACK = "Small arms fire › Fall back"
CONVERSION = "Small arms fire › Damage conversion"
TERRAIN = "Small arms fire › Terrain"


class Position(NamedTuple):
    """Where a unit stands when its damage is applied: its cover, and the tier after all shifts."""

    cover: Cover
    tier: int


def position(cover: Cover, book: Book, *, better: int = 0, worse: int) -> Position:
    """Shifts add up, then the tier is kept within 0 and 3."""
    return Position(cover, max(0, min(BEST_TIER, book.tables.tiers[cover] + better - worse)))


def cover_now(target: Target, flanked: bool) -> Cover:
    """The target's cover; a shooter round the wall turns hard into light before anything else."""
    return "light" if flanked and target.cover == "hard" else target.cover


def majority_cover(models: int, light: int, hard: int) -> Cover:
    """The cover of a unit whose models stand in several: what more than half of them have at least."""
    if hard * 2 > models:
        return "hard"
    return "light" if (hard + light) * 2 > models else "open"


def _test(text: str) -> bool:
    return _one_of(text, "test", "fail")


def _go(text: str) -> bool:
    return _one_of(text, "go", "stay")


def _one_of(text: str, yes: str, no: str) -> bool:
    if text not in (yes, no):
        raise ValueError(text)
    return text == yes


def _morale_offers(dice: int, need: int) -> tuple[Offer, ...]:
    test = Text("Stay: {bangs} with {dice}", bangs=counted(need, "bang", "bangs"), dice=counted(dice, "die", "dice"))
    return Offer("test", test, Text("Stay")), Offer("fail", Text("Fall back"))


def _fall_back_offers(inches: int) -> tuple[Offer, ...]:
    go = Text("Fall back {inches}″", inches=inches)
    return Offer("stay", Text("Stay")), Offer("go", go)


MORALE = Decision[bool](
    name="morale",
    by="defender",
    question=Text("Hit in the open: stay or fall back?"),
    options=("test", "fail"),
    default="test",
    read=_test,
    rule=FALL_BACK,
    offers=_morale_offers,
)
GO = Decision[bool](
    name="fall_back",
    by="defender",
    question=Text("Fall back to hard cover?"),
    options=("stay", "go"),
    default="stay",
    read=_go,
    rule=FALL_BACK,
    offers=_fall_back_offers,
)


# `/move`, `/act tac_move` and `/act position`: moves, and what they end.


def order(board: Board, request: Request) -> ResolvedCommand:
    """A standard move unless a tac-move is named, which throws its skill test (Infantry movement)."""
    unit = able(board.unit(request.unit[0]), Text("move"))
    if request.action == "tac_move":
        return order_tac_move(board, request)
    facts = checked(Movement, {"action": "standard", "pinned": unit.count("pinned")})
    return _moving(board, unit, Planned("movement", facts, {"unit": unit.id}), Text("{unit}: move", unit=unit.ref))


def order_tac_move(board: Board, request: Request) -> ResolvedCommand:
    unit = able(board.unit(request.unit[0]), Text("move"))
    facts = checked(TacMove, {"unit": skilled(unit)})
    return _moving(board, unit, Planned("tac_move", facts, {"unit": unit.id}), Text("{unit}: tac-move", unit=unit.ref))


def _moving(board: Board, unit: Unit, planned: Planned, title: Text) -> ResolvedCommand:
    return ResolvedCommand(
        (planned,),
        after=partial(_moved, unit.id),
        notes=partial(_notes, unit),
        warnings=_before(board, unit),
        title=title,
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Alike for a standard move and a tac-move. Raises RuleError for a unit that its pinned markers hold, by ruling."""
    return _before(board, able(board.unit(request.unit[0]), Text("move")))


def inches(board: Board, request: Request) -> int | None:
    """Nobody tells the inches of a tac-move beforehand."""
    return None if request.action == "tac_move" else board.book.tables.moves.standard


def _before(board: Board, unit: Unit) -> tuple[Text, ...]:
    must_be_free(unit.count("pinned"), board.book)
    return out_of_go(board, unit)


def _moved(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    unit = board.unit(id)
    return [*clearing(board, unit, "move"), *acted(board, unit)]


def _notes(before: Unit, board: Board, played: Sequence[Played]) -> list[Text]:
    left = [Text("{unit} is no longer in position.", unit=before.ref)] if before.has("in_position") else []
    return [*left, *inactive_note(board, before), *go_note(board)]


def order_position(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in position already."""
    unit, warnings = board.unit(request.unit[0]), before_position(board, request)
    return ResolvedCommand(
        after=lambda after, _: [*mark(after.unit(unit.id), in_position=1), *acted(after, after.unit(unit.id))],
        notes=lambda after, _: [_settled(after, unit), *inactive_note(after, unit), *go_note(after)],
        warnings=warnings,
        title=Text("{unit}: into position", unit=unit.ref),
    )


def before_position(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that is in position already."""
    unit = able(board.unit(request.unit[0]), Text("get into position"))
    if unit.has("in_position"):
        raise RuleError(Text("{unit} is in position already.", unit=unit.ref), "Small arms fire › Damage conversion")
    return out_of_go(board, unit)


def _settled(board: Board, unit: Unit) -> Text:
    rows = board.tables.weapons
    guns = [
        Text("{weapon} +{dice} dice", weapon=Term(one.name), dice=one.count * rows[one.name].dice)
        for one in support_weapons(board, unit)
    ]
    if not guns or unit.has("hidden"):
        return Text("Until it moves it counts one tier better.")
    return Text(
        "Until it moves it counts one tier better, and fires with {support_weapons}.", support_weapons=Listed(guns)
    )


MOVES = (
    Choice("standard", Text("Standard move: 5″")),
    Choice("tac_move", Text("Tac-move: 5″ + 1″ a bang, 3″ on a whiff")),
)
COMMAND = Command(
    key="move",
    title=Text("Move"),
    order=order,
    before=before,
    inches=inches,
    actions=MOVES,
    terrain=(Choice("open", Text("Open ground")), Choice("rough", Text("Rough ground: no slower"))),
)
TAC_MOVE = Command(key="tac_move", title=Text("Tac-move"), order=order_tac_move, before=before)
POSITION = Command(key="position", title=Text("Get into position"), order=order_position, before=before_position)
