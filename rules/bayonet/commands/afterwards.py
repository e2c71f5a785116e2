"""`/act afterwards`: what became of the downed, when the fight is over."""

from __future__ import annotations

from rules.bayonet.afterwards import AFTERWARDS, Afterwards
from rules.errors import RuleError
from rules.facts import checked
from rules.request import Request
from rules.system import Board, Command, Planned, ResolvedCommand
from rules.text import Listed, Text, counted
from rules.unit import Unit


def afterwards(board: Board, request: Request) -> ResolvedCommand:
    """A die for each downed figure: of the units named, of all, or of as many as `count` says."""
    if request.count is not None and not request.unit:
        facts = checked(Afterwards, {"downed": request.count})
        return ResolvedCommand(
            (Planned("afterwards", facts, {}),),
            title=Text("Afterwards: {figures}", figures=counted(request.count, "downed figure", "downed figures")),
        )
    named = request.unit or tuple(board.game.units)
    fallen = [unit for id in named if (unit := board.unit(id)).has("downed")]
    if not fallen:
        raise RuleError(Text("None of them is downed.") if request.unit else Text("Nobody is downed."), AFTERWARDS)
    return ResolvedCommand(
        tuple(_fates(unit) for unit in fallen),
        title=Text("Afterwards: {units}", units=Listed([unit.ref for unit in fallen])),
    )


def _fates(unit: Unit) -> Planned:
    return Planned("afterwards", checked(Afterwards, {"downed": unit.count("downed")}), {"unit": unit.id})


COMMAND = Command(
    key="afterwards", title=Text("Afterwards: fates of the downed"), order=afterwards, needs=(), several=("unit",)
)
