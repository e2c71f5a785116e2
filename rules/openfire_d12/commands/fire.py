"""`/fire`: an Attack at one target or several, from the state of the board; free ones for Impact and for leaving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from rules.command.effects import able, enemies, mark
from rules.command.system import Command, Planned, Reaction, ResolvedCommand
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Term, Text, UnitRef
from rules.openfire_d12.actions import acted, bent, go_note, taken_over, unplaced
from rules.openfire_d12.board_facts import (
    close_to,
    closed_with,
    gone_note,
    may_impact,
    on_table,
    parted,
    unit_facts,
)
from rules.openfire_d12.facts import Fire
from rules.openfire_d12.inches import ADVANCE
from rules.openfire_d12.leaving import must_be_left, strikers, struck
from rules.openfire_d12.shooting import ASSAULT_RANGE, ATTACK, must_be_steady
from rules.openfire_d12.tables import Board
from rules.openfire_d12.weapons import Aim, Armed, firers, must_be_armed, told

SIGHTS = ("clear", "obscured", "blocked")
IMPACT = "Special Rules › Impact"


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for an attack that is not allowed; all targets are named before the first die."""
    attacker = on_table(board.unit(request.unit[0]), Text("attack"))
    free = request.one_of(("free", "impact"))
    if free == "free":
        for target in request.target:
            must_be_left(attacker, board.unit(target))
    used: list[Armed] = []
    shots = [_shot(board, attacker, request, at, used) for at in range(len(request.target))]
    return ResolvedCommand(
        tuple(Planned("fire", one.facts, {"attacker": attacker.id, "target": one.target}) for one in shots),
        after=partial(_after, attacker, request, shots),
        notes=partial(_notes, board, used, tuple(request.target)),
        warnings=(*_warnings(board, attacker, free), *_too_near(attacker, shots), *_unplaced(board, request)),
        ends=() if free else taken_over(board, attacker, "attack"),
        title=Text("{attacker} → {targets}", attacker=attacker.ref, targets=Listed(list(map(UnitRef, request.target)))),
        declared=True,
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit without an attack, and for what it may not attack."""
    attacker = on_table(board.unit(request.unit[0]), Text("attack"))
    must_be_steady(unit_facts(attacker))
    for target in [on_table(board.unit(id), Text("be a target")) for id in request.target]:
        enemies(attacker, target)
        _near(board, attacker, target, request)
    must_be_armed(board, attacker, Aim(Decimal(ASSAULT_RANGE), bool(close_to(board, attacker)), False))
    return (*_warnings(board, attacker, None), *_unplaced(board, request))


class _Shot(NamedTuple):
    """The attack at one target, by its id."""

    target: str
    facts: Fire

    @property
    def within(self) -> bool:
        """Whether the target is so near that it is in assault range."""
        return _within(self.facts.distance)


def _shot(board: Board, attacker: Unit, request: Request, at: int, used: list[Armed]) -> _Shot:
    """The attack at one of the targets; who makes it is added to `used`."""
    target = on_table(board.unit(request.target[at]), Text("be a target"))
    enemies(attacker, target)
    near = _near(board, attacker, target, request)
    aim = Aim(_distance(request, at, near), near, request.said("impact"))
    chosen = _armed(board, attacker, request.each(request.firers, at, ""), aim, used)
    if _within(aim.distance):
        aim = aim._replace(near=near or all(one.weapon.rng <= ASSAULT_RANGE for one in chosen))
    used += chosen
    return _Shot(target.id, checked(Fire, _facts(request, attacker, target, aim, chosen, at)))


def _within(distance: Decimal) -> bool:
    """Whether so many inches are in assault range."""
    return distance <= ASSAULT_RANGE


def _armed(board: Board, attacker: Unit, text: str, aim: Aim, used: list[Armed]) -> list[Armed]:
    """Who attacks with what; at a target within 1″ that nobody put in assault range, weapons of range 1 come first."""
    if not text.strip() and _within(aim.distance) and not aim.near:
        with suppress(RuleError):
            return firers(board, attacker, text, aim._replace(near=True), used)
    return firers(board, attacker, text, aim, used)


def _too_near(attacker: Unit, shots: Sequence[_Shot]) -> Iterator[Text]:
    """Warnings of other weapons than those of range 1 at a target within 1″ (Attack)."""
    for shot in shots:
        if shot.within and not shot.facts.in_assault_range:
            values = {"target": UnitRef(shot.target), "attacker": attacker.ref, "section": ATTACK}
            yield Text("{target} is within 1″ of {attacker}: only weapons of range 1″ attack it ({section}).", **values)


def _near(board: Board, attacker: Unit, target: Unit, request: Request) -> bool:
    """Whether an enemy is in assault range; then only such an enemy may be attacked (Actions › Attack).

    Free attacks are made there, at a unit that leaves before it has moved.
    """
    near = close_to(board, attacker)
    if near and target not in near and not request.said("free"):
        why = Text(
            "{attacker} has {enemies} in assault range and attacks nobody else.",
            attacker=attacker.ref,
            enemies=Listed([enemy.ref for enemy in near]),
        )
        raise RuleError(why, ATTACK)
    return bool(near) or any(map(request.said, _AT_HAND))


_AT_HAND = ("in_assault_range", "impact", "free")
"""Situations in which the target is in assault range."""


_FAR = Ask("distance", Text("how far is it to the target?"))


def distance_asked(board: Board, request: Request) -> Ask | None:
    """None for a unit with an enemy in assault range: it attacks only such a one."""
    near = any(close_to(board, board.unit(id)) for id in request.unit[:1])
    return None if near or any(map(request.said, _AT_HAND)) else _FAR


def _distance(request: Request, at: int, near: bool) -> Decimal:
    distance = request.each(request.distance, at, None)
    if distance is None and not near:
        raise MissingFacts([_FAR])
    return Decimal(ASSAULT_RANGE) if distance is None else distance


def _facts(request: Request, attacker: Unit, target: Unit, aim: Aim, armed: list[Armed], at: int) -> dict[str, object]:
    facts: dict[str, object] = {
        "attacker": unit_facts(attacker),
        "weapons": tuple(one.group() for one in armed),
        "distance": aim.distance,
        "target": unit_facts(target),
        "los": request.one_of(("obscured", "blocked")) or "clear",
        "cover": request.each(request.cover, at, "none"),
        "in_assault_range": aim.near,
        "free": request.said("free") or request.said("impact"),
    }
    seen = {sight: n for sight in SIGHTS if (n := request.number(f"seen_{sight}"))}
    covered = {"covered": request.number("covered")} if request.number("covered") else {}
    return facts | ({"seen": seen} if seen else {}) | covered


def _warnings(board: Board, unit: Unit, free: str | None) -> tuple[Text, ...]:
    """A free attack spends no action; that of Impact comes once, after an Assault."""
    if free is None:
        return bent(board, unit, "attack")
    done = unit.words("actions_done")
    if free == "impact" and "assault" not in done:
        return (Text("{unit} has made no Assault this round ({section}).", unit=unit.ref, section=IMPACT),)
    if free == "impact" and "impact" in done:
        return (Text("{unit} has had its free attack ({section}).", unit=unit.ref, section=IMPACT),)
    if free == "impact" and not close_to(board, unit):
        return (Text("{unit} has nobody in its assault range any more ({section}).", unit=unit.ref, section=IMPACT),)
    return ()


def _unplaced(board: Board, request: Request) -> list[Text]:
    return [why for id in request.target for why in unplaced(board.unit(id))]


def _after(
    attacker: Unit, request: Request, shots: Sequence[_Shot], board: Board, played: Sequence[Played]
) -> list[Event]:
    """The action is spent once, whatever the number of targets; the dead are in nobody's way."""
    events: list[Event] = []
    for shot in shots:
        target = board.unit(shot.target)
        if not target.alive:
            events += parted(board.after(events), target)
        elif _comes_near(board, attacker, request, shot):
            events += closed_with(board.after(events), attacker, target)
    if request.said("impact"):
        done = dict.fromkeys((*attacker.words("actions_done"), "impact"))
        return [*events, *mark(attacker, actions_done=",".join(done))]
    if request.said("free"):
        return [*events, *struck(board, attacker.id, request.target)]
    return [*events, *acted(board.after(events), attacker, "attack")]


def _comes_near(board: Board, attacker: Unit, request: Request, shot: _Shot) -> bool:
    """Whether the attack says of a target that it is in assault range, where nobody had said so before."""
    if request.said("free") or request.said("impact") or not shot.facts.in_assault_range:
        return False
    known = any(enemy.id == shot.target for enemy in close_to(board, attacker))
    return not known and (shot.within or request.said("in_assault_range"))


def _notes(
    before: Board, armed: list[Armed], targets: tuple[str, ...], board: Board, played: Sequence[Played]
) -> list[Text]:
    return [told(armed), *gone_note(before, board, targets), *go_note(board)]


def _suits(board: Board, request: Request, code: str) -> bool:
    """True if no more models of the target are counted than there are, the weapon has Impact, a free attack is due, and
    the target is seen.
    """
    unit = board.game.units.get(request.unit[0]) if request.unit else None
    target = board.game.units.get(request.target[0]) if request.target else None
    name, _, n = code.partition("=")
    if code == "impact":
        return unit is None or any(board.book.tables.weapons[one.name].impact for one in unit.weapons)
    if code == "free":
        return unit is None or unit.has("free_attack_at")
    if name == "covered" or name.startswith("seen_"):
        # Of a single model the cover and the line of sight say it all.
        return target is None or 1 < target.models >= int(n)
    return code != "blocked"


SITUATIONS = (
    Choice("obscured", Text("Obscured line of sight: −3")),
    Choice("blocked", Text("Line of sight blocked")),
    Choice("in_assault_range", Text("An enemy in assault range (1″)")),
    Choice("impact", Text("Free attack by Impact, after an Assault")),
    Choice("free", Text("Free attack at a unit that leaves the assault range")),
    *(Choice(f"covered={n}", Text("Models of the target in cover: {n}", n=n)) for n in range(1, 6)),
    *(
        Choice(f"seen_{sight}={n}", Text("Models {sight}: {n}", sight=Term(sight), n=n))
        for sight in SIGHTS
        for n in range(1, 5)
    ),
)
COVERS = (
    Choice("none", Text("None"), Text("in the open")),
    Choice("light", Text("Light: +1 on Defence tests"), Text("light cover")),
    Choice("heavy", Text("Heavy: +3 on Defence tests"), Text("heavy cover")),
)
COMMAND = Command(
    key="fire",
    title=Text("Attack"),
    order=order,
    before=before,
    distance_asked=distance_asked,
    needs=("unit", "target"),
    several=("target",),
    situations=SITUATIONS,
    suits=_suits,
    covers=COVERS,
)


# Free attacks that a move or an assault gives: as buttons for whoever may make them, or let go (Advance; Impact).


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Enemies that were left and said so attack before anything else happens; Impact waits for its unit."""
    if entry.command not in ("move", "assault") or not entry.plays:
        return []
    mover = board.game.units.get(entry.plays[0].roles["unit"])
    found = [_free(unit, mover, "free") for unit in strikers(board, mover)] if mover and mover.alive else []
    return [*found, *_impact(board, entry)] if entry.command == "assault" else found


def _impact(board: Board, entry: Entry) -> list[Reaction]:
    unit, target = (board.game.units.get(entry.plays[0].roles[part]) for part in ("unit", "target"))
    if unit is None or target is None or target not in close_to(board, unit):
        return []
    return [_free(unit, target, "impact")] if may_impact(board, unit) else []


def _free(unit: Unit, target: Unit, why: str) -> Reaction:
    request = Request("fire", (unit.id,), (target.id,), situation=(why,))
    return Reaction(unit.id, Text("{unit}: free attack", unit=unit.ref), request)


def let_go(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that has no free attack (Advance)."""
    before_letting_go(board, request)
    unit = board.unit(request.unit[0])
    targets = _still_there(board, unit)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), free_attack_at=None),
        notes=lambda after, _: go_note(after),
        title=Text("{unit}: no free attack at {targets}", unit=unit.ref, targets=targets),
    )


def before_letting_go(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that has no free attack (Advance)."""
    unit = able(board.unit(request.unit[0]), Text("attack"))
    if not _still_there(board, unit):
        raise RuleError(Text("{unit} has no free attack to let go.", unit=unit.ref), ADVANCE)
    return ()


def _still_there(board: Board, unit: Unit) -> Text:
    return Listed([board.unit(id).ref for id in unit.words("free_attack_at") if id in board.game.units])


LET_GO = Command(key="let_go", title=Text("Let a free attack go"), order=let_go, before=before_letting_go)
