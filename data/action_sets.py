"""All that has actions to resolve and to weigh: the rule systems, and the aftermath of a campaign's battles."""

from __future__ import annotations

from data.files import about, faults_in, opened
from data.systems import SYSTEMS, one_of_key
from rules.campaign.aftermath import aftermath
from rules.kernel.action_set import ActionSet


def _campaign() -> ActionSet:
    """The aftermath over its tables; raises DataFault."""
    with faults_in("campaign", "aftermath"):
        return aftermath(about("campaign"), opened("campaign", "aftermath"))


CAMPAIGN: ActionSet = _campaign()
ACTION_SETS: tuple[ActionSet, ...] = (*SYSTEMS, CAMPAIGN)


def action_set_of(key: str) -> ActionSet:
    """The system with that key, or the campaign; raises BadFacts with the list of keys for a name that is none."""
    return one_of_key(key, ACTION_SETS)
