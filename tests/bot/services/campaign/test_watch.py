"""Battles that ended while the bot was not listening: each is reported, even if others cannot be read."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import delete, event, insert, update

from bot.game.people import Place
from bot.resolution.result import OpenQuestion
from bot.services import Services
from bot.store.campaign_tables import CAMPAIGN_BATTLE, CAMPAIGN_ENTRY, CAMPAIGN_STATE
from bot.store.tables import ENTRY
from bot.store.tables import StoredGame as GameInfo
from rules.campaign.campaign import Battle, Campaign
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import ANN, BOB, CYD, call
from tests.cogs.table import Loaded, services_on


async def test_a_game_that_ended_while_the_bot_was_away_is_reported_at_the_next_start(
    tmp_path: Path, services: Services
) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await services.campaign_watch.wait_until_settled()  # a reader of the beginning would find the end
    services.referee.listeners.clear()
    await camp.end_game(services)
    assert (await camp.current_campaign(services)).battles["b1"].stage == "fighting"
    later = await services_on(tmp_path / "desk.sqlite", Loaded(), "run2")
    heard: list[str] = []

    async def listen(result: object, link: object) -> None:
        heard.append(link.battle_id)  # type: ignore[attr-defined]

    later.campaign_watch.listeners.append(listen)
    await later.campaign_watch.look()
    await later.campaign_watch.look()
    assert (heard, (await camp.current_campaign(later)).battles["b1"].stage) == (["b1"], "reported")
    await later.record.close()


async def test_looking_after_many_battles_that_count_asks_the_record_once_a_campaign(services: Services) -> None:
    await camp.enlist_units(services)
    for nth in range(1, 6):
        await camp.begin_battle(services)
        await camp.end_game(services)
        await camp.sign_report(services, f"b{nth}")
    asked: list[str] = []
    engine = services.record.database.engine
    event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    await services.campaign_watch.look()
    assert len([one for one in asked if one.startswith("SELECT")]) <= 3


async def test_a_campaign_that_cannot_be_read_keeps_no_other_from_its_reports(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await services.campaigns.new(call(), "Aaa", "fubar", id="aaa")
    link = insert(CAMPAIGN_BATTLE).values(campaign_id="aaa", battle_id="b1", game_id="none")
    broken = update(CAMPAIGN_ENTRY).where(CAMPAIGN_ENTRY.c.campaign_id == "aaa").values(body={"kind": "hacked"})
    gone = delete(CAMPAIGN_STATE).where(CAMPAIGN_STATE.c.campaign_id == "aaa")
    await services.record.database.write(lambda write: [write.execute(one) for one in (link, broken, gone)])
    services.campaign_referee.campaigns.forget_all()
    services.referee.listeners.clear()
    await camp.end_game(services)
    await services.campaign_watch.look()
    assert (await camp.current_campaign(services)).battles["b1"].stage == "reported"


async def test_a_battle_whose_game_cannot_be_read_keeps_no_other_from_its_report(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    await camp.enlist_units(services)
    elsewhere = Place("1", "21")
    await camp.begin_battle(services, units=["Able"], their_units=["Xavier"])
    await camp.begin_battle(services, where=elsewhere)
    await services.campaign_watch.wait_until_settled()
    services.referee.listeners.clear()
    await camp.end_game(services)
    await camp.end_game(services, where=elsewhere)
    game = await _game(services)
    broken = update(ENTRY).where(ENTRY.c.game_id == game.id).values(body={"kind": "hacked"})
    await services.record.database.write(lambda write: write.execute(broken) and None)
    await services.campaign_watch.look()
    stages = {id: one.stage for id, one in (await camp.current_campaign(services)).battles.items()}
    assert stages == {"b1": "fighting", "b2": "reported"}
    assert [one.getMessage() for one in caplog.records] == ["a battle could not be reported"]


async def test_nothing_is_reported_of_a_game_that_is_missing(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await services.campaign_watch.wait_until_settled()
    before = await camp.current_campaign(services)
    await services.record.database.write(
        lambda write: write.execute(update(CAMPAIGN_BATTLE).values(game_id="gone")) and None
    )
    await services.campaign_watch.look()
    services.campaign_watch.on_game_changed("gone")
    await services.campaign_watch.wait_until_settled()
    assert (await camp.current_campaign(services), caplog.records) == (before, [])


async def _end_unnoticed(services: Services) -> None:
    """End the game of a battle while its campaign does not listen."""
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await services.campaign_watch.wait_until_settled()
    services.referee.listeners.clear()
    await camp.end_game(services)


async def test_a_report_that_another_process_makes_and_has_signed_meanwhile_counts(
    tmp_path: Path, services: Services
) -> None:
    await _end_unnoticed(services)
    file, seconds = tmp_path / "desk.sqlite", count(1_700_000_000)

    async def report_and_sign(other: Services) -> None:
        await other.campaign_reports.report(call(), CAMPAIGN)
        await camp.sign_report(other)

    def clock() -> float:
        """Return the time of a new entry, before which the other process writes."""
        now = next(seconds)
        if now == 1_700_000_000:
            camp.act_in_another_process(file, report_and_sign)
        return float(now)

    slow = await services_on(file, Loaded(), "run3", time=clock)
    await slow.campaign_watch.look()
    assert next(seconds) == 1_700_000_001, "no report was written after the other"
    battle = (await camp.current_campaign(slow)).battles["b1"]
    assert battle.settled is not None
    assert (battle.stage, battle.settled.version) == ("settled", 1)
    await slow.record.close()


async def test_a_report_is_in_the_name_of_the_player_who_fought_and_ended_the_game(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await services.endings.end(call(BOB), None)
    await services.campaign_watch.wait_until_settled()
    assert await _reporter(services) == BOB.id


async def test_a_report_is_never_in_the_name_of_a_player_who_did_not_fight(services: Services) -> None:
    """Cyd is at the table and ends the game, but leads no roster: the arbitrator reports it."""
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await services.seats.join(call(CYD), "Blue")
    await services.endings.end(call(CYD), None)
    live = await services.games.read_game(await _game(services))
    assert (await services.record.entries.all(live.info.id))[-1].by == CYD.id
    await services.campaign_watch.wait_until_settled()
    assert (await camp.current_campaign(services)).battles["b1"].stage == "reported"
    assert await _reporter(services) == ANN.id


async def test_changes_after_the_signatures_are_told_once_as_the_game_goes_on_and_once_as_it_ends(
    services: Services, dice: Loaded
) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services)
    heard: list[tuple[str, str, int]] = []

    async def listen(campaign: Campaign, battle: Battle, info: GameInfo) -> None:
        heard.append((battle.id, info.state, info.number))

    services.campaign_watch.late.append(listen)
    await camp.sign_report(services)
    signed = (await services.games.read_game(await _game(services))).game.number
    reopened = await services.endings.reopen(call())
    assert isinstance(reopened, OpenQuestion)
    await services.corrections.agree(call(BOB), reopened.row.id, reopened.row.step)
    await services.campaign_watch.wait_until_settled()
    await services.story_notes.note(call(), "It goes on.")
    await camp.fire(services, "Able", "Yoke")
    await camp.end_game(services)
    await services.campaign_watch.wait_until_settled()
    assert heard == [("b1", "running", signed + 1), ("b1", "ended", signed + 4)]
    assert (await camp.current_campaign(services)).battles["b1"].stage == "settled"
    await services.campaigns.end(call(), CAMPAIGN)
    heard.clear()
    await services.endings.reopen(call())
    await services.campaign_watch.wait_until_settled()
    await services.campaign_watch.look()
    assert heard == []


async def test_a_game_that_goes_on_after_the_next_signatures_too_is_told_again(
    services: Services, dice: Loaded
) -> None:
    """After the report had been opened and signed again, nothing was said when the game went on once more."""
    await camp.fight_battle(services, dice, winner=None)
    await camp.roll_for_report(services)
    await camp.sign_report(services)
    heard: list[str] = []

    async def listen(campaign: Campaign, battle: Battle, info: GameInfo) -> None:
        heard.append(info.state)

    services.campaign_watch.late.append(listen)
    await services.endings.reopen(call())
    await services.campaign_watch.wait_until_settled()
    await services.campaign_reports.reopen(call(), CAMPAIGN)
    await camp.end_game(services)
    await camp.roll_for_report(services)
    await camp.sign_report(services)
    await services.endings.reopen(call())
    await services.campaign_watch.wait_until_settled()
    assert heard == ["running", "running"]


async def test_a_process_that_does_not_serve_the_server_of_a_battle_leaves_its_report_to_another(
    tmp_path: Path, services: Services
) -> None:
    await _end_unnoticed(services)
    services.share(lambda server: server != "1")
    await services.campaign_watch.look()
    assert (await camp.current_campaign(services)).battles["b1"].stage == "fighting"
    services.share(lambda server: server == "1")
    await services.campaign_watch.look()
    assert (await camp.current_campaign(services)).battles["b1"].stage == "reported"


async def test_a_report_is_made_again_only_after_the_game_has_changed(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    begun = await camp.current_campaign(services)
    assert not await services.campaign_reports.is_outdated(begun, begun.battles["b1"])
    await camp.end_game(services)
    before = (await camp.report(services)).version
    await services.campaign_watch.look()
    await services.story_notes.note(call(), "What a day.")
    await services.campaign_watch.wait_until_settled()
    assert (await camp.report(services)).version == before
    services.referee.listeners.clear()
    await services.endings.reopen(call())
    await camp.fire(services, "Able", "Yoke")
    await services.endings.end(call())
    await services.campaign_watch.look()
    assert (await camp.report(services)).upto == (await services.games.read_game(await _game(services))).game.number


async def _reporter(services: Services) -> str:
    """Return the reporter of the battle in the record of the campaign."""
    found = await services.record.campaigns.entries(camp.CAMPAIGN)
    return next(one.by for one in reversed(found) if any(event.kind == "reported" for event in one.events))


async def _game(services: Services) -> GameInfo:
    info = await services.record.games.get((await camp.current_campaign(services)).battles["b1"].game)
    assert info is not None
    return info
