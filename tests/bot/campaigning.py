"""A campaign at the services: Ann begins and arbitrates it, Ann and Bob play; its battles are real games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

from bot.game.people import Person, Place
from bot.resolution.campaign_referee import CampaignResult
from bot.resolution.questions import OpenQuestion
from bot.services import Services
from bot.services.campaign.battle_games import BattlePlan
from bot.services.campaign.battles import StartedBattle
from rules.campaign.campaign import Campaign
from rules.campaign.fold import play_back
from rules.campaign.report import Report
from rules.command.force import Force
from rules.kernel.request import Request
from tests.bot.playing import ANN, BOB, PLACE, call
from tests.cogs.table import Loaded, services_on

CAMPAIGN = "war"


def force(name: str, *units: dict[str, Any], system: str = "fubar") -> Force:
    return Force(name=name, system=system, units=units)


def squad(name: str, models: int = 5, **more: Any) -> dict[str, Any]:
    return {"type": "marines", "name": name, "models": models, **more}


async def campaign(services: Services, system: str = "fubar", **more: Any) -> str:
    """Begin a campaign: Ann plays Red, Bob plays Blue, both without units."""
    await services.campaigns.new(call(), "Long war", system, id=CAMPAIGN, **more)
    await services.campaign_people.join(call(), CAMPAIGN)
    await services.campaign_people.join(call(BOB), CAMPAIGN)
    return CAMPAIGN


async def enlist_units(services: Services, **more: Any) -> str:
    """Begin a campaign with two squads each: Able and Baker for Ann, Xavier and Yoke for Bob."""
    await campaign(services, **more)
    await services.campaign_rosters.enlist(call(), CAMPAIGN, force("Reds", squad("Able"), squad("Baker")))
    await services.campaign_rosters.enlist(call(BOB), CAMPAIGN, force("Blues", squad("Xavier"), squad("Yoke")))
    return CAMPAIGN


async def begin_battle(services: Services, where: Place = PLACE, who: Person = ANN, **wanted: Any) -> StartedBattle:
    against = wanted.pop("against", "Blue" if who == ANN else "Red")
    return await services.campaign_battles.begin(
        call(who, where=where), CAMPAIGN, BattlePlan(against=against, **wanted)
    )


async def fire(
    services: Services, unit: str, target: str, dice: str = "", who: Person = ANN, where: Place = PLACE
) -> Any:
    """Fire at ten inches with typed faces."""
    live = await services.games.require_game(where)
    ids = {one.name: one.id for one in live.game.units.values()}
    wanted = Request(command="fire", unit=(ids[unit],), target=(ids[target],), distance=(Decimal(10),))
    return await services.referee.order(call(who, where=where), wanted, dice, anyway=True)


async def end_game(services: Services, where: Place = PLACE, winner: str | None = None) -> None:
    """End the game as Ann, with Bob's consent to a winner, and wait for the campaign's report."""
    done = await services.endings.end(call(where=where), winner)
    if isinstance(done, OpenQuestion):
        await services.corrections.agree(call(BOB, where=where), done.row.id, done.row.step)
    await services.campaign_watch.wait_until_settled()


async def fight_battle(services: Services, dice: Loaded, winner: str | None = "Red") -> None:
    """Fight the first battle: Able shoots two models of Xavier, and Red wins."""
    await enlist_units(services)
    await begin_battle(services)
    dice.next(*[6] * 8)
    await fire(services, "Able", "Xavier")
    await end_game(services, winner=winner)


async def current_campaign(services: Services) -> Campaign:
    return (await services.campaign_referee.campaigns.open(CAMPAIGN)).campaign


async def report(services: Services, battle: str = "b1") -> Report:
    found = (await current_campaign(services)).battles[battle].report
    assert found is not None
    return found


async def roll_for_report(services: Services, battle: str = "b1", dice: str = "") -> None:
    """Roll all dice that the report waits for, as their players."""
    for who in (ANN, BOB):
        while await _waits(services, battle, who):
            await services.aftermath_dice.roll(call(who), CAMPAIGN, battle, dice=dice)


async def _waits(services: Services, battle: str, who: Person) -> bool:
    found = await current_campaign(services)
    return any(_of(found, need.unit) == who.id for need in (await report(services, battle)).open)


def _of(campaign: Campaign, unit: str) -> str | None:
    return campaign.rosters[campaign.units[unit].roster].player


async def sign_report(services: Services, battle: str = "b1") -> CampaignResult:
    await services.campaign_reports.sign(call(), CAMPAIGN, battle)
    return await services.campaign_reports.sign(call(BOB), CAMPAIGN, battle)


def act_in_another_process(file: Path, act: Callable[[Services], Awaitable[object]]) -> None:
    """Let another process change a record, while this one waits."""

    async def run() -> None:
        other = await services_on(file, Loaded(), "run2")
        await act(other)
        await other.record.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(run())).result()


async def same_as_record(services: Services) -> Campaign:
    """Assert that memory, the stored state and the replayed entries agree, and return the campaign."""
    found = await current_campaign(services)
    assert play_back(await services.record.campaigns.entries(CAMPAIGN)) == found
    opened = await services.record.campaigns.open(CAMPAIGN)
    assert opened is not None
    assert opened.campaign == found
    return found
