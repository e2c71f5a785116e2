"""The undo of campaign entries, by those who may know about their units."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.game.people import Place
from bot.services import Services
from rules.campaign.roster import CampaignUnit
from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import BOB, call


async def test_an_opponent_does_not_learn_by_an_undo_whether_a_unit_is_a_card_in_a_battle(services: Services) -> None:
    await camp.campaign(services, "opreb")
    scouts = camp.force(
        "Scouts", {"type": "scout_sharpshooters", "name": "Owls"}, {"type": "line_rifles"}, system="opreb"
    )
    line = camp.force("Line", {"type": "line_rifles", "name": "Line"}, system="opreb")
    await services.campaign_rosters.enlist(call(), CAMPAIGN, scouts)
    await services.campaign_rosters.enlist(call(BOB), CAMPAIGN, line)
    await camp.begin_battle(services)
    numbers = {
        unit.name: entry.number
        for entry in await services.record.campaigns.entries(CAMPAIGN)
        for event in entry.events
        if isinstance(unit := getattr(event, "unit", None), CampaignUnit)
    }
    for name, said in (("Owls", "Owls may be in a battle now. Wait for its end."), ("Line", "Entry 6 depends on it: ")):
        with pytest.raises(RuleError) as refused:
            await services.campaigns.undo(call(BOB), CAMPAIGN, numbers[name])
        assert ENGLISH(refused.value.text).startswith(said)
    with pytest.raises(RuleError) as refused:
        await services.campaigns.undo(call(), CAMPAIGN, numbers["Owls"])
    assert ENGLISH(refused.value.text) == "Entry 6 depends on it: undo entry 6 first."


async def test_a_campaign_is_changed_on_its_own_server_only(services: Services) -> None:
    await camp.campaign(services)
    number = len(await services.record.campaigns.entries(CAMPAIGN))
    for where in (Place("2", "20"), Place(None, "99")):
        with pytest.raises(Refusal, match="That campaign is gone"):
            await services.campaigns.undo(call(BOB, where=where), CAMPAIGN, number)
    assert not (await services.campaigns.undo(call(BOB), CAMPAIGN, number)).again
