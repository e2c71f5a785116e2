"""FUBAR over many battles: what a level of experience gives a unit."""

from __future__ import annotations

from typing import get_args

from rules.campaign.levels import Gives, along
from rules.fubar.profile import Profile
from rules.fubar.tables import Level
from rules.kernel.text import Term

LEVELS: Gives = ((along(Profile, "level", get_args(Level), Term),),)
"""The next level of training of the page's table."""
