"""Replies in each reader's own language: the server's for everyone in a channel."""

from __future__ import annotations

import re
from typing import Any

import discord
from simcord import interactions

from cogs.tasks.deadlines import Deadlines
from cogs.tasks.live_board import EVERY
from data import system_of
from rules.kernel.serialise import rulings_json
from tests.cogs.faulty import COMMAND, TYPING, command, deliver
from tests.cogs.languages import all_texts_of, german_server, is_strange, speaks
from tests.cogs.table import Table, Told
from tests.texts.strange import english

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
MOVED = {"attacker": "Marines", "target": "HMG team", "distance": "10"}
TYPED = {"Marinse", "Mine", "ten", "demo", "Adjutant", "activate", "fire", "odds"}
"""Words that somebody typed, and the names of the game, of the bot and of the commands to try."""
CODES = {word for ruling in rulings_json(system_of("fubar")) for word in re.findall("[a-z]+", str(ruling))}
"""What `/rulings set` takes."""


SHOWN = (
    "/game status",
    "/game setup",
    "/game victory",
    "/rulings show",
    "/waiting",
    "/help",
    "/unit list",
    "/force list",
    "/setup check",
    "/log show",
    "/why",
    "/game board",
)
LOOKED_UP: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ann", "/fire", SHOT),
    ("ann", "/game demo", {}),
    ("ann", "/game join", {"side": "Red"}),
    ("bob", "/game join", {"side": "Blue"}),
    ("ann", "/fire", {"attacker": "Marinse", "target": "Militia"}),
    *(("ann", command, {}) for command in SHOWN),
    ("ann", "/rules topic", {"topic": "firing"}),
    ("ann", "/unit show", {"unit": "Marines"}),
    ("ann", "/fire", SHOT | {"preview": True}),
    ("ann", "/odds", SHOT),
)
"""The beginning of an evening: who says what, before the first dice."""


async def _evening(table: Table, where: Any) -> list[Told]:
    """Return samples of all messages of the bot: results, questions, warnings, forms, lists, refusals."""
    said: list[Told] = []

    async def say(who: Any, command: str, /, **options: Any) -> Told:
        said.append(await table.say(who, command, where, **options))
        assert said[-1].title not in ("Sorry", "Ｓｏｒｒｙ"), command
        return said[-1]

    async def click(who: Any, told: Told, nth: int) -> Told:
        said.append(await table.click(who, told, told.buttons[nth]))
        return said[-1]

    ann, bob = table.ann, table.bob
    for who, given, options in LOOKED_UP:
        await say(getattr(table, who), given, **options)
    shot = await say(ann, "/fire", **SHOT, dice="5 5 6 1 1 1 1 1 1")
    why = await click(ann, shot, -1)
    await click(ann, why, -1)
    again = await say(ann, "/fire", **SHOT)
    await click(ann, again, -2)
    await say(ann, "/why")
    await say(ann, "/amend", cover="soft")
    question = await say(bob, "/undo")
    await say(ann, "/waiting")
    await click(bob, question, 0)
    await click(ann, question, 1)
    missing = await say(ann, "/fire", attacker="Marines", target="Militia")
    said.append(await table.fill(ann, missing, distance="ten"))
    await say(ann, "/game dice", mode="physical")
    asked = await say(ann, "/fire", **MOVED)
    form = await click(ann, asked, 0)
    said.append(await table.fill(ann, form, throw0="1 2 3"))
    await click(ann, asked, 2)
    await say(ann, "/force save", name="Mine")
    await say(ann, "/force save", name="Mine")
    await say(ann, "/force export")
    await say(ann, "/marker set", unit="Marines", marker="suppressed", count=1, reason="42")
    await say(ann, "/place add", kind="minefield", label="42")
    await say(ann, "/turn next")
    return said


def _hold_to(said: list[Told], private: bool, public: bool) -> None:
    """Every word of every answer is in the strange language, or none is."""
    for told in said:
        is_private = told.private or told.form is not None
        for piece in all_texts_of(told):
            if private if is_private else public:
                assert not english(piece) - TYPED - (CODES if "=" in piece else set()), told
            else:
                assert not is_strange(piece), told


async def test_an_english_reader_at_a_german_server(strange: Table) -> None:
    said = await _evening(strange, german_server(strange))
    assert {told.private for told in said} == {True, False}
    _hold_to(said, private=False, public=True)


async def test_german_readers_at_an_english_server(strange: Table) -> None:
    for who in (strange.ann, strange.bob):
        speaks(strange, who, "de")
    said = await _evening(strange, None)
    _hold_to(said, private=True, public=False)


async def test_every_player_has_their_own(strange: Table) -> None:
    speaks(strange, strange.bob, "de")
    await strange.done(strange.ann, "/game demo")
    await strange.done(strange.ann, "/fire", **SHOT)
    for who, other in ((strange.ann, False), (strange.bob, True)):
        why = await strange.say(who, "/why")
        assert why.title == "Regular section → Militia"
        assert ("ｔｏ ｈｉｔ" in why.text, "to hit" in why.text) == (other, not other)
    assert "There is no unit called" in await strange.refused(strange.ann, "/fire", attacker="x", target="y")
    assert is_strange((await strange.say(strange.bob, "/fire", attacker="x", target="y")).title)


async def test_a_german_server_is_answered_in_german(table: Table) -> None:
    german = german_server(table)
    speaks(table, table.ann, "de")
    nobody = await table.say(table.ann, "fire", where=german, attacker="a", target="b")
    assert nobody.title == "In diesem Kanal läuft keine Partie"
    await table.say(table.ann, "game demo", where=german)
    told = await table.say(table.ann, "fire", where=german, attacker="Marines", target="Militia", distance="10")
    assert told.title == "Marines → Militia"
    assert "4 Sturmgewehre" in told.text
    assert told.buttons == ("Initiative", "Ändern", "Rückgängig", "Warum?")


async def test_suggestions_are_the_readers_own_and_understood(strange: Table) -> None:
    german = german_server(strange)
    await strange.say(strange.ann, "game demo", where=german)
    title = "Ｄｒｉｖｅ ｉｎｔｏ ｉｎｆａｎｔｒｙ"
    for locale, own in (("en-US", "Drive into infantry"), ("de", title)):
        speaks(strange, strange.ann, locale)
        assert (own, "ram") in await strange.type(strange.ann, "act", "action", where=german)
    await strange.say(strange.ann, "activate", where=german, unit="IFV", action="assault", dice="6")
    ram = {"unit": "IFV", "target": "Militia", "count": 3, "dice": "1"}
    await strange.say(strange.ann, "act", where=german, action=title, **ram)
    assert (await strange.unit("Militia", german)).models == 5


async def test_a_card_is_typed_as_the_reader_reads_it_or_as_the_channel_does(strange: Table) -> None:
    """The umpire and the other side alike, by whatever name they have seen."""
    german = german_server(strange)
    await strange.say(strange.ann, "game demo", where=german, system="opreb")
    hidden = next(unit for unit in (await strange.live(german)).game.units.values() if unit.has("hidden"))
    await strange.say(strange.bob, "game join", where=german, side="Blue")
    number = hidden.id.removeprefix("u")
    public = await strange.say(strange.ann, "marker set", where=german, unit=hidden.id, marker="wounds", count=1)
    assert f"ｃａｒｄ {number}" in public.title
    for who, names, title in (
        (strange.bob, (f"card {number}", f"Card {number}", f"ｃａｒｄ {number}"), f"Card {number}"),
        (strange.ann, (hidden.name, f"ｃａｒｄ {number}"), hidden.name),
    ):
        for name in names:
            assert (await strange.say(who, "unit show", where=german, unit=name)).title == title, name
    shot = {"attacker": "Heavy weapons squad", "distance": "9", "cover": "open"}
    told = await strange.say(strange.bob, "fire", where=german, target=f"ｃａｒｄ {number}, Line rifle squad", **shot)
    assert "targets one enemy squad" in told.whole


async def test_automatic_posts_are_in_the_language_of_the_server(strange: Table) -> None:
    german = german_server(strange)
    await strange.say(strange.ann, "game demo", where=german)
    await strange.say(strange.ann, "game join", where=german, side="Red")
    await strange.say(strange.ann, "game dice", where=german, mode="physical", side="Red")
    await strange.say(strange.ann, "game timeout", where=german, minutes=1, policy="default")
    await strange.say(strange.ann, "game board", where=german)
    told = await strange.say(strange.ann, "fire", where=german, attacker="Marines", target="Militia", distance="10")
    assert "ｒｏｌｌ" in told.title
    await strange.env.advance_time(EVERY)
    assert "Ｗａｉｔｉｎｇ ｆｏｒ Ann" in german.history()[-2].embeds[0].description
    for _ in range(100):
        strange.services.clock()
    waiting = strange.env.bot.get_cog("Deadlines")  # type: ignore[attr-defined]
    assert isinstance(waiting, Deadlines)
    await waiting.clock.coro(waiting)
    last = german.history()[-1]
    assert "ｔｏ ｈｉｔ" in str(last.embeds[0].description)


async def test_a_server_that_changes_its_language_goes_on_in_the_new_one(strange: Table) -> None:
    await strange.done(strange.ann, "/game demo")
    await strange.done(strange.ann, "/fire", **SHOT, dice="5 5 6 1 1 1 1 1 1")
    bot: Any = strange.env.bot
    bot.get_guild(strange.guild.id).preferred_locale = discord.Locale.german
    told = await strange.done(strange.ann, "/log show")
    assert "ｔｏ ｈｉｔ" in told.text
    told = await strange.done(strange.ann, "/amend", cover="soft")
    assert told.text.startswith("**Ａｍｅｎｄｅｄ: Regular section → Militia")
    assert "ｔｏ ｈｉｔ 3 ｏｆ 9" in told.text


async def _say_alone(table: Table, kind: int, data: dict[str, Any]) -> Told:
    """Send a command or a typed option from the private messages of Ann with the bot."""
    backend = table.env.backend
    room = backend.get_dm_channel(table.ann.id)
    record, sent = interactions.base_payload(
        backend, type=kind, channel_id=room.id, guild_id=None, user_id=table.ann.id, data=data
    )
    return await deliver(table, record, sent)


async def test_a_command_outside_a_server_is_answered_as_where_there_is_no_game(table: Table) -> None:
    """Discord offers none there, but old ones of a client may still come."""
    words = await _say_alone(table, COMMAND, command("force words"))
    assert words.lines[0].startswith("None. Explain a word")
    systems = await _say_alone(table, COMMAND, command("system list"))
    assert systems.lines[0].startswith("None yet.")
    assert (await _say_alone(table, COMMAND, command("force list"))).title == "Forces"
    typed = command("force words", forget="a")
    typed["options"][0]["options"][0]["focused"] = True
    assert (await _say_alone(table, TYPING, typed)).result.autocomplete_choices == []
    assert "no game" in (await _say_alone(table, COMMAND, command("game status"))).whole
