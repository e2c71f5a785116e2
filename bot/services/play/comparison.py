"""The odds of many shots side by side: the shots compared, their distances, and the work within one question's time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from time import thread_time
from typing import NamedTuple

from bot.errors import Refusal
from bot.resolution.action_in_play import attribute_errors
from bot.services.play.odds_work import EXACT, IN_ALL, Choices, Clock, TimeIsUp, Work
from rules.command.order import Command
from rules.command.system import Board
from rules.kernel.action import Action, MainOutcome, Plan, main_outcome
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.odds import Odds
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Joined, Sentence, Text

DISTANCES = (12, 6, 3, 24, 36, 48)
"""Distances, in inches, assumed where none is given; the first at which any shot is possible is used."""
MOST_ASKED = 4
"""Maximum number of facts assumed for one shot."""
MOST_SHOTS = 100
"""Maximum number of shots compared at once."""


class Policy(NamedTuple):
    """A decision of the other side, with the option assumed for it."""

    decision: str
    value: str


class Pair(NamedTuple):
    """A possible shot as action and plan; `assumed` describes the facts that were not given."""

    attacker: str
    target: str
    action: Action
    plan: Plan
    assumed: tuple[Text, ...]


class RefusedShot(NamedTuple):
    """An impossible shot, with the reason."""

    attacker: str
    target: str
    why: Text


class ComparedShot(NamedTuple):
    """A shot and its chances: with default decisions, and under each policy that affects it."""

    attacker: str
    target: str
    assumed: tuple[Text, ...]
    main: MainOutcome
    games: int
    policies: Mapping[Policy, MainOutcome]

    def outcome_under(self, policy: Policy | None) -> MainOutcome:
        """Return the chances under a policy, or the default ones if it does not affect this shot."""
        return self.main if policy is None else self.policies.get(policy, self.main)

    @property
    def worth(self) -> tuple[Fraction, Fraction]:
        """The sort key for the best shot: expected losses, then the chance of any loss."""
        return self.main.mean, self.main.at_least(1)


class Comparison(NamedTuple):
    """Compared shots, the best first, impossible shots, and enemies that the caller knows only as cards.

    `distance` is in inches, None if the system needs none; `is_distance_given` is False if it is assumed.
    """

    rows: tuple[ComparedShot, ...]
    refused: tuple[RefusedShot, ...]
    cards: tuple[str, ...]
    distance: Decimal | None
    is_distance_given: bool

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The policies of the other side that affect any of the shots."""
        return tuple(dict.fromkeys(policy for row in self.rows for policy in row.policies))


class Shots(NamedTuple):
    """The shots to compare, before their odds are computed."""

    pairs: list[Pair]
    refused: list[RefusedShot]
    distance: Decimal | None
    is_distance_given: bool


def shots(board: Board, command: Command, request: Request, targets: Sequence[str]) -> Shots:
    """Return every shot of the request's units at the targets.

    If the system needs a distance and none is given, assume one at which any shot is possible.
    """
    as_it_is = _shots_at(board, command, request, targets, bool(request.distance))
    if as_it_is.pairs or as_it_is.is_distance_given:
        return as_it_is
    tries = [
        _shots_at(board, command, replace(request, distance=(Decimal(n),)), targets, is_distance_given=False)
        for n in DISTANCES
    ]
    return next((one for one in tries if one.pairs), tries[0])


def _shots_at(
    board: Board, command: Command, request: Request, targets: Sequence[str], is_distance_given: bool
) -> Shots:
    distance = request.distance[0] if request.distance else None
    found = Shots([], [], distance, is_distance_given)
    for attacker in request.unit:
        for target in targets:
            if board.unit(attacker).side != board.unit(target).side:
                _add_shot(found, board, command, replace(request, unit=(attacker,), target=(target,)))
    return found


def _add_shot(found: Shots, board: Board, command: Command, request: Request) -> None:
    """Add one shot, or the reason why it is impossible."""
    [attacker], [target] = request.unit, request.target
    try:
        action, plan, assumed = _plan_shot(board, command, request)
    except RuleError as error:
        found.refused.append(RefusedShot(attacker, target, error.text))
    except BadFacts as error:
        found.refused.append(RefusedShot(attacker, target, Joined(map(Sentence, error.faults))))
    else:
        if action.aim(plan) is not None or (action.fight and not assumed):
            found.pairs.append(Pair(attacker, target, action, plan, assumed))


def _plan_shot(board: Board, command: Command, request: Request) -> tuple[Action, Plan, tuple[Text, ...]]:
    """Return a shot as action and plan, with the assumptions made.

    Raises RuleError, or BadFacts for facts that cannot be assumed.
    """
    assumed: list[Text] = []
    while True:
        try:
            play = command.plan(board, request).plays[0]
            break
        except MissingFacts as missing:
            if len(assumed) >= MOST_ASKED:
                raise
            request, more = _assume_facts(request, missing)
            assumed += more
    action = board.system.actions[play.action]
    with attribute_errors(play.roles):
        return action, action.plan(play.facts, board.book), tuple(assumed)


def _assume_facts(request: Request, missing: MissingFacts) -> tuple[Request, list[Text]]:
    """Return the request with the first choice for every missing fact; raise MissingFacts again if there is none."""
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
    """Return the ids of the living units of other sides."""
    sides = {board.unit(id).side for id in units}
    return tuple(unit.id for unit in board.game.units.values() if unit.alive and sides - {unit.side})


def refusal_reasons(found: Shots) -> Text:
    """Return the reasons why there is nothing to compare."""
    reasons = tuple(dict.fromkeys(one.why for one in found.refused))[:5]
    return Text("There is nothing to shoot at. {reasons}", reasons=Joined(reasons) if reasons else NOTHING)


# The chances of many shots side by side, within the time of one question.

MOST_POLICIES = 4
"""Maximum number of options of one decision that get a column each."""


class ComparisonWork(Work):
    """The work that finds the shots, and computes their odds under each policy of the defender."""

    def __init__(self, find: Callable[[], Shots], cards: tuple[str, ...], clock: Clock = thread_time) -> None:
        super().__init__(clock)
        self._find, self._cards = find, cards
        self._begun, self._left = 0.0, 0.0

    def answers(self) -> Comparison:
        """Return the comparison; raise Refusal if there is no shot or the question was dropped.

        Runs in its own thread.
        """
        self._begun = self._clock()
        found = self._find()
        if not found.pairs:
            raise Refusal(refusal_reasons(found))
        self._left = (IN_ALL - EXACT) / len(found.pairs)
        rows = sorted((self._compare_shot(pair) for pair in found.pairs), key=lambda row: row.worth, reverse=True)
        return Comparison(tuple(rows), tuple(found.refused), self._cards, found.distance, found.is_distance_given)

    def _compare_shot(self, pair: Pair) -> ComparedShot:
        main, games, odds = self._main_outcome(pair)
        each: dict[Policy, MainOutcome] = {}
        found = [decision for _, decision in odds.known_choices.values()]
        for one in list({one.name: one for one in found if one.asked and one.by == "defender"}.values()):
            # The same options in every situation, the default first; one with capitals stands for a value.
            fixed = [option for option in one.options if option == option.lower()]
            ways = list(dict.fromkeys([one.default, *fixed] if one.default in fixed else fixed))
            for value in ways[:MOST_POLICIES] if len(ways) > 1 else ():
                known = value == one.default
                each[Policy(one.name, value)] = main if known else self._main_outcome(pair, {one.name: [value]})[0]
        return ComparedShot(pair.attacker, pair.target, pair.assumed, main, games, each)

    def _main_outcome(self, pair: Pair, choices: Choices | None = None) -> tuple[MainOutcome, int, Odds]:
        """Return the main outcome, the number of simulated games (0: exact odds), and the odds with their decisions."""
        aim = pair.action.aim(pair.plan)
        assert aim
        try:
            dist, odds = self.exact_odds(pair.action, pair.plan, self._begun + EXACT, choices)
            return main_outcome(aim, dist, self.spend), 0, odds
        except TimeIsUp:
            dist, odds = self.simulated_odds(pair.action, pair.plan, self._left / 2, choices)
            return main_outcome(aim, dist), dist.total, odds
