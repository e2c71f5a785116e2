"""Open Fire, 20 mm WW2: squads, guns and tanks on one grid of d6 throws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command.system import System
from rules.game.after_battle import AfterBattle
from rules.game.unit import Unit, Weapon, units_of
from rules.kernel.action import About, SetupStep
from rules.kernel.facts import checked
from rules.kernel.text import Text
from rules.openfire_ww2 import artillery, assault, explosion, fire, minefield, morale, movement, objectives
from rules.openfire_ww2 import explosion as blast_order
from rules.openfire_ww2 import initiative as initiative_test
from rules.openfire_ww2 import minefield as field
from rules.openfire_ww2 import morale as nerve
from rules.openfire_ww2.commands import assault as assault_order
from rules.openfire_ww2.commands import fire as fire_order
from rules.openfire_ww2.commands import guns, manoeuvres, move, officers, phase, turn
from rules.openfire_ww2.commands import manoeuvres as button_vehicle
from rules.openfire_ww2.commands.board_facts import at_hand, is_vehicle
from rules.openfire_ww2.commands.fire import follows
from rules.openfire_ww2.commands.phase import holding
from rules.openfire_ww2.commands.turn import may_do
from rules.openfire_ww2.commands.weapons_used import bands
from rules.openfire_ww2.facts import LEVELS, Profile, unfit
from rules.openfire_ww2.objectives import victory
from rules.openfire_ww2.states import STATES
from rules.openfire_ww2.tables import Board, Rulings, Tables
from rules.openfire_ww2.topics import THROWS, TOPICS

_ACTIONS = (
    fire.ACTION,
    explosion.ACTION,
    morale.ACTION,
    initiative_test.ACTION,
    artillery.SCATTERING,
    artillery.ACTION,
    artillery.SMOKE_ACTION,
    assault.ACTION,
    minefield.ACTION,
    button_vehicle.ACTION,
    objectives.ACTION,
    movement.ACTION,
)
_COMMANDS = (
    move.COMMAND,
    fire_order.COMMAND,
    assault_order.COMMAND,
    nerve.COMMAND,
    phase.COMMAND,
    turn.END,
    turn.NEXT,
)
_ACTS = (
    *manoeuvres.COMMANDS,
    *officers.COMMANDS,
    *guns.COMMANDS,
    blast_order.COMMAND,
    *field.COMMANDS,
    move.TOW,
    move.UNHITCH,
)
_SETUP = (
    SetupStep("forces", Text("Bring both forces to the table."), "/force load"),
    SetupStep(
        "terrain", Text("Lay out the terrain; agree what is partial and what is full cover, and where mines lie.")
    ),
    SetupStep("edges", Text("Each player takes an edge of the table; the zone reaches 12″ from it.")),
    SetupStep("count", Text("Throw for the number of objectives."), "/act objectives"),
    SetupStep(
        "objectives", Text("Place the objectives in turn, own zones first, the rest in the middle."), "/place add"
    ),
    SetupStep("deploy", Text("Set up the units in their zones.")),
    SetupStep("first", Text("Agree who goes first: whoever taps a phase begins."), "/turn phase"),
)
_ABSENT = {
    "initiative": Text(
        "Open Fire has no throw for who goes first: agree on it, then `/turn phase`. Its Initiative test "
        "belongs to orders and manoeuvres: `/act`."
    ),
    "activate": Text(
        "Open Fire has no activation: in your phase every unit may act. `/move`, `/fire`, `/assault`, `/act`."
    ),
}
_REFUSED = (
    Text("A target hidden by terrain or smoke; nothing in range that can harm it"),
    Text("A heavy weapon after moving, by ruling; a gun in tow; a unit that is buttoned up or has fired a barrage"),
    Text("An order over 12″ from the officer; a second grenade in a turn"),
    Text("Infantry manoeuvres by guns; Sprint or Overdrive where the unit cannot move"),
    Text("An objective held by vehicles, the pinned or the retreating"),
)
_WARNED = (
    Text("Fighting in the movement phase, moving in the combat phase (Sprint excepted)"),
    Text("A second action in a turn; a phase that the side has had this turn"),
    Text("Anything else by a squad that has to fall back; firing or charging elsewhere under Concentrate Fire"),
)


class OpenFireWW2(System[Tables, Rulings, Profile]):
    """What Open Fire says of a game."""

    unfit = staticmethod(unfit)
    may = staticmethod(may_do)
    bands = staticmethod(bands)
    holding = staticmethod(holding)
    aftermath = staticmethod(follows)
    victory = staticmethod(victory)

    def ready_to_fire(self, board: Board, unit: Unit) -> Sequence[Weapon]:
        """The weapons of a shot with `/fire`: no artillery, which scatters, and no second grenade."""
        kinds = board.tables.weapons
        return [one for one in at_hand(kinds, unit) if kinds[one.name].mobility != "artillery"]

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        return at_hand(self.tables.weapons, unit)


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> OpenFireWW2:
    """Open Fire with its tables and ready-made units; raises BadFacts for data that is not whole."""
    found = checked(Tables, tables)
    return OpenFireWW2(
        key="openfire_ww2",
        about=about,
        tables=found,
        rulings=Rulings,
        profile=Profile,
        actions={action.key: action for action in _ACTIONS},
        commands={command.key: command for command in _COMMANDS},
        acts={command.key: command for command in _ACTS},
        states=STATES,
        throws=THROWS,
        topics=TOPICS,
        units=units_of(units),
        absent=_ABSENT,
        weapons=tuple(found.weapons),
        setup=_SETUP,
        after_battle=AfterBattle(is_vehicle=is_vehicle, routs=("retreating",)),
        phases=phase.PHASES,
        levels=LEVELS,
        refused=_REFUSED,
        warned=_WARNED,
    )
