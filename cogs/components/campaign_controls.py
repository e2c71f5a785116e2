"""The buttons and menus of campaigns. Their ids carry the campaign, and what else they are about: a restart changes
nothing, and who may do what is asked of the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign_rosters import CampaignRosters
from cogs.components.controls import Choose, Control, Option, button, id_of
from cogs.interactions import limits
from cogs.rendering.campaign.battles import result_text
from cogs.rendering.campaign.names import state_parts
from cogs.rendering.text import Reader
from data.forces import sample_forces
from rules.campaign.battle import Battle
from rules.campaign.campaign import Campaign
from rules.campaign.report import Margin, Report, Result
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.territories import borders
from rules.text import Joined, Text

Items = tuple[discord.ui.Item[Any], ...]
UNIT, ENLIST, AGAINST, EDIT, BRING, ROSTER = (
    "campunit",
    "campenlist",
    "campagainst",
    "campedit",
    "campbring",
    "camproster",
)
"""Menus by what is picked from them; it stands third in their ids."""
RESULT = "result"
DRAW: Margin = "draw"


def menu(what: str, campaign: Campaign, about: str, options: list[Option], label: str) -> Choose:
    return Choose(id_of("choose", campaign.id, about or "-", what), options, label)


def hub_controls(words: Reader, campaign: Campaign) -> Items:
    """What anybody may look at, and how one joins."""
    at, plain = campaign.id, words.plain
    join = () if campaign.over else (button("campjoin", at, label=plain.say("Join"), style="yes"),)
    battle = () if campaign.over else (button("campnext", at, label=plain.say("Next battle"), style="main"),)
    return (
        *join,
        button("camproster", at, label=plain.say("My roster")),
        *battle,
        button("camptable", at, label=plain.say("Standings")),
        button("camplog", at, "b0", 10, label=plain.say("Log")),
    )


def entry_controls(words: Reader, result: CampaignResult) -> Items:
    """Undo, for an entry that can be taken back."""
    if result.entry.undoes is not None or result.entry.number == 1 or result.again:
        return ()
    return (button("campundo", result.info.id, result.entry.number, label=words.plain.say("Undo")),)


# Rosters


def roster_controls(words: Reader, campaign: Campaign, roster: Roster, player: str) -> Items:
    """A menu of its units and, for its player, one of forces to enlist; the other rosters."""
    found: list[discord.ui.Item[Any]] = []
    units = campaign.of_roster(roster.id)
    if units:
        found.append(menu(UNIT, campaign, roster.id, _units(words, campaign, units), words.plain.say("A unit …")))
    if roster.player == player and not campaign.over:
        found.append(menu(ENLIST, campaign, roster.id, _forces(words, campaign), words.plain.say("Enlist a force …")))
    others = [Option(one.name, one.id) for one in campaign.rosters.values() if one.id != roster.id]
    if others:
        found.append(menu(ROSTER, campaign, roster.id, others, words.plain.say("Another roster …")))
    return tuple(found)


def _units(words: Reader, campaign: Campaign, units: tuple[CampaignUnit, ...]) -> list[Option]:
    plain = words.plain
    return [Option(one.name, one.id, plain(Joined(list(state_parts(campaign, one)), " · "))) for one in units]


def _forces(words: Reader, campaign: Campaign) -> list[Option]:
    plain = words.plain
    samples = sample_forces(campaign.system).items()
    return [Option(plain(one.name), key, plain(Text(one.about))) for key, one in samples]


def unit_controls(words: Reader, campaign: Campaign, unit: CampaignUnit, player: str) -> Items:
    """What its player, or the arbitrator, may do with a unit between battles."""
    roster, plain = campaign.rosters[unit.roster], words.plain
    back = button("camproster", campaign.id, roster.id, label=plain.say("Back to {roster}", roster=roster.name))
    if player not in (roster.player, campaign.arbitrator) or campaign.over or unit.gone or campaign.fights(unit.id):
        return (back,)
    return (*_verbs(words, campaign, unit, roster), *_levels(words, campaign, unit), back)


def _verbs(words: Reader, campaign: Campaign, unit: CampaignUnit, roster: Roster) -> Iterator[Control]:
    at, plain = (campaign.id, unit.id), words.plain
    if unit.resting:
        yield button("campdo", *at, "back", label=plain.say("Call back"))
    else:
        yield button("campdo", *at, "rest", label=plain.say("Rest"))
    if roster.figures > 0 and unit.models + unit.recovering < unit.full:
        yield button("campdo", *at, "figure", label=plain.say("One recruit ({n} left)", n=roster.figures))
    yield button("campname", *at, label=plain.say("Rename"))
    yield button("campdo", *at, "dismiss", label=plain.say("Dismiss"), style="risky")


def _levels(words: Reader, campaign: Campaign, unit: CampaignUnit) -> Iterator[Control]:
    for level, several in CampaignRosters.choices(campaign, unit).items():
        for one in several:
            label = words.plain.say("Level {level}: {gain}", level=level, gain=one.says)
            yield button("campdo", campaign.id, unit.id, "level", level, one.trait, label=label, style="main")


# The next battle


def battle_controls(words: Reader, campaign: Campaign, roster: Roster) -> Items:
    """Whom one may fight next; on a map for which territory."""
    options = _foes(words, campaign, roster)
    if not options:
        return ()
    return (menu(AGAINST, campaign, str(len(campaign.battles)), options, words.plain.say("Against …")),)


def _foes(words: Reader, campaign: Campaign, roster: Roster) -> list[Option]:
    foes = [one for one in campaign.rosters.values() if one.id != roster.id and one.player]
    if campaign.shape != "map":
        return [Option(one.name, one.id) for one in foes]
    return [
        Option(words.plain.say("{roster} for {territory}", roster=foe.name, territory=land.name), f"{foe.id}:{key}")
        for foe in foes
        for key, land in campaign.territories.items()
        if land.holder in ("", foe.side) and _reached(campaign, key, roster)
    ]


def _reached(campaign: Campaign, key: str, roster: Roster) -> bool:
    return campaign.terms.neighbours == "anywhere" or borders(campaign.territories, key, roster.side)


def fielding_controls(words: Reader, campaign: Campaign, battle: Battle, roster: Roster) -> Items:
    """Who of a roster stays at home, and who comes along, before the first throw."""
    side = battle.side_of(roster.id)
    away = [one for one in campaign.of_roster(roster.id) if side and one.id in side.units]
    fit = campaign.fit(roster.id)
    options = [
        *(Option(words.plain.say("{unit} stays at home", unit=one.name), f"off:{one.id}") for one in away),
        *(Option(words.plain.say("{unit} comes along", unit=one.name), f"on:{one.id}") for one in fit),
    ]
    return (menu(BRING, campaign, battle.id, options, words.plain.say("Units …")),) if options else ()


def units_button(words: Reader, campaign: Campaign, battle: str) -> Control:
    return button("campunits", campaign.id, battle, label=words.plain.say("Who comes along"))


# The report


def report_controls(words: Reader, campaign: Campaign, battle: Battle) -> Items:
    """Dice, signatures and edits of a report that does not count yet; of one that counts, the next steps."""
    report, plain = battle.report, words.plain
    if battle.stage != "reported" or report is None or campaign.over:
        return hub_controls(words, campaign)[1:] if battle.stage == "settled" else ()
    at = (campaign.id, battle.id, report.version)
    edit = menu(EDIT, campaign, f"{battle.id}.{report.version}", _edits(words, campaign, battle), plain.say("Edit …"))
    if report.open:
        dice = (
            button("campthrow", *at, label=plain.say("Throw the dice"), style="main"),
            button("campown", *at, label=plain.say("My own dice")),
        )
        return (*dice, edit)
    sign = button("campsign", *at, label=plain.say("Sign"), style="yes")
    return (sign, button("campdecide", *at, label=plain.say("Decide (arbitrator)")), edit)


def _edits(words: Reader, campaign: Campaign, battle: Battle) -> list[Option]:
    plain = words.plain
    margins: tuple[Margin, ...] = ("major", "minor")
    wins = [Result(winner=one, margin=margin) for one in battle.rosters for margin in margins]
    results = [*wins, Result()]
    options = [
        Option(plain(result_text(campaign, one)), f"{RESULT}:{one.winner or ''}:{one.margin}") for one in results
    ]
    units = [campaign.units[id] for side in battle.sides for id in side.units]
    return [*options, *(Option(plain.say("{unit} …", unit=one.name), one.id) for one in units)][: limits.CHOICES]


def waiting_dice(campaign: Campaign, report: Report, player: str) -> str | None:
    """The key of the next dice that somebody throws: their own, else as the arbitrator any; None for nobody's."""
    own = campaign.of_player(player)
    mine = [one.key for one in report.open if own and campaign.units[one.unit].roster == own.id]
    others = [one.key for one in report.open] if player == campaign.arbitrator else []
    return next(iter([*mine, *others]), None)
