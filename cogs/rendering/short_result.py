"""A command's result in few lines: what to do with the figures first, then the dice, then what comes next.

All the rest of it is behind the button "Why?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any

from bot.resolution.result import CommandResult, table_sync
from bot.resolution.undo import called
from cogs.rendering.reply import Reply
from cogs.rendering.result import about_unit, on_the_table, sync_lines
from cogs.rendering.sides import mark_in, signed
from cogs.rendering.text import Reader
from cogs.rendering.throws import known_faces, needed_after_comma, seen, summed
from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.kernel.plays import Play, Throwing
from rules.kernel.text import Kind, Text, kind_of

MOST = 5
"""Lines on a phone: with buttons, they fill a third of its screen."""
MOST_ABOVE = 2
"""Lines for what a result goes on from."""
WIDE = 38
"""Characters that fit on a line of a phone."""
_MARKS = re.compile(r"\*\*|\\")
_ACTS = ("activate", "move", "fire", "assault", "morale", "initiative")


def is_short(result: CommandResult) -> bool:
    """Whether it is of the kind that is told shortly: what units do; arrangements are told as they are."""
    entry = result.entry
    return bool(entry.plays) or entry.command in (*_ACTS, *result.after.system.acts)


def short_reply(words: Reader, result: CommandResult, buttons: Sequence[Any] = (), before: str = "") -> Reply:
    """The result in few lines; `before` is a line about the entries that it goes on from, above them."""
    words = words.at(result.after)
    above = [before] if before else []
    room = MOST + 1 - rows(above) if above else MOST
    text = "\n".join([*above, *_lines(words, result, room)])
    mark = mark_in(result.after.game, result.entry.side)
    footer = words.plain.say("Head {head}", head=result.head) if result.head else ""
    return Reply(text=text, footer=footer, buttons=tuple(buttons), colour=mark.accent)


def one_line(words: Reader, before: Board, after: Board, entries: Sequence[Entry]) -> str:
    """Entries that another one goes on from, on the boards before and after all of them: what there is to do with the
    figures, where they may go, and the dice.
    """
    words = words.at(after)
    table = sync_lines(words, table_sync(before, after)) or [words(called(entries[0]))]
    parts = [" ".join(table), *_gone(words, entries)]
    while len(parts) > 1 and rows([" · ".join(parts)]) > MOST_ABOVE:
        parts.pop()
    return " · ".join(parts)


def _gone(words: Reader, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        throws = [throw for play in entry.plays for throw in play.throws]
        yield from (f"🎲 {_dice(words, throw)}" for throw in throws)
        if not throws and entry is not entries[0]:
            yield from (told for play in entry.plays if (told := words(play.text)))


def quiet_reply(words: Reader, result: CommandResult, buttons: Sequence[Any]) -> Reply:
    """A result for whoever gave the command alone: what there is to do, and what comes next."""
    words, entry = words.at(result.after), result.entry
    first = " ".join(_to_do(words, result))
    lines = [f"{first} {words(called(entry))}".lstrip(), *map(words, entry.notes)]
    mark = mark_in(result.after.game, entry.side)
    return Reply(text="\n".join(lines), private=True, buttons=tuple(buttons), colour=mark.accent)


def _lines(words: Reader, result: CommandResult, room: int) -> list[str]:
    entry = result.entry
    heading, lines = f"**{words(called(entry))}**", _to_do(words, result)
    lines += [_bold(f"📌 {line}") for line in _notes(words, entry, "table")]
    lines += [words.say("Confirmed: {warning}", warning=warning) for warning in entry.warnings]
    lines += [words.say("Reason: {reason}", reason=entry.reason)] if entry.reason else []
    rest, asked = _rest(words, result, room - rows([heading, *lines]))
    if rows([heading, *lines, *rest, *asked]) <= room:
        return [heading, *lines, *rest, *asked]
    # Where names are long, nothing but what is asked begins a line of its own.
    return [heading, " · ".join((" ".join(lines), *rest)), *asked]


def _notes(words: Reader, entry: Entry, kind: Kind) -> list[str]:
    return [words(note) for note in entry.notes if kind_of(note) == kind]


def _rest(words: Reader, result: CommandResult, room: int) -> tuple[list[str], list[str]]:
    """The dice and what is told beside, as much as there is room for; what is asked, and whose it was.

    What only tells is left out first, the first of it before the last, then the faces: they can be read off the table,
    or checked with a pencil. How many lines that were stands in the last one, beside "Why?".
    """
    rest, last = list[str](), list[str]()
    for rest, last in _shorter(words, result):
        if rows([*rest, *last]) <= room:
            break
    return rest, last


def _shorter(words: Reader, result: CommandResult) -> Iterator[tuple[list[str], list[str]]]:
    """Ever shorter versions of the reply."""
    throws = [throw for play in result.entry.plays for throw in play.throws]
    told, asked = _notes(words, result.entry, "tells"), _notes(words, result.entry, "asks")
    each = [f"🎲 {_with_faces(words, result.after.system, throw)}" for throw in throws]
    together = ["🎲 " + " · ".join(_dice(words, throw) for throw in throws)] if throws else []
    for dice, unseen in ((each, 0), (together, sum(len(known_faces(throw)) > 1 for throw in throws))):
        for cut in range(len(told)):
            yield [*dice, *told[cut:]], [*asked, _whose(words, result, unseen + cut)]
        if told:
            yield dice, [*asked, _whose(words, result, unseen + len(told) - 1, told[-1:])]
        yield dice, [*asked, _whose(words, result, unseen + len(told))]
        # Unbroken, so that the number does not stand on a line alone.
        sign = f"{mark_in(result.after.game, result.entry.side).sign}\u00a0".lstrip("\u00a0")
        number = f"\u00a0·\u00a0{sign}{_number(words, result, unseen + len(told))}"
        if asked:
            yield dice, [*asked[:-1], f"{asked[-1]}{number}"]
        elif dice:
            yield [*dice[:-1], f"{dice[-1]}{number}"], []


def _to_do(words: Reader, result: CommandResult) -> list[str]:
    """What to do on the table, in bold; and what else there is to do or to know of each play."""
    entry, table = result.entry, [_bold(line) for line in on_the_table(words, result)]
    texts = [play.text if play.brief is None or not table else play.brief for play in entry.plays]
    told = [_about(words, entry, play, text) for play, text in zip(entry.plays, texts, strict=True)]
    told = [line for line in told if line]
    if not table:
        return [_bold(line) for line in told]
    return [*table[:-1], f"{table[-1]} {told[0]}", *told[1:]] if told else table


def _about(words: Reader, entry: Entry, play: Play, text: Text) -> str:
    said = words(text)
    return f"{about_unit(words, entry, play)}{said}" if said else ""


def _bold(line: str) -> str:
    sign, mark, rest = line.partition("📌 ")
    return f"{mark}**{rest}**" if mark and not sign else f"**{line}**"


def _with_faces(words: Reader, system: System, throw: Throwing) -> str:
    head = words.say("{label}{needed}", label=throw.label, needed=needed_after_comma(throw.needed))
    if throw.source == "bot":
        return f"{head}: {seen(words, throw)}{_read_as(words, throw)}"
    return f"{head}, {_own(words, throw)}: {seen(words, throw, system)}{_read_as(words, throw)}"


def _own(words: Reader, throw: Throwing) -> str:
    """A note that dice were not the bot's."""
    return words.say("counted") if throw.source == "counted" else words.say("yours")


def _read_as(words: Reader, throw: Throwing) -> str:
    """What several dice came to; one die says it itself, as a count does."""
    if throw.source == "counted" and not throw.added:
        return ""
    total = summed(throw)
    result = throw.result if total is None else total
    return f" → {words(result)}" if result is not None and (len(throw.faces) > 1 or total is not None) else ""


def _dice(words: Reader, throw: Throwing) -> str:
    """A throw in a few words: "to hit 2 of 4"."""
    said = _total(words, throw)
    return said if throw.source == "bot" else f"{said} ({_own(words, throw)})"


def _total(words: Reader, throw: Throwing) -> str:
    if throw.needed is not None and len(throw.faces) > 1 and not throw.needed.at_most:
        return words.say("{label} {n} of {dice}", label=throw.label, n=throw.successes, dice=len(throw.faces))
    total = summed(throw)
    faces = sum(throw.faces) if total is None else total
    return words.say("{label} {n}", label=throw.label, n=faces)


def _whose(words: Reader, result: CommandResult, cut: int = 0, told: Sequence[str] = ()) -> str:
    """Whose it was, the number under which it is found again, what is `told` beside, and how much was left out."""
    side = result.entry.side
    whose = [words(signed(result.after.game, side))] if side else []
    again = [words.say("recorded before")] if result.again else []
    return " · ".join((*whose, *again, _number(words, result, cut, told)))


def _number(words: Reader, result: CommandResult, cut: int, told: Sequence[str] = ()) -> str:
    more = [words.say("+ {n} more", n=cut)] if cut else []
    return " · ".join((words.say("#{number}", number=result.entry.number), *told, *more))


def rows(lines: Iterable[str]) -> int:
    """How many lines those are on a phone."""
    return sum(map(_rows, lines))


@lru_cache(maxsize=256)
def _rows(line: str) -> int:
    """The rows of one line, cached: each is counted several times until an answer has found its shape."""
    shown = _MARKS.sub("", line)
    if len(shown) <= WIDE and "\t" not in shown:  # a tab is as wide as several characters
        return 1
    return len(wrap(shown, WIDE)) or 1
