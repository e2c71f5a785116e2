"""Who has to agree before something is taken back, or before dice that everybody has seen are used for something else.

A group is one voice: "side:NAME" for the players of a side, "who:ID" for one person. An umpire speaks for all groups,
but nobody agrees to what they asked for themselves; an umpire who plays a side is a player like the others here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.errors import Refusal
from bot.game.people import Person
from rules.entry import Entry
from rules.game import Game
from rules.request import Request
from rules.text import Listed, Text


def same_command(request: Request) -> str:
    """What two commands have in common when they are the same: the command, its units and its targets; a key."""
    what = request.action if request.command == "act" else request.command
    return f"{what} {','.join(request.unit)} > {','.join(request.target)}"


def other_sides(game: Game, who: Person) -> tuple[str, ...]:
    """The sides with players beside the person's own; none for an umpire who plays no side."""
    player = game.players.get(who.id)
    if player and player.umpire and player.side is None:
        return ()
    own = player.side if player else None
    sides = [one.side for one in game.players.values() if one.side and one.side != own and one.id != who.id]
    return tuple(dict.fromkeys(f"side:{side}" for side in sides))


def concerned(game: Game, who: Person, entry: Entry, last: bool) -> tuple[str, ...]:
    """Who must agree when `who` takes an entry back: its giver's side, and every side when others came after it."""
    player = game.players.get(who.id)
    if player and player.umpire and player.side is None:
        return ()
    groups = list(other_sides(game, who)) if not last else []
    if entry.by != who.id:
        groups += _giver(game, who, entry)
    return tuple(dict.fromkeys(groups))


def _giver(game: Game, who: Person, entry: Entry) -> list[str]:
    giver, asker = game.players.get(entry.by), game.players.get(who.id)
    own = asker.side if asker else None
    side = giver.side if giver else entry.side
    if side and side != own and f"side:{side}" in other_sides(game, who):
        return [f"side:{side}"]
    return [f"who:{giver.id}"] if giver else []


def people(game: Game, groups: Iterable[str], asked_by: str) -> tuple[str, ...]:
    """The ids of those who may agree, the first of whom is meant; the umpires come last."""
    voices = [one.id for group in groups for one in game.players.values() if _speaks(one.id, one.side, group)]
    umpires = [one.id for one in game.players.values() if one.umpire]
    return tuple(dict.fromkeys(id for id in (*voices, *umpires) if id != asked_by))


def _speaks(id: str, side: str | None, group: str) -> bool:
    return group in (f"who:{id}", f"side:{side}")


def voices(game: Game, who: Person, groups: Sequence[str], asked_by: str) -> tuple[str, ...]:
    """The groups that the person speaks for; raises Refusal for somebody who has no say in it."""
    if who.id == asked_by:
        raise Refusal(Text("You made this request; another player has to agree to it."))
    player = game.players.get(who.id)
    if player and player.umpire:
        return tuple(groups)
    mine = tuple(group for group in groups if player and _speaks(who.id, player.side, group))
    if not mine:
        names = [game.players[id].name for id in people(game, groups, asked_by)]
        raise Refusal(Text("This question is for {names}.", names=Listed(names, "or") or Text("somebody else")))
    return mine
