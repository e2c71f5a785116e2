"""Recover: a Command test that takes suppression tokens off, and may give one more action (Actions › Recover)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pydantic import Field

from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Action, Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, Facts, Flag, MissingFacts, checked
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, counted
from rules.openfire_d12.attributes import REROLL, Trial, on_die, trial_of, tried
from rules.openfire_d12.commands.actions import acted, bent, go_note, second_test, taken_over
from rules.openfire_d12.commands.board_facts import close_to, on_table, unit_facts
from rules.openfire_d12.facts import UnitFacts, must_live
from rules.openfire_d12.tables import Board, Book, Tables

SECTION = "Actions › Recover"


class Recover(Facts):
    """The facts of a Recover action."""

    unit: UnitFacts = Field(title=N_("Unit"))
    in_assault_range: Flag = Field(default=False, title=N_("In an enemy's assault range"), description=N_("1″: +2."))
    enemy_within_6: Flag = Field(default=False, title=N_("Enemy within 6″"), description=N_("None: +1."))
    enemy_within_12: Flag = Field(default=False, title=N_("Enemy within 12″"), description=N_("None: +1 more."))
    friend_within_6: Flag = Field(default=False, title=N_("Friend within 6″"), description=N_("At least one unit: +2."))


class RecoverOutcome(NamedTuple):
    """Whether it passed, and by a natural 12; tokens after; whether it has one more action this round."""

    passed: bool
    critical: bool
    suppression: int
    extra_action: bool


@dataclass(frozen=True, eq=False, slots=True)
class RecoverPlan:
    """A Recover action in numbers."""

    trial: Trial
    suppression: int
    leaned: tuple[str, ...] = ()


def must_be_suppressed(unit: UnitFacts) -> None:
    """Raises RuleError for a unit with nothing to recover from."""
    if not unit.suppression:
        why = Text("{unit} has no suppression token to recover from.", unit=Role("unit", article=True))
        raise RuleError(Sentence(why), SECTION)


def plan(facts: Recover, book: Book) -> RecoverPlan:
    """Raises RuleError for a unit with nothing to recover from."""
    must_live(facts.unit, "unit")
    must_be_suppressed(facts.unit)
    trial = trial_of(facts.unit, "cmd", _modifiers(facts, book.tables), SECTION)
    return RecoverPlan(trial, facts.unit.suppression)


def _modifiers(facts: Recover, tables: Tables) -> tuple[Line, ...]:
    row = tables.recover
    given = (
        (facts.in_assault_range, Text("in an enemy's assault range"), row.in_assault_range),
        (not facts.enemy_within_6, Text("no enemy within 6″"), row.none_within_6),
        (not facts.enemy_within_12, Text("no enemy within 12″"), row.none_within_12),
        (facts.friend_within_6, Text("a friend within 6″"), row.friend_within_6),
    )
    return tuple(line for counts, why, value in given if counts for line in on_die(why, value, SECTION))


def recover(table: Table, plan: RecoverPlan) -> RecoverOutcome:
    """Failed or passed, one token goes; a natural 12 takes all of them off."""
    test = table.play(tried, plan.trial)
    critical = test.criticals > 0
    left = 0 if critical else plan.suppression - 1
    return RecoverOutcome(test.successes > 0, critical, left, test.successes > 0)


def effects(plan: RecoverPlan, played: Played[RecoverOutcome]) -> Sequence[Effect]:
    outcome = played.outcome
    token = Effect("unit", "suppression", outcome.suppression - plan.suppression)
    return (token, Effect("unit", "actions_left", 1)) if outcome.extra_action else (token,)


def tell(plan: RecoverPlan, played: Played[RecoverOutcome]) -> Text:
    outcome = played.outcome
    off = counted(plan.suppression - outcome.suppression, "token", "tokens")
    told = Text("{result}: {tokens} off, {left} left.", result=_result(outcome), tokens=off, left=outcome.suppression)
    return Joined((told, Text("It may take one more action.") if outcome.extra_action else NOTHING))


def brief(plan: RecoverPlan, played: Played) -> Text | None:
    """The tokens say the rest."""
    return Text("It may take one more action.") if played.outcome.extra_action else NOTHING


def _result(outcome: RecoverOutcome) -> Text:
    if outcome.critical:
        return Text("Critical")
    return Text("Passed") if outcome.passed else Text("Failed")


ACTION = Action(
    key="recover",
    title=Text("Recover"),
    topic="recover",
    facts=Recover,
    outcome=RecoverOutcome,
    plan=plan,
    rule=recover,
    tell=tell,
    brief=brief,
    effects=effects,
    decisions=(REROLL,),
)


# `/morale` and `/act recover`.

_NONE = Choice("no_enemy_within_12", Text("No enemy within 12″: +2"), length=True)
_NEAREST = (
    Choice("enemy_within_6", Text("An enemy within 6″"), length=True),
    Choice("enemy_within_12", Text("An enemy within 12″, none within 6″: +1"), length=True),
    _NONE,
)


def order(board: Board, request: Request) -> ResolvedCommand:
    """Recover by a Command test. The situation says who is near; an enemy in assault range is within 6″ and 12″ as
    well.

    Raises MissingFacts where nobody has said how near the nearest enemy is: it changes the number.
    """
    unit = on_table(board.unit(request.unit[0]), Text("recover"))
    near = _nearest(board, unit, request)
    within_6 = near or request.said("enemy_within_6")
    facts = checked(
        Recover,
        {
            "unit": unit_facts(unit),
            "in_assault_range": near,
            "enemy_within_6": within_6,
            "enemy_within_12": within_6 or request.said("enemy_within_12"),
            "friend_within_6": request.said("friend_within_6"),
        },
    )
    return ResolvedCommand(
        (Planned("recover", facts, {"unit": unit.id}),),
        after=partial(_after, unit),
        notes=lambda after, _: go_note(after),
        warnings=bent(board, unit, "recover"),
        rethrows=second_test(board, unit, "recover"),
        ends=taken_over(board, unit, "recover"),
        title=Text("{unit}: recover", unit=unit.ref),
    )


def _nearest(board: Board, unit: Unit, request: Request) -> bool:
    """Whether it is in an assault range; raises MissingFacts where nobody has said how near an enemy is."""
    near = bool(close_to(board, unit)) or request.said("in_assault_range")
    for within in ("in_assault_range", "enemy_within_6", "enemy_within_12"):
        request.one_of((within, _NONE.code))
    if unit.count("suppression") and not near and not any(request.said(choice.code) for choice in _NEAREST):
        raise MissingFacts([Ask("situation", Text("How near is the nearest enemy?"), _NEAREST)])
    return near


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises MissingFacts for the distance of the nearest enemy."""
    unit = on_table(board.unit(request.unit[0]), Text("recover"))
    must_be_suppressed(unit_facts(unit))
    warnings = bent(board, unit, "recover")
    if not warnings:
        _nearest(board, unit, request)
    return warnings


def _after(before: Unit, board: Board, played: Sequence[Played]) -> list[Event]:
    return acted(board, before, "recover", int(played[0].outcome.extra_action))


SITUATIONS = (
    *_NEAREST,
    Choice("friend_within_6", Text("A friend within 6″: +2"), length=True),
    Choice("in_assault_range", Text("In an enemy's assault range: +2")),
)
MORALE = Command(key="morale", title=Text("Recover"), order=order, before=before, situations=SITUATIONS)
RECOVER = Command(key="recover", title=Text("Recover"), order=order, before=before, situations=SITUATIONS)
