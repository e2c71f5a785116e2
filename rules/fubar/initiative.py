"""The initiative: a die and a scenario modifier for each side; ties are rolled again (Initiative)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import Field

from rules.command.planned import Planned
from rules.command.turns import second_roll_warnings, sides_rolling
from rules.fubar.tables import Board, FubarRulings, FubarTables, Order
from rules.fubar.turn import TURNS, fight_notes
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Ask, Count, Facts, MissingFacts, Modifier
from rules.kernel.request import ASK_ME, Request
from rules.kernel.text import N_, Joined, Listed, Text, Value
from rules.kit.contest import ContestRule

INITIATIVE = TURNS.section


class InitiativeSide(Facts):
    """A side, or one of its players, with its scenario modifier."""

    modifier: Modifier = Field(default=0, title=N_("Scenario modifier"))
    name: str | None = Field(default=None, max_length=60, title=N_("Name"))
    side: Count | None = Field(
        default=None,
        title=N_("Its side"),
        description=N_("Its number among the sides, from 0; empty: a side of its own."),
    )


class FubarInitiativeFacts(Facts):
    """Facts of an initiative roll."""

    sides: tuple[InitiativeSide, ...] = Field(min_length=2, max_length=20, title=N_("Sides"))


class FubarInitiative(ContestRule[FubarInitiativeFacts, FubarTables, FubarRulings]):
    """A die and a scenario modifier per side or player; ties are rolled again."""

    key, section = "initiative", INITIATIVE

    def contenders(self) -> Sequence[Value]:
        return [side.name or Text("side {at}", at=at) for at, side in enumerate(self.facts.sides, 1)]

    def label(self, name: Value) -> Text:
        return Text("initiative of {name}", name=name)

    def modifier(self, at: int) -> int:
        return self.facts.sides[at].modifier

    def side(self, at: int) -> int:
        of = self.facts.sides[at].side
        return at if of is None else of

    def ledger(self, at: int) -> tuple[Line, ...]:
        modifier = self.modifier(at)
        return (Line(Text("scenario modifier"), modifier, INITIATIVE, "total"),) if modifier else ()


# `/initiative`: the owners of the dice, and the modifiers of a scenario, one number per side.


class InitiativeDie(NamedTuple):
    """A die for the initiative: its owner, and the index of their side."""

    name: str
    side: int


class FubarRollForInitiative(Order):
    """`/initiative`: a die per side, in the order in which they joined, or by ruling per player."""

    key, title, needs, each_side = FubarInitiative.key, FubarInitiative.title, (), True

    def checks(self) -> None:
        sides = sides_rolling(self.board, INITIATIVE)
        self.warn(*second_roll_warnings(self.board), repeat=True)
        if not self.board.game.order:
            _modifiers(self.board, self.request, sides)

    @property
    def dice(self) -> list[InitiativeDie]:
        if self.board.rulings.initiative_by == "player":
            return _player_dice(self.board)
        return [InitiativeDie(name[:60], at) for at, name in enumerate(self.sides)]

    @property
    def sides(self) -> tuple[str, ...]:
        return self.board.game.sides

    def rolls(self) -> Iterable[Planned]:
        modifiers = _modifiers(self.board, self.request, self.sides)
        sides = [{"modifier": modifiers[die.side], "name": die.name, "side": die.side} for die in self.dice]
        ruled = ("initiative_by",) if len(_player_dice(self.board)) != len(self.sides) else ()
        yield FubarInitiative.plan_roll({"sides": tuple(sides)})._replace(rulings_used=ruled)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Yield the event that ranks the sides, each by the best of its dice."""
        places: tuple[int, ...] = played[0].outcome.order
        yield TURNS.first_side_event(now, tuple(dict.fromkeys(self.sides[self.dice[place].side] for place in places)))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return [*TURNS.go_note(now), *fight_notes(now)]

    def headline(self) -> Text:
        return Text("Initiative of turn {turn}", turn=self.board.game.turn)


def _player_dice(board: Board) -> list[InitiativeDie]:
    """Return a die per player, one for a side without players.

    They are numbered instead of named, because the record outlives the players.
    """
    dice: list[InitiativeDie] = []
    for at, side in enumerate(board.game.sides):
        players = sum(player.side == side for player in board.game.players.values())
        names = [f"{side[:56]} {n}" for n in range(1, players + 1)] if players > 1 else [side[:60]]
        dice += [InitiativeDie(name, at) for name in names]
    return dice


def _modifiers(board: Board, request: Request, sides: Sequence[str]) -> tuple[int, ...]:
    """Return the modifier of each side. A single number applies to the issuer's side, or to the named unit's.

    Raise MissingFacts if it applies to no side, BadFacts for impossible numbers.
    """
    if request.modifiers and ASK_ME not in request.modifiers:
        return _parse_numbers(request.modifiers, sides)
    mine = board.unit(request.unit[0]).side if request.unit else request.side
    if request.modifiers or (request.modifier and mine not in sides):
        raise MissingFacts([Ask("modifiers", Text("what is the modifier of {side}?", side=side)) for side in sides])
    return tuple(request.modifier or 0 if side == mine else 0 for side in sides)


_NUMBER = re.compile(r"[+-]?(?:10|[0-9])")


def _parse_numbers(typed: Sequence[str], sides: Sequence[str]) -> tuple[int, ...]:
    numbers = [one.replace("\N{MINUS SIGN}", "-").replace(" ", "") for one in typed]
    wrong = [one for one, number in zip(typed, numbers, strict=True) if not _NUMBER.fullmatch(number)]
    if wrong:
        raise BadFacts([Text("modifiers: '{given}' is no number from −10 to 10", given=wrong[0][:40])])
    if len(numbers) != len(sides):
        raise BadFacts(
            [
                Text(
                    "modifiers: {sides} needs {n} numbers with / between them, not {given}",
                    sides=Listed(list(sides)),
                    n=len(sides),
                    given=Joined(typed, " / "),
                )
            ]
        )
    return tuple(map(int, numbers))
