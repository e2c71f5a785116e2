"""What is said of a game that cannot be read: when it is closed, and when its log is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.resolution.undo import called
from bot.store.tables import Battle
from bot.store.whole_games import Line
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.game.tabletop import Player
from rules.kernel.text import Text


async def closed_here(ctx: Context) -> Battle | None:
    """Close the channel's game if it cannot be read; None if there is nothing of that kind. Raises Refusal."""
    return await ctx.services.unreadable.close(ctx.call, ctx.interaction.permissions.manage_channels)


def closed_reply(words: Reader, game: Battle) -> Reply:
    text = words.say("{game} cannot be read and is closed. Its record is kept.", game=game.name)
    again = words.say("Once it can be read again, `/game reopen` resumes it where it was.")
    return Reply(words.say("The game is closed"), f"{text}\n{again}")


def closed_line(words: Reader, game: Battle | None) -> list[str]:
    """For an answer about another game that takes its place."""
    if game is None:
        return []
    return [words.say("{game} cannot be read and was closed for it; its record is kept.", game=game.name)]


async def damaged_log(ctx: Context, game: Battle, last: int, why: Text) -> Reply:
    """The last entries of a game as far as they can be read."""
    lines, players = await ctx.services.unreadable.log(game, last)
    words = ctx.everybody
    text = "\n".join([words(why), "", *_lines(words, lines, players)])
    return Reply(words.say("Log of {game}", game=game.name), text)


def _lines(words: Reader, lines: Sequence[Line], players: Mapping[str, Player]) -> Iterator[str]:
    expected = lines[0].number if lines else 0
    for line in lines:
        if line.number > expected:
            yield words.say("**{number}** is missing", number=expected)
        name = players[line.by].name if line.by in players else Text("somebody who left")
        said = called(line.entry) if line.entry else Text("{command} (cannot be read)", command=line.command)
        yield f"**{line.number}** <t:{int(line.at)}:t> {words(name)}: {words(said)}."
        expected = line.number + 1
