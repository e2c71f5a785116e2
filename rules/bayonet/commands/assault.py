"""`/assault`: into combat hand to hand, or on with it; and who fights whom (States)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from rules.bayonet.assault import HAND_TO_HAND, Assault
from rules.bayonet.commands.board_facts import attackable, figure, profile
from rules.bayonet.commands.reach import AIDING, aid_elsewhere, aids
from rules.bayonet.commands.turn import out_of_bound
from rules.bayonet.movement import RESULTS
from rules.bayonet.states import renewed
from rules.bayonet.tables import Board
from rules.command.effects import able, enemies, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Note, Text, UnitRef, asks, at_table

# Hand to hand, pair by pair: who fights whom, and who has nobody left to fight (States).

ANY = "any"
"""The opponent of a figure that was marked by hand while others already fought: any of them."""


def partners(unit: Unit) -> tuple[str, ...]:
    """The figures it is known to fight, by their ids."""
    return tuple(id for id in unit.words("fights") if id != ANY)


def tied(board: Board, one: str, other: str) -> list[Event]:
    """Events by which two figures fight each other from now on, whomever else they fight."""
    return [*_fighting(board.unit(one), other), *_fighting(board.unit(other), one)]


def _fighting(unit: Unit, other: str) -> list[Event]:
    return mark(unit, in_hand_to_hand=1, fights=",".join(dict.fromkeys((*partners(unit), other))))


def out_of_combat(unit: Unit) -> list[Event]:
    """Events by which a figure leaves every fight that it is in."""
    gone = {state: None for state in ("in_hand_to_hand", "overlapping", "fights") if unit.has(state)}
    return mark(unit, **gone)


def yielded(board: Board, loser: str, winner: str) -> list[Event]:
    """The loser leaves all its fights, the winner this one; it fights on where it has somebody else."""
    won = board.unit(winner)
    others = [id for id in partners(won) if id != loser]
    left = mark(won, fights=",".join(others)) if others else out_of_combat(won)
    return [*out_of_combat(board.unit(loser)), *left]


def freed(board: Board) -> list[Event]:
    """Events by which a figure is free that fights only the fallen, the gone, or figures that have left the fight."""
    known = [event for unit in board.game.units.values() for event in _without_the_gone(board, unit)]
    board = board.after(known)
    return [*known, *(event for unit in _fighters(board) if _alone(board, unit) for event in out_of_combat(unit))]


def _without_the_gone(board: Board, unit: Unit) -> list[Event]:
    """Events by which a figure's opponents are only those who still fight it; with none left it is out of combat."""
    if unit.has("fights") and not unit.has("in_hand_to_hand"):
        return mark(unit, fights=None)
    before = partners(unit)
    still = tuple(id for id in before if id in board.game.units and _faces(board.unit(id), unit))
    if still == before:
        return []
    return mark(unit, fights=",".join(still)) if still else out_of_combat(unit)


def _faces(other: Unit, unit: Unit) -> bool:
    at_it = other.has("in_hand_to_hand") and unit.id in partners(other)
    return at_it and other.alive and unit.alive and other.side != unit.side


def _alone(board: Board, unit: Unit) -> bool:
    """Whether it fought somebody of whom nobody said who, and no enemy fights any more."""
    return unit.word("fights") == ANY and not any(other.side != unit.side for other in _fighters(board))


def paired(board: Board) -> list[Event]:
    """Events that pair figures marked by hand: with every enemy whose opponent nobody has named, else with one that
    fights.
    """
    now, there = board, _fighters(board)
    for unit in there:
        enemies = [other for other in there if other.side != unit.side]
        if not unit.has("fights") and enemies:
            now = _matched(now, unit.id, [other.id for other in enemies if not partners(other)])
    return [event for unit in there for event in _changed(unit, now.unit(unit.id))]


def _matched(board: Board, id: str, unclaimed: Iterable[str]) -> Board:
    for other in unclaimed:
        board = board.after(tied(board, id, other))
    unit = board.unit(id)
    return board if partners(unit) else board.after(mark(unit, fights=ANY))


def _changed(old: Unit, new: Unit) -> list[Event]:
    return mark(old, fights=new.word("fights")) if new.word("fights") != old.word("fights") else []


def _fighters(board: Board) -> list[Unit]:
    return [unit for unit in board.game.units.values() if unit.alive and unit.has("in_hand_to_hand")]


# The command.


def order(board: Board, request: Request) -> ResolvedCommand:
    """The first unit attacks, further ones aid it."""
    warnings = before(board, request)
    attacker, *aiding = map(board.unit, dict.fromkeys(request.unit))
    defender = board.unit(request.target[0])
    facts = checked(
        Assault,
        {
            "attacker": figure(attacker),
            "defender": figure(defender),
            "aiding": len(aiding) + request.number("aiding"),
        },
    )
    return ResolvedCommand(
        (Planned("assault", facts, {"attacker": attacker.id, "defender": defender.id}),),
        after=partial(_after, attacker.id, defender.id, aiding, not attacker.has("in_hand_to_hand")),
        notes=partial(_notes, attacker.id, defender.id),
        warnings=warnings,
        title=_title(attacker.ref, Listed([unit.ref for unit in aiding]), defender.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for figures that cannot fight hand to hand, or each other."""
    attacker, *aiding = (able(board.unit(id), Text("fight")) for id in dict.fromkeys(request.unit))
    defenders = [attackable(able(board.unit(id), Text("be assaulted")), "physical") for id in request.target]
    attackable(attacker, "physical")
    for defender in defenders:
        enemies(attacker, defender)
    _one_side(attacker, aiding)
    elsewhere = [said for defender in defenders for said in aid_elsewhere(board, aiding, defender)]
    return (*_warnings(board, request, attacker), *elsewhere)


def _title(attacker: Text, friends: Listed, defender: Text) -> Text:
    if not friends:
        return Text("Assault: {attacker} → {defender}", attacker=attacker, defender=defender)
    return Text(
        "Assault: {attacker} with {friends} → {defender}", attacker=attacker, friends=friends, defender=defender
    )


def _one_side(attacker: Unit, aiding: Sequence[Unit]) -> None:
    for unit in aiding:
        if unit.side != attacker.side:
            raise RuleError(
                Text(
                    "{unit} cannot aid {attacker}: they are on different sides.", unit=unit.ref, attacker=attacker.ref
                ),
                HAND_TO_HAND,
            )


def _warnings(board: Board, request: Request, attacker: Unit) -> tuple[Text, ...]:
    """Where it may go is the only thing that the page says against an assault."""
    own = profile(attacker).move
    slowed = attacker.has("suppressed") and not attacker.has("in_hand_to_hand")
    most = board.tables.suppressed_move if slowed else own
    held = _held(board, attacker, slowed)
    if attacker.has("fleeing"):
        return held
    if not request.distance or most is None or request.distance[0] <= most:
        return held
    far = Text(
        "{attacker} moves {inches}″; the enemy is {distance}″ away.",
        attacker=attacker.ref,
        inches=most,
        distance=request.distance[0],
    )
    return (*held, far)


def _held(board: Board, attacker: Unit, slowed: bool) -> tuple[Text, ...]:
    """Warnings against a figure's assault: by whose bound it is, and by its states."""
    found = out_of_bound(board, attacker)
    if attacker.has("fleeing"):
        return (*found, Text("{attacker} flees: it moves away ({section}).", attacker=attacker.ref, section=RESULTS))
    if not slowed:
        return found
    seeks = Text(
        "{attacker} is suppressed: it seeks cover and moves {inches}″ at most ({section}).",
        attacker=attacker.ref,
        inches=board.tables.suppressed_move,
        section=RESULTS,
    )
    return (*found, seeks)


def _after(
    attacker: str, defender: str, aiding: Sequence[Unit], came: bool, board: Board, played: Sequence[Played]
) -> list[Event]:
    """A result parts the two; a tie keeps them hand to hand. Who came to it has moved."""
    acted = mark(board.unit(attacker), acted=1) + (mark(board.unit(attacker), moved=1) if came else [])
    acted += aids(board, aiding, defender)
    outcome = played[0].outcome
    if outcome.loser is None:
        return [*tied(board, attacker, defender), *acted]
    loser, winner = (attacker, defender) if outcome.loser == "attacker" else (defender, attacker)
    lasting = renewed(board.unit(loser), ["fleeing"]) if outcome.result == "flee" else []
    return [*yielded(board, loser, winner), *lasting, *acted]


def _notes(attacker: str, defender: str, board: Board, played: Sequence[Played]) -> list[Note]:
    outcome = played[0].outcome
    if outcome.loser is None:
        return [_fight_on(attacker, defender)]
    loser = board.unit(attacker if outcome.loser == "attacker" else defender)
    return [at_table(Text(_SUFFERS[outcome.result], unit=loser.ref, inches=board.tables.suppressed_move))]


def _fight_on(attacker: str, defender: str) -> Note:
    said = Text("They fight on, or one of them moves out of it.")
    label = Text("{unit} fights on", unit=UnitRef(attacker))
    return asks(said, label, Request("assault", (attacker,), (defender,)))


_SUFFERS = {
    "recoil": N_("{unit} moves back {inches}″."),
    "flee": N_("{unit} flees: it moves away."),
    "downed": N_("{unit} is downed and out of play."),
}

COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    before=before,
    needs=("unit", "target"),
    several=("unit",),
    situations=AIDING,
)
