"""Permissions in a game, and the consent needed for changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.errors import Refusal
from bot.game.people import Person, groups_for_seating, has_players, is_neutral, sides_of, speaks_for, umpires
from bot.game.questions import (
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    Question,
    WarningQuestion,
)
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.tabletop import Player, usual_side
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text

# The consent needed for an undo, or for using known dice for another command.


def same_command(request: Request) -> str:
    """Return a key that is equal for equal commands: the command, its units and its targets."""
    what = request.action if request.command == "act" else request.command
    return f"{what} {','.join(request.unit)} > {','.join(request.target)}"


def acting_side(game: Game, request: Request) -> str | None:
    """Return the side that a command is for: that of the acting unit, even if removed, else the issuer's."""
    first = next(iter(request.unit), "")
    unit = game.units.get(first) or game.departed.get(first)
    return unit.side if unit is not None else request.side


def other_sides(game: Game, who: Person, acting: str | None = None) -> tuple[str, ...]:
    """Return the sides with players that must agree to an action for the side `acting`.

    These are all other sides, and `acting` too if the person does not play it; none for a neutral umpire. Without
    `acting`, they are all sides except the person's own.
    """
    if is_neutral(game, who.id):
        return ()
    player = game.players.get(who.id)
    own = player.side if player else None
    mine = own if acting is None or acting == own else None
    sides = [one.side for one in game.players.values() if one.side and one.side != mine and one.id != who.id]
    return tuple(dict.fromkeys(f"side:{side}" for side in sides))


def voters(game: Game, who: Person, side: str, others: bool = False) -> tuple[str, ...]:
    """Return the groups that must agree to a manual change of a side's unit.

    They are that side, unless the person decides for it, and with `others` the other sides. Before the first roll there
    are none.
    """
    if game.seats_are_free:
        return ()
    decides = speaks_for(game, who.id, side) or not has_players(game, side)
    found = (*(() if decides else (f"side:{side}",)), *(other_sides(game, who, side) if others else ()))
    return tuple(dict.fromkeys(found))


def groups_for_undo(game: Game, who: Person, entry: Entry, last: bool) -> tuple[str, ...]:
    """Return the groups that must agree when `who` undoes an entry.

    These are its issuer's side; or every side, if other entries followed it, or if it was made for a side that the
    person no longer plays or whose time was up.
    """
    if is_neutral(game, who.id):
        return ()
    player = game.players.get(who.id)
    strange = bool(entry.plays) and entry.side is not None and (player is None or player.side != entry.side)
    by_the_clock = entry.side is not None and not entry.by
    groups = list(other_sides(game, who, entry.side)) if strange or by_the_clock or not last else []
    if entry.by != who.id:
        groups += _issuing_groups(game, who, entry)
    return tuple(dict.fromkeys(groups))


def groups_for_reopening(game: Game, who: Person) -> tuple[str, ...]:
    """Return the groups that must agree to reopen a finished game.

    These are all groups that agreed to its end, except the person's own; if an old record has none, the other sides of
    a game with a winner.
    """
    if not game.end_agreed:
        return other_sides(game, who) if game.winner else ()
    player = game.players.get(who.id)
    own = {f"who:{who.id}", f"side:{player.side}" if player else ""}
    return tuple(one for one in game.end_agreed if one not in own and people(game, (one,), who.id))


def groups_for_reseating(before: Game, after: Game, who: Person) -> tuple[str, ...]:
    """Return the groups that must agree if an action by `who` changes people's seats."""
    sides = {one.id: one.side for one in before.players.values()}
    moved = [(one.id, one.side) for one in after.players.values() if one.side and sides.get(one.id) != one.side]
    groups = [group for id, side in moved for group in groups_for_seating(before, id, side, who.id)]
    return tuple(dict.fromkeys(groups))


def _issuing_groups(game: Game, who: Person, entry: Entry) -> list[str]:
    issuer, asker = game.players.get(entry.by), game.players.get(who.id)
    own = asker.side if asker else None
    side = issuer.side if issuer else entry.side
    if side and side != own and f"side:{side}" in other_sides(game, who):
        return [f"side:{side}"]
    return [f"who:{issuer.id}"] if issuer else []


def people(game: Game, groups: Iterable[str], asked_by: str) -> tuple[str, ...]:
    """Return the ids of the people who may agree; the first is addressed, the umpires come last."""
    groups = tuple(groups)
    players = [
        one.id for group in groups for one in game.players.values() if group in (f"who:{one.id}", f"side:{one.side}")
    ]
    judges = [id for id in umpires(game) if any(_has_voice(game, id, group) for group in groups)]
    return tuple(dict.fromkeys(id for id in (*players, *judges) if id != asked_by))


def _has_voice(game: Game, id: str, group: str) -> bool:
    """True if a person may speak for a group."""
    kind, _, name = group.partition(":")
    return speaks_for(game, id, name) if kind == "side" else id == name or is_neutral(game, id)


def voices(game: Game, who: Person, groups: Sequence[str], asked_by: str) -> tuple[str, ...]:
    """Return the groups that the person speaks for; raise Refusal for a person without a voice."""
    if who.id == asked_by:
        raise Refusal(Text("This is your own request: another player must agree."))
    mine = tuple(group for group in groups if _has_voice(game, who.id, group))
    if not mine:
        names = [game.players[id].name for id in people(game, groups, asked_by)]
        raise Refusal(Text("This question is for {names}.", names=Listed(names, "or") or Text("another player")))
    return mine


# Permission to command, decide, correct, and answer.


def require_seated(game: Game, who: Person, side: str | None = None) -> Player:
    """Return the person's seat as player or umpire; raise Refusal if they have none.

    `side` is the side that they want to act for.
    """
    player = game.players.get(who.id)
    if player is None:
        sides = Listed([side] if side else list(game.sides), "or")
        raise Refusal(
            Text("You are not in this game yet. Join a side first: `/game join side:{sides}`.", sides=sides or "NAME")
        )
    return player


def require_commander(game: Game, who: Person, side: str, unit: str | None = None) -> None:
    """Raise Refusal unless the person may command the side or unit.

    Its players may, as may the unit's delegate, a neutral umpire, and any umpire if the side has no players.
    """
    if unit is not None and game.lent.get(unit) == who.id:
        return
    player = require_seated(game, who, side)
    if speaks_for(game, who.id, side):
        return
    if player.umpire:
        names = Listed([one.name for one in game.players.values() if one.side == side], "or")
        raise Refusal(
            Text("{side} has its own player: ask {names}, or ask them to use `/game delegate`.", side=side, names=names)
        )
    raise Refusal(Text("Only {side} can do that; you play {own}.", side=side, own=player.side or Text("no side")))


def require_table_voice(game: Game, who: Person) -> None:
    """Raise Refusal unless the person may decide for the whole table.

    An umpire may, and a player of a side that has had units. A player of a new side after the first roll could be a
    stranger who wants to end the game or its turns.
    """
    player = require_seated(game, who)
    had_units = [*dict.fromkeys(unit.side for unit in (*game.units.values(), *game.departed.values()))]
    if game.begun and not player.umpire and had_units and not {*had_units}.intersection(sides_of(game, who.id)):
        raise Refusal(
            Text("Your side has no units in this game: ask {sides} or the umpire.", sides=Listed(had_units, "or"))
        )


def require_corrector(game: Game, who: Person, side: str) -> None:
    """Raise Refusal unless the person may correct a side's record by hand: its players, and every umpire."""
    if not require_seated(game, who).umpire:
        require_commander(game, who, side)


def require_umpire(game: Game, who: Person, what: Text) -> None:
    """Raise Refusal unless the person is an umpire of the game."""
    if not require_seated(game, who).umpire:
        names = [game.players[id].name for id in umpires(game)]
        raise Refusal(
            Text(
                "Only the umpire may {what}: ask {umpires}.",
                what=what,
                umpires=Listed(names, "or") or Text("one (see /game umpire)"),
            )
        )


def side_of(game: Game, who: Person, named: str | None) -> str:
    """Return the side that a person acts for: the named one, or their own; raise Refusal if there is none."""
    player = require_seated(game, who, named)
    side = spell_side(game, named) if named else player.side
    if not side:
        raise Refusal(Text("Which side? Use the option `side`."))
    if not player.umpire and player.side != side:
        raise Refusal(
            Text("You play {own}; only the umpire acts for {side}.", own=player.side or Text("no side"), side=side)
        )
    return side


def spell_side(game: Game, named: str) -> str:
    """Return the side as the game spells it, if it exists; "Rot" means Red, unless a side has that name."""
    name = " ".join(named.split())
    known = {side.casefold(): side for side in (*game.offered, *game.sides)}
    return known.get(name.casefold()) or known.get(usual_side(name).casefold(), name)


def people_of(game: Game, side: str | None, otherwise: str) -> tuple[str, ...]:
    """Return the ids of a side's players; if it has none, the umpires, else the issuer."""
    players = tuple(player.id for player in game.players.values() if player.side == side and side is not None)
    judges = tuple(umpires(game))
    return players or (judges if side is None or otherwise not in judges else ()) or (otherwise,)


def judges(game: Game, side: str | None) -> tuple[str, ...]:
    """Return the umpires who may decide for a side instead of its players."""
    found = [id for id in umpires(game) if speaks_for(game, id, side)]
    return tuple(id for id in found if side is None or game.players[id].side != side)


def people_asked(game: Game, question: Question, asked_by: str) -> tuple[str, ...]:
    """Return the ids of the people who may answer a question; the first is addressed.

    A question passed to the umpire is for umpires who may decide for that side, if any; else it is for its side and the
    unit's delegate. For a side without players, the umpire answers, or the issuer.
    """
    match question:
        case ConsentQuestion(groups=groups):
            return people(game, groups, asked_by) or (asked_by,)
        case ObjectionQuestion() if asked_by in game.players:
            return (asked_by,)
        case DiceQuestion() | DecisionQuestion() | ObjectionQuestion():
            handed = judges(game, question.side) if question.umpire else ()
            own, lent = people_of(game, question.side, asked_by), game.lent.get(question.unit or "")
            return handed or (own if lent is None or lent in own else (*own, lent))
        case FactsQuestion() | WarningQuestion():
            return (asked_by,)


def require_answerer(game: Game, who: Person, question: Question, asked_by: str) -> None:
    """Raise Refusal unless the person may answer the question (see `people_asked`).

    An umpire who may decide for the side may always answer; the issuer may if the side has no players, and the question
    was not passed on to an umpire.
    """
    found = people_asked(game, question, asked_by)
    if who.id in found:
        return
    if isinstance(question, DiceQuestion | DecisionQuestion):
        has_players = any(one.side == question.side for one in game.players.values() if one.side)
        is_left_to_issuer = not question.umpire and not has_players
        if who.id in judges(game, question.side) or (who.id == asked_by and is_left_to_issuer):
            return
    names = [game.players[id].name for id in found if id in game.players]
    raise Refusal(Text("This question is for {names}.", names=Listed(names, "or") or Text("another player")))
