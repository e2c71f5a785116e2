"""Rolls on one line: with their faces, as totals, or grouped by kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.dice.parsing import LooseRoll, RolledDice
from cogs.rendering.rolls import RollView, label_before_number
from cogs.rendering.text import Reader
from rules.game.entry import Entry
from rules.kernel.roll_kinds import KINDS, Kind
from rules.kernel.text import Text


def roll_off_line(words: Reader, entry: Entry, rolls: Sequence[RollView]) -> str:
    """Return the initiative rolls: "Tie, 4 each. Again: Red 6, Blue 2"; empty for any other dice."""
    rounds = list[list[RollView]]()
    for roll in rolls:
        if entry.command != "initiative" or not roll.roll.side:
            return ""
        if not rounds or roll.roll.side in [one.roll.side for one in rounds[-1]]:
            rounds.append([])
        rounds[-1].append(roll)
    *tied, last = rounds or [[]]
    if not last or any(len(set(map(_total_of, one))) > 1 for one in tied):
        return ""
    again = [words.say("Tie, {n} each. Roll again:", n=_total_of(one[0])) for one in tied]
    shown = list[str]()
    for roll in last:
        # Faces are unknown if only the successes were counted.
        n = roll.roll.result if roll.is_counted else None
        faces = roll.faces_and_total if n is None else roll.count(n)
        own = f" ({words(roll.source)})" if roll.own_dice else ""
        shown.append(f"{words(label_before_number(words, roll.roll.side or ''))} {faces}{own}")
    return " ".join([*again, ", ".join(shown)])


def _total_of(roll: RollView) -> int:
    return roll.successes if roll.counts_each else roll.faces_total


def line_with_faces(roll: RollView) -> str:
    own = f", {roll.own_dice}" if roll.own_dice else ""
    return f"{roll.head}{own}: {roll.dice}" + (f" → {roll.sum_result}" if roll.sum_result else "")


def totals_line(words: Reader, rolls: Sequence[RollView]) -> str:
    """Return rolls one by one: "to hit 2 of 4 · save 1 of 2 (own dice)"."""
    return _merge_notes(words, [(roll.short, _own_dice_notes([roll])) for roll in rolls])


def unlabelled_line(words: Reader, rolls: Sequence[RollView], whose: bool) -> str:
    """Return rolls without labels, with notes on own dice if `whose`: "3 of 14 · 1 of 2 (own dice)"."""
    parts = list(_kind_groups(words, rolls, labelled=False))
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


def rolls_by_kind(words: Reader, rolls: Sequence[RollView]) -> str:
    """Return rolls on one line, grouped by kind: "to hit 5 of 7 (own dice) · to wound 2 of 5"."""
    return f"🎲 {_merge_notes(words, list(_kind_groups(words, rolls)))}"


def _kind_groups(
    words: Reader, rolls: Sequence[RollView], labelled: bool = True
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield rolls grouped by kind, for all weapons: "to hit 5 of 7", with notes on own dice.

    Labels are left out unless `labelled`. Saves from a shot stay separate from dice for its remainder. If two sides
    strike each other, their rolls stay separate too, and each side is named before its first roll.
    """
    strikers = {one.roll.side or "" for one in rolls if one.kind == "to_hit"}
    sides = [(one.roll.side or "") if len(strikers) > 1 else "" for one in rolls]
    # Without a kind, a roll is shown separately.
    keys: list[tuple[Kind | None, str, str]] = [
        (one.kind, one.system.throws.pattern(one.roll.key) if one.system and one.kind and not side else "", side)
        for one, side in zip(rolls, sides, strict=True)
    ]
    before = ""
    for kind, pattern, side in dict.fromkeys(keys):
        named = "" if side == before else side
        group = [roll for roll, one in zip(rolls, keys, strict=True) if one == (kind, pattern, side)]
        if kind is None or (len(group) == 1 and not side):
            for one in group:
                bare = f"{words(label_before_number(words, named))} {one.bare}" if named else one.bare
                yield one.short if labelled else bare, _own_dice_notes([one])
                named = ""
            # A label that already names a side does not apply to the next roll.
            before = "" if labelled else side
            continue
        before = side
        n, dice = sum(roll.successes for roll in group), sum(len(roll.roll.faces) for roll in group)
        label = Text("{side} {label}", side=named, label=KINDS[kind]) if named else KINDS[kind]
        head = f"{words(label_before_number(words, label if labelled else named))} " if labelled or named else ""
        yield f"{head}{words.say('{n} of {dice}', n=n, dice=dice)}", _own_dice_notes(group)


def _own_dice_notes(rolls: Sequence[RollView]) -> tuple[str, ...]:
    """Return notes that some dice were a player's own."""
    return tuple(sorted({roll.own_dice for roll in rolls} - {""}))


# Free rolls in figures: faces and sum. They need no words.


def dice_notation(roll: LooseRoll) -> str:
    """Return a roll in dice notation: 2d20kh1 + 3."""
    terms = list[tuple[int, str]]()
    for one in roll.dice:
        kept = "" if one.keep is None else f"k{'l' if one.lowest else 'h'}{one.keep}"
        terms.append((one.sign, f"{one.number if one.number > 1 else ''}d{one.sides}{kept}"))
    return _join_terms(terms, roll.plus)


def free_roll_line(roll: LooseRoll, rolled: Sequence[RolledDice]) -> str:
    """Return the faces, those that do not count struck through, and the sum if there are several."""
    terms = list[tuple[int, str]]()
    for one in rolled:
        was = [f"~~{face}~~→" if face else "" for face in one.was] or [""] * len(one.faces)
        shown = [str(face) if counts else f"~~{face}~~" for face, counts in one.faces]
        term = " ".join(before + face for before, face in zip(was, shown, strict=True))
        bracketed = len(one.faces) > 1 and (len(rolled) > 1 or roll.plus)
        terms.append((one.dice.sign, f"({term})" if bracketed else term))
    faces = _join_terms(terms, roll.plus)
    if len(rolled) == 1 and len(rolled[0].faces) == 1 and not roll.plus:
        return faces
    total = sum(one.total for one in rolled) + roll.plus
    return f"{faces} = **{total}**".replace("-", "−")


def _join_terms(parts: Sequence[tuple[int, str]], plus: int) -> str:
    """Join parts with their signs, and a modifier after them."""
    (_, first), *rest = [*parts, *([(plus, str(abs(plus)))] if plus else [])]
    return first + "".join(f" {'+' if sign > 0 else '−'} {text}" for sign, text in rest)
