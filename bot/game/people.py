"""People at a game: callers, their sides and voices, and the units they may know or name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple
from uuid import uuid4

from bot.errors import Refusal
from rules.command.legality import Legality
from rules.command.system import Board
from rules.command.turns import has_acted
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.text import Listed, Text


class Person(NamedTuple):
    """A Discord user: the id as text, and the display name."""

    id: str
    name: str


OPPONENT = Person("adjutant", "Adjutant")
"""The bot as a player: its id cannot be a Discord id."""


class Place(NamedTuple):
    """A text channel, thread or forum post, with ids as text; `guild` is None outside a server."""

    guild: str | None
    channel: str


class Call(NamedTuple):
    """An incoming command: the caller, the place, and the interaction.

    `source` is unique in the lifetime of the record; applying the same call twice has one effect. `entropy` is the
    input to the bot's dice besides the game's seed: Discord's id of the interaction. `as_of` is the entry after which
    the control was shown, if it is valid only until the next entry (else OutdatedControl is raised).
    """

    who: Person
    where: Place
    source: str | None = None
    entropy: str | None = None
    as_of: int | None = None

    @property
    def chance(self) -> str:
        """Entropy that the bot could not know before this call, if given."""
        return self.entropy or self.source or uuid4().hex

    def part(self, name: str, who: Person | None = None) -> Call:
        """Return a call within this one, for an entry with dice of its own; `name` is unique in this call."""
        source, entropy = (one and f"{one}{name}" for one in (self.source, self.entropy))
        return Call(who or self.who, self.where, source, entropy)


# The sides of a person, the sides they speak for, and the consent needed to seat a person.


def sides_of(game: Game, id: str) -> tuple[str, ...]:
    """Return the side that a person plays, and the sides that they have left since the first roll."""
    player = game.players.get(id)
    now = (player.side,) if player and player.side else ()
    return tuple(dict.fromkeys((*now, *game.left_sides.get(id, ()))))


def is_neutral(game: Game, id: str) -> bool:
    """True if a person is an umpire without a side, who has played none since the first roll."""
    player = game.players.get(id)
    return player is not None and player.umpire and not sides_of(game, id)


def umpires(game: Game) -> list[str]:
    """Return the ids of the umpires."""
    return [one.id for one in game.players.values() if one.umpire]


def has_players(game: Game, side: str, *but: str) -> bool:
    """True if a side has players other than those with the ids `but`."""
    return any(one.side == side and one.id not in but for one in game.players.values())


def speaks_for(game: Game, id: str, side: str | None) -> bool:
    """True if a person decides for a side.

    Its players do, a neutral umpire does, and any umpire does if the side has no players; without a side, any umpire.
    """
    player = game.players.get(id)
    if player is None:
        return False
    if side is not None and player.side == side:
        return True
    return player.umpire and (side is None or is_neutral(game, id) or not has_players(game, side))


def may_command(game: Game, id: str, unit: Unit) -> bool:
    """True if a person may command a unit: its delegate, and all who decide for its side."""
    return game.lent.get(unit.id) == id or speaks_for(game, id, unit.side)


def groups_for_seating(game: Game, id: str, side: str, asked_by: str) -> tuple[str, ...]:
    """Return the groups that must agree to the seating of a person (see `bot.game.permissions`).

    These are the side's players, the sides whose secrets the person knows, all sides for a new one, and the person if
    moved by another. There are none before the first roll, and none if a neutral umpire seats another person; a caller
    who asks for another person never needs their own side's consent.
    """
    old, others = game.players.get(id), id != asked_by
    if game.seats_are_free or (old and old.side == side) or (others and is_neutral(game, asked_by)):
        return ()
    knows_all = is_neutral(game, id) or id in game.judged
    # A side without units is a new voice at the table: all sides must agree to it.
    concerned = {side, *(game.sides if knows_all or side not in game.sides else sides_of(game, id))}
    asker = game.players.get(asked_by)
    given = asker.side if others and asker else None
    groups = [f"side:{one}" for one in game.sides if one in concerned and one != given and has_players(game, one, id)]
    return (*groups, *([f"who:{id}"] if others and old else ()))


# Knowledge of units: a hidden one is a card to all but its own side, an umpire who decides for that side, and its
# delegate.


def is_card(board: Board, unit: Unit) -> bool:
    """True if a unit is on the table as a card, in systems with hidden units."""
    return "hidden" in board.system.states and unit.has("hidden")


def number_of_card(id: str) -> str:
    """Return the number of a unit's card, which never changes."""
    return id.lstrip("u") or "0"


def knows(board: Board, reader: str | None, unit: Unit) -> bool:
    """True if a person may know a unit's identity; `reader` is their id, None for all people at once."""
    if not is_card(board, unit):
        return True
    if reader is None:
        return False
    return may_command(board.game, reader, unit)


def side_played_by(game: Game, who: str) -> str | None:
    """Return the side of a person's commands without a unit; None for a person without a side."""
    player = game.players.get(who)
    return player.side if player else None


# The assumed legality of commands by cards, for readers who do not know the units.


def legality_of_cards(board: Board, reader: str | None, command: str) -> dict[str, Legality]:
    """Return the legality of a command for each card, from public information only.

    The unit's real abilities would reveal it.
    """
    cards = [unit for unit in board.game.units.values() if not knows(board, reader, unit)]
    return {unit.id: Legality.OK if _may_go(board, command, unit) else Legality.WARNED for unit in cards}


def _may_go(board: Board, command: str, card: Unit) -> bool:
    """True if it is its side's go and, as far as all players know, the unit may act.

    Either it has not acted and no other unit of its side has begun to, or it has actions left.
    """
    if board.game.holder not in (None, card.side):
        return False
    if command == "activate":
        active = [unit for unit in board.game.units_of_side(card.side) if unit.count("actions_left")]
        return not has_acted(board, card) and not active
    return bool(card.count("actions_left")) or not (board.game.order or has_acted(board, card))


# Search for units by id or name, one or several.

Names = Mapping[str, str]
"""Names of the units as the asker knows them, by id: a hidden one may be a card."""


def names_of(game: Game) -> Names:
    """Return the name of every unit, by id."""
    return {unit.id: unit.name for unit in game.units.values()}


def unit_named(game: Game, text: str, names: Names | None = None) -> Unit:
    """Return the unit with that id or name, or a unique prefix. Raises Refusal.

    `names` are the names that the asker knows.
    """
    said, known = text.strip(), names_of(game) if names is None else names
    bare = said.casefold()
    if said in game.units:
        _require_one_meaning(game, said, [id for id, name in (names or {}).items() if name.casefold() == bare])
        return game.units[said]
    found = [id for id, name in known.items() if name.casefold() == bare]
    found = found or [id for id, name in known.items() if bare and name.casefold().startswith(bare)]
    if len(found) == 1:
        return game.units[found[0]]
    if found:
        raise Refusal(Text("Which one: {units}?", units=Listed([game.units[id].ref for id in found], "or")))
    raise Refusal(_unknown_unit(game, said, known))


def _require_one_meaning(game: Game, id: str, named: Sequence[str]) -> None:
    """Raise Refusal if an id is the name of another unit."""
    if others := [one for one in named if one != id]:
        raise Refusal(
            Text(
                "'{id}' is the name of one unit and the number of another. Write {unit} by its name; write "
                "{other} for the unit called {id}, or rename it.",
                id=id,
                unit=game.units[id].ref,
                other=others[0],
            )
        )


def units_named(game: Game, text: str, names: Names | None = None) -> tuple[Unit, ...]:
    """Return several units separated by commas, or one with a comma in its name. Raises Refusal."""
    known = names_of(game) if names is None else names
    said = text.strip()
    whole = said in game.units or any(name.casefold() == said.casefold() for name in known.values())
    if whole or "," not in text:
        return (unit_named(game, text, known),)
    return tuple(unit_named(game, part, known) for part in text.split(",") if part.strip())


def _unknown_unit(game: Game, said: str, known: Names) -> Text:
    if not known:
        return Text("No units yet. Add some: `/force load` or `/unit add`.")
    near = get_close_matches(said, known.values(), 1, 0.5)
    if near:
        return Text("There is no unit called '{name}'. Did you mean {near}?", name=said[:60], near=near[0])
    units = Listed([game.units[id].ref for id in known])
    return Text("There is no unit called '{name}'. Units: {units}.", name=said[:60], units=units)
