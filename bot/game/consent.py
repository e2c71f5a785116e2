"""Who has to agree before something is taken back, or before dice that everybody has seen are used for something else.

A group is one voice: "side:NAME" for the players of a side, "who:ID" for one person. An umpire who plays no side
speaks for all groups; nobody agrees to what they asked for themselves, and an umpire who plays is a player like others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.errors import Refusal
from bot.game.people import Person, is_neutral, must_agree, speaks_for, umpires
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text


def same_command(request: Request) -> str:
    """What two commands have in common when they are the same: the command, its units and its targets; a key."""
    what = request.action if request.command == "act" else request.command
    return f"{what} {','.join(request.unit)} > {','.join(request.target)}"


def acting_side(game: Game, request: Request) -> str | None:
    """The side that a command is for: that of the unit that acts, gone or not, else that of whoever gave it."""
    first = next(iter(request.unit), "")
    unit = game.units.get(first) or game.departed.get(first)
    return unit.side if unit is not None else request.side


def other_sides(game: Game, who: Person, acting: str | None = None) -> tuple[str, ...]:
    """The sides with players that must agree to what somebody does for the side `acting`: all but that one, and that
    one too where the person does not play it; none for a neutral umpire. Without `acting`, all but the person's own.
    """
    if is_neutral(game, who.id):
        return ()
    player = game.players.get(who.id)
    own = player.side if player else None
    mine = own if acting is None or acting == own else None
    sides = [one.side for one in game.players.values() if one.side and one.side != mine and one.id != who.id]
    return tuple(dict.fromkeys(f"side:{side}" for side in sides))


def concerned(game: Game, who: Person, entry: Entry, last: bool) -> tuple[str, ...]:
    """Who must agree when `who` takes an entry back: its giver's side, and every side when others came after it, or
    when it was done for a side that they do not play any more.
    """
    if is_neutral(game, who.id):
        return ()
    player = game.players.get(who.id)
    strange = bool(entry.plays) and entry.side is not None and (player is None or player.side != entry.side)
    groups = list(other_sides(game, who, entry.side)) if strange or not last else []
    if entry.by != who.id:
        groups += _giver(game, who, entry)
    return tuple(dict.fromkeys(groups))


def reseated(before: Game, after: Game, who: Person) -> tuple[str, ...]:
    """Who must agree when what `who` does has people sit elsewhere than they do."""
    moved = [one for one in after.players.values() if one.side and _side(before, one.id) != one.side]
    groups = [group for one in moved for group in must_agree(before, one.id, one.side or "", who.id)]
    return tuple(dict.fromkeys(groups))


def _side(game: Game, id: str) -> str | None:
    player = game.players.get(id)
    return player.side if player else None


def _giver(game: Game, who: Person, entry: Entry) -> list[str]:
    giver, asker = game.players.get(entry.by), game.players.get(who.id)
    own = asker.side if asker else None
    side = giver.side if giver else entry.side
    if side and side != own and f"side:{side}" in other_sides(game, who):
        return [f"side:{side}"]
    return [f"who:{giver.id}"] if giver else []


def people(game: Game, groups: Iterable[str], asked_by: str) -> tuple[str, ...]:
    """The ids of those who may agree, the first of whom is meant; the umpires come last."""
    groups = tuple(groups)
    players = [one.id for group in groups for one in game.players.values() if group in _own(one.id, one.side)]
    judges = [id for id in umpires(game) if any(_speaks(game, id, group) for group in groups)]
    return tuple(dict.fromkeys(id for id in (*players, *judges) if id != asked_by))


def _own(id: str, side: str | None) -> tuple[str, str]:
    return f"who:{id}", f"side:{side}"


def _speaks(game: Game, id: str, group: str) -> bool:
    """Whether a person has a group's voice."""
    kind, _, name = group.partition(":")
    return speaks_for(game, id, name) if kind == "side" else id == name or is_neutral(game, id)


def voices(game: Game, who: Person, groups: Sequence[str], asked_by: str) -> tuple[str, ...]:
    """The groups that the person speaks for; raises Refusal for somebody who has no say in it."""
    if who.id == asked_by:
        raise Refusal(Text("You made this request; another player has to agree to it."))
    mine = tuple(group for group in groups if _speaks(game, who.id, group))
    if not mine:
        names = [game.players[id].name for id in people(game, groups, asked_by)]
        raise Refusal(Text("This question is for {names}.", names=Listed(names, "or") or Text("somebody else")))
    return mine
