"""Finds what people name: units by id or name, one or several."""

from __future__ import annotations

import re
from difflib import get_close_matches

from bot.errors import Refusal
from rules.game import Game
from rules.text import listed, say
from rules.unit import Unit


def called_card(number: str) -> str:
    """What a hidden unit is called by those who may not know it."""
    return say("card {number}", number=number)


def _card(text: str) -> str | None:
    """The number of a card, if that is what was written."""
    before, _, after = map(re.escape, called_card("\0").partition("\0"))
    found = re.fullmatch(f"{before}([0-9]{{1,9}}){after}", text, re.IGNORECASE)
    return found[1] if found else None


def unit_named(game: Game, text: str) -> Unit:
    """The unit with that id or name; a beginning that fits one unit only will do. Raises Refusal."""
    said = text.strip()
    if said in game.units:
        return game.units[said]
    bare = said.casefold()
    if (number := _card(said)) and f"u{number}" in game.units:
        return game.units[f"u{number}"]
    named = [unit for unit in game.units.values() if unit.name.casefold() == bare]
    named = named or [unit for unit in game.units.values() if bare and unit.name.casefold().startswith(bare)]
    if len(named) == 1:
        return named[0]
    if named:
        raise Refusal(say("Which one? {unit}.", unit=listed([unit.name for unit in named], "or")))
    raise Refusal(_unknown(game, said))


def units_named(game: Game, text: str) -> tuple[Unit, ...]:
    """Several units separated by commas, or one whose name has a comma in it. Raises Refusal."""
    if "," not in text or text.strip() in game.units:
        return (unit_named(game, text),)
    if any(unit.name.casefold() == text.strip().casefold() for unit in game.units.values()):
        return (unit_named(game, text),)
    return tuple(unit_named(game, part) for part in text.split(",") if part.strip())


def _unknown(game: Game, said: str) -> str:
    names = [unit.name for unit in game.units.values()]
    if not names:
        return say("There are no units yet: `/force load` or `/unit add`.")
    near = get_close_matches(said, names, 1, 0.5)
    hint = say(" Did you mean {near}?", near=near[0]) if near else say(" There is {names}.", names=listed(names))
    return say("There is no unit called {name!r}.{hint}", name=said[:60], hint=hint)
