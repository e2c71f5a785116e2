"""Hand to hand: Physical against Physical, and the lower score yields (Results); `/assault`, and pairs of fighters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

from pydantic import Field

from rules.bayonet import facts, figures, tables, turn
from rules.bayonet.movement import RESULTS
from rules.command.effects import add_words, clear_fallen, mark
from rules.command.planned import Planned
from rules.game.events import Event, LossesTaken
from rules.game.unit import Unit
from rules.kernel.action import Aim, Played
from rules.kernel.dice import Line, Roll, Total, total
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect, Shift
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, Listed, Role, Sentence, Text, UnitRef, ask_note, table_note

HAND_TO_HAND = "Hand to hand"
HandResult = Literal["none", "recoil", "flee", "downed"]
_RESULTS: tuple[HandResult, ...] = ("none", "recoil", "flee", "downed")
_LOST: dict[HandResult, str] = {
    "recoil": N_("{score} against {other}: {loser} recoils {inches}″."),
    "flee": N_("{score} against {other}: {loser} flees."),
    "downed": N_("{score} against {other}: {loser} is downed."),
}
_DEGREES = (
    Text("attacker downed"),
    Text("attacker flees"),
    Text("attacker recoils"),
    Text("hand to hand"),
    Text("enemy recoils"),
    Text("enemy flees"),
    Text("enemy downed"),
)


class AssaultFacts(Facts):
    """Facts of a hand-to-hand fight."""

    attacker: facts.BayonetFigure = Field(title=N_("Attacker"))
    defender: facts.BayonetFigure = Field(title=N_("Defender"))
    aiding: Count = Field(default=0, title=N_("Friends aiding"), description=N_("Figures that aid the attacker."))


class AssaultOutcome(NamedTuple):
    """Both scores, and the result for the lower one."""

    score: int
    target_score: int
    result: HandResult
    loser: Literal["attacker", "defender"] | None

    @property
    def degree(self) -> int:
        """The index in `_DEGREES`."""
        suffered = _RESULTS.index(self.result)
        return 3 + (suffered if self.is_won() else -suffered)

    def is_won(self) -> bool:
        return self.loser == "defender"

    def is_lost(self) -> bool:
        return self.loser == "attacker"


class BayonetAssault(tables.BayonetRule[AssaultFacts, AssaultOutcome]):
    """Both sides roll; the winner's score is compared with twice the loser's."""

    key, title, topic, hidden_fields = "assault", Text("Assault"), "hand_to_hand", ("score", "target_score")
    goal = Aim(N_("result"), attrgetter("degree"), whole=len(_DEGREES) - 1, steps=_DEGREES)
    fight = ((Text("won"), AssaultOutcome.is_won), (Text("lost"), AssaultOutcome.is_lost))

    def plan(self) -> None:
        facts, rulings = self.facts, self.book.rulings
        self.attack = self._fight_die(N_("attacker"), facts.attacker, tables.aid(facts.aiding, rulings))
        self.defence = self._fight_die(N_("defender"), facts.defender)
        self.double, self.recoil = rulings.results == "double", self.book.tables.suppressed_move
        self.rulings_used = tables.aid_rulings(facts.aiding, rulings)

    def _fight_die(self, who: str, figure: facts.BayonetFigure, more: Iterable[Line] = ()) -> Roll[int]:
        own = facts.factor(figure, "physical", Role(who, article=True))
        lines = (own, *facts.personal(figure, self.book.tables), *facts.protection(figure, "physical"), *more)
        return Roll(who, Role(who), who, 6, Total(), None, lines, HAND_TO_HAND)

    def play(self, table: Table) -> AssaultOutcome:
        score = table.roll(self.attack) + total(self.attack.ledger, "total")
        against = table.roll(self.defence) + total(self.defence.ledger, "total")
        result = _RESULTS[tables.grade_index(max(score, against), min(score, against), self.double)]
        loser = None if score == against else "defender" if score > against else "attacker"
        return AssaultOutcome(score, against, result, loser)

    def effects(self, played: Played[AssaultOutcome]) -> Iterable[Effect]:
        """Yield the states of the result; a tie leaves both in hand-to-hand combat, a recoil leaves no state."""
        outcome = played.outcome
        if outcome.loser is None:
            yield from (Effect("attacker", "in_hand_to_hand", 1), Effect("defender", "in_hand_to_hand", 1))
        elif outcome.result == "downed":
            yield from (Effect(outcome.loser, "downed", 1), Effect(outcome.loser, "models", -1))
        elif outcome.result == "flee":
            yield Effect(outcome.loser, "fleeing", 1)

    def moves(self, played: Played[AssaultOutcome]) -> Iterable[Shift]:
        loser, result = played.outcome.loser, played.outcome.result
        if loser and result == "recoil":
            winner = "defender" if loser == "attacker" else "attacker"
            yield Shift(loser, self.recoil, Text("away from {enemy}", enemy=Role(winner)))

    def rulings_used_in(self, played: Played[AssaultOutcome]) -> Iterable[str]:
        return tables.result_rulings(played.outcome.result)

    def describe(self, played: Played[AssaultOutcome]) -> Text:
        score, other, result, side = played.outcome
        if side is None:
            return Text("{score} against {other}: they stay hand to hand.", score=score, other=other)
        loser = Role(side, article=True)
        return Text(_LOST[result], score=score, other=other, loser=loser, inches=self.recoil)

    def short_text(self, played: Played[AssaultOutcome]) -> Text | None:
        """Return the recoil alone: the dice show the scores, and the instruction gives the distance."""
        loser, result = played.outcome.loser, played.outcome.result
        if loser is None or result != "recoil":
            return None
        return Sentence(Text("{loser} recoils.", loser=Role(loser, article=True)))


class BayonetAttack(tables.Order):
    """`/assault`: the first unit attacks, or continues a hand-to-hand fight; further units aid it."""

    key, title, doing, done_to = BayonetAssault.key, BayonetAssault.title, Text("fight"), Text("be assaulted")
    needs, several, situations, joiner_count = ("unit", "target"), ("unit",), figures.AIDING, figures.AIDS

    @property
    def aiding_units(self) -> list[Unit]:
        return self.units[1:]

    def checks(self) -> None:
        for target in self.targets:
            figures.require_factor(target, "physical")
        figures.must_fight(self.unit, HAND_TO_HAND)
        figures.must_aid(self.aiding_units, self.unit, HAND_TO_HAND)
        self.warn(*turn.wrong_step_warnings(self.board, self.unit, fights=True))
        self._check_way()
        for unit in self.aiding_units:
            for id in unit.words("aids_against"):
                if self.request.target and id not in self.request.target:
                    elsewhere = N_(
                        "{unit} has already aided against {other} in this bound; a figure aids against only "
                        "one enemy ({section})."
                    )
                    self.warn(Text(elsewhere, unit=unit.ref, other=UnitRef(id), section=tables.AID))

    def joiners(self) -> Sequence[Unit]:
        friends = figures.friends_of(self.board, self.unit)
        return [unit for unit in friends if figures.profile(unit).physical_cf is not None and not unit.has("fleeing")]

    def _check_way(self) -> None:
        """Warn of a forbidden move, the rules' only objection to an assault."""
        unit, most, distance = self.unit, figures.profile(self.unit).move, self.request.distance
        if unit.has("fleeing"):
            self.warn(
                Text(
                    "{attacker} is fleeing: move it away from the enemy ({section}).",
                    attacker=unit.ref,
                    section=RESULTS,
                )
            )
            return
        if unit.has("suppressed") and not unit.has("in_hand_to_hand"):
            most = self.board.tables.suppressed_move
            seeks = N_("{attacker} is suppressed: move it into cover, at most {inches}″ ({section}).")
            self.warn(Text(seeks, attacker=unit.ref, inches=most, section=RESULTS))
        if distance and most is not None and distance[0] > most:
            far = N_("{attacker} moves {inches}″; the enemy is {distance}″ away.")
            self.warn(Text(far, attacker=unit.ref, inches=most, distance=distance[0]))

    def rolls(self) -> Iterable[Planned]:
        aiding = len(self.aiding_units) + self.request.number("aiding")
        facts = {"attacker": figures.figure(self.unit), "defender": figures.figure(self.target), "aiding": aiding}
        yield BayonetAssault.plan_roll(facts, attacker=self.unit, defender=self.target)

    def after(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events that separate the two or, after a tie, keep them fighting; a unit that arrived has moved."""
        unit, target, outcome = self.unit.id, self.target.id, played[0].outcome
        came = {} if self.unit.has("in_hand_to_hand") else {"moved": 1}
        acted = mark(now.unit(unit), acted=1, **came)
        for friend in self.aiding_units:
            acted += add_words(now.unit(friend.id), "aids_against", target)
        if outcome.loser is None:
            return [*tie_up(now, unit, target), *acted]
        loser, winner = (unit, target) if outcome.loser == "attacker" else (target, unit)
        lasting = turn.renew_effects(now.unit(loser), ["fleeing"]) if outcome.result == "flee" else []
        return [*yield_fight(now, loser, winner), *lasting, *acted]

    def notes(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Text]:
        """Yield the question about a continued fight, or the instruction for a flight."""
        loser, request = played[0].outcome.loser, Request("assault", (self.unit.id,), (self.target.id,))
        if loser is None:
            yield ask_note(Text("They fight on, or one moves out of combat."), Text("Fight on"), request)
        elif played[0].outcome.result == "flee":
            unit = self.unit if loser == "attacker" else self.target
            yield table_note(Text("{unit} is fleeing: move it away from the enemy.", unit=unit.ref))

    def headline(self) -> Text:
        attacker, defender = self.unit.ref, self.target.ref
        if not self.aiding_units:
            return Text("Assault: {attacker} → {defender}", attacker=attacker, defender=defender)
        friends = Listed([unit.ref for unit in self.aiding_units])
        return Text(
            "Assault: {attacker} with {friends} → {defender}", attacker=attacker, friends=friends, defender=defender
        )


# Hand to hand, pair by pair: opponents, and figures without any left (States).

ANY = "any"
"""The opponent of a figure marked by hand while others already fought: any of them."""


def partners(unit: Unit) -> tuple[str, ...]:
    """Return the ids of its known opponents."""
    return tuple(id for id in unit.words("fights") if id != ANY)


def tie_up(board: tables.Board, one: str, other: str) -> list[Event]:
    """Return events by which two figures fight each other from now on, in addition to other opponents."""
    events: list[Event] = []
    for unit, foe in ((board.unit(one), other), (board.unit(other), one)):
        events += mark(unit, in_hand_to_hand=1, fights=",".join(dict.fromkeys((*partners(unit), foe))))
    return events


def out_of_combat(unit: Unit) -> list[Event]:
    """Return events by which a figure leaves all its fights."""
    return mark(unit, **{one: None for one in ("in_hand_to_hand", "overlapping", "fights") if unit.has(one)})


def yield_fight(board: tables.Board, loser: str, winner: str) -> list[Event]:
    """Return the events in which the loser leaves all its fights and the winner leaves this one."""
    won = board.unit(winner)
    left = _set_opponents(won, [id for id in partners(won) if id != loser])
    return [*out_of_combat(board.unit(loser)), *left]


def _set_opponents(unit: Unit, others: Sequence[str]) -> list[Event]:
    return mark(unit, fights=",".join(others)) if others else out_of_combat(unit)


def free_figures(board: tables.Board) -> list[Event]:
    """Return events that free figures whose opponents have all fallen or left."""
    known: list[Event] = []
    units = board.game.units
    for unit in units.values():
        before = partners(unit)
        still = tuple(id for id in before if id in units and _is_facing(units[id], unit))
        if unit.has("fights") and not unit.has("in_hand_to_hand"):
            known += mark(unit, fights=None)
        elif still != before:
            known += _set_opponents(unit, still)
    there = _fighters(board.after(known))
    alone = [one for one in there if one.word("fights") == ANY and all(other.side == one.side for other in there)]
    return [*known, *(event for unit in alone for event in out_of_combat(unit))]


def _is_facing(other: Unit, unit: Unit) -> bool:
    return other.has("in_hand_to_hand") and unit.id in partners(other) and other.side != unit.side


def pair_figures(board: tables.Board) -> list[Event]:
    """Return events that pair figures marked by hand with every enemy that has no named opponent.

    If there is none, any enemy in a fight is the opponent.
    """
    now, there = board, _fighters(board)
    for unit in there:
        enemies = [other for other in there if other.side != unit.side]
        if unit.has("fights") or not enemies:
            continue
        for other in enemies:
            if not partners(other):
                now = now.after(tie_up(now, unit.id, other.id))
        if not partners(now.unit(unit.id)):
            now = now.after(mark(unit, fights=ANY))
    fights = [(unit, now.unit(unit.id).word("fights")) for unit in there]
    return [event for unit, foes in fights if foes != unit.word("fights") for event in mark(unit, fights=foes)]


def _fighters(board: tables.Board) -> list[Unit]:
    return [unit for unit in board.game.living if unit.has("in_hand_to_hand")]


# Automatic changes of a board, after every kind of change.


def settle(board: tables.Board) -> list[Event]:
    """Return events that clear the fallen, end fights with figures that left, and pair figures marked by hand."""
    steps: tuple[Callable[[tables.Board], list[Event]], ...] = (
        _reconcile_downed,
        lambda board: [event for unit in board.game.units.values() for event in clear_fallen(board, unit)],
        free_figures,
        pair_figures,
        lambda board: [event for unit in board.game.units.values() for event in turn.forget_renewals(unit)],
    )
    events: list[Event] = []
    for step in steps:
        more = step(board)
        events, board = events + more, board.after(more)
    return events


def _reconcile_downed(board: tables.Board) -> list[Event]:
    """Return events that reduce figures and `downed` markers to consistent numbers."""
    events: list[Event] = []
    for unit in board.game.units.values():
        down, standing = unit.count("downed"), unit.starting - min(unit.count("downed"), unit.starting)
        events += mark(unit, downed=unit.starting) if down > unit.starting else []
        events += [LossesTaken(unit=unit.id, models=unit.models - standing)] if unit.models > standing else []
    return events
