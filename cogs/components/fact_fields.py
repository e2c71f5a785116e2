"""Fields for the facts of a command, and how their input is read, for every form that asks for them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import Any

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from cogs.components.controls import OTHER_VERSION
from cogs.components.forms import MANY, SITUATION, Field, key_stem, option_of, text_field
from cogs.interactions.context import Context
from cogs.interactions.options import parse_codes, parse_lengths, split_per_target
from rules.command.movement import Band
from rules.command.order import Command
from rules.command.system import Board
from rules.kernel.errors import BadFacts, RulesError
from rules.kernel.facts import Choice
from rules.kernel.request import Request
from rules.kernel.text import Heading, Listed, Term, Text, UnitRef

OPTIONAL_COVER = Text("Cover (empty: none)")
WHAT_ELSE = Text("Other effects (empty: none)")
"""The title of the field for a command's situations, of which any number may apply."""
AS_BEFORE = "as_before"
"""The value for the distance or cover of the last shot at each target; never prefilled for another target."""
JOINS = "joins:"
"""Prefix of an option's value: the unit joins the one that is given the command."""
MOST_JOINERS = 8
_NUMBER = re.compile(r"-?[0-9]{1,4}")


def form_titles(request: Request, command: Command, does: Text | None = None) -> list[Text]:
    """Return titles of a form from long to short: "Rifle squad → MG team: Fire", or with `does` instead of the command.

    The units are dropped last.
    """
    what = does or Heading(command.title)
    unit, target = (Listed([UnitRef(id) for id in ids]) for ids in (request.unit, request.target))
    if not request.unit:
        return [what]
    alone = [Text("{unit}: {what}", unit=unit, what=what), unit]
    if not request.target:
        return alone
    return [
        Text("{unit} → {target}: {what}", unit=unit, target=target, what=what),
        Text("{unit} → {target}", unit=unit, target=target),
        Text("{what}: {target}", what=what, target=target),
        *alone,
    ]


def form_situations(command: Command, board: Board, request: Request) -> list[Choice]:
    """Return the situations of a form; friends that may join the unit are offered by name, not by their number."""
    found, stem = command.situations_of(board, request), f"{command.joiner_count}="
    if not (command.joiner_count and request.unit and request.unit[0] in board.game.units):
        return found
    friends = [one for one in command.on(board, request).joiners() if one.id not in request.unit]
    named = [Choice(f"{JOINS}{one.id}", Text("{unit} aids", unit=one.ref)) for one in friends[:MOST_JOINERS]]
    return [*named, *(one for one in found if not one.code.startswith(stem))]


def count_fields(
    command: Command, request: Request, situations: Sequence[Choice], room: int
) -> tuple[list[Field], list[Choice]]:
    """Return a field per count, as far as there is `room`, and the situations without a field.

    One field is kept free for the remaining situations.
    """
    left, fields = list(situations), list[Field]()
    for one in command.counts:
        lines = [choice for choice in left if choice.code.startswith(f"{one.stem}=")]
        others = [choice for choice in left if choice not in lines]
        if lines and len(fields) + 1 + bool(others) <= room:
            given = next((code for code in request.situation if code.startswith(f"{one.stem}=")), "")
            typed = given.partition("=")[2]
            fields.append(text_field(f"{MANY}:{one.stem}", one.title, 3, typed, one.empty, needed=False))
            left = others
    return fields, left


def range_bands(live: ActiveGame, base: Request) -> Sequence[Band]:
    """Return the range bands of a shot; none for another command, or if the system needs the exact distance."""
    if base.command != "fire" or len(base.unit) != 1:
        return ()
    return live.system.bands(live.board, live.game.units[base.unit[0]])


# The input.

Errors = Mapping[str, Refusal | RulesError]


def read_facts(
    ctx: Context, live: ActiveGame, base: Request, typed: Mapping[str, Sequence[str]]
) -> tuple[dict[str, Any], Errors]:
    """Return the fields of a request that a form fills in, and the errors of the options that cannot be read.

    Situations are added to those of `base`, and units that join to its units.
    """
    facts, errors = dict[str, Any](), dict[str, Refusal | RulesError]()
    for stem in dict.fromkeys(map(key_stem, typed)):
        given = {key: values for key, values in typed.items() if key_stem(key) == stem}
        try:
            value = _read_option(ctx, live, stem, given)
            if stem == SITUATION and (joining := [code for code in value if code.startswith(JOINS)]):
                facts[JOINS] = ctx.units(live.game, ",".join(one.removeprefix(JOINS) for one in joining))
        except (Refusal, RulesError) as error:
            errors[option_of(stem)] = error
        else:
            facts |= {} if value is None else {stem: value}
    if joined := facts.pop(JOINS, ()):
        facts["unit"] = (*facts.get("unit", base.unit), *joined)
    codes = [code for code in facts.get(SITUATION, ()) if not code.startswith(JOINS)]
    facts[SITUATION] = (*base.situation, *codes, *facts.pop(MANY, ()))
    facts |= {name: (*getattr(base, name), *facts[name]) for name in ("terrain", "extra") if name in facts}
    return facts, errors


def _read_option(ctx: Context, live: ActiveGame, stem: str, given: Mapping[str, Sequence[str]]) -> Any:
    """Return the value of an option from the input of its fields, None for none; raise BadFacts or Refusal."""
    values = list(chain(*given.values()))
    match stem:
        case "unit" | "target" | "allies":
            return ctx.units(live.game, ",".join(values)) or None
        case "distance":
            return () if AS_BEFORE in values else parse_lengths("/".join(values), live.board.ruler)
        case "firers":
            return split_per_target(", ".join(values))
        case "cover" | "modifiers":
            return split_per_target("/".join(values))
        case "situation" | "terrain" | "extra":
            return tuple(code for one in values for code in parse_codes(one))
        case "many":
            return _read_counts(given)
        case "count" | "modifier":
            text = " ".join(values)
            return int(text) if _NUMBER.fullmatch(text.strip()) else None
        case _:
            return " ".join(values).strip() or None


def _read_counts(given: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the situations whose counts were typed into their own fields; raise BadFacts for other text."""
    counts = [(key.partition(":")[2], text.strip()) for key, texts in given.items() for text in texts]
    wrong = [
        Text("{what}: enter a whole number, not '{text}'", what=Term(stem), text=text)
        for stem, text in counts
        if not text.isdecimal()
    ]
    if wrong:
        raise BadFacts(wrong)
    return [f"{stem}={int(text)}" for stem, text in counts]


def raise_first(errors: Errors) -> None:
    """Raise the first error of the options that cannot be read, if there is one."""
    for error in errors.values():
        raise error


def parse_decimal(text: str, most: int) -> Decimal:
    """Parse a number from 0 to `most` from an option or a field's id; raise Refusal for any other text."""
    try:
        found = Decimal(text)
    except InvalidOperation:
        raise Refusal(OTHER_VERSION) from None
    if not (found.is_finite() and 0 <= found <= most):
        raise Refusal(OTHER_VERSION)
    return found
