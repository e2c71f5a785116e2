"""Open Rebellion over many battles: what a level of experience gives a unit."""

from __future__ import annotations

from rules.campaign.levels import Gives, up_to
from rules.opreb.facts import MOST_SKILL
from rules.opreb.profile import Profile
from rules.text import Plural

LEVELS: Gives = ((up_to(Profile, "skill", MOST_SKILL, lambda n: Plural("{n} skill die", "{n} skill dice", n)),),)
"""One more skill die."""
