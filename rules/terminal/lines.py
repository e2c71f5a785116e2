"""Resolutions, odds, systems and trial games as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.command.contract import (
    needed_text,
    result_text,
)
from rules.files.file_system import FileSystem
from rules.files.ruleset import FileRuleset
from rules.files.trial import TrialCheck
from rules.kernel.action import Action, ActionSet
from rules.kernel.odds import Dist
from rules.kernel.plays import RecordedRoll
from rules.kernel.resolve import Resolution
from rules.kernel.serialise import means, play_of, rows, rulings_json
from rules.kernel.text import Term
from rules.kernel.wording import ENGLISH


def resolution_lines(resolution: Resolution) -> Iterator[str]:
    """Yield the outcome in a sentence, then each roll with its ledger, decisions, effects and rulings."""
    play = play_of(resolution, {})
    yield ENGLISH(result_text(resolution))
    for roll in play.throws:
        yield from roll_lines(roll)
    for made in play.decisions:
        yield f"  {made.name} ({made.by}): {ENGLISH(made.label or Term(made.value))}"
    for effect in play.effects:
        yield f"  {effect.unit}: {effect.effect} {effect.to or format(effect.change, '+d')}"
    for name in play.leaned:
        yield f"  ruling {name}"


def roll_lines(roll: RecordedRoll) -> Iterator[str]:
    """Yield the lines of a roll: its purpose, the faces, and the ledger of the number needed."""
    needed = f", {needed_text(roll.needed)} needed" if roll.needed else ""
    faces = " ".join(map(str, roll.faces))
    again = f" (before: {' '.join(map(str, roll.rerolled))})" if roll.rerolled else ""
    result = "" if roll.result is None else f" → {roll.result}"
    yield f"  {ENGLISH(roll.label)} ({roll.by}, {roll.source}{needed}): {faces}{again}{result}"
    for line in roll.ledger:
        yield f"    {line.value:+d} {line.of}: {ENGLISH(line.why)} [{line.rule}]"


def odds_lines(action: Action, dist: Dist) -> Iterator[str]:
    """Yield each outcome with its chance in percent, likeliest first, then the means."""
    for outcome, p in rows(dist):
        shown = ", ".join(f"{name} {value}" for name, value in outcome.items())
        yield f"{float(p):8.3%}  {shown}"
    for name, value in means(action, dist).items():
        yield f"mean {name}: {float(value):.4g}"


def file_lines(system: FileSystem) -> Iterator[str]:
    """Yield the contents of a valid system file."""
    yield f"{system.name} ({system.key}) is fine. sha256 {system.digest}"
    yield f"  actions: {', '.join(system.actions)}"
    yield from _lines_without_dice(system)
    yield f"  units: {', '.join(system.units)}"
    yield f"  weapons: {', '.join(system.weapons)}"
    yield f"  forces: {', '.join(system.forces)}"


def _lines_without_dice(system: FileSystem) -> Iterator[str]:
    """Yield the actions of a file that only change states: there is nothing to resolve or to weigh."""
    others = [key for key in system.orders if key not in system.actions] if isinstance(system, FileRuleset) else ()
    if others:
        yield f"  without dice: {', '.join(others)}"


def trial_lines(found: Sequence[TrialCheck]) -> Iterator[str]:
    """Yield each property that was checked in trial games, and the first faults of those that do not hold."""
    for one in found:
        yield f"  {'not held' if one.faults else 'held'}: {one.says} ({one.looked_at} looked at)"
        yield from (f"    {fault}" for fault in one.faults[:MOST_SHOWN])
        if len(one.faults) > MOST_SHOWN:
            yield f"    … and {len(one.faults) - MOST_SHOWN} more"


def system_lines(system: ActionSet) -> Iterator[str]:
    """Yield the lines of a system with its actions and rulings."""
    yield f"{system.key}: {system.name}"
    for action in system.actions.values():
        decisions = "".join(f" [{decision.name}: {' | '.join(decision.options)}]" for decision in action.decisions)
        yield f"  {action.key} ({', '.join(action.facts.model_fields)}){decisions}"
    if isinstance(system, FileSystem):
        yield from _lines_without_dice(system)
    for ruling in rulings_json(system):
        options = " | ".join(map(str, ruling["options"]))
        yield f"  ruling {ruling['name']} = {ruling['default']} ({options}): {ruling['about']}"


MOST_SHOWN = 5
"""Faults of one property that are printed."""
