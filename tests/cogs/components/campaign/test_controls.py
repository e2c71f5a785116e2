"""Rosters and units by taps: pages of a large roster, levels, recruits, and names that mean harm."""

from __future__ import annotations

import re

import pytest

from bot.resolution.campaign_referee import CampaignResult
from bot.store.campaign_tables import CampaignInfo
from cogs.components.campaign.controls import edit_menu, entry_controls, report_controls, roster_controls
from cogs.components.controls import MenuOption
from cogs.rendering.text import Reader
from data.files import sample_forces
from data.texts import language
from rules.campaign.roster_events import UnitEnlisted
from tests.cogs import warring
from tests.cogs.components.campaign.test_report_clicks import edits
from tests.cogs.screens import control_line
from tests.cogs.table import Table
from tests.rules.campaign.played import ANN, fight, new_campaign, report_battle, squad

WORDS = Reader(language("en"), reader=ANN)
HOSTILE = "**@everyone** [x](http://a.b) " + "W" * 29


async def test_a_roster_of_sixty_units_page_by_page(table: Table) -> None:
    await warring.join_campaign(table)
    names = [f"Squad {n}" for n in range(1, 61)]
    for at in (0, 30):
        await table.done(table.ann, "/campaign enlist", file=warring.force_file(*names[at : at + 30]))
    told, seen = await table.done(table.ann, "/campaign roster"), list[str]()
    (message,) = told.messages
    while True:
        seen += [label for label in edits(told) if label.startswith("Squad")]
        assert sum(line.startswith("• Squad") for line in told.lines) == 20
        if "Next" not in told.buttons:
            break
        await table.click(table.ann, told, "Next")
        told = table.now(message)
    assert seen == names
    await table.pick(table.ann, told, "Squad 60", "A unit")
    assert table.now(message).messages[0].embeds[0].title == "Squad 60"


async def test_the_gain_of_a_level_is_chosen_by_a_tap(table: Table) -> None:
    await table.done(table.ann, "/campaign new", name="Long war", system="openfire_d12")
    force = next(iter(sample_forces("openfire_d12")))
    for who in (table.ann, table.bob):
        await table.done(who, "/campaign join", force=force)
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await warring.end_game(table)
    unit = next(one for one in (await warring.current_campaign(table)).units.values() if one.roster == "r1")
    await table.done(table.ann, "/campaign edit unit", unit=unit.id, experience=10, why="veterans")
    for who in (table.ann, table.bob):
        told = await table.done(who, "/campaign sign")
    assert f"⬆ {unit.name}: choose the new level's gain" in told.text
    mine = await table.done(table.ann, "/campaign roster")
    assert f"⬆ {unit.name}" in mine.text
    await table.pick(table.ann, mine, unit.name, "A unit")
    page = table.now(mine.messages[0])
    choices = [label for label in page.buttons if label.startswith("Level 1")]
    assert len(choices) > 1
    await table.click(table.ann, page, choices[0])
    assert (await warring.current_campaign(table)).units[unit.id].choices[1]
    assert not [label for label in table.now(mine.messages[0]).buttons if label.startswith("Level 1")]
    theirs = await table.done(table.bob, "/campaign unit", unit=unit.id)
    assert theirs.buttons == ("Back to Red",)


async def test_a_recruit_comes_in_the_place_of_a_figure_of_bayonet(table: Table) -> None:
    """There every unit is a single figure, and none has room for another."""
    await table.done(table.ann, "/campaign new", name="Long war", system="bayonet")
    await table.done(table.ann, "/campaign join", force="patrol")
    await table.done(table.bob, "/campaign join", force="band")
    await table.done(table.ann, "/arbiter figures", roster="Blue", figures=2)
    own = await table.done(table.bob, "/campaign roster")
    assert "Place" not in own.text, "nobody is missing yet"
    await table.done(table.ann, "/arbiter status", unit="Irregular 2", status="lost")
    own = await table.done(table.bob, "/campaign roster")
    assert own.lines[0] == (
        "2 recruits earned · room for 1: Irregular 2 +1 (a replacement) · 1 has no room and is lost when the "
        "next battle begins. Choose a unit below."
    )
    await table.pick(table.bob, own, "Irregular 2", "A unit")
    page = table.now(own.messages[0])
    await table.click(table.bob, page, "One recruit (2 left)")
    campaign = await warring.current_campaign(table)
    [recruit] = [one for one in campaign.units.values() if one.name == "Irregular 6"]
    assert (recruit.models, recruit.type, recruit.experience) == (1, "irregular", 0)
    assert campaign.rosters["r2"].figures == 1
    assert "Replaced by Irregular 6" in (await table.done(table.bob, "/campaign unit", unit="Irregular 2")).text
    told = await table.done(table.bob, "/campaign unit", unit="Irregular 6")
    assert "A recruit replaces Irregular 2" in told.text
    assert await table.refused(table.bob, "/campaign reinforce", unit="Irregular 2", figures=1)
    await table.done(table.ann, "/arbiter status", unit="Irregular 3", status="lost")
    assert "single figure" in await table.refused(table.bob, "/campaign reinforce", unit="Irregular 3", figures=2)
    await table.done(table.bob, "/campaign reinforce", unit="Irregular 3", figures=1)
    assert (await warring.current_campaign(table)).rosters["r2"].figures == 0


@pytest.mark.usefixtures("enlisted")
async def test_recruits_come_one_by_one_or_as_many_as_fit(table: Table) -> None:
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await warring.end_game(table)
    await table.done(table.bob, "/campaign edit unit", unit="Xavier", figures=-4)
    for who in (table.ann, table.bob):
        await table.done(who, "/campaign sign")
    campaign = await warring.current_campaign(table)
    xavier, room = campaign.units["c3"], campaign.rosters["r2"].figures
    assert xavier.models == 1
    page = await table.done(table.bob, "/campaign unit", unit="Xavier")
    await table.click(table.bob, page, f"One recruit ({room} left)")
    assert (await warring.current_campaign(table)).units["c3"].recruits == 1
    rest = min(room - 1, 3)
    await table.click(table.bob, table.now(page.messages[0]), f"{rest} recruits")
    assert (await warring.current_campaign(table)).units["c3"].models == 2 + rest


async def test_hostile_names_harm_no_panel_and_no_form(table: Table) -> None:
    hub = await table.done(table.ann, "/campaign new", name=HOSTILE, system="fubar", shape="ladder")
    form = await table.click(table.ann, hub, "Join")
    await table.fill(table.ann, form, roster=HOSTILE)
    form = await table.click(table.bob, hub, "Join")
    hub = await table.fill(table.bob, form, roster="Blue")
    await table.done(table.ann, "/campaign enlist", file=warring.force_file(HOSTILE, HOSTILE[1:]))
    hub = await table.done(table.bob, "/campaign enlist", file=warring.force_file("Xavier"))
    form = await table.click(table.bob, hub, "Next battle")
    started = await table.fill(table.bob, form, scenario=HOSTILE)
    form = await table.click(table.ann, started, "Choose units")
    fielded = await table.fill(table.ann, form, **{"units:1": ["c1"]})
    await table.done(table.ann, "/game end")
    await table.services.campaign_watch.wait_until_settled()
    report = warring.panel(table)
    edited = await table.fill(table.bob, await table.pick(table.bob, report, "Xavier …", "Edit"), experience="2")
    standings = await table.done(table.bob, "/campaign standings")
    for told in (hub, started, fielded, warring.panel(table), edited, standings):
        text = "\\n".join([told.text, *(embed.description or "" for m in told.messages for embed in m.embeds)])
        assert "**@everyone**" not in text, told
        assert not re.search(r"(?<!\\)\[x\]", text), told
        assert "http://a.b" not in text, told


@pytest.mark.parametrize(("units", "last"), [(15, ("Squad a15 …", "a15")), (16, ("More …", "more:24"))])
def test_a_menu_of_corrections_leads_on_once_it_is_full(units: int, last: tuple[str, str]) -> None:
    """Ten options are about the whole report."""
    record, names = new_campaign(), [f"a{nth}" for nth in range(1, units + 1)]
    for id in names[2:]:
        record.add(ANN, UnitEnlisted(unit=squad(id, "ra"), system="fubar"))
    fight(record, units=tuple(names))
    report_battle(record)
    options = edit_menu(WORDS, record.campaign, record.campaign.battles["b"], 1).item.options
    assert [len(options), (options[-1].label, options[-1].value)] == [25, last]
    rest = edit_menu(WORDS, record.campaign, record.campaign.battles["b"], 1, 24).item.options
    assert [one.value for one in rest] == names[14:]


@pytest.mark.parametrize("forces", [[], [MenuOption("Garrison", "garrison")]])
def test_a_force_is_enlisted_where_the_rules_have_one(forces: list[MenuOption]) -> None:
    campaign = new_campaign().campaign
    shown = roster_controls(WORDS, campaign, campaign.rosters["ra"], ANN, forces)
    lines = [control_line(getattr(one, "item", one).to_component_dict()) for one in shown]
    assert lines == [
        "[A unit …: Squad a1 (8 of 8) = a1 | Squad a2 (8 of 8) = a2] choose:c:ra:campunit",
        *["[Enlist a force …: Garrison = garrison] choose:c:ra:campenlist" for _ in forces],
        "[Another roster …: Bob = rb] choose:c:ra:camproster",
        "[My own list] plain listwrite:fubar:0",
        "[Cards to print] plain campcards:c:ra",
    ]


@pytest.mark.parametrize("again", [False, True])
def test_an_entry_that_was_recorded_already_is_not_undone_from_its_second_answer(again: bool) -> None:
    record = new_campaign()
    info = CampaignInfo.model_construct(id="c")
    result = CampaignResult(info, record.entries[-1], record.campaign, record.campaign, again)
    assert bool(entry_controls(WORDS, result)) != again


@pytest.mark.parametrize("over", [False, True])
def test_a_report_has_no_controls_once_the_campaign_is_over(over: bool) -> None:
    record = new_campaign()
    fight(record)
    report_battle(record)
    campaign = record.campaign.model_copy(update={"over": over})
    assert bool(report_controls(WORDS, campaign, campaign.battles["b"])) != over
