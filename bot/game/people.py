"""People at a game: who calls, which sides they are of and speak for, which units they may know or mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple
from uuid import uuid4

from bot.errors import Refusal
from rules.command.next_steps import Standing
from rules.command.system import Board
from rules.command.turns import had_go
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.text import Listed, Text


class Person(NamedTuple):
    """A Discord user: the id as text, and the name they show."""

    id: str
    name: str


OPPONENT = Person("adjutant", "Adjutant")
"""The bot as a player: no id of Discord's, so that nobody can be it."""


class Place(NamedTuple):
    """A text channel, thread or forum post, as ids in text; `guild` is None outside a server."""

    guild: str | None
    channel: str


class Call(NamedTuple):
    """One command as it came in: who, where, and the interaction it came by.

    `source` is unique in the life of the record; the same call applied twice has one effect. `entropy` is what the
    bot's dice are made of beside the seed of their game: the interaction, as Discord calls it.
    """

    who: Person
    where: Place
    source: str | None = None
    entropy: str | None = None

    @property
    def chance(self) -> str:
        """What the bot could not know before this call, where that was said."""
        return self.entropy or self.source or uuid4().hex


# Which sides a person is of, for which they may speak, and who must agree that somebody sits down.


def sides_of(game: Game, id: str) -> tuple[str, ...]:
    """The side a person plays, and those they have left since dice were thrown."""
    player = game.players.get(id)
    now = (player.side,) if player and player.side else ()
    return tuple(dict.fromkeys((*now, *game.left_sides.get(id, ()))))


def is_neutral(game: Game, id: str) -> bool:
    """Whether a person is an umpire who plays no side, nor has played one since dice were thrown."""
    player = game.players.get(id)
    return player is not None and player.umpire and not sides_of(game, id)


def umpires(game: Game) -> list[str]:
    """The ids of the umpires."""
    return [one.id for one in game.players.values() if one.umpire]


def has_players(game: Game, side: str, *but: str) -> bool:
    """Whether anybody plays a side, beside those with the ids `but`."""
    return any(one.side == side and one.id not in but for one in game.players.values())


def speaks_for(game: Game, id: str, side: str | None) -> bool:
    """Whether a person decides for a side: its players, an umpire who plays none, and any umpire where the side has
    no players; for no side at all, any umpire.
    """
    player = game.players.get(id)
    if player is None:
        return False
    if side is not None and player.side == side:
        return True
    return player.umpire and (side is None or is_neutral(game, id) or not has_players(game, side))


def must_agree(game: Game, id: str, side: str, asked_by: str) -> tuple[str, ...]:
    """The groups that must agree that a person sits down at a side (see `bot.game.permissions`): those who sit there,
    the sides whose secrets the person knows, all sides where it is a new one, and they themselves where somebody else
    moves them.

    Nobody before the first throw, nobody where a neutral umpire seats somebody else, and not the side of whoever asks
    it for somebody else.
    """
    old, others = game.players.get(id), id != asked_by
    if game.seats_are_free or (old and old.side == side) or (others and is_neutral(game, asked_by)):
        return ()
    knows_all = is_neutral(game, id) or id in game.judged
    # A side that nobody has brought units for yet is a new voice at the table: everybody agrees to it.
    concerned = {side, *(game.sides if knows_all or side not in game.sides else sides_of(game, id))}
    asker = game.players.get(asked_by)
    given = asker.side if others and asker else None
    groups = [f"side:{one}" for one in game.sides if one in concerned and one != given and has_players(game, one, id)]
    return (*groups, *([f"who:{id}"] if others and old else ()))


# Who may know what a unit is: a hidden one is a card to all but its own side, an umpire who decides for that side, and
# whoever has been lent it.


def is_card(board: Board, unit: Unit) -> bool:
    """Whether a unit lies on the table as a card, in systems that have hidden units."""
    return "hidden" in board.system.states and unit.has("hidden")


def number_of_card(id: str) -> str:
    """The number of a unit's card; it stays the same all game."""
    return id.lstrip("u") or "0"


def knows(board: Board, reader: str | None, unit: Unit) -> bool:
    """Whether a person may know what a unit is; `reader` is their id, None for everybody at once."""
    if not is_card(board, unit):
        return True
    if reader is None:
        return False
    return board.game.lent.get(unit.id) == reader or speaks_for(board.game, reader, unit.side)


def side_played_by(game: Game, who: str) -> str | None:
    """The side for which a person gives a command that names no unit; None for one without a side."""
    player = game.players.get(who)
    return player.side if player else None


# What units that lie on the table as cards may be taken to do next, for those who do not know what they are.


def standing_of_cards(board: Board, reader: str | None, command: str) -> dict[str, Standing]:
    """What stands against a command by each unit that the reader knows as a card: only what everybody has seen, as
    what it can do would tell what it is.
    """
    cards = [unit for unit in board.game.units.values() if not knows(board, reader, unit)]
    return {unit.id: Standing.FREE if _may_go(board, command, unit) else Standing.WARNED for unit in cards}


def _may_go(board: Board, command: str, card: Unit) -> bool:
    """Whether it is the go of its side, and it has not acted yet, nor anybody else begun to, or has actions left."""
    if board.game.holder not in (None, card.side):
        return False
    if command == "activate":
        active = [unit for unit in board.game.of_side(card.side) if unit.count("actions_left")]
        return not had_go(board, card) and not active
    return bool(card.count("actions_left")) or not (board.game.order or had_go(board, card))


# What people name: units by id or name, one or several.

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
    raise Refusal(_unknown(game, said, known))


def _require_one_meaning(game: Game, id: str, named: Sequence[str]) -> None:
    """Raises Refusal where an id is the name of another unit."""
    if others := [one for one in named if one != id]:
        raise Refusal(
            Text(
                "'{id}' is the name of one unit and the number of another. For {unit} write its name; for the unit "
                "that is called {id} write {other}, or rename it.",
                id=id,
                unit=game.units[id].ref,
                other=others[0],
            )
        )


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
