"""The battles of a campaign, one on a line; and what the campaign waits for next."""

from __future__ import annotations

from cogs.rendering.campaign.entry import battle_text, number_of, person
from cogs.rendering.text import Reader
from rules.campaign.battle_events import moves_nothing
from rules.campaign.campaign import Battle, BattleSide, Campaign
from rules.campaign.report import Result
from rules.campaign.roster import Roster
from rules.kernel.text import Joined, Listed, Plural, Text, Typed, Value, counted

SHOWN = 30
"""Battles on a page, the last ones."""


def battle_lines(words: Reader, campaign: Campaign) -> list[str]:
    battles = list(campaign.battles.values())
    lines = [words(battle_row(campaign, one)) for one in battles[-SHOWN:]]
    if len(battles) > SHOWN:
        lines.insert(0, words.say("The last {shown} of {all}:", shown=SHOWN, all=len(battles)))
    return lines or [words.say("No battle yet: `/campaign battle start` begins one.")]


def battle_row(campaign: Campaign, battle: Battle) -> Text:
    """Who fought whom, for what, and how far it has come."""
    parts: list[Value] = [battle_text(campaign, battle)]
    if battle.territory in campaign.territories:
        parts.append(Text("for {territory}", territory=campaign.territories[battle.territory].name))
    if battle.scenario:
        parts.append(Typed(battle.scenario))
    return Joined([*parts, _stage(campaign, battle)], " · ")


def begun_lines(words: Reader, campaign: Campaign, battle: Battle) -> list[str]:
    """What a battle is about and who attacks, then who comes."""
    values: dict[str, Value] = {"roster": campaign.rosters[battle.attacker].name}
    about: list[Value] = [Text("{roster} attacks", **values)]
    if battle.territory in campaign.territories:
        values["territory"] = campaign.territories[battle.territory].name
        about = [Text("{roster} attacks: {territory}", **values)]
    if battle.scenario:
        about.append(Typed(battle.scenario))
    return [words(Joined(about, " · ")), words(Joined([_comes(campaign, one) for one in battle.sides], " · "))]


def _comes(campaign: Campaign, side: BattleSide) -> Text:
    roster = campaign.rosters[side.roster]
    values = {"roster": roster.name, "units": counted(len(side.units), "unit", "units")}
    if not roster.player:
        return Text("{roster}: {units}", **values)
    return Text("{roster} ({player}): {units}", player=person(campaign, roster.player), **values)


def _stage(campaign: Campaign, battle: Battle) -> Text:
    if battle.stage == "off":
        return Text("called off")
    if battle.stage == "settled" and battle.settled:
        return result_text(campaign, battle.settled.result)
    if battle.stage == "reported":
        return Text("reported, not signed yet")
    return Text("over, not reported yet") if battle.stage == "ended" else Text("being fought")


def result_text(campaign: Campaign, result: Result) -> Text:
    """ "Major victory of Red", "Draw"."""
    if result.winner is None or result.margin == "draw":
        return Text("Draw")
    name = campaign.rosters[result.winner].name
    if result.margin == "major":
        return Text("Major victory of {roster}", roster=name)
    return Text("Minor victory of {roster}", roster=name)


# What a campaign waits for: the one thing that somebody does next, said first on its panel.


def next_step(campaign: Campaign) -> Text:
    """A sentence that says what comes next, by the names of the buttons below it."""
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
        return Plural(
            "The report of battle {numbers} waits to be signed: tap **Report**.",
            "The reports of battles {numbers} wait to be signed: tap **Report**.",
            len(numbers),
            numbers=Listed(numbers),
        )
    if fought:
        number = number_of(campaign, fought[-1].id)
        return Text("Battle {number} is being fought; its report comes when its game ends.", number=number)
    if nothing := moves_nothing(campaign):
        return Joined([nothing, Text("The arbitrator ends the campaign: `/campaign end`.")], " ")
    return Text("Tap **Next battle** and choose the enemy.")


def reported(campaign: Campaign) -> list[Battle]:
    """The battles whose reports wait for dice or signatures."""
    return [one for one in campaign.battles.values() if one.stage == "reported"]


def fight(campaign: Campaign) -> bool:
    """Whether two players have anybody to send into a battle."""
    return len([one for one in campaign.rosters.values() if one.player and _fights(campaign, one)]) > 1


def _fights(campaign: Campaign, roster: Roster) -> bool:
    return bool(campaign.fit(roster.id))
