"""Odds in the background: of one action, of many shots side by side, and of one shot at each target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from time import thread_time
from typing import Any, NamedTuple

from bot.dice.provable import chance
from bot.errors import Refusal
from bot.resolution.execution import in_units
from rules.command.system import Board, Command
from rules.kernel.action import Action, MainOutcome, Plan, main_outcome
from rules.kernel.distribution import EffectOdds, Summary, each_effect, effect_odds, summary
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.odds import Dist, Odds, Spend, freely
from rules.kernel.request import Request
from rules.kernel.sampling import sampled
from rules.kernel.table import Decision
from rules.kernel.text import NOTHING, Joined, Sentence, Term, Text

# The chances of actions, worked out off the event loop: exact where there is time for it, else from games played.

EXACT = 0.55
"""Seconds of work that exact odds may take: all actions of a command together."""
IN_ALL = 0.7
"""Seconds that all of it may take: what exact odds leave of them goes to the playing of games."""
SELDOM = 2000
"""Results added up between two looks at the clock: about a millisecond."""

DROPPED = Text("You asked for other odds meanwhile, so these were dropped.")
Choices = Mapping[str, Sequence[str]]
Clock = Callable[[], float]
"""Seconds of work done so far."""


class Answer(NamedTuple):
    """What is told of one action, how many games it was estimated from (0: it is exact), and what was assumed.

    `main` is None for an action without one main outcome.
    """

    summary: Summary
    games: int
    assumed: tuple[Text, ...]
    main: MainOutcome | None = None
    effects: EffectOdds | None = None


class TimeIsUp(Exception):
    """Exact odds take too long here."""


class Work:
    """Work on one question of one person; it stops by itself when its time is up, or when it is `dropped`."""

    def __init__(self, clock: Clock = thread_time) -> None:
        self.dropped = False
        self._clock = clock
        self._seen = 0
        self._until = 0.0

    def exact(self, action: Action, plan: Plan, until: float, choices: Choices | None = None) -> tuple[Dist, Odds]:
        """Raises TimeIsUp for what is too large by its own account, and for what takes longer than `until`."""
        if action.too_big(plan) is not None:
            raise TimeIsUp
        self._until = until
        odds = Odds(choices, self.spend)
        return odds.of(action.rule, plan), odds

    def estimated(
        self, action: Action, plan: Plan, seconds: float, choices: Choices | None = None
    ) -> tuple[Dist, Odds]:
        """The chances by as many played games as there is time for; at least one."""
        odds = Odds(choices)
        return sampled(action, plan, chance(), odds, enough=self._over(self._clock() + seconds)), odds

    def spend(self, work: int) -> None:
        """Raises TimeIsUp, and Refusal when the question was dropped."""
        self._seen += work
        if self._seen >= SELDOM:
            self._seen = 0
            self._go_on()
            if self._clock() > self._until:
                raise TimeIsUp

    def _over(self, until: float) -> Callable[[], bool]:
        def enough() -> bool:
            self._go_on()
            return self._clock() > until

        return enough

    def _go_on(self) -> None:
        if self.dropped:
            raise Refusal(DROPPED)


class OddsWork(Work):
    """The chances of the actions of one command."""

    def __init__(self, actions: list[tuple[Action, Plan]], clock: Clock = thread_time) -> None:
        super().__init__(clock)
        self._actions = actions

    def answers(self) -> list[Answer]:
        """The answers, worked out in a thread of its own; raises Refusal when the question was dropped."""
        begun = self._clock()
        found = [self._exact(action, plan, begun + EXACT) for action, plan in self._actions]
        each = (begun + IN_ALL - self._clock()) / max(1, found.count(None))
        every = zip(found, self._actions, strict=True)
        return [answer or self._estimated(action, plan, each) for answer, (action, plan) in every]

    def _exact(self, action: Action, plan: Plan, until: float) -> Answer | None:
        """The exact chances; None where they take too long."""
        try:
            dist, odds = self.exact(action, plan, until)
            main = main_of(action, plan, dist, self.spend)
            effects = effect_odds(action, dist, main and main.what, self.spend)
            return Answer(summary(action, dist, self.spend), 0, odds.assumed(), main, effects)
        except TimeIsUp:
            return None

    def _estimated(self, action: Action, plan: Plan, seconds: float) -> Answer:
        dist, odds = self.estimated(action, plan, seconds)
        main = main_of(action, plan, dist)
        effects = effect_odds(action, dist, main and main.what)
        return Answer(summary(action, dist), dist.total, odds.assumed(), main, effects)


def main_of(action: Action, plan: Plan, dist: Dist, spend: Spend = freely) -> MainOutcome | None:
    """The main outcome of an action, where it has one."""
    aim = action.aim(plan)
    return aim and main_outcome(aim, dist, spend)


# Shots side by side: which are compared, and at which distances.

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
    """Add one shot, or the reason why there is none."""
    [attacker], [target] = request.unit, request.target
    try:
        action, plan, assumed = _planned(board, command, request)
    except RuleError as error:
        found.refused.append(Refused(attacker, target, error.text))
    except BadFacts as error:
        found.refused.append(Refused(attacker, target, Joined(map(Sentence, error.faults))))
    else:
        if action.aim(plan) is not None or (action.fight and not assumed):
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
    return Text("There is nothing to shoot at. {reasons}", reasons=Joined(reasons) if reasons else NOTHING)


# The chances of many shots side by side, within the time of one question.

MOST_POLICIES = 4
"""Ways to make one decision that have a column each."""


class ComparisonWork(Work):
    """Finds the shots, works out their odds, and those under each policy of whoever is shot at."""

    def __init__(self, find: Callable[[], Shots], cards: tuple[str, ...], clock: Clock = thread_time) -> None:
        super().__init__(clock)
        self._find, self._cards = find, cards
        self._begun, self._left = 0.0, 0.0

    def answers(self) -> Comparison:
        """The answers, for a thread of its own; raises Refusal where there is no shot, or when the question was
        dropped.
        """
        self._begun = self._clock()
        found = self._find()
        if not found.pairs:
            raise Refusal(why_none(found))
        self._left = (IN_ALL - EXACT) / len(found.pairs)
        rows = sorted((self._compared(pair) for pair in found.pairs), key=lambda row: row.worth, reverse=True)
        return Comparison(tuple(rows), tuple(found.refused), self._cards, found.distance, found.said)

    def _compared(self, pair: Pair) -> Compared:
        main, games, odds = self._main(pair)
        each: dict[Policy, MainOutcome] = {}
        for one in _theirs(odds):
            for value in _ways(one):
                known = value == one.default
                each[Policy(one.name, value)] = main if known else self._main(pair, {one.name: [value]})[0]
        return Compared(pair.attacker, pair.target, pair.assumed, main, games, each)

    def _main(self, pair: Pair, choices: Choices | None = None) -> tuple[MainOutcome, int, Odds]:
        """The main outcome, the games it was estimated from (0: it is exact), and whatever had to be decided."""
        aim = pair.action.aim(pair.plan)
        assert aim
        try:
            dist, odds = self.exact(pair.action, pair.plan, self._begun + EXACT, choices)
            return main_outcome(aim, dist, self.spend), 0, odds
        except TimeIsUp:
            dist, odds = self.estimated(pair.action, pair.plan, self._left / 2, choices)
            return main_outcome(aim, dist), dist.total, odds


def _theirs(odds: Odds) -> list[Decision[object]]:
    """The decisions of whoever is shot at that came up."""
    found = [decision for _, decision in odds.known_choices.values()]
    return list({one.name: one for one in found if one.asked and one.by == "defender"}.values())


def _ways(decision: Decision[object]) -> tuple[str, ...]:
    """The ways to make a decision that are the same in every situation, the default first; none where it has but one.

    What stands in capitals is filled in at the table: a number, a name.
    """
    fixed = [option for option in decision.options if option == option.lower() and "…" not in option]
    ways = dict.fromkeys([decision.default, *fixed] if decision.default in fixed else fixed)
    return tuple(ways)[:MOST_POLICIES] if len(ways) > 1 else ()


# How a shot would go at each of several targets, for whoever chooses one: exact, and within a moment or not at all.

MOMENT = 0.25
"""Seconds of work for all targets together: a form has to open within three seconds."""
MOST = 24
"""Targets that are looked at; of more, the first."""


class TargetChance(NamedTuple):
    """How much of the main number is to be expected, and the chance of any of each effect, the likeliest first."""

    worth: Fraction
    effects: tuple[tuple[Text, Fraction], ...]


class TargetWork(Work):
    """The chances at targets, one after the other, for as long as there is time."""

    def __init__(
        self, board: Board, command: Command, request: Request, targets: Sequence[str], clock: Clock = thread_time
    ) -> None:
        super().__init__(clock)
        self._board, self._command, self._request, self._targets = board, command, request, tuple(targets)[:MOST]

    def answers(self) -> dict[str, TargetChance]:
        """The answers, worked out in a thread of its own."""
        until, found = self._clock() + MOMENT, dict[str, TargetChance]()
        try:
            for pair in shots(self._board, self._command, self._request, self._targets).pairs:
                found[pair.target] = self._chance(pair, until)
        except TimeIsUp:
            pass
        return found

    def _chance(self, pair: Pair, until: float) -> TargetChance:
        dist, _ = self.exact(pair.action, pair.plan, until)
        if pair.action.fight:
            self.spend(len(dist.weights))
            ends = tuple((text, _chance(dist, so)) for text, so in pair.action.fight)
            return TargetChance(ends[0][1], ends)
        aim = pair.action.aim(pair.plan)
        assert aim
        main = main_outcome(aim, dist, self.spend)
        if main.steps:
            return TargetChance(main.mean, _degree(main))
        each = each_effect(pair.action, dist, main.what, self.spend)
        return TargetChance(main.mean, tuple((Term(name), chance) for name, chance in each.items()))


def _chance(dist: Dist, so: Callable[[Any], bool]) -> Fraction:
    """The chance that it comes to an outcome that is `so`."""
    return Fraction(sum(weight for outcome, weight in dist.weights.items() if so(outcome)), dist.total)


def _degree(main: MainOutcome) -> tuple[tuple[Text, Fraction], ...]:
    """The likeliest degree of a result, "none" aside, which is the first of the degrees."""
    found = {n: main.chance(n) for n in range(1, len(main.steps)) if main.chance(n)}
    likeliest = max(found, key=lambda n: found[n], default=None)
    return () if likeliest is None else ((main.steps[likeliest], found[likeliest]),)
