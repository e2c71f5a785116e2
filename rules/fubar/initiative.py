"""Who goes first: a die and a scenario modifier each, ties thrown again (Initiative)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pydantic import Field

from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import contending, first_waiting, thrown_before
from rules.fubar.commands.activate import initiative_note
from rules.fubar.tables import Board, Book
from rules.game.events import Event, TurnAdvanced
from rules.kernel.action import Action, Played
from rules.kernel.contests import Contest, ThrowOrder, contest, contest_told, too_many_sides
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Ask, Count, Facts, MissingFacts, Modifier, checked
from rules.kernel.request import ASK_ME, Request
from rules.kernel.text import N_, Joined, Listed, Text, Value


class Side(Facts):
    """A side, or one of its players, with its scenario modifier."""

    modifier: Modifier = Field(default=0, title=N_("Scenario modifier"))
    name: str | None = Field(default=None, max_length=60, title=N_("Name"))
    side: Count | None = Field(
        default=None,
        title=N_("Its side"),
        description=N_("Its number among the sides, from 0; empty: a side of its own."),
    )


class Initiative(Facts):
    """The facts of an initiative throw."""

    sides: tuple[Side, ...] = Field(min_length=2, max_length=20, title=N_("Sides"))


def _throw_of(at: int, name: Value, side: Side) -> tuple[Throw[int], int, int]:
    """The die of a side or of one of its players, and what is added to it."""
    return _throw(at, name, side.modifier, at if side.side is None else side.side), 1, side.modifier


def _throw(at: int, name: Value, modifier: int, side: int) -> Throw[int]:
    ledger = (Line(Text("scenario modifier"), modifier, "Initiative", "total"),) if modifier else ()
    return Throw(
        f"initiative {at + 1}",
        Text("initiative of {name}", name=name),
        "unit",
        6,
        Total(),
        None,
        ledger,
        "Initiative",
        side,
    )


def plan(facts: Initiative, book: Book) -> Contest:
    names = tuple(side.name or Text("side {at}", at=at) for at, side in enumerate(facts.sides, 1))
    return Contest(names, tuple(_throw_of(at, name, facts.sides[at]) for at, name in enumerate(names)))


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="initiative",
    facts=Initiative,
    outcome=ThrowOrder,
    plan=plan,
    rule=contest,
    tell=contest_told,
    too_big=lambda plan: too_many_sides(len(plan.throws)),
)


# `/initiative`: whose dice they are, and the modifiers of a scenario, one number a side.


class Die(NamedTuple):
    """A die for the initiative: whose it is, and the place of its side among those at the table."""

    name: str
    side: int


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """A die for every side, in the order in which they sat down, or by ruling for every player."""
    sides = contending(board, "Initiative")
    modifiers = _modifiers(board, request, sides)
    dice = _dice(board, sides)
    given = [{"modifier": modifiers[die.side], "name": die.name, "side": die.side} for die in dice]
    facts = checked(Initiative, {"sides": tuple(given)})
    ruled = ("initiative_by",) if len(_of_players(board, sides)) != len(sides) else ()
    return ResolvedCommand(
        (Planned("initiative", facts, {}, ruled),),
        after=partial(_ranked, sides, dice),
        notes=lambda after, _: initiative_note(after),
        warnings=before(board, request),
        rethrows=thrown_before(board),
        title=Text("Initiative of turn {turn}", turn=board.game.turn),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for one side alone, MissingFacts for modifiers that nobody has said."""
    sides, warnings = contending(board, "Initiative"), thrown_before(board)
    if not warnings:
        _modifiers(board, request, sides)
    return warnings


def _dice(board: Board, sides: Sequence[str]) -> list[Die]:
    if board.rulings.initiative_by == "player":
        return _of_players(board, sides)
    return [Die(side[:60], at) for at, side in enumerate(sides)]


def _of_players(board: Board, sides: Sequence[str]) -> list[Die]:
    """A die for each player of a side, without their names: the record outlives who plays. One where nobody does."""
    dice: list[Die] = []
    for at, side in enumerate(sides):
        players = sum(player.side == side for player in board.game.players.values())
        names = [f"{side[:56]} {n}" for n in range(1, players + 1)] if players > 1 else [side[:60]]
        dice += [Die(name, at) for name in names]
    return dice


def _modifiers(board: Board, request: Request, sides: Sequence[str]) -> tuple[int, ...]:
    """The modifier of each side. A single number is for the caller's side, or for that of the unit named.

    Raises MissingFacts where that says nobody, BadFacts for numbers that cannot be.
    """
    if request.modifiers and ASK_ME not in request.modifiers:
        return _numbers(request.modifiers, sides)
    mine = board.unit(request.unit[0]).side if request.unit else request.side
    if request.modifiers or (request.modifier and mine not in sides):
        raise MissingFacts([Ask("modifiers", Text("what is the modifier of {side}?", side=side)) for side in sides])
    return tuple(request.modifier or 0 if side == mine else 0 for side in sides)


_NUMBER = re.compile(r"[+-]?(?:10|[0-9])")


def _numbers(given: Sequence[str], sides: Sequence[str]) -> tuple[int, ...]:
    numbers = [one.replace("\N{MINUS SIGN}", "-").replace(" ", "") for one in given]
    wrong = [one for one, number in zip(given, numbers, strict=True) if not _NUMBER.fullmatch(number)]
    if wrong:
        raise BadFacts([Text("modifiers: '{given}' is no number from −10 to 10", given=wrong[0][:40])])
    if len(numbers) != len(sides):
        raise BadFacts(
            [
                Text(
                    "modifiers: {sides} needs {n} numbers with / between them, not {given}",
                    sides=Listed(list(sides)),
                    n=len(sides),
                    given=Joined(given, " / "),
                )
            ]
        )
    return tuple(map(int, numbers))


def _ranked(sides: Sequence[str], dice: Sequence[Die], board: Board, played: Sequence[Played]) -> list[Event]:
    """The sides ranked, each by the best of its dice."""
    places: tuple[int, ...] = played[0].outcome.order
    order = tuple(dict.fromkeys(sides[dice[place].side] for place in places))
    first = first_waiting(board, order, "tried")
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=first)]


COMMAND = Command(key="initiative", title=Text("Initiative"), order=initiative, before=before, needs=(), each_side=True)
