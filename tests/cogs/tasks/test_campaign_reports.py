"""Battle reports are posted automatically, even if a channel is gone."""

from __future__ import annotations

import logging

import pytest

from tests.cogs import warring
from tests.cogs.table import Table


@pytest.mark.usefixtures("fought")
async def test_the_report_is_posted_below_the_end_of_its_game_and_void_if_that_goes_on(table: Table) -> None:
    told = warring.panel(table)
    assert "Xavier" in told.text
    assert "Roll the dice" in told.buttons
    titles = [
        one.embeds[0].title or "" for one in sorted(table.channel.history(), key=lambda one: one.id) if one.embeds
    ]
    assert titles[-1].startswith("Report"), titles
    assert titles[-2].startswith("The game is over"), titles
    await table.done(table.ann, "/game reopen")
    await table.services.campaign_watch.wait_until_settled()
    assert (await warring.current_campaign(table)).battles["b1"].stage == "fighting"
    titles = [one.embeds[0].title or "" for one in table.channel.history() if one.embeds]
    assert any("report is void" in title for title in titles)


@pytest.mark.usefixtures("signed")
async def test_a_change_after_the_signatures_is_posted_where_the_battle_was_fought(table: Table) -> None:
    await table.done(table.ann, "/game reopen")
    await table.done(table.ann, "/undo")
    await table.services.campaign_watch.wait_until_settled()
    assert _titles(table, "Changed after") == 1
    await table.done(table.ann, "/unit edit", unit="Yoke", field="models", value="3")
    await table.services.campaign_watch.wait_until_settled()
    assert _titles(table, "Changed after") == 1
    await table.done(table.ann, "/game end")
    await table.services.campaign_watch.wait_until_settled()
    assert _titles(table, "Changed after") == 2
    shown = await table.done(table.bob, "/campaign report")
    assert shown.lines[-1] == (
        "Changed after it was signed: Battle 1: Red against Blue. The signed report still counts. If the change is to "
        "count, the arbitrator taps **Open again** and all sign again."
    )
    assert shown.buttons == ("Open again (arbitrator)",)
    posted = warring.panel(table, "Changed after")
    assert (await table.click(table.bob, posted, "Open again (arbitrator)")).refused
    told = await table.click(table.ann, posted, "Open again (arbitrator)")
    assert told.title.startswith("Report · Battle 1")
    assert (await warring.current_campaign(table)).battles["b1"].stage == "reported"
    await table.services.campaign_watch.wait_until_settled()
    assert _titles(table, "Changed after") == 2, "a change in the campaign alone does not change the game"


def _titles(table: Table, begins: str) -> int:
    titles = [one.embeds[0].title or "" for one in table.channel.history() if one.embeds]
    return sum(title.startswith(begins) for title in titles)


@pytest.mark.usefixtures("enlisted")
async def test_a_game_that_ended_unobserved_is_reported_after_the_start(table: Table) -> None:
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await warring.fire(table, "Able", "Xavier")
    table.services.referee.listeners.remove(table.services.campaign_watch.on_game_changed)
    await table.done(table.ann, "/game end")
    await table.restart()
    assert (await warring.current_campaign(table)).battles["b1"].stage == "reported"


async def test_hostile_names_are_harmless_in_every_page(table: Table) -> None:
    name = "**@everyone** [x](http://a.b)"
    await warring.join_campaign(table)
    await table.done(table.ann, "/campaign enlist", file=warring.force_file(name))
    for command, options in (("roster", {}), ("unit", {"unit": "c1"}), ("log", {}), ("standings", {})):
        told = await table.done(table.ann, f"/campaign {command}", **options)
        assert "**@everyone**" not in told.text, command
        assert "://" not in told.text, command


@pytest.mark.usefixtures("fought")
async def test_a_report_that_cannot_be_posted_is_a_line_in_the_log(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    with caplog.at_level(logging.WARNING):
        await table.done(table.ann, "/game reopen")
        await table.services.campaign_watch.wait_until_settled()
    assert (await warring.current_campaign(table)).battles["b1"].stage == "fighting"
    (line,) = [one for one in caplog.records if one.name == "cogs.tasks.campaign_reports"]
    assert line.getMessage().startswith("a report could not be posted: 403")
