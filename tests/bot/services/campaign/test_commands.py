"""Commands of campaigns as values: a method adds one, and old messages find its buttons by their verbs."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.game.campaigns import unit_in
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, NewCampaignEntry, changes_campaign
from bot.services import Services
from bot.services.campaign import COMMANDS, SERVICES, UNIT_BUTTONS, CampaignCommands
from bot.services.campaign.command import (
    OWN_UNIT,
    CampaignCommand,
    NumberOption,
    TextOption,
    campaign_command,
    commands_of,
)
from rules.campaign.campaign import Campaign
from rules.campaign.roster_events import UnitRenamed
from rules.kernel.errors import RuleError
from rules.kernel.text import Text
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import BOB, call


class Parade:
    """All that a new command needs beside its event."""

    def __init__(self, referee: CampaignReferee) -> None:
        self.referee = referee

    @campaign_command(
        "number", "Number a unit.", unit=OWN_UNIT, nth=NumberOption("Which.", 1, 9), of=TextOption("Of what.")
    )
    @changes_campaign
    def number(self, campaign: Campaign, call: Call, unit: str, nth: int, of: str = "company") -> NewCampaignEntry:
        found = unit_in(campaign, unit, call.who.id)
        renamed = UnitRenamed(unit=found.id, name=f"{found.name} {nth} of {of}")
        return NewCampaignEntry("campaign number", [renamed], Text("Numbered"))


async def test_a_command_is_added_with_its_event_and_one_method(services: Services) -> None:
    await camp.enlist_units(services)
    [(command, _)] = commands_of(Parade)
    assert command.needed == {"unit", "nth"}
    parade = CampaignCommands(Parade(services.campaign_referee))
    result = await parade.give(call(), CAMPAIGN, command, unit="Able", nth=2)
    assert result.entry.command == "campaign number"
    assert (await camp.same_as_record(services)).units["c1"].name == "Able 2 of company"
    with pytest.raises(RuleError):
        await parade.give(call(BOB), CAMPAIGN, command, unit="Able 2 of company", nth=3)


def test_every_command_has_a_name_of_its_own() -> None:
    assert len(COMMANDS) == sum(len(list(commands_of(service))) for service in SERVICES)


def test_the_verbs_of_buttons_that_hang_in_channels_are_still_known() -> None:
    verbs = {verb: (command.name, button.fixed_values) for verb, (command, button) in UNIT_BUTTONS.items()}
    assert {verb: verbs[verb] for verb in ("rest", "back", "figure", "dismiss", "level")} == {
        "rest": ("rest", {"on": True}),
        "back": ("rest", {"on": False}),
        "figure": ("reinforce", {"figures": 1}),
        "dismiss": ("dismiss", {}),
        "level": ("level", {}),
    }
    assert len(verbs) == sum(len(command.buttons) for command in COMMANDS.values())


def test_the_commands_are_declared_as_before() -> None:
    """Old buttons, the suggestions and the limits of options depend on these values."""
    file = Path(__file__).with_name("declared.txt")
    said = "\n".join(line for command in COMMANDS.values() for line in _declaration(command)) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")


def _declaration(command: CampaignCommand) -> Iterator[str]:
    yield f"{command.slash}: {command.about} (shows {command.shows}, reads {command.reads or 'nothing'})"
    for name, option in command.options.items():
        uses = [word for word, names in (("needed", command.needed), ("display", command.shown)) if name in names]
        yield f"    {' '.join((name, *uses))}: {option}"
    for button in command.buttons:
        fields = {one.name: getattr(button, one.name) for one in dataclasses.fields(button) if one.name != "offers"}
        yield f"    button {fields}"
