"""JSON input and output of `python -m rules`: its field names are stable, its texts are in English."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from json import JSONDecodeError
from typing import NoReturn

from rules.command.file_faults import json_fault
from rules.game.unit import Value
from rules.kernel.action import Action, ActionSet
from rules.kernel.dice import Need
from rules.kernel.errors import BadFacts
from rules.kernel.odds import Dist
from rules.kernel.plays import Fields, RecordedRoll, instruction
from rules.kernel.resolve import Resolution, check_rulings
from rules.kernel.serialise import means, play_of, rows, rulings_json, to_plain
from rules.kernel.text import Joined, Role, Text, Typed
from rules.kernel.wording import ENGLISH

# Conversion of command-line texts into facts, rulings, dice and seeds, with one sentence per fault.

_FACE = re.compile(r"-?[0-9]{1,4}")


def parse_facts(text: str) -> dict[str, object]:
    """Parse a JSON object with decimals kept exact; raise BadFacts for other text."""
    try:
        found = json.loads(text, parse_float=Decimal, parse_constant=_refuse_constant)
    except ArithmeticError:
        raise BadFacts([Text("facts: not JSON (a number is too large to be one)")]) from None
    except (ValueError, RecursionError) as error:
        raise BadFacts([Text("facts: not JSON ({error})", error=_describe_fault(error))]) from None
    if not isinstance(found, dict):
        raise BadFacts([Text("facts: give a JSON object")])
    return found  # pyright: ignore[reportUnknownVariableType]


def _describe_fault(error: Exception) -> Text:
    if isinstance(error, NoNumber):
        return Text("{name} is not a number", name=Typed(str(error)))
    if isinstance(error, JSONDecodeError):
        why, at = json_fault(error), (error.lineno, error.colno)
        return Text("{why} in line {line}, character {column}", why=why, line=at[0], column=at[1])
    return json_fault(error)


class NoNumber(ValueError):
    """Raised for a constant such as NaN, which JSON does not have."""


def _refuse_constant(name: str) -> NoReturn:
    raise NoNumber(name)


def parse_faces(text: str) -> list[int]:
    """Parse faces separated by commas; an empty text means no dice. Raise BadFacts for parts that are not numbers."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    faults = [Text("--dice: '{part}' is not a face", part=part[:20]) for part in parts if not _FACE.fullmatch(part)]
    if faults:
        raise BadFacts(faults)
    return [int(part) for part in parts]


def parse_seed(text: str) -> bytes:
    """Parse a seed in hexadecimal digits; raise BadFacts for other text."""
    try:
        seed = bytes.fromhex(text if len(text) % 2 == 0 else f"0{text}")
    except ValueError:
        seed = b""
    if not seed:
        raise BadFacts([Text("--seed: '{given}' is not a number in hexadecimal digits", given=text)])
    return seed


def parse_rulings(system: ActionSet, given: Sequence[str]) -> dict[str, Value]:
    """Parse NAME=VALUE texts into rulings; raise BadFacts for unknown rulings or values."""
    found: dict[str, Value] = {}
    faults: list[Text] = []
    for text in given:
        name, _, value = text.partition("=")
        try:
            found |= parse_ruling(system, name, value)
        except BadFacts as error:
            faults += error.faults
    if faults:
        raise BadFacts(faults)
    return found


def parse_ruling(system: ActionSet, name: str, value: str) -> Mapping[str, Value]:
    """Return a ruling with its value, converted to a number if the ruling takes one."""
    try:
        check_rulings(system, {name: value})
    except BadFacts as error:
        if not value.removeprefix("-").isdecimal():
            raise BadFacts([Text("ruling {fault}", fault=fault) for fault in error.faults]) from None
        try:
            check_rulings(system, {name: int(value)})
        except BadFacts as again:
            raise BadFacts([Text("ruling {fault}", fault=fault) for fault in again.faults]) from None
        return {name: int(value)}
    return {name: getattr(check_rulings(system, {name: value}), name)}


# Resolutions, odds and systems as JSON.


def resolution_json(resolution: Resolution) -> Fields:
    """Return the output of `resolve --json`."""
    play = play_of(resolution, {})
    return {
        "system": resolution.system.key,
        "action": play.action,
        "outcome": to_plain(resolution.played.outcome) | to_plain(resolution.detail, ENGLISH),
        "throws": [_roll_json(roll) for roll in play.throws],
        "decisions": [{"name": made.name, "by": made.by, "value": made.value} for made in play.decisions],
        "effects": [
            {"unit": one.unit, "effect": one.effect, "change": one.change}
            | ({"to": one.to} if one.to is not None else {})
            for one in play.effects
        ],
        "rulings": list(play.leaned),
        "text": ENGLISH(result_text(resolution)),
    }


def result_text(resolution: Resolution) -> Text:
    """Describe the result, with the moves of figures that the rules force."""
    forced = [one for one in resolution.moves if not one.most]
    return Joined((resolution.text, *(instruction(Role(one.unit, article=True), one) for one in forced)))


def _roll_json(roll: RecordedRoll) -> dict[str, object]:
    found: dict[str, object] = {
        "label": ENGLISH(roll.label),
        "by": roll.by,
        "sides": roll.sides,
        "faces": list(roll.faces),
        "source": roll.source,
        "needed": needed_text(roll.needed),
        "ledger": [
            {"why": ENGLISH(line.why), "value": line.value, "rule": line.rule, "of": line.of} for line in roll.ledger
        ],
        "result": to_plain(roll.result),
    }
    return found | ({"rerolled": list(roll.rerolled)} if roll.rerolled else {})


def needed_text(needed: Need | None) -> str | None:
    """Return "4+" or "7 or less"; None if faces are added up."""
    if needed is None:
        return None
    return ENGLISH(Text("{face} or less", face=needed.face)) if needed.at_most else f"{needed.face}+"


def odds_json(system: ActionSet, action: Action, dist: Dist) -> Fields:
    """Return the output of `odds --json`: one row per outcome, likeliest first, and the mean of each number."""
    return {
        "system": system.key,
        "action": action.key,
        "outcomes": [{"outcome": outcome, "p": str(p)} for outcome, p in rows(dist)],
        "mean": {name: str(value) for name, value in means(action, dist).items()},
    }


def system_json(system: ActionSet) -> Fields:
    """Return the output of `list --json` for one system."""
    return {
        "key": system.key,
        "name": system.name,
        "actions": [_action_json(action) for action in system.actions.values()],
        "rulings": rulings_json(system),
    }


def _action_json(action: Action) -> dict[str, object]:
    return {
        "key": action.key,
        "facts": action.facts.model_json_schema(),
        "decisions": [
            {"name": d.name, "by": d.by, "options": list(d.options), "default": d.default} for d in action.decisions
        ],
        "outcome": list(action.outcome.__annotations__) + list(action.details),
    }
