"""The form for dice off the table: a field a throw, or several throws to a field where there are more than fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.store.tables import Pending
from cogs.interactions import limits
from cogs.rendering.question import asked_for
from rules.table import left_over
from rules.text import say

Asked = dict[str, Any]


def dice_form(row: Pending) -> discord.ui.Modal:
    """Every throw that is known; only the first must be filled in."""
    form = discord.ui.Modal(title=say("Your dice"), custom_id=f"adj1:faces:{row.id}:{row.step}", timeout=None)
    nth = 0
    for group in _groups(row):
        field = _one(group[0]) if len(group) == 1 else _several(nth + 1, group)
        field.component = discord.ui.TextInput(
            custom_id=f"throw{nth}",
            max_length=1000,
            required=nth == 0,
            placeholder=say("Throw by throw, with / between them") if len(group) > 1 else None,
        )
        form.add_item(field)
        nth += len(group)
    return form


def typed_in(row: Pending, data: dict[str, Any]) -> str:
    """What was typed, throw by throw, with strokes between them; nothing where a throw was left out.

    Raises BadDice for a field with more throws than are its own, when others after it are filled in too.
    """
    fields = [part.get("component") or (part.get("components") or [{}])[0] for part in data.get("components", [])]
    pieces: list[str] = []
    asked: list[Asked] = []
    for field, group in zip(fields, _groups(row), strict=False):
        typed = str(field.get("value") or "").rstrip(" /").split("/")
        if any(typed) and len(pieces) > len(asked):
            over = sum(len(piece.split()) for piece in pieces[len(asked) :])
            raise left_over(over, asked_for(asked[-1], asked[-1]))
        pieces += [*typed, *[""] * (len(group) - len(typed))]
        asked += group
    return " / ".join(pieces)


def _groups(row: Pending) -> Iterator[Sequence[Asked]]:
    """The throws of each field: as few together as there are fields for."""
    throws: list[Asked] = [row.question, *row.question["ahead"]]
    size = -(-len(throws) // limits.MODAL_FIELDS)
    return (throws[at : at + size] for at in range(0, len(throws), size))


def _one(throw: Asked) -> discord.ui.Label[Any]:
    needed = say(", {needed} needed", needed=throw["needed"]) if throw["needed"] else ""
    hint = say("Faces like 5 2 6 4") + (say(", or how many succeed, like 3 hits") if throw["counts"] else "")
    return _label(f"{_size(throw)}: {asked_for(throw, throw)}", f"{hint}{needed}.")


def _several(first: int, throws: Sequence[Asked]) -> discord.ui.Label[Any]:
    sizes = [_size(throw) for throw in throws]
    dice = say("{dice} each", dice=sizes[0]) if len(set(sizes)) == 1 else " / ".join(sizes)
    title = say("Throws {first} to {last}: {dice}", first=first, last=first + len(throws) - 1, dice=dice)
    return _label(title, " / ".join(asked_for(throw, throw) for throw in throws))


def _size(throw: Asked) -> str:
    return say("{count} d{sides}", count=throw["count"], sides=throw["sides"])


def _label(title: str, text: str) -> discord.ui.Label[Any]:
    input_ = discord.ui.TextInput[Any]()
    return discord.ui.Label(
        text=limits.short(title, limits.MODAL_LABEL),
        description=limits.short(text, limits.DESCRIPTION_OF_FIELD),
        component=input_,
    )
