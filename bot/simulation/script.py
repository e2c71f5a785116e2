"""Scripted battles: their language, and the conversation as text.

# A comment, which readers see too. bot rolls 5 2 6 4 Ann: /fire attacker:Marines target:Militia distance:10 dice:5 2 6
4 Ann clicks Fire anyway Bob picks suppress first Ann fills in 5 2 6 4 | | side

The bot's next dice show the faces given for it; when they run out, it rolls. The button, choice or form used is the
last one of that name that the player sees. Indented lines are the bot's messages, and not played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, NamedTuple

import discord
from rich.padding import Padding
from rich.text import Text as Styled

from bot.errors import AppError
from rules.kernel import text as texts
from rules.kernel.text import Listed, Text
from rules.kernel.wording import ENGLISH


class ScriptError(AppError):
    """Raised for a line that cannot be played; `text` describes the fault for the person who typed it."""

    def __init__(self, text: Text | str) -> None:
        super().__init__(text)
        self.text = text if isinstance(text, Text) else texts.Typed(text)

    def __str__(self) -> str:
        return ENGLISH(self.text)


class ScriptRemark(NamedTuple):
    text: str


class ScriptFaces(NamedTuple):
    """Faces for the bot's next dice."""

    faces: tuple[int, ...]


class TypedCommand(NamedTuple):
    """A slash command, as typed after the slash."""

    who: str
    text: str


class ScriptAct(NamedTuple):
    """A button clicked, a choice picked or a form filled in."""

    who: str
    verb: str
    text: str


Step = ScriptRemark | ScriptFaces | TypedCommand | ScriptAct
VERBS = ("clicks", "picks", "fills in")
_TYPED = re.compile(r"(\w+): /(.+)")
_DID = re.compile(rf"(\w+) ({'|'.join(VERBS)}) (.+)")
_ROLLS = re.compile(r"bot (?:rolls|throws) ([0-9 ]+)")


def script(text: str) -> list[tuple[str, Step]]:
    """Return each line with its parsed step; raise ScriptError. The bot's messages in a transcript are skipped."""
    lines = [line.rstrip() for line in text.splitlines()]
    return [(line, _parse_step(line)) for line in lines if line and not line.startswith(" ")]


def _parse_step(line: str) -> Step:
    if line.startswith("#"):
        return ScriptRemark(line.lstrip("# "))
    if found := _ROLLS.fullmatch(line):
        return ScriptFaces(tuple(map(int, found[1].split())))
    if found := _TYPED.fullmatch(line):
        return TypedCommand(found[1], found[2])
    if found := _DID.fullmatch(line):
        return ScriptAct(found[1], found[2], found[3])
    raise ScriptError(f"{line!r} is none of: # remark, bot rolls 5 2, Name: /command option:value, Name clicks Button")


def players(steps: Iterable[tuple[str, Step]]) -> list[str]:
    """Return the players, in order of appearance."""
    return list(dict.fromkeys(step.who for _, step in steps if isinstance(step, TypedCommand | ScriptAct)))


def split_command(text: str, commands: Mapping[str, Iterable[str]]) -> tuple[str, dict[str, str]]:
    """Return the name and options of a typed command; `commands` are all commands with their options.

    Raises ScriptError.
    """
    name = max((name for name in commands if f"{text} ".startswith(f"{name} ")), key=len, default=None)
    if name is None:
        raise ScriptError(Text("There is no command /{typed}.", typed=text))
    options = "|".join(map(re.escape, commands[name])) or "(?!)"
    pieces = re.split(rf"(?:^|\s)({options}):", text[len(name) :])
    if pieces[0].strip():
        typed, has = pieces[0].strip(), Listed([f"{one}:" for one in commands[name]])
        if not has:
            raise ScriptError(Text("/{command} has no option '{typed}'.", command=name, typed=typed))
        raise ScriptError(
            Text("/{command} has no option '{typed}'; it has {options}", command=name, typed=typed, options=has)
        )
    return name, {option: value.strip() for option, value in zip(pieces[1::2], pieces[2::2], strict=True)}


# The conversation in a simulated Discord, as text: plain for a transcript, styled for a terminal.


class ScriptMessage(NamedTuple):
    """The text of a message. `private` names its only reader, if any."""

    private: str | None
    lines: tuple[str, ...]
    footer: str
    controls: tuple[str, ...]


def without_controls(message: ScriptMessage) -> ScriptMessage:
    """Return a message without controls, so that disabling buttons does not count as a change."""
    return message._replace(controls=())


SKIPPED = 4
"""Minimum number of consecutive unchanged lines that are left out after an edit."""


def changed_part(before: ScriptMessage, after: ScriptMessage) -> ScriptMessage:
    """Return an edited message without its unchanged passages."""
    lines: list[str] = []
    for old, passage in groupby(after.lines, lambda line: line in before.lines):
        same = list(passage)
        lines += ["…"] if old and len(same) >= SKIPPED else same
    return after._replace(lines=tuple(lines))


def controls(message: discord.Message) -> Iterator[Any]:
    """Yield every button and select of a message."""
    for row in message.components:
        yield from getattr(row, "children", ())


def read_message(message: discord.Message, private: str | None) -> ScriptMessage:
    lines: list[str] = [message.content] if message.content else []
    for embed in message.embeds:
        lines += [embed.title] if embed.title else []
        lines += (embed.description or "").splitlines()
    lines += [f"({file.filename}: {file.description or 'a file'})" for file in message.attachments]
    footers = [embed.footer.text for embed in message.embeds if embed.footer.text]
    labels: list[str] = []
    for control in controls(message):
        options = " | ".join(one.label for one in getattr(control, "options", ()))
        labels.append(f"[{options or getattr(control, 'label', '')}]")
    unwrapped = (line.replace("\u00a0", " ") for line in lines)
    return ScriptMessage(private, tuple(unwrapped), " ".join(footers), tuple(labels))


def plain_lines(message: ScriptMessage) -> Iterator[str]:
    """Yield a message as lines, with its original markdown."""
    if message.private:
        yield f"(only {message.private} sees this)"
    yield from message.lines
    if message.footer:
        yield f"— {message.footer}"
    if message.controls:
        yield " ".join(message.controls)


_MARKDOWN = re.compile(r"\\(.)|\*\*(.+?)\*\*|__(.+?)__|~~(.+?)~~|`(.+?)`|<t:(\d+(?::\w)?)>")


def styled_message(message: ScriptMessage) -> Padding:
    """Return a message as it looks in Discord, as far as a terminal can show it."""
    lines = [
        _styled_line(line.removeprefix("-# "), "dim" if line.startswith(("-# ", "— ", "(only ", "[")) else "")
        for line in plain_lines(message)
    ]
    return Padding(Styled("\n").join(lines), (0, 0, 0, 4), expand=False)


_STYLES = ("", "bold", "underline", "strike", "cyan", "")


def _styled_line(line: str, style: str) -> Styled:
    """Return a line with its markdown, also nested, turned into styles."""
    text, at = Styled(style=style), 0
    for found in _MARKDOWN.finditer(line):
        kind = found.lastindex or 1
        text.append(line[at : found.start()])
        if kind == 6:
            # A timestamp, as Discord shows it in UTC: `61200:d` is a day, any other style a time of day.
            seconds, _, shows = found[6].partition(":")
            moment = datetime.fromtimestamp(int(seconds), UTC)
            text.append(moment.strftime("%Y-%m-%d" if shows == "d" else "%H:%M"))
        elif kind in (1, 5):
            text.append(found[kind], _STYLES[kind - 1])
        else:
            text.append_text(_styled_line(found[kind], _STYLES[kind - 1]))
        at = found.end()
    return text.append(line[at:])
