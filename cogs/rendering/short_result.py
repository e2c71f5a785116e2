"""The result of a command in a few lines: steps on the table first, then the dice, then the next steps.

All the rest is behind the button "Why?".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.resolution.result import CommandResult, table_sync
from cogs.rendering.dice_line import line_with_faces, roll_off_line, rolls_by_kind, totals_line, unlabelled_line
from cogs.rendering.phone import row_count
from cogs.rendering.reply import CONTROLS, Reply
from cogs.rendering.result import ResultView, is_amended, result_view, turn_line, unit_name_of_play
from cogs.rendering.rolls import roll_views
from cogs.rendering.sides import mark_in_game, signed_side
from cogs.rendering.table_lines import move_lines, steps_on_table, sync_lines
from cogs.rendering.text import Reader
from rules.command.system import Board
from rules.command.turns import actions_left_sentence, active_units
from rules.game.entry import Entry
from rules.kernel.plays import Play
from rules.kernel.text import NOTHING, Joined, Plural, Text, kind_of

MOST = 4
"""Lines on a phone; with a row of buttons and a menu they fill a third of its screen."""
NEWS = 4
"""Extra lines for announcements of the bot, such as the commitment of a new seed."""
MOST_OF_MUST = 7
"""Most lines of the required parts: with one row of buttons they fill 240 pixels."""
NAMES = (0, 24, 16, 12, 10, 8)
"""Limits of unit names in characters, tried in turn where nothing else makes room; 0 is no limit."""
MOST_ABOVE = 2
"""Most lines about the entries that a result continues."""


def short_reply(
    words: Reader, result: CommandResult, buttons: Sequence[Any] = (), before: str = "", most: int = MOST_OF_MUST
) -> Reply:
    """Return the result in a few lines; `before` is a line about the entries it continues, shown above.

    The required parts are shortened to `most` lines.
    """
    words = words.at(result.after)
    found, above = _add_actions(words, result, result_view(words, result)), [before] if before else []
    lines, small, cut = _result_lines(words, result, found, _line_room(result, above), most - row_count(above))
    footer = _short_footer(words.plain, result, found, small, cut)
    colour = mark_in_game(result.after.game, found.side).accent
    text = "\n".join([*above, *lines])
    return Reply(text=text, footer=footer, buttons=tuple(buttons), colour=colour, above=len(above))


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


def _line_room(result: CommandResult, above: Sequence[str]) -> int:
    """Return the number of lines below the line above; announcements get extra lines."""
    most = MOST + NEWS if result.news else MOST
    return most + 1 - row_count(above) if above else most


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
        yield from (f"🎲 {totals_line(words, [roll])}" for roll in rolls)
        if not rolls and entry is not entries[0]:
            told = [play.brief if play.moves and play.brief is not None else play.text for play in entry.plays]
            yield from (said for one in told if (said := words(one)))


def quiet_reply(words: Reader, result: CommandResult, buttons: Sequence[Any]) -> Reply:
    """Return a result for its issuer only: the steps on the table, and the notes."""
    words, entry = words.at(result.after), result.entry
    first = " ".join(_bold_steps(words, entry, steps_on_table(words, result), entry.shown_title))
    lines = [f"{first} {words(entry.shown_title)}".lstrip(), *map(words, entry.notes)]
    mark = mark_in_game(result.after.game, entry.side)
    return Reply(text="\n".join(lines), private=True, buttons=tuple(buttons), colour=mark.accent, helper=CONTROLS)


def _result_lines(
    words: Reader, result: CommandResult, found: ResultView, room: int, most: int
) -> tuple[list[str], list[str], int]:
    """Return the lines of a result, its footnotes, and the number of parts left out.

    As many parts are shown as fit into `room` lines. Required parts may take `most` lines, and are shortened beyond
    that.
    """
    lines, cut = _full_result(words, result, found, room)
    if row_count(lines) <= room:
        return lines, [], cut
    found, small = without_warnings(words, result, found)
    lines, cut = _full_result(words, result, found, room)
    if row_count(lines) <= room:
        return lines, small, cut
    lean = found._replace(table=steps_on_table(words, result, brief=True))
    ways = [(found, 0, True), *((lean, shorter, whose) for shorter in range(4) for whose in (True, False))]
    musts = (_required_parts(words, result, *way) for way in ways)
    lines, cut = next((one for one in musts if row_count(one[0]) <= most), None) or _fit_parts(words, result, most)
    return lines, small, cut


def _fit_parts(words: Reader, result: CommandResult, most: int) -> tuple[list[str], int]:
    """Return the required parts as running text, with shortened names, and as many other parts as fit."""
    lines, cut = list[str](), 0
    for longest in NAMES:
        narrow = words.with_short_names(longest)
        found, _ = without_warnings(narrow, result, result_view(narrow, result))
        found = found._replace(table=steps_on_table(narrow, result, brief=True))
        lines, cut = _fit_rows(narrow, result, found, most)
        if row_count(lines) <= most:
            break
    return lines, cut


def _fit_rows(words: Reader, result: CommandResult, found: ResultView, most: int) -> tuple[list[str], int]:
    """Return the steps on the table, the dice and the next steps in as few rows as possible.

    While there is room, these are added: the text of each play and the reason, the units in the heading, and notes on
    own dice. Parts left out are counted.
    """
    entry, system = result.entry, result.after.system
    _, said, notes = _table_parts(words, entry, found)
    told_of, command = [*_least_texts(words, entry, found, said), *found.beside], system.commands.get(entry.command)
    rolls = roll_views(words, entry, system) if found.heading == entry.shown_title else []
    bare, signed_dice = (unlabelled_line(words, rolls, whose) for whose in (False, True))
    whole, short = _short_heading(words, entry, found), f"**{words(command.title)}**" if command else ""
    last = min(found.last, [" ".join(found.last)], key=row_count)

    def compose(heading: str, kept: Sequence[str], dice: str) -> list[str]:
        text, rolled = " ".join([*found.table, *notes, *kept]).replace("**", ""), [f"🎲 {dice}"] if dice else []
        parts = list(filter(None, [text, *rolled]))
        ways = [[" · ".join(parts), *last], [*parts, *last], [" · ".join([*parts, *last]).replace("**", "")]]
        return [heading, *next((way for way in ways if row_count([heading, *way]) <= most), min(ways, key=row_count))]

    heading = short if short and found.heading == entry.shown_title and row_count([whole]) > 1 else whole
    # Without steps on the table, the first play describes the result.
    kept = [] if found.table or notes else told_of[:1]
    for one in told_of[len(kept) :]:
        if row_count(compose(heading, [*kept, one], bare)) <= most:
            kept.append(one)
    heading = whole if row_count(compose(whole, kept, bare)) <= most else heading
    dice = signed_dice if row_count(compose(heading, kept, signed_dice)) <= most else bare
    *_, (_, cut) = _shorter_dice(words, result, found)
    return compose(heading, kept, dice), cut + len(told_of) - len(kept) + len(entry.plays)


def without_warnings(words: Reader, result: CommandResult, found: ResultView) -> tuple[ResultView, list[str]]:
    """Return a result without its warnings, with a footnote that there were some.

    The issuer has read them; the others find them behind Why?
    """
    warnings = result.entry.warnings
    if not warnings:
        return found, []
    against = Plural("a rule was bent", "{n} rules were bent", len(warnings))
    return found._replace(beside=found.beside[len(warnings) :]), [words.plain(against)]


def _full_result(words: Reader, result: CommandResult, found: ResultView, room: int) -> tuple[list[str], int]:
    """Return the whole result in at most `room` lines, if possible."""
    first, lines = _short_heading(words, result.entry, found), steps_and_texts(words, result.entry, found)
    rest, cut = _dice_and_notes(words, result, found, room - row_count([first, *lines, *found.last]))
    if row_count([first, *lines, *rest, *found.last]) > room:
        # If names are long, only steps and requests begin a new line.
        *above, below = lines or [""]
        lines, rest = above, [" · ".join(filter(None, [below, *rest]))]
    return [first, *lines, *rest, *found.last], cut


def _required_parts(
    words: Reader, result: CommandResult, found: ResultView, shorter: int, whose: bool
) -> tuple[list[str], int]:
    """Return only the required parts, at one of four levels.

    Level 0: with the labels of the rolls. 1: without them. 2: with everything but the steps as running text. 3: all as
    running text, without bold. From level 1 on, `whose` adds notes on own dice.
    """
    table, said, notes = _table_parts(words, result.entry, found)
    rest, cut = list(_shorter_dice(words, result, found))[-1]
    rolls = roll_views(words, result.entry, result.after.system)
    if shorter and rolls and rest:
        rest = [f"🎲 {unlabelled_line(words, rolls, whose)}"]
    lines = [*table, *said, *notes, *found.beside]
    if shorter > 1:
        lines = [*filter(None, [" ".join([*said, *found.beside])]), *table, *notes]
    if shorter > 2:
        lines = [" ".join(lines).replace("**", "")]
    *above, below = lines or [""]
    joined, apart = [*above, " · ".join(filter(None, [below, *rest]))], [*lines, *rest]
    lines = apart if row_count(apart) <= row_count(joined) else joined
    return [_short_heading(words, result.entry, found), *lines, *found.last], cut


def _short_heading(words: Reader, entry: Entry, found: ResultView) -> str:
    """Return the heading; an initiative roll is shortened if it would take a second row."""
    whole = f"**{words(found.heading)}**"
    return f"**{words.say('Initiative')}**" if entry.command == "initiative" and row_count([whole]) > 1 else whole


def _least_texts(words: Reader, entry: Entry, found: ResultView, said: list[str]) -> list[str]:
    """Return the short texts of the plays; none if the steps on the table show the result.

    For an amendment without changes, return that there are none.
    """
    if is_amended(entry) and not found.table:
        return [words.say("Nothing changes on the table.")]
    brief = [_play_text(words, entry, play, play.brief) for play in entry.plays if play.brief is not None]
    brief = [line for line in brief if line]
    return brief if found.table or brief else said


def steps_and_texts(words: Reader, entry: Entry, found: ResultView) -> list[str]:
    """Return all lines before the dice: the steps on the table in bold, the plays, and confirmed warnings."""
    table, said, notes = _table_parts(words, entry, found)
    return [*table, *said, *notes, *found.beside]


def _table_parts(words: Reader, entry: Entry, found: ResultView) -> tuple[list[str], list[str], list[str]]:
    """Return the steps on the table with the first play's text, the other plays' texts, and table notes."""
    to_do, count = _bold_steps(words, entry, found.table, found.heading), len(found.table)
    return (
        to_do[:count],
        to_do[count:],
        [_bold_line(f"📌 {words(note)}") for note in entry.notes if kind_of(note) == "table"],
    )


def _dice_and_notes(words: Reader, result: CommandResult, found: ResultView, room: int) -> tuple[list[str], int]:
    """Return the dice and the side notes that fit, and the number of parts left out.

    Side notes are left out first, from the beginning, then the faces, which can be seen on the table or checked with a
    pencil. The totals always stay.
    """
    shown: tuple[list[str], int] = [], 0
    for shown in _shorter_dice(words, result, found):
        if row_count(shown[0]) <= room:
            break
    return shown


def _shorter_dice(words: Reader, result: CommandResult, found: ResultView) -> Iterator[tuple[list[str], int]]:
    """Yield the dice and the side notes in fewer and fewer lines."""
    entry = result.entry
    # A heading with the outcome of a test includes its die.
    rolls = roll_views(words, entry, result.after.system) if found.heading == entry.shown_title else []
    beside = [words(note) for note in entry.notes if kind_of(note) == "tells" and note != found.included]
    if rolled := roll_off_line(words, entry, rolls):
        for cut in range(len(beside) + 1):
            yield [f"🎲 {rolled}", *beside[cut:]], cut
        return
    unseen = sum(len(roll.faces) > 1 for roll in rolls)
    ways: tuple[tuple[Callable[[], list[str]], int], ...] = (
        (lambda: [f"🎲 {line_with_faces(roll)}" for roll in rolls], 0),
        (lambda: [f"🎲 {totals_line(words, rolls)}"] if rolls else [], unseen),
        (lambda: [rolls_by_kind(words, rolls)] if rolls else [], unseen),
    )
    for make_lines, hidden in ways:
        dice = make_lines()
        for cut in range(len(beside) + 1):
            yield [*dice, *beside[cut:]], hidden + cut


def _bold_steps(words: Reader, entry: Entry, on_table: Sequence[str], heading: Text) -> list[str]:
    """Return the steps on the table in bold, and the text of each play."""
    table = [_bold_line(line) for line in on_table]
    if not table and is_amended(entry):
        table = [_bold_line(words.say("Nothing changes on the table."))]
    whole = [play.text if heading == entry.shown_title else _rest_of_text(play.text) for play in entry.plays]
    texts = [
        text if play.brief is None or not table else play.brief for text, play in zip(whole, entry.plays, strict=True)
    ]
    said = [_play_text(words, entry, play, text) for play, text in zip(entry.plays, texts, strict=True)]
    said = [line for line in said if line]
    if not table:
        return [_bold_line(line) for line in said]
    return [*table[:-1], f"{table[-1]} {said[0]}", *said[1:]] if said else table


def _rest_of_text(text: Text) -> Text:
    """Return all but the first sentence, which repeats the outcome in the heading."""
    return Joined(text.joined[1:]) if isinstance(text, Joined) else NOTHING


def _play_text(words: Reader, entry: Entry, play: Play, text: Text) -> str:
    said = words(text)
    return f"{unit_name_of_play(words, entry, play)}{said}" if said else ""


def _bold_line(line: str) -> str:
    sign, mark, rest = line.partition("📌 ")
    return f"{mark}**{rest}**" if mark and not sign else f"**{line}**"


def _short_footer(words: Reader, result: CommandResult, found: ResultView, small: Sequence[str], cut: int) -> str:
    """Return the footer: the side, the number of the entry, and where the parts left out are."""
    whose = [words(signed_side(result.after.game, found.side))] if found.side else []
    again = [words.say("already recorded")] if result.again else []
    more = [words.say("more: Why?")] if cut else []
    head = [words.say("checksum {head}", head=result.head)] if result.head else []
    return " · ".join((*whose, *again, words.say("#{number}", number=result.entry.number), *small, *more, *head))
