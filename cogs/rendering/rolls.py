"""Rolls, their ledgers, decisions, and percentiles, as every message words them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from bot.dice.parsing import Dice, LooseRoll, RolledDice
from bot.game.questions import AnsweredRoll
from cogs.rendering.text import Reader
from rules.command.system import System
from rules.kernel.dice import Line, Need
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.table import Made, Source
from rules.kernel.text import NOTHING, Joined, Term, Text, Value, counted
from rules.kernel.wording import Wording

NOTE = "↳ "
"""Prefix of a line that explains the one above it."""
_SOURCES = {"bot": Text("bot"), "physical": Text("own dice"), "counted": Text("own dice, counted")}
_OWN_DIE = Text("own die")
"""Names of the sources of dice: the bot, or players at the table, who may have counted the successes only."""


def roll_line(words: Reader, roll: RecordedRoll, why: bool = True, system: System | None = None) -> str:
    """Return a roll on one line: label, score needed, source, faces, and with `why` the ledger."""
    head = words.say(
        "🎲 {label}{needed} ({source})",
        label=roll.label,
        needed=needed_after_comma(roll.needed),
        source=source_text(roll.source, roll.added, len(roll.faces)),
    )
    again = words.say(" (was ~~{faces}~~)", faces=spaced_faces(roll.rerolled)) if roll.rerolled else ""
    ledger = ledger_line(words, roll.ledger, roll.needed) if why else ""
    return f"{head}: {known_result(words, roll, system)}{again}{_bold_result(words, roll)}" + (
        f"\n{NOTE}{ledger}" if ledger else ""
    )


def source_text(source: Source, added: int = 0, dice: int = 0) -> Text:
    """Return the source of a roll's dice; the last of them may be the bot's: "physical, 2 bot"."""
    if not added:
        return _OWN_DIE if source == "physical" and dice == 1 else _SOURCES[source]
    return Text("{source}, {n} {bot}", source=_SOURCES[source], n=added, bot=_SOURCES["bot"])


def needed_text(needed: Need) -> Text:
    """Return the score needed: "4+", "7 or less"."""
    return Text("{face} or less", face=needed.face) if needed.at_most else Text("{face}+", face=needed.face)


def needed_after_comma(needed: Need | None) -> Text:
    return Text(", {needed}", needed=needed_text(needed)) if needed else NOTHING


def replacement_lines(words: Reader, before: Sequence[Play], after: Sequence[Play]) -> list[str]:
    """Return the changes if other plays used the same dice: "to hit: 5 in place of 3", and the new result.

    Empty if the reader does not know one of the units, or if `after` is empty.
    """
    if not after or not all(knows_all_units(words, play) for play in after):
        return []
    was = [roll for play in before for roll in play.throws]
    now = [roll for play in after for roll in play.throws]
    pairs = [(then, next((one for one in was if one.key == then.key), None)) for then in now]
    lines = [
        words.say("{label}: {n} instead of {before}", label=then.label, n=then.successes, before=one.successes)
        for then, one in pairs
        if one is not None and then.successes != one.successes
    ]
    texts = [words(play.text) for play in after if play.text]
    return [*lines, *(f"**{text}**" for text in texts)]


def spaced_faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def marked_faces(faces: Iterable[int], needed: Need | None) -> str:
    """Return the faces, with successes in bold; the number beside them repeats their count."""
    need = needed if needed is not None and not needed.is_of_total else None
    return " ".join(f"**{face}**" if need is not None and need.is_met_by(face) else str(face) for face in faces)


def known_faces(roll: RecordedRoll | AnsweredRoll) -> tuple[int, ...]:
    """Return the known faces: all of them, or for counted dice those that the bot added."""
    return roll.faces[len(roll.faces) - roll.added :] if roll.source == "counted" else roll.faces


def known_result(words: Wording, roll: RecordedRoll | AnsweredRoll, system: System | None = None) -> str:
    """Return the faces, or the number of successes of counted dice."""
    if roll.source != "counted":
        return marked_faces(roll.faces, roll.needed)
    added = marked_faces(known_faces(roll), roll.needed)
    return " · ".join([words(counted_text(roll, system)), *([added] if added else [])])


def counted_text(roll: RecordedRoll | AnsweredRoll, system: System | None) -> Text:
    """Return the result of dice of which only the successes are known: "7 hits of 12"."""
    own = roll.faces[: len(roll.faces) - roll.added]
    n = sum(roll.needed is not None and face >= roll.needed.face for face in own)
    hits = system is not None and system.throws.named(roll.key).kind == "to_hit"
    successes = counted(n, "hit", "hits") if hits else counted(n, "success", "successes")
    return Text("{successes} of {dice}", successes=successes, dice=len(own))


def _bold_result(words: Reader, roll: RecordedRoll) -> str:
    """Return a roll's result in bold; empty for a single unmodified die and for a count."""
    if roll.source == "counted" and not roll.added:
        return ""
    if roll.result is not None and modified_total(roll) is None and not roll.needed and len(roll.faces) == 1:
        return ""
    result = result_text_of_roll(roll)
    return f" → **{words(result)}**" if result else ""


def result_text_of_roll(roll: RecordedRoll) -> Text:
    """Return the result of a roll with its modifiers; a single die against a number succeeds or fails."""
    if (result := modified_total(roll)) is not None:
        return Text("{n}", n=result)
    if roll.result is None:
        return NOTHING
    if len(roll.faces) == 1 and roll.needed:
        return Text("success") if roll.result else Text("failure")
    return Text("{n}", n=roll.result)


def modified_total(roll: RecordedRoll) -> int | None:
    """Return the faces plus all modifiers, if the rules add any."""
    added = [line.value for line in roll.ledger if line.of == "total"]
    return roll.result + sum(added) if added else None


def earlier_roll_line(words: Reader, roll: AnsweredRoll, system: System | None = None) -> str:
    """Return a roll made before a question."""
    head = words.say(
        "{label} ({source})", label=roll.label, source=source_text(roll.source, roll.added, len(roll.faces))
    )
    said = roll.source == "counted" and not roll.added
    result = f" → **{roll.result}**" if roll.result is not None and len(roll.faces) > 1 and not said else ""
    return f"{head}: {known_result(words, roll, system)}{result}"


def earlier_roll_total(words: Reader, roll: AnsweredRoll) -> str:
    """Return a roll before a question in a few words: "attacker pool 6 of 14", "Terror 5 3 (own dice)"."""
    counts = roll.needed is not None and not roll.needed.is_of_total and len(roll.faces) > 1
    label = label_before_number(words, roll.label)
    if counts and roll.result is not None:
        said = words.say("{label} {n} of {dice}", label=label, n=roll.result, dice=len(roll.faces))
    else:
        said = words.say("{label} {n}", label=label, n=spaced_faces(roll.faces))
    own = source_text(roll.source, roll.added, len(roll.faces))
    return said if roll.source == "bot" else f"{said} ({words(own)})"


def label_before_number(words: Reader, label: Value) -> Text:
    """Return a label before a number, with a colon if it ends in a digit: "attack 5", but "GI 2: 5"."""
    bare = Text("{label}", label=label)
    return Text("{label}:", label=label) if words.plain(bare)[-1:].isdigit() else bare


def ledger_line(words: Reader, ledger: Iterable[Line], needed: Need | None) -> str:
    """Return the ledger of a roll as a sum that can be checked with a pencil."""
    groups: dict[str, list[Line]] = {}
    for line in ledger:
        groups.setdefault(line.of, []).append(line)
    order = sorted(groups, key=lambda of: of != "dice")
    return ", ".join(words(_group_text(needed, of, groups[of])) for of in order)


def _group_text(needed: Need | None, of: str, lines: Sequence[Line]) -> Text:
    """Return a group of a ledger: the components of the score needed, the dice or the total."""
    head = group_sum_text(needed, of, sum(line.value for line in lines))
    first, *rest = lines
    if of == "dice" and rest:
        parts = [Text("{why} = {value}", why=line.why, value=line.value) for line in lines]
    elif not rest and (of != "needed" or (needed is not None and needed.face == first.value)):
        parts = [first.why]
    else:
        parts = [Text("{why} {value}", why=first.why, value=first.value)]
        parts += [Text("{why} {value:+}", why=line.why, value=line.value) for line in rest]
    return Text("{head} ({parts})", head=head, parts=Joined(parts, ", "))


def group_sum_text(needed: Need | None, of: str, total: int) -> Text:
    """Return the sum of a ledger group: the score needed, the dice, the total, or another named number."""
    if of == "needed" and needed:
        return needed_text(needed)
    if of == "dice":
        return counted(total, "die", "dice")
    if of == "total":
        return Text("{total:+}", total=total)
    return Text("{of} {total}", of=Term(of), total=total)


def shown_decisions(system: System, play: Play) -> list[Made]:
    """Return the decisions that a player made; unasked ones at their default are left out."""
    action = system.actions.get(play.action)
    unasked = {one.name: one.default for one in action.decisions if not one.asked} if action else {}
    return [made for made in play.decisions if unasked.get(made.name) != made.value]


def decision_line(words: Reader, made: Made) -> str:
    """Return a decision and its value; a number is shown by its label."""
    return words.say("Decision, {name}: {chosen}", name=Term(made.name), chosen=made.label or Term(made.value))


def knows_all_units(words: Reader, play: Play) -> bool:
    """True if the reader may know all units that took part."""
    return all(map(words.knows, play.roles.values()))


# The chance of a result on one line: a number from the exact odds, without judgement.

_LEAST, _MOST = Fraction(1, 1000), Fraction(999, 1000)


def rank_lines(words: Reader, play: Play, rank: Fraction | None, note: str = NOTE) -> list[str]:
    """Return the chance of a result: "Chance of this or better: 7 %".

    There is none for the worst result, and none if the reader does not know the units, because it would reveal them.
    """
    if rank in (None, 1) or not knows_all_units(words, play):
        return []
    chance = words.say("Chance of this or better: {chance}", chance=_rank_percent(rank))
    return [f"{note}{chance}"]


def _rank_percent(chance: Fraction) -> Text:
    """Return whole percent, with a decimal at both ends; never 0 or 100, since other results are possible."""
    if Fraction(1, 100) <= chance <= Fraction(99, 100):
        return Text("{n} %", n=round(chance * 100))
    n = max(_LEAST, min(_MOST, chance)) * 100
    return Text("{n:.1f} %", n=Decimal(n.numerator) / n.denominator)


# Percentages and means: the same in a text, in the picture beside it and in its description.


def to_decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def percent_text(p: Fraction) -> Text:
    """Return a chance in percent; 0 and 100 only for impossible and certain events."""
    if p in (0, 1):
        return Text("{n} %", n=int(p * 100))
    return Text("{n:.1f} %", n=min(Decimal("99.9"), max(Decimal("0.1"), to_decimal(p) * 100)))


def whole_percent(p: Fraction) -> int:
    """Return a chance in whole percent; 0 and 100 only for impossible and certain events."""
    return int(p * 100) if p in (0, 1) else min(99, max(1, round(p * 100)))


def mean_text(value: Fraction) -> Text:
    return Text("{n:.2f}", n=to_decimal(value))


# Free rolls in figures: faces and sum. They need no words.


def dice_notation(roll: LooseRoll) -> str:
    """Return a roll in dice notation: 2d20kh1 + 3."""
    return _join_terms([(one.sign, _dice_term(one)) for one in roll.dice], roll.plus)


def _dice_term(dice: Dice) -> str:
    kept = "" if dice.keep is None else f"k{'l' if dice.lowest else 'h'}{dice.keep}"
    return f"{dice.number if dice.number > 1 else ''}d{dice.sides}{kept}"


def free_roll_line(roll: LooseRoll, rolled: Sequence[RolledDice]) -> str:
    """Return the faces, those that do not count struck through, and the sum if there are several."""
    faces = _join_terms(
        [(one.dice.sign, _free_faces(one, bool(len(rolled) > 1 or roll.plus))) for one in rolled], roll.plus
    )
    if len(rolled) == 1 and len(rolled[0].faces) == 1 and not roll.plus:
        return faces
    total = sum(one.total for one in rolled) + roll.plus
    return f"{faces} = **{total}**".replace("-", "−")


def _free_faces(rolled: RolledDice, bracketed: bool) -> str:
    was = [f"~~{face}~~→" if face else "" for face in rolled.was] or [""] * len(rolled.faces)
    shown = [str(face) if counts else f"~~{face}~~" for face, counts in rolled.faces]
    faces = " ".join(before + face for before, face in zip(was, shown, strict=True))
    return f"({faces})" if bracketed and len(rolled.faces) > 1 else faces


def _join_terms(parts: Sequence[tuple[int, str]], plus: int) -> str:
    """Join parts with their signs, and a modifier after them."""
    (_, first), *rest = [*parts, *([(plus, str(abs(plus)))] if plus else [])]
    return first + "".join(f" {'+' if sign > 0 else '−'} {text}" for sign, text in rest)


# The outcome of a test with one die, as the heading of a result.


def activation_text(unit: Text, roll: RecordedRoll) -> Text:
    """Return whether a unit is activated, with its die; empty if no score is needed."""
    if roll.needed is None:
        return NOTHING
    said: dict[str, Value] = {"unit": unit, "face": roll.faces[0], "needed": needed_text(roll.needed)}
    if roll.source != "bot":
        done = Text("{unit}: activated (own {face}, needed {needed})", **said)
        return done if roll.result else Text("{unit}: failed (own {face}, needed {needed})", **said)
    done = Text("{unit}: activated ({face}, needed {needed})", **said)
    return done if roll.result else Text("{unit}: failed ({face}, needed {needed})", **said)


def test_text(title: Text, rolls: Sequence[RecordedRoll]) -> Text:
    """Return whether a test was passed, with its die and the re-roll; empty if no score is needed."""
    *before, roll = rolls
    if roll.needed is None:
        return NOTHING
    faces = [Text("own {face}", face=one.faces[0]) if one.source != "bot" else one.faces[0] for one in rolls]
    face = Text("{first}, again {face}", first=faces[0], face=faces[-1]) if before else faces[0]
    said: dict[str, Value] = {"title": title, "face": face, "needed": needed_text(roll.needed)}
    done = Text("{title}, passed ({face}, needed {needed})", **said)
    return done if roll.result else Text("{title}, failed ({face}, needed {needed})", **said)
