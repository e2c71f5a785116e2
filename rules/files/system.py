"""Building a system from a file: tables, facts, rules and commands as the values of a Python system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, cast

from pydantic import BaseModel

from rules.command.effects import mark
from rules.command.movement import FARTHEST, Band, bands_of_width, up_to
from rules.command.system import System
from rules.command.turns import active_units, out_of_go_warnings
from rules.files.advice import check_use
from rules.files.classes import build_commands, build_order, build_rule, build_subclass
from rules.files.compiled import compile_document
from rules.files.derived import apply_base, base_key_of, complete_likes
from rules.files.document import read_rows
from rules.files.faults import Faults, check_texts, check_translations, locate_fault
from rules.files.file_system import FileSystem, of_file
from rules.files.levels import levels_of
from rules.files.models import facts_of, model_of, rulings_of, unit_model
from rules.files.names import check_numbers
from rules.files.orders import (
    FileBoard,
    FileOrder,
    arms_of,
    has_target,
    is_known,
    is_open,
)
from rules.files.override import read_override
from rules.files.rolls import FileTables
from rules.files.roster import read_forces, read_plurals, read_units, read_weapons
from rules.files.sense import check_sense
from rules.files.shape import Document
from rules.files.source import Source, UnreadableSource, source
from rules.files.specs import CONTACT, CompiledFile
from rules.files.turn_orders import FileInitiative, NominationRule, nomination_facts, owed_activations
from rules.game.after_battle import AfterBattle, Unsettled, is_passed_by_outcome
from rules.game.events import Event
from rules.game.unit import Unit, UnitSpec, Weapon
from rules.kernel.action import About, SetupStep, State, Topic
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Facts
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.request import bare_request, changed
from rules.kernel.roll_kinds import RollKind, RollKinds
from rules.kernel.text import N_, NOTHING, Role, Text
from rules.kit import alternate
from rules.kit.rule import Rule, actions_of


@dataclass(frozen=True, kw_only=True)
class FileRuleset(FileSystem):
    """A system whose rules are in its file too, the whole of them unless it says otherwise."""

    is_whole: ClassVar[bool] = True
    turns: alternate.Alternate
    orders: Mapping[str, type[FileOrder]] = field(default_factory=dict[str, type[FileOrder]])

    def may(self, board: FileBoard, unit: Unit) -> Sequence[Text]:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self.turns.spent_warnings(unit):
            return ()
        if self.turns.out_of_go(board, unit):
            return () if active_units(board) or out_of_go_warnings(board, unit, "") else (Text("activate"),)
        return tuple(self.open_actions(board, unit))

    def open_actions(self, board: FileBoard, unit: Unit) -> Sequence[Text]:
        """Return the actions that are not refused or warned about, moves with their inches."""
        found: list[Text] = []
        for order in self.orders.values():
            if order.spec.row.free:
                continue
            one = order(board, changed(bare_request("act"), unit=(unit.id,)))
            if is_open(one) and (not order.spec.row.is_attack or has_target(board, unit, order)):
                found.append(one.menu_text())
        return found

    def numbers(self, board: FileBoard, unit: Unit) -> Sequence[Text]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the moves whose inches have a sentence of their own."""
        request = changed(bare_request("act"), unit=(unit.id,))
        moves = [one for one in self.orders.values() if one.is_move and one.spec.menu]
        return [one(board, request).menu_text() for one in moves]

    def bands(self, board: FileBoard, unit: Unit) -> Sequence[Band]:  # pyright: ignore[reportIncompatibleMethodOverride]
        fire = self.tables.compiled.action_of("fire")
        arms = arms_of(board, unit, fire).values() if fire else ()
        if not (fire and fire.every):
            return up_to(limit for one in arms for limit in one.bands)
        widths = {one.every for one in arms} - {0}  # of several, those who fire decide
        return bands_of_width(widths.pop(), FARTHEST) if len(widths) == 1 else ()

    def ready_to_fire(self, board: FileBoard, unit: Unit) -> Sequence[Weapon]:
        if (fire := self.tables.compiled.action_of("fire")) is None:
            return unit.weapons
        arms = arms_of(board, unit, fire)
        return [one for one in unit.weapons if one.name in arms and arms[one.name].worth > 0]

    def open_matters(self, board: FileBoard) -> Sequence[Unsettled]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return tuple(owed_activations(board))

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        return unit.words(CONTACT)

    def settle(self, board: FileBoard) -> Sequence[Event]:  # pyright: ignore[reportIncompatibleMethodOverride]
        events = self.turns.settle(board)
        units = board.game.units
        for unit in units.values():
            foes = unit.words(CONTACT)
            left = [one for one in foes if unit.alive and one in units and units[one].alive]
            left = [one for one in left if unit.id in units[one].words(CONTACT)]
            if len(left) < len(foes):
                events += mark(unit, **{CONTACT: ",".join(left) or None})
        return events


Bases = Mapping[str, FileSystem]
NO_BASES: Bases = MappingProxyType({})
DEEPEST_BASE = 4
"""Files that one file may be based on, each on the next."""


def read_system(
    content: bytes, name: str, bases: Bases = NO_BASES, kept: bool = False, with_python: bool = False
) -> FileSystem:
    """Make a system from a file, which may be a variant of one of the `bases`, given by key.

    Raise BadFacts with a sentence for each fault, with its line. A file that was `kept` since it was accepted is not
    refused for values without effect. The file of a system that is partly in Python is read `with_python`, its part;
    without it a copy is refused, with the way to house rules.
    """
    base: list[FileSystem] = []

    def based(key: str) -> Source | None:
        if key not in bases:
            return None
        base.append(bases[key])
        if len(bases[key].files) > DEEPEST_BASE:
            raise UnreadableSource(Text("a variant is based on at most {n} files", n=DEEPEST_BASE), own.line(("base",)))
        return bases[key].source

    try:
        own = source(content)
        whole = apply_base(own, based, bases)
        found = complete_likes(whole)
    except UnreadableSource as error:
        raise BadFacts([locate_fault(name, error.line, error.text)]) from None
    # A base without a file has its rules in Python: there is nothing of it to keep.
    below = base[0] if base and base[0].content else None
    digest = digest_on(below.digest if below else "", content)
    if base and base[0].make:
        made = read_override(base[0], own, whole, name)
        if not kept:
            check_use(made, whole.values, Faults(name, own))
        return replace(made, content=content, base=below, digest=digest)
    part = None if base else _find_copied(own, bases)
    if part and part.make and with_python and own.values.get("system", {}).get("key") == part.key:
        made = of_file(part.make(own, name), source=whole, make=part.make, digest=digest)
        check_use(made, whole.values, Faults(name, own))
        return made
    try:
        made = replace(_read_rules(Faults(name, found)), content=content)
    except BadFacts:
        if part is None:
            raise
        copied = Text(
            'this is a copy of {key}, and a part of {key} is in Python: begin with base = "{key}", '
            "and keep below it only [system] and what you change",
            key=part.key,
        )
        raise BadFacts([locate_fault(name, own.line(("system",)), copied)]) from None
    if not kept:
        check_use(made, whole.values, Faults(name, own))
    return replace(made, source=whole, base=below, digest=digest)


def _find_copied(own: Source, bases: Bases) -> FileSystem | None:
    """Return the base with a part in Python of which a file has an action, word for word."""
    actions = own.values.get("action")
    if not isinstance(actions, dict):
        return None
    found = cast("dict[str, object]", actions).items()
    partly = (one for one in bases.values() if one.make and "action" in one.source.values)
    return next((one for one in partly if any(row == one.source.values["action"].get(key) for key, row in found)), None)


def read_with_python(whole: Source, name: str, complete: Callable[[FileRuleset], System]) -> System:
    """Make a system of its file and of a function that adds its part in Python; raise FaultsInFile."""
    return complete(_read_rules(Faults(name, complete_likes(whole)), is_whole=False))


def _read_rules(faults: Faults, is_whole: bool = True) -> FileRuleset:
    """Check and build the rules in a file; raise FaultsInFile with all its faults."""
    rows = read_rows(faults, Document)
    if rows is None:
        faults.raise_all()
        raise AssertionError
    check_numbers(rows, faults)
    if is_whole:
        check_texts(rows, faults)  # those of a variant are checked by themselves
    check_translations(rows.texts, faults)
    spec = compile_document(rows, faults)
    profile, weapon = (model_of(*of, rows.system.die) for of in (("Profile", rows.profile), ("Weapon", rows.weapon)))
    parts = Parts(profile, read_weapons(rows, weapon, faults), read_units(rows, profile, faults))
    if not faults.found:
        check_sense(spec, parts.weapons, parts.units, faults, is_whole=is_whole)
    faults.raise_all()
    made = _build_system(spec, parts, faults)
    faults.raise_all()
    return made


def digest_on(below: str, content: bytes) -> str:
    """Return the digest of a file on top of a base with the digest `below`, if it has a base."""
    return sha256(below.encode() + content).hexdigest()


def digest_of(files: Sequence[bytes]) -> str:
    """Return the digest of the last of these files, each of which is based on the one before."""
    digest = ""
    for content in files:
        digest = digest_on(digest, content)
    return digest


def read_files(files: Sequence[bytes], name: str, bases: Bases = NO_BASES, kept: bool = False) -> FileSystem:
    """Read the last of these files, each of which is based on the one before, the first on one of `bases`, if any.

    Raise BadFacts. Its bases were accepted before, and with `kept` so was the file itself.
    """
    below: FileSystem | None = None
    for at, content in enumerate(files, 1):
        below = read_system(content, name, {base_key_of(content): below} if below else bases, kept or at < len(files))
    assert below
    return below


_ORDERS = {"alternate": alternate.Alternate, "sides": alternate.SideAfterSide, "keeps": alternate.WhileObeyed}


class Parts(NamedTuple):
    """The checked models, units and weapons of a file."""

    profile: type[BaseModel]
    weapons: Mapping[str, BaseModel]
    units: Mapping[str, UnitSpec]


def _build_system(spec: CompiledFile, parts: Parts, faults: Faults) -> FileRuleset:
    rows = spec.document
    about = rows.system
    go = rows.go
    turns = _ORDERS[go.order](go.actions, go.section, go.of_actions or go.section, about.turn)
    tables = FileTables(spec, parts.weapons)
    profile = parts.profile
    unit = unit_model(spec, profile)
    initiative = _initiative(spec, unit)
    rules: dict[str, type[Rule[Any, Any, Any, Any]]] = {
        key: initiative if one.row.command == "initiative" else build_rule(one, spec, unit)
        for key, one in spec.actions.items()
        if one.has_rule
    }
    orders = {
        key: build_order(one, rules.get(key), turns, spec)
        for key, one in spec.actions.items()
        if one.row.command != "initiative"
    }
    commands, acts = build_commands(orders, tables, initiative, turns)
    states: dict[str, State] = {**{name: _state(name, rows) for name in rows.states}, **_BUILT_IN}
    if CONTACT not in spec.holds:
        del states[CONTACT]
    system = FileRuleset(
        key=about.key,
        about=About(
            name=about.name,
            version=about.version,
            credit=about.credit,
            licence=about.licence,
            demo=rows.shown.forces,
            steps=rows.shown.try_,
        ),
        tables=tables,
        rulings=rulings_of(rows),
        profile=profile,
        actions=actions_of(*dict.fromkeys((*rules.values(), initiative))),
        commands=commands,
        acts=acts,
        states=states,
        topics=_topics(rows),
        throws=_throws(spec),
        units=parts.units,
        weapons=tuple(rows.weapons),
        plurals=read_plurals({"units": rows.units, "weapons": rows.weapons}, faults.add),
        absent={key: Text(said) for key, said in rows.absent.items()},
        turn=about.turn,
        die=about.die,
        levels=levels_of(spec, profile),
        setup=tuple(SetupStep(one.key, Text(one.text), one.command, one.waits) for one in rows.setup) or _SETUP,
        after_battle=AfterBattle(passed=partial(_is_passed, spec)),
        refused=tuple(map(Text, rows.refused)) or tuple(_listed(spec, "refused")),
        warned=tuple(map(Text, rows.warned)) or tuple(_listed(spec, "warned")),
        rows=rows,
        turns=turns,
        orders={key: one for key, one in orders.items() if one.spec.row.command != "activate"},
    )
    return replace(system, forces=read_forces(system, rows, faults))


def _initiative(spec: CompiledFile, unit: type[Facts]) -> type[Rule[Any, Any, Any, Any]]:
    """Build the roll for the initiative: of the sides, or of a nominated unit of each."""
    rows, own = spec.document, spec.action_of("initiative")
    if own is None:
        said: dict[str, Any] = {"key": "initiative", "die": rows.system.die, "section": rows.initiative.section}
        return build_subclass(FileInitiative, "Initiative", said)
    said = {"key": own.key, "title": Text(own.row.title), "topic": own.row.topic or own.key, "spec": own}
    return build_subclass(NominationRule[nomination_facts(facts_of(own, spec, unit))], "Initiative", said)


# The other texts and values of a system.

_SETUP = (
    SetupStep("forces", Text("Bring both forces to the table."), "/force load"),
    SetupStep("rulings", Text("Agree on what the rules leave open."), "/rulings show"),
    SetupStep("deploy", Text("Lay out the terrain and set up the units."), "/marker set"),
    SetupStep("initiative", Text("Roll for the initiative."), "/initiative"),
)
_BUILT_IN: Mapping[str, State] = {
    "activated": State(
        "activated", Text("activation"), ("turn_end",), Text("has been activated this turn"), marker=True, living=True
    ),
    "actions_left": State(
        "actions_left", Text("activation"), ("turn_end",), Text("actions it may still take"), "count", living=True
    ),
    CONTACT: State(
        CONTACT,
        Text("close combat"),
        ("manual",),
        Text("is in close combat with these"),
        "words",
        living=True,
        with_units=Text(N_("in contact with {units}")),
    ),
}


def _state(name: str, rows: Document) -> State:
    row = rows.states[name]
    until = row.until or ("manual",)
    holds = "words" if row.holds == "units" else row.holds
    state = State(name, Text(row.set_by), until, Text(row.effect), holds, living=True)
    state = state._replace(marker=row.marker, harm=row.harm, spent=row.spent)
    state = state._replace(figures=row.figures, goes_with=row.goes_with)
    return state._replace(ends=Text(row.ends) if row.ends else NOTHING, alone=Text(row.alone) if row.alone else NOTHING)


def _topics(rows: Document) -> dict[str, Topic]:
    first = Text("Each side rolls for the order of play: the highest total goes first, ties roll again.")
    usual = {"initiative": Topic(Text("Initiative"), rows.initiative.section, first)}
    found: dict[str, Topic] = {} if "initiative" in rows.topics else usual
    found |= {key: Topic(Text(row.title), row.section, Text(row.text), row.rulings) for key, row in rows.topics.items()}
    if (victory := rows.victory) and victory.text:
        found["victory"] = Topic(Text("Victory"), victory.section, Text(victory.text))
    for key, row in rows.action.items():
        if row.rule:
            found[key] = Topic(Text(row.title), row.section, Text(row.rule))
    return found


def _throws(spec: CompiledFile) -> RollKinds:
    found: dict[str, RollKind] = {"initiative*": RollKind("initiative")}
    for one in spec.actions.values():
        for roll in one.every_roll:
            found[f"{roll.key}*"] = RollKind(roll.row.purpose or "other", None if roll.table else "high")
    return RollKinds(found)


def _is_passed(spec: CompiledFile, play: Play, roll: RecordedRoll) -> bool:
    one = spec.actions.get(play.action)
    if one and one.passes and is_known(one.passes, play.outcome):
        return bool(one.passes(play.outcome))
    ends = [value for value in play.outcome.values() if value in ("passed", "failed")]
    return ends[0] == "passed" if ends else is_passed_by_outcome(play, roll)


def _listed(spec: CompiledFile, kind: str) -> list[Text]:
    roles = {role: Role(role) for role in ("attacker", "target", "unit")}
    found: list[Text] = []
    for one in spec.actions.values():
        for row in getattr(one.row, kind):
            used = {name: role for name, role in roles.items() if f"{{{name}}}" in row.say}
            found.append(Text(row.say, **used))
    return list(dict.fromkeys(found))
