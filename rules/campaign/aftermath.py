"""What follows a battle of a campaign: actions like those of a system, which no game is played by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.about import About
from rules.action_set import ActionSet
from rules.campaign import experience, recovery, reinforcements, salvage
from rules.campaign.tables import Rulings, Tables
from rules.campaign.throws import THROWS
from rules.campaign.topics import TOPICS
from rules.facts import checked

_ACTIONS = (recovery.ACTION, salvage.ACTION, experience.ACTION, reinforcements.ACTION)


def aftermath(about: About, tables: Mapping[str, Any]) -> ActionSet:
    """The actions over their tables; raises BadFacts for data that is not whole."""
    return ActionSet(
        key="campaign",
        about=about,
        tables=checked(Tables, tables),
        rulings=Rulings,
        actions={action.key: action for action in _ACTIONS},
        topics=TOPICS,
        throws=THROWS,
    )
