"""The commands of `bot/services/campaign/command.py` as Discord commands under `/campaign` and `/arbiter`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Literal, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.people import Person
from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign import COMMANDS
from bot.services.campaign.command import (
    ARBITER,
    Asked,
    CampaignCommand,
    ChoiceOption,
    FlagOption,
    ManagesOption,
    NumberOption,
    PersonOption,
    Shows,
    TextOption,
)
from cogs.components.campaign.forms import join_reply
from cogs.components.campaign.panels import bot_roster_reply, entry_reply, rulings_reply
from cogs.components.campaign.report_clicks import updated_report_reply
from cogs.interactions import campaign_options
from cogs.interactions.built_command import BuiltCommand, SlashOption, build_command
from cogs.interactions.context import Context
from cogs.interactions.options import parse_code
from cogs.interactions.suggestions import Suggest
from cogs.rendering.reply import Reply
from rules.campaign.campaign import Campaign
from rules.kernel.text import N_

CAMPAIGN = N_("Another campaign than the one here.")
_HERE = TextOption(CAMPAIGN, "campaigns")


async def named_campaign(ctx: Context, named: str | None) -> Campaign:
    """Return the campaign of a command; raise Refusal."""
    return (await ctx.services.campaigns.find(ctx.call, named or "")).campaign


def add_commands(group: app_commands.Group) -> app_commands.Group:
    """Add the declared commands of a group of `/campaign` to it, and return the group."""
    for one in _commands_of_group(group.name):
        group.add_command(one)
    return group


def _commands_of_group(group: str) -> list[BuiltCommand]:
    return [_build_command(one) for one in COMMANDS.values() if one.name.rpartition(" ")[0] == group]


def _build_command(command: CampaignCommand) -> BuiltCommand:
    async def give(ctx: Context, campaign: str | None = None, **options: Any) -> Reply:
        given = {name: _value(command.options[name], one) for name, one in options.items() if one is not None}
        id = (await named_campaign(ctx, campaign)).id
        if command.reads and not given:
            return await PAGES[command.reads](ctx, id)
        does = {name: one for name, one in given.items() if name not in command.shown}
        manages = ctx.interaction.permissions.manage_guild
        does |= {name: manages for name, one in command.options.items() if isinstance(one, ManagesOption)}
        result = await ctx.services.campaign_commands.give(ctx.call, id, command, **does)
        return await SHOWS[command.shows](ctx, result, **{name: given[name] for name in command.shown & given.keys()})

    asked = {**command.asked_options, "campaign": _HERE}
    options = {name: _option(one, name in command.needed) for name, one in asked.items()}
    return build_command(command.name.rpartition(" ")[2], command.about, options, give)


async def _entry_reply(ctx: Context, result: CampaignResult) -> Reply:
    if result.entry.command == "campaign opponent":
        return await bot_roster_reply(ctx, result)
    return entry_reply(ctx, result)


async def _report_reply(ctx: Context, result: CampaignResult) -> Reply:
    [battle] = {cast(Any, event).battle for event in result.entry.events}
    return updated_report_reply(ctx, result, battle)


SHOWS: Mapping[Shows, Callable[..., Coroutine[Any, Any, Reply]]] = {
    "entry": _entry_reply,
    "report": _report_reply,
    "joined": join_reply,
}
"""Functions that render results; they take the options that affect only the display."""
PAGES = {"rulings": rulings_reply}
"""Pages that a command shows if it is given no option."""


def _option(asked: Asked, needed: bool) -> SlashOption:
    ranged: Any = app_commands.Range
    one_of: Any = Literal
    suggest: Suggest | None = None
    match asked:
        case TextOption(most=most, suggests=suggests):
            kind, suggest = ranged[str, 1, most], getattr(campaign_options, suggests) if suggests else None
        case NumberOption(least=least, most=most):
            kind = ranged[int, least, most]
        case ChoiceOption(values=values):
            kind = one_of[values]
        case PersonOption():
            kind = discord.User
        case FlagOption():
            kind = bool
    return SlashOption(asked.about, kind, suggest, needed)


def _value(asked: Asked | ManagesOption, given: Any) -> Any:
    """Convert Discord's value of an option into the form that the services take."""
    match asked:
        case PersonOption():
            return Person(str(given.id), given.display_name)
        case TextOption(code=True):
            return parse_code(given)
        case _:
            return given


CampaignValueCommands = commands.CogMeta(
    "CampaignValueCommands", (commands.Cog,), {one.name: one for one in _commands_of_group("")}
)
"""The commands without a group, as a base of the cog of `/campaign`."""
_OF_THE_ARBITRATOR = {one.name: one for one in _commands_of_group(ARBITER)}
ArbiterValueCommands = commands.CogMeta("ArbiterValueCommands", (commands.Cog,), _OF_THE_ARBITRATOR)
"""The commands of the arbitrator, as a base of the cog of `/arbiter`."""
