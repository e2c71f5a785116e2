"""The commands of a file: their questions to players, their refusals, and their later changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar

from pydantic import BaseModel

from rules.command.effects import changes, clear_states, mark
from rules.command.order import Order, refuse_if
from rules.command.planned import Planned
from rules.command.system import Board
from rules.files.action_shape import ActionRow
from rules.files.arms import Arm, FileArms, arms_for
from rules.files.expressions import Expression
from rules.files.faults import filled
from rules.files.rolls import FileTables, Lane, Rolls
from rules.files.rule import FileRule, state_effect
from rules.files.sentences import SaySpec, with_words
from rules.files.specs import CONTACT, STARTING, ActionSpec, RefusalSpec
from rules.game.events import Event
from rules.game.unit import Unit, keep_with
from rules.kernel.action import Played
from rules.kernel.errors import RuleError, RulesError
from rules.kernel.facts import Choice
from rules.kernel.request import Request, bare_request, changed, split_code
from rules.kernel.text import Joined, Listed, Term, Text, Value, several_of
from rules.kit import alternate

FileBoard = Board[FileTables, BaseModel]


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

    @property
    def _units(self) -> dict[str, Unit]:
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
        scope, refs = scope_of(self.board, **self._units), self._refs
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

    def asked_situations(self) -> dict[str, object]:
        """Return the facts that only players know, from the request; situations that are not named are false.

        A move names its way: the one of the request, or its first.
        """
        said = {*self.request.situation, *self.request.cover, *self.request.terrain}
        ways, way = self.row.ways, self.request.action
        found: dict[str, object] = {"action": way if way in ways else ways[0]} if ways else {}
        for name in self.spec.asked:
            row = self.board.tables.compiled.document.asked[name]
            if row.numbers:
                found[name] = (self.request.length(name) or Decimal(0)) if row.inches else self.request.number(name)
                continue
            if not row.codes:
                found[name] = name in said
                continue
            given = [code for code in row.codes if code in said]
            refuse_if(len(given) > 1, Text("Choose only one: {codes}.", codes=Listed(given)))
            found[name] = given[0] if given else next(iter(row.codes))
        return found

    def facts(self) -> dict[str, Any]:
        if self.row.facts:
            return self._declared_facts()
        units = {role: known_facts(self.board, self.spec, unit) for role, unit in self._units.items()}
        return {**(units["unit"] if self.row.bare else units), **self.asked_situations()}

    def _declared_facts(self) -> dict[str, Any]:
        """Return the facts that the file declares: numbers of the units, answers, and what answers set."""
        fields, found = self.rule.action.facts.model_fields, dict[str, Any]()
        for role, unit in self._units.items():
            seen, record = Seen(self.board, unit), fields[role].annotation
            assert record
            found[role] = {name: getattr(seen, name) for name in record.model_fields if seen.has(name)}
        found |= self.asked_situations()
        found |= {"distance": self.request.distance[0]} if "distance" in fields and self.request.distance else {}
        scope = {**self._known_scope(), **scope_of(self.board, **self._units)}
        by = dict[str, str]()
        for name, n in self._answered():
            for fact, one in self.spec.sets.get(name, {}).items():
                both = Listed([Term(by.setdefault(fact, name)), Term(name)])
                refuse_if(by[fact] != name, Text("Not possible at the same time: {situations}.", situations=both))
                record, _, field = fact.rpartition(".")
                (found.setdefault(record, {}) if record else found)[field] = one.value({**scope, "n": n})
        return found

    def _answered(self) -> Iterator[tuple[str, Decimal | int]]:
        """Yield the questions of the action that the request answers, with the number in the answer, if it has one."""
        said = {*self.request.situation, *self.request.cover, *self.request.terrain}
        for name in self.row.asks:
            row = self.board.tables.compiled.document.asked[name]
            n = self.request.length(name) if row.numbers else None
            if n is not None or name in said or not said.isdisjoint(row.codes):
                yield name, n or 0

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
            scope, holds = scope_of(self.board, **self._units), self.board.tables.compiled.holds
            found = [state_effect("unit", name, one.number(scope), holds) for name, one in self.spec.marks.items()]
            yield from changes(now, found, {"unit": unit.id})
        if not self.row.free:
            yield from super().after(now, played)

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        yield from notes_of(self.spec, now, self._units, played, {**self._known_scope(), **self.asked_situations()})
        if self.is_move and (lost := self._markers_left(now)):
            yield Text("{unit} is no longer {states}.", unit=self.unit.ref, states=Listed(map(Term, lost), "or"))
        if not self.row.free:
            yield from super().notes(now, played)

    def _markers_left(self, now: FileBoard) -> list[str]:
        """Return the states with a marker that a move has ended."""
        states, unit = now.system.states, now.unit(self.unit.id)
        known = [name for name in self.unit.states if name in states and states[name].marker and not unit.has(name)]
        return [name for name in known if "move" in states[name].cleared_by]

    def reminder(self) -> Text:
        return reminder_of(self.board, self.unit) or super().reminder()

    def menu_text(self) -> Text:
        """Return the action in a list of what the unit may do, a move with its inches."""
        if self.spec.menu:
            scope = scope_of(self.board, unit=self.unit)
            values = {"dice": self._dice(scope)} if self.spec.tells_dice else {}
            if said := first_sentence(self.board.tables, self.spec.menu, scope, **values):
                return said
        inches, title = self.inches() if self.is_move else None, Text(self.row.title)
        return Text("{action} {inches}″", action=title, inches=inches) if inches else title

    def _dice(self, scope: Mapping[str, Any]) -> int:
        """Return the number of dice of its first roll."""
        return Rolls(self.board.tables, self.spec, {}, 0).count_dice(self.spec.first_roll, Lane("", 0, scope))

    def suits(self, code: str) -> bool:
        """True if a situation can apply, by its row; facts that are hidden or not said yet rule nothing out."""
        stem, number = split_code(code) if "=" in code else (code, None)
        rows = self.board.tables.compiled.document.asked
        name = next((name for name in self.spec.offered if name == stem.rstrip("=") or stem in rows[name].codes), None)
        if name is None:
            return True
        scope = self._known_scope()
        scope |= {"n": number} if number is not None else {}
        return all(one(scope) for one in self.spec.offered[name] if is_known(one, scope))

    def _known_scope(self) -> dict[str, Any]:
        """Return what is known of an action before it is complete, for expressions."""
        units = {role: unit for role, unit in self._units.items() if role != "target" or not unit.has("hidden")}
        found = scope_of(self.board, **units)
        said = {*self.request.situation, *self.request.cover, *self.request.terrain}
        for name in self.row.asks:
            row = self.board.tables.compiled.document.asked[name]
            given = [code for code in row.codes if code in said]
            if row.codes and row.idle:
                found[name] = given[0] if len(given) == 1 else ""
            elif row.numbers:
                found[name] = (self.request.length(name) or Decimal(0)) if row.inches else self.request.number(name)
            elif not row.codes:
                found[name] = name in said
            elif len(given) == 1:
                found[name] = given[0]
        return {**found, **({"distance": self.request.distance[0]} if self.request.distance else {})}

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
        self._board, self._unit = board, unit

    def has(self, name: str) -> bool:
        """True if it has a number or state of this name."""
        compiled = self._board.tables.compiled
        own = name in compiled.holds or name in self._board.system.profile.model_fields or name == "models"
        return own or (name == STARTING and compiled.counts_starting)

    def __getattr__(self, name: str) -> Any:
        holds = self._board.tables.compiled.holds
        if name in holds:
            return self._unit.count(name) if holds[name] == "count" else self._unit.has(name)
        if name == "models":
            return self._unit.models
        if name == STARTING and self._board.tables.compiled.counts_starting:
            return self._unit.starting
        default = self._board.system.profile.model_fields[name].default
        return self._unit.profile.get(name, default)


def _holds(one: RefusalSpec, scope: Mapping[str, Any]) -> bool:
    """True if the condition is met; a condition about a target or facts that are not known is not met."""
    return is_known(one.when, scope) and bool(one.when(scope))


def is_known(one: Expression, scope: Mapping[str, Any]) -> bool:
    """True if a scope has all that an expression reads; a unit of the board has no facts but its own."""
    for owner, _, field in (read.partition(".") for read in one.reads):
        if owner not in scope or (isinstance(seen := scope[owner], Seen) and not seen.has(field)):
            return False
    return True


def notes_of(
    spec: ActionSpec, now: FileBoard, units: Mapping[str, Unit], played: Sequence[Played], scope: Mapping[str, Any]
) -> Iterator[Text]:
    """Yield the notes of an action whose conditions are met after it."""
    if spec.notes:
        there = {role: now.unit(unit.id) for role, unit in units.items()}
        found: dict[str, Any] = played[0].outcome._asdict() if played else {}
        scope = {**scope, **scope_of(now, **there), **found}
        words = now.tables.compiled.document.counted
        values = {**{role: unit.ref for role, unit in there.items()}, **with_words(found, words)}
        yield from (one.text(scope, values, words) for one in spec.notes if one.applies(scope))


def arms_of(board: FileBoard, unit: Unit, spec: ActionSpec) -> Mapping[str, Arm]:
    """Return the weapons of a unit that suit an action, as the unit is now."""

    def found() -> Mapping[str, Arm]:
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
            yield from _contact(now, now.unit(self.unit.id), now.unit(self.target.id))
        yield from super().after(now, played)

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        if self.spec.weapons:
            used = [several_of(count, name) for name, count in self.chosen_weapons().items()]
            yield Text("Attacked with: {weapons}.", weapons=Joined(used, ", "))
        yield from super().notes(now, played)


def _contact(board: FileBoard, one: Unit, other: Unit) -> Iterator[Event]:
    """Yield the events that bring two units into contact."""
    for unit, foe in ((one, other), (other, one)):
        if unit.alive and foe.alive and foe.id not in unit.words(CONTACT):
            yield from mark(unit, **{CONTACT: ",".join((*unit.words(CONTACT), foe.id))})


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
