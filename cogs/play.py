"""`/initiative`, `/activate`, `/move`, `/fire`, `/assault`, `/morale`, `/act` and `/turn`; and `/odds`."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.game.people import knows
from bot.game.permissions import require_commander
from bot.game.registry import ActiveGame
from bot.services.play.comparison import enemies_of
from cogs.components.play.command_forms import form_for_target
from cogs.components.play.odds_clicks import command_odds_reply
from cogs.components.play.outcome import outcome_reply
from cogs.components.play.split_fire import split_offer
from cogs.interactions import autocomplete, unit_options
from cogs.interactions.built_command import BuiltCommand, SlashOption, build_command, slash_command
from cogs.interactions.context import Context
from cogs.interactions.options import parse_request_options
from cogs.rendering.odds import comparison_reply
from cogs.rendering.reply import Reply
from rules.command.split_fire import can_split
from rules.kernel.errors import BadFacts
from rules.kernel.request import Request
from rules.kernel.text import N_

# The options of the commands of play.

_NAMES: Any = app_commands.Range[str, 1, 600]
_FACES: Any = app_commands.Range[str, 1, 1000]
DICE = SlashOption(
    N_("Your own faces: 5 2 6 4, rolls separated by /. roll: the bot rolls. Empty: as usual for your side.")
)
UNIT = SlashOption(N_("The unit."), suggest=unit_options.units)
ATTACKER = SlashOption(N_("The unit that fires."), suggest=unit_options.units, needed=True)
DISTANCE = SlashOption(N_("The distance: 11.5, 30cm."))


def _situation(command: str, form: bool = True) -> SlashOption:
    return SlashOption(
        N_("Other effects; several with commas."),
        suggest=autocomplete.suggest_choices(command, "situations", form),
    )


def _cover(about: str) -> SlashOption:
    return SlashOption(about, suggest=autocomplete.suggest_choices("fire", "covers"))


# `/odds`: the odds of a command on the current board; nothing is recorded.


async def _odds(ctx: Context, attacker: str, chart: bool | None = None, **options: str | None) -> Reply:
    """Show the odds of a shot, or compare all possible shots."""
    given: dict[str, Any] = {"unit": attacker, **options}
    live = await ctx.game()
    request = parse_request_options(ctx, live, "fire", given)
    combined = live.system.commands.get(request.command)
    # Several attackers fire one by one if the system has no combined shot.
    one_by_one = len(request.unit) > 1 and combined is not None and "unit" not in combined.several
    if request.target and not one_by_one:
        return await _odds_only_reply(ctx, "fire", given, chart)
    return await _comparison_reply(ctx, live, request, chart)


class OddsCog(commands.Cog):
    """`/odds`: exact odds on the current board; nothing is recorded."""

    odds = build_command(
        "odds",
        N_("The exact odds of a shot, or of all possible shots, from the board now."),
        {
            "attacker": ATTACKER._replace(
                about=N_("The unit that fires; several with commas are compared."), kind=_NAMES
            ),
            "target": SlashOption(
                N_("The target; several with commas. Empty: compare all it may shoot at."), _NAMES, unit_options.targets
            ),
            "distance": DISTANCE,
            "cover": _cover(N_("The target's cover.")),
            "firers": SlashOption(
                N_("Weapons: 4 infantry_rifle, 1 lmg. Empty: all that can fire."), suggest=autocomplete.weapons
            ),
            "situation": _situation("fire", form=False),
            "chart": SlashOption(N_("Whether to draw a picture too. Empty: yes; for short odds under Details."), bool),
        },
        _odds,
        private=True,
    )


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


def _play_command(command: str, about: str, /, **options: SlashOption) -> BuiltCommand:
    return build_command(command, about, options, partial(_give_command, command))


async def _give_command(
    command: str, ctx: Context, dice: str | None = None, preview: bool = False, **options: Any
) -> Reply:
    """Carry out a command of the channel's system; an attack without a target opens its form."""
    given = {"unit" if name == "attacker" else name: one for name, one in options.items()}
    if "attacker" in options and given["target"] is None:
        # The form is prefilled with everything that was typed, including dice. A command that does not fit into the id
        # of a form becomes a waiting command, which stores all of it.
        live = await ctx.services.games.from_memory(ctx.call.where)
        request = parse_request_options(ctx, live, command, given)
        if form := await form_for_target(ctx, live, request, dice or "", preview):
            return form
    if preview:
        return await _odds_only_reply(ctx, command, given)
    split = await _split_form(ctx, given) if command == "fire" and given["target"] else None
    return split or await carry_out_options(ctx, command, dice, **given)


class PlayCog(commands.Cog):
    """The commands of play; each carries out a command of the channel's system."""

    initiative = _play_command(
        "initiative",
        N_("Roll for the initiative."),
        dice=DICE,
        modifier=SlashOption(N_("Scenario modifier of your side."), app_commands.Range[int, -10, 10]),
        unit=UNIT._replace(about=N_("The unit whose side has the modifier.")),
        modifiers=SlashOption(
            N_("Scenario modifiers, one number per side, separated by /."), suggest=autocomplete.modifiers
        ),
    )
    activate = _play_command(
        "activate",
        N_("Activate a unit: its test, if any, and its options."),
        unit=UNIT._replace(needed=True),
        action=SlashOption(N_("Its action."), suggest=autocomplete.suggest_actions("activate")),
        situation=_situation("activate"),
        dice=DICE,
    )
    move = _play_command(
        "move",
        N_("Move a unit: how far it may go, and who may react."),
        unit=UNIT._replace(needed=True),
        action=SlashOption(N_("How it moves."), suggest=autocomplete.suggest_actions("move")),
        terrain=SlashOption(N_("The terrain it crosses."), suggest=autocomplete.suggest_choices("move", "terrain")),
        extra=SlashOption(N_("Other effects."), suggest=autocomplete.suggest_choices("move", "extra")),
    )
    fire = _play_command(
        "fire",
        N_("Fire at one target, or a volley at several."),
        attacker=ATTACKER,
        target=SlashOption(
            N_("The target; several with commas make a volley. Empty: you are asked."), _NAMES, unit_options.targets
        ),
        distance=SlashOption(N_("The distance: 11.5, 30cm; one per target, separated by /.")),
        cover=_cover(N_("The target's cover; one per target separated by /.")),
        firers=SlashOption(
            N_("Weapons: 4 infantry_rifle, 1 lmg; one list per target, separated by /. Empty: all that can fire."),
            suggest=autocomplete.weapons,
        ),
        situation=_situation("fire"),
        dice=DICE._replace(kind=_FACES),
        preview=SlashOption(N_("Preview: odds and markers, only for you."), bool, default=False),
    )
    assault = _play_command(
        "assault",
        N_("Assault an enemy, or fight on in close combat."),
        attacker=ATTACKER._replace(about=N_("The unit that attacks.")),
        target=SlashOption(N_("The unit it attacks. Empty: you are asked."), suggest=unit_options.targets),
        distance=DISTANCE,
        situation=_situation("assault"),
        dice=DICE,
    )
    morale = _play_command(
        "morale",
        N_("A morale test."),
        unit=UNIT._replace(needed=True),
        situation=_situation("morale"),
        dice=DICE,
    )
    act = _play_command(
        "act",
        N_("Every other action of this game's system."),
        action=SlashOption(N_("The action."), suggest=autocomplete.acts, needed=True),
        unit=UNIT._replace(kind=_NAMES),
        target=SlashOption(N_("The target."), _NAMES, unit_options.targets),
        weapon=SlashOption(N_("A weapon or an object."), suggest=autocomplete.usable_things),
        distance=DISTANCE,
        count=SlashOption(N_("How many."), app_commands.Range[int, 0, 100]),
        situation=_situation("act"),
        dice=DICE._replace(kind=_FACES),
    )


class TurnCog(
    commands.GroupCog, group_name="turn", group_description=N_("The turn: its phases, its end, the next one.")
):
    """`/turn`; the system determines the name and the effects of a turn."""

    @slash_command(N_("Start a new turn: end effects, collect markers, see what comes next."))
    async def next(self, ctx: Context) -> Reply:
        return await carry_out_options(ctx, "turn next")

    @slash_command(N_("End your side's turn."))
    async def end(self, ctx: Context) -> Reply:
        return await carry_out_options(ctx, "turn end")

    @slash_command(N_("Go to a phase of your turn, in systems that have phases."), phase=N_("The phase."))
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
