"""What a campaign waits for: the one thing that somebody does next, said first on its panel."""

from __future__ import annotations

from cogs.rendering.campaign.names import number_of
from rules.campaign.battle_events import moves_nothing
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.roster import Roster
from rules.kernel.text import Listed, Text


def next_step(campaign: Campaign) -> Text:
    """One sentence, by the names of the buttons below it."""
    led = [one for one in campaign.rosters.values() if one.player]
    empty = [one.name for one in led if not campaign.of_roster(one.id)]
    if campaign.over:
        return Text("The campaign is over.")
    if not led:
        return Text("Everybody who plays: tap **Join** and choose a force.")
    if len(led) == 1:
        return Text("One more player: tap **Join** and choose a force.")
    if empty:
        return Text("{rosters}: tap **My roster** and choose a force.", rosters=Listed(empty))
    return _battles(campaign)


def _battles(campaign: Campaign) -> Text:
    waiting, fought = reported(campaign), [one for one in campaign.battles.values() if one.stage == "fighting"]
    if waiting:
        numbers = [str(number_of(campaign, one.id)) for one in waiting]
        return Text("The report waits to be signed: tap **Report** (battle {numbers}).", numbers=Listed(numbers))
    if fought:
        number = number_of(campaign, fought[-1].id)
        return Text("Battle {number} is being fought; its report comes when its game ends.", number=number)
    if nothing := moves_nothing(campaign):
        return Text("{why} The arbitrator ends the campaign: `/campaign end`.", why=nothing)
    return Text("Tap **Next battle** and choose the enemy.")


def reported(campaign: Campaign) -> list[Battle]:
    """The battles whose reports wait for dice or signatures."""
    return [one for one in campaign.battles.values() if one.stage == "reported"]


def fight(campaign: Campaign) -> bool:
    """Whether two players have anybody to send into a battle."""
    return len([one for one in campaign.rosters.values() if one.player and _fights(campaign, one)]) > 1


def _fights(campaign: Campaign, roster: Roster) -> bool:
    return bool(campaign.fit(roster.id))
