"""`/campaign`: from enlisting to the second battle by taps, its pages, and what is refused."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import discord
import pytest

from tests.cogs import warring
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def tap(table: Table, who: Any, label: str) -> Told:
    """Tap a control of the report in the channel, which is edited in place."""
    return await table.click(who, warring.panel(table), label)


async def test_a_file_beside_another_choice_is_one_too_many(table: Table) -> None:
    file, lands = warring.force_file("Able"), ("map.toml", b"")
    told = await table.refused(table.ann, "/campaign new", name="War", system="fubar", shape="ladder", map=lands)
    assert told == "A map file needs `shape:map`. Choose that shape, or leave the file out."
    await table.done(table.ann, "/campaign new", name="War", system="fubar")
    await table.done(table.ann, "/campaign join")
    told = await table.refused(table.ann, "/campaign enlist", force="raiders", file=file)
    assert told == "Give a force by name or a file, not both."


async def begin_by_taps(table: Table, who: Any, told: Told, **given: Any) -> Told:
    """Begin the next battle by its button and its form."""
    return await table.fill(who, await table.click(who, told, "Next battle"), **given)


async def test_from_enlisting_to_the_second_battle_by_taps(table: Table) -> None:
    hub = await table.done(table.ann, "/campaign new", name="Long war", system="fubar")
    assert "Next battle" not in hub.buttons
    for who, force in ((table.ann, ["raiders"]), (table.bob, [])):
        told = await table.fill(who, await table.click(who, hub, "Join"), force=force)
        assert "joins the campaign" in told.title
    assert "Blue: tap **My roster** and choose a force." in told.text
    mine = await table.click(table.bob, hub, "My roster")
    assert mine.private
    told = await table.pick(table.bob, mine, "Garrison", "Enlist")
    assert "enlists" in told.title
    started = await begin_by_taps(table, table.ann, told, scenario="Bridge", attacker=["attacker"])
    assert started.title.startswith("Battle 1: Red against Blue"), started
    battle = (await warring.current_campaign(table)).battles["b1"]
    assert (battle.scenario, battle.attacker) == ("Bridge", "r2")
    await warring.fire(table, "Commandos", "Militia")
    await warring.end_game(table)
    for who in (table.ann, table.bob):
        while "Roll the dice" in warring.panel(table).buttons:
            if (await tap(table, who, "Roll the dice")).refused:
                break
    assert "Sign" in warring.panel(table).buttons
    await tap(table, table.bob, "Sign")
    assert "☑ Blue" in warring.panel(table).text
    await tap(table, table.ann, "Sign")
    assert "It counts" in warring.panel(table).text
    started = await begin_by_taps(table, table.bob, warring.panel(table))
    assert started.title.startswith("Battle 2: Blue against Red"), started


@pytest.mark.usefixtures("fought")
async def test_a_restart_between_report_and_signatures_of_its_own_players(table: Table) -> None:
    await warring.roll_for_report(table)
    assert "Only the players of this battle sign" in await wrong(table, table.cyd, "/campaign sign")
    assert await wrong(table, table.bob, "/arbiter decide")
    told = await table.done(table.ann, "/campaign report")
    await table.restart()
    await table.click(table.ann, told, "Sign")
    await table.restart()
    await table.click(table.bob, told, "Sign")
    assert (await warring.current_campaign(table)).battles["b1"].settled is not None


@pytest.mark.usefixtures("fought")
async def test_two_signatures_at_one_instant_count_once_each(table: Table) -> None:
    await warring.roll_for_report(table)
    campaign, sign = await warring.current_campaign(table), table.services.campaign_reports.sign
    report = campaign.battles["b1"].report
    assert report is not None
    calls = [table.call(table.ann), table.call(table.bob)]
    await asyncio.gather(*(sign(one, campaign.id, "b1", report.version) for one in calls))
    campaign = await warring.current_campaign(table)
    assert campaign.battles["b1"].settled is not None
    entries = await table.services.record.campaigns.entries(campaign.id)
    assert [one.command for one in entries].count("campaign sign") == 2


@pytest.mark.usefixtures("fought")
async def test_an_edit_voids_the_signature_and_an_old_button_signs_nothing(table: Table) -> None:
    await warring.roll_for_report(table)
    old = await table.done(table.ann, "/campaign report")
    await table.click(table.ann, old, "Sign")
    told = await table.done(table.bob, "/campaign edit unit", unit="Yoke", experience=2, why="held the bridge")
    assert "✎ Bob, Yoke" in told.text
    assert "☐ Red" in told.text
    again = await table.done(table.bob, "/campaign report")
    await table.done(table.ann, "/campaign edit result", margin="draw")
    assert (await table.click(table.bob, again, "Sign")).refused
    assert (await warring.current_campaign(table)).battles["b1"].signed == {}


@pytest.mark.usefixtures("enlisted")
async def test_units_are_looked_after_by_taps(table: Table) -> None:
    mine = await table.done(table.ann, "/campaign roster")
    await table.pick(table.ann, mine, "Able", "A unit")
    [page] = table.now(mine.messages[0]).messages
    assert page.embeds[0].title == "Able"
    unit = await table.done(table.ann, "/campaign unit", unit="Able")
    await table.click(table.ann, unit, "Rest")
    seen = [one.embeds[0].title for one in table.channel.history(viewer=table.bob) if one.embeds]
    assert seen[-1] == "Able rests", "everybody reads what was done on a page that Ann alone sees"
    assert (await warring.current_campaign(table)).units["c1"].resting
    assert (await table.done(table.bob, "/campaign unit", unit="Able")).buttons == ("Back to Red",)
    form = await table.click(table.ann, unit, "Rename")
    await table.fill(table.ann, form, name="Old Able")
    assert (await warring.current_campaign(table)).units["c1"].name == "Old Able"


@pytest.mark.usefixtures("fought")
async def test_every_page_can_be_read(table: Table) -> None:
    for command in ("log", "rulings", "standings", "roster", "battle list", "report"):
        assert (await table.done(table.bob, f"/campaign {command}")).text, command
    assert "Enlisted with 5 figures" in (await table.done(table.cyd, "/campaign unit", unit="Able")).text
    told = await table.done(table.cyd, "/campaign roster")
    assert (told.title, told.private) == ("Rosters of Long war", True)
    assert [name in told.text for name in ("Red", "Blue")] == [True, True]
    for format, says in (("html", "<h2>Xavier</h2>"), ("csv", "Xavier")):
        told = await table.done(table.bob, "/campaign export", format=format)
        (file,) = told.messages[-1].attachments
        assert says in (await file.read()).decode("utf-8-sig"), format


@pytest.mark.usefixtures("enlisted")
async def test_out_and_in_again(table: Table) -> None:
    told = await table.done(table.ann, "/campaign export")
    (file,) = told.messages[-1].attachments
    content = await file.read()
    await table.done(table.ann, "/campaign import", file=("war.json", content))
    assert len(await table.services.campaigns.all(table.call(table.ann))) == 2
    bad = content.replace(b"Able", b"Cain")
    assert "changed" in (await table.say(table.ann, "/campaign import", file=("war.json", bad))).whole


# Bad input, a sentence each, and nothing written


async def wrong(table: Table, who: Any, command: str, **options: Any) -> str:
    before = await warring.current_campaign(table)
    said = await table.refused(who, command, **options)
    assert await warring.current_campaign(table) == before
    return said


@pytest.mark.usefixtures("enlisted")
async def test_an_impossible_campaign_command_is_refused_in_a_sentence_with_the_name_that_is_none(table: Table) -> None:
    other = warring.force_file("Zed", system="opreb", kind="rebels")
    assert await wrong(table, table.ann, "/campaign enlist", file=other)
    assert await wrong(table, table.ann, "/campaign battle start", against="Red")
    twice = await wrong(table, table.ann, "/campaign battle start", against="Blue", units="Able, Able")
    assert "Name each unit once" in twice
    assert await wrong(table, table.cyd, "/campaign sign")
    assert await wrong(table, table.bob, "/arbiter transfer", unit="Able", roster="Blue")
    assert "not your" in await wrong(table, table.bob, "/campaign rest", unit="Able")
    assert await wrong(table, table.bob, "/campaign rulings", name="points_major", value="9")
    for command, options in (
        ("/campaign end", {"winner": "Third"}),
        ("/campaign battle start", {"against": "Third"}),
        ("/campaign award", {"roster": "Third", "points": 1}),
        ("/campaign roster", {"roster": "Third"}),
    ):
        said = await wrong(table, table.ann, command, **options)
        assert "no roster 'Third' in *Long war*" in said, command
    assert "no unit 'Zed' in *Long war*" in await wrong(table, table.ann, "/campaign rest", unit="Zed")
    assert "*Long war* has no battle yet" in await wrong(table, table.ann, "/campaign report")
    await table.done(table.ann, "/campaign battle start", against="Blue")
    said = await wrong(table, table.ann, "/campaign report", battle="7")
    assert "no battle '7' in *Long war*" in said


async def test_a_map_with_an_unknown_neighbour_or_an_island_is_refused(table: Table) -> None:
    for neighbours, fault in (
        ({"a": ["b"], "b": ["a", "x"]}, "territories.b.neighbours: there is no x; choose a and b."),
        (
            {"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"]},
            "territories.c.neighbours: c and d cannot be reached from a",
        ),
    ):
        lands = {key: {"name": key.upper(), "neighbours": beside} for key, beside in neighbours.items()}
        content = json.dumps({"name": "Bad", "territories": lands}).encode()
        given = {"name": "War", "system": "fubar", "shape": "map", "map": ("bad.json", content)}
        assert fault in await table.refused(table.ann, "/campaign new", **given)
        assert await table.services.campaigns.all(table.call(table.ann)) == []


@pytest.mark.usefixtures("enlisted")
async def test_a_manager_of_the_server_names_another_arbitrator(table: Table) -> None:
    given: dict[str, Any] = {"player": table.bob, "what": "campaign"}
    assert "Only the arbitrator" in await table.refused(table.cyd, "/campaign handover", **given)
    steward = table.guild.create_role("Steward", permissions=discord.Permissions(manage_guild=True))
    dot = table.guild.add_member(table.env.create_user("dot"), roles=[steward])
    told = await table.done(dot, "/campaign handover", **given)
    assert "managers decided that" in told.text
    assert (await warring.current_campaign(table)).arbitrator == str(table.bob.id)


@pytest.mark.usefixtures("fought")
async def test_recruits_that_cost_a_level_say_so_before_and_after(table: Table) -> None:
    report = (await warring.current_campaign(table)).battles["b1"].report
    assert report is not None
    lost = report.open[0].facts["lost"]
    await table.done(table.bob, "/campaign throw", dice=" ".join(["1"] * lost))
    await table.done(table.bob, "/campaign edit unit", unit="Xavier", experience=4)
    for who in (table.ann, table.bob):
        await table.done(who, "/campaign sign")
    assert (await warring.current_campaign(table)).units["c3"].level == 1
    page = await table.done(table.bob, "/campaign unit", unit="Xavier")
    assert "⬇ 1 recruit lowers it to level 0." in page.text
    assert any(label.startswith("One recruit") and label.endswith("→ level 0") for label in page.buttons)
    shown = {value: label for label, value in await table.type(table.bob, "/campaign reinforce", "unit")}
    assert "1 recruit lowers it to level 0" in shown["Xavier"]
    assert "level" not in shown["Yoke"]
    told = await table.done(table.bob, "/campaign reinforce", unit="Xavier", figures=1)
    assert "Recruits lower it from level 1 to 0: experience 4 →" in told.text
    assert "level" not in (await table.done(table.bob, "/campaign unit", unit="Yoke")).text


async def test_br_a_roster_is_counted_in_points(table: Table) -> None:
    """The points are in the force file or are set by the arbitrator; the roster shows how many are left."""
    await warring.join_campaign(table)
    await table.done(table.ann, "/campaign rulings", name="points_cap", value="30")
    units = [{"type": "marines", "name": name, "models": 5, "points": 12} for name in ("Able", "Baker", "Charlie")]
    force = {"name": "Reds", "system": "fubar", "units": units}
    said = await table.refused(table.ann, "/campaign enlist", file=("force.json", json.dumps(force).encode()))
    assert "Charlie costs 12 points" in said
    assert "6 of 30 left" in said
    force["units"] = units[:2]
    await table.done(table.ann, "/campaign enlist", file=("force.json", json.dumps(force).encode()))
    page = await table.done(table.ann, "/campaign roster")
    assert "24 of 30 points" in page.text
    assert "Able: 5 of 5 · 12 points" in page.text
    assert "points" in await table.refused(table.bob, "/campaign enlist", file=warring.force_file("Xavier"))
    await table.done(table.ann, "/campaign enlist", file=warring.force_file("Xavier"), roster="Blue")
    told = await table.done(table.ann, "/arbiter points", unit="Xavier", points=7)
    assert told.title == "Xavier: 7 points"
    assert "7 of 30 points" in (await table.done(table.bob, "/campaign roster")).text


async def test_points_set_for_a_unit_at_the_table_are_saved_with_its_force(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/unit edit", unit="Marines", field="points", value="15")
    assert "15 points" in (await table.done(table.ann, "/unit show", unit="Marines")).text
    await table.done(table.ann, "/force save", name="Priced")
    await warring.join_campaign(table)
    await table.done(table.ann, "/campaign enlist", force="yours: Priced")
    marines = next(one for one in (await warring.current_campaign(table)).units.values() if one.name == "Marines")
    assert marines.points == 15


@pytest.mark.usefixtures("fought")
async def test_recruits_that_cost_no_level_promise_none(table: Table) -> None:
    """The first one is free, and both together cost a level."""
    await warring.roll_for_report(table)
    given = {"figures": -2, "recovering": 0, "experience": 6, "why": "as the arbitrator says"}
    await table.done(table.ann, "/campaign edit unit", unit="Xavier", **given)
    for who in (table.ann, table.bob):
        await table.done(who, "/campaign sign")
    page = await table.done(table.bob, "/campaign unit", unit="Xavier")
    assert [label for label in page.buttons if "recruit" in label] == ["One recruit (3 left)", "2 recruits → level 0"]
