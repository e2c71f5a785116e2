"""The rules of a game's system by topic: the text of a topic, and the menu to choose one."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from bot.errors import Refusal
from cogs.components.controls import ChoiceMenu, MenuId, MenuOption, chosen_option, handles_click, parse_number
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.table_topics import SECTION, topics_of
from cogs.rendering.text import Reader
from data import CAMPAIGN
from rules.campaign.tables import Terms
from rules.command.choices import match_name
from rules.command.system import System
from rules.kernel.action import Topic
from rules.kernel.facts import value_text
from rules.kernel.text import Listed, Term, Text


class TopicMenu(MenuId, what="help"):
    """A menu of topics, by index.

    `system` is the key of the rules; menus of earlier versions lack it and apply to the current game.
    """

    menu_of = ("menu", 0)
    system: str = ""


def topic_menu(words: Reader, system: System) -> ChoiceMenu:
    """Return the menu of topics, up to its limit; `/rules topic` has them all."""
    topics = enumerate(topics_of(system).values())
    options = [MenuOption(words.plain(topic.title), str(nth)) for nth, topic in topics]
    return TopicMenu(system.key).menu(options, words.plain.say("A rule …"))


@handles_click(TopicMenu)
async def choose_topic(ctx: Context, click: TopicMenu) -> Reply:
    """Show the chosen topic; raise Refusal if the channel has another game by now."""
    system, nth = (await ctx.game()).system, parse_number(chosen_option(ctx))
    topics = [*topics_of(system)]
    if nth >= len(topics) or click.system not in (system.key, ""):
        raise Refusal(Text("This menu is from another game. Use `/help` again."))
    return await topic_reply(ctx, topics[nth])


async def topic_reply(ctx: Context, name: str) -> Reply:
    """Return a topic of the rules: its text, its section, and the rulings it depends on."""
    live, words = await ctx.game(), ctx.me
    found = _find_topic(words, topics_of(live.system), name)
    rulings = live.board.book.rulings
    lines = [
        words.say("Ruling {name}: {value}", name=Term(one), value=value_text(type(rulings), getattr(rulings, one), one))
        for one in found.rulings
    ]
    text = "\n".join([words(found.text), *lines])
    footer = SECTION if found.section == SECTION else f"{live.system.name} › {found.section}"
    return Reply(words(found.title), text, footer, private=True)


async def campaign_topic_reply(ctx: Context, name: str) -> Reply:
    """Return a topic of the aftermath, with the rulings of the campaign here or else the defaults."""
    words, found = ctx.me, _find_topic(ctx.me, CAMPAIGN.topics, name)
    rulings: dict[str, object] = dict(Terms().model_dump())
    with contextlib.suppress(Refusal):
        rulings = dict((await ctx.services.campaigns.find(ctx.call)).campaign.terms.model_dump())
    lines = [
        words.say("Ruling {name}: {value}", name=Term(one), value=Term(str(rulings[one]))) for one in found.rulings
    ]
    text = "\n".join([words(found.text), *lines])
    return Reply(words(found.title), text, f"{CAMPAIGN.name} › {found.section}", private=True)


def _find_topic(words: Reader, topics: Mapping[str, Topic], name: str) -> Topic:
    """Return the topic by its key or its suggested title; raise Refusal."""
    names = {key: key for key in topics} | {words.plain(one.title): key for key, one in topics.items()}
    found = match_name(name, names)
    if found is None:
        known = Listed([one.title for one in topics.values()])
        raise Refusal(Text("There is no topic '{name}'. Topics: {topics}.", name=name[:40], topics=known))
    return topics[found]
