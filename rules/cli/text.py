"""Resolutions, odds and systems as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rules.action import Action
from rules.action_set import ActionSet
from rules.cli.contract import needed_text
from rules.odds import Dist
from rules.plays import Throwing
from rules.resolve import Resolution
from rules.serialise import means, play_of, rows, rulings_json
from rules.text import Term
from rules.wording import ENGLISH


def resolution_lines(resolution: Resolution) -> Iterator[str]:
    """The outcome in a sentence, then each throw with its ledger, decisions, effects and rulings."""
    play = play_of(resolution, {})
    yield ENGLISH(play.text)
    for throw in play.throws:
        yield from throw_lines(throw)
    for made in play.decisions:
        yield f"  {made.name} ({made.by}): {ENGLISH(made.label or Term(made.value))}"
    for effect in play.effects:
        yield f"  {effect.unit}: {effect.effect} {effect.to or format(effect.change, '+d')}"
    for name in play.leaned:
        yield f"  ruling {name}"


def throw_lines(throw: Throwing) -> Iterator[str]:
    """A throw: what it was for, the faces, and the ledger that gives the number needed."""
    needed = f", {needed_text(throw.needed)} needed" if throw.needed else ""
    faces = " ".join(map(str, throw.faces))
    again = f" (before: {' '.join(map(str, throw.rerolled))})" if throw.rerolled else ""
    yield f"  {ENGLISH(throw.label)} ({throw.by}, {throw.source}{needed}): {faces}{again} → {throw.result}"
    for line in throw.ledger:
        yield f"    {line.value:+d} {line.of}: {ENGLISH(line.why)} [{line.rule}]"


def odds_lines(action: Action, dist: Dist) -> Iterator[str]:
    """Each outcome with its chance in percent, most likely first, then the means."""
    for outcome, p in rows(dist):
        shown = ", ".join(f"{name} {value}" for name, value in outcome.items())
        yield f"{float(p):8.3%}  {shown}"
    for name, value in means(action, dist).items():
        yield f"mean {name}: {float(value):.4g}"


def system_lines(system: ActionSet) -> Iterator[str]:
    """A system with its actions and rulings."""
    yield f"{system.key}: {system.name}"
    for action in system.actions.values():
        decisions = "".join(f" [{decision.name}: {' | '.join(decision.options)}]" for decision in action.decisions)
        yield f"  {action.key} ({', '.join(action.facts.model_fields)}){decisions}"
    for ruling in rulings_json(system):
        options = " | ".join(map(str, ruling["options"]))
        yield f"  ruling {ruling['name']} = {ruling['default']} ({options}): {ruling['about']}"
