"""The result of a command in a few lines: steps on the table first, then the dice, then the next steps.

All the rest is behind the button "Why?".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any

from bot.resolution.result import CommandResult, table_sync
from cogs.rendering import dice_line
from cogs.rendering.fit import RUN_ON, Part, Shorter, fit, join_lines
from cogs.rendering.phone import row_count
from cogs.rendering.reply import CONTROLS, Reply
from cogs.rendering.result import ResultView, is_amended, result_view, turn_line, unit_name_of_play
from cogs.rendering.rolls import RollView, roll_views
from cogs.rendering.sides import mark_in_game, signed_side
from cogs.rendering.table_lines import move_lines, steps_on_table, sync_lines
from cogs.rendering.text import Reader
from rules.command.system import Board
from rules.command.turns import actions_left_sentence, active_units
from rules.game.entry import Entry
from rules.kernel.plays import Play
from rules.kernel.text import NOTHING, Joined, Plural, kind_of

MOST = 4
"""Lines on a phone; with a row of buttons and a menu they fill a third of its screen."""
NEWS = 4
"""Extra lines for announcements of the bot, such as the commitment of a new seed."""
MOST_OF_MUST = 7
"""Most lines of the required parts: with one row of buttons they fill 240 pixels."""
NAMES = (24, 16, 12, 10, 8)
"""Limits of unit names in characters, tried in turn where nothing else makes room."""
MOST_ABOVE = 2
"""Most lines about the entries that a result continues."""


def short_reply(words: Reader, result: CommandResult, before: str = "", most: int = MOST_OF_MUST) -> Reply:
    """Return the result in a few lines; `before` is a line about the entries it continues, shown above.

    As many parts are shown as have room. The required parts may take `most` lines; the names of units are shortened
    where nothing else makes room.
    """
    words, above = words.at(result.after), [before] if before else []
    # The line above takes a line; announcements get extra ones.
    room = (MOST + NEWS if result.news else MOST) + (1 - row_count(above) if above else 0)
    most -= row_count(above)

    def fits(lines: Sequence[str], rank: int) -> bool:
        return row_count(lines) <= (room if rank <= Rank.WARNINGS else most)

    def layout(words: Reader) -> tuple[ResultView, list[str], list[str]]:
        found = _add_actions(words, result, result_view(words, result))
        return found, *fit(list(_parts(words, result, found)), fits)

    found, lines, footnotes = layout(words)
    for longest in NAMES:
        if row_count(lines) <= max(room, most):
            break
        found, lines, footnotes = layout(words.with_short_names(longest))
    plain = words.plain
    whose = [plain(signed_side(result.after.game, found.side))] if found.side else []
    again = [plain.say("already recorded")] if result.again else []
    head = [plain.say("checksum {head}", head=result.head)] if result.head else []
    footer = " · ".join((*whose, *again, plain.say("#{number}", number=result.entry.number), *footnotes, *head))
    colour = mark_in_game(result.after.game, found.side).accent
    text = "\n".join([*above, *lines])
    return Reply(text=text, footer=footer, colour=colour, above=len(above))


def _add_actions(words: Reader, result: CommandResult, found: ResultView) -> ResultView:
    """Add the active unit and its remaining actions to the line of the turn, if they fit on its row."""
    board, going = result.after, active_units(result.after)
    if len(going) != 1 or going[0].side != board.game.holder or not words.knows(going[0].id):
        return found
    whose, left = turn_line(words, result), actions_left_sentence(board, going[0])
    if not whose or found.last[-1:] != whose:
        return found
    said = f"{whose[0]} {words(left)}"
    return found._replace(last=[*found.last[:-1], said], included=left) if row_count([said]) == 1 else found


def entries_on_one_line(words: Reader, before: Board, after: Board, entries: Sequence[Entry]) -> str:
    """Return the entries that another one continues on one line: steps on the table, moves and dice.

    The boards are from before and after all of them.
    """
    words = words.at(after)
    table = [*sync_lines(words, table_sync(before, after)), *move_lines(words, entries)]
    table = table or [words(entries[0].shown_title)]
    parts = [" ".join(table), *_earlier_parts(words, entries)]
    while len(parts) > 1 and row_count([" · ".join(parts)]) > MOST_ABOVE:
        parts.pop()
    return " · ".join(parts)


def _earlier_parts(words: Reader, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        rolls = roll_views(words, entry)
        yield from (f"🎲 {dice_line.totals_line(words, [roll])}" for roll in rolls)
        if not rolls and entry is not entries[0]:
            told = [play.brief if play.moves and play.brief is not None else play.text for play in entry.plays]
            yield from (said for one in told if (said := words(one)))


def quiet_reply(words: Reader, result: CommandResult, buttons: Sequence[Any]) -> Reply:
    """Return a result for its issuer only: the steps on the table, and the notes."""
    words, entry = words.at(result.after), result.entry
    found = result_view(words, result)._replace(heading=entry.shown_title)
    first = " ".join(line.lstrip() for part in _step_parts(words, result, found) for line in part.lines)
    lines = [f"{first} {words(entry.shown_title)}".lstrip(), *map(words, entry.notes)]
    mark = mark_in_game(result.after.game, entry.side)
    return Reply(text="\n".join(lines), private=True, buttons=tuple(buttons), colour=mark.accent, helper=CONTROLS)


# The parts of a result.


class Rank(IntEnum):
    """The order in which the parts of a result are shortened; before all of these, asides are left out."""

    TOTALS = 1
    """Totals instead of faces, which can be seen on the table or checked with a pencil."""
    KINDS = 2
    """The dice of all weapons together."""
    RUN_ON = 3
    """The dice on the line before."""
    WARNINGS = 4
    """No confirmed warnings: the issuer has read them; the others find them behind Why?"""
    BRIEF = 5
    """The steps on the table in a few words. From here on, results exceed `MOST` lines."""
    UNLABELLED = 6
    """The dice without labels."""
    OWNERS = 7
    """The dice without notes on their owner."""
    RUNNING = 8
    """All steps and texts in one paragraph, without bold words."""
    HEADING = 9
    """The command without its units."""
    TEXTS = 10
    """No texts of plays besides the steps on the table."""
    LAST = 11
    """The turn on the line before."""


def _parts(words: Reader, result: CommandResult, found: ResultView) -> Iterator[Part]:
    """Yield the parts of a result in their order, with their shorter forms."""
    entry, more = result.entry, words.plain.say("more: Why?")
    yield _heading_part(words, result, found)
    yield from _step_parts(words, result, found, more)
    yield from _table_note_parts(words, entry)
    if entry.warnings:
        against = Plural("a rule was bent", "{n} rules were bent", len(entry.warnings))
        yield Part(found.warnings, (Shorter(Rank.WARNINGS, list, words.plain(against)),))
    yield from (Part([line], _running_forms(line, more)) for line in found.reason)
    # A heading with the outcome of a test includes its die.
    rolls = roll_views(words, entry, result.after.system) if found.heading == entry.shown_title else []
    if rolls:
        yield _dice_part(words, entry, rolls, more)
    asides = [words(note) for note in entry.notes if kind_of(note) == "tells" and note != found.included]
    yield from (Part([line], (Shorter(nth - len(asides), list, more),)) for nth, line in enumerate(asides))
    if last := " ".join(found.last):
        run_on = f"{RUN_ON}{last.replace('**', '')}"
        yield Part(found.last, (Shorter(Rank.RUNNING, lambda: [last]), Shorter(Rank.LAST, lambda: [run_on])))


def _heading_part(words: Reader, result: CommandResult, found: ResultView) -> Part:
    """Return the heading; if it takes a second row, an initiative roll is shortened, any other only if necessary."""
    entry, whole = result.entry, f"**{words(found.heading)}**"
    if row_count([whole]) == 1:
        return Part([whole])
    if entry.command == "initiative":
        return Part([f"**{words.say('Initiative')}**"])
    command = result.after.system.commands.get(entry.command)
    if command is None or found.heading != entry.shown_title:
        return Part([whole])
    return Part([whole], (Shorter(Rank.HEADING, lambda: [f"**{words(command.title)}**"]),))


def _step_parts(words: Reader, result: CommandResult, found: ResultView, more: str = "") -> Iterator[Part]:
    """Yield the steps on the table in bold, and the text of each play, the first on the line of the last step."""
    entry, steps = result.entry, [_bold_line(line) for line in found.table]
    if not steps and is_amended(entry):
        steps = [_bold_line(words.say("Nothing changes on the table."))]

    def short_steps() -> list[str]:
        return [_bold_line(line) for line in steps_on_table(words, result, brief=True)] or steps

    if steps:
        running = Shorter(Rank.RUNNING, lambda: [" ".join(short_steps()).replace("**", "")])
        yield Part(steps, (Shorter(Rank.BRIEF, short_steps), running))
    for nth, said in enumerate(filter(None, (_play_text(words, entry, play, found, steps) for play in entry.plays))):
        line = _bold_line(said) if not steps else said if nth else f" {said}"
        yield Part([line], _running_forms(said, more if steps or nth else ""))


def _running_forms(line: str, more: str = "") -> tuple[Shorter, ...]:
    """Return the forms of a line in a paragraph; with a footnote it may be left out in the end."""
    running = Shorter(Rank.RUNNING, lambda: [f" {line}"])
    return (running, Shorter(Rank.TEXTS, list, more)) if more else (running,)


def _table_note_parts(words: Reader, entry: Entry) -> Iterator[Part]:
    lines = [f"📌 {words(note)}" for note in entry.notes if kind_of(note) == "table"]
    yield from (Part([_bold_line(line)], _running_forms(line)) for line in lines)


def _dice_part(words: Reader, entry: Entry, rolls: Sequence[RollView], more: str) -> Part:
    """Return the dice: each roll with its faces, then totals in fewer and fewer words."""
    if rolled := dice_line.roll_off_line(words, entry, rolls):
        return Part([f"🎲 {rolled}"], (Shorter(Rank.RUN_ON, lambda: [f"{RUN_ON}🎲 {rolled}"]),))
    unseen = more if any(len(roll.faces) > 1 for roll in rolls) else ""
    return Part(
        [f"🎲 {dice_line.line_with_faces(roll)}" for roll in rolls],
        (
            Shorter(Rank.TOTALS, lambda: [f"🎲 {dice_line.totals_line(words, rolls)}"], unseen),
            Shorter(Rank.KINDS, lambda: [dice_line.rolls_by_kind(words, rolls)], unseen),
            Shorter(Rank.RUN_ON, lambda: [f"{RUN_ON}{dice_line.rolls_by_kind(words, rolls)}"], unseen),
            Shorter(
                Rank.UNLABELLED, lambda: [f"{RUN_ON}🎲 {dice_line.unlabelled_line(words, rolls, whose=True)}"], unseen
            ),
            Shorter(
                Rank.OWNERS, lambda: [f"{RUN_ON}🎲 {dice_line.unlabelled_line(words, rolls, whose=False)}"], unseen
            ),
        ),
    )


def steps_and_texts(words: Reader, result: CommandResult, found: ResultView) -> list[str]:
    """Return all lines before the dice: the steps on the table in bold, the plays, and the reason."""
    parts = (*_step_parts(words, result, found), *_table_note_parts(words, result.entry))
    return [*join_lines(line for part in parts for line in part.lines), *found.reason]


def _play_text(words: Reader, entry: Entry, play: Play, found: ResultView, steps: Sequence[str]) -> str:
    """Return the text of a play, in short below steps, and without a first sentence that repeats the heading."""
    if steps and play.brief is not None:
        text = play.brief
    elif found.heading == entry.shown_title:
        text = play.text
    else:
        text = Joined(play.text.joined[1:]) if isinstance(play.text, Joined) else NOTHING
    said = words(text)
    return f"{unit_name_of_play(words, entry, play)}{said}" if said else ""


def _bold_line(line: str) -> str:
    sign, mark, rest = line.partition("📌 ")
    return f"{mark}**{rest}**" if mark and not sign else f"**{line}**"
