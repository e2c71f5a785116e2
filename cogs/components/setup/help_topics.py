"""The rules of a game's system by topic: one of them told, and the menu to choose one from."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from bot.errors import Refusal
from cogs.components.controls import Menu, id_of
from cogs.interactions.context import Context
from cogs.interactions.limits import choices
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from data import CAMPAIGN
from rules.campaign.tables import Terms
from rules.command.choices import of_names
from rules.command.system import System
from rules.kernel.action_set import Topic
from rules.kernel.facts import value_text
from rules.kernel.text import Listed, Term, Text

HELP = "help"
"""What stands in the id of the menu of topics, where others have a question."""


def topic_menu(words: Reader, system: System) -> Menu:
    """Every topic, as far as a menu takes them; `/rules topic` has all."""
    titles = [words.plain(topic.title) for topic in choices([*system.topics.values()])]
    return Menu(id_of("menu", HELP), titles, words.plain.say("A rule …"))


async def topic_picked(ctx: Context, nth: int) -> Reply:
    """The topic at that place of the menu; raises Refusal where the channel has another game by now."""
    topics = [*(await ctx.game()).system.topics]
    if nth >= len(topics):
        raise Refusal(Text("This menu belongs to another game; use `/help` again."))
    return await topic_reply(ctx, topics[nth])


async def topic_reply(ctx: Context, name: str) -> Reply:
    """A topic of the rules: its text, its section, the rulings it leans on."""
    live, words = await ctx.game(), ctx.me
    found = _topic(words, live.system.topics, name)
    rulings = live.board.book.rulings
    lines = [
        words.say("Ruling {name}: {value}", name=Term(one), value=value_text(type(rulings), getattr(rulings, one), one))
        for one in found.rulings
    ]
    text = "\n".join([words(found.text), *lines])
    return Reply(words(found.title), text, f"{live.system.name} › {found.section}", private=True)


async def campaign_topic_reply(ctx: Context, name: str) -> Reply:
    """A topic of the aftermath, with the rulings of the campaign here, or the usual ones where there is none."""
    words, found = ctx.me, _topic(ctx.me, CAMPAIGN.topics, name)
    rulings: dict[str, object] = dict(Terms().model_dump())
    with contextlib.suppress(Refusal):
        rulings = dict((await ctx.services.campaigns.find(ctx.call)).campaign.terms.model_dump())
    lines = [
        words.say("Ruling {name}: {value}", name=Term(one), value=Term(str(rulings[one])))
        for one in found.rulings
        if one in rulings
    ]
    text = "\n".join([words(found.text), *lines])
    return Reply(words(found.title), text, f"{CAMPAIGN.name} › {found.section}", private=True)


def _topic(words: Reader, topics: Mapping[str, Topic], name: str) -> Topic:
    """The topic by its key, or by the title that suggestions show; raises Refusal."""
    names = {key: key for key in topics} | {words.plain(one.title): key for key, one in topics.items()}
    found = of_names(name, names)
    if found is None:
        known = Listed([one.title for one in topics.values()])
        raise Refusal(Text("There is no topic '{name}'. The topics are {topics}.", name=name[:40], topics=known))
    return topics[found]
