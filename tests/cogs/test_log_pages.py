"""`/log show`: filters and pages, and the logs of finished games."""

from __future__ import annotations

import re
from typing import Any

from bot.game.people import number_of_card
from bot.services.record.history import LARGEST
from cogs.interactions.limits import CUSTOM_ID, DESCRIPTION
from cogs.rendering.log import log_line
from cogs.rendering.text import Reader
from data.texts import language
from tests.cogs.beginnings import beginning
from tests.cogs.faulty import COMPONENT, raw
from tests.cogs.table import Table, Told

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


def numbers(told: Told) -> list[int]:
    return [int(one) for one in re.findall(r"\*\*(\d+)\*\* <t:", told.text)]


def present_text(table: Table, told: Told) -> Told:
    """Return the present text of an answer, after paging."""
    id = told.messages[0].id
    message = next(one for one in table.channel.history() if one.id == id)
    embed = message.embeds[0]
    labels = [child.label for row in message.components for child in getattr(row, "children", ())]  # pyright: ignore
    return Told(embed.title or "", embed.description or "", embed.footer.text or "", buttons=tuple(labels))


async def turn(table: Table, who: Any, told: Told, label: str) -> Told:
    """Turn to the next page, which is where the last one was."""
    clicked = await table.click(who, told, label)
    assert not clicked.messages, clicked
    return present_text(table, told)


@beginning
async def long(demo: Table) -> None:
    """Ann scores for Red, Bob for Blue, in turns, up to entry 25."""
    for number in range(6, 26):
        who, side = ((demo.ann, "Red"), (demo.bob, "Blue"))[number % 2]
        await demo.done(who, "/score", side=side, points=1, why="a hill")


async def test_an_entry_shows_its_player_action_and_every_die_on_separate_lines(demo: Table) -> None:
    """Never a wall of text."""
    await demo.done(demo.ann, "/fire", **SHOT, dice="5 5 6 1 1 1 1 1 1")
    line = (await demo.done(demo.bob, "/log show", last=1)).text
    assert re.fullmatch(
        "\\*\\*6\\*\\* <t:17\\d{8}:t> Ann · 🔴 Red  Regular section → Militia\n3 hits: .*\\.\n"
        "🎲 to hit 4\\+ \\[5 5 6 1 1 1 1 1 1\\] own dice\nChance of this or better: \\d\\d %",
        line,
    ), line


async def test_pages_go_back_and_forth_in_the_same_message(long: Table) -> None:
    told = await long.done(long.bob, "/log show")
    assert (numbers(told), told.buttons) == ([*range(16, 26)], ("Older",))
    assert told.footer == "Entries 16 to 25 of 25"
    page = await turn(long, long.cyd, told, "Older")
    assert (numbers(page), page.buttons) == ([*range(6, 16)], ("Older", "Newer"))
    page = await turn(long, long.bob, told, "Older")
    assert (numbers(page), page.buttons) == ([*range(1, 6)], ("Newer",))
    page = await turn(long, long.bob, told, "Newer")
    assert (numbers(page), page.buttons) == ([*range(6, 16)], ("Older", "Newer"))
    page = await turn(long, long.bob, told, "Newer")
    assert (numbers(page), page.buttons) == ([*range(16, 26)], ("Older",))


async def test_pages_of_the_log_stay_the_same_while_the_game_continues(long: Table) -> None:
    told = await long.done(long.bob, "/log show")
    await long.done(long.ann, "/score", side="Red", points=1, why="a hill")
    assert numbers(await turn(long, long.bob, told, "Older")) == [*range(6, 16)]
    assert numbers(await turn(long, long.bob, told, "Newer")) == [*range(16, 26)]
    page = await turn(long, long.bob, told, "Newer")
    assert (numbers(page), page.buttons) == ([26], ("Older",))


async def test_buttons_survive_a_restart_with_their_filters(long: Table) -> None:
    told = await long.done(long.bob, "/log show", last=4, player="Bob", kind="score")
    assert numbers(told) == [19, 21, 23, 25]
    ids = [one["custom_id"] for row in told.messages[0].components for one in row["components"]]
    assert ids
    assert all(len(id) + len("hold_the_line") <= CUSTOM_ID for id in ids)
    await long.restart()
    page = await turn(long, long.ann, told, "Older")
    assert (numbers(page), page.buttons) == ([11, 13, 15, 17], ("Older", "Newer"))
    page = await turn(long, long.ann, told, "Older")
    assert (numbers(page), page.buttons) == ([7, 9], ("Newer",))


async def test_a_unit_has_pages_too(demo: Table) -> None:
    for count in (1, 2):
        for unit in ("Marines", "Commandos"):
            await demo.done(demo.ann, "/marker set", unit=unit, marker="suppressed", count=count)
    told = await demo.done(demo.bob, "/log show", last=1, unit="Marines")
    assert numbers(told) == [8]
    assert numbers(await turn(demo, demo.bob, told, "Older")) == [6]


async def test_a_page_is_one_message_however_long_its_lines_are(demo: Table) -> None:
    for count in range(1, 9):
        await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value=f"{count % 5}", reason="*" * 499)
    told, seen = await demo.done(demo.bob, "/log show", last=LARGEST), list[int]()
    first = told.messages[0]
    assert len(told.messages) == 1
    while True:
        page = present_text(demo, Told(messages=[first]))
        assert len(page.text) <= DESCRIPTION
        seen = [*numbers(page), *seen]
        if "Older" not in page.buttons:
            break
        await turn(demo, demo.bob, told, "Older")
    assert seen == [*range(1, 14)]
    await turn(demo, demo.bob, told, "Newer")
    assert numbers(present_text(demo, told))[0] == numbers(page)[-1] + 1


async def test_made_up_pages_and_those_of_another_channels_game_are_refused(long: Table) -> None:
    """A player who knows the id of a game may still be barred from its channel."""
    told = await long.done(long.bob, "/log show")
    game = (await long.live()).info.id
    parts = ("", ":b", ":x1:10:::", ":b1:9999999999:::", ":b5:no:::")
    for about in ("", "nonsense:b5:10:::", *(f"{game}{part}" for part in parts)):
        data = {"custom_id": f"adj1:log:{about}", "component_type": 2}
        answer = await raw(long, long.bob, COMPONENT, data, told.messages[0])
        assert (answer.private, answer.refused) == (True, True), about
    await long.done(long.cyd, "/game demo", long.other)
    id = f"adj1:log:{(await long.live(long.other)).info.id}:b99:10:::"
    answer = await raw(long, long.bob, COMPONENT, {"custom_id": id, "component_type": 2}, told.messages[0])
    assert answer.private
    assert "game was not played in this channel" in answer.whole


# Games that are over


async def test_a_game_that_is_over_is_chosen_among_those_of_the_channel(long: Table) -> None:
    await long.done(long.ann, "/game end")
    await long.done(long.ann, "/game new", system="bayonet", name="Second")
    await long.done(long.ann, "/game end")
    await long.done(long.ann, "/game demo", long.other, system="opreb")
    await long.done(long.ann, "/game end", long.other)
    ((second, _), (first, id)) = await long.type(long.bob, "/log show", "game")
    assert second.startswith("Second · Bayonet · ")
    assert re.fullmatch(r"FUBAR demo · FUBAR · \d+ Nov 2023 · 26 entries", first)
    told = await long.done(long.bob, "/log show", game=id, player="Bob", last=2)
    assert numbers(told) == [23, 25]
    assert (await long.type(long.bob, "/log show", "unit", "mar", game=id))[0][0].startswith("Marines")
    assert ("fire", "fire") in await long.type(long.bob, "/log show", "kind", "fire", game=id)
    assert ("Bob", "Bob") in await long.type(long.bob, "/log show", "player", game=id)
    assert "Second" in (await long.done(long.bob, "/log show", game="second")).title


async def test_a_game_of_nowhere_is_refused(long: Table) -> None:
    assert "game was not played in this channel" in await long.refused(long.bob, "/log show", game="Waterloo")
    game = (await long.live()).info.id
    assert "That game was not played" in await long.refused(long.bob, "/log show", long.other, game=game)
    assert "no game in this channel" in await long.refused(long.bob, "/log show", long.other)


async def test_hidden_units_of_a_game_that_is_over_are_still_cards(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    hidden = next(unit for unit in (await table.live()).game.units.values() if unit.has("hidden"))
    await table.done(table.ann, "/marker set", unit=hidden.id, marker="wounds", count=1)
    await table.done(table.ann, "/game end")
    told = await table.done(table.bob, "/log show")
    assert hidden.name not in told.text
    assert f"card {number_of_card(hidden.id)}" in told.text


async def test_a_line_is_never_longer_than_a_message_takes(demo: Table) -> None:
    live = await demo.live()
    await demo.done(demo.ann, "/fire", **SHOT)
    entry = await demo.entry()
    play = entry.plays[0]
    throw = play.throws[0].model_copy(update={"faces": (6,) * 5000})
    long = entry.model_copy(update={"plays": (play.model_copy(update={"throws": (throw,)}),)})
    assert len(log_line(Reader(language("en"), live.board), live, long)) < DESCRIPTION / 3
