"""Replies as values, in the words of their readers; and refusals as replies."""

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
from rules.kernel.wording import capitalise, make_sentence

INK = 0x4E6E58
REFUSED = 0x9A4B3C

# Kinds of private helpers.

NOTICE, CONTROLS, MENU, PANEL = "notice", "controls", "menu", "panel"


@dataclass(frozen=True)
class Reply:
    """A message to send. `text` is markdown of any length; a `private` reply is visible to the caller only."""

    title: str = ""
    text: str = ""
    footer: str = ""
    private: bool = False
    buttons: tuple[discord.ui.Item[Any], ...] = field(default=(), compare=False)
    file: tuple[str, bytes, str] | None = None
    """Name, content, and description."""
    colour: int = INK
    ping: str | None = None
    """Id of the player to mention, if any."""
    sent: Callable[[int], Awaitable[None]] | None = None
    """Called with the id of the message once it is sent."""
    unrecorded: bool = False
    """True if nothing was recorded, so the reply need not be repeated later."""
    aloud: Reply | None = None
    """A public message in addition to a private reply."""
    helper: str = ""
    """The kind of a private reply that is obsolete after the player's next public result, such as `CONTROLS`.

    A newer helper of the same kind replaces it.
    """
    in_place: bool = False
    """True if it replaces the message whose button was clicked, with its controls.

    Any private answer to a click on a private message replaces that message too, but keeps its controls if it has none.
    """
    settled: Reply | None = None
    """New content of the clicked question; by default it only loses its buttons."""
    above: int = 0
    """Number of lines at the beginning of the text that are about earlier entries."""
    form: discord.ui.Modal | None = None
    """A form to show instead of a message, as the first answer to a command or a button."""


def choice_reply(words: Reader, *controls: discord.ui.Item[Any], title: str = "", helper: str = MENU) -> Reply:
    """Return a private message with a menu to choose from."""
    text = words.say("Choose from the menu.")
    return Reply(title, text, private=True, unrecorded=True, buttons=controls, helper=helper)


# Refusals: the reason as the heading, and below it the remedy.

LONG = 70
"""Most characters of a first sentence before it is cut at a colon or semicolon."""
_END = re.compile(r"(?<=[\w)}'’″`]{2})[.?!]\s+(?=[\W\dA-ZÀ-Þ])")
"""The end of a sentence, but not "z. B."."""
_PAUSE = re.compile(r"(?<=.{12})[:;]\s+")


def refusal_reply(words: Reader, error: Exception, in_place: bool = False) -> Reply:
    """Return the reasons of a refusal, for the player who can resolve it."""
    reasons = _reason_texts(error)
    title, more = (
        split_heading(words, reasons[0]) if len(reasons) == 1 else (words.say("{n} errors", n=len(reasons)), "")
    )
    lines = [more] if more else []
    lines += [f"• {words(Sentence(fault))}" for fault in reasons if len(reasons) > 1]
    if isinstance(error, RuleError) and error.rule:
        lines.append(words.say("Rule: {rule}", rule=Typed(error.rule)))
    return Reply(
        title, "\n".join(lines), private=True, colour=REFUSED, unrecorded=True, helper=NOTICE, in_place=in_place
    )


def reason_text(words: Reader, error: Exception) -> str:
    """Return the reasons of a refusal, one per line."""
    return "\n".join(words(Sentence(fault)) for fault in _reason_texts(error))


def _reason_texts(error: Exception) -> tuple[Text, ...]:
    match error:
        case BadFacts(faults=faults):
            return faults
        case RuleError(text=text) | BadDice(text=text) | Refusal(text=text):
            return (text,)
        case _:
            return (Typed(str(error)),)


def split_heading(words: Reader, text: Text) -> tuple[str, str]:
    """Return a text as a heading without its full stop, and the rest of it as sentences.

    It is cut where its template ends a sentence, because inserted names may contain full stops. This concerns
    presentation only; errors are never parsed from it.
    """
    first, rest = _split_text(words, text)
    return capitalise(first.strip().removesuffix(".")), make_sentence(rest.strip())


def _split_text(words: Reader, text: Text) -> tuple[str, str]:
    if isinstance(text, Sentence) and isinstance(text.sentence, Text):
        return _split_text(words, text.sentence)
    if isinstance(text, Joined) and text.joined and isinstance(text.joined[0], Text):
        first, rest = _split_text(words, text.joined[0])
        return first, words(Joined((rest, *text.joined[1:]), text.between))
    if type(text) not in (Text, Plural):
        return words(text), ""
    template = words.plural(text.msgid, text.many, text.n) if isinstance(text, Plural) else words.translated(text.msgid)
    end = found.start() + 1 if (found := _END.search(template)) else len(template)
    pause = _PAUSE.search(template, 0, end)
    at = pause.start() if pause and end > LONG else end
    return words.filled(template[:at], text), words.filled(template[at:].lstrip(":; "), text)


_NOT_IN_FILE_NAMES = re.compile("[^a-z0-9]+")


def file_stem(name: str, fallback: str, joint: str = "-") -> str:
    """Return a name as the beginning of a file's name: its plain letters and digits, with `joint` between them."""
    return _NOT_IN_FILE_NAMES.sub(joint, name.lower()).strip(joint) or fallback
