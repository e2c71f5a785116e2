"""The question that a click is about, which must be open and of the kind that the control belongs to."""

from __future__ import annotations

from typing import TypeVar

from bot.errors import Refusal
from bot.game.questions import Question
from bot.resolution.questions import OpenQuestion
from cogs.components.controls import Click
from cogs.interactions.context import Context
from rules.kernel.text import Text

OTHER_QUESTION = Text("This button does not belong to that question; `/waiting` shows what is open.")
Q = TypeVar("Q", bound=Question)


async def opened(ctx: Context, click: Click, kind: type[Q] | tuple[type[Q], ...]) -> tuple[OpenQuestion, Q]:
    """The question of a click, which must be of that kind; raises Refusal."""
    found = await ctx.services.questions.opened(ctx.call, *click.question)
    if not isinstance(found.question, kind):
        raise Refusal(OTHER_QUESTION)
    return found, found.question
