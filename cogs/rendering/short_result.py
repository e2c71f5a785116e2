"""A command's result in few lines: what to do with the figures first, then the dice, then what comes next.

All the rest of it is behind the button "Why?".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.resolution.result import CommandResult, table_sync
from cogs.rendering.phone import rows
from cogs.rendering.reply import Reply
from cogs.rendering.result import Told, about_unit, is_amended, moves_of, on_the_table, sync_lines, told, whose_go
from cogs.rendering.sides import mark_in, signed
from cogs.rendering.text import Reader
from cogs.rendering.throws import before_number, known_faces, needed_after_comma, needed_text, seen, source_text, summed
from rules.command.system import Board, System
from rules.command.turns import active
from rules.game.entry import Entry
from rules.kernel import throw_kinds
from rules.kernel.plays import Play, Throwing
from rules.kernel.text import NOTHING, Joined, Kind, Plural, Text, kind_of
from rules.kernel.throw_kinds import KINDS

MOST = 4
"""Lines on a phone: with a row of buttons and a menu, they fill a third of its screen."""
NEWS = 4
"""Lines more for what the bot tells everybody, such as the commitment of another seed."""
MOST_OF_MUST = 7
"""Lines that what must be said may take: with one row of buttons they fill 240 pixels."""
MOST_ABOVE = 2
"""Lines for what a result goes on from."""


def short_reply(
    words: Reader, result: CommandResult, buttons: Sequence[Any] = (), before: str = "", most: int = MOST_OF_MUST
) -> Reply:
    """The result in few lines; `before` is a line about the entries that it goes on from, above them. What must not be
    left out is told as briefly as `most` lines want it.
    """
    words = words.at(result.after)
    found, above = _with_actions(words, result, told(words, result)), [before] if before else []
    lines, small, cut = _lines(words, result, found, _room(result, above), most - rows(above))
    footer = _whose(words.plain, result, found, small, cut)
    colour = mark_in(result.after.game, found.side).accent
    text = "\n".join([*above, *lines])
    return Reply(text=text, footer=footer, buttons=tuple(buttons), colour=colour, above=len(above))


def _with_actions(words: Reader, result: CommandResult, found: Told) -> Told:
    """Behind whose go it is the unit that is in the middle of it, with the actions that it has left, where that takes
    no row more.
    """
    board, going = result.after, active(result.after)
    whose = whose_go(words, result)
    if len(going) != 1 or not whose or found.last[-1:] != whose:
        return found
    (unit,) = going
    if unit.side != board.game.holder or not words.knows(unit.id):
        return found
    n = unit.count("actions_left")
    left = Plural("{unit} has {n} action left.", "{unit} has {n} actions left.", n, unit=unit.ref)
    said = f"{whose[0]} {words(left)}"
    return found._replace(last=[*found.last[:-1], said]) if rows([said]) == 1 else found


def _room(result: CommandResult, above: Sequence[str]) -> int:
    """Lines below what stands above; what everybody has to hear of finds room."""
    most = MOST + NEWS if result.news else MOST
    return most + 1 - rows(above) if above else most


def one_line(words: Reader, before: Board, after: Board, entries: Sequence[Entry]) -> str:
    """Entries that another one goes on from, on the boards before and after all of them: what there is to do with the
    figures, where they may go, and the dice.
    """
    words = words.at(after)
    table = [*sync_lines(words, table_sync(before, after)), *moves_of(words, entries)]
    table = table or [words(entries[0].called)]
    parts = [" ".join(table), *_gone(words, entries)]
    while len(parts) > 1 and rows([" · ".join(parts)]) > MOST_ABOVE:
        parts.pop()
    return " · ".join(parts)


def _gone(words: Reader, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        throws = [throw for play in entry.plays for throw in play.throws]
        yield from (f"🎲 {_dice(words, throw)}" for throw in throws)
        if not throws and entry is not entries[0]:
            told = [play.brief if play.moves and play.brief is not None else play.text for play in entry.plays]
            yield from (said for one in told if (said := words(one)))


def quiet_reply(words: Reader, result: CommandResult, buttons: Sequence[Any]) -> Reply:
    """A result for whoever gave the command alone: what there is to do, and what comes next."""
    words, entry = words.at(result.after), result.entry
    first = " ".join(_to_do(words, entry, on_the_table(words, result), entry.called))
    lines = [f"{first} {words(entry.called)}".lstrip(), *map(words, entry.notes)]
    mark = mark_in(result.after.game, entry.side)
    return Reply(text="\n".join(lines), private=True, buttons=tuple(buttons), colour=mark.accent)


def _lines(words: Reader, result: CommandResult, found: Told, room: int, most: int) -> tuple[list[str], list[str], int]:
    """How it went, what to do, the dice, and whose go it is; what stands in small print instead, and how much was left
    out.

    As much is told as there is `room` for; what must be told may take `most` lines, and is told in brief beyond.
    """
    lines, cut = _told_in(words, result, found, room)
    if rows(lines) <= room:
        return lines, [], cut
    found, small = unwarned(words, result, found)
    lines, cut = _told_in(words, result, found, room)
    if rows(lines) <= room:
        return lines, small, cut
    lean = found._replace(table=on_the_table(words, result, brief=True))
    ways = [(found, 0, True), *((lean, shorter, whose) for shorter in range(6) for whose in (True, False))]
    musts = [_must(words, result, *way) for way in ways]
    lines, cut = next((one for one in musts if rows(one[0]) <= most), min(musts, key=lambda one: rows(one[0])))
    return lines, small, cut


def unwarned(words: Reader, result: CommandResult, found: Told) -> tuple[Told, list[str]]:
    """A result without its warnings, with a note in small print that there were some: whoever confirmed it has read
    them, the others find them behind Why?
    """
    warnings = result.entry.warnings
    if not warnings:
        return found, []
    against = Plural("against a rule", "against {n} rules", len(warnings))
    return found._replace(beside=found.beside[len(warnings) :]), [words.plain(against)]


def _told_in(words: Reader, result: CommandResult, found: Told, room: int) -> tuple[list[str], int]:
    """All of it in as many lines as there is `room` for, if it can be."""
    first, lines = _headed(words, result.entry, found), what_to_do(words, result.entry, found)
    rest, cut = _rest(words, result, found, room - rows([first, *lines, *found.last]))
    if rows([first, *lines, *rest, *found.last]) > room:
        # Where names are long, nothing but what is to be done and what is asked begins a line of its own.
        *above, below = lines or [""]
        lines, rest = above, [" · ".join(filter(None, [below, *rest]))]
    return [first, *lines, *rest, *found.last], cut


def _must(words: Reader, result: CommandResult, found: Told, shorter: int, whose: bool) -> tuple[list[str], int]:
    """Nothing but what must be told: with what the dice were for (0), without (1), what is not to be done in one run of
    text (2), all of it, in bold no more (3), and of each play only what figures and markers do not tell (4); from (1)
    on with `whose` dice it were, or without.
    """
    table, said, notes = _parts(words, result.entry, found)
    rest, cut = list(_shorter(words, result, found))[-1]
    if shorter > 3:
        table, said, cut = found.table, _least(words, result.entry, found, said), cut + len(result.entry.plays)
    throws = [throw for play in result.entry.plays for throw in play.throws]
    if shorter and throws and rest:
        rest = [f"🎲 {unlabelled(words, result.after.system, throws, whose)}"]
    lines = [*table, *said, *notes, *found.beside]
    if shorter > 1:
        lines = [*filter(None, [" ".join([*said, *found.beside])]), *table, *notes]
    if shorter > 2:
        lines = [" ".join(lines).replace("**", "")]
    *above, below = lines or [""]
    joined, apart = [*above, " · ".join(filter(None, [below, *rest]))], [*lines, *rest]
    lines = apart if rows(apart) <= rows(joined) else joined
    first, last = _headed(words, result.entry, found), found.last
    if shorter > 4:
        command = result.after.system.commands.get(result.entry.command)
        if command is not None and found.heading == result.entry.called and rows([first]) > 1:
            first = f"**{words(command.title)}**"
        last = min(last, [" ".join(last)], key=rows)
    return [first, *lines, *last], cut


def _headed(words: Reader, entry: Entry, found: Told) -> str:
    """The heading; of a throw for the initiative just that, where it takes a second row to say who throws."""
    whole = f"**{words(found.heading)}**"
    return f"**{words.say('Initiative')}**" if entry.command == "initiative" and rows([whole]) > 1 else whole


def _least(words: Reader, entry: Entry, found: Told, said: list[str]) -> list[str]:
    """What stands beside figures and markers when there is no room: each play in brief, or nothing where they tell it,
    and of an amendment that changes nothing just that.
    """
    if is_amended(entry) and not found.table:
        return [words.say("Nothing changes on the table.")]
    brief = [_about(words, entry, play, play.brief) for play in entry.plays if play.brief is not None]
    brief = [line for line in brief if line]
    return brief if found.table or brief else said


def what_to_do(words: Reader, entry: Entry, found: Told) -> list[str]:
    """All that stands before the dice: what to do on the table, in bold, and what was confirmed."""
    table, said, notes = _parts(words, entry, found)
    return [*table, *said, *notes, *found.beside]


def _parts(words: Reader, entry: Entry, found: Told) -> tuple[list[str], list[str], list[str]]:
    """What to do on the table, with what is said of the first play behind it; what is said of the others; and what else
    there is to do on the table.
    """
    to_do, count = _to_do(words, entry, found.table, found.heading), len(found.table)
    return to_do[:count], to_do[count:], [_bold(f"📌 {line}") for line in _notes(words, entry, "table")]


def _notes(words: Reader, entry: Entry, kind: Kind) -> list[str]:
    return [words(note) for note in entry.notes if kind_of(note) == kind]


def _rest(words: Reader, result: CommandResult, found: Told, room: int) -> tuple[list[str], int]:
    """The dice and what is told beside, as much as there is room for, and how much that leaves out.

    What only tells is left out first, the first of it before the last, then the faces: they can be read off the table,
    or checked with a pencil. What the dice came to always stands.
    """
    shorter = list(_shorter(words, result, found))
    return next((one for one in shorter if rows(one[0]) <= room), shorter[-1])


def _shorter(words: Reader, result: CommandResult, found: Told) -> Iterator[tuple[list[str], int]]:
    """The dice and what is told beside, in fewer and fewer lines."""
    entry = result.entry
    # A heading that says how a test went has its die.
    throws = [] if found.heading != entry.called else [throw for play in entry.plays for throw in play.throws]
    beside = _notes(words, entry, "tells")
    if rolled := _roll_off(words, entry, throws):
        for cut in range(len(beside) + 1):
            yield [f"🎲 {rolled}", *beside[cut:]], cut
        return
    each = [f"🎲 {_with_faces(words, result.after.system, throw)}" for throw in throws]
    one_by_one = [(_total(words, throw), _whose_dice(words, [throw])) for throw in throws]
    together = [f"🎲 {_said_once(words, one_by_one)}"] if throws else []
    unseen = sum(len(known_faces(throw)) > 1 for throw in throws)
    summed_up = [by_kind(words, result.after.system, throws)] if throws else []
    for dice, hidden in ((each, 0), (together, unseen), (summed_up, unseen)):
        for cut in range(len(beside) + 1):
            yield [*dice, *beside[cut:]], hidden + cut


def _roll_off(words: Reader, entry: Entry, throws: Sequence[Throwing]) -> str:
    """What sides threw for the initiative: "Tie, 4 each. Again: Red 6, Blue 2"; nothing for any other dice."""
    rounds = list[list[Throwing]]()
    for throw in throws:
        if entry.command != "initiative" or not throw.side:
            return ""
        if not rounds or throw.side in [one.side for one in rounds[-1]]:
            rounds.append([])
        rounds[-1].append(throw)
    *tied, last = rounds or [[]]
    if not last or any(len({_reached(throw) for throw in one}) > 1 for one in tied):
        return ""
    again = [words.say("Tie, {n} each. Again:", n=_reached(one[0])) for one in tied]
    return " ".join([*again, words(Joined([_of_side(words, throw) for throw in last], ", "))])


def _of_side(words: Reader, throw: Throwing) -> Text:
    """What a side threw; of dice that somebody only counted nobody knows the faces."""
    side, dice = before_number(words, throw.side or ""), len(throw.faces)
    if throw.source == "bot":
        return Text("{side} {n}", side=side, n=_read(throw))
    own = source_text(throw.source, throw.added, dice)
    if throw.source == "counted" and not throw.added and throw.result is not None:
        return Text("{side} {n} of {dice} ({own})", side=side, n=throw.result, dice=dice, own=own)
    return Text("{side} {n} ({own})", side=side, n=_read(throw), own=own)


def _reached(throw: Throwing) -> int:
    if throw.needed is not None and not throw.needed.of_total:
        return throw.successes
    total = summed(throw)
    return sum(throw.faces) if total is None else total


def _read(throw: Throwing) -> str:
    """The faces, and what they came to with all that is added: "4", "3+5" where they are added up, "1 → 4"."""
    one_by_one = throw.needed is not None and not throw.needed.of_total
    faces, total = (" " if one_by_one else "+").join(map(str, throw.faces)), summed(throw)
    return faces if total in (None, sum(throw.faces)) else f"{faces} → {total}"


def _to_do(words: Reader, entry: Entry, on_table: Sequence[str], heading: Text) -> list[str]:
    """The lines that tell what to do on the table, in bold; and what else there is to do or to know of each play."""
    table = [_bold(line) for line in on_table]
    if not table and is_amended(entry):
        table = [_bold(words.say("Nothing changes on the table."))]
    whole = [play.text if heading == entry.called else _beyond(play.text) for play in entry.plays]
    texts = [
        text if play.brief is None or not table else play.brief for text, play in zip(whole, entry.plays, strict=True)
    ]
    said = [_about(words, entry, play, text) for play, text in zip(entry.plays, texts, strict=True)]
    said = [line for line in said if line]
    if not table:
        return [_bold(line) for line in said]
    return [*table[:-1], f"{table[-1]} {said[0]}", *said[1:]] if said else table


def _beyond(text: Text) -> Text:
    """What is said below a heading that tells how it went: all but the first sentence, which does so too."""
    return Joined(text.joined[1:]) if isinstance(text, Joined) else NOTHING


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
    return words.say("counted") if throw.source == "counted" else words.say("own dice")


def _read_as(words: Reader, throw: Throwing) -> str:
    """What several dice came to; one die says it itself, as a count does."""
    if throw.source == "counted" and not throw.added:
        return ""
    total = summed(throw)
    result = throw.result if total is None else total
    return f" → {words(result)}" if result is not None and (len(throw.faces) > 1 or total is not None) else ""


def _dice(words: Reader, throw: Throwing) -> str:
    """A throw in a few words: "to hit 2 of 4"."""
    return _noting(_total(words, throw), _whose_dice(words, [throw]))


def _bare(words: Reader, throw: Throwing) -> str:
    """A throw without what it was for, which the lines above say: "2 of 4", "3+5"."""
    if throw.needed is not None and len(throw.faces) > 1 and not throw.needed.of_total:
        return words.say("{n} of {dice}", n=throw.successes, dice=len(throw.faces))
    return _read(throw)


def unlabelled(words: Reader, system: System, throws: Sequence[Throwing], whose: bool) -> str:
    """Throws without what they were for, with `whose` dice it were: "3 of 14 · 1 of 2 (own dice)"."""
    parts = list(_by_kind(words, system, throws, labelled=False))
    return _said_once(words, parts) if whose else " · ".join(said for said, _ in parts)


def _said_once(words: Reader, parts: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    """Throws in one line, each with notes on whose dice it were; where they say that of several, it is said once."""
    noted = [own for _, own in parts if own]
    if len(noted) < 2:
        return " · ".join(_noting(*part) for part in parts)
    own = sorted({note for notes in noted for note in notes})
    own = own if len(noted) == len(parts) else [words.say("partly own dice")]
    return _noting(" · ".join(said for said, _ in parts), own)


def _noting(said: str, own: Sequence[str]) -> str:
    return f"{said} ({', '.join(own)})" if own else said


def by_kind(words: Reader, system: System, throws: Sequence[Throwing]) -> str:
    """Throws in a line, those of one kind taken together: "to hit 5 of 7 (own dice) · to wound 2 of 5"."""
    return f"🎲 {_said_once(words, list(_by_kind(words, system, throws)))}"


def _by_kind(
    words: Reader, system: System, throws: Sequence[Throwing], labelled: bool = True
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Throws of one kind taken together, whatever weapon they were for: "to hit 5 of 7", with notes on those that were
    not the bot's; what they were for is left out where it is not `labelled`, as the lines above say it. Saves from a
    shot and dice for what is left of it stay apart, and so does what two sides threw who strike each other: each side
    stands before the first of what it threw.
    """
    alike, before = list(_alike(system, throws)), ""
    for kind, pattern, side in dict.fromkeys(alike):
        named = "" if side == before else side
        those = [throw for throw, one in zip(throws, alike, strict=True) if one == (kind, pattern, side)]
        if kind is None or (len(those) == 1 and not side):
            for one in those:
                bare = Joined([*([before_number(words, named)] if named else []), _bare(words, one)], " ")
                yield _total(words, one) if labelled else words(bare), _whose_dice(words, [one])
                named = ""
            # What a label says whose it is leaves nothing said of the next one.
            before = "" if labelled else side
            continue
        before = side
        n, dice = sum(throw.successes for throw in those), sum(len(throw.faces) for throw in those)
        label = Text("{side} {label}", side=named, label=KINDS[kind]) if named else KINDS[kind]
        if labelled or named:
            label = before_number(words, label if labelled else named)
            said = words.say("{label} {n} of {dice}", label=label, n=n, dice=dice)
        else:
            said = words.say("{n} of {dice}", n=n, dice=dice)
        yield said, _whose_dice(words, those)


def _whose_dice(words: Reader, throws: Sequence[Throwing]) -> tuple[str, ...]:
    """Notes that some of them were not the bot's dice."""
    return tuple(sorted({_own(words, throw) for throw in throws if throw.source != "bot"}))


def _alike(system: System, throws: Sequence[Throwing]) -> Iterator[tuple[throw_kinds.Kind | None, str, str]]:
    """What each throw is counted as with others that are for the same, and whose it is where two sides strike each
    other; no kind where each is told by itself.
    """
    strikers = {one.side or "" for one in throws if _kind(system, one) == "to_hit"}
    for throw in throws:
        kind = _kind(system, throw)
        whose = (throw.side or "") if len(strikers) > 1 else ""
        yield kind, system.throws.pattern(throw.key) if kind and not whose else "", whose


def _kind(system: System, throw: Throwing) -> throw_kinds.Kind | None:
    """What it is for, of one of which each die that is high enough counts."""
    counted = throw.needed is not None and not throw.needed.of_total
    return system.throws.named(throw.key).kind if counted else None


def _total(words: Reader, throw: Throwing) -> str:
    label = before_number(words, throw.label)
    if throw.needed is not None and len(throw.faces) > 1 and not throw.needed.of_total:
        return words.say("{label} {n} of {dice}", label=label, n=throw.successes, dice=len(throw.faces))
    if throw.needed is not None and len(throw.faces) == 1:
        needed = needed_text(throw.needed)
        return words.say("{label} {n} ({needed})", label=label, n=throw.faces[0], needed=needed)
    return words.say("{label} {n}", label=label, n=_read(throw))


def _whose(words: Reader, result: CommandResult, found: Told, small: Sequence[str], cut: int) -> str:
    """The small print: whose result it is, the number of its entry, and how much was left out."""
    whose = [words(signed(result.after.game, found.side))] if found.side else []
    again = [words.say("recorded before")] if result.again else []
    more = [words.say("+ {n} more: /why", n=cut)] if cut else []
    head = [words.say("head {head}", head=result.head)] if result.head else []
    return " · ".join((*whose, *again, words.say("#{number}", number=result.entry.number), *small, *more, *head))
