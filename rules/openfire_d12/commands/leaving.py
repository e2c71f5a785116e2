"""Whose assault range a unit leaves, and the free attacks that those enemies have then (Actions › Advance)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.commands import mark
from rules.errors import RuleError
from rules.events import Event
from rules.openfire_d12.commands.board_facts import close_to
from rules.openfire_d12.movement import ADVANCE
from rules.request import Ask, Choice, MissingFacts
from rules.system import Board
from rules.text import Listed, Text
from rules.unit import Unit

LEAVES = "leaves_assault_range"
_ALL = 0
CHOICES = (
    Choice(LEAVES, Text("Leaves an enemy's assault range")),
    Choice(f"{LEAVES}={_ALL}", Text("Leaves all enemies whose assault range it is in")),
    *(Choice(f"{LEAVES}={n}", Text("Leaves only number {n} of those enemies", n=n)) for n in range(1, 5)),
)


def left_by(board: Board, unit: Unit, option: str, said: Sequence[str]) -> list[Unit]:
    """The enemies whose assault range the unit leaves; raises MissingFacts where it is one of several, unnamed.

    They are named by their places among those in whose range it is.
    """
    near = close_to(board, unit)
    places = {int(code.partition("=")[2]) for code in said if code.startswith(f"{LEAVES}=")}
    named = near if _ALL in places else [enemy for at, enemy in enumerate(near, 1) if at in places]
    if named or (LEAVES not in said and not places):
        return named
    if len(near) > 1:
        raise MissingFacts([Ask(option, Text("Whose assault range does {unit} leave?", unit=unit.ref), _each(near))])
    return near


def _each(near: Iterable[Unit]) -> tuple[Choice, ...]:
    each = [Choice(f"{LEAVES}={at}", Text("Only {enemy}", enemy=enemy.ref)) for at, enemy in enumerate(near, 1)]
    return (*each, Choice(f"{LEAVES}={_ALL}", Text("All of them")))


def struck_by(board: Board, mover: Unit, enemies: Iterable[Unit]) -> list[Event]:
    """Each of those enemies may attack the mover once, for free (Advance)."""
    events: list[Event] = []
    for enemy in enemies:
        ids = dict.fromkeys((*board.unit(enemy.id).words("free_attack_at"), mover.id))
        events += mark(enemy, free_attack_at=",".join(ids))
    return events


def strikers(board: Board, mover: Unit) -> list[Unit]:
    """Who may still attack the mover for free."""
    return [unit for unit in board.game.units.values() if unit.alive and mover.id in unit.words("free_attack_at")]


def must_be_left(attacker: Unit, target: Unit) -> None:
    """Raises RuleError unless the target has just left the assault range of the attacker (Advance)."""
    if target.id not in attacker.words("free_attack_at"):
        why = Text(
            "{attacker} has no free attack at {target}: an enemy that leaves its assault range gives one, once.",
            attacker=attacker.ref,
            target=target.ref,
        )
        raise RuleError(why, ADVANCE)


def struck(board: Board, attacker: str, targets: Iterable[str]) -> list[Event]:
    """The free attack at those targets has been made."""
    unit, made = board.unit(attacker), set(targets)
    return mark(unit, free_attack_at=",".join(id for id in unit.words("free_attack_at") if id not in made))


def lapsed(board: Board, but: str = "") -> list[Event]:
    """Free attacks that were not made are lost once a unit beside the one that has moved goes on."""
    events: list[Event] = []
    for unit in board.game.units.values():
        if unit.has("free_attack_at"):
            kept = [id for id in unit.words("free_attack_at") if id == but]
            events += mark(unit, free_attack_at=",".join(kept))
    return events


def still_to_strike(board: Board, but: str = "") -> tuple[Text, ...]:
    """Warnings of the free attacks that would be lost; `but` is the unit that goes on."""
    found: list[Text] = []
    for unit in board.game.units.values():
        targets = [board.unit(id).ref for id in unit.words("free_attack_at") if id in board.game.units and id != but]
        if unit.alive and targets:
            values = {"unit": unit.ref, "targets": Listed(targets), "section": ADVANCE}
            found.append(Text("{unit} has not made its free attack at {targets} yet ({section}).", **values))
    return tuple(found)


def strike_note(mover: Unit, able: Sequence[Unit]) -> list[Text]:
    """Who attacks before the models are moved, and by what command."""
    if not able:
        return []
    enemies = Listed([enemy.ref for enemy in able])
    values = {"enemies": enemies, "unit": mover.ref}
    return [
        Text("Before the models move: free attack by {enemies}, `/fire` at {unit}, situation `free`.", **values),
    ]
