"""`/fire`: small arms fire at one enemy squad, from the state of the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, enemies, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import go_note
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, checked
from rules.kernel.request import ASK_ME, Request, parted
from rules.kernel.text import Joined, Listed, Note, Term, Text, asks, several
from rules.opreb.fall_back import cover_now, majority_cover
from rules.opreb.fire import Fire, FireOutcome
from rules.opreb.movement import inches_of
from rules.opreb.pools import ACTION, crews_fire, held, must_fire
from rules.opreb.tables import Board
from rules.opreb.turn import TURNS, UnitAction
from rules.opreb.weapons import Firers, firers, shooters, skill, skilled, squad_band, support

# What the defender was not asked, because nobody named the cover that it could fall back to (Fall back).

NOTHING_NEAR = Choice("nothing_near", Text("No cover near to fall back to"))
_COVER_NEAR = tuple(f"{begins}{ASK_ME}" for begins in ("nearest_", "nothing_", "short_"))
"""The situations that tell of cover near."""


def unasked(board: Board, facts: Fire, outcome: FireOutcome, target: Unit) -> list[Note]:
    """A line for damage whose answer hangs on cover that nobody has spoken of, and how to put it right."""
    cover = cover_now(facts.target, facts.flanked)
    if not outcome.damage or facts.nearest_cover or cover == "hard" or held(facts.target.pinned, board.book):
        return []
    if cover == "open" and not outcome.fell_back:
        # It was asked, and has stayed: no cover would have changed that.
        return []
    if cover == "light":
        said = Text("Is there hard cover near {unit}?", unit=target.ref)
    else:
        said = Text("Is there cover near {unit}?", unit=target.ref)
    return [asks(said, Text("Cover …"), Request("amend", situation=_COVER_NEAR))]


# The command.


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a shot that is not allowed, BadFacts for cover that is not counted out."""
    warnings, attacker, target = before(board, request), board.unit(request.unit[0]), board.unit(request.target[0])
    chosen = firers(board, attacker, request.firers[0] if request.firers else "")
    facts = checked(Fire, _facts(board, request, attacker, target, chosen))
    return ResolvedCommand(
        (Planned("fire", facts, {"attacker": attacker.id, "target": target.id}),),
        after=partial(_after, attacker.id, target.id),
        notes=partial(
            _notes, board, attacker.id, target.id, chosen, () if request.said(NOTHING_NEAR.code) else (facts,)
        ),
        warnings=warnings,
        title=Text("{attacker} → {target}", attacker=attacker.ref, target=target.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a squad without a shot, and for what is no target of it."""
    attacker = able(board.unit(request.unit[0]), Text("fire"))
    if len(request.target) > 1:
        raise RuleError(Text("Small arms fire has one enemy squad as its target."), ACTION)
    for target in [able(board.unit(id), Text("be a target")) for id in request.target]:
        enemies(attacker, target)
    if not request.firers:
        _somebody_fires(board, attacker)
    return TURNS.out_of_go(board, attacker)


def _somebody_fires(board: Board, unit: Unit) -> None:
    small, guns = firers(board, unit, "")
    must_fire(bool(small or (guns and crews_fire(board.book))), bool(guns), unit.has("in_position"))


def _facts(board: Board, request: Request, attacker: Unit, target: Unit, chosen: Firers) -> dict[str, object]:
    band = squad_band(board, attacker, chosen)
    short = request.one_of(("short_open", "short_light"))
    facts: dict[str, object] = {
        "attacker": skilled(attacker) | {"band": band, "in_position": attacker.has("in_position")},
        "shooters": shooters(board, chosen, band),
        "support": support(board, attacker, chosen),
        "distance": request.distance[0],
        "target": skilled(target)
        | {
            "models": target.models,
            "cover": _cover(target, request),
            "in_position": target.has("in_position"),
            "hidden": target.has("hidden"),
        },
        "lowers_tier": request.said("lowers_tier"),
        "flanked": request.said("flanked"),
        "nearest_cover": _nearest(request),
        "sight": "blocked" if request.said("blocked") else "clear",
    }
    return facts | ({"short_of_it": short.removeprefix("short_")} if short else {})


def _cover(target: Unit, request: Request) -> str:
    """The cover named; mixed cover is counted out by models (Small arms fire › Terrain)."""
    light, hard = request.number("in_light"), request.number("in_hard")
    if request.cover[0] != "mixed":
        return request.cover[0]
    if target.has("hidden"):
        raise RuleError(Text("{unit} is a card: name the cover that most of it is in.", unit=target.ref), "Terrain")
    if not any(code.partition("=")[0] in ("in_light", "in_hard") for code in request.situation):
        raise MissingFacts(
            [
                Ask("situation", Text("how many models are in light cover?"), _up_to("in_light", target.models)),
                Ask("situation", Text("how many models are in hard cover?"), _up_to("in_hard", target.models)),
            ]
        )
    if light + hard > target.models:
        fault = Text(
            "situation: {covered} models in cover, but {unit} has {models}",
            covered=light + hard,
            unit=target.ref,
            models=target.models,
        )
        raise BadFacts([fault])
    return majority_cover(target.models, light, hard)


def _up_to(code: str, models: int) -> tuple[Choice, ...]:
    """Every number of models there can be, as choices of a form."""
    return tuple(Choice(f"{code}={n}", Text("{n}", n=n)) for n in range(models + 1))


def _nearest(request: Request) -> dict[str, object] | None:
    """The nearest cover to fall back to, if there is any."""
    found = [(kind, far) for kind in ("light", "hard") if (far := request.length(f"nearest_{kind}")) is not None]
    if len(found) > 1:
        raise BadFacts([Text("situation: name the nearest cover only, nearest_light or nearest_hard")])
    return {"kind": found[0][0], "distance": found[0][1]} if found else None


def _after(attacker: str, target: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """Firing gives a hidden unit away and costs an action; a unit with wound markers is disorganised."""
    mine, theirs = board.unit(attacker), board.unit(target)
    events = mark(mine, hidden=None) if mine.has("hidden") else []
    if theirs.count("wounds") and not theirs.has("disorganised"):
        events += mark(theirs, disorganised=1)
    return [*events, *TURNS.acted(board, mine)]


def _notes(
    before: Board,
    attacker: str,
    target: str,
    chosen: Firers,
    asking: Sequence[Fire],
    board: Board,
    played: Sequence[Played],
) -> list[Text]:
    """`asking` are the facts of the shot, unless somebody has said that there is no cover near."""
    mine, theirs = board.unit(attacker), board.unit(target)
    lines = [_fired(before, mine, chosen)]
    lines += [line for facts in asking for line in unasked(before, facts, played[0].outcome, theirs)]
    lost = [Term(state) for state in ("in_position", "hidden") if _had(before.unit(target), theirs, state)]
    if lost:
        lines.append(Text("{unit} is no longer {states}.", unit=theirs.ref, states=Listed(lost, "or")))
    return [*lines, *_reminder(board, mine), *go_note(board)]


def _reminder(board: Board, unit: Unit) -> list[Text]:
    if unit.has("activated") or board.game.order:
        return []

    return [UnitAction(board, Request("fire", (unit.id,))).reminder()]


def _fired(board: Board, unit: Unit, chosen: Firers) -> Text:
    """Who fired, so that the players can put it right; support weapons out of position did not, their crews may."""
    weapons = [*chosen.small.items(), *(chosen.support.items() if unit.has("in_position") else ())]
    fired = [several(count, name) for name, count in weapons]
    crews = chosen.support if crews_fire(board.book) else ()
    fired += [Text("the {weapon} crew", weapon=Term(name)) for name in crews]
    return Text("Fired: {weapons}.", weapons=Joined(fired, ", "))


def _had(before: Unit, after: Unit, state: str) -> bool:
    return before.has(state) and not after.has(state)


_NEAR = (3, 6, 7, 8, 9, 10)
"""Inches that a whiff, one bang and each further one just reach."""


_IN_COVER = {"nearest_light": ("open",), "nearest_hard": ("open", "light"), "nothing_near": ("open", "light")}
"""The covers out of which a unit falls back to such cover (Fall back)."""
_SHORT_OF_IT = {"short_open": ("light",), "short_light": ("open",)}


def _suits(board: Board, request: Request, code: str) -> bool:
    """Cover to fall back to that the target can reach, and mixed cover, counted out, where that is its cover.

    No shot goes through what blocks the sight. Of a card nobody knows how far it comes.
    """
    target = board.game.units.get(request.target[0]) if request.target else None
    known = target if target is not None and not target.has("hidden") else None
    cover = request.cover[0] if len(request.cover) == 1 else ""
    stem, number = parted(code)
    name = stem.rstrip("=")
    if name in ("in_light", "in_hard"):
        return cover == "mixed" and (known is None or number is None or number <= known.models)
    if name in _SHORT_OF_IT:
        return cover in ("mixed", *_SHORT_OF_IT[name])
    if name == "flanked":
        return cover in ("", "hard", "mixed")
    if name in _IN_COVER:
        near = known is None or number is None or number <= inches_of(skill(known), board.tables)
        return near and cover in ("", "mixed", *_IN_COVER[name])
    return name != "blocked"


SITUATIONS = (
    Choice("flanked", Text("Round the wall: clear sight to more than half")),
    Choice("lowers_tier", Text("Blast or exceptional weapon: one tier down")),
    Choice("blocked", Text("Line of sight blocked")),
    *(
        Choice(f"nearest_light={n}", Text("Nearest cover to fall back to: light, {n}″ off", n=n), length=True)
        for n in _NEAR
    ),
    *(
        Choice(f"nearest_hard={n}", Text("Nearest cover to fall back to: hard, {n}″ off", n=n), length=True)
        for n in _NEAR
    ),
    NOTHING_NEAR,
    Choice("short_open", Text("In the open if it does not get there")),
    Choice("short_light", Text("In light cover if it does not get there")),
    *(Choice(f"in_light={n}", Text("Mixed cover: models in light: {n}", n=n)) for n in range(2, 6)),
    *(Choice(f"in_hard={n}", Text("Mixed cover: models in hard: {n}", n=n)) for n in range(2, 5)),
)
COVERS = (
    Choice("open", Text("In the open"), Text("in the open")),
    Choice("light", Text("Light: area terrain (soft is the same)"), Text("light cover")),
    Choice("hard", Text("Hard: touching a wall, shooter beyond it"), Text("hard cover")),
    Choice("mixed", Text("Mixed: say how many models are in light and in hard"), Text("mixed cover")),
)
COMMAND = Command(
    key="fire",
    title=Text("Small arms fire"),
    order=order,
    before=before,
    needs=("unit", "target", "distance", "cover"),
    several=("target",),
    situations=SITUATIONS,
    suits=_suits,
    covers=COVERS,
)
