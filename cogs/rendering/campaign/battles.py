"""The battles of a campaign, one on a line."""

from __future__ import annotations

from cogs.rendering.campaign.names import battle_text, person
from cogs.rendering.text import Reader
from rules.campaign.campaign import Battle, BattleSide, Campaign
from rules.campaign.report import Result
from rules.kernel.text import Joined, Text, Typed, Value, counted

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
