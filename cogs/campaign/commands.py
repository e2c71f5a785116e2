"""The commands of `/campaign` that are values (`bot/services/campaign/command.py`), as Discord has commands."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.people import Person
from bot.services.campaign.command import Asked, CampaignCommand, Number, OneOf, Someone, Words
from bot.services.campaign.commands import COMMANDS
from cogs.campaign.people import CAMPAIGN, campaign_id
from cogs.components.campaign.panels import entry_reply
from cogs.components.campaign.report_clicks import report_after
from cogs.interactions import campaign_options
from cogs.interactions.context import Context
from cogs.interactions.respond import answered
from cogs.rendering.reply import Reply

Made = app_commands.Command[Any, ..., Any]
_HERE = Words(CAMPAIGN, "campaigns")


def with_commands(group: app_commands.Group) -> app_commands.Group:
    """A group of `/campaign` with those of its commands that are values."""
    for one in _in(group.name):
        group.add_command(one)
    return group


def _in(group: str) -> list[Made]:
    return [_made(one) for one in COMMANDS.values() if one.name.rpartition(" ")[0] == group]


def _made(command: CampaignCommand) -> Made:
    async def give(self: Any, ctx: Context, campaign: str | None = None, **options: Any) -> Reply:
        given = {name: _value(one) for name, one in options.items() if one is not None}
        id = await campaign_id(ctx, campaign)
        result = await ctx.services.campaign_commands.give(ctx.call, id, command, **given)
        if command.shows == "entry":
            return entry_reply(ctx, result)
        [battle] = set(map(_battle, result.entry.events))
        return report_after(ctx, result, battle)

    asked = {**command.options, "campaign": _HERE}
    own = list(signature(give).parameters.values())[:2]
    parameters = [_parameter(name, one, name in command.needed) for name, one in asked.items()]
    # discord.py reads the options off the signature, and off the name that it is a method of a cog.
    give.__signature__ = signature(give).replace(parameters=[*own, *parameters])  # type: ignore[attr-defined]
    give.__qualname__ = f"CampaignCog.{give.__name__}"
    callback: Any = answered()(give)
    callback = app_commands.describe(**{name: one.about for name, one in asked.items()})(callback)
    callback = app_commands.autocomplete(**_suggestions(asked))(callback)
    return app_commands.command(name=command.name.rpartition(" ")[2], description=command.about)(callback)


def _battle(event: Any) -> str:
    """The battle that an event of a report is about."""
    battle: str = event.battle
    return battle


def _parameter(name: str, asked: Asked, needed: bool) -> Parameter:
    kind = _annotation(asked)
    if needed:
        return Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind | None)


def _annotation(asked: Asked) -> Any:
    """What discord.py knows an option by."""
    ranged: Any = app_commands.Range
    one_of: Any = Literal
    match asked:
        case Words(most=most):
            return ranged[str, 1, most]
        case Number(least=least, most=most):
            return ranged[int, least, most]
        case OneOf(values=values):
            return one_of[values]
        case Someone():
            return discord.User


def _suggestions(options: dict[str, Asked]) -> dict[str, Any]:
    words = {name: one.suggests for name, one in options.items() if isinstance(one, Words) and one.suggests}
    return {name: getattr(campaign_options, suggests) for name, suggests in words.items()}


def _value(given: Any) -> Any:
    """What Discord gives for an option, as services take it."""
    if isinstance(given, discord.User | discord.Member):
        return Person(str(given.id), given.display_name)
    return given


CampaignValueCommands = commands.CogMeta("CampaignValueCommands", (commands.Cog,), {one.name: one for one in _in("")})
"""Those that are in no group, as a part of the cog of `/campaign`."""
