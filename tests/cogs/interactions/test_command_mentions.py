"""Clickable commands in messages: where their ids are known and Discord displays them."""

from __future__ import annotations

from pathlib import Path

from simcord.env import Env

from bot.client import Adjutant
from cogs.interactions import limits
from cogs.interactions.message import messages, with_mentions
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader, escape_typed
from data.texts import language
from tests.cogs.table import Loaded, Table, services_on
from tests.rows import for_each

KNOWN = {"turn next": 11, "fire": 22, "game join": 33, "act": 44}
WORDS = Reader(language("en-US"), commands=KNOWN)


@for_each(
    ("code", "mention"),
    [
        ("Then `/turn next`.", "Then </turn next:11>."),
        ("**`/fire`** or `/act gas`", "**</fire:22>** or </act:44> `gas`"),
        ("`/game join side:Red Guard`", "</game join:33> `side:Red Guard`"),
        ("`/turn`, `/game`, `/unheard of`", "`/turn`, `/game`, `/unheard of`"),
        ("```\n`/fire`\n``` `/fire`", "```\n`/fire`\n``` </fire:22>"),
        (escape_typed("`/fire`"), escape_typed("`/fire`")),
    ],
)
def test_a_command_is_a_mention_and_its_options_stay_code(code: str, mention: str) -> None:
    assert with_mentions(code, KNOWN) == mention
    assert with_mentions(code, {}) == code


def test_titles_footers_and_files_keep_the_code() -> None:
    (sent,) = messages(Reply("Try `/fire`", "`/fire`", "`/fire`"), WORDS)
    embed = sent["embed"]
    assert (embed.title, embed.description, embed.footer.text) == ("Try `/fire`", "</fire:22>", "`/fire`")
    long = "\n".join(["`/fire`" + "x" * 4000] * 4)
    (sent,) = messages(Reply("", long), WORDS)
    assert sent["files"][0].fp.read().decode() == long


def test_a_message_that_is_full_stays_one() -> None:
    full = "`/turn next` " + "x" * (limits.DESCRIPTION - len("`/turn next` "))
    (sent,) = messages(Reply("", full), WORDS)
    assert sent["embed"].description == full
    assert len(messages(Reply("", full[:-6]), WORDS)[0]["embed"].description) <= limits.DESCRIPTION


async def test_ids_of_commands_are_remembered_for_the_next_run(tmp_path: Path) -> None:
    dice, file = Loaded(), tmp_path / "ids.sqlite"
    services = await services_on(file, dice, "run1")
    bot = Adjutant(services, mentions=True)
    env = Env(bot)
    try:
        await env.start()
        table = Table(env, services, dice, file)
        told = await table.say(table.ann, "/game status")
        new = bot.command_ids["game new"]
        assert f"</game new:{new}>" in told.title + told.text
        assert not {"game", "turn", "Why?"} & set(bot.command_ids)
        bot.command_ids = {}
        assert not await bot.sync_if_changed()
        await bot.learn_ids()  # pyright: ignore[reportPrivateUsage]
        assert bot.command_ids["game new"] == new
    finally:
        await bot.close()
        await env.shutdown()
