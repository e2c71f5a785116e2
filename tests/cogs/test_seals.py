"""`/seal` and `/roll secret:True`: sealed texts are secret until they are opened, and provable after that."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import pytest

from bot.errors import Refusal
from rules.game.clocks_and_seals import SealLaid, SealsOpened
from tests.cogs import warring
from tests.cogs.beginnings import beginning
from tests.cogs.faulty import COMPONENT, cut_connection, raw
from tests.cogs.languages import german_server, speaks
from tests.cogs.table import Table, Told, same_as_record

SECRET = "flank left @everyone **now** <@1> [x](http://a.b)\n# over the bridge"


def _channel_text(table: Table) -> str:
    """Return all readable text of the channel."""
    parts = [
        one.content + "".join(f"{e.title}{e.description}{e.footer.text}" for e in one.embeds)
        for one in table.channel.history()
    ]
    return "\n".join(parts)


async def _exports(table: Table, who: Any) -> str:
    found = ""
    for format, anonymous in (("html", True), ("html", False), ("markdown", False), ("csv", False)):
        found += await _export(table, who, format, anonymous)
    return found


async def _export(table: Table, who: Any, format: str, anonymous: bool = False) -> str:
    told = await table.done(who, "/export", format=format, anonymous=anonymous)
    [file] = told.messages[-1].attachments
    return (await file.read()).decode("utf-8")


async def _stored_text(table: Table) -> str:
    """Return the entries and the state of the game as stored."""
    live = await table.live()
    lines = [entry.model_dump_json() for entry in await table.entries()]
    return "\n".join([*lines, str(await table.services.record.states.stored_state(live.info.id))])


def _public(table: Table) -> Told:
    return table.now(table.channel.history()[-1])


async def test_a_seal_is_known_by_its_digest_alone_until_it_is_opened(demo: Table) -> None:
    told = await demo.done(demo.ann, "/seal new", text=SECRET)
    assert told.private
    assert "flank" not in told.whole
    (event,) = (await demo.entry()).events
    assert isinstance(event, SealLaid)
    assert f"SHA-256 `{event.seal.digest}`" in _channel_text(demo)
    assert "Ann has sealed something" in _channel_text(demo)
    assert demo.has(_public(demo), "Open")
    assert "All controls …" in str(_public(demo).messages[0].components), "what comes next stands below it"
    everything = _channel_text(demo) + await _exports(demo, demo.bob) + await _stored_text(demo)
    everything += (await demo.done(demo.bob, "/log show")).text + (await demo.done(demo.bob, "/game status")).text
    assert "flank" not in everything
    assert "🔒 Sealed: Ann" in (await demo.done(demo.bob, "/game status")).text
    alone = await demo.done(demo.ann, "/seal open", alone=True)
    assert "Undo" not in alone.buttons, "what has been read stays open"
    assert "flank left" in alone.text
    assert "@everyone" not in alone.text
    (opened,) = (await demo.entry()).events
    assert isinstance(opened, SealsOpened)
    (one,) = opened.opened
    assert one.text == SECRET
    assert sha256(f"{one.salt}|{one.text}".encode()).hexdigest() == one.digest == event.seal.digest
    assert f"salt `{one.salt}`" in alone.text
    assert "flank left" in (await demo.done(demo.bob, "/log show")).text
    assert "flank left" in await _export(demo, demo.bob, "html")
    await same_as_record(demo.services, await demo.live())


async def test_all_seals_are_opened_at_once_when_every_side_is_ready(demo: Table) -> None:
    await demo.done(demo.ann, "/seal new", text="bid of five")
    ready = await demo.done(demo.ann, "/seal open")
    assert "Ann is ready to open" in ready.title
    assert "when Blue is ready too" in ready.text
    await demo.done(demo.bob, "/seal new", text="bid of seven")
    assert "bid" not in _channel_text(demo)
    await demo.restart()
    both = await demo.done(demo.bob, "/seal open")
    assert both.title == "2 seals are opened"
    assert "bid of five" in both.text
    assert "bid of seven" in both.text
    assert (await demo.live()).game.seals == {}
    assert "No seals yet" in await demo.refused(demo.bob, "/seal open")


async def test_no_player_opens_the_seal_of_another(demo: Table) -> None:
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    await demo.done(demo.ann, "/seal new", text="bid of five")
    assert "player who made a seal" in await demo.refused(demo.bob, "/seal open", alone=True)
    await demo.done(demo.bob, "/seal new", text="bid of seven")
    waits = await demo.done(demo.bob, "/seal open")
    assert "bid of five" not in waits.whole
    own = await demo.done(demo.bob, "/seal open", alone=True)
    assert "bid of seven" in own.text
    assert "bid of five" not in own.text
    assert "bid of five" in (await demo.done(demo.cyd, "/seal open")).text


async def test_strangers_and_empty_texts_seal_nothing_and_a_seal_cannot_be_undone(demo: Table) -> None:
    assert "not in this game" in await demo.refused(demo.cyd, "/seal new", text="x")
    assert "not in this game" in await demo.refused(demo.cyd, "/seal open")
    assert "Nothing to seal" in await demo.refused(demo.ann, "/seal new", text="   ")
    before = await demo.last()
    with pytest.raises(Refusal, match="at most 2000 characters"):
        await demo.services.seals.seal(demo.call(demo.ann), "x" * 4000)
    assert await demo.last() == before
    await demo.done(demo.ann, "/seal new", text="bid of five")
    number = await demo.last()
    assert "stays until it is opened" in await demo.refused(demo.ann, "/undo", entry=number)
    await demo.done(demo.ann, "/seal open", alone=True)
    assert "cannot be hidden again" in await demo.refused(demo.ann, "/undo", entry=number + 1)


async def test_a_form_seals_its_text_and_a_button_opens_it(demo: Table) -> None:
    status = await demo.done(demo.ann, "/game status")
    more = await demo.click(demo.ann, status, "More …")
    form = await demo.click(demo.ann, more, "Seal …")
    await demo.fill(demo.ann, form, text="bid of five")
    assert "bid of five" not in _channel_text(demo)
    waits = await demo.click(demo.bob, _public(demo), "Open")
    assert waits.refused
    await demo.click(demo.ann, _public(demo), "Open")
    assert "Ann is ready" in _channel_text(demo)


async def test_a_person_or_a_server_that_is_forgotten_leaves_no_sealed_text(demo: Table) -> None:
    await demo.done(demo.bob, "/seal new", text="bid of seven")
    live = await demo.live()
    (digest,) = live.game.seals
    assert await demo.services.seals.find_text(str(demo.bob.id), live.info.id, digest) is not None
    await demo.services.privacy.forget(demo.call(demo.bob).who)
    assert await demo.services.seals.find_text(str(demo.bob.id), live.info.id, digest) is None
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    assert "the sealed text is gone" in (await demo.done(demo.cyd, "/seal open")).text
    await demo.done(demo.ann, "/seal new", text="bid of five")
    (digest,) = (await demo.live()).game.seals
    assert await demo.services.seals.find_text(str(demo.ann.id), live.info.id, digest) is not None
    await demo.services.record.servers.forget(live.info.guild_id)
    assert await demo.services.seals.find_text(str(demo.ann.id), live.info.id, digest) is None


async def test_an_umpire_keeps_the_place_of_a_unit_in_german(table: Table) -> None:
    tisch = german_server(table)
    for who in (table.ann, table.bob):
        speaks(table, who, "de")
    await table.done(table.ann, "/game new", where=tisch, system="opreb", name="Hinterhalt")
    await table.done(table.bob, "/game join", where=tisch, side="Blue")
    given = {"name": "Schatten", "profile": "line_rifles", "side": "Red", "hidden": True, "place": "hinter dem Hof"}
    kept = await table.done(table.ann, "/unit add", where=tisch, **given)
    assert kept.private
    assert kept.title == "Versiegelt"
    status = (await table.done(table.bob, "/game status", where=tisch)).text
    assert "Standort versiegelt: Karte 1" in status
    told = await table.done(table.ann, "/marker set", where=tisch, unit="Schatten", marker="hidden", count=0)
    assert "Versiegelte Position von Schatten: hinter dem Hof" in told.text


async def test_a_place_in_a_battle_of_a_campaign_outlives_a_restart(table: Table) -> None:
    await warring.enlist_units(table, system="opreb")
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await table.done(table.ann, "/seal new", text=PLACE, unit="Able")
    assert "barn" not in _channel_text(table) + await _stored_text(table)
    await table.restart()
    told = await table.done(table.ann, "/seal open", unit="Able")
    assert "Sealed position of Able: behind the" in told.text
    await table.done(table.ann, "/game end")
    book = await table.done(table.ann, "/campaign export", format="html")
    [file] = book.messages[-1].attachments
    assert "Sealed position of Able: behind the" in (await file.read()).decode()


# Loose dice in secret


async def test_a_secret_roll_is_for_the_roller_until_it_is_revealed(demo: Table) -> None:
    demo.dice.next(3, 5)
    told = await demo.done(demo.ann, "/roll", dice="2d6", secret=True)
    digest = re.search(r"SHA-256 `([0-9a-f]{64})`", told.text)
    assert digest
    assert "8" not in re.sub(r"`[^`]*`", "", told.text)
    assert (await demo.click(demo.bob, told, "Look")).refused
    assert (await demo.click(demo.bob, told, "Reveal")).refused
    await demo.restart()
    looked = await demo.click(demo.ann, told, "Look")
    assert looked.private
    assert "= **8**" in looked.text
    shown = await demo.click(demo.ann, told, "Reveal")
    assert not shown.private
    salt = re.search(r"salt `([0-9a-f]{32})`", shown.text)
    assert salt
    fell = shown.text.split("\nSHA-256")[0]
    assert sha256(f"{salt[1]}|{fell}".encode()).hexdigest() == digest[1]
    assert not demo.now(told.messages[-1]).buttons


async def test_a_roll_for_the_umpire_is_for_no_other_eyes(demo: Table) -> None:
    demo.dice.next(6)
    told = await demo.done(demo.bob, "/roll", dice="d6", **{"for": demo.cyd})
    assert "Cyd sees it" in told.text
    assert (await demo.click(demo.bob, told, "Look")).refused
    assert "6" in (await demo.click(demo.cyd, told, "Look")).text


# The places of hidden units

PLACE = "behind the @everyone barn\n# **left** wall"


@beginning
async def ambush(table: Table) -> None:
    """Ann judges a game of Open Rebellion between Bob and Cyd, with a hidden unit of Bob's."""
    await table.done(table.ann, "/game new", system="opreb", name="Ambush")
    await table.done(table.bob, "/game join", side="Red")
    await table.done(table.cyd, "/game join", side="Blue")
    await table.done(table.cyd, "/unit add", name="Yoke", profile="line_rifles")


async def _lies_in_wait(table: Table) -> Told:
    given = {"name": "Shadow", "profile": "line_rifles", "hidden": True, "place": PLACE}
    return await table.done(table.bob, "/unit add", **given)


async def test_the_place_of_a_hidden_unit_is_shown_when_it_is_revealed(ambush: Table) -> None:
    told = await _lies_in_wait(ambush)
    assert told.private
    assert "barn" not in told.whole
    placed, laid = (await ambush.entry()).events
    assert isinstance(laid, SealLaid)
    assert laid.seal.unit == placed.unit.id  # pyright: ignore[reportAttributeAccessIssue]
    assert f"SHA-256 `{laid.seal.digest}`" in _channel_text(ambush)
    seen = _channel_text(ambush) + await _exports(ambush, ambush.cyd) + await _stored_text(ambush)
    for who in (ambush.cyd, ambush.ann):
        for command in ("/log show", "/game status", "/game board", "/unit list", "/privacy show"):
            seen += (await ambush.say(who, command)).whole
    seen += (await ambush.done(ambush.cyd, "/unit show", unit="u2")).whole
    assert "barn" not in seen
    assert "Shadow" not in _channel_text(ambush)
    assert "Positions are sealed: " in (await ambush.done(ambush.cyd, "/game status")).text
    await ambush.restart()
    own = await ambush.done(ambush.bob, "/unit show", unit="Shadow")
    assert "known only to you: behind the" in own.text
    assert "**left**" not in own.text
    await ambush.done(ambush.bob, "/marker set", unit="Shadow", marker="hidden", count=0)
    shown = await ambush.entry()
    opened = next(one for one in shown.events if isinstance(one, SealsOpened)).opened[0]
    assert sha256(f"{opened.salt}|{PLACE}".encode()).hexdigest() == laid.seal.digest == opened.digest
    assert "Sealed position of" in _channel_text(ambush)
    assert "@everyone" not in _channel_text(ambush)
    assert "barn" in (await ambush.done(ambush.cyd, "/log show")).text
    for who, format in ((ambush.ann, "json"), (ambush.cyd, "markdown")):
        assert "barn" in await _export(ambush, who, format), format
    assert (await ambush.live()).game.seals == {}
    await same_as_record(ambush.services, await ambush.live())


async def test_a_place_goes_with_its_unit_and_is_sealed_again_when_showing_it_is_undone(ambush: Table) -> None:
    await _lies_in_wait(ambush)
    await ambush.done(ambush.bob, "/undo", entry=await ambush.last())
    assert (await ambush.live()).game.seals == {}
    await _lies_in_wait(ambush)
    await ambush.done(ambush.bob, "/unit remove", unit="Shadow")
    assert (await ambush.live()).game.seals == {}
    assert "barn" not in _channel_text(ambush)
    await _lies_in_wait(ambush)
    await ambush.done(ambush.bob, "/marker set", unit="Shadow", marker="hidden", count=0)
    number = await ambush.last()
    await ambush.done(ambush.bob, "/undo", entry=number)
    live = await ambush.live()
    assert [seal.unit for seal in live.game.seals.values()] == [(await ambush.unit("Shadow")).id]
    await ambush.done(ambush.bob, "/marker set", unit="Shadow", marker="hidden", count=0)
    assert _channel_text(ambush).count("Sealed position of") == 2
    await same_as_record(ambush.services, await ambush.live())


async def test_a_position_of_one_unit_of_ones_own_is_sealed_and_revealed_by_taps(ambush: Table) -> None:
    given = {"name": "Shadow", "profile": "line_rifles", "hidden": True}
    assert "one by one" in await ambush.refused(ambush.bob, "/unit add", **given, place=PLACE, count=2)
    assert "Only Blue" in await ambush.refused(ambush.bob, "/seal new", text=PLACE, unit="Yoke")
    assert not await ambush.services.record.people.sealed_texts(str(ambush.bob.id))
    assert (await ambush.done(ambush.bob, "/unit add", **given)).private
    shown = await ambush.done(ambush.bob, "/unit show", unit="Shadow")
    assert "Seal its position …" not in (await ambush.done(ambush.cyd, "/unit show", unit="u2")).buttons
    form = await ambush.click(ambush.bob, shown, "Seal its position …")
    await ambush.fill(ambush.bob, form, text=PLACE)
    assert "barn" not in _channel_text(ambush)
    assert "is already sealed. Reveal it first" in await ambush.refused(
        ambush.bob, "/seal new", text="elsewhere", unit="Shadow"
    )
    refused = await ambush.click(ambush.cyd, _public(ambush), "Reveal its position")
    assert "Only the player who sealed" in refused.whole
    await ambush.click(ambush.bob, _public(ambush), "Reveal its position")
    assert "Sealed position of" in _channel_text(ambush)
    assert "hidden" in await ambush.states("Shadow")
    assert (await ambush.live()).game.seals == {}


async def test_sealed_positions_are_not_opened_with_all_other_seals(ambush: Table) -> None:
    await _lies_in_wait(ambush)
    await ambush.done(ambush.bob, "/seal new", text="bid of five")
    await ambush.done(ambush.cyd, "/seal new", text="bid of seven")
    await ambush.done(ambush.bob, "/seal open")
    both = await ambush.done(ambush.cyd, "/seal open")
    assert both.title == "2 seals are opened"
    assert "barn" not in _channel_text(ambush)
    assert "No seals yet" in await ambush.refused(ambush.ann, "/seal open")
    assert "barn" in (await ambush.done(ambush.ann, "/seal open", unit="u2")).text


async def test_a_place_is_kept_in_systems_without_hidden_units_too(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="openfire_d12")
    side = (await table.live()).game.sides[0]
    profile = next(iter((await table.live()).system.units))
    given = {"name": "Shadow", "profile": profile, "side": side}
    assert "has no hidden units" in await table.refused(table.ann, "/unit add", **given, hidden=True)
    await table.done(table.ann, "/unit add", **given, place=PLACE)
    assert "barn" not in _channel_text(table)
    assert "barn" in (await table.done(table.ann, "/seal open", unit="Shadow")).text


@pytest.mark.parametrize("after", ["again", "restart"])
async def test_a_secret_roll_is_kept_until_the_channel_shows_it(demo: Table, after: str) -> None:
    demo.dice.next(3, 5)
    told = await demo.done(demo.ann, "/roll", dice="2d6", secret=True)
    message: Any = demo.channel.history()[-1]
    revealing = {"custom_id": message.components[0].children[1].custom_id, "component_type": 2}
    before = len(demo.channel.history())
    with cut_connection(demo, "*", times=99):
        await raw(demo, demo.ann, COMPONENT, revealing, message)
    assert "**8**" not in "".join(one.embeds[0].description or "" for one in demo.channel.history()[before:])
    if after == "restart":
        await demo.restart()
    assert await demo.services.record.people.sealed_texts(str(demo.ann.id)), "nobody has seen it"
    shown = await raw(demo, demo.ann, COMPONENT, revealing, message)
    assert "= **8**" in shown.text
    assert not await demo.services.record.people.sealed_texts(str(demo.ann.id))
    assert "was already shown" in (await raw(demo, demo.ann, COMPONENT, revealing, message)).whole
    assert told.text
