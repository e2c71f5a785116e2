"""Players' own lists of units: pasted or attached, parsed, asked about, corrected, and loaded as forces."""

from __future__ import annotations

import json
from time import process_time

import discord
import pytest

from data import SYSTEMS
from tests.cogs.languages import speaks
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of


async def _new(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")


async def _file(told: Told) -> tuple[str, bytes]:
    (file,) = told.messages[-1].attachments
    return file.filename, await file.read()


async def _click(table: Table, told: Told, label: str) -> Told:
    """Click as Ann; return the message after it."""
    await table.click(table.ann, told, label)
    return table.now(told.messages[0])


LIST = """Marines x5, veteran, assault rifles, 1 LMG
2 Militia squads of 8, poorly trained: rifles
IFV"""


async def _write_list(table: Table, text: str, name: str = "", **options: str) -> Told:
    form = await table.say(table.ann, "/force write", **options)
    return await table.fill(table.ann, form, list=text, name=name)


async def test_a_list_is_pasted_understood_taken_and_loaded(table: Table) -> None:
    """It belongs to its author; the form says who sees it and how long it stays."""
    await _new(table)
    form = await table.say(table.ann, "/force write")
    assert form.form
    assert "Only you see the list. The last one is kept: /privacy" in json.dumps(form.form, ensure_ascii=False)
    told = await table.fill(table.ann, form, list=LIST, name="Old Guard")
    assert await table.services.army_lists.drafts_of(str(table.bob.id)) == {}
    assert told.private
    assert told.title == "Old Guard: 4 units"
    assert "• Marines, 5 models, 4 assault rifles, 1 LMG, level: veteran" in told.text
    assert "• 2 × Militia, 8 models, 8 infantry rifles, level: green" in told.text
    assert told.buttons == ("Take it", "Correct")
    taken = await _click(table, told, "Take it")
    assert taken.buttons == ("Load it: Red", "Load it: Blue")
    assert await table.services.saved_forces.forces_of(str(table.bob.id), "fubar") == []
    await table.click(table.ann, taken, "Load it: Red")
    assert [unit.name for unit in (await table.live()).game.units.values()] == [
        "Marines",
        "Militia",
        "Militia 2",
        "IFV",
    ]


async def test_an_unknown_name_is_asked_once_and_remembered_over_a_restart(table: Table) -> None:
    await _new(table)
    told = await _write_list(table, "Plasma dogs x6\nMarines x5: plasma rifles")
    assert "2 names are unknown" in told.whole
    assert "What is “Plasma dogs”?" in told.text
    assert told.buttons[-2:] == ("Leave the unit out", "Correct")
    await table.restart()
    asked = await _click(table, told, "Militia")
    assert "What is “plasma rifles”?" in asked.text
    read = await _click(table, asked, "infantry rifle")
    assert "• Plasma dogs (Militia), 6 models, 6 infantry rifles" in read.text
    assert "• Marines, 5 models, 5 infantry rifles" in read.text
    corrected = await table.fill(table.ann, await table.click(table.ann, read, "Correct"), list="Plasma dogs x8")
    assert corrected.buttons == ("Take it", "Correct", "Always on this server")


async def test_a_list_without_a_name_is_named_in_the_language_of_its_author(table: Table) -> None:
    """Issue 45: it was "Force" in German as well; a title of the list itself counts first."""
    await _new(table)
    speaks(table, table.ann, "de")
    assert (await _write_list(table, "Militia x8")).title == "Streitmacht: 1 Einheit"
    assert (await _write_list(table, "Old Guard (1,000 Points)\n\nMilitia x8")).title == "Old Guard: 1 Einheit"


async def test_a_word_counts_for_this_list_or_always_on_the_server_until_its_manager_forgets_it(table: Table) -> None:
    await _new(table)
    asked = await _click(table, await _write_list(table, "Plasma dogs x6"), "Militia")
    assert "For this list only, or always? “Plasma dogs” = Militia" in asked.text
    asked = await _write_list(table, "Plasma dogs x8")
    assert "What is “Plasma dogs”?" in asked.text
    read = await _click(table, await _click(table, asked, "Militia"), "Always on this server")
    assert read.buttons == ("Take it", "Correct")
    form = await table.say(table.bob, "/force write", system="fubar")
    theirs = await table.fill(table.bob, form, list="plasma dog x7", name="")
    assert "• plasma dog (Militia), 7 models, 7 infantry rifles" in theirs.text
    shown = await table.done(table.bob, "/force words")
    assert shown.text == "• “Plasma dogs” = Militia (FUBAR)"
    assert "manage this server" in await table.refused(table.bob, "/force words", forget="Plasma dogs")
    role = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    steve = table.guild.add_member(table.env.create_user("steve", global_name="Steve"), roles=[role])
    assert await table.type(steve, "force words", "forget") == [("Plasma dogs (FUBAR)", "fubar/plasmadog")]
    assert "This server does not know “Ember”." in await table.refused(steve, "/force words", forget="Ember")
    gone = await table.done(steve, "/force words", forget="fubar/plasmadog")
    assert gone.title == "Plasma dogs is forgotten"
    assert "None." in (await table.done(table.bob, "/force words")).text
    assert "What is “Plasma dogs”?" in (await _write_list(table, "Plasma dogs x8")).text


async def test_a_word_that_an_earlier_version_kept_is_shown_by_its_key_and_forgotten_with_the_server(
    table: Table,
) -> None:
    await _new(table)
    guild = str(table.guild.id)
    await table.services.record.remember(f"words {guild} fubar", '{"plasmadog": "unit:militia"}')
    assert "“plasmadog” = Militia" in (await table.done(table.ann, "/force words")).text
    assert "• Plasma dogs (Militia), 6 models" in (await _write_list(table, "Plasma dogs x6")).text
    asked = await _click(table, await _write_list(table, "Lava cats x6"), "Militia")
    await _click(table, asked, "Always on this server")
    assert len(await table.services.army_lists.taught_words(guild, SYSTEMS)) == 2
    await table.services.privacy.forget_guild(guild)
    assert await table.services.army_lists.taught_words(guild, SYSTEMS) == []


async def test_of_many_words_the_newest_are_shown_and_the_others_counted(table: Table) -> None:
    for known, more in ((40, []), (42, ["… and 2 more"])):
        words = {f"word{number}": "unit:militia" for number in range(known)}
        await table.services.record.remember(f"words {table.guild.id} fubar", json.dumps(words))
        shown = (await table.done(table.ann, "/force words")).text.split("\n")
        assert shown[0] == f"• “word{known - 1}” = Militia (FUBAR)"
        assert shown[40:] == more


async def test_words_and_plurals_of_a_list_or_a_file_come_along_with_its_force(table: Table) -> None:
    """A force file can give an irregular plural."""
    await _new(table)
    asked = await _click(table, await _write_list(table, "Plasma dogs x6", "Dogs"), "Militia")
    await _click(table, asked, "Take it")
    file = await _file(await table.done(table.ann, "/force export", force="yours: Dogs"))
    assert b'"Plasma dogs" = "unit:militia"' in file[1]
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.bob, "/force load", side="Blue", file=file)
    form = await table.say(table.bob, "/force write", system="fubar")
    assert (await table.fill(table.bob, form, list="Plasma dogs x7", name="")).buttons == ("Take it", "Correct")
    force = b"""name = "Herd"
system = "fubar"
units = [{type = "militia", name = "Ember Ox"}]
aliases = {"Sand Mouse" = "unit:marines"}
plurals = {"Ember Ox" = "Ember Oxen", "Sand Mouse" = "Sand Mice", "Nothing" = "Nothings"}
"""
    await table.done(table.ann, "/force load", side="Red", file=("herd.toml", force))
    told = await _write_list(table, "12 Ember Oxen\n7 Sand Mice", "Beasts")
    assert "Ember Oxen (Militia), 12 models" in told.text
    assert "Sand Mice (Marines), 7 models" in told.text


async def test_a_word_with_a_number_in_it_may_be_left_out_or_named(table: Table) -> None:
    """ "20mm cannon" was asked again and again."""
    await _new(table)
    for text in ("Technical: 1 20mm cannon", "Technical with a 20mm cannon"):
        asked = await _write_list(table, text)
        assert "What is “20mm cannon”?" in asked.text, text
        assert "Take it" in (await _click(table, asked, "Leave it out")).buttons
        asked = await _write_list(table, text)
        assert "1 light cannon" in (await _click(table, asked, "light cannon")).text


async def test_lines_that_were_passed_over_are_named_and_an_unknown_one_is_attached_to_the_line_above(
    table: Table,
) -> None:
    await _new(table)
    told = await _write_list(table, "CHARACTERS\nMarines x5 [120 pts]\nExported with App Version: v1")
    assert "• Marines, 5 models, 4 assault rifles, 1 RPG, 120 points" in told.text
    assert "-# Skipped: CHARACTERS · Exported with App Version: v1" in told.text
    asked = await _write_list(table, "Marines x5\n1 sniper")
    assert "What is “1 sniper”?" in asked.text
    read = await _click(table, asked, "It belongs to the line above")
    assert read.text.startswith("• Marines, 5 models, 1 sniper rifle")
    assert read.buttons == ("Take it", "Correct")


async def test_a_list_over_a_force_comes_instead_or_as_well(table: Table) -> None:
    """A list is never added to a force without asking, nor is a force by its name or in a file."""
    await _new(table)
    await table.done(table.ann, "/game join", side="Red")
    await table.click(table.ann, await _write_list(table, "IFV", "Patrol"), "Take it")
    for unit, name, label, names in (
        ("Tank", "Armour", "Both", ["IFV", "Tank"]),
        ("Militia", "Levy", "Replace it", ["Militia"]),
    ):
        before = len((await table.live()).game.units_of_side("Red"))
        asked = await _click(table, await _write_list(table, unit, name), "Take it")
        assert f"Red already has units. Replace them with {name}, or keep both?" in asked.text
        assert len((await table.live()).game.units_of_side("Red")) == before
        await table.click(table.ann, asked, label)
        assert [one.name for one in (await table.live()).game.units_of_side("Red")] == names
    file = await _file(await table.done(table.ann, "/force export", force="raiders"))
    for options, label, count in (({"force": "garrison"}, "Both", 5), ({"file": file}, "Replace it", 4)):
        before = len((await table.live()).game.units_of_side("Red"))
        asked = await table.say(table.ann, "/force load", **options)
        assert asked.private
        assert asked.buttons == ("Replace it", "Both")
        assert len((await table.live()).game.units_of_side("Red")) == before
        await table.click(table.ann, asked, label)
        assert len((await table.live()).game.units_of_side("Red")) == count


async def test_a_list_is_corrected_in_a_form_that_contains_it(table: Table) -> None:
    await _new(table)
    told = await _write_list(table, "Marines x500", "Many")
    assert told.title == "This list is not a force yet"
    assert "models" in told.text
    form = await table.click(table.ann, told, "Correct")
    assert "Marines x500" in json.dumps(form.form)
    mended = await table.fill(table.ann, form, list="Marines x6")
    assert mended.title == "Many: 1 unit"


async def test_a_draft_is_read_again_only_where_it_has_changed_and_a_list_replaced_only_when_agreed_to(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of the same name, that is."""
    await _new(table)
    told = await _write_list(table, "Marines x5", "Patrol")
    with monkeypatch.context() as patched:
        patched.setattr("bot.services.record.file_reader.PATIENCE", 0.0)
        assert (await table.click(table.ann, told, "Correct")).form
        assert (await _click(table, told, "Take it")).buttons == ("Load it: Red", "Load it: Blue")
    ask = await table.click(table.ann, await _write_list(table, "Tank", "patrol"), "Take it")
    assert ask.title == "Please confirm"
    await _click(table, ask, "Replace it")
    mine = await table.services.saved_forces.forces_of(str(table.ann.id), "fubar")
    assert [(one.name, one.body["units"]) for one in mine] == [("patrol", [{"type": "tank"}])]


async def test_a_list_without_a_game_says_for_which_rules(table: Table) -> None:
    assert "No game here" in await table.refused(table.ann, "/force write")
    told = await _write_list(table, "2 Schützentrupps", "Runde", system="openfire_ww2")
    assert told.title == "Runde: 2 units"
    taken = await _click(table, told, "Take it")
    assert taken.buttons == ()


ARMY_FORGE = {
    "name": "Coast raiders",
    "units": [
        {"name": "Marines", "size": 5, "cost": 100, "loadout": [{"name": "Assault Rifle", "count": 5}]},
        {"name": "Tank", "size": 1, "loadout": []},
    ],
}


async def test_a_file_with_a_list_is_understood_before_it_is_taken(table: Table) -> None:
    await _new(table)
    for name, content in (
        ("Coast.txt", LIST.encode()),
        ("Cliff.csv", b"Unit;Models;Weapons\nMarines;5;assault rifles\nTank;;\n"),
        ("Shore.json", json.dumps(ARMY_FORGE).encode()),
    ):
        told = await table.done(table.ann, "/force load", side="Red", file=(name, content))
        assert told.private
        assert told.title.startswith(f"{name[:5]}: ")
        assert not (await table.live()).game.units
        taken = await _click(table, told, "Take it")
        await table.click(table.ann, taken, "Load it: Red")
        assert (await table.live()).game.units["u1"].name == "Marines"
        await table.done(table.ann, "/undo")


async def test_a_hostile_list_is_text_and_no_more(table: Table) -> None:
    await _new(table)
    for text in ("@everyone **x** <@1> [a](http://b) x5", "||a||"):
        told = await _write_list(table, text, "**@everyone** `x`")
        assert told.result.acknowledged
        assert "@everyone" not in told.text.replace("@\u200beveryone", "")


async def test_ones_own_list_is_shown_exported_and_forgotten(table: Table) -> None:
    await _new(table)
    asked = await _write_list(table, "Plasma dogs x6")
    await table.click(table.ann, asked, "Militia")
    assert "Your last list" in (await table.say(table.ann, "/privacy show")).text
    told = json.loads((await _file(await table.say(table.ann, "/privacy export")))[1])
    assert told["lists"]["fubar"]["answers"] == {"Plasma dogs": "unit:militia"}
    await table.click(table.ann, gone := await table.say(table.ann, "/privacy delete"), gone.buttons[0])
    assert await table.services.army_lists.drafts_of(str(table.ann.id)) == {}


async def test_a_force_as_text_is_loaded_again_as_the_same(table: Table) -> None:
    await _new(table)
    text = await _file(await table.done(table.ann, "/force export", force="Raiders", format="text"))
    assert text[0] == "raiders.txt"
    told = await table.done(table.ann, "/force load", side="Blue", file=text)
    taken = await _click(table, told, "Take it")
    await table.click(table.ann, taken, "Load it: Blue")
    came = [unit.name for unit in (await table.live()).game.units.values()]
    assert came == ["Regular section", "Marines", "Commandos", "IFV"]


async def test_a_list_is_brought_into_a_campaign_as_into_a_game(table: Table) -> None:
    await table.done(table.ann, "/campaign new", name="Long war", system="fubar")
    await table.done(table.ann, "/campaign join", roster="Reds")
    told = await table.done(table.ann, "/campaign enlist", file=("Coast.txt", LIST.encode()))
    assert told.title == "Coast: 4 units"
    await _click(table, told, "Take it")
    enlisted = await table.done(table.ann, "/campaign enlist", force="yours: Coast")
    assert "Marines" in enlisted.whole


async def test_a_person_who_is_not_at_the_table_joins_a_side_with_their_list(table: Table) -> None:
    await _new(table)
    await table.done(table.ann, "/game join", side="Red")
    form = await table.say(table.bob, "/force write")
    told = await table.fill(table.bob, form, list=LIST, name="Old Guard")
    await table.click(table.bob, told, "Take it")
    taken = table.now(told.messages[0])
    assert taken.buttons == ("Join Red with it", "Join Blue with it")
    other = await table.click(table.bob, taken, "Join Red with it")
    assert other.private
    assert "Red already has a player" in other.text
    assert not (await table.live()).game.units
    await table.click(table.bob, taken, "Join Blue with it")
    game = (await table.live()).game
    assert game.players[str(table.bob.id)].side == "Blue"
    assert [unit.name for unit in game.units_of_side("Blue")] == ["Marines", "Militia", "Militia 2", "IFV"]


HORDES = {
    "tank\n" * 399: "at most 60 units",
    "tank\n" * 799: "at most 400 lines",
    "1000 tanks": "at most 60 units",
    "1000 squads of Militia": "at most 60 units",
    "Marines x1000": "models: at most 100",
    "x" * 4000: "",
}


async def test_a_list_or_a_file_of_a_thousand_units_is_refused_with_its_limit_in_time(table: Table) -> None:
    await _new(table)
    before = await table.last()
    for text, limit in HORDES.items():
        form = await table.say(table.ann, "/force write")
        began = process_time()
        told = await table.fill(table.ann, form, list=text, name="Horde")
        assert process_time() - began < 3
        assert told.private
        assert limit in told.whole, told.whole
        assert "Take it" not in told.buttons
        assert await table.services.saved_forces.forces_of(str(table.ann.id), "fubar") == []
        assert await table.last() == before
    began = process_time()
    told = await table.say(table.ann, "/force load", side="Red", file=("Horde.txt", b"Marines x5, 1 LMG\n" * 300))
    assert process_time() - began < 3
    assert "at most 60 units" in told.whole
    assert not (await table.live()).game.units
    assert "This list is too long for a form" in (await table.click(table.ann, told, "Correct")).whole


async def test_a_file_that_just_fits_into_a_form_is_corrected_there_with_as_much_of_its_name(table: Table) -> None:
    """A longer name of the file was a fault of the bot, and so was a name without letters."""
    await _new(table)
    text = f"Marines x5{chr(10) * 3987}IFV"
    told = await table.say(table.ann, "/force load", side="Red", file=(f"{'N' * 61}.txt", text.encode()))
    assert told.title == f"{'N' * 60}: 2 units"
    form = await table.click(table.ann, told, "Correct")
    assert [one.get("value") for one in fields_of(form)] == [text, "N" * 60]
    told = await table.fill(table.ann, form, list="Marines x5", name="?!")
    assert told.title == "This list is not a force yet"
    assert "• Name: give one line of text with a letter or digit in it" in told.text
    assert told.buttons == ("Correct",)
