"""The classes of a file: a rule for each action, an order for each of its commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from types import new_class
from typing import Any, cast

from rules.command.order import Order, commands_of
from rules.files.action_shape import OptionRow, StepRow
from rules.files.expressions import Expression
from rules.files.faults import filled
from rules.files.models import facts_of, outcome_of
from rules.files.orders import FileAttack, FileOrder, Moving, choices_of, first_sentence
from rules.files.play import ROLE_TEXTS, RulingRead
from rules.files.rolls import FileTables
from rules.files.rule import FileRule
from rules.files.sentences import with_words
from rules.files.shape import DecidedRow, Document
from rules.files.specs import ActionSpec, CompiledFile
from rules.files.turn_orders import (
    FileActivation,
    FileNextTurn,
    FileRollForInitiative,
    FileRollOfNominated,
    NominationRule,
)
from rules.kernel.action import Aim, FieldName
from rules.kernel.facts import Choice, Facts
from rules.kernel.table import Decision, Offer
from rules.kernel.text import NOTHING, Text
from rules.kit import alternate
from rules.kit.rule import Rule


def build_rule(one: ActionSpec, spec: CompiledFile, unit: type[Facts]) -> type[FileRule[Any, Any]]:
    outcome = outcome_of(one)
    lost = next((step.names[0] for step in one.steps if step.row.lose), None)
    aim = lost if one.row.aim is None else one.row.aim
    names, goal = _field_names(one, spec), None
    if isinstance(aim, str) and aim in one.numbers:
        goal = Aim[Any](aim, attrgetter(aim), code=names[aim].code if aim in names else "")
    body: dict[str, Any] = {
        "key": one.key,
        "title": Text(one.row.title),
        "topic": one.row.topic or one.key,
        "spec": one,
        "outcome_of": staticmethod(partial(cast("Any", tuple).__new__, outcome)),
        **_rulings_read(one, spec.document),
        "decisions": tuple(_decisions(one, spec.document.counted)),
        "hidden_fields": tuple(name for step in one.outer for name in step.names if step.row.let or step.row.hidden),
        "details": ("why",) if one.inches else (),
        "field_names": names,
        "goal": goal,
    }
    base = FileRule[facts_of(one, spec, unit), outcome]
    return build_subclass(base, f"{one.key}Rule", body)


def _rulings_read(one: ActionSpec, rows: Document) -> dict[str, Any]:
    """Return the rulings that an action depends on, where it reads them."""
    keys = frozenset(rows.rulings) - {name for name, _ in one.cited}
    formulas = [each for step in one.steps for each in (step.when, step.amount) if each]

    def read(found: Iterable[Expression]) -> list[RulingRead]:
        return [(each, name, rows.rulings[name].choices) for each in found for name in sorted(each.reads & keys)]

    return {
        "rulings_read": one.own_reads & keys,
        "rulings_of_modifiers": [(each, each.reads & keys) for each in one.modifiers if each.reads & keys],
        "rulings_of_steps": read(formulas),
        "rulings_before": read(one.before.values()),
    }


def _field_names(one: ActionSpec, spec: CompiledFile) -> dict[str, FieldName]:
    """Return the names of the marks that an action places: their states, unless it marks a state in several ways."""
    marks = [(step.names[0], *step.row.mark.rpartition(".")[::2]) for step in one.steps if step.row.mark]
    times = Counter(state for _, _, state in marks)
    return {
        name: FieldName(state, spec.holds[state] == "count")
        for name, role, state in marks
        if times[state] == 1 and role != "attacker"
    }


def _decisions(one: ActionSpec, counted: Mapping[str, str]) -> Iterator[Decision[Any]]:
    for mod in one.modifiers:
        if mod.row.decided:
            yield _decision(mod.key, mod.row.decided, mod.row.section or one.row.section, counted)
    for step in one.steps:
        if step.row.choose:
            section = step.row.section or one.row.section
            yield _decision(step.row.choose, step.row, section, counted, tuple(step.values))


def _decision(
    name: str, row: DecidedRow | StepRow, section: str, counted: Mapping[str, str], names: Sequence[str] = ()
) -> Decision[Any]:
    """Return a choice between words, or between yes and no, as 1 and 0; `names` are those of its numbers."""
    yes, no = ("spend", "keep") if isinstance(row, DecidedRow) else ("yes", "no")
    words = row.options if isinstance(row, StepRow) else ()
    options = words or (OptionRow(key=yes, say=row.yes or ""), OptionRow(key=no, say=row.no or ""))
    means = {one.key: one.key for one in words} or {yes: 1, no: 0}

    def offers(*situation: int) -> tuple[Offer, ...]:
        values = {**ROLE_TEXTS, **with_words(dict(zip(names, situation, strict=False)), counted)}
        return tuple(Offer(one.key, filled(one.say, values), Text(one.short or "")) for one in options)

    def read(said: str) -> int | str:
        if said not in means:
            raise ValueError(said)
        return means[said]

    return Decision(
        name=name,
        by="defender" if row.by == "enemy" else row.by or "",
        question=filled(row.question or "", ROLE_TEXTS),
        options=tuple(means),
        default=options[0].key,
        read=read,
        rule=section,
        offers=offers,
    )


_DOING = {"fire": (Text("fire"), Text("be a target")), "assault": (Text("fight"), Text("be fought"))}


def build_order(
    one: ActionSpec, rule: type[Rule[Any, Any, Any, Any]] | None, turns: alternate.Alternate, spec: CompiledFile
) -> type[FileOrder]:
    row, rows = one.row, spec.document
    body: dict[str, Any] = {
        "key": one.key if row.command in ("act", "move") else row.command,
        "title": Text(row.title),
        "spec": one,
        "rule": rule,
        "turns": turns,
        "doing": Text(row.doing or "act"),
        "repeats": bool(one.every_roll) and one.key not in spec.ways.values(),
        "is_move": one.key in spec.ways.values(),
        "situations": choices_of(rows.asked, row.asks, "situation"),
        "covers": choices_of(rows.asked, row.asks, "cover"),
        "terrain": choices_of(rows.asked, row.asks, "terrain"),
    }
    if not row.is_attack:
        return build_subclass(FileOrder, f"{one.key}Order", body)
    doing, done_to = _DOING[row.command]
    is_far = one.reach is not None or (rule is not None and "distance" in rule.action.facts.model_fields)
    needs = ("unit", "target", *(["distance"] if is_far else []), *(["cover"] if body["covers"] else []))
    body |= {"needs": needs, "doing": doing, "done_to": done_to}
    body["one_target"] = (Text("One enemy unit is the target."), row.section)
    return build_subclass(FileAttack, f"{one.key}Order", body)


def build_subclass(base: Any, name: str, said: Mapping[str, Any]) -> Any:
    """Build a subclass for this file; it keeps the type arguments of its base, if any."""
    return new_class(name, (base,), {}, lambda names: names.update(said))


def build_commands(
    orders: Mapping[str, type[FileOrder]],
    tables: FileTables,
    initiative: type[Rule[Any, Any, Any, Any]],
    turns: alternate.Alternate,
) -> tuple[Any, Any]:
    """Build the commands and acts of a file."""
    of_initiative: dict[str, Any] = {"key": "initiative", "turns": turns, "rule": initiative}
    is_nominated = issubclass(initiative, NominationRule)
    roll = build_subclass(FileRollOfNominated if is_nominated else FileRollForInitiative, "Initiative", of_initiative)
    activation = next((one for one in orders.values() if one.spec.row.command == "activate"), None)
    asks = {"asks": Text("Each side nominates a unit.")} if is_nominated else {}
    of_turn: list[type[Order[Any, Any]]] = [
        roll,
        build_subclass(FileActivation, "Activate", {"key": "activate", "turns": turns, "order": activation}),
        build_subclass(FileNextTurn, "Next", {"key": "turn next", "turns": turns, **asks}),
        build_subclass(alternate.EndOfGo, "End", {"key": "turn end", "turns": turns}),
    ]
    moves = [_moving(orders, tables, turns)] if tables.compiled.ways else []
    named = [one for one in orders.values() if one.spec.row.command not in ("act", "move", "activate")]
    commands = commands_of(*of_turn[:2], *moves, *named, *of_turn[2:])
    acts = commands_of(*(order for order in orders.values() if order.spec.row.command == "act"))
    return commands, acts


def _moving(
    orders: Mapping[str, type[FileOrder]], tables: FileTables, turns: alternate.Alternate
) -> type[Order[Any, Any]]:
    """Build the command `/move` with the ways of the file."""
    ways = {way: orders[key] for way, key in tables.compiled.ways.items()}
    body: dict[str, Any] = {
        "key": "move",
        "title": Text("Move"),
        "ways": ways,
        "turns": turns,
        "doing": Text("move"),
        "actions": tuple(_way(way, order, tables) for way, order in ways.items()) if len(ways) > 1 else (),
        "terrain": next(iter(ways.values())).terrain,
    }
    return build_subclass(Moving, "Move", body)


def _way(way: str, order: type[FileOrder], tables: FileTables) -> Choice:
    """Return a way as a choice; dice decide how far it goes unless it has inches, and then its label says it."""
    label = first_sentence(tables, order.spec.choice, tables.numbers)
    return Choice(way, label or order.title, NOTHING if label and not order.spec.inches else order.title)
