"""Hand to hand: Physical against Physical, and the lower score yields (Results); `/assault`, and who fights whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from pydantic import Field

from rules.bayonet.bound import not_its_step
from rules.bayonet.facts import Figure, factor, personal, protection
from rules.bayonet.figures import AIDING, aid_elsewhere, aids, attackable, figure, profile
from rules.bayonet.movement import RESULTS
from rules.bayonet.states import forgotten, renewed
from rules.bayonet.tables import Board, Book, aid, aid_leaned, graded, results_leaned
from rules.command.effects import able, enemies, fallen, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event, LossesTaken
from rules.game.unit import Unit
from rules.kernel.action import Action, Aim, Played
from rules.kernel.dice import Line, Throw, Total, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts, checked
from rules.kernel.plays import Effect, Shift
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, Listed, Note, Role, Sentence, Text, asks, at_table

HAND_TO_HAND = "Hand to hand"
HandResult = Literal["none", "recoil", "flee", "downed"]
_RESULTS: tuple[HandResult, ...] = ("none", "recoil", "flee", "downed")


class Assault(Facts):
    """The facts of a fight hand to hand."""

    attacker: Figure = Field(title=N_("Attacker"))
    defender: Figure = Field(title=N_("Defender"))
    aiding: Count = Field(default=0, title=N_("Friends aiding"), description=N_("Figures that help the attacker."))


class AssaultOutcome(NamedTuple):
    """Both scores, and what the lower one suffers."""

    score: int
    target_score: int
    result: HandResult
    loser: Literal["attacker", "defender"] | None


@dataclass(frozen=True, eq=False, slots=True)
class AssaultPlan:
    """A fight in numbers: both dice, and what is added to them."""

    attack: Throw[int]
    defence: Throw[int]
    double: bool
    recoil: int
    leaned: tuple[str, ...]


def plan(facts: Assault, book: Book) -> AssaultPlan:
    """Raises RuleError for a figure without a Physical Combat Factor."""
    rulings = book.rulings
    attacker = _lines(facts.attacker, "attacker", book) + aid(facts.aiding, rulings)
    return AssaultPlan(
        attack=_throw(N_("attacker"), attacker),
        defence=_throw(N_("defender"), _lines(facts.defender, "defender", book)),
        double=rulings.results == "double",
        recoil=book.tables.suppressed_move,
        leaned=aid_leaned(facts.aiding, rulings),
    )


def _lines(figure: Figure, who: str, book: Book) -> list[Line]:
    own = factor(figure, "physical", Role(who, article=True))
    return [own, *personal(figure, book.tables), *protection(figure, "physical")]


def _throw(who: str, lines: list[Line]) -> Throw[int]:
    return Throw(who, Role(who), who, 6, Total(), None, tuple(lines), HAND_TO_HAND)


def assault(table: Table, plan: AssaultPlan) -> AssaultOutcome:
    """The attacker throws first; the winner's score is compared with twice the loser's."""
    score = table.roll(plan.attack) + total(plan.attack.ledger, "total")
    against = table.roll(plan.defence) + total(plan.defence.ledger, "total")
    result = _RESULTS[graded(max(score, against), min(score, against), plan.double)]
    loser = None if score == against else "defender" if score > against else "attacker"
    return AssaultOutcome(score, against, result, loser)


def effects(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Sequence[Effect]:
    """A tie leaves both hand to hand; a recoil is made at once and leaves no state."""
    outcome = played.outcome
    if outcome.loser is None:
        return Effect("attacker", "in_hand_to_hand", 1), Effect("defender", "in_hand_to_hand", 1)
    if outcome.result == "downed":
        return Effect(outcome.loser, "downed", 1), Effect(outcome.loser, "models", -1)
    return (Effect(outcome.loser, "fleeing", 1),) if outcome.result == "flee" else ()


def leaning(plan: AssaultPlan, played: Played) -> Sequence[str]:
    return results_leaned(played.outcome.result)


_LOST: dict[HandResult, str] = {
    "recoil": N_("{score} against {other}: {loser} recoils {inches}″."),
    "flee": N_("{score} against {other}: {loser} flees."),
    "downed": N_("{score} against {other}: {loser} is downed."),
}


def tell(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Text:
    outcome = played.outcome
    score, other = outcome.score, outcome.target_score
    if outcome.loser is None:
        return Text("{score} against {other}: they stay hand to hand.", score=score, other=other)
    loser = Role(outcome.loser, article=True)
    return Text(_LOST[outcome.result], score=score, other=other, loser=loser, inches=plan.recoil)


def brief(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Text | None:
    """The scores of a recoil are on the dice, and how far it goes is said by what to do with the figures."""
    outcome = played.outcome
    if outcome.loser is None or outcome.result != "recoil":
        return None
    return Sentence(Text("{loser} recoils.", loser=Role(outcome.loser, article=True)))


def moves(plan: AssaultPlan, played: Played[AssaultOutcome]) -> Sequence[Shift]:
    """Who recoils, and which way (Hand to hand)."""
    outcome = played.outcome
    if outcome.loser is None or outcome.result != "recoil":
        return ()
    winner = "defender" if outcome.loser == "attacker" else "attacker"
    return (Shift(outcome.loser, plan.recoil, Text("away from {enemy}", enemy=Role(winner))),)


_DEGREES = (
    Text("attacker downed"),
    Text("attacker flees"),
    Text("attacker recoils"),
    Text("hand to hand"),
    Text("enemy recoils"),
    Text("enemy flees"),
    Text("enemy downed"),
)


def aim(plan: AssaultPlan) -> Aim:
    """What becomes of either."""
    return Aim(N_("result"), _degree, whole=len(_DEGREES) - 1, steps=_DEGREES)


def _degree(outcome: AssaultOutcome) -> int:
    """The place in `_DEGREES`."""
    suffered = _RESULTS.index(outcome.result)
    return 3 + (suffered if outcome.loser == "defender" else -suffered if outcome.loser else 0)


ACTION = Action(
    key="assault",
    title=Text("Assault"),
    topic="hand_to_hand",
    facts=Assault,
    outcome=AssaultOutcome,
    plan=plan,
    rule=assault,
    tell=tell,
    brief=brief,
    moves=moves,
    effects=effects,
    leaning=leaning,
    asides=("score", "target_score"),
    aim=aim,
    fight=(
        (Text("won"), lambda outcome: outcome.loser == "defender"),
        (Text("lost"), lambda outcome: outcome.loser == "attacker"),
    ),
)


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


# `/assault`: into combat hand to hand, or on with it.


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
    found = not_its_step(board, attacker, fights=True)
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
    """What parts them is said by the result, and by the figure that is taken off."""
    outcome = played[0].outcome
    if outcome.loser is None:
        return [_fight_on(attacker, defender)]
    loser = board.unit(attacker if outcome.loser == "attacker" else defender)
    return [at_table(Text("{unit} flees: it moves away.", unit=loser.ref))] if outcome.result == "flee" else []


def _fight_on(attacker: str, defender: str) -> Note:
    said = Text("They fight on, or one of them moves out of it.")
    label = Text("Fight on")
    return asks(said, label, Request("assault", (attacker,), (defender,)))


COMMAND = Command(
    key="assault",
    title=Text("Assault"),
    order=order,
    before=before,
    needs=("unit", "target"),
    several=("unit",),
    situations=AIDING,
)


# What follows of itself from a board of Bayonet, whoever changed it and how.


def aftermath(board: Board) -> list[Event]:
    """The fallen keep no markers, nobody fights those who are gone, and what is marked by hand counts as any other."""
    events: list[Event] = []
    for step in (_downed, _fallen, freed, paired, _recovered):
        more = step(board)
        events, board = events + more, board.after(more)
    return events


def _downed(board: Board) -> list[Event]:
    """Figures that are downed do not stand, also where a marker put them down, and none is downed twice."""
    events: list[Event] = []
    for unit in board.game.units.values():
        down, standing = unit.count("downed"), unit.starting - min(unit.count("downed"), unit.starting)
        events += mark(unit, downed=unit.starting) if down > unit.starting else []
        events += [LossesTaken(unit=unit.id, models=unit.models - standing)] if unit.models > standing else []
    return events


def _fallen(board: Board) -> list[Event]:
    return [event for unit in board.game.units.values() for event in fallen(board, unit)]


def _recovered(board: Board) -> list[Event]:
    return [event for unit in board.game.units.values() for event in forgotten(unit)]
