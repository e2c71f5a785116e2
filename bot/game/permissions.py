"""Who may do what in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.errors import Refusal
from bot.game.consent import people
from bot.game.people import Person
from rules.events import Player
from rules.game import Game
from rules.text import listed, say


def seated(game: Game, who: Person) -> Player:
    """The player or umpire; raises Refusal for a person who is neither."""
    player = game.players.get(who.id)
    if player is None:
        sides = listed(list(game.sides), "or")
        raise Refusal(
            say("You are not in this game. Sit down first: `/game join side:{sides}`.", sides=sides or "NAME")
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
    raise Refusal(say("That is {side}'s to do; you play {own}.", side=side, own=player.side or say("no side")))


def may_umpire(game: Game, who: Person, what: str) -> None:
    """Raises Refusal unless the person is an umpire of the game."""
    if not seated(game, who).umpire:
        umpires = [player.name for player in game.players.values() if player.umpire]
        raise Refusal(
            say(
                "Only the umpire may {what}: ask {umpires}.",
                what=what,
                umpires=listed(umpires, "or") or say("for one with /game umpire"),
            )
        )


def side_of(game: Game, who: Person, named: str | None) -> str:
    """The side a person acts for: the one they named, or their own; raises Refusal when there is none."""
    player = seated(game, who)
    side = spelled(game, named) if named else player.side
    if not side:
        raise Refusal(say("For which side? Name it with the option side."))
    if not player.umpire and player.side != side:
        raise Refusal(
            say("You play {own}; only the umpire acts for {side}.", own=player.side or say("no side"), side=side)
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


def asked_of(game: Game, question: Mapping[str, Any], asked_by: str) -> tuple[str, ...]:
    """The ids of those who may answer a question, the first of whom is meant.

    One that was handed to the umpire is for umpires only; else it is for its side and for whoever was given the
    unit to command. A side without players is answered for by the umpire, or by whoever gave the command.
    """
    if question.get("groups"):
        return people(game, question["groups"], asked_by) or (asked_by,)
    side, lent = question.get("side"), game.lent.get(question.get("unit") or "")
    if question.get("umpire"):
        return people_of(game, None, asked_by)
    own = people_of(game, side, asked_by)
    return own if lent is None or lent in own else (*own, lent)


def may_answer(game: Game, who: Person, question: Mapping[str, Any], asked_by: str) -> None:
    """Raises Refusal unless the question is for the person (see `asked_of`), or they are the umpire."""
    player = game.players.get(who.id)
    people = asked_of(game, question, asked_by)
    if who.id in people or (player and player.umpire):
        return
    nobody = not any(one.side == question.get("side") for one in game.players.values() if one.side)
    if who.id == asked_by and nobody and not question.get("umpire"):
        return
    names = [game.players[id].name for id in people if id in game.players]
    raise Refusal(say("This is for {names} to answer, not for you.", names=listed(names, "or") or say("somebody else")))
