"""Rolls on one line: with their faces, as totals, or grouped by kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.rendering.rolls import (
    known_result,
    label_before_number,
    modified_total,
    needed_after_comma,
    needed_text,
    source_text,
)
from cogs.rendering.text import Reader
from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel import roll_kinds
from rules.kernel.plays import RecordedRoll
from rules.kernel.roll_kinds import KINDS
from rules.kernel.text import Joined, Text


def roll_off_line(words: Reader, entry: Entry, rolls: Sequence[RecordedRoll]) -> str:
    """Return the initiative rolls: "Tie, 4 each. Again: Red 6, Blue 2"; empty for any other dice."""
    rounds = list[list[RecordedRoll]]()
    for roll in rolls:
        if entry.command != "initiative" or not roll.side:
            return ""
        if not rounds or roll.side in [one.side for one in rounds[-1]]:
            rounds.append([])
        rounds[-1].append(roll)
    *tied, last = rounds or [[]]
    if not last or any(len({_rolled_total(roll) for roll in one}) > 1 for one in tied):
        return ""
    again = [words.say("Tie, {n} each. Roll again:", n=_rolled_total(one[0])) for one in tied]
    return " ".join([*again, words(Joined([_side_roll_text(words, roll) for roll in last], ", "))])


def _side_roll_text(words: Reader, roll: RecordedRoll) -> Text:
    """Return the roll of a side; faces are unknown if only the successes were counted."""
    side, dice = label_before_number(words, roll.side or ""), len(roll.faces)
    if roll.source == "bot":
        return Text("{side} {n}", side=side, n=_faces_and_total(roll))
    own = source_text(roll.source, roll.added, dice)
    if roll.source == "counted" and not roll.added and roll.result is not None:
        return Text("{side} {n} of {dice} ({own})", side=side, n=roll.result, dice=dice, own=own)
    return Text("{side} {n} ({own})", side=side, n=_faces_and_total(roll), own=own)


def _rolled_total(roll: RecordedRoll) -> int:
    if roll.needed is not None and not roll.needed.is_of_total:
        return roll.successes
    total = modified_total(roll)
    return sum(roll.faces) if total is None else total


def _faces_and_total(roll: RecordedRoll) -> str:
    """Return the faces and their total with modifiers: "4", "3+5" if they are added up, "1 → 4"."""
    one_by_one = roll.needed is not None and not roll.needed.is_of_total
    faces, total = (" " if one_by_one else "+").join(map(str, roll.faces)), modified_total(roll)
    return faces if total in (None, sum(roll.faces)) else f"{faces} → {total}"


def line_with_faces(words: Reader, system: System, roll: RecordedRoll) -> str:
    head = words.say("{label}{needed}", label=roll.label, needed=needed_after_comma(roll.needed))
    if roll.source == "bot":
        return f"{head}: {known_result(words, roll)}{_reading_text(words, roll)}"
    return f"{head}, {_own_dice_note(words, roll)}: {known_result(words, roll, system)}{_reading_text(words, roll)}"


def _own_dice_note(words: Reader, roll: RecordedRoll) -> str:
    """Return a note that the dice were a player's own."""
    return words.say("counted") if roll.source == "counted" else words.say("own dice")


def _reading_text(words: Reader, roll: RecordedRoll) -> str:
    """Return the result of several dice; a single die or a count needs none."""
    if roll.source == "counted" and not roll.added:
        return ""
    total = modified_total(roll)
    result = roll.result if total is None else total
    return f" → {words(result)}" if result is not None and (len(roll.faces) > 1 or total is not None) else ""


def totals_line(words: Reader, rolls: Sequence[RecordedRoll]) -> str:
    """Return rolls one by one: "to hit 2 of 4 · save 1 of 2 (own dice)"."""
    return _merge_notes(words, [(_total_text(words, roll), _own_dice_notes(words, [roll])) for roll in rolls])


def _bare_roll(words: Reader, roll: RecordedRoll) -> str:
    """Return a roll without its label, which the lines above have: "2 of 4", "3+5"."""
    if roll.needed is not None and len(roll.faces) > 1 and not roll.needed.is_of_total:
        return words.say("{n} of {dice}", n=roll.successes, dice=len(roll.faces))
    return _faces_and_total(roll)


def unlabelled_line(words: Reader, system: System, rolls: Sequence[RecordedRoll], whose: bool) -> str:
    """Return rolls without labels, with notes on own dice if `whose`: "3 of 14 · 1 of 2 (own dice)"."""
    parts = list(_kind_groups(words, system, rolls, labelled=False))
    return _merge_notes(words, parts) if whose else " · ".join(text for text, _ in parts)


def _merge_notes(words: Reader, parts: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    """Return rolls on one line with notes on own dice; a note on several rolls is given once."""
    noted = [own for _, own in parts if own]
    if len(noted) < 2:
        return " · ".join(_with_notes(*part) for part in parts)
    own = sorted({note for notes in noted for note in notes})
    own = own if len(noted) == len(parts) else [words.say("partly own dice")]
    return _with_notes(" · ".join(text for text, _ in parts), own)


def _with_notes(text: str, own: Sequence[str]) -> str:
    return f"{text} ({', '.join(own)})" if own else text


def rolls_by_kind(words: Reader, system: System, rolls: Sequence[RecordedRoll]) -> str:
    """Return rolls on one line, grouped by kind: "to hit 5 of 7 (own dice) · to wound 2 of 5"."""
    return f"🎲 {_merge_notes(words, list(_kind_groups(words, system, rolls)))}"


def _kind_groups(
    words: Reader, system: System, rolls: Sequence[RecordedRoll], labelled: bool = True
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield rolls grouped by kind, for all weapons: "to hit 5 of 7", with notes on own dice.

    Labels are left out unless `labelled`. Saves from a shot stay separate from dice for its remainder. If two sides
    strike each other, their rolls stay separate too, and each side is named before its first roll.
    """
    keys, before = list(_group_keys(system, rolls)), ""
    for kind, pattern, side in dict.fromkeys(keys):
        named = "" if side == before else side
        group = [roll for roll, one in zip(rolls, keys, strict=True) if one == (kind, pattern, side)]
        if kind is None or (len(group) == 1 and not side):
            for one in group:
                bare = Joined([*([label_before_number(words, named)] if named else []), _bare_roll(words, one)], " ")
                yield _total_text(words, one) if labelled else words(bare), _own_dice_notes(words, [one])
                named = ""
            # A label that already names a side does not apply to the next roll.
            before = "" if labelled else side
            continue
        before = side
        n, dice = sum(roll.successes for roll in group), sum(len(roll.faces) for roll in group)
        label = Text("{side} {label}", side=named, label=KINDS[kind]) if named else KINDS[kind]
        if labelled or named:
            label = label_before_number(words, label if labelled else named)
            text = words.say("{label} {n} of {dice}", label=label, n=n, dice=dice)
        else:
            text = words.say("{n} of {dice}", n=n, dice=dice)
        yield text, _own_dice_notes(words, group)


def _own_dice_notes(words: Reader, rolls: Sequence[RecordedRoll]) -> tuple[str, ...]:
    """Return notes that some dice were a player's own."""
    return tuple(sorted({_own_dice_note(words, roll) for roll in rolls if roll.source != "bot"}))


def _group_keys(system: System, rolls: Sequence[RecordedRoll]) -> Iterator[tuple[roll_kinds.Kind | None, str, str]]:
    """Yield the kind, pattern and side by which each roll is grouped; without a kind, it is shown separately."""
    strikers = {one.side or "" for one in rolls if _kind_of_roll(system, one) == "to_hit"}
    for roll in rolls:
        kind = _kind_of_roll(system, roll)
        whose = (roll.side or "") if len(strikers) > 1 else ""
        yield kind, system.throws.pattern(roll.key) if kind and not whose else "", whose


def _kind_of_roll(system: System, roll: RecordedRoll) -> roll_kinds.Kind | None:
    """Return the kind of a roll whose dice count individually."""
    counted = roll.needed is not None and not roll.needed.is_of_total
    return system.throws.named(roll.key).kind if counted else None


def _total_text(words: Reader, roll: RecordedRoll) -> str:
    label = label_before_number(words, roll.label)
    if roll.needed is not None and len(roll.faces) > 1 and not roll.needed.is_of_total:
        return words.say("{label} {n} of {dice}", label=label, n=roll.successes, dice=len(roll.faces))
    if roll.needed is not None and len(roll.faces) == 1:
        needed = needed_text(roll.needed)
        return words.say("{label} {n} ({needed})", label=label, n=roll.faces[0], needed=needed)
    return words.say("{label} {n}", label=label, n=_faces_and_total(roll))
