"""The data of the table screen: the turn, the people asked, the last result, the board, and nothing hidden."""

from __future__ import annotations

import json
import re
from typing import Any

from rules.kernel.text import Text
from tests.cogs.beginnings import beginning
from tests.cogs.languages import german_server
from tests.cogs.table import Table
from tests.test_layout import ROOT


async def public_state(table: Table) -> dict[str, Any]:
    """Return the public text on it."""
    bot: Any = table.env.bot
    cog = bot.get_cog("TableScreen")
    return await cog.public_view(str(table.channel.id))


async def test_before_any_game_it_says_how_one_begins_in_every_word_that_the_scripts_show(table: Table) -> None:
    shown = await public_state(table)
    words = shown["words"]
    assert list(shown) == ["words"]
    assert (words["idle"], words["own"]) == ("No game yet", "Start our own game")
    scripts = [file.read_text(encoding="utf-8") for file in (ROOT / "bot/simulation").rglob("*.*s")]
    used = {word for script in scripts for word in re.findall(r"\bwords\.(\w+)", script)}
    others = {"board", "log", "type", "busy"}  # named by their view, and by the server itself
    made_by_page = {"languages"}  # of the page, not of the bot: see page_files.index
    assert used - made_by_page | others == set(words)


async def test_a_refusal_on_the_page_is_in_the_language_of_the_game(table: Table) -> None:
    bot: Any = table.env.bot
    cog, german, busy = bot.get_cog("TableScreen"), german_server(table), Text("Game over")
    assert await cog.worded(str(german.id), busy) == "Game over"
    await table.say(table.ann, "game new", where=german, system="fubar")
    assert await cog.worded(str(german.id), busy) == "Partie vorbei"


async def test_it_says_whose_go_it_is_and_who_may_take_it(demo: Table) -> None:
    """An evening of Open Fire d12: an activation before the initiative made it "Red's turn"."""
    assert (await public_state(demo))["go"]["text"] == "Next: Initiative"
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert (await public_state(demo))["go"]["text"] == "Next: Initiative"
    asked = await demo.done(demo.ann, "/undo")
    shown = await public_state(demo)
    assert shown["asked"] == [asked.title]
    assert shown["about"] == [["Ann wants to undo “Marines: activation”."]]
    await demo.click(demo.bob, asked, "Agree")
    shown = (await public_state(demo))["last"]
    assert shown["dice"] == []
    assert any("Marines: remove the activated marker" in line for line in shown["lines"])
    await demo.done(demo.ann, "/initiative", dice="2 5")
    go = (await public_state(demo))["go"]
    assert (go["text"], go["who"]) == ("Blue's turn", "Bob")
    await demo.done(demo.ann, "/game pause")
    assert (await public_state(demo))["go"]["text"] == "Paused"


async def test_it_waits_for_the_other_force_before_the_first_turn(table: Table) -> None:
    """It said "Next: End of the bound" with one force, and "Next: Initiative" once the other player sat down."""
    await table.done(table.ann, "/game new", system="bayonet")
    await table.done(table.ann, "/force load", force="patrol", side="Red")
    assert (await public_state(table))["go"]["text"] == "Next: the other side's force"
    await table.done(table.bob, "/game join", side="Blue")
    assert (await public_state(table))["go"]["text"] == "Next: the other side's force"
    await table.done(table.ann, "/force load", force="band", side="Blue")
    assert (await public_state(table))["go"]["text"] == "Next: Initiative"


async def test_the_turn_of_a_side_lasts_until_its_last_unit_has_acted(demo: Table) -> None:
    """Two phones: with the activation of Red's last unit the top said "Blue's turn", before that unit had acted."""
    await demo.done(demo.ann, "/initiative", dice="5 2")
    for unit in ("Marines", "Regular section", "Commandos", "IFV"):
        await demo.done(demo.ann, "/activate", unit=unit, dice="6")
    go = (await public_state(demo))["go"]
    assert (go["text"], go["who"]) == ("Red's turn", "Ann")
    await demo.done(demo.ann, "/move", unit="IFV")
    go = (await public_state(demo))["go"]
    assert (go["text"], go["who"]) == ("Blue's turn", "Bob")


async def test_its_title_leaves_out_the_step_that_whose_turn_it_is_says(ford: Table) -> None:
    """On a phone the step was cut off, although the line above says it."""
    await ford.done(ford.bob, "/turn end")
    shown = await public_state(ford)
    assert shown["go"]["text"] == "Red's shots"
    assert shown["title"] == "Bayonet · bound 1"


async def test_the_last_result_shows_instructions_and_every_die(demo: Table) -> None:
    await demo.done(demo.bob, "/game join", side="Blue")
    await demo.done(demo.ann, "/activate", unit="Marines", action="aimed_fire", dice="6")
    demo.dice.next(6, 6, 1, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    last = (await public_state(demo))["last"]
    entry = await demo.entry()
    thrown = [throw for play in entry.plays for throw in play.throws]
    assert last["number"] == entry.number
    assert "Marines → Militia" in last["heading"]
    assert [[face for face, _ in one["faces"]] for one in last["dice"]] == [list(throw.faces) for throw in thrown]
    assert sum(good for _, good in last["dice"][0]["faces"]) == thrown[0].successes
    assert last["dice"][0]["came"] == f"{thrown[0].successes} of {len(thrown[0].faces)}"
    # Who sits down is no result: the dice stay until something happens on the table.
    await demo.done(demo.cyd, "/game join", side="Red")
    assert (await public_state(demo))["last"] == last
    await demo.done(demo.bob, "/marker set", unit="HMG team", marker="suppressed", count=1)
    shown = (await public_state(demo))["last"]
    assert shown["dice"] == []
    assert any("1 suppressed marker" in line and "HMG team" in line for line in shown["lines"]), shown["lines"]


async def test_dice_that_were_counted_are_not_drawn(demo: Table) -> None:
    await demo.done(demo.ann, "/game dice", mode="physical")
    await demo.done(demo.ann, "/activate", unit="Marines", action="aimed_fire", dice="6")
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="3 hits")
    first = (await public_state(demo))["last"]["dice"][0]
    assert first["faces"] == []
    assert first["came"].startswith("3 hits of ")


@beginning
async def ambush(table: Table) -> None:
    """A unit of Red is a card with a unique name."""
    await table.done(table.ann, "/game demo", system="opreb")
    hidden = next(unit for unit in (await table.live()).game.units.values() if unit.has("hidden"))
    for field, value in (("name", "Zebulon Ghosts"), ("models", "7"), ("weapons", "7 gauss_rifle")):
        await table.done(table.ann, "/unit edit", unit=hidden.id, field=field, value=value)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


async def test_a_card_is_a_card_and_its_figures_are_not_counted_nor_revealed_at_the_end(ambush: Table) -> None:
    shown = await public_state(ambush)
    red, blue = shown["sides"]
    assert ["card 3", " · hidden"] in [list(unit[:2]) for group in red["groups"] for unit in group["units"]]
    assert red["left"] == ""
    assert blue["left"] == "22 models left"
    assert not [word for word in ("zebulon", "gauss", "7/7") if word in json.dumps(shown).casefold()]
    await ambush.done(ambush.ann, "/unit edit", unit="Line rifle squad", field="models", value="3")
    await ambush.done(ambush.ann, "/game end")
    summary = (await public_state(ambush))["summary"]
    assert summary
    assert not [word for word in ("zebulon", "gauss", "card") if word in json.dumps(summary).casefold()]


async def test_the_table_screen_counts_models_and_names_the_player_who_is_asked(demo: Table) -> None:
    """Two phones, 19 and 37: "19 left" of what, and without the reserve."""
    before = {one["side"]: one["left"] for one in (await public_state(demo))["sides"]}
    assert all(one.endswith(" models left") for one in before.values())
    await demo.done(demo.bob, "/unit reserve", unit="Technical", turn=3)
    assert {one["side"]: one["left"] for one in (await public_state(demo))["sides"]} == before
    await demo.done(demo.bob, "/game join", side="Blue")
    await demo.done(demo.bob, "/game dice", mode="physical")
    await demo.done(demo.ann, "/initiative", dice="6")
    (asked,) = (await public_state(demo))["asked"]
    assert asked.startswith("Bob, roll 1d6")
    assert (await public_state(demo))["about"] == [["Initiative of turn 1", "initiative of Red (own die): 6"]]


async def test_the_end_names_the_winner_losses_and_turning_point_and_keeps_the_board(demo: Table) -> None:
    """F5"""
    demo.dice.next(6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    assert (await public_state(demo))["summary"] == []
    await demo.done(demo.ann, "/initiative", dice="5 2")
    await demo.click(demo.bob, await demo.done(demo.ann, "/game end", winner="Red"), "Agree")
    shown = await public_state(demo)
    assert shown["go"]["text"] == "Red has won"
    assert shown["go"]["colour"] == shown["sides"][0]["colour"], "in its colour"
    assert [side["side"] for side in shown["sides"]] == ["🔴 Red", "🔵 Blue"]
    assert await public_state(demo) is shown, "it is not read from the record every second"
    assert shown["last"] is None, "issue 45: the last order was above it, and whose turn it was"
    red, blue, heading, point = shown["summary"]
    assert red.startswith("**Red**: strength "), "hit points too: a board of models has other numbers"
    assert " · lost " in blue
    assert heading == "**Turning point**"
    assert "Marines → Militia" in point
    assert point.startswith("Entry ")


async def test_units_do_not_repeat_the_words_of_their_heading_and_a_failure_passes_the_turn_on(demo: Table) -> None:
    """A unit On Guard may still react, and was taken for one that is yet to act."""
    await demo.done(demo.ann, "/initiative", dice="6 2")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/activate", unit="Commandos", dice="1")
    shown = await public_state(demo)
    assert shown["go"]["text"] == "Blue's turn"
    groups = {one["heading"]: one["units"] for one in shown["sides"][0]["groups"]}
    gone = groups["Has acted (2)"]
    assert sorted(unit[:2] for unit in gone) == [("Commandos", " 5/5 · on guard"), ("Marines", " 5/5")]


async def test_thumb_the_table_screen_names_the_units_that_may_react_and_repeats_no_warning(demo: Table) -> None:
    """A list of all that has not acted is read before it is confirmed, and behind Why?."""
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="on_guard", count=1)
    await demo.done(demo.ann, "/activate", unit="Marines", action="run", dice="6")
    await demo.done(demo.ann, "/move", unit="Marines")
    assert any("May react" in line and "Militia" in line for line in (await public_state(demo))["last"]["lines"])
    await demo.anyway(demo.ann, "/turn next")
    last = (await public_state(demo))["last"]
    assert (await demo.entry()).warnings
    assert not [line for line in last["lines"] if "have not acted" in line]
