"""Throws, their ledgers, decisions, and how well a throw went, as every message words them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from bot.dice.parsing import Dice, FallenDice, LooseThrow
from bot.game.questions import Thrown
from cogs.rendering.text import Reader
from rules.command.system import System
from rules.kernel.dice import Line, Need
from rules.kernel.plays import Play, Throwing
from rules.kernel.table import Made, Source
from rules.kernel.text import NOTHING, Joined, Term, Text, Value, counted
from rules.kernel.wording import Wording

NOTE = "↳ "
"""Before a line that explains the one above it."""
_SOURCES = {"bot": Text("bot"), "physical": Text("own dice"), "counted": Text("own dice, counted")}
_OWN_DIE = Text("own die")
"""Whose dice there are: thrown by the bot, or at the table, where somebody may only have counted them."""


def throw_line(words: Reader, throw: Throwing, why: bool = True, system: System | None = None) -> str:
    """A throw on one line: what for, by whose dice, the faces, the number needed and, where wanted, why."""
    head = words.say(
        "🎲 {label}{needed} ({source})",
        label=throw.label,
        needed=needed_after_comma(throw.needed),
        source=source_text(throw.source, throw.added, len(throw.faces)),
    )
    again = words.say(" (was ~~{faces}~~)", faces=spaced(throw.rerolled)) if throw.rerolled else ""
    ledger = ledger_line(words, throw.ledger, throw.needed) if why else ""
    return f"{head}: {seen(words, throw, system)}{again}{_came_to(words, throw)}" + (
        f"\n{NOTE}{ledger}" if ledger else ""
    )


def source_text(source: Source, added: int = 0, dice: int = 0) -> Text:
    """Whose dice a throw was made with; the last of them may be the bot's: "physical, 2 bot"."""
    if not added:
        return _OWN_DIE if source == "physical" and dice == 1 else _SOURCES[source]
    return Text("{source}, {n} {bot}", source=_SOURCES[source], n=added, bot=_SOURCES["bot"])


def needed_text(needed: Need) -> Text:
    """ "4+", "7 or less"."""
    return Text("{face} or less", face=needed.face) if needed.at_most else Text("{face}+", face=needed.face)


def needed_after_comma(needed: Need | None) -> Text:
    return Text(", {needed}", needed=needed_text(needed)) if needed else NOTHING


def in_place(words: Reader, before: Sequence[Play], after: Sequence[Play]) -> list[str]:
    """What other plays on the same dice would come to: "to hit: 5 in place of 3", and how it would end; nothing of a
    unit that the reader does not know, and nothing where `after` is not known.
    """
    if not after or not all(knows_all(words, play) for play in after):
        return []
    was = [throw for play in before for throw in play.throws]
    now = [throw for play in after for throw in play.throws]
    pairs = [(then, next((one for one in was if one.key == then.key), None)) for then in now]
    lines = [
        words.say("{label}: {n} in place of {before}", label=then.label, n=then.successes, before=one.successes)
        for then, one in pairs
        if one is not None and then.successes != one.successes
    ]
    texts = [words(play.text) for play in after if play.text]
    return [*lines, *(f"**{text}**" for text in texts)]


def spaced(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def faces_marked(faces: Iterable[int], needed: Need | None) -> str:
    """Faces with the successes in bold, so that they stand out; the number beside them says the same."""
    need = needed if needed is not None and not needed.of_total else None
    return " ".join(f"**{face}**" if need is not None and need.met_by(face) else str(face) for face in faces)


def known_faces(throw: Throwing | Thrown) -> tuple[int, ...]:
    """The faces that somebody saw: all of them, or of dice that were counted those that the bot added."""
    return throw.faces[len(throw.faces) - throw.added :] if throw.source == "counted" else throw.faces


def seen(words: Wording, throw: Throwing | Thrown, system: System | None = None) -> str:
    """What the dice showed: the faces, or of dice that somebody only counted how many succeeded, as nobody knows what
    else they showed.
    """
    if throw.source != "counted":
        return faces_marked(throw.faces, throw.needed)
    added = faces_marked(known_faces(throw), throw.needed)
    return " · ".join([words(counted_text(throw, system)), *([added] if added else [])])


def counted_text(throw: Throwing | Thrown, system: System | None) -> Text:
    """ "7 hits of 12": dice of which only the successes are known."""
    own = throw.faces[: len(throw.faces) - throw.added]
    n = sum(throw.needed is not None and face >= throw.needed.face for face in own)
    hits = system is not None and system.throws.named(throw.key).kind == "to_hit"
    successes = counted(n, "hit", "hits") if hits else counted(n, "success", "successes")
    return Text("{successes} of {dice}", successes=successes, dice=len(own))


def _came_to(words: Reader, throw: Throwing) -> str:
    """A throw's result in bold, behind its faces; none for a single face that counts as it is, nor for a count."""
    if throw.source == "counted" and not throw.added:
        return ""
    if throw.result is not None and summed(throw) is None and not throw.needed and len(throw.faces) == 1:
        return ""
    result = came_to(throw)
    return f" → **{words(result)}**" if result else ""


def came_to(throw: Throwing) -> Text:
    """What a throw was read as, with what is added to it; one die against a number either succeeds or fails."""
    if (result := summed(throw)) is not None:
        return Text("{n}", n=result)
    if throw.result is None:
        return NOTHING
    if len(throw.faces) == 1 and throw.needed:
        return Text("success") if throw.result else Text("failure")
    return Text("{n}", n=throw.result)


def summed(throw: Throwing) -> int | None:
    """The faces with all that is added to them, where the rules add anything."""
    added = [line.value for line in throw.ledger if line.of == "total"]
    return throw.result + sum(added) if added else None


def thrown_line(words: Reader, throw: Thrown, system: System | None = None) -> str:
    """A throw that has been made on the way to a question."""
    head = words.say(
        "{label} ({source})", label=throw.label, source=source_text(throw.source, throw.added, len(throw.faces))
    )
    said = throw.source == "counted" and not throw.added
    result = f" → **{throw.result}**" if throw.result is not None and len(throw.faces) > 1 and not said else ""
    return f"{head}: {seen(words, throw, system)}{result}"


def thrown_total(words: Reader, throw: Thrown) -> str:
    """A throw on the way to a question in a few words: "attacker pool 6 of 14", "Terror 5 3 (own dice)"."""
    counts = throw.needed is not None and not throw.needed.of_total and len(throw.faces) > 1
    label = before_number(words, throw.label)
    if counts and throw.result is not None:
        said = words.say("{label} {n} of {dice}", label=label, n=throw.result, dice=len(throw.faces))
    else:
        said = words.say("{label} {n}", label=label, n=spaced(throw.faces))
    own = source_text(throw.source, throw.added, len(throw.faces))
    return said if throw.source == "bot" else f"{said} ({words(own)})"


def before_number(words: Reader, label: Value) -> Text:
    """What a number stands behind, with a colon where it ends in one itself: "attack 5", but "GI 2: 5"."""
    bare = Text("{label}", label=label)
    return Text("{label}:", label=label) if words.plain(bare)[-1:].isdigit() else bare


def ledger_line(words: Reader, ledger: Iterable[Line], needed: Need | None) -> str:
    """The ledger of a throw as a sum that can be checked with a pencil."""
    groups: dict[str, list[Line]] = {}
    for line in ledger:
        groups.setdefault(line.of, []).append(line)
    order = sorted(groups, key=lambda of: of != "dice")
    return ", ".join(words(_sum(needed, of, groups[of])) for of in order)


def _sum(needed: Need | None, of: str, lines: Sequence[Line]) -> Text:
    """A group of a ledger: what the number needed, the dice or the total is made of."""
    head = sum_text(needed, of, sum(line.value for line in lines))
    first, *rest = lines
    if of == "dice" and rest:
        parts = [Text("{why} = {value}", why=line.why, value=line.value) for line in lines]
    elif not rest and (of != "needed" or (needed is not None and needed.face == first.value)):
        parts = [first.why]
    else:
        parts = [Text("{why} {value}", why=first.why, value=first.value)]
        parts += [Text("{why} {value:+}", why=line.why, value=line.value) for line in rest]
    return Text("{head} ({parts})", head=head, parts=Joined(parts, ", "))


def sum_text(needed: Need | None, of: str, total: int) -> Text:
    """What a group of a ledger adds up to: the number needed, so many dice, a total, or another number by its name."""
    if of == "needed" and needed:
        return needed_text(needed)
    if of == "dice":
        return counted(total, "die", "dice")
    if of == "total":
        return Text("{total:+}", total=total)
    return Text("{of} {total}", of=Term(of), total=total)


def told_decisions(system: System, play: Play) -> list[Made]:
    """Decisions that somebody made; those that a table is not stopped for go without saying at their default."""
    action = system.actions.get(play.action)
    unasked = {one.name: one.default for one in action.decisions if not one.asked} if action else {}
    return [made for made in play.decisions if unasked.get(made.name) != made.value]


def decision_line(words: Reader, made: Made) -> str:
    """A decision and what was chosen: a number by what it stood for."""
    return words.say("Decision, {name}: {chosen}", name=Term(made.name), chosen=made.label or Term(made.value))


# How well a throw went, in a line: a number from the exact odds, and no word of praise.

_LEAST, _MOST = Fraction(1, 1000), Fraction(999, 1000)


def rank_lines(words: Reader, play: Play, rank: Fraction | None) -> list[str]:
    """The line under a play; none about units that the reader does not know, as it would tell what they are."""
    if rank is None or not knows_all(words, play):
        return []
    return [f"{NOTE}{words(rank_text(rank))}"]


def knows_all(words: Reader, play: Play) -> bool:
    """Whether the reader may know all units that took part."""
    return all(map(words.knows, play.roles.values()))


def rank_text(rank: Fraction) -> Text:
    """ "This well or better: 7 %"."""
    return Text("This well or better: {chance}", chance=_percent(rank))


def _percent(chance: Fraction) -> Text:
    """Whole percents, with a decimal at either end; never 0 or 100, which nothing that happened has."""
    if Fraction(1, 100) <= chance <= Fraction(99, 100):
        return Text("{n} %", n=round(chance * 100))
    n = max(_LEAST, min(_MOST, chance)) * 100
    return Text("{n:.1f} %", n=Decimal(n.numerator) / n.denominator)


# Percentages and means as strings: the same in a text, in the picture beside it and in its description.


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def percent(p: Fraction) -> Text:
    """A chance in percent; certain and impossible are said only of what is so."""
    if p in (0, 1):
        return Text("{n} %", n=int(p * 100))
    return Text("{n:.1f} %", n=min(Decimal("99.9"), max(Decimal("0.1"), decimal(p) * 100)))


def whole_percent(p: Fraction) -> int:
    """A chance in whole percents; certain and impossible are said only of what is so."""
    return int(p * 100) if p in (0, 1) else min(99, max(1, round(p * 100)))


def mean(value: Fraction) -> Text:
    return Text("{n:.2f}", n=decimal(value))


# Loose dice in figures: what was thrown, and what it adds up to. They need no words.


def written(throw: LooseThrow) -> str:
    """A throw as it is usually written: 2d20kh1 + 3."""
    return _joined([(one.sign, _dice(one)) for one in throw.dice], throw.plus)


def _dice(dice: Dice) -> str:
    kept = "" if dice.keep is None else f"k{'l' if dice.lowest else 'h'}{dice.keep}"
    return f"{dice.number if dice.number > 1 else ''}d{dice.sides}{kept}"


def loose_line(throw: LooseThrow, thrown: Sequence[FallenDice]) -> str:
    """The faces, those that do not count struck out, and the sum where there is something to add up."""
    faces = _joined([(one.dice.sign, _faces(one, bool(len(thrown) > 1 or throw.plus))) for one in thrown], throw.plus)
    if len(thrown) == 1 and len(thrown[0].faces) == 1 and not throw.plus:
        return faces
    total = sum(one.total for one in thrown) + throw.plus
    return f"{faces} = **{total}**".replace("-", "−")


def _faces(thrown: FallenDice, bracketed: bool) -> str:
    was = [f"~~{face}~~→" if face else "" for face in thrown.was] or [""] * len(thrown.faces)
    shown = [str(face) if counts else f"~~{face}~~" for face, counts in thrown.faces]
    faces = " ".join(before + face for before, face in zip(was, shown, strict=True))
    return f"({faces})" if bracketed and len(thrown.faces) > 1 else faces


def _joined(parts: Sequence[tuple[int, str]], plus: int) -> str:
    """Parts with their signs, and a number behind them."""
    (_, first), *rest = [*parts, *([(plus, str(abs(plus)))] if plus else [])]
    return first + "".join(f" {'+' if sign > 0 else '−'} {text}" for sign, text in rest)


# How a test by one die went, as the heading of a result.


def how_activated(unit: Text, throw: Throwing) -> Text:
    """Whether a unit is activated, by the die that was thrown for it; nothing where none is needed."""
    if throw.needed is None:
        return NOTHING
    said: dict[str, Value] = {"unit": unit, "face": throw.faces[0], "needed": needed_text(throw.needed)}
    if throw.source != "bot":
        done = Text("{unit}: activated (own {face}, needed {needed})", **said)
        return done if throw.result else Text("{unit}: failed (own {face}, needed {needed})", **said)
    done = Text("{unit}: activated ({face}, needed {needed})", **said)
    return done if throw.result else Text("{unit}: failed ({face}, needed {needed})", **said)


def how_tested(title: Text, throws: Sequence[Throwing]) -> Text:
    """Whether a test was passed, by its die and the one that was thrown again; nothing where none is needed."""
    *before, throw = throws
    if throw.needed is None:
        return NOTHING
    faces = [Text("own {face}", face=one.faces[0]) if one.source != "bot" else one.faces[0] for one in throws]
    face = Text("{first}, again {face}", first=faces[0], face=faces[-1]) if before else faces[0]
    said: dict[str, Value] = {"title": title, "face": face, "needed": needed_text(throw.needed)}
    done = Text("{title}, passed ({face}, needed {needed})", **said)
    return done if throw.result else Text("{title}, failed ({face}, needed {needed})", **said)
