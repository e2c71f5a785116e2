"""`/initiative`, `/activate`, `/move`, `/fire`, `/assault`, `/morale`, `/act` and `/turn`; and `/odds`."""

from __future__ import annotations

import asyncio
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.game.permissions import require_commander
from bot.game.registry import ActiveGame
from bot.services.play.comparison import enemies_of
from cogs.components.play.control_clicks import form_for_target
from cogs.components.play.odds_clicks import command_odds_reply
from cogs.components.play.outcome import outcome_reply
from cogs.components.play.split_fire import split_offer
from cogs.interactions import autocomplete
from cogs.interactions.context import Context
from cogs.interactions.options import parse_request_options
from cogs.interactions.respond import answers_command
from cogs.rendering.odds import comparison_reply
from cogs.rendering.reply import Reply
from cogs.rendering.text import knows
from rules.command.split_fire import can_split
from rules.kernel.errors import BadFacts
from rules.kernel.request import Request
from rules.kernel.text import N_

# `/odds`: the odds of a command on the current board; nothing is recorded.

Typed = app_commands.Range[str, 1, 200]


class OddsCog(commands.Cog):
    """`/odds`: exact odds on the current board; nothing is recorded."""

    @app_commands.command(description=N_("The exact odds of a shot, or of all possible shots, from the board now."))
    @app_commands.describe(
        attacker=N_("The unit that fires; several with commas are compared."),
        target=N_("The target; several with commas. Empty: compare all it may shoot at."),
        distance=N_("The distance: 11.5, 30cm."),
        cover=N_("The target's cover."),
        firers=N_("Weapons: 4 infantry_rifle, 1 lmg. Empty: all that can fire."),
        situation=N_("Other effects; several with commas."),
        chart=N_("Whether to draw a picture too. Empty: yes; for short odds under Details."),
    )
    @app_commands.autocomplete(
        attacker=autocomplete.units,
        target=autocomplete.targets,
        cover=autocomplete.suggest_choices("fire", "covers"),
        firers=autocomplete.weapons,
        situation=autocomplete.suggest_choices("fire", "situations", form=False),
    )
    @answers_command(private=True)
    async def odds(
        self,
        ctx: Context,
        attacker: app_commands.Range[str, 1, 600],
        target: app_commands.Range[str, 1, 600] | None = None,
        distance: Typed | None = None,
        cover: Typed | None = None,
        firers: Typed | None = None,
        situation: Typed | None = None,
        chart: bool | None = None,
    ) -> Reply:
        given: dict[str, Any] = {"unit": attacker, "target": target, "distance": distance}
        given |= {"cover": cover, "firers": firers, "situation": situation}
        live = await ctx.game()
        request = parse_request_options(ctx, live, "fire", given)
        if request.target and not _fires_one_by_one(live, request):
            return await _odds_only_reply(ctx, "fire", given, chart)
        return await _comparison_reply(ctx, live, request, chart)


async def preview_command(ctx: Context, command: str, **given: Any) -> Reply:
    """Show the odds of a command with these options to the caller, without carrying it out."""
    return await _odds_only_reply(ctx, command, given)


def _fires_one_by_one(live: ActiveGame, request: Request) -> bool:
    """True if several attackers shoot separately, because the system has no combined shot."""
    command = live.system.commands.get(request.command)
    return len(request.unit) > 1 and command is not None and "unit" not in command.several


async def _comparison_reply(ctx: Context, live: ActiveGame, request: Request, chart: bool | None) -> Reply:
    """Compare every attacker at every target; enemies unknown to the caller are only named as hidden."""
    board, command = live.board, live.system.commands.get(request.command)
    if command is not None and (left_open := command.open_list_faults(request)):
        raise BadFacts(left_open)
    ctx.require_known(board, request)
    targets = request.target or enemies_of(board, request.unit)
    known = tuple(id for id in targets if knows(board, ctx.caller.id, board.unit(id)))
    cards = tuple(id for id in targets if id not in known)
    found = await ctx.services.odds.compare(ctx.call, request, known, cards)
    words = ctx.me.at(board)
    return await asyncio.to_thread(comparison_reply, words, found, True, chart is not False)


async def _odds_only_reply(ctx: Context, command: str, given: dict[str, Any], chart: bool | None = None) -> Reply:
    """Show the odds of a command only to the caller, so that the enemy does not learn the plan."""
    live = await ctx.game()
    request = parse_request_options(ctx, live, command, given)
    return await command_odds_reply(ctx, live, request, chart)


# The commands of play, and `/turn`.

DICE = N_("Your own faces: 5 2 6 4, rolls separated by /. roll: the bot rolls. Empty: as usual for your side.")
SITUATION = N_("Other effects; several with commas.")


class PlayCog(commands.Cog):
    """The commands of play; each carries out a command of the channel's system."""

    @app_commands.command(description=N_("Roll for the initiative."))
    @app_commands.describe(
        dice=DICE,
        modifier=N_("Scenario modifier of your side."),
        unit=N_("The unit whose side has the modifier."),
        modifiers=N_("Scenario modifiers, one number per side, separated by /."),
    )
    @app_commands.autocomplete(unit=autocomplete.units, modifiers=autocomplete.modifiers)
    @answers_command()
    async def initiative(
        self,
        ctx: Context,
        dice: Typed | None = None,
        modifier: app_commands.Range[int, -10, 10] | None = None,
        unit: Typed | None = None,
        modifiers: Typed | None = None,
    ) -> Reply:
        return await carry_out_options(ctx, "initiative", dice, unit=unit, modifier=modifier, modifiers=modifiers)

    @app_commands.command(description=N_("Activate a unit: its test, if any, and its options."))
    @app_commands.describe(unit=N_("The unit."), action=N_("Its action."), situation=SITUATION, dice=DICE)
    @app_commands.autocomplete(
        unit=autocomplete.units,
        action=autocomplete.suggest_actions("activate"),
        situation=autocomplete.suggest_choices("activate", "situations"),
    )
    @answers_command()
    async def activate(
        self,
        ctx: Context,
        unit: Typed,
        action: Typed | None = None,
        situation: Typed | None = None,
        dice: Typed | None = None,
    ) -> Reply:
        return await carry_out_options(ctx, "activate", dice, unit=unit, action=action, situation=situation)

    @app_commands.command(description=N_("Move a unit: how far it may go, and who may react."))
    @app_commands.describe(
        unit=N_("The unit."),
        action=N_("How it moves."),
        terrain=N_("The terrain it crosses."),
        extra=N_("Other effects."),
    )
    @app_commands.autocomplete(
        unit=autocomplete.units,
        action=autocomplete.suggest_actions("move"),
        terrain=autocomplete.suggest_choices("move", "terrain"),
        extra=autocomplete.suggest_choices("move", "extra"),
    )
    @answers_command()
    async def move(
        self,
        ctx: Context,
        unit: Typed,
        action: Typed | None = None,
        terrain: Typed | None = None,
        extra: Typed | None = None,
    ) -> Reply:
        return await carry_out_options(ctx, "move", unit=unit, action=action, terrain=terrain, extra=extra)

    @app_commands.command(description=N_("Fire at one target, or a volley at several."))
    @app_commands.describe(
        attacker=N_("The unit that fires."),
        target=N_("The target; several with commas make a volley. Empty: you are asked."),
        distance=N_("The distance: 11.5, 30cm; one per target, separated by /."),
        cover=N_("The target's cover; one per target separated by /."),
        firers=N_("Weapons: 4 infantry_rifle, 1 lmg; one list per target, separated by /. Empty: all that can fire."),
        situation=SITUATION,
        dice=DICE,
        preview=N_("Preview: odds and markers, only for you."),
    )
    @app_commands.autocomplete(
        attacker=autocomplete.units,
        target=autocomplete.targets,
        cover=autocomplete.suggest_choices("fire", "covers"),
        firers=autocomplete.weapons,
        situation=autocomplete.suggest_choices("fire", "situations"),
    )
    @answers_command()
    async def fire(
        self,
        ctx: Context,
        attacker: Typed,
        target: app_commands.Range[str, 1, 600] | None = None,
        distance: Typed | None = None,
        cover: Typed | None = None,
        firers: Typed | None = None,
        situation: Typed | None = None,
        dice: app_commands.Range[str, 1, 1000] | None = None,
        preview: bool = False,
    ) -> Reply:
        given: dict[str, Any] = {"unit": attacker, "target": target, "distance": distance}
        given |= {"cover": cover, "firers": firers, "situation": situation}
        if target is None:
            return await _ask_for_target(ctx, "fire", given, dice, preview)
        if preview:
            return await preview_command(ctx, "fire", **given)
        return await _split_form(ctx, given) or await carry_out_options(ctx, "fire", dice, **given)

    @app_commands.command(description=N_("Assault an enemy, or fight on in close combat."))
    @app_commands.describe(
        attacker=N_("The unit that attacks."),
        target=N_("The unit it attacks. Empty: you are asked."),
        distance=N_("The distance: 11.5, 30cm."),
        situation=SITUATION,
        dice=DICE,
    )
    @app_commands.autocomplete(
        attacker=autocomplete.units,
        target=autocomplete.targets,
        situation=autocomplete.suggest_choices("assault", "situations"),
    )
    @answers_command()
    async def assault(
        self,
        ctx: Context,
        attacker: Typed,
        target: Typed | None = None,
        distance: Typed | None = None,
        situation: Typed | None = None,
        dice: Typed | None = None,
    ) -> Reply:
        given = {"unit": attacker, "target": target, "distance": distance, "situation": situation}
        if target is None:
            return await _ask_for_target(ctx, "assault", given, dice)
        return await carry_out_options(ctx, "assault", dice, **given)

    @app_commands.command(description=N_("A morale test."))
    @app_commands.describe(unit=N_("The unit."), situation=SITUATION, dice=DICE)
    @app_commands.autocomplete(unit=autocomplete.units, situation=autocomplete.suggest_choices("morale", "situations"))
    @answers_command()
    async def morale(
        self, ctx: Context, unit: Typed, situation: Typed | None = None, dice: Typed | None = None
    ) -> Reply:
        return await carry_out_options(ctx, "morale", dice, unit=unit, situation=situation)

    @app_commands.command(description=N_("Every other action of this game's system."))
    @app_commands.describe(
        action=N_("The action."),
        unit=N_("The unit."),
        target=N_("The target."),
        weapon=N_("A weapon or an object."),
        distance=N_("The distance: 11.5, 30cm."),
        count=N_("How many."),
        situation=SITUATION,
        dice=DICE,
    )
    @app_commands.autocomplete(
        action=autocomplete.acts,
        unit=autocomplete.units,
        target=autocomplete.targets,
        weapon=autocomplete.usable_things,
        situation=autocomplete.suggest_choices("act", "situations"),
    )
    @answers_command()
    async def act(
        self,
        ctx: Context,
        action: Typed,
        unit: app_commands.Range[str, 1, 600] | None = None,
        target: app_commands.Range[str, 1, 600] | None = None,
        weapon: Typed | None = None,
        distance: Typed | None = None,
        count: app_commands.Range[int, 0, 100] | None = None,
        situation: Typed | None = None,
        dice: app_commands.Range[str, 1, 1000] | None = None,
    ) -> Reply:
        given: dict[str, Any] = {"action": action, "unit": unit, "target": target, "weapon": weapon}
        given |= {"distance": distance, "count": count, "situation": situation}
        return await carry_out_options(ctx, "act", dice, **given)


class TurnCog(
    commands.GroupCog, group_name="turn", group_description=N_("The turn: its phases, its end, the next one.")
):
    """`/turn`; the system determines the name and the effects of a turn."""

    @app_commands.command(description=N_("Start a new turn: end effects, collect markers, see what comes next."))
    @answers_command()
    async def next(self, ctx: Context) -> Reply:
        return await carry_out_options(ctx, "turn next")

    @app_commands.command(description=N_("End your side's turn."))
    @answers_command()
    async def end(self, ctx: Context) -> Reply:
        return await carry_out_options(ctx, "turn end")

    @app_commands.command(description=N_("Go to a phase of your turn, in systems that have phases."))
    @app_commands.describe(phase=N_("The phase."))
    @answers_command()
    async def phase(self, ctx: Context, phase: app_commands.Range[str, 1, 40]) -> Reply:
        return await carry_out_options(ctx, "turn phase", action=phase)


async def _split_form(ctx: Context, given: dict[str, Any]) -> Reply | None:
    """Return the form that distributes the weapons of a shot at several targets, if that is required."""
    if "," not in given["target"]:
        return None
    live = await ctx.services.games.from_memory(ctx.call.where)
    request = parse_request_options(ctx, live, "fire", given)
    known = all(knows(live.board, ctx.caller.id, live.game.units[id]) for id in request.target)
    if not known or not can_split(live.board, request):
        return None
    require_commander(live.game, ctx.caller, live.game.units[request.unit[0]].side, request.unit[0])
    return split_offer(ctx.me, live, request)


async def _ask_for_target(
    ctx: Context, command: str, given: dict[str, Any], dice: str | None, for_odds: bool = False
) -> Reply:
    """Open the form of a command that names no target, prefilled with everything that was typed, including dice.

    A command that does not fit into the id of a form becomes a waiting command, which stores all of it.
    """
    live = await ctx.services.games.from_memory(ctx.call.where)
    request = parse_request_options(ctx, live, command, given)
    form = await form_for_target(ctx, live, request, dice or "", for_odds)
    return form or await carry_out_options(ctx, command, dice, **given)


async def carry_out_options(ctx: Context, command: str, dice: str | None = None, **given: Any) -> Reply:
    """Carry out a command of the channel's system with the typed options."""
    live = await ctx.services.games.from_memory(ctx.call.where)
    request = parse_request_options(ctx, live, command, given)
    return await outcome_reply(
        ctx, ctx.services.questions.begin(ctx.call, request, dice or "", live, missed=ctx.miss_words)
    )


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(PlayCog())
    await bot.add_cog(TurnCog())
    await bot.add_cog(OddsCog())
