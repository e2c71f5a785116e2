"""Bayonet over many battles: what a level of experience gives a figure."""

from __future__ import annotations

from typing import get_args

from rules.bayonet.figures import QUALITIES
from rules.bayonet.profile import Profile
from rules.bayonet.tables import Quality
from rules.campaign.levels import Gives, along
from rules.text import Text

LEVELS: Gives = ((along(Profile, "quality", get_args(Quality), lambda quality: Text(QUALITIES[quality])),),)
"""Quality one better."""
