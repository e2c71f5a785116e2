"""Corrections after a battle, or by hand during it: their display and their effect."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.roster import CampaignUnit
from tests.cogs import warring
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def unit(table: Table, name: str) -> CampaignUnit:
    return next(one for one in (await warring.current_campaign(table)).units.values() if one.name == name)


async def change(table: Table, name: str) -> Any:
    report = list((await warring.current_campaign(table)).battles.values())[-1].report
    assert report is not None
    return report.change((await unit(table, name)).id)


async def sign(table: Table) -> Told:
    """Both sign; what the last signature said."""
    await table.done(table.ann, "/campaign sign")
    return await table.done(table.bob, "/campaign sign")


async def battle(table: Table, face: int = 4, *units: str) -> None:
    """Xavier, or who of Blue is named, is shot at; each figure that fell has the same face; both sign."""
    chosen = {"theirs": ", ".join(units)} if units else {}
    await table.done(table.ann, "/campaign battle start", against="Blue", **chosen)
    await warring.fire(table, "Able", units[0] if units else "Xavier")
    await warring.end_game(table)
    report = list((await warring.current_campaign(table)).battles.values())[-1].report
    assert report is not None
    for need in report.open:
        await table.done(table.bob, "/campaign throw", dice=" ".join([str(face)] * need.facts["lost"]))
    await sign(table)


async def correct_battle(table: Table, number: int, name: str, **change: Any) -> Told:
    """Reopen a battle as the arbitrator and change its numbers; both players sign."""
    at = {"battle": str(number)}
    await table.done(table.ann, "/arbiter reopen", **at)
    await table.done(table.ann, "/campaign edit unit", unit=name, **change, **at)
    await table.done(table.ann, "/campaign sign", **at)
    return await table.done(table.bob, "/campaign sign", **at)


async def fit_and_recovering(table: Table, name: str) -> tuple[int, int]:
    """Return the number of fit figures of a unit, and of those that recover."""
    found = await unit(table, name)
    return found.models, found.recovering


# Losses by hand


@pytest.mark.usefixtures("enlisted")
async def test_losses_by_hand_are_setup_before_the_first_roll_and_without_credit_after_it(table: Table) -> None:
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await table.done(table.ann, "/unit edit", unit="Baker", field="models", value="4")
    await warring.fire(table, "Able", "Xavier")
    await table.done(table.bob, "/unit edit", unit="Yoke", field="models", value="0")
    panel = await warring.end_game(table)
    assert "(Took 5 losses; 5 of them by corrections) 🎲 Recovery to roll" in panel.text
    assert (await change(table, "Yoke")).taken == 5
    fell = (await change(table, "Xavier")).taken
    assert (await change(table, "Able")).given == fell > 0
    assert (await change(table, "Baker")).taken == 0


# Those who recover


@pytest.mark.usefixtures("enlisted")
async def test_a_correction_takes_back_those_who_recovered_since(table: Table) -> None:
    await battle(table)
    left, hurt = await fit_and_recovering(table, "Xavier")
    assert left + hurt == 5
    assert hurt > 0
    await battle(table, 6, "Yoke")
    assert await fit_and_recovering(table, "Xavier") == (5, 0)
    told = await correct_battle(table, 1, "Xavier", recovering=0)
    assert f"figures −{hurt}, recovering +{hurt}, experience +1 → figures −{hurt}, experience +1" in told.text
    assert await fit_and_recovering(table, "Xavier") == (left, 0)
    page = await table.done(table.bob, "/campaign unit", unit="Xavier")
    assert f"was corrected: figures −{hurt}" in page.text
    await correct_battle(table, 1, "Xavier", recovering=1)
    assert await fit_and_recovering(table, "Xavier") == (left + 1, 0), "who would be back by now is back"


@pytest.mark.usefixtures("enlisted")
async def test_a_battle_that_goes_on_meanwhile_is_not_the_next_one(table: Table) -> None:
    """Cyd fights Bob's Yoke elsewhere, since before Xavier was hurt."""
    await table.done(table.cyd, "/campaign join", roster="Green")
    await table.done(table.cyd, "/campaign enlist", file=warring.force_file("Mike"))
    await table.done(table.cyd, "/campaign battle start", table.other, against="Blue", theirs="Yoke")
    await battle(table, 4, "Xavier")
    hurt = await fit_and_recovering(table, "Xavier")
    assert hurt[1] > 0
    await table.done(table.cyd, "/game end", table.other)
    await table.services.campaign_watch.wait_until_settled()
    for who in (table.cyd, table.bob):
        await table.done(who, "/campaign sign", battle="1")
    assert await fit_and_recovering(table, "Xavier") == hurt
    await battle(table, 6, "Yoke")
    assert await fit_and_recovering(table, "Xavier") == (5, 0)


# Who killed


async def test_the_earlier_is_credited_where_wounds_leave_as_much(table: Table) -> None:
    """Two wounds each, and one of them kills when Xavier's turn comes."""
    await warring.enlist_units(table, system="opreb")
    await table.done(table.ann, "/campaign battle start", against="Blue")
    for shooter in ("Baker", "Able"):
        table.dice.next(*[6] * 2, *[1] * 6, 1, 1, 1, 6, 6, 6)
        shot = {"attacker": shooter, "target": "Xavier", "distance": "3", "cover": "open", "firers": "5 rifle"}
        told = await table.say(table.ann, "/fire", **shot)
        told = await table.click(table.ann, told, "Anyway") if told.warned else told
        await table.click(table.bob, told, "Stay: morale check (3 dice, 1 bang needed)")
    wounds = (await table.states("Xavier"))["wounds"]
    table.dice.next(6, *[1] * (wounds - 1))
    await table.done(table.bob, "/activate", unit="Xavier")
    assert (await table.unit("Xavier")).models == 4
    await warring.end_game(table)
    assert [(await change(table, one)).given for one in ("Able", "Baker")] == [0, 1]


# Levels


@pytest.mark.usefixtures("enlisted")
async def test_a_correction_tells_levels_as_of_its_battle(table: Table) -> None:
    await battle(table)
    first = (await unit(table, "Able")).experience
    await battle(table, 6)
    assert (await unit(table, "Able")).since == {1: 2}
    await correct_battle(table, 1, "Able", experience=4)
    assert (await unit(table, "Able")).since == {1: 1}
    page = await table.done(table.bob, "/campaign unit", unit="Able")
    assert f"was corrected: experience +{4 - first}, level 1 after it" in page.text


# Corrections of the arbitrator alone


@pytest.mark.usefixtures("enlisted")
async def test_more_figures_than_were_lost_are_the_arbitrators_also_below_full_strength(table: Table) -> None:
    await battle(table, 1)
    left = (await fit_and_recovering(table, "Xavier"))[0]
    assert left < 5
    await table.done(table.ann, "/campaign battle start", against="Blue", units="Baker")
    await warring.fire(table, "Baker", "Yoke")
    await warring.end_game(table)
    refused = await table.refused(table.bob, "/campaign edit unit", unit="Xavier", figures=1)
    assert "Only the arbitrator" in refused
    assert "why:`" in await table.refused(table.ann, "/campaign edit unit", unit="Xavier", figures=1)
    told = await table.done(table.ann, "/campaign edit unit", unit="Xavier", figures=1, why="miscounted before")
    assert "(miscounted before)" in told.text
