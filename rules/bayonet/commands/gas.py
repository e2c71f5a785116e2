"""`/act gas`: gas that lies on the table attacks whoever enters it (Lasting effects)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from rules.bayonet.commands.assault import out_of_combat
from rules.bayonet.commands.board_facts import attackable, figure
from rules.bayonet.commands.shots import once, suffered, suffering
from rules.bayonet.facts import Fire
from rules.bayonet.shooting import AREA
from rules.bayonet.tables import Board
from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Ask, MissingFacts, Request
from rules.kernel.text import Listed, Text


def order(board: Board, request: Request) -> ResolvedCommand:
    """Throw one attack die for all who entered, with the factor of `count` or of the object's keyword `cf=4`."""
    victims = [attackable(able(board.unit(id), Text("be gassed")), "abc") for id in request.target]
    thing = _gas(board, request.weapon)
    facts = _facts(_factor(request, thing), thing, victims)
    roles = {f"target {at}" if len(victims) > 1 else "target": unit.id for at, unit in enumerate(victims, 1)}
    planned = Planned("fire", facts, roles)
    return ResolvedCommand(
        (planned,),
        after=partial(_after, planned, victims),
        notes=lambda after, _: suffering(board, after),
        title=_title(thing, Listed([unit.ref for unit in victims])),
    )


def _title(thing: TableObject | None, units: Text) -> Text:
    if thing is None:
        return Text("Gas → {units}", units=units)
    return Text("Gas {label} → {units}", label=thing.label, units=units)


def _gas(board: Board, label: str | None) -> TableObject | None:
    """The gas of that label, or the only one there is; raises RuleError for a label that none has."""
    found = [thing for thing in board.game.things.values() if thing.kind == "gas"]
    if label is None:
        return found[0] if len(found) == 1 else None
    named = next((thing for thing in found if thing.label.casefold() == label.casefold()), None)
    if named is None:
        raise RuleError(Text("No gas called {label} lies on the table.", label=label), AREA)
    return named


def _factor(request: Request, thing: TableObject | None) -> int:
    if request.count is not None:
        return request.count
    said = [word.removeprefix("cf=") for word in (thing.keywords if thing else ()) if word.startswith("cf=")]
    if not said or not said[0].isdecimal():
        why = Text("give the gas's Combat Factor, or place it with the keyword cf=4")
        raise MissingFacts([Ask("count", why)])
    return int(said[0])


def _facts(factor: int, thing: TableObject | None, victims: Sequence[Unit]) -> Fire:
    """Inside the gas everybody is as near to its middle as anybody."""
    radius = Decimal(str(thing.radius)) if thing and thing.radius else Decimal(1)
    return checked(
        Fire,
        {
            "shooter": {"range_cf": factor, "physical_cf": None},
            "kind": "abc",
            "targets": tuple({"figure": figure(unit), "ring_distance": 0} for unit in victims),
            "area": {"radius": radius},
        },
    )


def _after(planned: Planned, victims: Sequence[Unit], board: Board, played: Sequence[Played]) -> list[Event]:
    now = once(board, victims)
    gone = [unit for unit in now if unit.has("fleeing")]
    left = [event for unit in gone for event in out_of_combat(unit)]
    return [*left, *suffered(planned, board, played)]


COMMAND = Command(
    key="gas", title=Text("Gas attacks those who enter it"), order=order, needs=("target",), several=("target",)
)
