"""Shots side by side: every attacker at every target it may shoot at, under each policy of the other side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from bot.resolution.execution import in_units
from rules.command.system import Board, Command
from rules.kernel.action import Action, MainOutcome, Plan
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import MissingFacts, Request
from rules.kernel.text import NOTHING, Joined, Sentence, Text

DISTANCES = (12, 6, 3, 24, 36, 48)
"""Inches that are assumed where nobody says how far it is: the first at which there is any shot."""
MOST_ASKED = 4
"""Facts that are assumed for a shot, one after the other."""
MOST_SHOTS = 100
"""Shots that are compared at once."""


class Policy(NamedTuple):
    """A decision of the other side, and how it is taken to be made."""

    decision: str
    value: str


class Pair(NamedTuple):
    """A shot that can be made: who at whom, in numbers; `assumed` are facts that nobody gave, by what was assumed."""

    attacker: str
    target: str
    action: Action
    plan: Plan
    assumed: tuple[Text, ...]


class Refused(NamedTuple):
    """A shot that cannot be made, and why."""

    attacker: str
    target: str
    why: Text


class Compared(NamedTuple):
    """A shot and its chances: as they are where decisions take their default, and under each policy that matters."""

    attacker: str
    target: str
    assumed: tuple[Text, ...]
    main: MainOutcome
    games: int
    policies: Mapping[Policy, MainOutcome]

    def under(self, policy: Policy | None) -> MainOutcome:
        """The chances under a policy; one that this shot does not come to changes nothing."""
        return self.main if policy is None else self.policies.get(policy, self.main)

    @property
    def worth(self) -> tuple[Fraction, Fraction]:
        """What the best shot has most of: losses to expect, then the chance of any."""
        return self.main.mean, self.main.at_least(1)


class Comparison(NamedTuple):
    """Shots, the best first; those that cannot be made; enemies that are cards to whoever asked.

    `distance` is in inches, None where the system needs none; `said` tells whether somebody gave it.
    """

    rows: tuple[Compared, ...]
    refused: tuple[Refused, ...]
    cards: tuple[str, ...]
    distance: Decimal | None
    said: bool

    @property
    def policies(self) -> tuple[Policy, ...]:
        """Every policy of the other side that any of the shots comes to."""
        return tuple(dict.fromkeys(policy for row in self.rows for policy in row.policies))


class Shots(NamedTuple):
    """The shots to compare, before their odds are worked out."""

    pairs: list[Pair]
    refused: list[Refused]
    distance: Decimal | None
    said: bool


def shots(board: Board, command: Command, request: Request, targets: Sequence[str]) -> Shots:
    """Every shot of the request's units at the targets.

    Where nobody says how far it is and the system has to know, it is a distance at which there are any.
    """
    as_it_is = _at(board, command, request, targets, bool(request.distance))
    if as_it_is.pairs or as_it_is.said:
        return as_it_is
    tries = [_at(board, command, replace(request, distance=(Decimal(n),)), targets, said=False) for n in DISTANCES]
    return next((one for one in tries if one.pairs), tries[0])


def _at(board: Board, command: Command, request: Request, targets: Sequence[str], said: bool) -> Shots:
    distance = request.distance[0] if request.distance else None
    found = Shots([], [], distance, said)
    for attacker in request.unit:
        for target in targets:
            if board.unit(attacker).side != board.unit(target).side:
                _add(found, board, command, replace(request, unit=(attacker,), target=(target,)))
    return found


def _add(found: Shots, board: Board, command: Command, request: Request) -> None:
    """One shot, or why there is none."""
    [attacker], [target] = request.unit, request.target
    try:
        action, plan, assumed = _planned(board, command, request)
    except RuleError as error:
        found.refused.append(Refused(attacker, target, error.text))
    except BadFacts as error:
        found.refused.append(Refused(attacker, target, Joined(map(Sentence, error.faults))))
    else:
        if action.aim(plan) is not None:
            found.pairs.append(Pair(attacker, target, action, plan, assumed))


def _planned(board: Board, command: Command, request: Request) -> tuple[Action, Plan, tuple[Text, ...]]:
    """A shot in numbers, with what had to be assumed; raises RuleError, or BadFacts for what cannot be assumed."""
    assumed: list[Text] = []
    while True:
        try:
            play = command.ordered(board, request).plays[0]
            break
        except MissingFacts as missing:
            if len(assumed) >= MOST_ASKED:
                raise
            request, more = _assumed(request, missing)
            assumed += more
    action = board.system.actions[play.action]
    with in_units(play.roles):
        return action, action.plan(play.facts, board.book), tuple(assumed)


def _assumed(request: Request, missing: MissingFacts) -> tuple[Request, list[Text]]:
    """The request with the first choice of everything that is missing; raises it again where there is none."""
    labels: list[Text] = []
    for ask in missing.asks:
        if not ask.choices or ask.option not in ("situation", "cover"):
            raise missing
        first = ask.choices[0]
        given = (*request.situation, first.code) if ask.option == "situation" else (first.code,)
        request = replace(request, **{ask.option: given})
        labels.append(first.label)
    return request, labels


def enemies_of(board: Board, units: Iterable[str]) -> tuple[str, ...]:
    """The living units of other sides."""
    sides = {board.unit(id).side for id in units}
    return tuple(unit.id for unit in board.game.units.values() if unit.alive and sides - {unit.side})


def why_none(found: Shots) -> Text:
    """Why there is nothing to compare."""
    reasons = tuple(dict.fromkeys(one.why for one in found.refused))[:5]
    return Text("There is nothing that could be shot at. {reasons}", reasons=Joined(reasons) if reasons else NOTHING)
