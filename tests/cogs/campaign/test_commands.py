"""The commands of `/campaign` that are values: their options in Discord, and the chosen values."""

from __future__ import annotations

from inspect import signature
from typing import Any

import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.client import Adjutant
from bot.services import Services
from bot.services.campaign import COMMANDS
from bot.services.campaign.command import Asked, ChoiceOption, FlagOption, NumberOption, PersonOption, TextOption
from cogs.campaign.commands import PAGES, SHOWS
from tests.cogs import warring
from tests.cogs.components.test_forged_campaign import require_refusal
from tests.cogs.table import Table


def shape(asked: Asked) -> tuple[Any, ...]:
    """Return the type of an option and its limits, as registered with Discord."""
    match asked:
        case TextOption(most=most):
            return Kind.string, 1, most, bool(asked.suggests)
        case NumberOption(least=least, most=most):
            return Kind.integer, least, most, False
        case ChoiceOption(values=values):
            return Kind.string, *values
        case PersonOption():
            return (Kind.user,)
        case FlagOption():
            return (Kind.boolean,)


def described_option(option: app_commands.Parameter) -> tuple[Any, ...]:
    if option.type in (Kind.user, Kind.boolean):
        return (option.type,)
    if option.choices:
        return option.type, *(one.value for one in option.choices)
    return option.type, option.min_value, option.max_value, option.autocomplete


async def test_discord_knows_every_command_with_its_options(services: Services) -> None:
    bot = Adjutant(services)
    await bot.load_cogs()
    known = {one.qualified_name: one for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command)}
    for command in COMMANDS.values():
        found = known[command.slash]
        assert found.description == command.about
        *own, campaign = found.parameters
        assert [(one.name, described_option(one)) for one in own] == [
            (key, shape(one)) for key, one in command.asked_options.items()
        ]
        assert {one.name for one in own if one.required} == command.needed
        assert (campaign.name, campaign.required, campaign.autocomplete) == ("campaign", False, True)


async def test_every_other_campaign_command_shows_a_page_or_takes_a_file(services: Services) -> None:
    bot = Adjutant(services)
    await bot.load_cogs()
    known = {one.qualified_name for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command)}
    written_out = {name.removeprefix("campaign ") for name in known if name.startswith("campaign ")} - COMMANDS.keys()
    pages = {"standings", "log", "roster", "unit", "report", "throw", "battle list", "battle start"}
    assert written_out == {*pages, "new", "enlist", "export", "import"}


def test_the_page_of_a_command_takes_its_display_options() -> None:
    for command in COMMANDS.values():
        assert command.shown <= set(signature(SHOWS[command.shows]).parameters), command.name
        assert not command.reads or command.reads in PAGES


async def test_a_player_is_taken_out_by_the_arbitrator(table: Table) -> None:
    """A person chosen from Discord's list reaches the service as a person."""
    await warring.join_campaign(table)
    told = await table.done(table.ann, "/campaign leave", player=table.bob)
    assert told.title == "Bob leaves the campaign"
    assert str(table.bob.id) not in (await warring.current_campaign(table)).members


@pytest.mark.usefixtures("fought")
async def test_a_button_without_the_options_of_its_command_is_refused(table: Table) -> None:
    for verb in ("level", "level:1", "rename", "march"):
        assert "another version" in await require_refusal(table, table.ann, f"campdo:{{war}}:c1:{verb}")
