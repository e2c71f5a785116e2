"""Faults that no play of any system may have: each is a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rules.kernel.action import ActionSet
from rules.kernel.dice import total
from rules.kernel.resolve import Resolution
from rules.kernel.wording import ENGLISH

_KEY = re.compile(r"[a-z][a-z0-9_]*( \d+)*")


def uneven_ledgers(resolution: Resolution) -> Iterator[str]:
    """Yield rolls whose ledger does not add up to the face needed, or to the number of dice."""
    for step in resolution.played.steps:
        of = Counter(line.of for line in step.throw.ledger)
        if step.throw.needed and of["needed"] and total(step.throw.ledger) != step.throw.needed.face:
            yield f"the reasons of {step.throw.key} make {total(step.throw.ledger)}, not {step.throw.needed.face}"
        if of["dice"] and total(step.throw.ledger, "dice") != len(step.faces):
            yield f"the reasons of {step.throw.key} make {total(step.throw.ledger, 'dice')} dice, not {len(step.faces)}"


def bare_numbers(system: ActionSet, resolution: Resolution) -> Iterator[str]:
    """Yield rolls without a reason or a section, and reasons that repeat their section or name an unknown state."""
    for step in resolution.played.steps:
        roll = step.throw
        if not roll.rule or not all(line.why and line.rule for line in roll.ledger):
            yield f"{roll.key} or one of its reasons has no section"
        repeated = (line.rule for line in roll.ledger if ENGLISH(line.why).casefold() == line.rule.casefold())
        yield from (f'{roll.key} has the reason "{rule}" in a section of that name' for rule in repeated)
        if roll.needed and not roll.ledger:
            yield f"{roll.key} needs {roll.needed.face} without a reason"
        causes = {line.cause.state for line in roll.ledger if line.cause}
        yield from (f"{roll.key} has the unknown cause {state}" for state in sorted(causes - system.states.keys()))


def confused_rolls(resolution: Resolution) -> Iterator[str]:
    """Yield rolls that have the same name, whose key cannot be kept, or that show an impossible face."""
    rolls = [step.throw for step in resolution.played.steps]
    for names in ([roll.key for roll in rolls], [ENGLISH(roll.label) for roll in rolls]):
        yield from (f"two rolls are called {name}" for name, count in Counter(names).items() if count > 1)
    for step in resolution.played.steps:
        if not _KEY.fullmatch(step.throw.key) or step.throw.by not in ("attacker", "defender", "unit"):
            yield f"{step.throw.key!r} by {step.throw.by!r} is no roll"
        if not all(1 <= face <= step.throw.sides for face in step.faces):
            yield f"{step.throw.key} shows {step.faces} on dice with {step.throw.sides} sides"


def unknown_effects(system: ActionSet, resolution: Resolution) -> Iterator[str]:
    """Yield effects on states that the system does not have, on no unit, or without a change."""
    for effect in resolution.effects:
        if effect.effect not in {*system.states, "models", "hp"}:
            yield f"there is no state {effect.effect}"
        if not effect.unit or not (effect.change or effect.to is not None):
            yield f"{effect.effect} of {effect.unit or 'nothing'} does not change"


def unfinished_sentences(resolution: Resolution) -> Iterator[str]:
    """Yield the text of an outcome that is not a sentence."""
    text = ENGLISH(resolution.text)
    if not (text[:1].isupper() or text[:1].isdigit()) or not text.endswith((".", "!", "?")):
        yield f"this is no sentence: {text}"


def play_faults(system: ActionSet, resolution: Resolution) -> Iterator[str]:
    """Yield all faults of a play."""
    yield from uneven_ledgers(resolution)
    yield from bare_numbers(system, resolution)
    yield from confused_rolls(resolution)
    yield from unknown_effects(system, resolution)
    yield from unfinished_sentences(resolution)
