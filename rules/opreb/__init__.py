"""Open Rebellion: 15 mm science fiction, pages on small arms fire and what surrounds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command.system import System
from rules.game.unit import Unit, Weapon, units_of
from rules.kernel.action import About, SetupStep
from rules.kernel.facts import checked
from rules.kernel.text import Text
from rules.kit.order import commands_of
from rules.kit.rule import actions_of
from rules.kit.words import file_words
from rules.opreb.activation import Activate, ActivateUnit, may_do, numbers
from rules.opreb.facts import AFTER_BATTLE, LEVELS, Profile, unsettled
from rules.opreb.fire import Fire, FireAtSquad
from rules.opreb.initiative import Initiative, RollForInitiative
from rules.opreb.morale import CheckMorale, Morale, Rally, RallyUnit
from rules.opreb.movement import GetIntoPosition, MakeTacMove, Movement, MoveUnit, TacMove
from rules.opreb.pools import THROWS
from rules.opreb.tables import Board, Rulings, Tables
from rules.opreb.turn import TURNS, EndOfGo, NextTurn
from rules.opreb.weapons import bands, ready_to_fire

_SETUP = (
    SetupStep("forces", Text("Bring both forces to the table."), "/force load"),
    SetupStep("rulings", Text("Settle what the pages leave open."), "/rulings show"),
    SetupStep("terrain", Text("Lay out the terrain and agree which of it is light and which hard cover.")),
    SetupStep("deploy", Text("Set up the units, the hidden ones as cards."), "/marker set"),
    SetupStep("position", Text("Mark the units that begin in position."), "/marker set"),
    SetupStep("initiative", Text("Nominate a unit for each side and throw for the first turn."), "/initiative"),
)
_ABSENT = {
    "assault": Text("Open Rebellion's pages have no close combat. Come close and shoot: `/fire`."),
    "turn phase": Text("Open Rebellion has no phases: the sides activate a unit in turn, `/activate`."),
    "smoke": Text(
        "Open Rebellion's pages name smoke grenades but say nothing of how they work. Agree on it at the table."
    ),
    "overwatch": Text(
        "Open Rebellion's pages name overwatch but say nothing of how it works. Agree on it at the table."
    ),
    "support_fire": Text(
        "Open Rebellion's pages name support fire but say nothing of how it works. Agree on it at the table."
    ),
    "communications": Text(
        "Open Rebellion's pages name communications but say nothing of how they work. Agree on it at the table."
    ),
    "commander": Text(
        "Open Rebellion's pages name a platoon commander's extra action but say nothing of how it works. "
        "Agree on it at the table."
    ),
}
_REFUSED = (
    Text("Nobody with line of sight and no support weapon in position; blocked sight"),
    Text("Fire at one's own side, or at more than one squad; a unit with no models left"),
    Text("A move while pinned, under the ruling that forbids it"),
)
_WARNED = (
    Text("A third action"),
    Text("The end of a go or of a turn while a unit has actions left"),
    Text("An action of a unit that has not been activated, once the initiative was thrown"),
    Text("A second activation in a turn, or one out of turn"),
)


class OpenRebellion(System[Tables, Rulings, Profile]):
    """What Open Rebellion says of a game."""

    may = staticmethod(may_do)
    numbers = staticmethod(numbers)
    bands = staticmethod(bands)
    aftermath = staticmethod(TURNS.settled)
    unsettled = staticmethod(unsettled)

    def ready_to_fire(self, board: Board, unit: Unit) -> Sequence[Weapon]:
        return ready_to_fire(board, unit)


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> OpenRebellion:
    """Open Rebellion with its tables, words and ready-made units; raises BadFacts for faulty data."""
    rest = dict(tables)
    words = file_words(rest.pop("topics"), rest.pop("states"))
    found = checked(Tables, rest)
    return OpenRebellion(
        key="opreb",
        about=about,
        tables=found,
        rulings=Rulings,
        profile=Profile,
        actions=actions_of(Fire, Morale, TacMove, Initiative, Activate, Rally, Movement),
        commands=commands_of(RollForInitiative, ActivateUnit, MoveUnit, FireAtSquad, CheckMorale, NextTurn, EndOfGo),
        acts=commands_of(MakeTacMove, GetIntoPosition, RallyUnit),
        states=words.states,
        throws=THROWS,
        topics=words.topics,
        units=units_of(units),
        absent=_ABSENT,
        weapons=tuple(found.weapons),
        levels=LEVELS,
        setup=_SETUP,
        after_battle=AFTER_BATTLE,
        refused=_REFUSED,
        warned=_WARNED,
    )
