"""What units are called before whom: a hidden one is "card N" to all but its own side, the umpire, and whoever was
given it to command. Everything said passes `told`; what everybody reads names nobody hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import discord

from bot.game.lookup import called_card
from cogs.interactions.message import Reply
from cogs.rendering.result import safe
from rules.commands import Board
from rules.text import capital
from rules.unit import Unit


def is_card(board: Board, unit: Unit) -> bool:
    """Whether a unit lies on the table as a card, in systems that have hidden units."""
    return "hidden" in board.system.states and unit.has("hidden")


def card(unit: Unit) -> str:
    """What a hidden unit is called by those who may not know it; the number stays the same all game."""
    return called_card(unit.id.lstrip("u"))


def knows(board: Board, reader: str | None, unit: Unit) -> bool:
    """Whether a person may know what a unit is; `reader` is their id, None for everybody at once."""
    if not is_card(board, unit):
        return True
    player = board.game.players.get(reader or "")
    lent = reader is not None and board.game.lent.get(unit.id) == reader
    return lent or (player is not None and (player.umpire or player.side == unit.side))


def called(board: Board, reader: str | None, unit: Unit) -> str:
    """The unit's name, for those who may know it."""
    return unit.name if knows(board, reader, unit) else card(unit)


def masked(board: Board, text: str, reader: str | None = None) -> str:
    """A text, with markdown or without, in which the units that the reader may not know are cards."""
    cards = {unit.name: card(unit) for unit in board.game.units.values() if not knows(board, reader, unit)}
    if not cards or not text:
        return text
    cards |= {safe(name): said for name, said in cards.items()}
    others = {one for unit in board.game.units.values() for one in (unit.name, safe(unit.name))}
    return _pattern({*cards, *others}).sub(lambda found: _said(cards, found[0]), text)


def _said(cards: dict[str, str], name: str) -> str:
    """The card in place of a name; sentences begin with a capital letter, names need not."""
    if name in cards:
        return cards[name]
    small = next((one for one in cards if one[:1].upper() + one[1:] == name), None)
    return capital(cards[small]) if small else name


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Any of the names as a whole; the longest first, so that "Scouts 2" is not "Scouts" and a 2."""
    either = (f"(?:{re.escape(name[:1])}|{re.escape(name[:1].upper())}){re.escape(name[1:])}" for name in _long(names))
    return re.compile(rf"(?<!\w)(?:{'|'.join(either)})(?!\w)")


def _long(names: Iterable[str]) -> list[str]:
    return sorted(names, key=len, reverse=True)


def told(board: Board, said: Reply, reader: str | None = None) -> Reply:
    """What is said, as that reader may read it."""
    if all(knows(board, reader, unit) for unit in board.game.units.values()):
        return said
    for button in said.buttons:
        _mask_button(board, getattr(button, "item", button), reader)
    return replace(said, title=masked(board, said.title, reader), text=masked(board, said.text, reader))


def _mask_button(board: Board, item: Any, reader: str | None) -> None:
    if isinstance(item, discord.ui.Button) and item.label:
        item.label = masked(board, item.label, reader)
    for option in item.options if isinstance(item, discord.ui.Select) else ():
        option.label = masked(board, option.label, reader)


def before(interaction: discord.Interaction[Any], said: Reply) -> Reply:
    """What is said in answer: a private answer before whoever asked, any other before everybody."""
    live = interaction.client.services.games.glance(str(interaction.channel_id))
    return told(live.board, said, str(interaction.user.id) if said.private else None) if live else said
