"""The commands of a turn in a file: activation, initiative, the next turn and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from pydantic import BaseModel, Field

from rules.command.effects import clear_states, require_alive
from rules.command.planned import Planned
from rules.files.nomination import NominatedRoll, NominationRule
from rules.files.orders import FileOrder, refuse
from rules.files.rolls import FileTables
from rules.files.seen import FileBoard, Seen, known_facts, scope_of
from rules.game.after_battle import Unsettled
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Facts
from rules.kernel.text import N_, Listed, Term, Text, Value
from rules.kit import alternate
from rules.kit.contest import ContestRule


class FileActivation(alternate.Activation[FileTables, BaseModel]):
    """`/activate`, with the roll of the file for it."""

    order: ClassVar[type[FileOrder] | None] = None
    """The action of the file, if it has one."""

    def rolls(self) -> Iterable[Planned]:
        return self.order(self.board, self.request).rolls() if self.order else ()

    def after(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Event]:
        unit = now.unit(self.unit.id)
        steps, states = self.order.spec.steps if self.order else (), now.system.states
        # Some states do not end by themselves: the action changes them, or they go with such a state.
        settled = {mark.rpartition(".")[2] for step in steps for mark in step.marks}
        left = settled.intersection(unit.states)
        kept = settled.union(name for name in unit.states if name in states and states[name].goes_with in left)
        cleared = clear_states(now, unit, "activation", kept)
        if isinstance(self.turns, alternate.WhileObeyed) and "failed" in played[0].outcome:
            return (*cleared, *self.turns.disobey(now.after(cleared), unit))
        return (*cleared, *self.turns.begin_activation(now.after(cleared), unit))

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        if self.order:
            yield from self.order(self.board, self.request).own_notes(now, self.plays, played)
        yield from super().notes(now, played)


def owed_activations(board: FileBoard) -> Iterator[Unsettled]:
    """Yield the units with markers that an activation settles, for the end of a battle."""
    spec = board.tables.compiled.action_of("activate")
    for unit in board.game.units.values() if spec and spec.owes else ():
        assert spec
        scope, words = scope_of(board, unit=unit), board.tables.compiled.document.counted
        owed = next((one for one in spec.owes if unit.alive and one.applies(scope)), None)
        if owed:
            assert owed.number  # it has one
            facts, by_enemy = known_facts(board, spec, unit), any(one.by == "enemy" for one in spec.row.then)
            said = owed.text(scope, {}, words)
            yield Unsettled(unit.id, spec.key, {"unit": facts}, owed.number.number(scope), said, by_enemy)


# The initiative.


class FileSide(Facts):
    name: str | None = Field(default=None, max_length=60, title=N_("Side"))


class FileInitiativeFacts(Facts):
    """The sides that roll for the initiative."""

    sides: tuple[FileSide, ...] = Field(min_length=2, max_length=20, title=N_("Sides"))


class FileInitiative(ContestRule[FileInitiativeFacts, FileTables, BaseModel]):
    """A roll in which the highest total goes first and ties are rolled again.

    Each file has a subclass with its own die and section.
    """

    @property
    def dice(self) -> int:
        return self.book.tables.compiled.document.initiative.dice

    def contenders(self) -> Sequence[Value]:
        return [one.name or Text("side {at}", at=at) for at, one in enumerate(self.facts.sides, 1)]

    def ledger(self, at: int) -> Iterable[Line]:
        yield Line(Text("per side"), self.dice, self.section, "dice")


class FileRollForInitiative(alternate.RollForInitiative[FileTables, BaseModel]):
    """`/initiative`: one roll per side."""

    no_modifiers = Text("This roll has no modifiers."), ""
    rule: ClassVar[type[FileInitiative]]

    def rolls(self) -> Iterable[Planned]:
        yield self.rule.plan_roll({"sides": tuple({"name": side[:60]} for side in self.board.game.sides)})


class FileRollOfNominated(FileRollForInitiative):
    """`/initiative`: a test of one unit per side: the named unit, or the best that is not hidden."""

    several = ("unit",)
    rule: ClassVar[type[NominationRule]]  # pyright: ignore[reportIncompatibleVariableOverride]

    def checks(self) -> None:
        self.must_have_sides()
        has_modifier = bool(self.request.modifier or self.request.modifiers)
        refuse(self.rule.spec, {**scope_of(self.board), "modifier": has_modifier}, {})
        super().checks()
        assert self.nominated

    def rolls(self) -> Iterable[Planned]:
        sides = tuple(
            known_facts(self.board, self.rule.spec, unit) | {"name": unit.side[:60]} for unit in self.nominated
        )
        yield self.rule.plan_roll({"sides": sides})

    def rank_sides(self, played: Played) -> Sequence[str]:
        """Return the sides in order: the winner first, then the others in turn."""
        sides, first = self.board.game.sides, played.outcome.winner
        return *sides[first:], *sides[:first]

    def headline(self) -> Text:
        units = Listed([unit.with_side for unit in self.nominated])
        values: dict[str, Value] = {"word": Term(self.turns.word), "turn": self.board.game.turn, "units": units}
        return Text("Initiative of {word} {turn}: {units}", **values)

    @cached_property
    def nominated(self) -> list[Unit]:
        """Return the unit of each side; raise RuleError for a side without one, BadFacts for two of one side."""
        named = [require_alive(self.board.unit(id), Text("be nominated")) for id in self.request.unit]
        found: list[Unit] = []
        for side in self.board.game.sides:
            mine = [unit for unit in named if unit.side == side]
            if len(mine) > 1:
                names = Listed([unit.ref for unit in mine])
                raise BadFacts([Text("unit: {side} nominates one unit; name one, not {units}", side=side, units=names)])
            found.append(mine[0] if mine else self._best(side))
        return found

    def _best(self, side: str) -> Unit:
        """Return the unit with the best test, then the fewest harmful markers that the test knows.

        A hidden unit is chosen only if there is no other, and without comparing them: the best one would reveal its
        type.
        """
        living = [unit for unit in self.board.game.units_of_side(side) if unit.alive]
        if not living:
            raise RuleError(Text("{side} has no unit left to nominate.", side=side), self.turns.section)
        shown = [unit for unit in living if not unit.has("hidden")]
        worth = {
            unit.id: NominatedRoll.of(self.rule.spec, Seen(self.board, unit), self.board.book).worth for unit in shown
        }
        states = self.board.system.states
        harmful = [name for name in self.rule.spec.row.knows or states if name in states and states[name].harm]
        return max(shown or living, key=lambda unit: (worth.get(unit.id, 0), -sum(map(unit.count, harmful))))


# The next turn, and the end of the game.


class FileNextTurn(alternate.NextTurn[FileTables, BaseModel]):
    def headline(self) -> Text:
        turn = self.board.game.turn + 1
        return Text("Round {round}", round=turn) if self.turns.word == "round" else super().headline()

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        yield from super().notes(now, played)
        yield from endings(now)


def endings(board: FileBoard) -> Iterator[Text]:
    """Yield notes on how near the game is to its end, by the file's rules of victory."""
    victory, turn = board.tables.compiled.document.victory, board.game.turn
    if victory is None:
        return
    word = Text(board.tables.compiled.document.system.turn)
    if victory.turns == turn:
        yield Text("This is the last {turn} ({section}).", turn=word, section=victory.section)
    elif victory.turns and turn > victory.turns:
        values: dict[str, Value] = {"turn": word, "n": victory.turns, "section": victory.section}
        yield Text("The game is over after {turn} {n} ({section}): `/game end`.", **values)
    for side in board.game.sides:
        units = board.game.units_of_side(side)
        started, left = sum(one.starting for one in units), sum(one.models for one in units if one.alive)
        if victory.broken and started and (started - left) * 100 >= victory.broken * started:
            values = {"side": side, "lost": started - left, "all": started, "section": victory.section}
            yield Text("{side} is broken, with {lost} of {all} figures lost ({section}).", **values)
