"""The commands of a system file as classes: its actions, moves, turns, and the roll for the initiative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.command.order import Order, commands_of
from rules.files.attacks import FileAttack
from rules.files.classes import build_subclass
from rules.files.models import facts_of
from rules.files.nomination import NominationRule, nomination_facts
from rules.files.orders import FileOrder, Moving
from rules.files.rolls import FileTables
from rules.files.seen import first_sentence
from rules.files.specs import ActionSpec, CompiledFile
from rules.files.turn_orders import (
    FileActivation,
    FileInitiative,
    FileNextTurn,
    FileRollForInitiative,
    FileRollOfNominated,
)
from rules.kernel.facts import Choice, Facts
from rules.kernel.text import NOTHING, Text
from rules.kit import alternate
from rules.kit.rule import Rule

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
        "situations": _choices_of(rows.asked, row.asks, "situation"),
        "covers": _choices_of(rows.asked, row.asks, "cover"),
        "terrain": _choices_of(rows.asked, row.asks, "terrain"),
    }
    if not row.is_attack:
        return build_subclass(FileOrder, f"{one.key}Order", body)
    doing, done_to = _DOING[row.command]
    assert rule  # an attack rolls dice
    is_far = one.reach is not None or "distance" in rule.action.facts.model_fields
    needs = ("unit", "target", *(["distance"] if is_far else []), *(["cover"] if body["covers"] else []))
    body |= {"needs": needs, "doing": doing, "done_to": done_to}
    body["one_target"] = (Text("One enemy unit is the target."), row.section)
    return build_subclass(FileAttack, f"{one.key}Order", body)


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


def build_initiative(spec: CompiledFile, unit: type[Facts]) -> type[Rule[Any, Any, Any, Any]]:
    """Build the roll for the initiative: of the sides, or of a nominated unit of each."""
    rows, own = spec.document, spec.action_of("initiative")
    if own is None:
        said: dict[str, Any] = {"key": "initiative", "die": rows.system.die, "section": rows.initiative.section}
        return build_subclass(FileInitiative, "Initiative", said)
    said = {"key": own.key, "title": Text(own.row.title), "topic": own.row.topic or own.key, "spec": own}
    return build_subclass(NominationRule[nomination_facts(facts_of(own, spec, unit))], "Initiative", said)


def _moving(
    orders: Mapping[str, type[FileOrder]], tables: FileTables, turns: alternate.Alternate
) -> type[Order[Any, Any]]:
    """Build the command `/move` with the ways of the file."""
    ways = {way: orders[key] for way, key in tables.compiled.ways.items()}
    choices: list[Choice] = []
    for way, order in ways.items():  # dice decide how far it goes unless it has inches, and then its label says it
        label = first_sentence(tables, order.spec.choice, tables.numbers)
        short = NOTHING if label and not order.spec.inches else order.title
        choices.append(Choice(way, label or order.title, short))
    body: dict[str, Any] = {
        "key": "move",
        "title": Text("Move"),
        "ways": ways,
        "turns": turns,
        "doing": Text("move"),
        "actions": tuple(choices) if len(choices) > 1 else (),
        "terrain": next(iter(ways.values())).terrain,
    }
    return build_subclass(Moving, "Move", body)


def _choices_of(board_tables: Mapping[str, Any], asks: Sequence[str], option: str) -> tuple[Choice, ...]:
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
