"""Bayonet: the shooting rules of a skirmish game, one d6 against another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.bayonet import activation as bounds
from rules.bayonet.afterwards import AFTER_BATTLE, INJURIES, LEVELS, Afterwards, ReckonUp
from rules.bayonet.assault import Assault, Attack, aftermath
from rules.bayonet.facts import Profile
from rules.bayonet.figures import armed, may_do
from rules.bayonet.fire import Fire
from rules.bayonet.gas import Gas
from rules.bayonet.movement import MoveFigure, Movement, late_reactions, reactions
from rules.bayonet.shots import Shoot
from rules.bayonet.tables import Rulings, Tables
from rules.bayonet.throws import THROWS
from rules.bayonet.turn import FIGHTING, SHOOTING
from rules.command.system import System
from rules.game.unit import Unit, UnitSpec, Weapon, units_of
from rules.kernel.action import About, SetupStep
from rules.kernel.facts import checked
from rules.kernel.text import N_, Text
from rules.kit.order import commands_of
from rules.kit.rule import actions_of
from rules.kit.words import file_words

_RULES = (Fire, Assault, Afterwards, bounds.Initiative, bounds.Activate, Movement)
_ORDERS = (
    *(bounds.RollForInitiative, bounds.ActivateFigure, MoveFigure, Shoot, Attack),
    *(bounds.EndStep, bounds.NextBound, bounds.EndGo),
)
_ABSENT = {
    "morale": Text(
        "Bayonet's page has no morale test. Nerve shows in the results: suppressed figures seek cover, do not return "
        "fire and may move 2″ (hand to hand they recoil 2″); fleeing ones move away; downed ones are out of play."
    ),
}
_SETUP = (
    SetupStep("forces", Text("Bring the forces to the table."), "/force load"),
    SetupStep("terrain", Text("Lay out the terrain and agree which cover each piece gives, up to 3.")),
    SetupStep("deploy", Text("Set up the figures; note which positions the enemy knows.")),
    SetupStep("initiative", Text("Throw for the first bound."), "/initiative"),
)
_REFUSED = (
    Text("Direct fire out of sight, past a figure in between or out of the arc; go on anyway for a sensible exception"),
    Text("Opportunity fire at a target that was not exposed over more than half of its possible move"),
    Text("Several targets without a split burst or an area effect; a burst whose parts are not the whole factor"),
    Text("A grenade of a figure that has thrown all it carried"),
    Text("An attack or a defence with a Combat Factor that the figure does not have"),
)
_WARNED = (
    Text("A second shot in a bound, or one before a big gun is ready"),
    Text("A shot before the moves of the enemy's bound are done, after its shots are done, or in its own side's"),
    Text("A move out of its bound or after the moves are done; a second move in a bound"),
    Text("An assault out of its bound, before its shots are done, or by a suppressed or fleeing figure"),
    Text("Opportunity fire at a target that has not moved in this bound"),
    Text("The next bound while somebody may still shoot in this one"),
    Text("A shot beyond the range of its weapon; an area effect, beyond the range to its point of aim"),
    Text("A second shot at a target that a friend has shot at: aid instead"),
    Text("Aid from beyond one's own range, or against a second enemy in a bound"),
)


class Bayonet(System[Tables, Rulings, Profile]):
    """What Bayonet says of a game."""

    may = staticmethod(may_do)
    reactions = staticmethod(reactions)
    late_reactions = staticmethod(late_reactions)
    aftermath = staticmethod(aftermath)

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        return unit.words("fights")

    @staticmethod
    def fires_by_itself(unit: Unit) -> bool:
        return True

    def fires_one(self, unit: Unit) -> bool:
        return False  # a burst is shared out among several targets

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        return armed(self.units, unit)


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> Bayonet:
    """Bayonet with its modifiers, words and ready-made figures; raises BadFacts for faulty data."""
    ready, rest = units_of(units), dict(tables)
    words = file_words(rest.pop("topics"), rest.pop("states"))
    return Bayonet(
        key="bayonet",
        about=about,
        tables=checked(Tables, rest),
        rulings=Rulings,
        profile=Profile,
        actions=actions_of(*_RULES),
        commands=commands_of(*_ORDERS),
        acts=commands_of(ReckonUp, Gas),
        states=words.states,
        throws=THROWS,
        topics=words.topics,
        units=ready,
        absent=_ABSENT,
        turn=N_("bound"),
        whose=N_("{side}'s bound."),
        whose_in={SHOOTING: N_("{side}'s shots."), FIGHTING: N_("{side}'s bound: fights.")},
        weapons=_weapons(ready),
        setup=_SETUP,
        after_battle=AFTER_BATTLE,
        levels=LEVELS,
        injuries=INJURIES,
        refused=_REFUSED,
        warned=_WARNED,
    )


def _weapons(units: Mapping[str, UnitSpec]) -> tuple[str, ...]:
    """Return what a figure may carry or serve: things that shoot and cannot be fought themselves."""
    return tuple(key for key, one in units.items() if "range_cf" in one.profile and "physical_cf" not in one.profile)
