"""Assault: a move into an enemy's assault range, or no assault at all (Actions › Assault)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from pydantic import Field

from rules.command.effects import enemies, mark
from rules.command.movement import because, why_of
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Action, Played
from rules.kernel.dice import Line, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, Inches, Numbered, checked
from rules.kernel.plays import Shift
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Listed, Note, Role, Term, Text, asks, counted
from rules.openfire_d12.actions import acted, bent, go_note, taken_over, unplaced
from rules.openfire_d12.board_facts import (
    close_to,
    closed_with,
    gone_note,
    may_strike,
    on_table,
    parted,
    staying,
    unit_facts,
)
from rules.openfire_d12.dangerous import DangerousFacts
from rules.openfire_d12.facts import UnitFacts, must_live
from rules.openfire_d12.inches import Way, advice, inches_of, may_move, rulings_used
from rules.openfire_d12.leaving import (
    CHOICES,
    left_by,
    strike_note,
    struck_by,
    suits,
    then_dangerous,
)
from rules.openfire_d12.shooting import ASSAULT_RANGE
from rules.openfire_d12.tables import Board, Book

ASSAULT = "Actions › Assault"


class Assault(Way):
    """The facts of an assault move."""

    unit: UnitFacts = Field(title=N_("Unit"))
    target: UnitFacts = Field(title=N_("Target"))
    distance: Inches = Field(
        title=N_("Distance"), description=N_("Inches that the leader goes to touch the nearest enemy.")
    )


class AssaultOutcome(NamedTuple):
    """How far the unit may go, in inches, and that it gets there."""

    inches: int
    reached: bool


@dataclass(frozen=True, eq=False, slots=True)
class AssaultPlan:
    """An assault in inches."""

    why: tuple[Line, ...]
    needed: Decimal
    advice: Text = NOTHING
    leaned: tuple[str, ...] = ()


def plan(facts: Assault, book: Book) -> AssaultPlan:
    """Raises RuleError for a suppressed unit, or when no enemy comes within its reach."""
    must_live(facts.unit, "unit")
    must_live(facts.target, "target")
    may_move(facts.unit, "assault")
    why = inches_of(facts.unit, "assault", facts, book)
    inches = total(why, "inches")
    needed = max(Decimal(0), facts.distance - ASSAULT_RANGE)
    if needed > inches:
        raise RuleError(
            Text(
                "The enemy is out of reach: {distance}″ to its assault range, the assault moves {inches}″. "
                "Choose another action.",
                distance=needed,
                inches=inches,
            ),
            ASSAULT,
        )
    return AssaultPlan(why, needed, advice(facts.unit, facts), rulings_used(facts.unit, facts, book))


def assault(table: Table, plan: AssaultPlan) -> AssaultOutcome:
    inches = total(plan.why, "inches")
    return AssaultOutcome(inches, plan.needed <= inches)


def tell(plan: AssaultPlan, played: Played) -> Text:
    moves = Text(
        "Up to {inches}″{reasons}, into assault range: {distance}″ away.",
        inches=played.outcome.inches,
        reasons=because(plan.why),
        distance=plan.needed,
    )
    return Joined((moves, plan.advice))


def brief(plan: AssaultPlan, played: Played) -> Text | None:
    """How far is said by what to do with the figures."""
    return plan.advice


def moves(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Sequence[Shift]:
    """Into the enemy's assault range, however far it may go."""
    way = Text("into the assault range of {enemy}, {distance}″ away", enemy=Role("target"), distance=plan.needed)
    return (Shift("unit", played.outcome.inches, way, True),)


ACTION = Action(
    key="assault",
    title=Text("Assault"),
    topic="assault",
    facts=Assault,
    outcome=AssaultOutcome,
    plan=plan,
    rule=assault,
    tell=tell,
    brief=brief,
    moves=moves,
    detail=lambda plan, played: {"why": why_of(plan.why)},
    details=("why",),
)


# `/assault`: a free attack for weapons with Impact.


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError when the enemy is out of reach, or in assault range already (Actions › Assault)."""
    unit = on_table(board.unit(request.unit[0]), Text("assault"))
    target = _target(board, unit, request.target[0])
    left = left_by(board, unit, "situation", request.situation)
    able = [enemy for enemy in left if may_strike(board, enemy)]
    return ResolvedCommand(
        tuple(_plays(_facts(request, unit, target), unit, target, able)),
        after=partial(_after, unit, target.id, left, able, request.said("dangerous")),
        notes=partial(_notes, board, request, unit, target.id, able),
        warnings=(*_warnings(board, unit, left), *unplaced(target)),
        ends=taken_over(board, unit, "assault"),
        title=Text("Assault: {unit} → {target}", unit=unit.ref, target=target.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises MissingFacts for a unit in an assault range, of which nobody has said whether it leaves it."""
    unit = on_table(board.unit(request.unit[0]), Text("assault"))
    may_move(unit_facts(unit), "assault")
    targets = [_target(board, unit, id) for id in request.target]
    found = (*bent(board, unit, "assault"), *(why for target in targets for why in unplaced(target)))
    return found or _warnings(board, unit, left_by(board, unit, "situation", request.situation))


def distance_asked(board: Board, request: Request) -> Ask:
    """With how far the unit comes, over clear ground."""
    how_far = Text("how far is it to the target?")
    if not request.unit:
        return Ask("distance", how_far)
    facts = unit_facts(board.unit(request.unit[0]))
    inches = total(inches_of(facts, "assault", Way(), board.book), "inches")
    reaches = Text("It reaches an enemy up to {far}″ away: {inches}″ and the last 1″.", far=inches + 1, inches=inches)
    return Ask("distance", how_far, hint=reaches)


def _target(board: Board, unit: Unit, id: str) -> Unit:
    """Raises RuleError for a unit that cannot be assaulted."""
    target = on_table(board.unit(id), Text("be assaulted"))
    enemies(unit, target)
    if target in close_to(board, unit):
        why = Text(
            "{unit} is in the assault range of {target}: attack it with `/fire`.", unit=unit.ref, target=target.ref
        )
        raise RuleError(why, ASSAULT)
    return target


def _facts(request: Request, unit: Unit, target: Unit) -> Assault:
    return checked(
        Assault,
        {
            "unit": unit_facts(unit),
            "target": unit_facts(target),
            "distance": request.distance[0],
            "terrain": tuple(ground for ground in _GROUND if request.said(ground)),
            "levels_up": request.number("levels_up"),
            "levels_down": request.number("levels_down"),
        },
    )


def _plays(facts: Assault, unit: Unit, target: Unit, able: list[Unit]) -> Iterator[Planned]:
    """The assault; dangerous ground is thrown for at once, unless a free attack comes before it."""
    yield Planned("assault", facts, {"unit": unit.id, "target": target.id})
    if "dangerous" in facts.terrain and not able:
        yield Planned("dangerous", checked(DangerousFacts, {"unit": facts.unit}), {"unit": unit.id})


def _warnings(board: Board, unit: Unit, left: list[Unit]) -> tuple[Text, ...]:
    found = bent(board, unit, "assault")
    if left:
        names = Listed([enemy.ref for enemy in left])
        return (*found, Text("An Assault may not leave the assault range of {names} (Assault).", names=names))
    return found


def _after(
    unit: Unit,
    target: str,
    left: list[Unit],
    able: list[Unit],
    dangerous: bool,
    board: Board,
    played: Sequence[Played],
) -> list[Event]:
    """Enemies that are left all the same have their free attacks, and the roll for `dangerous` ground is due after
    them; who falls on the way gets nowhere.
    """
    alive = board.unit(unit.id).alive
    events = parted(board, board.unit(unit.id), [enemy.id for enemy in left] if alive else None)
    board = board.after(events)
    more = closed_with(board, unit, board.unit(target)) if alive else []
    more += mark(unit, moved=1, **({"ground_due": 1} if able and dangerous else {}))
    more += acted(board.after(more), unit, "assault")
    return [*events, *more, *struck_by(board.after(more), unit, able)]


def _notes(
    before: Board,
    request: Request,
    unit: Unit,
    target: str,
    able: list[Unit],
    board: Board,
    played: Sequence[Played],
) -> list[Text]:
    lines = [*gone_note(before, board, [unit.id]), *strike_note(able)]
    if able and request.said("dangerous"):
        lines.append(then_dangerous(unit))
    if board.unit(unit.id).alive:
        lines += _impact(board, unit, board.unit(target))
    return [*lines, *staying(board, board.unit(unit.id), target), *go_note(board)]


def _impact(board: Board, unit: Unit, enemy: Unit) -> list[Note]:
    """A note that a weapon with Impact has a free attack now, which the reactions offer (Special Rules › Impact)."""
    blades = [Term(one.name) for one in unit.weapons if board.tables.weapons[one.name].impact]
    if not blades:
        return []
    said = Text(
        "Impact: a free attack at {enemy} with the {weapons}.",
        weapons=Listed(blades, "or"),
        enemy=enemy.ref,
    )
    return [asks(said)]


_GROUND = ("slow", "dangerous")
COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    before=before,
    distance_asked=distance_asked,
    needs=("unit", "target", "distance"),
    suits=suits,
    situations=(
        Choice("slow", Text("Over slow ground: −2″")),
        Choice("dangerous", Text("Over dangerous ground: a die for each model")),
        *(Choice(f"levels_up={n}", Text("{levels} up", levels=counted(n, "level", "levels"))) for n in range(1, 5)),
        *(Choice(f"levels_down={n}", Text("{levels} down", levels=counted(n, "level", "levels"))) for n in range(1, 5)),
        *CHOICES,
    ),
    counts=(
        Numbered("levels_up", Text("Levels up"), Text("Empty: none.")),
        Numbered("levels_down", Text("Levels down"), Text("Empty: none.")),
    ),
)
