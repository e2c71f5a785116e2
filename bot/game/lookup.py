"""Finds what people name: units by id or name, one or several."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from bot.errors import Refusal
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.text import Listed, Text

Names = Mapping[str, str]
"""What each unit is called before whoever asks, by its id: a hidden one may be a card."""


def names_of(game: Game) -> Names:
    """Every unit by its own name."""
    return {unit.id: unit.name for unit in game.units.values()}


def unit_named(game: Game, text: str, names: Names | None = None) -> Unit:
    """The unit with that id or name; a beginning that fits one unit only will do. Raises Refusal.

    `names` are those that the person who asks knows the units by.
    """
    said, known = text.strip(), names_of(game) if names is None else names
    if said in game.units:
        return game.units[said]
    bare = said.casefold()
    found = [id for id, name in known.items() if name.casefold() == bare]
    found = found or [id for id, name in known.items() if bare and name.casefold().startswith(bare)]
    if len(found) == 1:
        return game.units[found[0]]
    if found:
        raise Refusal(Text("Which one: {units}?", units=Listed([game.units[id].ref for id in found], "or")))
    raise Refusal(_unknown(game, said, known))


def units_named(game: Game, text: str, names: Names | None = None) -> tuple[Unit, ...]:
    """Several units separated by commas, or one whose name has a comma in it. Raises Refusal."""
    known = names_of(game) if names is None else names
    said = text.strip()
    whole = said in game.units or any(name.casefold() == said.casefold() for name in known.values())
    if whole or "," not in text:
        return (unit_named(game, text, known),)
    return tuple(unit_named(game, part, known) for part in text.split(",") if part.strip())


def _unknown(game: Game, said: str, known: Names) -> Text:
    if not known:
        return Text("There are no units yet. Add some with `/force load` or `/unit add`.")
    near = get_close_matches(said, known.values(), 1, 0.5)
    if near:
        return Text("There is no unit called '{name}'. Did you mean {near}?", name=said[:60], near=near[0])
    units = Listed([game.units[id].ref for id in known])
    return Text("There is no unit called '{name}'. The units are {units}.", name=said[:60], units=units)
