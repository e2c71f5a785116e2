"""What every event of a campaign has in common, and who may do what in one."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from rules.campaign.campaign import Campaign
from rules.campaign.roster import CampaignUnit, Deed
from rules.errors import RuleError, RulesError
from rules.text import Text


class CampaignEvent(BaseModel):
    """Something that has happened in a campaign. `by` is always the person who gave the command."""

    model_config = ConfigDict(frozen=True)

    def check(self, campaign: Campaign, by: str) -> None:
        """Raises RuleError, with what is wrong and what to do, where it cannot happen or `by` may not do it."""
        raise NotImplementedError

    def applied(self, campaign: Campaign, by: str) -> Campaign:
        """The campaign once it has happened; raises RuleError where it speaks of what is not there."""
        raise NotImplementedError

    def applies_to(self, campaign: Campaign, was: Campaign, by: str) -> bool:
        """Whether it could have happened in `campaign` just as it did in `was`, in which an earlier entry stands."""
        return _refused(self, was, by) or not _refused(self, campaign, by)


def _refused(event: CampaignEvent, campaign: Campaign, by: str) -> bool:
    try:
        event.check(campaign, by)
    except RulesError:
        return True
    return False


def no(msgid: Text) -> RuleError:
    """What is raised where something cannot be."""
    return RuleError(msgid)


def going(campaign: Campaign) -> None:
    if not campaign.begun:
        raise no(Text("There is no campaign here yet; begin one with `/campaign new`."))
    if campaign.over:
        raise no(Text("This campaign is over; only its arbitrator can open it again."))


def arbitrates(campaign: Campaign, by: str) -> None:
    if by != campaign.arbitrator:
        raise no(Text("Only the arbitrator of the campaign may do that; ask them."))


def leads(campaign: Campaign, roster: str, by: str) -> None:
    """The player of a roster may, and so may the arbitrator."""
    if by not in (campaign.roster(roster).player, campaign.arbitrator):
        name = campaign.rosters[roster].name
        raise no(Text("The roster {roster} is not yours: its player or the arbitrator has to do that.", roster=name))


def at_home(campaign: Campaign, unit: str) -> CampaignUnit:
    """A unit that is in its roster, and not away in a battle; raises RuleError."""
    found = campaign.unit(unit)
    if found.gone:
        raise no(Text("{unit} has left its roster for good; choose another unit.", unit=found.name))
    if campaign.fights(unit):
        raise no(Text("{unit} is in a battle; end it and sign its report first.", unit=found.name))
    return found


def remembered(campaign: Campaign, unit: CampaignUnit, key: str, battle: str = "", **values: int | str) -> Campaign:
    """The campaign with the unit as it is now, which remembers the entry by which it became so."""
    deed = Deed(key=key, number=campaign.number, battle=battle, values=dict(values))
    return campaign.with_unit(unit.remembering(deed))
