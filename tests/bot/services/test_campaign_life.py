"""The life of a campaign through the services: founded, joined, fought in real games, reported, rolled for, signed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.dice import provable
from bot.errors import Refusal
from bot.services import Services
from rules.game.tabletop import Scenario
from rules.kernel.dice import Roll
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.table import Faces
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import ANN, BOB, CYD, PLACE, call
from tests.cogs.table import Loaded, services_on


async def test_a_battle_starts_a_game_with_both_rosters_as_they_are(services: Services) -> None:
    await camp.enlist_units(services)
    begun = await camp.begin_battle(services, scenario="Hold the ford")
    live = await services.games.require_game(PLACE)
    assert sorted((unit.name, unit.side) for unit in live.game.units.values()) == [
        ("Able", "Red"),
        ("Baker", "Red"),
        ("Xavier", "Blue"),
        ("Yoke", "Blue"),
    ]
    seats = {one.id: (one.side, one.umpire) for one in live.game.players.values()}
    assert seats == {ANN.id: ("Red", True), BOB.id: ("Blue", False)}
    assert live.game.scenario == Scenario(goal="Hold the ford"), "on the record of the game (T4)"
    assert live.info.name == "Long war · 1"
    assert ENGLISH(begun.game.entry.title) == "Battle 1: Red against Blue · Hold the ford"
    battle = (await camp.same_as_record(services)).battles["b1"]
    assert (battle.game, battle.channel, battle.scenario) == (live.info.id, PLACE.channel, "Hold the ford")
    assert await services.record.entries.all(live.info.id) == [begun.game.entry]


async def test_a_unit_split_in_a_battle_is_one_unit_of_its_roster(services: Services, dice: Loaded) -> None:
    """Losses, deeds and experience of both halves are its own, and its figures recover with one roll each."""
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    live = await services.games.require_game(PLACE)
    xavier = next(unit.id for unit in live.game.units.values() if unit.name == "Xavier")
    await services.divisions.split(call(BOB), xavier, 2, "2 assault_rifle")
    for _ in range(2):  # suppressed by the first shot, killed by the second
        dice.next(*[6] * 11, *[1] * 11)
        await camp.fire(services, "Able", "Xavier 2")
    await camp.end_game(services, winner="Red")
    report = await camp.report(services)
    assert [(change.models, change.taken) for change in report.changes] == [(0, 0), (0, 0), (-2, 2), (0, 0)]
    assert [need.facts["lost"] for need in report.open] == [2]
    assert "destroyed" not in {line.key for line in report.changes[0].lines}, "the other half still stands"
    dice.next(6, 1)
    await camp.roll_for_report(services)
    await camp.sign_report(services)
    campaign = await camp.same_as_record(services)
    assert campaign.units["c3"].models == 4


async def test_a_roster_keeps_the_named_figures_of_its_units(services: Services, dice: Loaded) -> None:
    """One that fell in a battle does not enter the next one."""
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    live = await services.games.require_game(PLACE)
    xavier = next(unit.id for unit in live.game.units.values() if unit.name == "Xavier")
    for name in ("Kane", "Miller"):
        await services.named_figures.set(call(BOB), xavier, name, note="a scout")
    for hits in (11, 2):  # suppressed by the first shot, killed by the second
        dice.next(*[6] * hits, *[1] * 20)
        await camp.fire(services, "Able", "Xavier")
    await services.named_figures.set(call(BOB), xavier, "Kane", fallen=True)
    await camp.end_game(services, winner="Red")
    report = await camp.report(services)
    lines = {line.key: line.values.get("figure") for line in report.change("c3").lines if "figure" in line.values}
    assert lines == {"figure_fell": "Kane", "figure_stands": "Miller"}
    while (await camp.report(services)).open:
        dice.next(*[6] * 5)
        await camp.roll_for_report(services)
    await camp.sign_report(services)
    campaign = await camp.same_as_record(services)
    assert [(one.name, bool(one.fell)) for one in campaign.units["c3"].figures] == [("Kane", True), ("Miller", False)]
    await camp.begin_battle(services, who=BOB, where=PLACE)
    live = await services.games.require_game(PLACE)
    [again] = [unit for unit in live.game.units.values() if unit.name == "Xavier"]
    assert [(one.name, one.note) for one in again.figures] == [("Miller", "a scout")]


async def test_the_report_of_a_game_that_is_over_changes_the_rosters_once_signed_and_the_next_battle_has_them_so(
    services: Services, dice: Loaded
) -> None:
    """By a ruling of FUBAR more than half of the full unit may count: a unit below strength knows how many that is."""
    await camp.fight_battle(services, dice)
    battle = (await camp.same_as_record(services)).battles["b1"]
    report = await camp.report(services)
    assert battle.stage == "reported"
    assert (report.result.winner, report.result.margin) == ("r1", "minor")
    assert [change.models for change in report.changes] == [0, 0, -2, 0]
    assert [need.facts["lost"] for need in report.open] == [2]
    assert (await camp.current_campaign(services)).units["c3"].models == 5, "nothing changes unsigned"
    dice.next(6, 1)
    await camp.roll_for_report(services)
    await camp.sign_report(services)
    campaign = await camp.same_as_record(services)
    assert [(one.name, one.models, one.experience) for one in campaign.units.values()] == [
        ("Able", 5, 3),
        ("Baker", 5, 2),
        ("Xavier", 4, 1),
        ("Yoke", 5, 1),
    ]
    await camp.begin_battle(services, who=BOB, where=PLACE)
    units = {unit.name: unit for unit in (await services.games.require_game(PLACE)).game.units.values()}
    assert (units["Xavier"].models, units["Xavier"].starting, units["Xavier"].full) == (4, 4, 5)
    assert (units["Yoke"].starting, units["Yoke"].full) == (5, 0)


async def test_own_dice_are_taken_and_wrong_ones_refused(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    for wrong in ("6", "6 6 6", "7 1", "6 x"):
        with pytest.raises((BadDice, Refusal)):
            await services.aftermath_dice.roll(call(BOB), CAMPAIGN, dice=wrong)
    assert (await camp.report(services)).open
    done = await services.aftermath_dice.roll(call(BOB), CAMPAIGN, dice="6 1")
    assert [(throw.faces, throw.source) for play in done.entry.plays for throw in play.throws] == [((6, 1), "physical")]
    assert (await camp.report(services)).needs[0].outcome == {"back": 1, "recovering": 0, "lost": 1}


async def test_a_roll_is_undone_until_signed_and_its_faces_come_out_first(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    dice.next(1, 2)
    first = await services.aftermath_dice.roll(call(BOB), CAMPAIGN)
    await services.campaigns.undo(call(BOB), CAMPAIGN, first.entry.number)
    assert (await camp.same_as_record(services)).returned == {"b1:c3:recovery": (1, 2)}
    with pytest.raises(Refusal, match="already rolled these dice"):
        await services.aftermath_dice.roll(call(BOB), CAMPAIGN, dice="6 6")
    dice.next(6, 6)
    again = await services.aftermath_dice.roll(call(BOB), CAMPAIGN)
    assert again.entry.plays[0].throws[0].faces == (1, 2)
    await camp.sign_report(services)
    with pytest.raises(RuleError, match="depends on it"):
        await services.campaigns.undo(call(BOB), CAMPAIGN, again.entry.number)


async def test_dice_of_the_bot_stay_when_another_process_writes_before_them(
    tmp_path: Path, services: Services, dice: Loaded
) -> None:
    await camp.fight_battle(services, dice)
    rolled = list[int]()

    def roll(throw: Roll[Any], count: int) -> Faces:
        """Roll sixes, then ones; the other process writes before the first are recorded."""
        face = 1 if rolled else 6
        if not rolled:
            camp.act_in_another_process(
                tmp_path / "desk.sqlite", lambda other: other.roster_corrections.grant(call(), CAMPAIGN, "Red", 3)
            )
        rolled.extend([face] * count)
        return Faces((face,) * count, "bot")

    slow = await services_on(tmp_path / "desk.sqlite", roll, "run3")
    done = await slow.aftermath_dice.roll(call(BOB), CAMPAIGN)
    assert done.entry.plays[0].throws[0].faces == (6, 6)
    assert (await camp.same_as_record(slow)).rosters["r1"].figures == 3
    await slow.record.close()


async def test_dice_of_a_player_who_has_left_are_read_by_an_arbitrator_who_fought(
    services: Services, dice: Loaded
) -> None:
    await camp.fight_battle(services, dice)
    with pytest.raises(Refusal, match="your enemy's dice"):
        await services.aftermath_dice.roll(call(), CAMPAIGN, dice="6 1")
    await services.campaign_people.leave(call(BOB), CAMPAIGN)
    await services.aftermath_dice.roll(call(), CAMPAIGN, dice="6 1")
    assert (await camp.report(services)).needs[0].outcome == {"back": 1, "recovering": 0, "lost": 1}


async def test_the_dice_are_the_players_own_to_roll(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    with pytest.raises(Refusal, match="no dice from you"):
        await services.aftermath_dice.roll(call(CYD), CAMPAIGN)
    key = (await camp.report(services)).open[0].key
    with pytest.raises(RuleError, match="not your"):
        await services.aftermath_dice.roll(call(CYD), CAMPAIGN, need=key)
    await services.aftermath_dice.roll(call(ANN), CAMPAIGN)
    assert not (await camp.report(services)).open, "the arbitrator may throw for others"


async def test_provable_dice_of_the_aftermath_can_be_made_again(fair: Services) -> None:
    await camp.enlist_units(fair)
    await camp.begin_battle(fair)
    while not any(e.kind == "lost" for e in (await camp.fire(fair, "Able", "Xavier")).entry.events):
        pass
    await camp.end_game(fair)
    done = await fair.aftermath_dice.roll(call(BOB, "interaction 7"), CAMPAIGN)
    [fresh] = done.entry.fresh
    with pytest.raises(Refusal, match="when it is over"):
        await fair.campaigns.reveal(call(), CAMPAIGN)
    await camp.roll_for_report(fair)
    await camp.sign_report(fair)
    await fair.campaigns.end(call(), CAMPAIGN)
    seed = await fair.campaigns.reveal(call(), CAMPAIGN)
    assert seed is not None
    assert seed.seed is not None
    secret = bytes.fromhex(seed.seed)
    assert provable.commitment(secret) == seed.commitment
    assert provable.faces(secret, seed.name, "interaction 7", 1, 6, len(fresh.faces)) == fresh.faces


# Signatures


async def test_two_signatures_at_one_instant_settle_the_battle_once(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services)
    sign = services.campaign_reports.sign
    await asyncio.gather(sign(call(), CAMPAIGN), sign(call(BOB), CAMPAIGN))
    campaign = await camp.same_as_record(services)
    assert campaign.battles["b1"].stage == "settled"
    assert campaign.units["c1"].experience == 3


async def test_two_processes_that_sign_at_one_instant_both_count(
    tmp_path: Path, services: Services, dice: Loaded
) -> None:
    """The second writer of a number reads again, and signs the version of the first."""
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services)
    other = await services_on(tmp_path / "desk.sqlite", Loaded(), "run2")
    await other.campaigns.open(call(), CAMPAIGN)
    await asyncio.gather(
        services.campaign_reports.sign(call(), CAMPAIGN), other.campaign_reports.sign(call(BOB), CAMPAIGN)
    )
    assert (await camp.same_as_record(services)).battles["b1"].stage == "settled"
    await camp.same_as_record(other)
    await other.record.close()


async def test_no_player_signs_for_another_or_twice(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services)
    with pytest.raises(Refusal, match="Only the players of this battle sign"):
        await services.campaign_reports.sign(call(CYD), CAMPAIGN)
    delivered = call(source="interaction 9")
    first = await services.campaign_reports.sign(delivered, CAMPAIGN)
    again = await services.campaign_reports.sign(delivered, CAMPAIGN)
    assert (again.again, again.entry) == (True, first.entry)
    with pytest.raises(RuleError, match="have already signed this report"):
        await services.campaign_reports.sign(call(), CAMPAIGN)
    assert (await camp.current_campaign(services)).battles["b1"].stage == "reported"


async def test_an_edit_voids_the_signatures_and_an_old_button_signs_nothing(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services)
    await services.campaign_reports.sign(call(), CAMPAIGN)
    read = (await camp.report(services)).version
    await services.report_edits.edit_unit(call(BOB), CAMPAIGN, "", "Xavier", {"experience": 2})
    campaign = await camp.same_as_record(services)
    assert campaign.battles["b1"].signed == {}
    [edit] = (await camp.report(services)).edits
    assert edit.was is not None
    assert edit.now is not None
    assert (edit.by, edit.was.experience, edit.now.experience) == (BOB.id, 1, 2)
    with pytest.raises(RuleError, match="has changed since you read it"):
        await services.campaign_reports.sign(call(), CAMPAIGN, version=read)


async def test_a_signature_without_a_version_is_for_the_report_of_that_time(
    tmp_path: Path, services: Services, dice: Loaded
) -> None:
    await camp.fight_battle(services, dice)
    other = await services_on(tmp_path / "desk.sqlite", Loaded(), "run2")
    async with (await services.campaign_referee.campaigns.require_campaign(CAMPAIGN)).lock:
        signing = asyncio.create_task(services.campaign_reports.sign(call(BOB), CAMPAIGN))
        await asyncio.wait([signing], timeout=1)
        await other.report_edits.edit_unit(call(), CAMPAIGN, "b1", "Able", {"experience": 4})
    with pytest.raises(RuleError, match="has changed since you read it"):
        await signing
    await other.record.close()


async def test_another_result_brings_other_experience(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await services.report_edits.edit_result(call(BOB), CAMPAIGN, "", "Blue", margin="major")
    report = await camp.report(services)
    assert (report.result.winner, report.result.margin) == ("r2", "major")
    assert {one.unit: one.experience for one in report.changes} == {"c1": 2, "c2": 1, "c3": 2, "c4": 2}
    typed: dict[str, Any] = {"experience": "many"}
    with pytest.raises(BadFacts, match="experience"):
        await services.report_edits.edit_unit(call(), CAMPAIGN, "", "Able", typed)
    with pytest.raises(RuleError, match="cannot fall below 0"):
        await services.report_edits.edit_unit(call(), CAMPAIGN, "", "Able", {"experience": -9})


async def test_a_restart_between_report_and_signatures_loses_nothing(
    tmp_path: Path, services: Services, dice: Loaded
) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services)
    await services.campaign_reports.sign(call(), CAMPAIGN)
    await services.record.close()
    later = await services_on(tmp_path / "desk.sqlite", Loaded(), "run2")
    await later.campaign_watch.look()
    await later.campaign_reports.sign(call(BOB), CAMPAIGN)
    assert (await camp.same_as_record(later)).battles["b1"].stage == "settled"
    await later.record.close()


async def test_a_unit_that_reached_a_level_brings_it_and_its_reason_to_the_next_battle(
    services: Services, dice: Loaded
) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services)
    before = (await services.record.states.units((await camp.current_campaign(services)).battles["b1"].game))[0]
    await services.report_edits.edit_unit(call(), CAMPAIGN, "", "Able", {"experience": 4})
    await camp.sign_report(services)
    begun = await camp.begin_battle(services, units=["Able"])
    [able] = [unit for unit in begun.game.after.game.units.values() if unit.name == "Able"]
    assert able.profile != before.profile
    assert [ENGLISH(text) for text in able.origins.values()] == ["elite since the first battle"]
