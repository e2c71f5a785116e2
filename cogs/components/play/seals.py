"""Sealed texts and secret rolls with their controls: a form to write them, and buttons that reveal them."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.errors import Refusal
from bot.game.people import is_card, speaks_for
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.services.play.seals import LONGEST, LONGEST_PLACE, LOOSE, SaltedText, join_lines
from cogs.components.controls import Control, ControlId, GameId, handles_click, handles_form
from cogs.components.forms import Field, Form
from cogs.components.play.entry_buttons import entry_buttons
from cogs.components.play.next_controls import next_controls
from cogs.components.play.outcome import show_result
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions.context import Context
from cogs.interactions.message import post
from cogs.rendering.reply import Reply
from cogs.rendering.result import result_reply
from cogs.rendering.text import Reader
from rules.game.clocks_and_seals import SealLaid
from rules.game.tabletop import Seal
from rules.game.unit import Unit
from rules.kernel.text import Text

TEXT = "text"


class WriteSeal(GameId, what="seal"):
    """A button that opens the form for a text, or for the position of a unit."""

    unit: str = ""


class SealForm(WriteSeal, what="sealform"):
    """The form for a text to seal."""


class OpenSeals(GameId, what="unseal"):
    """A button that opens the caller's seals together with the other players' seals, or reveals a unit's position."""

    unit: str = ""


class LookAtRoll(ControlId, what="look"):
    """A button that shows a secret roll to the player it was made for."""

    user: str
    mark: str


class RevealRoll(LookAtRoll, what="reveal"):
    """A button that shows a secret roll to the channel."""


def seal_button(words: Reader, live: ActiveGame) -> Control:
    """Return the button that opens the form for the caller."""
    return WriteSeal(live.info.id).button(words.plain.say("Seal …"))


async def sealed_place_controls(ctx: Context, live: ActiveGame, unit: Unit) -> tuple[Sequence[str], Sequence[Control]]:
    """Return the lines and buttons for a unit's sealed position.

    Its owner sees the position and a button that reveals it. A hidden unit without a seal gets the button that seals
    its position.
    """
    words, id = ctx.me, live.info.id
    digest = next((digest for digest, seal in live.game.seals.items() if seal.unit == unit.id), None)
    if digest is None:
        may = is_card(live.board, unit) and speaks_for(live.game, ctx.caller.id, unit.side)
        return (), (WriteSeal(id, unit.id).button(words.plain.say("Seal its position …")),) if may else ()
    if live.game.seals[digest].by != ctx.caller.id:
        return (words.say("Its position is sealed."),), ()
    kept = await ctx.services.seals.find_text(ctx.caller.id, id, digest)
    line = words.say("Its position, known only to you: {place}", place=join_lines(kept.text if kept else "?"))
    return (line,), (OpenSeals(id, unit.id).button(words.plain.say("Reveal its position")),)


async def seal_text(ctx: Context, text: str, unit: str = "") -> Reply:
    """Seal a text, or the position of a unit."""
    if unit:
        return await announce_apart(ctx, await ctx.services.seals.place(ctx.call, unit, text))
    return await announce_apart(ctx, await ctx.services.seals.seal(ctx.call, text))


async def announce_apart(ctx: Context, result: CommandResult) -> Reply:
    """Answer the caller privately and announce the seal in a message of its own.

    A public answer would show the command with the secret text.
    """
    live, words = await ctx.game(), ctx.me
    try:
        await post(ctx.interaction.client, live, _seal_announcement(ctx, live, result))
    except discord.HTTPException:
        await ctx.services.unposted_results.add(live.info.id, result.entry.number, ctx.services.clock())
    seal = _new_seal(result)
    if seal is None:
        return Reply(words.at(live.board)(result.entry.shown_title), private=True)
    text = words.say("Only you can read it until you open it: `/seal open`.")
    if seal.unit:
        text = words.say("Only you can read it until the unit is revealed or you open it: `/seal open unit:`.")
    return Reply(words.say("Sealed"), text, private=True)


def _new_seal(result: CommandResult) -> Seal | None:
    return next((one.seal for one in result.entry.events if isinstance(one, SealLaid)), None)


def _seal_announcement(ctx: Context, live: ActiveGame, result: CommandResult) -> Reply:
    words, seal = ctx.all_readers, _new_seal(result)
    buttons = entry_buttons(words, result) if result.entry.command == "unit add" else next_controls(words, live)
    if seal is not None:
        label = words.plain.say("Reveal its position") if seal.unit else words.plain.say("Open")
        buttons = (OpenSeals(live.info.id, seal.unit or "").button(label), *buttons)
    return result_reply(words, result, ctx.caller.name, buttons)


async def open_seals(ctx: Context, alone: bool = False, unit: str = "") -> Reply:
    """Open the caller's seals, or reveal the position of a unit."""
    if unit:
        return show_result(ctx, await ctx.services.seals.reveal_place(ctx.call, unit))
    return show_result(ctx, await ctx.services.seals.open(ctx.call, alone))


@handles_click(WriteSeal)
async def open_seal_form(ctx: Context, click: WriteSeal) -> Reply:
    """Open the form for a text."""
    live = await require_current_game(ctx, click)
    unit = ctx.unit(live.game, click.unit) if click.unit else None
    most = LONGEST_PLACE if unit else LONGEST
    label = Text("Position of {unit}", unit=unit.ref) if unit else Text("An order, a bid, a position")
    field = Field(TEXT, label, most, long=True)
    return Form(ctx.me.at(live.board), Text("Seal"), SealForm(live.info.id, click.unit), [field]).reply(ctx)


@handles_form(SealForm)
async def record_seal(ctx: Context, form: SealForm) -> Reply:
    """Seal the text of the form."""
    await require_current_game(ctx, form)
    return await seal_text(ctx, ctx.submitted_text(TEXT), form.unit)


@handles_click(OpenSeals)
async def handle_open_seals(ctx: Context, click: OpenSeals) -> Reply:
    """Open the caller's seals together with the other players' seals, or reveal a unit's position."""
    await require_current_game(ctx, click)
    return await open_seals(ctx, unit=click.unit)


# Free rolls that one player sees.


async def secret_roll_reply(ctx: Context, title: str, lines: str, to: discord.User | None) -> Reply:
    """Announce a secret roll with its commitment; only the roller or the player `to` sees the faces."""
    user, name = (str(to.id), to.display_name) if to else (ctx.caller.id, ctx.caller.name)
    mark, kept = await ctx.services.seals.store_secret_roll(user, f"{title}: {lines}")
    words = ctx.all_readers
    line = words.say("{who} rolled in secret; {name} sees it.", who=ctx.caller.name, name=name)
    looks, shows = LookAtRoll(user, mark), RevealRoll(user, mark)
    buttons = (looks.button(words.plain.say("Look")), shows.button(words.plain.say("Reveal")))
    return Reply(title, f"{line}\nSHA-256 `{kept.digest}`", ctx.caller.name, buttons=buttons)


async def _require_secret_roll(ctx: Context, click: LookAtRoll) -> SaltedText:
    """Return a secret roll; raise Refusal for other players and for a roll already revealed."""
    if click.user != ctx.caller.id:
        raise Refusal(Text("Only the player it was rolled for sees it."))
    kept = await ctx.services.seals.find_text(click.user, LOOSE, click.mark)
    if kept is None:
        raise Refusal(Text("This roll was already shown, or is gone."))
    return kept


@handles_click(LookAtRoll, private=True)
async def show_secret_roll(ctx: Context, click: LookAtRoll) -> Reply:
    """Show a secret roll to the player it was made for."""
    kept = await _require_secret_roll(ctx, click)
    return Reply(ctx.me.say("Rolled in secret"), kept.text, private=True)


@handles_click(RevealRoll, retires=True)
async def reveal_secret_roll(ctx: Context, click: RevealRoll) -> Reply:
    """Show a secret roll to the channel, with its proof."""
    kept = await _require_secret_roll(ctx, click)

    async def delete(_: int) -> None:
        """Delete the secret roll once it is in the channel, so that a lost answer loses nothing."""
        await ctx.services.seals.drop(click.user, LOOSE, click.mark)

    proof = ctx.all_readers.say("SHA-256 `{digest}`, salt `{salt}`", digest=kept.digest, salt=kept.salt)
    return Reply(ctx.all_readers.say("Rolled in secret"), f"{kept.text}\n{proof}", ctx.caller.name, sent=delete)
