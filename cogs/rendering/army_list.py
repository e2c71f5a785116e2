"""Army lists in words: how each line was read, and the meanings of its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from cogs.rendering.text import Reader
from rules.command import army_list
from rules.command.army_list import ArmyList, Unknown
from rules.command.list_words import LEFT_OUT, SKIPPED, Meaning
from rules.command.system import System
from rules.kernel.text import Joined, Plural, Sentence, Term, Text, Typed, counted, several_of

MOST_SHOWN = 40
"""Most lines of a list whose interpretation is shown."""
MOST_PASSED = 240
"""Most characters shown of the skipped lines."""


def list_lines(words: Reader, system: System, found: ArmyList) -> list[str]:
    """Return the interpretation of a list: its first lines, the number of further ones, and the skipped ones."""
    lines = list[str]()
    for line in found.lines[:MOST_SHOWN]:
        # Equal units of a line once, and below them the assumptions.
        for given, alike in groupby(line.units):
            many = len(list(alike))
            lines.append("• " + (f"{many} × " if many > 1 else "") + words(describe_unit(system, given)))
        lines += [f"↳ {words(Sentence(text))}" for text in (line.assumed if line.units else ())]
    more = len(found.lines) - MOST_SHOWN
    lines += [words(_more_text(more))] if more > 0 else []
    return lines + ([_skipped_line(words, found.passed)] if found.passed else [])


def describe_unit(system: System, given: Mapping[str, Any]) -> Text:
    """Return a line of a force in words: name, figures, weapons, and its other values."""
    base = system.units.get(str(given.get("type")))
    name = str(given.get("name") or (base.name if base else ""))
    of = [Text("{name} ({type})", name=name, type=base.name) if base and name != base.name else Typed(name)]
    models = given.get("models", base.models if base else 1)
    of += [counted(models, "model", "models")] if models != 1 else []
    arms = given.get("weapons", [one.model_dump() for one in base.weapons] if base else [])
    of += [several_of(int(one.get("count", 1)), str(one["name"])) for one in arms]
    profile: Mapping[str, Any] = given.get("profile", {})
    for field, value in profile.items():
        shown = value if isinstance(value, int) else Term(str(value)[:40])
        of.append(Text("{field}: {value}", field=Term(field), value=Text("yes") if value is True else shown))
    of += [Term(state) for state in given.get("states", {})]
    of += [counted(given["points"], "point", "points")] if given.get("points") else []
    return Joined(of, ", ")


def _skipped_line(words: Reader, passed: Sequence[str]) -> str:
    """Return as many of the skipped lines as fit on a line or two."""
    shown, room = list[str](), MOST_PASSED
    for line in passed:
        room -= len(line) + 3
        if room < 0:
            break
        shown.append(line)
    more = len(passed) - len(shown)
    lines = [Typed(line) for line in shown or [passed[0][:MOST_PASSED]]]
    said = words.say("Skipped: {lines}", lines=Joined(lines, " · "))
    return f"-# {said}" + (f" {words(_more_text(more))}" if shown and more else "")


def _more_text(more: int) -> Text:
    return Plural("… and {n} more line", "… and {n} more lines", more)


def word_text(system: System, said: str, code: str) -> Text:
    """Return a word with its explained meaning."""
    meaning = Meaning.of(code)
    meant = Text("nothing") if meaning is None or meaning in (LEFT_OUT, SKIPPED) else _label(system, meaning)
    return Text("“{said}” = {meant}", said=said, meant=meant)


def meaning_choices(system: System, unknown: Unknown) -> list[tuple[Meaning, Text]]:
    """Return the possible meanings of a name with their labels, the most similar first, and then leaving it out."""
    found = [(one, _label(system, one)) for one in unknown.nearest]
    if unknown.kind == "unit":
        found.append((SKIPPED, Text("Leave the unit out")))
    elif unknown.kind != "word":
        found.append((LEFT_OUT, Text("Leave it out")))
    return found


def _label(system: System, meaning: Meaning) -> Text:
    if meaning.kind == "unit":
        return Typed(system.units[meaning.key].name)
    return _LABELS.get(meaning._replace(value=""), Term(meaning.key))


_LABELS = {
    army_list.UNITS: Text("several units"),
    army_list.MODELS: Text("one unit of that size"),
    army_list.POINTS: Text("points"),
    army_list.EACH: Text("points for each unit"),
    army_list.TOGETHER: Text("points for all of them"),
    army_list.NAMED: Text("a unit of that name"),
    army_list.ONE: Text("one has it"),
    army_list.ALL: Text("all have it"),
    army_list.AS_READ: Text("Correct as read"),
    army_list.AS_COUNTED: Text("Correct as read"),
    army_list.ABOVE: Text("It belongs to the line above"),
}
"""Labels of the meanings that a word of a list may have, besides units and weapons."""
