"""The commands of a file: their questions to players, their refusals, and their later changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from rules.command.choices import weapon_groups, weapons_served
from rules.command.effects import clear_states, mark
from rules.command.order import Order, refuse_if
from rules.command.planned import Planned
from rules.command.system import Board
from rules.files.faults import filled
from rules.files.rolls import FileTables
from rules.files.rule import FileRule
from rules.files.sentences import with_words
from rules.files.specs import CONTACT, STARTING, ActionSpec, RefusalSpec
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError, RulesError
from rules.kernel.facts import Choice, Facts
from rules.kernel.request import Request, bare_request, changed, split_code
from rules.kernel.text import N_, Joined, Listed, Plural, Text, Value, several_of
from rules.kit import alternate
from rules.kit.contest import ContestRule

FileBoard = Board[FileTables, BaseModel]


def unit_facts(board: FileBoard, unit: Unit) -> dict[str, object]:
    """Return a unit as facts for the rules of its file."""
    compiled = board.tables.compiled
    profile = board.system.profile.model_construct(None, **unit.profile)
    found: dict[str, object] = {name: getattr(profile, name) for name in compiled.document.profile}
    for name in compiled.states_read:
        found[name] = unit.count(name) if compiled.holds[name] == "count" else unit.has(name)
    return {**found, "models": unit.models, **({STARTING: unit.starting} if compiled.counts_starting else {})}


def choices_of(board_tables: Mapping[str, Any], asks: Sequence[str], option: str) -> tuple[Choice, ...]:
    """Return the choices for an option of a command, from the facts that its action asks for."""
    found: list[Choice] = []
    for name in asks:
        row = board_tables[name]
        if row.option == option:
            for n in row.numbers:
                found.append(Choice(f"{name}={n}", Text(row.label, n=n), length=row.inches))
            found += [Choice(name, Text(row.label))] if row.label and not row.numbers else []
            found += [Choice(code, Text(label)) for code, label in row.codes.items()]
    return tuple(found)


class FileOrder(alternate.UnitAction[FileTables, BaseModel]):
    """An action of a file as a command."""

    spec: ClassVar[ActionSpec]
    rule: ClassVar[type[FileRule[Any, Any]]]

    @property
    def row(self) -> Any:
        return self.spec.row

    @property
    def _units(self) -> dict[str, Unit]:
        if not self.row.is_attack:
            return {"unit": self.unit}
        there = {"attacker": self.unit}
        return {**there, "target": self.target} if self.request.target else there

    def checks(self) -> None:
        units, refs = self._units, {role: unit.ref for role, unit in self._units.items()}
        named = {**self.board.tables.numbers, **dict(self.board.rulings)}
        scope = {**named, **{role: _Seen(self.board, unit) for role, unit in units.items()}}
        for one in self.spec.refused:
            if _holds(one, scope):
                raise RuleError(filled(one.row.say, refs), one.row.section or self.row.section)
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
        """Return the facts that only players know, from the request; situations that are not named are false."""
        said = {*self.request.situation, *self.request.cover, *self.request.terrain}
        found: dict[str, object] = {}
        for name in self.row.asks:
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

    def facts(self) -> dict[str, object]:
        units = {role: unit_facts(self.board, unit) for role, unit in self._units.items()}
        if self.row.knows:
            units = {role: {name: found[name] for name in self.row.knows} for role, found in units.items()}
        return {**units, **self.asked_situations()}

    def rolls(self) -> Iterable[Planned]:
        yield self.rule.plan_roll(self.facts(), **self._units)

    def after(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Event]:
        unit = now.unit(self.unit.id)
        if self.row.once:
            yield from mark(unit, **{self.row.once: 1})
        if self.row.command == "move":
            yield from clear_states(now, unit, "move")
        if not self.row.free:
            yield from super().after(now, played)

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        yield from notes_of(self.spec, now, self._units, played, {**self._known_scope(), **self.asked_situations()})
        if not self.row.free:
            yield from super().notes(now, played)

    def suits(self, code: str) -> bool:
        """True if a situation can apply, by its row; facts that are hidden or not said yet rule nothing out."""
        stem, number = split_code(code) if "=" in code else (code, None)
        rows = self.board.tables.compiled.document.asked
        name = next((name for name in self.spec.offered if name == stem.rstrip("=") or stem in rows[name].codes), None)
        if name is None or not self.request.unit:
            return True
        when, scope = self.spec.offered[name], self._known_scope()
        scope |= {"n": number} if number is not None else {}
        is_known = {read.partition(".")[0] for read in when.reads} <= scope.keys()
        return not is_known or bool(when(scope))

    def _known_scope(self) -> dict[str, Any]:
        """Return what is known of an action before it is complete, for expressions."""
        units = {role: unit for role, unit in self._units.items() if role != "target" or not unit.has("hidden")}
        found: dict[str, Any] = {**self.board.tables.numbers, **dict(self.board.rulings)}
        found |= {role: _Seen(self.board, unit) for role, unit in units.items()}
        said = {*self.request.situation, *self.request.cover, *self.request.terrain}
        for name in self.row.asks:
            row = self.board.tables.compiled.document.asked[name]
            given = [code for code in row.codes if code in said]
            if row.numbers:
                found[name] = (self.request.length(name) or Decimal(0)) if row.inches else self.request.number(name)
            elif not row.codes:
                found[name] = name in said
            elif len(given) == 1:
                found[name] = given[0]
        return {**found, **({"distance": self.request.distance[0]} if self.request.distance else {})}

    def headline(self) -> Text:
        if self.row.headline:
            return filled(self.row.headline, {role: unit.ref for role, unit in self._units.items()})
        title = Text(self.row.title)
        if self.row.is_attack:
            return Text("{attacker} → {target}", attacker=self.unit.ref, target=self.target.ref)
        return Text("{unit}: {action}", unit=self.unit.ref, action=title)

    def inches(self) -> int | None:
        if any(end.inches for step in self.spec.steps for end in step.endings.values()) or not self.spec.inches:
            return None
        named = {**self.board.tables.numbers, **dict(self.board.rulings)}
        scope = {**named, **self.asked_situations(), "unit": _Seen(self.board, self.unit)}
        return max(0, sum(one.number(scope) for _, one in self.spec.inches))


class _Seen:
    """A unit on its board, with the names that expressions read as attributes."""

    def __init__(self, board: FileBoard, unit: Unit) -> None:
        self._board, self._unit = board, unit

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
    """True if the condition is met; a condition about a target is not met without one."""
    if "target" not in scope and any(read.startswith("target.") for read in one.when.reads):
        return False
    return bool(one.when(scope))


def notes_of(
    spec: ActionSpec, now: FileBoard, units: Mapping[str, Unit], played: Sequence[Played], scope: Mapping[str, Any]
) -> Iterator[Text]:
    """Yield the notes of an action whose conditions are met after it."""
    if spec.notes:
        found, there = played[0].outcome._asdict(), {role: now.unit(unit.id) for role, unit in units.items()}
        named = {**now.tables.numbers, **dict(now.rulings)}
        scope = {**named, **scope, **{role: _Seen(now, unit) for role, unit in there.items()}, **found}
        words = now.tables.compiled.document.counted
        values = {**{role: unit.ref for role, unit in there.items()}, **with_words(found, words)}
        yield from (one.text(scope, values, words) for one in spec.notes if one.applies(scope))


class FileAttack(FileOrder):
    """`/fire` and `/assault`: at one enemy unit, with the weapons that reach it."""

    several = ("target",)

    def _usable(self, unit: Unit) -> dict[str, Any]:
        """Return the weapons of a unit that suit the action, by name."""
        rows, which = self.board.tables.weapons, self.spec.which
        scope = {"attacker": _Seen(self.board, unit)}
        names = [one.name for one in unit.weapons]
        return {name: rows[name] for name in names if not which or which({**scope, "weapon": rows[name]})}

    def check_weapons(self) -> None:
        if self.row.weapons and not self._usable(self.unit):
            text = Text("{unit} has no weapon for it.", unit=self.unit.ref)
            raise RuleError(text, self.row.section)

    def _reaches(self, row: Any) -> bool:
        if self.spec.reach is None:
            return True
        far = self.spec.reach.number({"attacker": _Seen(self.board, self.unit), "weapon": row})
        return self.request.distance[0] <= far

    def _crew_of(self, row: Any) -> int:
        """Return the number of models that one weapon takes."""
        if self.spec.crew is None:
            return 1
        return max(0, self.spec.crew.number({"attacker": _Seen(self.board, self.unit), "weapon": row}))

    def facts(self) -> dict[str, object]:
        found = super().facts()
        if self.row.weapons:
            found["weapons"] = [{"weapon": name, "count": count} for name, count in self.chosen_weapons().items()]
        if self.spec.reach is not None:
            found["distance"] = self.request.distance[0]
        return found

    def chosen_weapons(self) -> dict[str, int]:
        """Return the attacking weapons: those named, else all in reach, up to the number of models."""
        unit, usable = self.unit, self._usable(self.unit)
        reach = {name: row for name, row in usable.items() if self._reaches(row)}
        values: dict[str, Value] = {"unit": unit.ref, "inches": (self.request.distance or (Decimal(0),))[0]}
        refuse_if(not reach, Text("No weapon of {unit} reaches {inches}″.", **values), self.row.section)
        carried = {one.name: one.count for one in unit.weapons if one.name in reach}
        crews = {name: self._crew_of(reach[name]) for name in carried}
        if not (self.request.firers and self.request.firers[0].strip()):
            return weapons_served([(name, count, crews[name]) for name, count in carried.items()], unit.models)
        found: dict[str, int] = {}
        for count, name in weapon_groups(self.request.firers[0], carried):
            found[name] = found.get(name, 0) + (carried[name] if count is None else count)
            there = Text("{unit} has {weapons}.", unit=unit.ref, weapons=several_of(carried[name], name))
            refuse_if(found[name] > carried[name], there, self.row.section)
        few = Plural("{unit} has {n} model.", "{unit} has {n} models.", unit.models, unit=unit.ref)
        refuse_if(sum(crews[name] * n for name, n in found.items()) > unit.models, few, self.row.section)
        return found

    def after(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Event]:
        if self.row.contact:
            yield from _contact(now, now.unit(self.unit.id), now.unit(self.target.id))
        yield from super().after(now, played)

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        if self.row.weapons:
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


class FileActivation(alternate.Activation[FileTables, BaseModel]):
    """`/activate`, with the roll of the file for it."""

    rule: ClassVar[type[FileRule[Any, Any]] | None] = None

    def rolls(self) -> Iterable[Planned]:
        if self.rule:
            yield self.rule.plan_roll({"unit": unit_facts(self.board, self.unit)}, unit=self.unit)

    def after(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Event]:
        unit = now.unit(self.unit.id)
        cleared = clear_states(now, unit, "activation")
        if isinstance(self.turns, alternate.WhileObeyed) and "failed" in played[0].outcome:
            return (*cleared, *self.turns.disobey(now.after(cleared), unit))
        return (*cleared, *self.turns.begin_activation(now.after(cleared), unit))

    def notes(self, now: FileBoard, played: Sequence[Played]) -> Iterable[Text]:
        if self.rule:
            yield from notes_of(self.rule.spec, now, {"unit": self.unit}, played, {})
        unit = now.unit(self.unit.id)
        if not (unit.alive and unit.has("actions_left")):
            yield from self.turns.go_note(now)
            return
        values: dict[str, Value] = {"unit": unit.ref, "actions": Listed(self.choices(now, unit), "or")}
        n = self.turns.actions
        yield Plural("{n} action for {unit}: {actions}.", "{n} actions for {unit}: {actions}.", n, **values)


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

    def rank_sides(self, played: Played) -> Sequence[str]:
        """Return the sides in the order of their totals."""
        order: tuple[int, ...] = played.outcome.order
        return [self.board.game.sides[place] for place in order]


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
