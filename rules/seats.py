"""Who sits where, and what those who sat elsewhere before still know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.entry import Entry
from rules.events import PlayerLeft, PlayerSeated
from rules.players import Player

if TYPE_CHECKING:
    from rules.game import Game


def sat_down(game: Game, event: PlayerSeated) -> None:
    old, new = game.players.get(event.player.id), event.player
    if old is not None and (old.side, old.umpire) != (new.side, new.umpire):
        got_up(game, old, new.side)
    game.players[new.id] = new


def stood_up(game: Game, event: PlayerLeft) -> None:
    if (old := game.players.pop(event.player, None)) is not None:
        got_up(game, old)


def got_up(game: Game, old: Player, side: str | None = None) -> None:
    """Somebody no longer sits where they sat, but at `side`; once dice have been thrown it is remembered what they
    know: their side's hidden units, or as an umpire without a side those of all.
    """
    if game.seats_are_free:
        return
    if old.side and old.side != side:
        _was_of(game, old.id, old.side)
    if old.umpire and not old.side and old.id not in game.left_sides:
        game.judged[old.id] = True


def gave_orders(game: Game, entry: Entry) -> None:
    """An umpire without a side who plays one without players, against one that has some, is of it from then on."""
    player = game.players.get(entry.by)
    played = {one.side for one in game.players.values() if one.side}
    alone = not played or entry.side is None or entry.side in played
    if entry.plays and not alone and player and player.umpire and not player.side:
        _was_of(game, player.id, entry.side or "")


def _was_of(game: Game, player: str, side: str) -> None:
    game.left_sides[player] = tuple(dict.fromkeys((*game.left_sides.get(player, ()), side)))
