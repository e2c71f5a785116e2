"""Rolls on one line: with their faces, added up, or all of one kind together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.rendering.text import Reader
from cogs.rendering.throws import before_number, needed_after_comma, needed_text, seen, source_text, summed
from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel import throw_kinds
from rules.kernel.plays import Throwing
from rules.kernel.text import Joined, Text
from rules.kernel.throw_kinds import KINDS


def roll_off(words: Reader, entry: Entry, throws: Sequence[Throwing]) -> str:
    """Return the initiative rolls: "Tie, 4 each. Again: Red 6, Blue 2"; empty for any other dice."""
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
    again = [words.say("Tie, {n} each. Roll again:", n=_reached(one[0])) for one in tied]
    return " ".join([*again, words(Joined([_of_side(words, throw) for throw in last], ", "))])


def _of_side(words: Reader, throw: Throwing) -> Text:
    """Return the roll of a side; faces are unknown if only the successes were counted."""
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
    """Return the faces and their total with modifiers: "4", "3+5" if they are added up, "1 → 4"."""
    one_by_one = throw.needed is not None and not throw.needed.of_total
    faces, total = (" " if one_by_one else "+").join(map(str, throw.faces)), summed(throw)
    return faces if total in (None, sum(throw.faces)) else f"{faces} → {total}"


def with_faces(words: Reader, system: System, throw: Throwing) -> str:
    head = words.say("{label}{needed}", label=throw.label, needed=needed_after_comma(throw.needed))
    if throw.source == "bot":
        return f"{head}: {seen(words, throw)}{_read_as(words, throw)}"
    return f"{head}, {_own(words, throw)}: {seen(words, throw, system)}{_read_as(words, throw)}"


def _own(words: Reader, throw: Throwing) -> str:
    """Return a note that the dice were not the bot's."""
    return words.say("counted") if throw.source == "counted" else words.say("own dice")


def _read_as(words: Reader, throw: Throwing) -> str:
    """Return the result of several dice; a single die or a count needs none."""
    if throw.source == "counted" and not throw.added:
        return ""
    total = summed(throw)
    result = throw.result if total is None else total
    return f" → {words(result)}" if result is not None and (len(throw.faces) > 1 or total is not None) else ""


def totals(words: Reader, throws: Sequence[Throwing]) -> str:
    """Return rolls one by one: "to hit 2 of 4 · save 1 of 2 (own dice)"."""
    return _said_once(words, [(_total(words, throw), _whose_dice(words, [throw])) for throw in throws])


def _bare(words: Reader, throw: Throwing) -> str:
    """Return a roll without its label, which the lines above have: "2 of 4", "3+5"."""
    if throw.needed is not None and len(throw.faces) > 1 and not throw.needed.of_total:
        return words.say("{n} of {dice}", n=throw.successes, dice=len(throw.faces))
    return _read(throw)


def unlabelled(words: Reader, system: System, throws: Sequence[Throwing], whose: bool) -> str:
    """Return rolls without labels, with notes on own dice if `whose`: "3 of 14 · 1 of 2 (own dice)"."""
    parts = list(_by_kind(words, system, throws, labelled=False))
    return _said_once(words, parts) if whose else " · ".join(said for said, _ in parts)


def _said_once(words: Reader, parts: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    """Return rolls on one line with notes on own dice; a note that several share is given once."""
    noted = [own for _, own in parts if own]
    if len(noted) < 2:
        return " · ".join(_noting(*part) for part in parts)
    own = sorted({note for notes in noted for note in notes})
    own = own if len(noted) == len(parts) else [words.say("partly own dice")]
    return _noting(" · ".join(said for said, _ in parts), own)


def _noting(said: str, own: Sequence[str]) -> str:
    return f"{said} ({', '.join(own)})" if own else said


def by_kind(words: Reader, system: System, throws: Sequence[Throwing]) -> str:
    """Return rolls on one line, grouped by kind: "to hit 5 of 7 (own dice) · to wound 2 of 5"."""
    return f"🎲 {_said_once(words, list(_by_kind(words, system, throws)))}"


def _by_kind(
    words: Reader, system: System, throws: Sequence[Throwing], labelled: bool = True
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield rolls grouped by kind, for all weapons: "to hit 5 of 7", with notes on own dice.

    Labels are left out unless `labelled`. Saves from a shot stay separate from dice for its remainder. If two sides
    strike each other, their rolls stay separate too, and each side is named before its first roll.
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
            # A label that already names a side does not apply to the next roll.
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
    """Return notes that some dice were not the bot's."""
    return tuple(sorted({_own(words, throw) for throw in throws if throw.source != "bot"}))


def _alike(system: System, throws: Sequence[Throwing]) -> Iterator[tuple[throw_kinds.Kind | None, str, str]]:
    """Yield the kind, pattern and side by which each roll is grouped; without a kind, it is shown separately."""
    strikers = {one.side or "" for one in throws if _kind(system, one) == "to_hit"}
    for throw in throws:
        kind = _kind(system, throw)
        whose = (throw.side or "") if len(strikers) > 1 else ""
        yield kind, system.throws.pattern(throw.key) if kind and not whose else "", whose


def _kind(system: System, throw: Throwing) -> throw_kinds.Kind | None:
    """Return the kind of a roll whose dice count individually."""
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
