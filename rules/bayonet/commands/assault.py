"""`/assault`: into combat hand to hand, or on with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.bayonet.assault import HAND_TO_HAND, Assault
from rules.bayonet.commands.aid import AIDING, aid_elsewhere, aids
from rules.bayonet.commands.board_facts import attackable, figure, profile
from rules.bayonet.commands.bounds import out_of_bound
from rules.bayonet.commands.pairs import tied, yielded
from rules.bayonet.commands.recovery import renewed
from rules.bayonet.movement import RESULTS
from rules.commands import able, enemies, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.request import Request
from rules.system import Board, Command, Planned, ResolvedCommand
from rules.text import N_, Listed, Note, Text, UnitRef, asks, at_table
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """The first unit attacks, further ones aid it."""
    attacker, *aiding = (able(board.unit(id), Text("fight")) for id in dict.fromkeys(request.unit))
    defender = attackable(able(board.unit(request.target[0]), Text("be assaulted")), "physical")
    attackable(attacker, "physical")
    enemies(attacker, defender)
    _one_side(attacker, aiding)
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
        warnings=(*_warnings(board, request, attacker), *aid_elsewhere(board, aiding, defender)),
        title=_title(attacker.ref, Listed([unit.ref for unit in aiding]), defender.ref),
    )


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
    most = board.book.tables.suppressed_move if slowed else own
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
    """Whose bound it is, and what its states say against it."""
    found = out_of_bound(board, attacker)
    if attacker.has("fleeing"):
        return (*found, Text("{attacker} flees: it moves away ({section}).", attacker=attacker.ref, section=RESULTS))
    if not slowed:
        return found
    seeks = Text(
        "{attacker} is suppressed: it seeks cover and moves {inches}″ at most ({section}).",
        attacker=attacker.ref,
        inches=board.book.tables.suppressed_move,
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
    return [at_table(Text(_SUFFERS[outcome.result], unit=loser.ref, inches=board.book.tables.suppressed_move))]


def _fight_on(attacker: str, defender: str) -> Note:
    said = Text("They fight on: `/assault` again, or `/move` out of it.")
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
    needs=("unit", "target"),
    several=("unit",),
    situations=AIDING,
)
