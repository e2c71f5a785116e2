"""One line of a campaign's record: who, what they asked for, what happened. Keyed by (campaign, number)."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from rules.campaign.events import AnyCampaignEvent
from rules.entry import FreshThrow
from rules.plays import Play
from rules.text import NOTHING, Text

FORMAT = 2
"""How entries of a campaign are recorded today; those of format 1 are taken as they were when they were made."""


class CampaignEntry(BaseModel):
    """A line of the record. An undo is a line of its own that names the one undone.

    `at` is seconds since 1970, `by` the person who gave the command, `source` the interaction it came from, so that
    the same one applied twice has one effect. `plays` are the dice of an aftermath as in the record of a game, and
    `fresh` the throws of the bot among them.
    """

    model_config = ConfigDict(frozen=True)

    format: int = FORMAT
    campaign: str
    number: int
    command: str
    by: str
    at: float
    request: dict[str, Any] = Field(default_factory=dict[str, Any])
    events: tuple[AnyCampaignEvent, ...] = ()
    plays: tuple[Play, ...] = ()
    fresh: tuple[FreshThrow, ...] = ()
    version: str = ""
    title: Text = NOTHING
    notes: tuple[Text, ...] = ()
    reason: str = ""
    undoes: int | None = None
    source: str | None = None
