"""Seats after the first roll: consent to new players, to the end of the game, and to an umpire."""

from __future__ import annotations

from typing import Any

from bot.game.people import is_neutral, sides_of
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told


@beginning
async def begun(demo: Table) -> None:
    """Ann, the umpire, plays Red, Bob plays Blue, and Ann has fired; Cyd is a stranger."""
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="roll")


async def _side(table: Table, who: Any) -> str | None:
    player = (await table.live()).game.players.get(str(who.id))
    return player.side if player else None


async def _ask_for_consent(table: Table, who: Any, command: str, /, **options: Any) -> Told:
    """Give a command that waits for consent; nothing is recorded yet."""
    before = await table.last()
    told = await table.done(who, command, **options)
    assert told.title.endswith("do you agree?"), (told.title, told.text)
    assert await table.last() == before
    return told


# 9: seats


async def test_a_usual_side_is_found_by_its_name_in_another_language(table: Table) -> None:
    await table.done(table.ann, "/game new", system="openfire_ww2")
    await table.done(table.ann, "/game join", side="Rot")
    await table.done(table.ann, "/force load", force="rearguard", side="blau")
    assert await _side(table, table.ann) == "Red"
    assert {unit.side for unit in (await table.live()).game.units.values()} == {"Blue"}
    await table.done(table.cyd, "/game join", side="Grün")
    assert await _side(table, table.cyd) == "Grün"
    await table.done(table.ann, "/score", side="Blau", points=2, why="bridge")
    await table.done(table.ann, "/game end", winner="Rot")


async def test_a_stranger_is_no_player_and_joins_an_occupied_side_only_when_one_of_it_agrees(begun: Table) -> None:
    for command, options in (
        ("/game end", {"winner": "Red"}),
        ("/undo", {}),
        ("/fire", {"attacker": "Marines", "target": "Militia", "distance": "10"}),
        ("/score", {"side": "Red", "points": 9, "why": "me"}),
    ):
        assert "not in this game" in await begun.refused(begun.cyd, command, **options)
    told = await _ask_for_consent(begun, begun.cyd, "/game join", side="Red")
    assert told.title == "Ann: do you agree?"
    assert "Cyd wants to play Red" in told.text
    assert not told.private
    assert await _side(begun, begun.cyd) is None
    assert (await begun.click(begun.bob, told, "Agree")).refused
    assert (await begun.click(begun.cyd, told, "Agree")).refused
    done = await begun.click(begun.ann, told, "Agree")
    assert (done.title, done.text) == ("Cyd plays Red", "Ann agreed.")
    assert await _side(begun, begun.cyd) == "Red"
    told = await _ask_for_consent(begun, begun.cyd, "/game end", winner="Red")
    assert told.title == "Bob: do you agree?"
    assert (await begun.click(begun.ann, told, "Agree")).refused, "the umpire plays, and agrees for her side alone"


async def test_dice_that_were_undone_were_rolled_all_the_same(begun: Table) -> None:
    told = await begun.say(begun.ann, "/undo")
    if told.title.endswith("do you agree?"):
        await begun.click(begun.bob, told, "Agree")
    await _ask_for_consent(begun, begun.cyd, "/game join", side="Blue")


async def test_dice_of_an_open_question_were_rolled_too_and_no_umpire_who_plays_answers_it(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    options = {"attacker": "Marines", "target": "Militia", "distance": "20", "firers": "4 assault_rifle"}
    told = await demo.done(demo.ann, "/fire", **options, dice="5 5 1 1")
    assert told.title.startswith("Bob: ")
    await _ask_for_consent(demo, demo.cyd, "/game join", side="Blue")
    label = told.buttons[0]
    assert "This question is for Bob" in (await demo.click(demo.ann, told, label)).whole
    assert not (await demo.click(demo.bob, told, label)).refused


async def test_who_has_left_rolls_nothing_again_in_the_name_of_those_who_stay(demo: Table) -> None:
    """Ann starts another roll for initiative, leaves, and confirms the warning: found by the cheats."""
    await demo.done(demo.cyd, "/game join", side="Red")
    told = await demo.done(demo.bob, "/initiative", dice="3 2")
    asked = await demo.click(demo.ann, told, "Again")
    assert asked.title == "Please confirm"
    await demo.done(demo.ann, "/game leave")
    before = await demo.last()
    await demo.click(demo.ann, asked, "Anyway")  # shows it once more, as the game has moved on
    told = await demo.click(demo.ann, asked, "Anyway")
    assert told.refused
    assert "Join a side first" in told.whole
    assert await demo.last() == before


async def test_changing_sides_needs_both(begun: Table) -> None:
    join = await _ask_for_consent(begun, begun.cyd, "/game join", side="Blue")
    await begun.click(begun.bob, join, "Agree")
    told = await _ask_for_consent(begun, begun.bob, "/game join", side="Red")
    assert told.title in ("Ann or Cyd: do you agree?", "Cyd or Ann: do you agree?")
    again = await begun.click(begun.ann, told, "Agree")
    assert again.title == "Cyd: do you agree?"
    assert await _side(begun, begun.bob) == "Blue"
    await begun.click(begun.cyd, again, "Agree")
    assert await _side(begun, begun.bob) == "Red"


async def test_no_player_looks_at_the_other_side_and_comes_back(begun: Table) -> None:
    """Bob leaves Blue, joins Red, sees its hidden units, and returns: by leaving and joining, or by an undo.

    He does not undo his leave alone either.
    """
    cyd = await _ask_for_consent(begun, begun.cyd, "/game join", side="Blue")
    await begun.click(begun.bob, cyd, "Agree")
    await begun.done(begun.bob, "/game leave")
    assert "not in this game" in (await begun.say(begun.bob, "/undo")).whole
    told = await _ask_for_consent(begun, begun.bob, "/game join", side="Blue")
    assert told.title == "Cyd: do you agree?"
    told = await _ask_for_consent(begun, begun.bob, "/game join", side="Red")
    assert {one.name for one in (await begun.live()).game.players.values()} == {"Ann", "Cyd"}
    for who in (begun.ann, begun.cyd):
        told = await begun.click(who, told, "Agree")
    assert told.title == "Bob plays Red"
    await begun.done(begun.bob, "/undo")
    assert await _side(begun, begun.bob) is None
    assert set(sides_of((await begun.live()).game, str(begun.bob.id))) == {"Red", "Blue"}
    back = await begun.say(begun.bob, "/game join", side="Blue")
    for who in (begun.ann, begun.cyd):
        assert back.title.endswith("do you agree?")
        back = await begun.click(who, back, "Agree")
    assert await _side(begun, begun.bob) == "Blue"


async def test_a_winner_needs_the_agreement_of_both_sides_and_any_player_ends_a_game_without_one(begun: Table) -> None:
    told = await _ask_for_consent(begun, begun.ann, "/game end", winner="Red")
    await begun.done(begun.bob, "/game end")
    assert not begun.has(told, "Agree"), "a game that is over asks nobody"
    await begun.done(begun.ann, "/game reopen")
    told = await _ask_for_consent(begun, begun.ann, "/game end", winner="Red")
    assert "Ann wants to end the game: Red wins" in told.text
    done = await begun.click(begun.bob, told, "Agree")
    assert done.title == "The game is over: Red wins"
    assert (await begun.say(begun.ann, "/game status")).refused


# 13: the umpire who plays a side


async def test_an_umpire_who_plays_puts_the_record_right_by_hand_and_neither_orders_nor_moves_players_of_the_other_side(
    begun: Table,
) -> None:
    said = await begun.refused(begun.ann, "/fire", attacker="Militia", target="Marines", distance="10")
    assert said == "Blue has its own player. Ask Bob, or ask them to use `/game delegate`."
    await begun.refused(begun.ann, "/game dice", mode="physical", side="Blue")
    await begun.refused(begun.ann, "/game delegate", unit="Militia", player=begun.ann)
    await begun.refused(begun.ann, "/unit edit", unit="Militia", field="side", value="Red")
    await begun.done(begun.ann, "/marker set", unit="Militia", marker="suppressed", count=1)
    await begun.done(begun.ann, "/unit edit", unit="Militia", field="models", value="5", reason="miscounted")
    await begun.done(begun.ann, "/score", side="Blue", points=1, why="hill")
    told = await _ask_for_consent(begun, begun.ann, "/game join", side="Red", player=begun.bob)
    assert told.title == "Bob: do you agree?"
    assert await _side(begun, begun.bob) == "Blue"
    assert (await begun.click(begun.ann, told, "Agree")).refused


async def test_she_gives_the_whistle_to_no_friend(begun: Table) -> None:
    """An umpire without a side would decide for all; so would she, if leaving her side made her one."""
    told = await _ask_for_consent(begun, begun.ann, "/game umpire", player=begun.cyd)
    assert told.title == "Bob: do you agree?"
    await begun.click(begun.bob, told, "Agree")
    game = (await begun.live()).game
    assert is_neutral(game, str(begun.cyd.id))
    await begun.done(begun.cyd, "/game umpire", player=begun.ann)
    assert not is_neutral((await begun.live()).game, str(begun.ann.id))
    told = await _ask_for_consent(begun, begun.cyd, "/game join", side="Red")
    for who in (begun.ann, begun.bob):  # Cyd has seen what both hide
        told = await begun.click(who, told, "Agree")
    assert told.title == "Cyd plays Red"


async def test_an_umpire_who_leaves_her_side_is_still_of_it(begun: Table) -> None:
    await begun.done(begun.ann, "/game leave")
    await begun.done(begun.bob, "/game umpire", player=begun.ann)
    assert sides_of((await begun.live()).game, str(begun.ann.id)) == ("Red",)
    await begun.refused(begun.ann, "/fire", attacker="Militia", target="Marines", distance="10")


async def test_a_ruling_or_a_short_deadline_is_for_the_other_side_too(begun: Table) -> None:
    told = await _ask_for_consent(begun, begun.ann, "/rulings set", name="allocation", value="ask")
    assert "Ann wants to set a ruling: allocation is ask" in told.text
    assert (await begun.click(begun.bob, told, "Agree")).title == "Ruling: allocation is ask"
    short = await _ask_for_consent(begun, begun.ann, "/game timeout", minutes=10, policy="default")
    await begun.click(begun.bob, short, "Agree")
    assert (await begun.live()).game.timeout == (10, "default")
    await begun.done(begun.ann, "/game timeout", minutes=1440, policy="default")


async def test_alone_both_sides_are_hers(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/game join", side="Red")
    options = {"target": "Marines", "distance": "10", "dice": "roll"}
    told = await table.say(table.ann, "/fire", attacker="Militia", **options)
    assert not told.refused
    await table.say(table.ann, "/game join", side="Blue")
    assert await _side(table, table.ann) == "Blue"
    await table.done(table.ann, "/game end", winner="Blue")


async def test_an_umpire_who_commands_a_side_without_sitting_down_plays_it(table: Table) -> None:
    """Ann plays Red against Bob, and joins no side to be without one."""
    await table.done(table.ann, "/game demo")
    await table.done(table.bob, "/game join", side="Blue")
    ann = str(table.ann.id)
    assert is_neutral((await table.live()).game, ann)
    shot = {"attacker": "Marines", "distance": "10", "dice": "roll"}
    await table.done(table.ann, "/fire", target="Militia", **shot)
    assert sides_of((await table.live()).game, ann) == ("Red",)
    undone = await table.say(table.ann, "/undo")
    if undone.title.endswith("do you agree?"):
        await table.click(table.bob, undone, "Agree")
    own = await table.say(table.ann, "/fire", target="HMG team", **shot | {"dice": "6 6 6 6 6 6 6 6 6 6 6 6"})
    assert own.title == "Bob: do you agree?", (own.title, own.text)
    await table.refused(table.ann, "/fire", attacker="Militia", target="Marines", distance="10")


async def test_a_neutral_umpire_decides_for_all(begun: Table) -> None:
    told = await begun.say(begun.ann, "/game umpire", player=begun.cyd)
    await begun.click(begun.bob, told, "Agree")
    await begun.done(begun.cyd, "/game join", side="Red", player=begun.bob)
    assert await _side(begun, begun.bob) == "Red"
    await begun.done(begun.cyd, "/game end", winner="Red")


# 20: a table without an umpire


async def test_a_table_without_an_umpire_names_one_freely(begun: Table) -> None:
    """Ann leaves, joins again, and her leave is undone: then there is no umpire."""
    await begun.done(begun.ann, "/game leave")
    number = await begun.last()
    await begun.done(begun.ann, "/game join", side="Red")
    undone = await _ask_for_consent(begun, begun.bob, "/undo", entry=number)
    await begun.click(begun.ann, undone, "Agree")
    players = (await begun.live()).game.players
    assert not any(one.umpire for one in players.values())
    assert "not in this game" in await begun.refused(begun.cyd, "/game umpire", player=begun.cyd)
    await begun.done(begun.bob, "/game umpire", player=begun.bob)
    players = (await begun.live()).game.players
    assert [one.name for one in players.values() if one.umpire] == ["Bob"]


# d3: a side that has no units


async def test_a_side_without_units_does_not_end_the_game_nor_its_turns(begun: Table) -> None:
    """Once dice were rolled every side agrees to a new one."""
    told = await _ask_for_consent(begun, begun.cyd, "/game join", side="Green")
    told = await begun.click(begun.ann, told, "Agree")
    assert await _side(begun, begun.cyd) is None, "Bob has not agreed"
    await begun.click(begun.bob, told, "Agree")
    assert await _side(begun, begun.cyd) == "Green"
    for command, options in (
        ("/game end", {}),
        ("/turn next", {}),
        ("/game pause", {}),
        ("/score", {"side": "Red", "points": 9, "why": "me"}),
    ):
        assert "has no units" in await begun.refused(begun.cyd, command, **options)
    await begun.done(begun.ann, "/unit add", name="Greens", profile="militia", side="Green")
    assert (await begun.say(begun.cyd, "/score", side="Green", points=1, why="here")).refused is False
