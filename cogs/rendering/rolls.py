"""Rolls, their ledgers, decisions, and percentiles, as every message words them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from bot.game.questions import AnsweredRoll
from cogs.rendering.text import Reader
from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel.dice import Line, Need
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.roll_kinds import Kind
from rules.kernel.table import Made, Source
from rules.kernel.text import NOTHING, Joined, Term, Text, Value, counted

NOTE = "↳ "
"""Prefix of a line that explains the one above it."""
_SOURCES = {"bot": Text("bot"), "physical": Text("own dice"), "counted": Text("own dice, counted")}
_OWN_DIE = Text("own die")
"""Names of the sources of dice: the bot, or players at the table, who may have counted the successes only."""


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll for its reader, recorded or made before a question: the parts of which every message composes its line."""

    words: Reader
    roll: RecordedRoll | AnsweredRoll
    system: System | None = None

    @property
    def counts_each(self) -> bool:
        """True if each die succeeds or fails; False for dice that are added up or looked up."""
        return self.roll.needed is not None and not self.roll.needed.is_of_total

    @property
    def kind(self) -> Kind | None:
        """The kind of a roll whose dice count individually."""
        return self.system.throws.named(self.roll.key).kind if self.system and self.counts_each else None

    @property
    def is_pool(self) -> bool:
        return self.counts_each and len(self.roll.faces) > 1

    @property
    def head(self) -> str:
        """The label and the score needed: "to hit, 4+"."""
        needed = Text(", {needed}", needed=needed_text(self.roll.needed)) if self.roll.needed else NOTHING
        return self.words.say("{label}{needed}", label=self.roll.label, needed=needed)

    @property
    def source(self) -> Text:
        return source_text(self.roll.source, self.roll.added, len(self.roll.faces))

    @property
    def own_dice(self) -> str:
        """A note that the dice were a player's own; empty for the bot's."""
        if self.roll.source == "bot":
            return ""
        return self.words.say("counted") if self.roll.source == "counted" else self.words.say("own dice")

    @property
    def faces(self) -> tuple[int, ...]:
        """The known faces: all of them, or for counted dice those that the bot added."""
        own = len(self.roll.faces) - self.roll.added if self.roll.source == "counted" else 0
        return self.roll.faces[own:]

    @property
    def judged_faces(self) -> tuple[tuple[int, bool | None], ...]:
        """The known faces with True for successes; None if dice do not count individually."""
        need = self.roll.needed if self.counts_each else None
        return tuple((face, need.is_met_by(face) if need else None) for face in self.faces)

    @property
    def counted(self) -> str:
        """The result of dice of which only the successes are known, "7 hits of 12"; empty for others."""
        roll = self.roll
        if roll.source != "counted":
            return ""
        own = roll.faces[: len(roll.faces) - roll.added]
        n = sum(map(roll.needed.is_met_by, own)) if roll.needed is not None else 0
        successes = counted(n, "hit", "hits") if self.kind == "to_hit" else counted(n, "success", "successes")
        return self.words.say("{successes} of {dice}", successes=successes, dice=len(own))

    @property
    def dice(self) -> str:
        """The known faces, successes in bold, after the number of counted successes."""
        return " · ".join(filter(None, [self.counted, bold_successes(self.judged_faces)]))

    @property
    def successes(self) -> int:
        return self.roll.needed.count(self.roll.faces) if self.roll.needed else 0

    @property
    def is_counted(self) -> bool:
        """True if a player counted the successes, and no face is known."""
        return self.roll.source == "counted" and not self.roll.added

    @property
    def modifiers(self) -> list[int]:
        """The numbers that the rules add to the faces."""
        ledger = self.roll.ledger if isinstance(self.roll, RecordedRoll) else ()
        return [line.value for line in ledger if line.of == "total"]

    @property
    def total(self) -> Any:
        """The result with all modifiers, if there is one."""
        return (self.roll.result or 0) + sum(self.modifiers) if self.modifiers else self.roll.result

    @property
    def faces_total(self) -> int:
        return self.total if self.modifiers else sum(self.roll.faces)

    @property
    def result(self) -> str:
        """The result with modifiers; a single die against a number succeeds or fails."""
        if self.total is not None and len(self.roll.faces) == 1 and self.roll.needed and not self.modifiers:
            return self.words.say("success") if self.total else self.words.say("failure")
        return "" if self.total is None else self.words(self.total)

    @property
    def further_result(self) -> str:
        """The result, unless the dice show it: a single unmodified die, or counted successes."""
        single = len(self.roll.faces) == 1 and not self.roll.needed and not self.modifiers
        return "" if single or self.is_counted else self.result

    def count(self, n: int) -> str:
        return self.words.say("{n} of {dice}", n=n, dice=len(self.roll.faces))

    @property
    def bare(self) -> str:
        """The result without a label: "2 of 4", or the faces and their total."""
        return self.count(self.successes) if self.is_pool else self.faces_and_total

    @property
    def faces_and_total(self) -> str:
        """The faces and their total with modifiers: "4", "3+5" if they are added up, "1 → 4"."""
        faces = (" " if self.counts_each else "+").join(map(str, self.roll.faces))
        return faces if self.faces_total == sum(self.roll.faces) else f"{faces} → {self.faces_total}"

    @property
    def short(self) -> str:
        """The roll in a few words: "to hit 2 of 4", "morale 5 (4+)"; "saves 0 of 1" too, since "saves 4" is misread."""
        needed = self.roll.needed if len(self.roll.faces) == 1 else None
        shown = f"{self.roll.faces[0]} ({self.words(needed_text(needed))})" if needed else self.bare
        shown = self.count(self.successes) if needed and self.kind == "saves" else shown
        return f"{self.words(label_before_number(self.words, self.roll.label))} {shown}"

    @property
    def sum_result(self) -> str:
        """The result of several dice; empty for a single die and for counted successes."""
        shown = (len(self.roll.faces) > 1 or self.modifiers) and not self.is_counted
        return self.words(self.total) if shown and self.total is not None else ""


def roll_views(words: Reader, entry: Entry, system: System | None = None) -> list[RollView]:
    return [RollView(words, roll, system) for roll in entry.rolls]


def roll_line(words: Reader, roll: RecordedRoll, why: bool = True, system: System | None = None) -> str:
    """Return a roll on one line: label, score needed, source, faces, and with `why` the ledger."""
    view = RollView(words, roll, system)
    again = words.say(" (was ~~{faces}~~)", faces=spaced_faces(roll.rerolled)) if roll.rerolled else ""
    ledger = ledger_line(words, roll.ledger, roll.needed) if why else ""
    result = f" → **{view.further_result}**" if view.further_result else ""
    line = f"🎲 {view.head} ({words(view.source)}): {view.dice}{again}{result}"
    return f"{line}\n{NOTE}{ledger}" if ledger else line


def earlier_roll_line(words: Reader, roll: AnsweredRoll, system: System | None = None) -> str:
    """Return a roll made before a question."""
    view = RollView(words, roll, system)
    result = f" → **{view.sum_result}**" if view.sum_result else ""
    return f"{words(roll.label)} ({words(view.source)}): {view.dice}{result}"


def earlier_roll_total(words: Reader, roll: AnsweredRoll) -> str:
    """Return a roll before a question in a few words: "attacker pool 6 of 14", "Terror 5 3 (own dice)"."""
    view, label = RollView(words, roll), label_before_number(words, roll.label)
    shown = view.bare if view.is_pool and roll.result is not None else spaced_faces(roll.faces)
    return f"{words(label)} {shown}" + ("" if roll.source == "bot" else f" ({words(view.source)})")


def source_text(source: Source, added: int = 0, dice: int = 0) -> Text:
    """Return the source of a roll's dice; the last of them may be the bot's: "physical, 2 bot"."""
    if not added:
        return _OWN_DIE if source == "physical" and dice == 1 else _SOURCES[source]
    return Text("{source}, {n} {bot}", source=_SOURCES[source], n=added, bot=_SOURCES["bot"])


def needed_text(needed: Need) -> Text:
    """Return the score needed: "4+", "7 or less"."""
    return Text("{face} or less", face=needed.face) if needed.at_most else Text("{face}+", face=needed.face)


def replacement_lines(words: Reader, before: Sequence[Play], after: Sequence[Play]) -> list[str]:
    """Return the changes if other plays used the same dice: "to hit: 5 in place of 3", and the new result.

    Empty if the reader does not know one of the units, or if `after` is empty.
    """
    if not after or not all(knows_all_units(words, play) for play in after):
        return []
    was, now = ([roll for play in plays for roll in play.throws] for plays in (before, after))
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


def bold_successes(faces: Iterable[tuple[int, bool | None]]) -> str:
    return " ".join(f"**{face}**" if success else str(face) for face, success in faces)


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
    percent = Text("{n} %", n=round(rank * 100))
    # With a decimal at both ends; never 0 or 100, since other results are possible.
    if not Fraction(1, 100) <= rank <= Fraction(99, 100):
        n = max(_LEAST, min(_MOST, rank)) * 100
        percent = Text("{n:.1f} %", n=Decimal(n.numerator) / n.denominator)
    chance = words.say("Chance of this or better: {chance}", chance=percent)
    return [f"{note}{chance}"]


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
