"""A reply as a value, worded for its readers; and a refusal as one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.errors import Refusal
from cogs.rendering.text import Reader
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.text import Joined, Plural, Sentence, Text, Typed
from rules.kernel.wording import capital, sentence

INK = 0x4E6E58
REFUSED = 0x9A4B3C


@dataclass(frozen=True)
class Reply:
    """A thing to say. `text` is markdown of any length; `private` shows it to the one who asked only."""

    title: str = ""
    text: str = ""
    footer: str = ""
    private: bool = False
    buttons: tuple[discord.ui.Item[Any], ...] = field(default=(), compare=False)
    file: tuple[str, bytes, str] | None = None
    """Name, content, and what it shows in words."""
    colour: int = INK
    ping: str | None = None
    """The id of the one person whose turn it is now, if any."""
    sent: Callable[[int], Awaitable[None]] | None = None
    """Told the id of the message once it stands."""
    unrecorded: bool = False
    """Whether it says that nothing was recorded: nobody need hear of it later."""
    aloud: Reply | None = None
    """What everybody reads beside it, where it tells only the one who asked."""
    passing: bool = False
    """Whether it is of no use behind the next answer: of such private ones to somebody the newest alone stands, and
    not even that once something they did is told to everybody.
    """
    in_place: bool = False
    """Whether it takes the place of the message whose button was clicked."""
    settled: Reply | None = None
    """What the question that was clicked says from now on; as it is, it only loses its buttons."""
    above: int = 0
    """How many lines of the text, the first ones, are about earlier entries."""
    form: discord.ui.Modal | None = None
    """A form to show instead of a message, as the first answer to a command or a button."""


# A refusal in words: its reason as the heading, and below it what to do.

LONG = 70
"""A first sentence of more letters ends at its colon or semicolon already."""
_END = re.compile(r"(?<=[\w)}'’″`]{2})[.?!]\s+(?=[\W\dA-ZÀ-Þ])")
"""The end of a sentence; "z. B." is none."""
_PAUSE = re.compile(r"(?<=.{12})[:;]\s+")


def refused(words: Reader, error: Exception) -> Reply:
    """What was wrong, for the one who can mend it."""
    reasons = _reasons(error)
    title, more = headed(words, reasons[0]) if len(reasons) == 1 else (words.say("{n} faults", n=len(reasons)), "")
    lines = [more] if more else []
    lines += [f"• {words(Sentence(fault))}" for fault in reasons if len(reasons) > 1]
    if isinstance(error, RuleError) and error.rule:
        lines.append(words.say("Rule: {rule}", rule=Typed(error.rule)))
    return Reply(title, "\n".join(lines), private=True, colour=REFUSED, unrecorded=True, passing=True)


def reason(words: Reader, error: Exception) -> str:
    """The reasons of a refusal, a line each."""
    return "\n".join(words(Sentence(fault)) for fault in _reasons(error))


def _reasons(error: Exception) -> tuple[Text, ...]:
    match error:
        case BadFacts(faults=faults):
            return faults or (Typed(str(error)),)
        case RuleError(text=text) | BadDice(text=text) | Refusal(text=text):
            return (text,)
        case _:
            return (Typed(str(error)),)


def headed(words: Reader, text: Text) -> tuple[str, str]:
    """A text as a heading without its full stop, and the rest of it as sentences.

    It is cut where its template ends a sentence: the names that stand in it may have full stops of their own. This is
    about looks alone; what was wrong is never read out of it.
    """
    first, rest = _in_two(words, text)
    return capital(first.strip().removesuffix(".")), sentence(rest.strip())


def _in_two(words: Reader, text: Text) -> tuple[str, str]:
    if isinstance(text, Sentence) and isinstance(text.sentence, Text):
        return _in_two(words, text.sentence)
    if isinstance(text, Joined) and text.joined and isinstance(text.joined[0], Text):
        first, rest = _in_two(words, text.joined[0])
        return first, words(Joined((rest, *text.joined[1:]), text.between))
    if type(text) not in (Text, Plural):
        return words(text), ""
    template = _template(words, text)
    at = _cut(template)
    return words.filled(template[:at], text), words.filled(template[at:].lstrip(":; "), text)


def _template(words: Reader, text: Text) -> str:
    if isinstance(text, Plural):
        return words.plural(text.msgid, text.many, text.n)
    return words.translated(text.msgid)


def _cut(template: str) -> int:
    """Where the heading ends: behind the first sentence, or in a long one at its pause."""
    end = found.start() + 1 if (found := _END.search(template)) else len(template)
    pause = _PAUSE.search(template, 0, end)
    return pause.start() if pause and end > LONG else end
