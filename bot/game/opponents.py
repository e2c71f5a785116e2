"""Who sits on the other sides: whoever has to agree to what a side does with dice that were seen."""

from __future__ import annotations

from bot.game.people import Person
from rules.game import Game


def opponents(game: Game, who: Person, side: str | None) -> tuple[str, ...]:
    """The groups (see `bot.game.consent`) of the sides beside `side` that somebody else than `who` plays.

    None for an umpire who plays no side: they agree by being umpire.
    """
    player = game.players.get(who.id)
    if player and player.umpire and player.side is None:
        return ()
    sides = [one.side for one in game.players.values() if one.side and one.side != side and one.id != who.id]
    return tuple(dict.fromkeys(f"side:{one}" for one in sides))
