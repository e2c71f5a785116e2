"""`/help`, `/rules` with the rules in the bot's own words, and `/roll` for free rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.dice.parsing import LooseRoll, RolledDice, dice_showing, parse_loose_rolls, reroll_dice, roll_dice
from bot.errors import Refusal
from cogs.components.campaign.report_clicks import aftermath_odds_reply
from cogs.components.controls import (
    OTHER_VERSION,
    ControlId,
    MenuId,
    MenuOption,
    chosen_option,
    handles_click,
    parse_number,
)
from cogs.components.play.seals import secret_roll_reply
from cogs.components.setup.help_page import command_lines, help_reply
from cogs.components.setup.help_topics import campaign_topic_reply, topic_reply
from cogs.interactions import autocomplete, campaign_options
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context
from cogs.rendering.dice_line import dice_notation, free_roll_line
from cogs.rendering.reply import Reply
from rules.kernel.text import N_, Text

Named = app_commands.Range[str, 1, 100]


class HelpCog(commands.Cog):
    """`/help` for beginners, and `/roll`."""

    @private_command(
        N_("How to start, and this game's rules in short."), topic=(N_("A rule of this game."), autocomplete.topics)
    )
    async def help(self, ctx: Context, topic: Named | None = None) -> Reply:
        if topic:
            return await topic_reply(ctx, topic)
        live, words = await ctx.game_for_suggestions(), ctx.me
        if live is None:
            return Reply(words.say("Adjutant"), "\n".join(command_lines(words, None)), private=True)
        reply = help_reply(ctx, live)
        if ctx.detail != "full":
            return reply
        words, system = words.at(live.board), live.system
        lines = [reply.text, *command_lines(words, system), ""]
        lines += [f"**{words(system.name)}** · {words(Text(system.about.credit))}"]
        lines += [f"**{words(topic.title)}**: {words(topic.text)}" for topic in system.topics.values()]
        lines += [words.say("Refused: {line}.", line=line) for line in system.refused]
        lines += [words.say("Warning: {line}.", line=line) for line in system.warned]
        return replace(reply, text="\n".join(lines))

    @slash_command(
        N_("Roll dice outside the game: 3d6, d20+3."),
        dice=N_("Such as 3d6, d20+3, 2d20kh1 (keep the highest); several with commas."),
        reroll=N_("Faces to roll again once: 1, or 1 2."),
        secret=N_("Only you see the result until you reveal it."),
        to=N_("Another player who sees it instead of you, such as the umpire."),
    )
    @app_commands.rename(to="for")
    async def roll(
        self,
        ctx: Context,
        dice: app_commands.Range[str, 1, 100],
        reroll: app_commands.Range[str, 1, 40] | None = None,
        secret: bool = False,
        to: discord.User | None = None,
    ) -> Reply:
        rolls, roll = parse_loose_rolls(dice), ctx.services.odds.roll
        named = (reroll or "").replace(",", " ").split()
        if not all(one.isdecimal() and len(one) <= 3 for one in named):
            raise Refusal(Text("Which faces do you roll again? Write them with spaces: 1 2."))
        which = tuple(map(int, named))
        found = [[reroll_dice(roll_dice(part, roll), which, roll) for part in one.dice] for one in rolls]
        rolled = _roll_reply(ctx, rolls, found)
        if secret or to is not None:
            return await secret_roll_reply(ctx, rolled.title, rolled.text, to)
        return rolled


class RollAgain(MenuId, ControlId, what="rollagain"):
    """A menu of faces to re-roll in a player's free roll, with the current faces."""

    user: str
    dice: str
    faces: tuple[str, ...] = ()


MOST_AGAIN = 20
"""Maximum number of dice in a free roll that can be re-rolled."""


def _roll_reply(ctx: Context, rolls: Sequence[LooseRoll], found: Sequence[Sequence[RolledDice]]) -> Reply:
    """Return free rolls; the dice of a single roll can be re-rolled."""
    lines = [free_roll_line(one, parts) for one, parts in zip(rolls, found, strict=True)]
    if len(rolls) > 1:
        lines = [f"{dice_notation(one)}: {line}" for one, line in zip(rolls, lines, strict=True)]
    faces = [face for parts in found for one in parts for face, _ in one.faces]
    menu = RollAgain(ctx.caller.id, dice_notation(rolls[0]), tuple(map(str, faces)))
    plain, offered = ctx.all_readers.plain, len(rolls) == 1 and len(faces) <= MOST_AGAIN and menu.fits
    labels = {face: plain.say("every {face} ({n})", face=face, n=faces.count(face)) for face in sorted({*faces})}
    options = [MenuOption(label, str(face)) for face, label in labels.items()]
    buttons = (menu.menu(options, plain.say("Roll again …")),) if offered else ()
    text, title = "\n".join(f"🎲 {line}" for line in lines), ", ".join(map(dice_notation, rolls))
    return Reply(title, text, ctx.caller.name, buttons=buttons)


@handles_click(RollAgain)
async def roll_again(ctx: Context, click: RollAgain) -> Reply:
    """Re-roll the caller's dice with the chosen face; both faces are shown, and the old message stays."""
    if ctx.caller.id != click.user:
        raise Refusal(Text("Those are another player's dice. `/roll` rolls your own."))
    rolls, faces = parse_loose_rolls(click.dice), iter([parse_number(one) for one in click.faces])
    parts = [dice_showing(one, list(islice(faces, one.number))) for one in rolls[0].dice]
    right = len(rolls) == 1 and all(
        len(one.faces) == one.dice.number and all(1 <= face <= one.dice.sides for face, _ in one.faces) for one in parts
    )
    if not right:
        raise Refusal(OTHER_VERSION)
    which = (parse_number(chosen_option(ctx)),)
    return _roll_reply(ctx, rolls, [[reroll_dice(one, which, ctx.services.odds.roll) for one in parts]])


class RulesCog(commands.GroupCog, group_name="rules", group_description=N_("What the rules say.")):
    """`/rules`: topics of the rules, in the bot's own words."""

    @private_command(N_("A rule of this game in short."), topic=(N_("The rule."), autocomplete.topics))
    async def topic(self, ctx: Context, topic: Named) -> Reply:
        return await topic_reply(ctx, topic)

    @private_command(
        N_("A rule of campaigns in short: recovery, experience and so on."),
        topic=(N_("The rule."), campaign_options.topics),
    )
    async def campaign(self, ctx: Context, topic: Named) -> Reply:
        return await campaign_topic_reply(ctx, topic)

    @private_command(
        N_("The odds of a roll after a campaign battle."),
        lost=N_("Figures a unit lost, for their recovery."),
        vehicle=N_("Or the state of a vehicle, for its salvage."),
        held_field=N_("Whether its side held the field."),
        medic=N_("Whether a living medic was on its side."),
    )
    async def aftermath(
        self,
        ctx: Context,
        lost: app_commands.Range[int, 1, 100] | None = None,
        vehicle: Literal["destroyed", "disabled"] | None = None,
        held_field: bool = False,
        medic: bool = False,
    ) -> Reply:
        if (lost is None) == (vehicle is None):
            raise Refusal(Text("Give either `lost` (figures of a unit) or `vehicle` (its damage)."))
        if vehicle:
            return await aftermath_odds_reply(ctx, "salvage", {"state": vehicle, "held_field": held_field})
        return await aftermath_odds_reply(ctx, "recovery", {"lost": lost, "held_field": held_field, "medic": medic})


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(HelpCog())
    await bot.add_cog(RulesCog())
