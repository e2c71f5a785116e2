"""The data kept about the caller: shown, exported or deleted, always privately."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from discord.ext import commands

from bot.services.record.privacy import PersonalData, SealedText
from cogs.components.clicks import ForgetMe
from cogs.interactions.built_command import private_command
from cogs.interactions.context import Context
from cogs.interactions.limits import shorten
from cogs.rendering.reply import REFUSED, Reply
from rules.kernel.text import N_, Text, Typed, counted

MOST_LINES = 10
"""Most games and sealed texts listed; the file has them all."""
MOST_LETTERS = 150
"""Most characters shown of each sealed text."""


class PrivacyCog(commands.GroupCog, group_name="privacy", group_description=N_("What is kept about you.")):
    """`/privacy`, for all users in every channel, with or without a game."""

    @private_command(N_("What is kept about you here, and for how long."))
    async def show(self, ctx: Context) -> Reply:
        kept, words = await ctx.services.privacy.data_of(ctx.caller.id), ctx.me
        seated = kept.seated_games
        games = [
            Text("  · {game}, {when:date}: you are in it", game=one.name, when=int(one.started_at))
            if one in seated
            else Text("  · {game}, {when:date}", game=one.name, when=int(one.started_at))
            for one in (seat.game for seat in reversed(kept.games))
        ]
        lines = [*_kept_lines(kept, _first_lines(games)), *_terms_lines(ctx.services.privacy.days)]
        return Reply(words.say("What is kept about you"), "\n".join(map(words, lines)), private=True)

    @private_command(N_("Everything that is kept about you, as a file."))
    async def export(self, ctx: Context) -> Reply:
        words, told = ctx.me, await ctx.services.privacy.export(ctx.caller)
        name = f"adjutant-{datetime.datetime.now(datetime.UTC):%Y-%m-%d}.json"
        what = words.say("Everything that is kept about you.")
        text = words.say("Your seats, your commands and dice, what you sealed, and the forces you saved.")
        return Reply(words.say("What is kept about you"), text, private=True, file=(name, told, what))

    @private_command(N_("Delete everything that is kept about you."))
    async def delete(self, ctx: Context) -> Reply:
        kept, words = await ctx.services.privacy.data_of(ctx.caller.id), ctx.me
        if not kept:
            return Reply(words.say("What is kept about you"), words.say("Nothing is kept about you."), private=True)
        lines = [words(line) for line in (*_kept_lines(kept), *_departure_lines(kept), *_remaining_lines())]
        games = counted(len(kept.games), "game", "games")
        forces = counted(kept.forces, "force", "forces")
        forget = ForgetMe().button(
            words.plain.say("Delete me from {games}, and {forces}", games=games, forces=forces), "risky"
        )
        return Reply(words.say("Please confirm"), "\n".join(lines), private=True, buttons=(forget,), colour=REFUSED)


def _kept_lines(kept: PersonalData, list_of_games: Sequence[Text] = ()) -> list[Text]:
    """Return a line for each kind of data, with the caller's games below their number."""
    if not kept:
        return [Text("Nothing is kept about you.")]
    games, entries = counted(len(kept.games), "game", "games"), counted(kept.entries, "entry", "entries")
    number = counted(len(kept.campaigns), "campaign", "campaigns")
    # Only the caller has read them, though the bot's operator could.
    sealed = _first_lines([_unread_text(one) for one in kept.unopened_texts])
    return [
        Text("• Your Discord id and display name, in {games}.", games=games),
        *list_of_games,
        *([Text("• The same in {campaigns}.", campaigns=number)] if kept.campaigns else []),
        Text("• Your commands there, with their dice: {entries}.", entries=entries),
        Text("• Your saved forces: {forces}.", forces=counted(kept.forces, "force", "forces")),
        *([Text("• Your last list, and the names that you explained in it.")] if kept.lists else []),
        *([Text("• Sealed texts, which no player can read:"), *sealed] if sealed else []),
    ]


def _first_lines(lines: list[Text]) -> list[Text]:
    """Return the first lines, and the number of further ones."""
    more = len(lines) - MOST_LINES
    return lines[:MOST_LINES] + ([Text("… and {n} more", n=more)] if more > 0 else [])


def _unread_text(one: SealedText) -> Text:
    words = " · ".join(one.kept.text.split("\n"))
    if one.game is None:
        return Text("  · rolled in secret: {text}", text=Typed(shorten(words.replace("**", ""), MOST_LETTERS)))
    text = Typed(shorten(words, MOST_LETTERS))
    if one.unit:
        return Text("  · {game}, position of {unit}: {text}", game=one.game.name, unit=one.unit, text=text)
    return Text("  · {game}: {text}", game=one.game.name, text=text)


def _terms_lines(days: int) -> list[Text]:
    return [
        Text("It is kept until you delete it. Messages are not read."),
        Text("The bot's operator can read everything in its database and backups, even sealed texts and secret rolls."),
        Text("When a server removes the bot, its games are deleted after {days} days.", days=days),
        Text("`/privacy export` gives you all of it as a file; `/privacy delete` deletes it."),
    ]


def _departure_lines(kept: PersonalData) -> list[Text]:
    return [
        Text("You leave {game} first, as with `/game leave`; your units stay with your side.", game=game.name)
        for game in kept.seated_games
    ] + [
        Text("You leave {campaign} too; your roster waits for another player.", campaign=one.campaign.name)
        for one in kept.campaigns
        if not one.campaign.over
    ]


def _remaining_lines() -> list[Text]:
    return [
        Text(
            "The games stay, with “Player 1” instead of you. Reasons and unit names that you typed stay too. "
            "Your story notes and your unopened seals are deleted."
        ),
        Text("This cannot be undone."),
    ]


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(PrivacyCog())
