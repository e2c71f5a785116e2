"""Consent depends on the side of the unit that acts, not on the player who gives the command."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.game.people import Person
from bot.game.permissions import acting_side, groups_for_undo, other_sides, people, voices
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.plays import Play
from rules.kernel.request import Request
from tests.cogs.table import Table

SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10"}
ANN, BOB, CYD, DAN = (Person(name.lower(), name) for name in ("Ann", "Bob", "Cyd", "Dan"))


def _game(**sides: str | None) -> Game:
    """People at their sides, and one unit of Red; Ann is the umpire."""
    players = {id: Player(id=id, name=id.title(), side=side, umpire=id == "ann") for id, side in sides.items()}
    return Game(players=players, units={"u1": Unit(id="u1", name="Marines", side="Red", models=5, starting=5)})


def test_the_side_of_a_command_is_that_of_its_unit() -> None:
    game = _game(ann="Red")
    assert acting_side(game, Request(command="fire", unit=("u1",), side="Blue")) == "Red"
    assert acting_side(game, Request(command="turn end", side="Blue")) == "Blue"


def test_who_commands_a_unit_of_a_side_that_they_do_not_play_asks_that_side_too() -> None:
    game = _game(ann="Blue", bob="Blue", cyd="Red")
    assert other_sides(game, ANN) == ("side:Red",)
    assert other_sides(game, ANN, "Red") == ("side:Blue", "side:Red")
    assert other_sides(game, CYD, "Red") == ("side:Blue",)
    assert other_sides(_game(ann="Blue", cyd="Red"), ANN, "Red") == ("side:Red",)


def test_an_umpire_does_not_agree_for_their_partners() -> None:
    game = _game(ann="Red", bob="Blue", cyd="Red")
    groups = other_sides(game, CYD, "Red")
    assert people(game, groups, CYD.id) == (BOB.id,)
    with pytest.raises(Refusal, match="This question is for Bob"):
        voices(game, ANN, groups, CYD.id)
    assert voices(game, BOB, groups, CYD.id) == ("side:Blue",)


def test_a_neutral_umpire_agrees_for_all() -> None:
    game = _game(ann=None, bob="Blue", cyd="Red")
    assert other_sides(game, ANN, "Red") == ()
    assert voices(game, ANN, ("side:Blue", "side:Red"), CYD.id) == ("side:Blue", "side:Red")


def test_an_entry_for_a_side_that_its_player_has_left_needs_consent_to_undo() -> None:
    entry = Entry.model_construct(by=ANN.id, side="Red", plays=(Play.model_construct(throws=()),))
    assert groups_for_undo(_game(ann="Red", bob="Blue"), ANN, entry, True) == ()
    assert groups_for_undo(_game(ann="Blue", bob="Blue", cyd="Red"), ANN, entry, True) == ("side:Blue", "side:Red")


async def test_delegating_and_changing_seats_never_evades(demo: Table) -> None:
    """Ann borrows a unit, moves to Blue, and would use the dice that she has seen on another target."""
    await demo.done(demo.ann, "/game delegate", unit="Marines", player=demo.ann)
    await demo.done(demo.ann, "/game leave")
    await demo.done(demo.ann, "/game join", side="Blue")
    await demo.done(demo.ann, "/fire", **SHOT, dice="roll")
    undone = await demo.say(demo.ann, "/undo")
    assert undone.title == "Bob: do you agree?"
    thrown = (await demo.entry()).plays[0].throws[0].faces
    await demo.click(demo.bob, undone, "Agree")
    other = await demo.done(demo.ann, "/fire", attacker="Marines", target="HMG team", distance="10", dice="roll")
    assert (await demo.entry()).plays[0].throws[0].faces == thrown
    assert "uses the undone" in other.text
