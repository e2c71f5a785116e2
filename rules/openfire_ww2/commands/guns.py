"""`/act scatter`, `artillery` and `smoke`: rounds that scatter, and who lies under them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event, ObjectPlaced
from rules.game.tabletop import TableObject
from rules.game.unit import Unit, Weapon
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Note, Term, Text, UnitRef, asks, at_table, counted
from rules.openfire_ww2.artillery import Artillery, Scatter
from rules.openfire_ww2.commands.board_facts import (
    Fields,
    armed,
    may_fight,
    may_shell,
    nearby,
    ready_to_barrage,
    weapon_facts,
)
from rules.openfire_ww2.commands.fire import SIGHTS
from rules.openfire_ww2.commands.turn_state import fought_before, freed, steadied, to_fight
from rules.openfire_ww2.facts import ARTILLERY, SMOKE
from rules.openfire_ww2.shooting import must_see
from rules.openfire_ww2.tables import Board

MOST_ROUNDS = 20
ROUNDS = 3
"""Shells of a team in a Barrage, and of Supporting Fire."""


def supports_by_shells(unit: Unit) -> bool:
    """Whether its Supporting Fire was passed, and the shells have not landed yet."""
    return unit.word("manoeuvre") == "supporting_fire"


def _gun(board: Board, unit: Unit, smoke: bool = False) -> Weapon:
    """The artillery of a unit; raises RuleError when it has none."""
    rows = board.tables.weapons
    found = [weapon for weapon in armed(unit) if rows[weapon.name].mobility == "artillery"]
    found = [weapon for weapon in found if rows[weapon.name].smoke] if smoke else found
    if not found:
        without = (
            Text("{unit} has no smoke rounds.", unit=unit.ref)
            if smoke
            else Text("{unit} has no artillery.", unit=unit.ref)
        )
        raise RuleError(without, SMOKE if smoke else ARTILLERY)
    return found[0]


def aim(action: str, board: Board, request: Request) -> ResolvedCommand:
    """Rounds at a point: each team one, three in a Barrage or for Supporting Fire; raises RuleError."""
    unit, warnings = board.unit(request.unit[0]), before(action, board, request)
    _within_range(action, board, request)
    supports = _supports(unit, action)
    gun = None if supports else _gun(board, unit, action == "smoke")
    barrage = ready_to_barrage(unit)
    teams = min(gun.count, unit.models) if gun else 1
    facts = checked(Scatter, {"rounds": ROUNDS if barrage or supports else 1})
    return ResolvedCommand(
        tuple(Planned(action, facts, {"attacker": unit.id}) for _ in range(teams)),
        after=partial(_fired, unit.id, teams * facts.rounds if action == "smoke" else 0, supports),
        notes=partial(_next, unit, action),
        warnings=warnings,
        rethrows=fought_before(unit),
        title=_aimed(unit, request.target, action == "smoke"),
    )


def before(action: str, board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit without such rounds, and for one that has moved."""
    unit = able(board.unit(request.unit[0]), Text("fire"))
    must_see(request.one_of(SIGHTS) or "clear")
    may_fight(board, unit)
    supports = _supports(unit, action)
    if not supports:
        may_shell(board, unit, _gun(board, unit, action == "smoke"))
    return to_fight(board, unit, "supporting_fire" if supports else "barrage")


def _supports(unit: Unit, action: str) -> bool:
    """Whether its next shells are those of Supporting Fire."""
    return supports_by_shells(unit) and action == "scatter"


def _aimed(unit: Unit, targets: Sequence[str], smoke: bool) -> Text:
    """The order in a title: what is fired, and where it is aimed at, if anybody said so."""
    if not targets:
        return Text("{unit}: smoke", unit=unit.ref) if smoke else Text("{unit}: shells", unit=unit.ref)
    at = Listed(map(UnitRef, targets))
    if smoke:
        return Text("{unit}: smoke at {targets}", unit=unit.ref, targets=at)
    return Text("{unit}: shells at {targets}", unit=unit.ref, targets=at)


def _how_far(action: str, board: Board, request: Request) -> Ask | None:
    """The question for the distance of rounds: those of Supporting Fire reach any point."""
    if not request.unit or request.distance or _supports(board.unit(request.unit[0]), action):
        return None
    return Ask("distance", Text("how far is it to the point aimed at?"))


def _within_range(action: str, board: Board, request: Request) -> None:
    """Raises MissingFacts for the distance, RuleError for a point that the gun does not reach."""
    unit = board.unit(request.unit[0])
    if asked := _how_far(action, board, request):
        raise MissingFacts([asked])
    if _supports(unit, action):
        return
    gun = _gun(board, unit, action == "smoke")
    row = board.tables.weapons[gun.name]
    if request.distance[0] > row.rng:
        far = Text(
            "The {gun} reaches {range}″, the target is {distance}″ away.",
            gun=Term(gun.name),
            range=row.rng,
            distance=request.distance[0],
        )
        raise RuleError(far, ARTILLERY)


def _turn_ends(board: Board, unit: Unit) -> int:
    """How many ends of its own turns a barrage lasts to: in its turn this one's and the next one's (Barrage)."""
    own = board.game.holder == unit.side or not board.game.order
    return 2 if own else 1


def _fired(id: str, smoke: int, supports: bool, board: Board, played: Sequence[Played]) -> list[Event]:
    """The action is spent, by a barrage for two turns; each smoke round is an object on the table."""
    size, unit = board.rulings, board.unit(id)
    barrage = ready_to_barrage(unit)
    events: list[Event] = [*mark(unit, fired=1)]
    events += mark(unit, barraged=_turn_ends(board, unit)) if barrage else []
    events += mark(unit, carried_out="shots") if barrage or supports else []
    for label in _labels(board, smoke):
        thing = TableObject(kind="smoke", label=label, radius=size.smoke_radius, turns=size.smoke_turns)
        events.append(ObjectPlaced(thing=thing))
    return events


def _labels(board: Board, number: int) -> list[str]:
    """The first labels that nothing on the table bears."""
    taken = {label.casefold() for label in board.game.things}
    labels = (f"Smoke {n}" for n in range(1, len(taken) + number + 1))
    return [label for label in labels if label.casefold() not in taken][:number]


def _next(unit: Unit, action: str, board: Board, played: Sequence[Played]) -> list[Note]:
    if action == "smoke":
        return [at_table(Text("Lay the smoke where it landed: nobody sees through it."))]
    who = Text("Who is that?")
    if sum(len(done.steps) for done in played) > 2 * len(played[:1]):
        who = Text("Who is that? Each once for every shell over it.")
    return [asks(who, Text("Under the shells …"), Request("act", (unit.id,), action="artillery"))]


def shells(board: Board, request: Request) -> ResolvedCommand:
    """`target` lists who lies under the shells, once for each shell; `count` stands for as many of them all."""
    unit, warnings = board.unit(request.unit[0]), before_shells(board, request)
    rounds = _rounds(request.target, 1 if request.count is None else request.count)
    weapon = _supporting(board) if supports_by_shells(unit) else weapon_facts(board, unit, _gun(board, unit).name)
    struck = {id: board.unit(id) for id in request.target}
    roles = {f"target {n}": id for n, id in enumerate(struck, 1)}
    known = {id: nearby(struck[id]) | {"name": part} for part, id in roles.items()}
    facts = checked(
        Artillery, {"weapon": weapon, "targets": tuple(tuple(known[id] for id in under) for under in rounds)}
    )
    return ResolvedCommand(
        (Planned("artillery", facts, {"attacker": unit.id} | roles),),
        after=partial(_landed, unit.id, roles),
        notes=lambda after, played: freed(after, _results(roles, played)),
        warnings=warnings,
        title=Text("Shells of {unit} on {targets}", unit=unit.ref, targets=Listed(map(UnitRef, struck))),
    )


def before_shells(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit without such a gun, and for whoever cannot be hit."""
    unit = board.unit(request.unit[0])
    if not supports_by_shells(unit):
        _gun(board, unit)
    for id in request.target:
        able(board.unit(id), Text("be hit"))
    if unit.has("fired"):
        return ()
    return (Text("{unit} has not fired: `/act scatter` first (Artillery).", unit=unit.ref),)


def shells_fired(board: Board, request: Request) -> int:
    """How many shells of a unit there are to lie under."""
    unit = board.unit(request.unit[0])
    if supports_by_shells(unit):
        return ROUNDS
    guns = [one for one in armed(unit) if board.tables.weapons[one.name].mobility == "artillery"]
    return sum(min(one.count, unit.models) for one in guns[:1]) * (ROUNDS if unit.word("manoeuvre") == "barrage" else 1)


def _rounds(targets: Sequence[str], times: int) -> list[list[str]]:
    """The nth mention of a unit lies under the nth shell; raises RuleError for more shells than anybody fires."""
    rounds: list[list[str]] = []
    for id in [*targets] * times:
        under = next((units for units in rounds if id not in units), None)
        if under is None:
            rounds.append(under := [])
        under.append(id)
    if len(rounds) > MOST_ROUNDS:
        shells = counted(len(rounds), "shell", "shells")
        raise RuleError(
            Text("{shells} on one unit: at most {most} are allowed.", shells=shells, most=MOST_ROUNDS), ARTILLERY
        )
    return rounds or [[]]


def _supporting(board: Board) -> Fields:
    """Mortars and guns off the table (Orders › Supporting Fire)."""
    return {
        "rng": 1000,
        "rof": 1,
        "pen": board.rulings.supporting_pen,
        "mobility": "artillery",
        "domain": "vehicle_weapon",
        "explosive": True,
    }


def _results(roles: dict[str, str], played: Sequence[Played]) -> list[tuple[str, str]]:
    return [(roles[one.name], one.terror) for one in played[0].outcome.others]


def _landed(id: str, roles: dict[str, str], board: Board, played: Sequence[Played]) -> list[Event]:
    unit = board.unit(id)
    done = mark(unit, manoeuvre=None) if unit.word("manoeuvre") in ("supporting_fire", "barrage") else []
    return [*done, *steadied(board, _results(roles, played))]


_SIGHTS = (Choice("hidden", Text("Terrain hides the target wholly")), Choice("smoke", Text("Smoke between them")))
COMMANDS = (
    Command(
        key="scatter",
        title=Text("Fire shells"),
        order=partial(aim, "scatter"),
        before=partial(before, "scatter"),
        distance_asked=partial(_how_far, "scatter"),
        fires=True,
        situations=_SIGHTS,
        several=("target",),
    ),
    Command(
        key="smoke",
        title=Text("Fire smoke"),
        order=partial(aim, "smoke"),
        before=partial(before, "smoke"),
        distance_asked=partial(_how_far, "smoke"),
        fires=True,
        situations=_SIGHTS,
        several=("target",),
    ),
    Command(
        key="artillery",
        title=Text("Who lies under the shells"),
        order=shells,
        before=before_shells,
        needs=("unit", "target"),
        several=("target",),
        anybody=True,
        often=shells_fired,
    ),
)
