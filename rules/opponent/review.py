"""Review of a game: the choices of a side for which a better one existed, by an opponent's evaluation.

Only the knowledge of that moment counts: the board before the choice without the other side's hidden units, and the
distances and cover that players had reported and that moves had not outdated. The dice are ignored. Three kinds of
choices are judged: the target of fire, the action chosen before firing, and a stop in the open under fire.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from rules.command.opponent_table import OpponentTable
from rules.command.planned import Planned
from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.dice import Line
from rules.kernel.errors import RulesError
from rules.kernel.request import Request, changed
from rules.kernel.resolve import stored_ruleset
from rules.kernel.sampling import Chance
from rules.kernel.serialise import ledger_in_play
from rules.kernel.table import Live
from rules.opponent.forecast import chance_roller, foresee, make_order
from rules.opponent.options import attacks
from rules.opponent.sight import Sight, board_known_to
from rules.opponent.toll import Ways, effects_of
from rules.opponent.view import View
from rules.opponent.weighing import usual_cover
from rules.opponent.worth import ATTACKS, Appraiser, Scale

MOST_TOLD = 3
MOST_LOOKED = 300
"""Most choices that are evaluated; of more, those with the most dice."""
MUCH = 0.005
"""Least gain, as a share of a side's strength, that is clearly better."""
CLEARLY = 0.05
"""Least increase of the chance by the better choice; four times as much as a share of the losses."""
AT_LEAST = 0.25
"""Least increase of the average losses if the chance is equal, in models and hit points."""
GAMES = 500
"""Games sampled for an attack whose exact odds take too long."""
MOST_LINES = 3
"""Most lines of a ledger that are shown for one choice."""


class Kind(StrEnum):
    """Kinds of choices that are judged."""

    TARGET = "target"
    ACTION = "action"
    COVER = "cover"


class HarmChances(NamedTuple):
    """Expected result of an attack: the chance of any harm, the average losses, and their worth.

    `takes` is in models and hit points, with states at their cost.
    """

    some: float
    takes: float
    worth: float
    lines: tuple[Line, ...] = ()
    exact: bool = True


class MissedChoice(NamedTuple):
    """A choice for which a better one existed: `did` is the action of `unit` against `target`.

    `better` is the better target, action or cover, and `lines` are the ledger lines that make the difference.
    """

    kind: Kind
    number: int
    turn: int
    unit: str
    target: str
    did: str
    better: str
    was: HarmChances
    best: HarmChances
    lines: tuple[Line, ...]

    @property
    def gain(self) -> float:
        return self.best.worth - self.was.worth

    @property
    def likelier(self) -> bool:
        """True if the chance of harm distinguishes the choices; otherwise the average losses do."""
        better = self.was.some - self.best.some if self.kind is Kind.COVER else self.best.some - self.was.some
        return better >= CLEARLY * self._doubt

    @property
    def is_clear(self) -> bool:
        """True if the better choice clearly harms an enemy more, or is clearly harmed less."""
        less, more = (self.best, self.was) if self.kind is Kind.COVER else (self.was, self.best)
        return self.likelier or more.takes - less.takes >= self._doubt * max(AT_LEAST, CLEARLY * 4 * less.takes)

    @property
    def _doubt(self) -> int:
        """Factor of the differences that count: twice as large if chances were sampled."""
        return 1 if self.best.exact and self.was.exact else 2


class JudgedChoice(NamedTuple):
    """A choice to judge: the entry of an attack, the game before it, and the knowledge at that time.

    `led` is the entry of the unit's activation or move that led to it, `led_from` the game before that.
    """

    kind: Kind
    entry: Entry
    before: Game
    sight: Sight
    led: Entry | None = None
    led_from: Game | None = None

    @property
    def dice(self) -> int:
        return sum(len(roll.faces) for roll in self.entry.rolls)


# The choices of a side, collected while its game is read.


@dataclass
class ReviewFold:
    """Collects the choices of one side from the entries of a game in order.

    `undone` are the numbers of all entries that are undone later.
    """

    system: System
    side: str
    undone: Collection[int]
    game: Game = field(default_factory=Game)
    sight: Sight = field(default_factory=Sight)
    choices: list[JudgedChoice] = field(default_factory=list[JudgedChoice])
    _last: dict[str, tuple[Entry, Game]] = field(default_factory=dict[str, tuple[Entry, Game]])
    """The last move or activation of each unit, with the game before it."""

    def add(self, entry: Entry) -> None:
        """Process the next entry; raise BadEntry."""
        if entry.number in self.undone:
            return
        request = Request.of({"command": entry.command, **entry.request})
        before = self.game.copy()
        if is_attack(entry, request):
            self.sight = self.sight.with_cover({request.target[0]: "".join(request.cover[:1])})
            if request.distance:
                self.sight = self.sight.with_pairs(request.unit[0], {request.target[0]: request.distance[0]})
            self._add_choice(entry, request, before)
        entry.apply(self.game)
        if request.command in ("move", "activate") and len(request.unit) == 1:
            self._last[request.unit[0]] = entry, before
        if request.command not in (*_STILL, *ATTACKS[:1]):
            self.sight = self.sight.without_moved((*request.unit, *request.target))

    def _add_choice(self, entry: Entry, request: Request, before: Game) -> None:
        unit, target = request.unit[0], request.target[0]
        if unit not in before.units or target not in before.units:
            return
        if before.units[unit].side == self.side:
            self.choices.append(JudgedChoice(Kind.TARGET, entry, before, self.sight))
            led = self._last.get(unit)
            if led and led[0].command == "activate" and led[1].turn == before.turn:
                self.choices.append(JudgedChoice(Kind.ACTION, entry, before, self.sight, *led))
        elif before.units[target].side == self.side and entry.command == ATTACKS[0]:
            led = self._last.get(target)
            if led and led[0].command == "move" and before.turn - led[1].turn <= 1:
                self.choices.append(JudgedChoice(Kind.COVER, entry, before, self.sight, *led))
        if len(self.choices) > 2 * MOST_LOOKED:
            self.choices = choices_to_evaluate(self.choices)


_STILL = ("activate", "initiative", "turn phase", "turn end", "turn next")
"""Commands by which no unit moves."""


def is_attack(entry: Entry, request: Request) -> bool:
    """True if an entry is an attack of one unit on another."""
    return entry.command in ATTACKS and bool(entry.plays) and len(request.unit) == len(request.target) == 1


def choices_to_evaluate(choices: Sequence[JudgedChoice]) -> list[JudgedChoice]:
    """Return the choices to evaluate, in the order of the game."""
    most = sorted(choices, key=lambda one: -one.dice)[:MOST_LOOKED]
    return sorted(most, key=lambda one: one.entry.number)


# The worth of each choice, and of the alternatives.


@dataclass
class Reviewer:
    """Judges the choices of a side with the table of its system."""

    system: System
    side: str
    table: OpponentTable
    chance: Chance
    appraiser: Appraiser = field(init=False)

    def __post_init__(self) -> None:
        self.appraiser = Appraiser(self.table, self.chance)

    def missed(self, choice: JudgedChoice) -> MissedChoice | None:
        """Return the best alternative that is clearly better than a choice, if there is one."""
        try:
            found = list(self._other_choices(choice))
        except (RulesError, LookupError, ValueError, AttributeError):
            return None  # the rules have changed since
        clear = [one for one in found if one.gain >= MUCH and one.is_clear]
        return max(clear, key=lambda one: one.gain, default=None)

    def _other_choices(self, choice: JudgedChoice) -> Iterator[MissedChoice]:
        match choice.kind:
            case Kind.TARGET:
                return self._other_targets(choice)
            case Kind.ACTION:
                return self._other_actions(choice)
            case Kind.COVER:
                return self._other_covers(choice)

    def _view_before(self, choice: JudgedChoice, game: Game) -> View:
        """Return the table as the side knew it."""
        board = Board(game, self.system, stored_ruleset(self.system, choice.entry.rulings))
        return View(board_known_to(board, self.side), choice.sight, self.side)

    def _make_missed(
        self, choice: JudgedChoice, view: View, did: str, better: str, was: HarmChances, best: HarmChances
    ) -> MissedChoice:
        request, number = Request.of(choice.entry.request), choice.entry.number
        if choice.led is not None:
            number = choice.led.number
        # The lines that count only in the better choice, else those that count only against the other.
        had, has = (set(map(_line_key, one.lines)) for one in (was, best))
        more = [one for one in best.lines if _line_key(one) not in had]
        more = more or [one for one in was.lines if _line_key(one) not in has]
        at = (number, view.board.game.turn, request.unit[0], request.target[0])
        return MissedChoice(choice.kind, *at, did, better, was, best, tuple(more[:MOST_LINES]))

    def _other_targets(self, choice: JudgedChoice) -> Iterator[MissedChoice]:
        """Yield every other enemy at a known distance that the same command could have attacked."""
        view, request = self._view_before(choice, choice.before), Request.of(choice.entry.request)
        was = self._attack_chances(view, request)
        if was is None:
            return
        unit = view.board.unit(request.unit[0])
        for option in attacks(view, unit, self.table):
            known = option.target in view.sight.cover and option.target != request.target[0]
            if known and option.request.command == request.command:
                best = self._attack_chances(view, option.request)
                if best is not None:
                    yield self._make_missed(choice, view, request.target[0], option.target, was, best)

    def _other_actions(self, choice: JudgedChoice) -> Iterator[MissedChoice]:
        """Yield every other action by which the unit could have made the same attack."""
        assert choice.led is not None
        assert choice.led_from is not None
        view, attack = self._view_before(choice, choice.led_from), Request.of(choice.entry.request)
        led = Request.of(choice.led.request)
        command = self.system.commands["activate"]
        unit = view.board.unit(attack.unit[0])
        was = self._chances_over_activation(view, led, attack) if led.action else None
        if not led.action or was is None:
            return
        for action in command.actions_of(view.board, unit):
            if action.code == led.action:
                continue
            other = Request("activate", unit=led.unit, side=led.side, action=action.code)
            best = self._chances_over_activation(view, other, attack)
            if best is not None:
                yield self._make_missed(choice, view, led.action, action.code, was, best)

    def _chances_over_activation(self, view: View, led: Request, attack: Request) -> HarmChances | None:
        """Return the chances of an attack over all results of an activation; None if it never leads to the attack.

        The lines are those of the result that is worth most: a failed activation does not show what an action adds.
        """
        came, found, most = foresee(view.board, led, self.chance), HarmChances(0, 0, 0), None
        if came is None:
            return None
        for way in came.ways:
            after = self._attack_chances(View(way.board, view.sight, view.side), attack)
            if after is not None:
                some, takes, worth = (one + way.chance * more for one, more in zip(found[:3], after[:3], strict=True))
                most = max(most or after, after, key=lambda one: one.worth)
                found = HarmChances(some, takes, worth, most.lines, found.exact and after.exact and came.exact)
        return found if found.some else None

    def _other_covers(self, choice: JudgedChoice) -> Iterator[MissedChoice]:
        """Yield the usual cover of the table, for a unit that went where it had none."""
        assert choice.led is not None
        assert choice.led_from is not None
        view, request = self._view_before(choice, choice.before), Request.of(choice.entry.request)
        cover = usual_cover(view.board, self.table)
        codes = [one.code for one in self.system.commands[ATTACKS[0]].covers]
        before = self._view_before(choice, choice.led_from).board.game.units
        known = request.unit[0] in before and request.unit[0] in view.board.game.units
        if not known or not cover or request.cover[:1] not in ((), (codes[0],)):
            return
        was, best = self._attack_chances(view, request), self._attack_chances(view, changed(request, cover=(cover,)))
        if was is not None and best is not None:
            yield self._make_missed(choice, view, "", cover, was, best)

    # Chances of one attack

    def _attack_chances(self, view: View, request: Request) -> HarmChances | None:
        """Return the chances of an attack; None if the rules refuse it."""
        order = make_order(view.board, request, bent=True)
        if order is None or not order.command.plays:
            return None
        play = order.command.plays[0]
        attacker, target = view.board.unit(request.unit[0]), view.board.unit(request.target[0])
        try:
            action = view.board.system.actions[play.action]
            ways, exact = effects_of(action, action.plan(play.facts, view.board.book), self.chance, GAMES)
        except RulesError:
            return None
        some, takes, costs = self._harm_and_costs(view.board, play, ways, attacker, target)
        worth = self._attack_worth(view, attacker, target, takes, costs)
        live, origins = Live(chance_roller(lambda: 0.5)), view.board.origins(play.roles)
        steps = action.play(live, action.plan(play.facts, view.board.book)).steps
        lines = ledger_in_play(steps[0].throw, play.roles, origins) if steps else ()
        return HarmChances(some, takes, worth, lines, exact)

    def _harm_and_costs(
        self, board: Board, play: Planned, ways: Ways, attacker: Unit, target: Unit
    ) -> tuple[float, float, float]:
        """Return the chance that the target is harmed, and the losses and costs of an attack in strength."""
        some, takes, costs = 0.0, 0.0, 0.0
        for chance, effects in ways:
            harm = dict.fromkeys((attacker.id, target.id), 0.0)
            for effect in effects:
                id = play.roles.get(effect.unit, "")
                if id in harm:
                    harm[id] += self.appraiser.cost(board, board.unit(id), effect)
            some += chance * (harm[target.id] > 0)
            takes += chance * max(0.0, min(harm[target.id], float(target.strength)))
            costs += chance * max(0.0, harm[attacker.id])
        return some, takes, costs

    def _attack_worth(self, view: View, attacker: Unit, target: Unit, takes: float, costs: float) -> float:
        """Return the gain of an attack for the side: losses minus costs, and the reduced threat by its target."""
        scale: Scale = self.appraiser.scale(view, self.table.stance("balanced"))
        lead = takes / scale.brought[target.side] - costs / scale.brought[attacker.side]
        if attacker.side != self.side:
            return -lead
        danger = -self.appraiser.unit_worth(view, target, scale).danger
        return lead + danger * min(1.0, takes / max(1, target.strength))


def _line_key(line: Line) -> tuple[object, ...]:
    return line.why, line.value, line.of


def worst(found: Sequence[MissedChoice]) -> tuple[MissedChoice, ...]:
    """Return the three choices with the greatest loss, each entry once, in the order of the game."""
    most: dict[int, MissedChoice] = {}
    for one in sorted(found, key=lambda one: -one.gain):
        most.setdefault(one.number, one)
    return tuple(sorted(list(most.values())[:MOST_TOLD], key=lambda one: one.number))
