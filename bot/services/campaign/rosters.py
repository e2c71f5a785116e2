"""The units of rosters: enlisting, renaming, resting, dismissing and reinforcing them, and the arbitrator's changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, get_args

from bot.errors import Refusal
from bot.game.campaigns import next_number, roster_named, roster_of, unit_in
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry, changes_campaign
from bot.services.campaign.command import (
    EVERY_UNIT,
    OWN_UNIT,
    ROSTER,
    UNIT,
    ButtonOffer,
    ChoiceOption,
    NumberOption,
    TextOption,
    UnitButton,
    campaign_command,
)
from bot.services.play.saved_forces import SavedForces
from data import system_of
from data.files import honours
from rules.campaign.arbitrator_events import FiguresGranted, HonourAwarded, PointsAwarded, UnitPriced, UnitStatusSet
from rules.campaign.campaign import Campaign
from rules.campaign.levels import LevelOption, options
from rules.campaign.reinforcements import Replaced, is_replaceable
from rules.campaign.roster import CampaignUnit, Honour, Status, enlist_unit
from rules.campaign.roster_events import (
    LevelChosen,
    Reinforced,
    RosterRenamed,
    UnitDismissed,
    UnitEnlisted,
    UnitRenamed,
    UnitRested,
    UnitTransferred,
    add_recruits,
    points_left,
    units_left,
)
from rules.command.force import Force, Titled, muster_units, specs, unused_name
from rules.game.game import Game
from rules.kernel.facts import require_one_of, validate
from rules.kernel.text import N_, Listed, Plural, Term, Text, counted

# Room for a roster's recruits: in units that are not full, and in place of lost figures.


def may_be_replaced(campaign: Campaign, unit: CampaignUnit) -> bool:
    """True if a recruit may replace the unit; a vehicle cannot be replaced: it is salvaged, or lost."""
    if not is_replaceable(unit) or campaign.battle_of_unit(unit.id):
        return False
    system = system_of(campaign.system)
    [there] = muster_units(system, Game(), "", [unit.spec])
    return not system.after_battle.is_vehicle(there)


def places(campaign: Campaign, roster: str) -> tuple[CampaignUnit, ...]:
    """Return the lost figures of a roster that recruits may replace."""
    found, points = list[CampaignUnit](), points_left(campaign, roster)
    for one in campaign.units_of_roster(roster, gone=True):
        if may_be_replaced(campaign, one) and (points is None or one.points <= points):
            found.append(one)
            points = None if points is None else points - one.points
    return tuple(found[: units_left(campaign, roster)])


def room_in(unit: CampaignUnit) -> int:
    """Return the number of recruits that a unit has room for."""
    return 0 if unit.is_gone or unit.status == "captured" else max(0, unit.full - unit.models - unit.recovering)


def rooms_of(campaign: Campaign, roster: str) -> list[tuple[CampaignUnit, int]]:
    """Return the units that recruits may join, each with its room; a lost figure leaves room for one."""
    there = [(one, room_in(one)) for one in campaign.units_of_roster(roster) if not campaign.battle_of_unit(one.id)]
    return [*((one, room) for one, room in there if room), *((one, 1) for one in places(campaign, roster))]


def room_of(campaign: Campaign, roster: str) -> int:
    """Return the number of figures that may be placed in a roster now."""
    return min(campaign.rosters[roster].figures, sum(room for _, room in rooms_of(campaign, roster)))


def units_of_page(campaign: Campaign, roster: str) -> tuple[CampaignUnit, ...]:
    """Return the units of a roster; while it has figures to place, replaceable lost ones are included."""
    lost = places(campaign, roster) if campaign.rosters[roster].figures else ()
    return (*campaign.units_of_roster(roster), *lost)


class LevelCost(NamedTuple):
    """The number of recruits that lowers a unit to a level."""

    figures: int
    level: int


def level_cost(campaign: Campaign, unit: CampaignUnit) -> LevelCost | None:
    """Return the smallest number of placeable recruits that costs a unit a level; None if none does."""
    for figures in range(1, min(campaign.rosters[unit.roster].figures, room_in(unit)) + 1):
        level = add_recruits(campaign, unit, figures).level
        if level < unit.level:
            return LevelCost(figures, level)
    return None


def describe_cost(cost: LevelCost) -> Text:
    return Plural(
        "{n} recruit lowers it to level {level}",
        "{n} recruits lower it to level {level}",
        cost.figures,
        level=cost.level,
    )


def unit_to_fill(campaign: Campaign, text: str, player: str) -> CampaignUnit:
    """Return the unit to place figures in: a present one, else a lost one that a recruit may replace.

    Raises Refusal for an unknown name.
    """
    try:
        return unit_in(campaign, text, player)
    except Refusal:
        lost = unit_in(campaign, text, player, gone=True)
        if not may_be_replaced(campaign, lost):
            raise
        return lost


def replacement_event(campaign: Campaign, lost: CampaignUnit) -> Replaced:
    """Return the event by which a recruit replaces a lost figure, under a name that is unique in the roster."""
    taken = {one.name.casefold() for one in campaign.units_of_roster(lost.roster, gone=True)}
    recruit = f"c{next_number(campaign.units)}"
    return Replaced(unit=lost.id, recruit=recruit, name=unused_name(_base_name(lost.name), taken))


def _base_name(name: str) -> str:
    """Return a name without its distinguishing number."""
    base, _, number = name.rpartition(" ")
    return base if base and number.isdecimal() else name


def level_choices(campaign: Campaign, unit: CampaignUnit) -> dict[int, tuple[LevelOption, ...]]:
    """Return the levels of a unit that still have a gain to choose, each with its options."""
    gives = system_of(campaign.system).levels
    found = {
        level: options(gives, unit.profile, level, unit.choices)
        for level in range(1, unit.level + 1)
        if level not in unit.choices
    }
    return {level: several for level, several in found.items() if len(several) > 1}


# The buttons of a unit's page.


def _recruit_offers(campaign: Campaign, unit: CampaignUnit) -> Iterator[ButtonOffer]:
    """Offer one recruit, and as many as there is room for; labels mention a lost level."""
    figures = campaign.rosters[unit.roster].figures
    room = min(figures, room_in(unit))
    if room > 0 or (unit.is_gone and figures and may_be_replaced(campaign, unit)):
        yield ButtonOffer(_label_with_cost(campaign, unit, 1, Text("One recruit ({n} left)", n=figures)), (1,), "main")
    if room > 1:
        yield ButtonOffer(_label_with_cost(campaign, unit, room, Text("{n} recruits", n=room)), (room,))


def _label_with_cost(campaign: Campaign, unit: CampaignUnit, figures: int, label: Text) -> Text:
    cost = None if unit.is_gone else level_cost(campaign, unit)
    if cost is None or figures < cost.figures:
        return label
    level = add_recruits(campaign, unit, figures).level
    return Text("{recruits} → level {level}", recruits=label, level=level)


def _level_offers(campaign: Campaign, unit: CampaignUnit) -> Iterator[ButtonOffer]:
    """Offer the open choices of each level."""
    for level, several in level_choices(campaign, unit).items():
        for one in several:
            label = Text("Level {level}: {gain}", level=level, gain=one.says)
            yield ButtonOffer(label, (level, one.trait), "main")


# Actions of players and the arbitrator on the units of rosters.


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
            events = [UnitEnlisted(unit=unit, system=found.system) for unit in units]
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
        return NewCampaignEntry("campaign rest", [UnitRested(unit=found.id, on=rests)], title)

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
        found = unit_to_fill(campaign, unit, call.who.id)
        if found.is_gone:
            return _replace_lost(campaign, found, figures)
        title = Plural("{n} recruit joins {unit}", "{n} recruits join {unit}", figures, unit=found.name)
        reinforced = Reinforced(unit=found.id, figures=figures)
        return NewCampaignEntry("campaign reinforce", [reinforced], title, _lost_level_notes(campaign, found, figures))

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
            return NewCampaignEntry("campaign rename", [UnitRenamed(unit=found.id, name=new)], title)
        own = roster_of(campaign, call.who.id, roster)
        title = Text("{roster} is now called {name}", roster=own.name, name=new)
        return NewCampaignEntry("campaign rename", [RosterRenamed(roster=own.id, name=new)], title)

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
        return NewCampaignEntry("campaign dismiss", [UnitDismissed(unit=found.id)], title)

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
        return NewCampaignEntry("campaign transfer", [UnitTransferred(unit=found.id, roster=to.id)], title)

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
        chosen = LevelChosen(unit=found.id, level=level, trait=trait.strip().casefold(), options=traits)
        gain = next((one.says for one in offered if one.trait == chosen.trait), Term(chosen.trait))
        title = Text("{unit}, level {level}: {gain}", unit=found.name, level=level, gain=gain)
        return NewCampaignEntry("campaign level", [chosen], title)

    # Corrections by the arbitrator

    @campaign_command(
        "arbiter status",
        N_("Set the status of a unit: home again, captured, lost."),
        unit=EVERY_UNIT,
        status=ChoiceOption(N_("Its state now."), get_args(Status)),
        misses=NumberOption(N_("Battles it misses."), 0, 20),
    )
    @changes_campaign
    def status(self, campaign: Campaign, call: Call, unit: str, status: Status, misses: int = 0) -> NewCampaignEntry:
        """Set a unit's status as the arbitrator, for example to return a captured unit, or to correct a loss."""
        found = unit_in(campaign, unit, call.who.id, gone=True)
        event = validate(UnitStatusSet, {"unit": found.id, "status": status, "misses": misses})
        title = Text("{unit} is now {status}", unit=found.name, status=Term(status))
        return NewCampaignEntry("campaign status", [event], title)

    @campaign_command(
        "arbiter points",
        N_("Set the cost of a unit, if rosters count points."),
        unit=UNIT,
        points=NumberOption(N_("What it costs."), 0, 1000),
    )
    @changes_campaign
    def price(self, campaign: Campaign, call: Call, unit: str, points: int) -> NewCampaignEntry:
        """Set a unit's points, as the arbitrator, where rosters count points."""
        found = unit_in(campaign, unit, call.who.id)
        event = validate(UnitPriced, {"unit": found.id, "points": points})
        title = Text("{unit}: {points}", unit=found.name, points=counted(points, "point", "points"))
        return NewCampaignEntry("campaign points", [event], title)

    @campaign_command(
        "arbiter figures",
        N_("Let a roster place more figures, or fewer."),
        roster=ROSTER,
        figures=NumberOption(N_("How many more or fewer."), -100, 100),
    )
    @changes_campaign
    def grant(self, campaign: Campaign, call: Call, roster: str, figures: int) -> NewCampaignEntry:
        """Change the number of figures that a roster may place."""
        found = roster_named(campaign, roster)
        title = Plural(
            "{roster}: {figures:+} recruit",
            "{roster}: {figures:+} recruits",
            abs(figures),
            roster=found.name,
            figures=figures,
        )
        return NewCampaignEntry("campaign grant", [FiguresGranted(roster=found.id, figures=figures)], title)

    @campaign_command(
        "award",
        N_("Award a unit an honour, or a roster points (arbitrator only)."),
        unit=TextOption(N_("The unit that is honoured."), "every_unit"),
        what=TextOption(N_("The honour."), "honours"),
        roster=TextOption(N_("The roster that gets points."), "rosters"),
        points=NumberOption(N_("Points besides those of battles; below 0: a penalty."), -100, 100),
        why=TextOption(N_("What for."), most=200),
    )
    @changes_campaign
    def award(
        self,
        campaign: Campaign,
        call: Call,
        unit: str = "",
        what: str = "",
        roster: str = "",
        points: int = 0,
        why: str = "",
    ) -> NewCampaignEntry:
        """Award a unit an honour, or a roster extra points; negative points are a penalty."""
        if unit and what and not (roster or points):
            return _award_honour(campaign, call, unit, what)
        if roster and points and not (unit or what):
            found = roster_named(campaign, roster)
            event = validate(PointsAwarded, {"roster": found.id, "points": points, "why": why[:200]})
            title = Plural(
                "{roster}: {points:+} point",
                "{roster}: {points:+} points",
                abs(points),
                roster=found.name,
                points=points,
            )
            return NewCampaignEntry("campaign award", [event], title, reason=why)
        raise Refusal(Text("Award `unit` and `what`, an honour, or `roster` and `points`."))


def _award_honour(campaign: Campaign, call: Call, unit: str, honour: str) -> NewCampaignEntry:
    """Award an honour, which a unit can have only once; raise BadFacts for an unknown one."""
    key = honour.strip().casefold().replace(" ", "_")
    require_one_of("honour", key, honours())
    found = unit_in(campaign, unit, call.who.id, gone=True)
    event = HonourAwarded(unit=found.id, honour=Honour(key=key, battle=""))
    title = Text("{unit} is honoured: {honour}", unit=found.name, honour=honours()[key].title)
    return NewCampaignEntry("campaign honour", [event], title)


def _lost_level_notes(campaign: Campaign, unit: CampaignUnit, figures: int) -> list[Text]:
    """Return a note on each level lost to recruits."""
    after = add_recruits(campaign, unit, figures)
    if after.level >= unit.level:
        return []
    values = {"was": unit.level, "level": after.level, "before": unit.worth, "after": after.worth}
    return [Text("Recruits lower it from level {was} to {level}: experience {before} → {after}.", **values)]


def _replace_lost(campaign: Campaign, lost: CampaignUnit, figures: int) -> NewCampaignEntry:
    """Replace a lost figure; raise Refusal for more than one recruit."""
    if figures != 1:
        raise Refusal(Text("{unit} was a single figure: replace it with 1.", unit=lost.name))
    comes = replacement_event(campaign, lost)
    title = Text("{recruit}, a recruit, replaces {lost}", recruit=comes.name, lost=lost.name)
    return NewCampaignEntry("campaign reinforce", [comes], title)
