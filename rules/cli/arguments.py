"""Texts from a command line turned into facts, rulings, dice and seeds: every fault a sentence of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NoReturn

from rules.kernel.action_set import ActionSet
from rules.kernel.errors import BadFacts
from rules.kernel.resolve import checked_rulings
from rules.kernel.text import Text

_FACE = re.compile(r"-?[0-9]{1,4}")


def facts_from(text: str) -> dict[str, Any]:
    """A JSON object with decimals kept exact; raises BadFacts when it is none."""
    try:
        found = json.loads(text, parse_float=Decimal, parse_constant=_no_constant)
    except ArithmeticError:
        raise BadFacts([Text("facts: not JSON (a number is too large to be one)")]) from None
    except (ValueError, RecursionError) as error:
        raise BadFacts([Text("facts: not JSON ({error})", error=str(error))]) from None
    if not isinstance(found, dict):
        raise BadFacts([Text("facts: a JSON object is needed")])
    return found  # pyright: ignore[reportUnknownVariableType]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def faces_from(text: str) -> list[int]:
    """Faces separated by commas; empty text is no dice. Raises BadFacts for anything that is no number."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    faults = [Text("--dice: '{part}' is not a face", part=part[:20]) for part in parts if not _FACE.fullmatch(part)]
    if faults:
        raise BadFacts(faults)
    return [int(part) for part in parts]


def seed_from(text: str) -> bytes:
    """A seed in hexadecimal digits; raises BadFacts for anything else."""
    try:
        seed = bytes.fromhex(text if len(text) % 2 == 0 else f"0{text}")
    except ValueError:
        seed = b""
    if not seed:
        raise BadFacts([Text("--seed: '{given}' is not a number in hexadecimal digits", given=text)])
    return seed


def rulings_from(system: ActionSet, given: Sequence[str]) -> dict[str, Any]:
    """NAME=VALUE texts as rulings; raises BadFacts for a ruling or a value that is none."""
    found: dict[str, Any] = {}
    faults: list[Text] = []
    for text in given:
        name, _, value = text.partition("=")
        try:
            found |= ruling_from(system, name, value)
        except BadFacts as error:
            faults += error.faults
    if faults:
        raise BadFacts(faults)
    return found


def ruling_from(system: ActionSet, name: str, value: str) -> Mapping[str, Any]:
    """One ruling, its value read as a number where the ruling takes one."""
    try:
        checked_rulings(system, {name: value})
    except BadFacts as error:
        if not value.removeprefix("-").isdecimal():
            raise BadFacts([Text("ruling {fault}", fault=fault) for fault in error.faults]) from None
        try:
            checked_rulings(system, {name: int(value)})
        except BadFacts as again:
            raise BadFacts([Text("ruling {fault}", fault=fault) for fault in again.faults]) from None
        return {name: int(value)}
    return {name: getattr(checked_rulings(system, {name: value}), name)}
