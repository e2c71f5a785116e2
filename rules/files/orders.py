"""The commands of a file: their questions to players, their refusals, and their later changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar

from pydantic import BaseModel

from rules.command.effects import changes, clear_states, mark
from rules.command.order import Order, refuse_if
from rules.command.planned import Planned
from rules.command.system import Board
from rules.files.action_shape import ActionRow
from rules.files.arms import FileArm, FileArms, arms_for
from rules.files.expressions import Expression
from rules.files.faults import filled
from rules.files.ledger import Lane
from rules.files.rolls import FileTables, Rolls
from rules.files.rule import FileRule, state_effect
from rules.files.sentences import SaySpec, values_of, with_words
from rules.files.shape import AskedRow
from rules.files.specs import CONTACT, STARTING, ActionSpec, RefusalSpec
from rules.game.events import Event
from rules.game.unit import Unit, keep_with
from rules.kernel.action import Played
from rules.kernel.errors import RuleError, RulesError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import ASK_ME, Request, bare_request, changed, split_code
from rules.kernel.text import Joined, Listed, Term, Text, Value, ask_note, several_of
from rules.kit import alternate

FileBoard = Board[FileTables, BaseModel]
MOST_TYPED = 100
"""The greatest number that a question for one offers."""


def unit_facts(board: FileBoard, unit: Unit) -> dict[str, object]:
    """Return a unit as facts for the rules of its file."""
    compiled = board.tables.compiled
    profile = board.system.profile.model_construct(None, **unit.profile)
    found: dict[str, object] = {name: getattr(profile, name) for name in compiled.document.profile}
    for name in compiled.states_read:
        found[name] = unit.count(name) if compiled.holds[name] == "count" else unit.has(name)
    return {**found, "models": unit.models, **({STARTING: unit.starting} if compiled.counts_starting else {})}


def known_facts(board: FileBoard, spec: ActionSpec, unit: Unit) -> dict[str, object]:
    """Return a unit as facts for an action: the numbers and states that the action knows."""
    seen = Seen(board, unit)
    return {name: getattr(seen, name) for name in spec.row.knows} or unit_facts(board, unit)


def choices_of(board_tables: Mapping[str, Any], asks: Sequence[str], option: str) -> tuple[Choice, ...]:
    """Return the choices for an option of a command, from the facts that its action asks for."""
    found: list[Choice] = []
    for name in asks:
        row = board_tables[name]
        if row.option == option:
            for n in row.numbers:
                found.append(Choice(f"{name}={n}", Text(row.label, n=n), length=row.inches))
            found += [Choice(name, Text(row.label))] if row.label and not row.numbers else []
            found += [Choice(code, Text(label), Text(row.names.get(code, ""))) for code, label in row.codes.items()]
    return tuple(found)


def scope_of(board: FileBoard, **units: Unit) -> dict[str, Any]:
    """Return the numbers and rulings of a game with units as they are now, for expressions."""
    seen = {role: Seen(board, unit) for role, unit in units.items()}
    return {**board.tables.numbers, **vars(board.rulings), **seen}


def refuse(spec: ActionSpec, scope: Mapping[str, Any], refs: Mapping[str, Value]) -> None:
    """Raise RuleError by the first refusal of an action that applies."""
    for one in spec.refused:
        if _holds(one, scope):
            raise RuleError(filled(one.row.say, refs), one.row.section or spec.row.section)


def first_sentence(
    tables: FileTables, sentences: Iterable[SaySpec], scope: Mapping[str, Any], **values: Value
) -> Text | None:
    """Return the first of some sentences that applies."""
    words = tables.compiled.document.counted
    return next((one.text(scope, with_words(values, words), words) for one in sentences if one.applies(scope)), None)


def reminder_of(board: Board[Any, Any], unit: Unit) -> Text | None:
    """Return the file's note about a unit that acts without activation, if it has one that applies."""
    spec = board.tables.compiled.action_of("activate")
    scope = scope_of(board, unit=unit)
    return first_sentence(board.tables, spec.reminds, scope, unit=unit.ref) if spec else None


class FileOrder(alternate.UnitAction[FileTables, BaseModel]):
    """An action of a file as a command."""

    spec: ClassVar[ActionSpec]
    rule: ClassVar[type[FileRule[Any, Any]]]
    is_move: ClassVar[bool] = False

    @property
    def row(self) -> ActionRow:
        return self.spec.row

    @cached_property
    def _units(self) -> Mapping[str, Unit]:
        if not self.request.unit:
            return {}
        if not self.row.is_attack:
            return {"unit": self.unit}
        there = {"attacker": self.unit}
        return {**there, "target": self.target} if self.request.target else there

    @property
    def _refs(self) -> dict[str, Value]:
        return {role: unit.ref for role, unit in self._units.items()}

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

    def asked_situations(self) -> dict[str, Any]:
        """Return the facts that only players know, from the request; situations that are not named are false.

        A move names its way: the one of the request, or its first.
        """
        ways, way = self.row.ways, self.request.action
        found: dict[str, Any] = {"action": way if way in ways else ways[0]} if ways else {}
        for name in self.spec.asked:
            given = self._answers.get(name, [self._asked[name].nothing])
            refuse_if(len(given) > 1, Text("Choose only one: {codes}.", codes=Listed(map(str, given))))
            found[name] = given[0]
        return found

    @cached_property
    def _asked(self) -> Mapping[str, AskedRow]:
        return self.board.tables.compiled.document.asked

    @cached_property
    def _answers(self) -> Mapping[str, Sequence[Any]]:
        """Return the answers of the request by the names of the questions: a number, true, or codes."""
        request, found = self.request, dict[str, Sequence[Any]]()
        said = {*request.situation, *request.cover, *request.terrain}
        for name in self.row.asks if said else ():
            row = self._asked[name]
            if row.numbers and (inches := request.length(name)) is not None:
                found[name] = [inches if row.inches else request.number(name)]
            elif given := [code for code in row.codes if code in said] or [True] * (name in said):
                found[name] = given
        return found

    def facts(self) -> dict[str, Any]:
        scope = self._scope
        needed = [name for name, when in self.spec.needed.items() if is_known(when, scope) and when(scope)]
        if needed and self._answers.keys().isdisjoint(needed):
            asks: list[Ask] = []
            for name in needed:
                numbers = (Choice(f"{name}={n}", Text("{n}", n=n)) for n in range(MOST_TYPED + 1))
                fits = tuple(one for one in numbers if self.suits(one.code))
                asks.append(Ask("situation", Text(self._asked[name].question or ""), fits))
            raise MissingFacts(asks)
        if self.row.facts:
            return self._declared_facts()
        units = {role: known_facts(self.board, self.spec, unit) for role, unit in self._units.items()}
        return {**(units["unit"] if self.row.bare else units), **self.asked_situations()}

    def _declared_facts(self) -> dict[str, Any]:
        """Return the facts that the file declares: numbers of the units, answers, and what answers set."""
        found: dict[str, Any] = self.asked_situations()
        for role, unit in self._units.items():
            seen = Seen(self.board, unit)
            found[role] = {name: getattr(seen, name) for name in self.spec.of_units[role]}
        if "distance" in self.rule.action.facts.model_fields and self.request.distance:
            found["distance"] = self.request.distance[0]
        by = dict[str, str]()
        for name, given in self._answers.items():
            for fact, one in self.spec.sets.get(name, {}).items():
                if by.setdefault(fact, name) != name:
                    both = Listed([Term(by[fact]), Term(name)])
                    raise RuleError(Text("Not possible at the same time: {situations}.", situations=both))
                scope = {**self._scope, "n": given[0]} if "n" in one.reads else self._scope
                record, _, field = fact.rpartition(".")
                (found.setdefault(record, {}) if record else found)[field] = one.value(scope)
        return found

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
        if lost := self._markers_lost(unit, now.unit(unit.id)):
            yield Text("{unit} is no longer {states}.", unit=unit.ref, states=Listed(map(Term, lost), "or"))
        if not self.row.free:
            yield from super().notes(now, played)

    def own_notes(self, now: FileBoard, plays: Sequence[Planned], played: Sequence[Played]) -> Iterator[Text]:
        """Yield the notes of the file whose conditions are met after the action."""
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
                asks = Request("amend", situation=tuple(f"{stem}{ASK_ME}" for stem in row.asks))
                yield ask_note(said, Text(row.button), asks) if row.button else said

    def _markers_lost(self, before: Unit, after: Unit) -> list[str]:
        """Return the states with a marker that a move has ended, or that an attack took from its target.

        Tokens that a modifier spends are left out: the modifier names them.
        """
        states = self.board.system.states.values() if self.is_move or (self.row.is_attack and after.alive) else ()
        lost = [one for one in states if one.marker and before.has(one.name) and not after.has(one.name)]
        spent = {one.row.spends.rpartition(".")[2] for one in self.spec.modifiers}
        return [one.name for one in lost if ("move" in one.cleared_by if self.is_move else one.name not in spent)]

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

    def suits(self, code: str) -> bool:
        """True if a situation can apply, by its row; facts that are hidden or not said yet rule nothing out."""
        stem, number = split_code(code) if "=" in code else (code, None)
        rows, plain = self._asked, stem.rstrip("=")
        name = next((name for name in self.spec.offered if name == plain or stem in rows[name].codes), None)
        if name is None:
            return True
        scope = self._known_scope()
        scope |= {"n": number} if number is not None else {}
        return all(one(scope) for one in self.spec.offered[name] if is_known(one, scope))

    @cached_property
    def _scope(self) -> Mapping[str, Any]:
        """The units, rulings and numbers of the game, and the answers of the request, for expressions."""
        found = scope_of(self.board, **self._units)
        found |= self.spec.unanswered
        found |= {name: given[0] for name, given in self._answers.items() if len(given) == 1}
        found |= {"distance": self.request.distance[0]} if self.request.distance else {}
        return found

    def _known_scope(self) -> dict[str, Any]:
        """Return what the players know of an action before it is complete: nothing of a hidden target."""
        is_hidden = "target" in self._units and self.target.has("hidden")
        return {name: one for name, one in self._scope.items() if not (is_hidden and name == "target")}

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


class Seen:
    """A unit on its board, with the names that expressions read as attributes."""

    def __init__(self, board: FileBoard, unit: Unit) -> None:
        self._board, self._unit, self._holds = board, unit, board.tables.compiled.holds

    def __getattr__(self, name: str) -> Any:
        if name in self._holds:
            return self._unit.count(name) if self._holds[name] == "count" else self._unit.has(name)
        if name == "models":
            return self._unit.models
        if name == STARTING and self._board.tables.compiled.counts_starting:
            return self._unit.starting
        if name in self._unit.profile:
            return self._unit.profile[name]
        return self._board.system.profile.model_fields[name].default


def _holds(one: RefusalSpec, scope: Mapping[str, Any]) -> bool:
    """True if the condition is met; a condition about a target or facts that are not known is not met."""
    return one.is_early and is_known(one.when, scope) and bool(one.when(scope))


def is_known(one: Expression, scope: Mapping[str, Any]) -> bool:
    """True if a scope has all that an expression reads."""
    return one.owners <= scope.keys()


def arms_of(board: FileBoard, unit: Unit, spec: ActionSpec) -> Mapping[str, FileArm]:
    """Return the weapons of a unit that suit an action, as the unit is now."""

    def found() -> Mapping[str, FileArm]:
        return arms_for(spec, board.tables, unit.weapons, scope_of(board, attacker=unit))

    return keep_with(unit, board.book, (arms_of, spec.key), found)


class FileAttack(FileOrder):
    """`/fire` and `/assault`: at one enemy unit, with the weapons that reach it."""

    several = ("target",)

    def check_weapons(self) -> None:
        if (arms := self.row.weapons) is None:
            return
        kinds = arms_of(self.board, self.unit, self.spec).values()
        if not any(one.worth > 0 and one.crew <= self.unit.models for one in kinds):
            text = Text("{unit} has no weapon for it.", unit=self.unit.ref)
            raise RuleError(filled(arms.none, {"attacker": self.unit.ref}) if arms.none else text, self.row.section)

    def facts(self) -> dict[str, Any]:
        found = super().facts()
        if self.spec.weapons:
            found["weapons"] = [{"weapon": name, "count": count} for name, count in self.chosen_weapons().items()]
        if self.spec.reach is not None:
            found["distance"] = self.request.distance[0]
        return found

    def chosen_weapons(self) -> dict[str, int]:
        """Return the attacking weapons: those named, else all in reach, up to the number of models."""
        unit, far, found = self.unit, (self.request.distance or (Decimal(0),))[0], dict[str, int]()
        arms = FileArms(self.spec, arms_of(self.board, unit, self.spec), unit.models, far, unit.ref)
        values: dict[str, Value] = {"unit": unit.ref, "inches": far}
        refuse_if(not arms.left, Text("No weapon of {unit} reaches {inches}″.", **values), self.row.section)
        for name, count in arms.choose(self.request.firers[0] if self.request.firers else ""):
            found[name] = found.get(name, 0) + count
        return found

    def after(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Event]:
        if self.row.contact:
            one, other = now.unit(self.unit.id), now.unit(self.target.id)
            for unit, foe in ((one, other), (other, one)):
                if unit.alive and foe.alive and foe.id not in unit.words(CONTACT):
                    yield from mark(unit, **{CONTACT: ",".join((*unit.words(CONTACT), foe.id))})
        yield from super().after(now, played)

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        if self.spec.weapons:
            used = [several_of(count, name) for name, count in self.chosen_weapons().items()]
            yield Text("Attacked with: {weapons}.", weapons=Joined(used, ", "))
        yield from super().notes(now, played)


class Moving(FileOrder):
    """`/move`: one of the kinds of move in the file."""

    ways: ClassVar[Mapping[str, type[FileOrder]]]

    def __new__(cls, board: FileBoard, request: Request) -> Any:
        way = cls.ways.get(request.action or "", next(iter(cls.ways.values())))
        return way(board, request)


def is_open(order: Order[Any, Any]) -> bool:
    """True if nothing refuses an action or warns about it."""
    try:
        return not order.judge()
    except RulesError:
        return False


def has_target(board: FileBoard, unit: Unit, order: type[FileOrder]) -> bool:
    """True if an attack is open at one enemy, or there is none on the table yet."""
    foes = [one for one in board.game.units.values() if one.side != unit.side and one.alive]
    at_each = (changed(bare_request("act"), unit=(unit.id,), target=(foe.id,)) for foe in foes)
    return not foes or any(is_open(order(board, request)) for request in at_each)
