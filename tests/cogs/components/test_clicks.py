"""Nothing is kept in memory: the bot restarts in the middle of every kind of question."""

from __future__ import annotations

from typing import Any

from tests.cogs.table import Table, Told

SELECT = 3
SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10"}


async def _menu(demo: Table) -> Told:
    """Return a question about one of six weapons: too many for buttons."""
    six = "1 lmg, 1 heavy_mg, 1 light_cannon, 1 rpg, 1 assault_rifle, 1 infantry_rifle"
    await demo.done(demo.ann, "/unit edit", unit="Technical", field="weapons", value=six)
    shot = {"attacker": "IFV", "target": "Technical", "distance": "10", "firers": "1 light_cannon", "situation": "side"}
    told = await demo.say(demo.ann, "/fire", **shot, dice="6 1 1 1 / 1 / 3")
    assert "Which weapon is destroyed?" in told.title
    assert told.buttons == ("Cancel",)
    return told


async def _choose(demo: Table, who: Any, asked: Told, value: str) -> Told:
    (message,) = asked.messages
    (menu,) = [one["custom_id"] for row in message.components for one in row["components"] if one["type"] == SELECT]
    return Told.of(await who.select(message, [value], custom_id=menu), message.id)


async def test_a_warning_goes_on_after_a_restart(demo: Table) -> None:
    await demo.done(demo.bob, "/activate", unit="Militia", dice="5")
    asked = await demo.warned(demo.bob, "/activate", unit="Militia", dice="5")
    await demo.restart()
    assert "Red must agree too." in asked.text
    before = await demo.last()
    consent = await demo.click(demo.bob, asked, "Anyway")
    assert "Without an answer it lapses" in consent.text
    assert await demo.last() == before
    shown = [(one.title, one.description or "") for message in asked.messages for one in message.embeds]
    assert [title for title, _ in shown] == ["Done"]
    assert "recorded" not in shown[0][1], "others have to agree to it"
    assert "Bob wants to do this again: Militia: activation" in consent.text
    assert "Militia has already tried to activate this turn" in consent.text
    await demo.restart()
    told = await demo.click(demo.ann, consent, "Agree")
    assert "Ann agreed." in told.text
    assert told.title.startswith("Militia: activated (")
    assert "Done" in told.text


async def test_a_preview_is_fired_after_a_restart(demo: Table) -> None:
    """Its button fires once; that of a new preview is an ordinary command: a second shot is warned of."""
    told = await demo.say(demo.ann, "/fire", **SHOT, preview=True)
    await demo.restart()
    fired = await demo.click(demo.ann, told, "Fire")
    assert fired.title == "Marines → Militia"
    assert (await demo.entry()).request["distance"] == ["10"]
    before = await demo.last()
    assert (await demo.click(demo.ann, told, "Fire")).title == "The game has moved on"
    again = await demo.click(demo.ann, await demo.say(demo.ann, "/fire", **SHOT, preview=True), "Fire")
    assert again.title == "Please confirm"
    assert "has fired since its activation" in again.text
    assert again.private
    assert await demo.last() == before


async def test_a_reaction_is_made_after_a_restart_by_its_side_only(demo: Table) -> None:
    await demo.done(demo.bob, "/activate", unit="Militia", dice="1")
    told = await demo.anyway(demo.ann, "/move", unit="Marines", action="walk")
    (label,) = [one for one in told.buttons if "Militia" in one]
    await demo.restart()
    assert (await demo.click(demo.cyd, told, label)).refused
    asked = await demo.click(demo.bob, told, label)
    assert asked.form
    fired = await demo.fill(demo.bob, asked, distance=["24in"])
    assert fired.title == "Militia → Marines"
    assert "reacted" in await demo.states("Militia")
    assert (await demo.click(demo.bob, told, label)).refused


async def test_a_question_whose_message_is_gone_is_shown_again_and_answers_only_to_its_owner(demo: Table) -> None:
    asked = await _menu(demo)
    channel: Any = demo.env.bot.get_channel(demo.channel.id)  # type: ignore[union-attr]
    with demo.env._bot_scope():
        await channel.get_partial_message(asked.messages[0].id).delete()
    await demo.restart()
    waiting = await demo.say(demo.bob, "/waiting")
    assert "1. Waiting for " in waiting.text
    again = await demo.click(demo.bob, waiting, "Show 1")
    assert again.title == asked.title
    assert not again.private
    assert (await _choose(demo, demo.cyd, again, "0")).refused
    told = await _choose(demo, demo.bob, again, "0")
    assert told.title == "IFV → Technical"
    assert (await demo.states("Technical"))["weapons_lost"] == "lmg"
    assert "No open questions" in (await demo.say(demo.bob, "/waiting")).text
    assert (await demo.click(demo.bob, waiting, "Show 1")).refused
