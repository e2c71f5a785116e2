"""The commands of a file: their questions to players, their refusals, and their later changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.command.effects import changes, clear_states, mark
from rules.command.planned import Planned
from rules.files.answers import AnsweredOrder
from rules.files.faults import filled
from rules.files.ledger import Lane
from rules.files.rolls import Rolls
from rules.files.rule import state_effect
from rules.files.seen import FileBoard, first_sentence, is_known, reminder_of, scope_of
from rules.files.sentences import values_of
from rules.files.specs import ActionSpec, RefusalSpec
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.request import ASK_ME, Request, changed
from rules.kernel.text import Listed, Term, Text, Value, ask_note


def refuse(spec: ActionSpec, scope: Mapping[str, Any], refs: Mapping[str, Value]) -> None:
    """Raise RuleError by the first refusal of an action that applies."""
    for one in spec.refused:
        if _holds(one, scope):
            raise RuleError(filled(one.row.say, refs), one.row.section or spec.row.section)


class FileOrder(AnsweredOrder):
    """An action of a file as a command."""

    is_move: ClassVar[bool] = False

    def checks(self) -> None:
        scope, refs = self._scope, self._refs
        refuse(self.spec, scope, refs)
        self.check_weapons()
        if not self.row.free:
            super().checks()
        for one in self.spec.warned:
            self.warn_if(_holds(one, scope), filled(one.row.say, refs))
        if self.row.once and self.unit.has(self.row.once):
            again = Text("{unit} has already done that this {turn}.", unit=self.unit.ref, turn=Text(self.turns.word))
            self.warn(again, repeat=True)

    def check_weapons(self) -> None:
        """Raise RuleError if an attack has no suitable weapon."""

    def rolls(self) -> Iterable[Planned]:
        if self.spec.has_rule:
            yield self.rule.plan_roll(self.facts(), **self._units)

    def after(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Event]:
        unit = now.unit(self.unit.id)
        if self.row.once:
            yield from mark(unit, **{self.row.once: 1})
        if self.is_move:
            yield from clear_states(now, unit, "move")
        if self.row.marks:
            scope, holds = self._scope, self.board.tables.compiled.holds
            found = [state_effect("unit", name, one.number(scope), holds) for name, one in self.spec.marks.items()]
            found = [one for one in found if one.change > 0 or unit.has(one.effect)]
            yield from changes(now, found, {"unit": unit.id})
        for unit in (now.unit(one.id) for one in self._units.values()):
            for one in self.board.system.states.values():
                if one.goes_with and unit.has(one.name) != unit.has(one.goes_with):
                    yield from mark(unit, **{one.name: None if unit.has(one.name) else 1})
        if not self.row.free:
            yield from super().after(now, played)

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        yield from self.own_notes(now, self.plays, played)
        unit = self.target if self.row.is_attack else self.unit
        after = now.unit(unit.id)
        # Markers that a move has ended, or that an attack took from its target; a modifier names those that it spends.
        states = self.board.system.states.values() if self.is_move or (self.row.is_attack and after.alive) else ()
        spent = {one.row.spends.rpartition(".")[2] for one in self.spec.modifiers}
        ended = [one for one in states if ("move" in one.cleared_by if self.is_move else one.name not in spent)]
        if lost := [one.name for one in ended if one.marker and unit.has(one.name) and not after.has(one.name)]:
            yield Text("{unit} is no longer {states}.", unit=unit.ref, states=Listed(map(Term, lost), "or"))
        if not self.row.free:
            yield from super().notes(now, played)

    def own_notes(self, now: FileBoard, plays: Sequence[Planned], played: Sequence[Played]) -> Iterator[Text]:
        """Yield the notes of the file whose conditions are met after the action; none that asks what cannot apply."""
        if not self.spec.notes:
            return
        there = {role: now.unit(unit.id) for role, unit in self._units.items()}
        scope = {**self._known_scope(), **self.asked_situations()}
        scope |= self.rule(plays[0].facts, self.board.book).scope_after(played[0]) if played else {}
        scope |= scope_of(now, **there)
        words, refs = now.tables.compiled.document.counted, {role: unit.ref for role, unit in there.items()}
        for one, row in zip(self.spec.notes, self.row.notes, strict=True):
            if one.applies(scope):
                said = one.text(scope, {**refs, **values_of(scope, one.names, words)}, words)
                asks = tuple(f"{stem}{ASK_ME}" for stem in row.asks)
                if not row.button:
                    yield said
                elif self.situations_of(self.board, changed(self.request, situation=(*self.request.situation, *asks))):
                    yield ask_note(said, Text(row.button), Request("amend", situation=asks))

    def reminder(self) -> Text:
        return reminder_of(self.board, self.unit) or super().reminder()

    def menu_text(self) -> Text:
        """Return the action in a list of what the unit may do, a move with its inches."""
        if self.spec.menu:
            scope = scope_of(self.board, unit=self.unit)
            rolls, lane = Rolls(self.board.tables, self.spec, {}, 0), Lane("", 0, scope)
            values = {"dice": rolls.count_dice(self.spec.first_roll, lane)} if self.spec.tells_dice else {}
            if said := first_sentence(self.board.tables, self.spec.menu, scope, **values):
                return said
        inches, title = self.inches() if self.is_move else None, Text(self.row.title)
        return Text("{action} {inches}″", action=title, inches=inches) if inches else title

    def headline(self) -> Text:
        if self.row.headline:
            return filled(self.row.headline, self._refs)
        title = Text(self.row.title)
        if self.row.is_attack:
            return Text("{attacker} → {target}", attacker=self.unit.ref, target=self.target.ref)
        return Text("{unit}: {action}", unit=self.unit.ref, action=title)

    def inches(self) -> int | None:
        if any(end.inches for step in self.spec.steps for end in step.endings.values()) or not self.spec.inches:
            return None
        scope = {**scope_of(self.board, unit=self.unit), **self.asked_situations()}
        return max(0, sum(one.number(scope) for _, one in self.spec.inches))


def _holds(one: RefusalSpec, scope: Mapping[str, Any]) -> bool:
    """True if the condition is met; a condition about a target or facts that are not known is not met."""
    return one.is_early and is_known(one.when, scope) and bool(one.when(scope))


class Moving(FileOrder):
    """`/move`: one of the kinds of move in the file."""

    ways: ClassVar[Mapping[str, type[FileOrder]]]

    def __new__(cls, board: FileBoard, request: Request) -> Any:
        way = cls.ways.get(request.action or "", next(iter(cls.ways.values())))
        return way(board, request)
