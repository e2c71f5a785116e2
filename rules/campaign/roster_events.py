"""Events of rosters between battles: units enlisted, renamed, rested, dismissed, transferred, levelled, reinforced."""

from __future__ import annotations

from typing import ClassVar, Literal

from rules.campaign.campaign import Campaign, CampaignEvent, UndoneBy, check_leads, remember, unit_at_home
from rules.campaign.levels import MOST_EXPERIENCE, level_at
from rules.campaign.roster import CampaignUnit, enlist_unit
from rules.game.unit import Name
from rules.kernel.errors import RuleError
from rules.kernel.facts import require_one_of
from rules.kernel.text import Plural, Text

MOST = 100
"""Most figures of a unit, most units of a roster, and most figures placed at once."""


def check_name_is_free(campaign: Campaign, roster: str, name: str, but: str = "") -> None:
    """Raise RuleError if another unit of a roster has that name."""
    taken = {unit.name.casefold() for unit in campaign.units_of_roster(roster) if unit.id != but}
    if name.casefold() in taken:
        raise RuleError(Text("This roster already has a unit named {name}. Choose another name.", name=name))


def units_left(campaign: Campaign, roster: str) -> int:
    """Return the number of units that a roster may still add."""
    return max(0, (campaign.terms.unit_cap or MOST) - len(campaign.units_of_roster(roster)))


def points_of(campaign: Campaign, roster: str) -> int:
    """Return the total cost of the units of a roster."""
    return sum(unit.points for unit in campaign.units_of_roster(roster))


def points_left(campaign: Campaign, roster: str) -> int | None:
    """Return the points that a roster may still spend; None if points are not counted."""
    cap = campaign.terms.points_cap
    return max(0, cap - points_of(campaign, roster)) if cap else None


def check_room(campaign: Campaign, unit: CampaignUnit, by: str) -> None:
    """Raise RuleError if a roster has its maximum of units, or too few points left for the unit."""
    if not units_left(campaign, unit.roster):
        cap = campaign.terms.unit_cap or MOST
        raise RuleError(Text("A roster of this campaign can have at most {cap} units. Dismiss one first.", cap=cap))
    left = points_left(campaign, unit.roster)
    if left is None:
        return
    if not unit.points and by != campaign.arbitrator:
        raise RuleError(
            Text(
                "This campaign counts points, and {unit} has none: give it `points` in a force file, or ask the "
                "arbitrator to enlist it.",
                unit=unit.name,
            )
        )
    if unit.points > left:
        values = {"unit": unit.name, "points": unit.points, "left": left, "cap": campaign.terms.points_cap}
        raise RuleError(Text("{unit} costs {points} points; the roster has {left} of {cap} left.", **values))


def check_may_grow(campaign: Campaign, roster: str, by: str) -> None:
    """Raise RuleError if only the arbitrator may enlist: enlisting a unit again would heal it."""
    fought = any(roster in one.rosters and one.stage != "off" for one in campaign.battles.values())
    if campaign.terms.new_units == "arbitrator" and fought and by != campaign.arbitrator:
        name = campaign.roster(roster).name
        raise RuleError(Text("{roster} has already fought: only the arbitrator enlists units for it now.", roster=name))


def set_level(campaign: Campaign, unit: CampaignUnit) -> CampaignUnit:
    """Return the unit with the level for its experience."""
    return unit.with_changes(level=level_at(unit.worth, campaign.levels))


class UnitEnlisted(CampaignEvent):
    """A unit joins a roster; `system` is the system of its force."""

    kind: Literal["enlisted"] = "enlisted"
    unit: CampaignUnit
    system: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        check_leads(campaign, self.unit.roster, by)
        if self.system != campaign.system:
            text = Text(
                "{unit} is from a force for {other}; this campaign uses {system}. Choose another force.",
                unit=self.unit.name,
                other=self.system,
                system=campaign.system,
            )
            raise RuleError(text)
        if self.unit.id in campaign.units:
            raise RuleError(Text("{unit} is already in this campaign.", unit=self.unit.name))
        check_name_is_free(campaign, self.unit.roster, self.unit.name)
        check_room(campaign, self.unit, by)
        check_may_grow(campaign, self.unit.roster, by)
        self._check_numbers(campaign, by)

    def _check_numbers(self, campaign: Campaign, by: str) -> None:
        """Raise RuleError for impossible numbers, or for an experienced unit unless the arbitrator enlists it."""
        unit = self.unit
        if unit.experience < 0:
            raise RuleError(Text("{unit}: give 0 experience or more, not {n}.", unit=unit.name, n=unit.experience))
        if unit.experience > MOST_EXPERIENCE:
            raise RuleError(Text("{unit}: give at most {most} experience.", unit=unit.name, most=MOST_EXPERIENCE))
        if not 0 <= unit.models <= unit.full <= MOST or unit.full < 1 or unit.recovering < 0 or unit.recruits < 0:
            raise RuleError(
                Text("{unit}: give 1 to {most} figures, and at most its full strength.", unit=unit.name, most=MOST)
            )
        if by != campaign.arbitrator and unit != enlist_unit(unit.id, unit.roster, unit.spec, unit.type):
            raise RuleError(
                Text("{unit} is not a new unit. Only the arbitrator can enlist it with its past.", unit=unit.name)
            )

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return remember(campaign, set_level(campaign, self.unit), "enlisted", models=self.unit.models)


class UnitRenamed(CampaignEvent):
    """A unit gets another name; its history is unchanged."""

    kind: Literal["renamed"] = "renamed"
    unit: str
    name: Name

    def check_details(self, campaign: Campaign, by: str) -> None:
        unit = unit_at_home(campaign, self.unit)
        check_leads(campaign, unit.roster, by)
        check_name_is_free(campaign, unit.roster, self.name, unit.id)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        unit = campaign.unit(self.unit)
        return remember(campaign, unit.with_changes(name=self.name), "renamed", was=unit.name)


class RosterRenamed(CampaignEvent):
    """A roster gets another name."""

    kind: Literal["roster_renamed"] = "roster_renamed"
    roster: str
    name: Name

    def check_details(self, campaign: Campaign, by: str) -> None:
        check_leads(campaign, self.roster, by)
        others = {one.name.casefold() for id, one in campaign.rosters.items() if id != self.roster}
        if self.name.casefold() in others:
            raise RuleError(Text("There is already a roster named {name}. Choose another name.", name=self.name))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_roster(campaign.roster(self.roster).model_copy(update={"name": self.name}))


class UnitRested(CampaignEvent):
    """A unit rests until it is called back."""

    kind: Literal["rested"] = "rested"
    unit: str
    on: bool = True

    def check_details(self, campaign: Campaign, by: str) -> None:
        unit = unit_at_home(campaign, self.unit)
        check_leads(campaign, unit.roster, by)
        if unit.resting == self.on:
            raise RuleError(
                Text("{unit} is already resting.", unit=unit.name)
                if self.on
                else Text("{unit} is not resting.", unit=unit.name)
            )

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_unit(campaign.unit(self.unit).with_changes(resting=self.on))


class UnitDismissed(CampaignEvent):
    """A unit leaves its roster for good."""

    kind: Literal["dismissed"] = "dismissed"
    unit: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        check_leads(campaign, unit_at_home(campaign, self.unit).roster, by)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return remember(campaign, campaign.unit(self.unit).with_changes(dismissed=True), "dismissed")


class UnitTransferred(CampaignEvent):
    """A unit moves from one roster to another, by the arbitrator."""

    undone_by: ClassVar[UndoneBy] = "arbitrator"
    kind: Literal["transferred"] = "transferred"
    unit: str
    roster: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        unit, roster = unit_at_home(campaign, self.unit), campaign.roster(self.roster)
        if unit.roster == roster.id:
            raise RuleError(Text("{unit} is already in {roster}.", unit=unit.name, roster=roster.name))
        check_name_is_free(campaign, roster.id, unit.name)
        check_room(campaign, unit.with_changes(roster=roster.id), by)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        unit = campaign.unit(self.unit)
        campaign.roster(self.roster)
        return remember(campaign, unit.with_changes(roster=self.roster), "transferred", was=unit.roster)


class LevelChosen(CampaignEvent):
    """A player chooses the benefit of a level; `options` are the traits that the system offers."""

    kind: Literal["level_chosen"] = "level_chosen"
    unit: str
    level: int
    trait: str
    options: tuple[str, ...]

    def check_details(self, campaign: Campaign, by: str) -> None:
        unit = unit_at_home(campaign, self.unit)
        check_leads(campaign, unit.roster, by)
        if not 1 <= self.level <= unit.level:
            raise RuleError(Text("{unit} has not reached level {level} yet.", unit=unit.name, level=self.level))
        if self.level in unit.choices and by != campaign.arbitrator:
            raise RuleError(Text("That is already chosen. Only the arbitrator can change it."))
        require_one_of("choice", self.trait, self.options)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        unit = campaign.unit(self.unit)
        chosen = unit.with_changes(choices={**unit.choices, self.level: self.trait})
        return remember(campaign, chosen, "level_chosen", level=self.level, trait=self.trait)


def add_recruits(campaign: Campaign, unit: CampaignUnit, figures: int) -> CampaignUnit:
    """Return the unit with more figures, who have no experience, and the resulting level."""
    return set_level(campaign, unit.with_changes(models=unit.models + figures, recruits=unit.recruits + figures))


class Reinforced(CampaignEvent):
    """Figures that a roster may place join a unit as recruits, who dilute its experience."""

    kind: Literal["reinforced"] = "reinforced"
    unit: str
    figures: int

    def check_details(self, campaign: Campaign, by: str) -> None:
        unit = unit_at_home(campaign, self.unit)
        check_leads(campaign, unit.roster, by)
        left, room = campaign.roster(unit.roster).figures, unit.full - unit.models - unit.recovering
        if self.figures < 1:
            raise RuleError(Text("Place at least 1 figure."))
        if unit.status == "captured":
            raise RuleError(Text("{unit} is captured: no figures can join it.", unit=unit.name))
        if self.figures > left:
            raise RuleError(_no_place_text(left, self.figures))
        if self.figures > room:
            raise RuleError(_no_room_text(unit, room, self.figures))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        unit = campaign.unit(self.unit)
        roster = campaign.roster(unit.roster)
        left = roster.model_copy(update={"figures": max(0, roster.figures - self.figures)})
        more = add_recruits(campaign, unit, self.figures)
        placed = remember(campaign, more, "reinforced", figures=self.figures)
        return placed.with_roster(left)


def no_figures_text() -> Text:
    """Return why a roster cannot place any figure."""
    return Text("This roster has no figures left to place. The report of its next battle brings more.")


def _no_place_text(left: int, wanted: int) -> Text:
    """Return why a roster cannot place so many figures."""
    if not left:
        return no_figures_text()
    return Plural(
        "This roster may place {n} more figure, not {wanted}.",
        "This roster may place {n} more figures, not {wanted}.",
        left,
        wanted=wanted,
    )


def _no_room_text(unit: CampaignUnit, room: int, wanted: int) -> Text:
    """Return why a unit cannot take so many figures."""
    if not room:
        return Text("{unit} is at full strength. Place figures in another unit.", unit=unit.name)
    return Plural(
        "{unit} has room for {n} more figure, not {wanted}.",
        "{unit} has room for {n} more figures, not {wanted}.",
        room,
        unit=unit.name,
        wanted=wanted,
    )
