"""The units of rosters: enlisting, renaming, resting, dismissing and reinforcing them, and their levels."""

from __future__ import annotations

from collections.abc import Iterator

from bot.errors import Refusal
from bot.game.campaigns import next_number, roster_named, roster_of, unit_in
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry, changes_campaign
from bot.services.campaign import growth
from bot.services.campaign.command import (
    OWN_UNIT,
    UNIT,
    ButtonOffer,
    NumberOption,
    TextOption,
    UnitButton,
    campaign_command,
)
from bot.services.play.saved_forces import SavedForces
from data import system_of
from rules.campaign import roster_events
from rules.campaign.campaign import Campaign
from rules.campaign.levels import options
from rules.campaign.roster import CampaignUnit, enlist_unit
from rules.command.force import Force, Titled, specs, unused_name
from rules.kernel.facts import validate
from rules.kernel.text import N_, Listed, Plural, Term, Text, counted

# The buttons of a unit's page.


def _recruit_offers(campaign: Campaign, unit: CampaignUnit) -> Iterator[ButtonOffer]:
    """Offer one recruit, and as many as there is room for; labels mention a lost level."""
    figures = campaign.rosters[unit.roster].figures
    room = min(figures, growth.room_in(unit))
    if room > 0 or (unit.is_gone and figures and growth.may_be_replaced(campaign, unit)):
        yield ButtonOffer(_label_with_cost(campaign, unit, 1, Text("One recruit ({n} left)", n=figures)), (1,), "main")
    if room > 1:
        yield ButtonOffer(_label_with_cost(campaign, unit, room, Text("{n} recruits", n=room)), (room,))


def _label_with_cost(campaign: Campaign, unit: CampaignUnit, figures: int, label: Text) -> Text:
    cost = None if unit.is_gone else growth.level_cost(campaign, unit)
    if cost is None or figures < cost.figures:
        return label
    level = roster_events.add_recruits(campaign, unit, figures).level
    return Text("{recruits} → level {level}", recruits=label, level=level)


def _level_offers(campaign: Campaign, unit: CampaignUnit) -> Iterator[ButtonOffer]:
    """Offer the open choices of each level."""
    for level, several in growth.level_choices(campaign, unit).items():
        for one in several:
            label = Text("Level {level}: {gain}", level=level, gain=one.says)
            yield ButtonOffer(label, (level, one.trait), "main")


class CampaignRosters:
    """Commands on rosters: players change their own, the arbitrator any; the campaign refuses other callers."""

    def __init__(self, referee: CampaignReferee, forces: SavedForces) -> None:
        self.referee, self._forces = referee, forces

    async def enlist(self, call: Call, id: str, force: Force | str, roster: str = "") -> CampaignResult:
        """Enlist all units of a force in order: a sample force, a saved one, or one from a file.

        A unit whose name the roster already has gets a number; nothing is enlisted if any line is invalid. Raises
        BadFacts for a force of another system, Refusal for an unknown name.
        """
        campaign = (await self.referee.campaigns.open(id, call.where.guild or "")).campaign
        system = system_of(campaign.system)
        found = force if isinstance(force, Force) else await self._forces.find(call.who.id, system, force)
        given = specs(system, found)
        types = [str(one.get("type") or "") for one in found.units]

        def plan(now: Campaign) -> NewCampaignEntry:
            own = roster_of(now, call.who.id, roster)
            taken = {unit.name.casefold() for unit in now.units_of_roster(own.id)}
            units: list[CampaignUnit] = []
            for nth, (one, kind) in enumerate(zip(given, types, strict=True), next_number(now.units)):
                name = unused_name(one.name, taken)
                taken.add(name.casefold())
                units.append(enlist_unit(f"c{nth}", own.id, one.model_copy(update={"name": name}), kind))
            events = [roster_events.UnitEnlisted(unit=unit, system=found.system) for unit in units]
            title = Text("{roster} enlists {units}", roster=own.name, units=counted(len(units), "unit", "units"))
            notes = [Text("{names}.", names=Listed([unit.name for unit in units]))]
            return NewCampaignEntry("campaign enlist", events, title, notes, request={"force": found.name})

        return await self.referee.write(call, id, plan)

    @campaign_command(
        "rest",
        N_("Let a unit sit out the next battles, or call it back."),
        UnitButton("back", lambda _, unit: [ButtonOffer(Text("Call back"))] if unit.resting else [], {"on": False}),
        UnitButton("rest", lambda _, unit: [] if unit.resting else [ButtonOffer(Text("Rest"))], {"on": True}),
        unit=OWN_UNIT,
    )
    @changes_campaign
    def rest(self, campaign: Campaign, call: Call, unit: str, on: bool | None = None) -> NewCampaignEntry:
        """Rest a unit until it is called back; without `on`, toggle between the two."""
        found = unit_in(campaign, unit, call.who.id)
        rests = not found.resting if on is None else on
        title = Text("{unit} rests", unit=found.name) if rests else Text("{unit} is back", unit=found.name)
        return NewCampaignEntry("campaign rest", [roster_events.UnitRested(unit=found.id, on=rests)], title)

    @campaign_command(
        "reinforce",
        N_("Place figures in a unit as recruits."),
        # A button of an earlier version has no number: it means one.
        UnitButton("figure", _recruit_offers, {"figures": 1}, of_lost=True),
        unit=TextOption(UNIT.about, "units_to_fill"),
        figures=NumberOption(N_("How many."), 1, 100),
    )
    @changes_campaign
    def reinforce(self, campaign: Campaign, call: Call, unit: str, figures: int) -> NewCampaignEntry:
        """Place figures in a unit as recruits, or one in place of a lost figure."""
        found = growth.unit_to_fill(campaign, unit, call.who.id)
        if found.is_gone:
            if figures != 1:
                raise Refusal(Text("{unit} was a single figure: replace it with 1.", unit=found.name))
            comes = growth.replacement_event(campaign, found)
            title = Text("{recruit}, a recruit, replaces {lost}", recruit=comes.name, lost=found.name)
            return NewCampaignEntry("campaign reinforce", [comes], title)
        title = Plural("{n} recruit joins {unit}", "{n} recruits join {unit}", figures, unit=found.name)
        reinforced = roster_events.Reinforced(unit=found.id, figures=figures)
        after, notes = roster_events.add_recruits(campaign, found, figures), list[Text]()
        if after.level < found.level:
            values = {"was": found.level, "level": after.level, "before": found.worth, "after": after.worth}
            lowered = N_("Recruits lower it from level {was} to {level}: experience {before} → {after}.")
            notes.append(Text(lowered, **values))
        return NewCampaignEntry("campaign reinforce", [reinforced], title, notes)

    @campaign_command(
        "rename",
        N_("Rename a unit; without a unit, your roster."),
        UnitButton("rename", lambda campaign, unit: [ButtonOffer(Text("Rename"))], form=True),
        name=TextOption(N_("Its new name."), most=60),
        unit=OWN_UNIT,
    )
    @changes_campaign
    def rename(self, campaign: Campaign, call: Call, name: str, unit: str = "", roster: str = "") -> NewCampaignEntry:
        """Rename a unit, or the roster if no unit is given; raise BadFacts for an invalid name."""
        new = validate(Titled, {"name": name}).name
        if unit:
            found = unit_in(campaign, unit, call.who.id)
            title = Text("{unit} is now called {name}", unit=found.name, name=new)
            return NewCampaignEntry("campaign rename", [roster_events.UnitRenamed(unit=found.id, name=new)], title)
        own = roster_of(campaign, call.who.id, roster)
        title = Text("{roster} is now called {name}", roster=own.name, name=new)
        return NewCampaignEntry("campaign rename", [roster_events.RosterRenamed(roster=own.id, name=new)], title)

    @campaign_command(
        "dismiss",
        N_("Remove a unit from your roster for good; Undo brings it back."),
        UnitButton("dismiss", lambda campaign, unit: [ButtonOffer(Text("Dismiss"), style="risky")]),
        unit=OWN_UNIT,
    )
    @changes_campaign
    def dismiss(self, campaign: Campaign, call: Call, unit: str) -> NewCampaignEntry:
        """Remove a unit from its roster for good; undoing the entry restores it."""
        found = unit_in(campaign, unit, call.who.id)
        title = Text("{unit} is dismissed", unit=found.name)
        return NewCampaignEntry("campaign dismiss", [roster_events.UnitDismissed(unit=found.id)], title)

    @campaign_command(
        "arbiter transfer",
        N_("Give a unit to another roster."),
        unit=UNIT,
        roster=TextOption(N_("Its new roster."), "rosters"),
    )
    @changes_campaign
    def transfer(self, campaign: Campaign, call: Call, unit: str, roster: str) -> NewCampaignEntry:
        """Move a unit to another roster; for the arbitrator."""
        found, to = unit_in(campaign, unit, call.who.id), roster_named(campaign, roster)
        title = Text("{unit} moves to {roster}", unit=found.name, roster=to.name)
        return NewCampaignEntry(
            "campaign transfer", [roster_events.UnitTransferred(unit=found.id, roster=to.id)], title
        )

    @campaign_command(
        "level",
        N_("Choose what a level gives a unit, where there is a choice."),
        UnitButton("level", _level_offers),
        unit=OWN_UNIT,
        level=NumberOption(N_("The level."), 1, 9),
        trait=TextOption(N_("What gets better."), "traits"),
    )
    @changes_campaign
    def choose(self, campaign: Campaign, call: Call, unit: str, level: int, trait: str) -> NewCampaignEntry:
        """Choose the gain of a unit's level; raise BadFacts for a trait that is not offered."""
        found = unit_in(campaign, unit, call.who.id)
        offered = options(system_of(campaign.system).levels, found.profile, level, found.choices)
        traits = tuple(one.trait for one in offered)
        if not traits:
            text = Text("{unit} has nothing to choose at level {level}.", level=level, unit=found.name)
            raise Refusal(text)
        chosen = roster_events.LevelChosen(unit=found.id, level=level, trait=trait.strip().casefold(), options=traits)
        gain = next((one.says for one in offered if one.trait == chosen.trait), Term(chosen.trait))
        title = Text("{unit}, level {level}: {gain}", unit=found.name, level=level, gain=gain)
        return NewCampaignEntry("campaign level", [chosen], title)
