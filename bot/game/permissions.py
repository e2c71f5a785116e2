"""Who may do what in a game."""

from __future__ import annotations

from bot.errors import Refusal
from bot.game.consent import people
from bot.game.people import Person
from bot.game.questions import ConsentQuestion, DecisionQuestion, DiceQuestion, ObjectionQuestion, Question
from rules.game import Game
from rules.players import Player
from rules.text import Listed, Text


def seated(game: Game, who: Person) -> Player:
    """The player or umpire; raises Refusal for a person who is neither."""
    player = game.players.get(who.id)
    if player is None:
        sides = Listed(list(game.sides), "or")
        raise Refusal(
            Text("You are not in this game. Join a side first: `/game join side:{sides}`.", sides=sides or "NAME")
        )
    return player


def may_command(game: Game, who: Person, side: str, unit: str | None = None) -> None:
    """Raises Refusal unless the person plays that side, is the umpire, or was given that unit to command."""
    player = game.players.get(who.id)
    if unit is not None and game.lent.get(unit) == who.id:
        return
    player = player or seated(game, who)
    if player.umpire or player.side == side:
        return
    raise Refusal(Text("Only {side} can do that; you play {own}.", side=side, own=player.side or Text("no side")))


def may_umpire(game: Game, who: Person, what: Text) -> None:
    """Raises Refusal unless the person is an umpire of the game."""
    if not seated(game, who).umpire:
        umpires = [player.name for player in game.players.values() if player.umpire]
        raise Refusal(
            Text(
                "Only the umpire may {what}: ask {umpires}.",
                what=what,
                umpires=Listed(umpires, "or") or Text("for one with /game umpire"),
            )
        )


def side_of(game: Game, who: Person, named: str | None) -> str:
    """The side a person acts for: the one they named, or their own; raises Refusal when there is none."""
    player = seated(game, who)
    side = spelled(game, named) if named else player.side
    if not side:
        raise Refusal(Text("Which side? Give the option `side`."))
    if not player.umpire and player.side != side:
        raise Refusal(
            Text("You play {own}; only the umpire acts for {side}.", own=player.side or Text("no side"), side=side)
        )
    return side


def spelled(game: Game, named: str) -> str:
    """The side as the game spells it, if it stands already."""
    name = " ".join(named.split())
    return next((side for side in game.sides if side.casefold() == name.casefold()), name)


def people_of(game: Game, side: str | None, otherwise: str) -> tuple[str, ...]:
    """The ids of a side's players; the umpires where it has none, else whoever gave the command."""
    players = tuple(player.id for player in game.players.values() if player.side == side and side is not None)
    umpires = tuple(player.id for player in game.players.values() if player.umpire)
    return players or (umpires if side is None or otherwise not in umpires else ()) or (otherwise,)


def asked_of(game: Game, question: Question, asked_by: str) -> tuple[str, ...]:
    """The ids of those who may answer a question, the first of whom is meant.

    One that was handed to the umpire is for umpires only; else it is for its side and for whoever was given the
    unit to command. A side without players is answered for by the umpire, or by whoever gave the command.
    """
    match question:
        case ConsentQuestion(groups=groups):
            return people(game, groups, asked_by) or (asked_by,)
        case ObjectionQuestion() if asked_by in game.players:
            return (asked_by,)
        case DiceQuestion() | DecisionQuestion() | ObjectionQuestion() if not question.umpire:
            own, lent = people_of(game, question.side, asked_by), game.lent.get(question.unit or "")
            return own if lent is None or lent in own else (*own, lent)
        case _:
            return people_of(game, None, asked_by)


def may_answer(game: Game, who: Person, question: Question, asked_by: str) -> None:
    """Raises Refusal unless the question is for the person (see `asked_of`), or they are the umpire."""
    player = game.players.get(who.id)
    found = asked_of(game, question, asked_by)
    if who.id in found or (player and player.umpire) or (who.id == asked_by and _nobodys(game, question)):
        return
    names = [game.players[id].name for id in found if id in game.players]
    raise Refusal(Text("This question is for {names}.", names=Listed(names, "or") or Text("somebody else")))


def _nobodys(game: Game, question: Question) -> bool:
    """Whether the side that is asked has no players, and nobody has handed the question on."""
    if not isinstance(question, DiceQuestion | DecisionQuestion):
        return True
    return not question.umpire and not any(one.side == question.side for one in game.players.values() if one.side)
