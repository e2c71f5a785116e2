"""What an Open Rebellion unit is in a force file: its skill dice; its weapons say the rest."""

from __future__ import annotations

from pydantic import Field

from rules.facts import Facts
from rules.opreb.facts import Skill
from rules.text import N_


class Profile(Facts):
    """The lasting facts of a unit; what changes in play is its models and states."""

    skill: Skill = Field(title=N_("Skill dice"), description=N_("3 to 5 by the quality of the unit."))
