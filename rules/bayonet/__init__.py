"""Bayonet: the shooting rules of a skirmish game, one d6 against another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.bayonet import activation as bounds
from rules.bayonet.afterwards import AFTER_BATTLE, INJURIES, LEVELS, Afterwards, ReckonUp
from rules.bayonet.assault import BayonetAssault, BayonetAttack, settle
from rules.bayonet.facts import BayonetProfile
from rules.bayonet.figures import armed, may_do
from rules.bayonet.fire import BayonetFire
from rules.bayonet.gas import Gas
from rules.bayonet.movement import BayonetMovement, MoveFigure, further_reactions, late_reactions, reactions
from rules.bayonet.roll_kinds import ROLLS
from rules.bayonet.shots import BayonetShoot
from rules.bayonet.tables import BayonetRulings, BayonetTables
from rules.bayonet.turn import FIGHTING, SHOOTING
from rules.command.order import commands_of
from rules.command.system import System
from rules.game.unit import Unit, Weapon, units_of
from rules.kernel.action import About
from rules.kernel.facts import validate
from rules.kernel.text import N_
from rules.kit.rule import actions_of
from rules.kit.words import file_words

_RULES = (BayonetFire, BayonetAssault, Afterwards, bounds.BayonetInitiative, bounds.BayonetActivate, BayonetMovement)
_ORDERS = (
    *(bounds.BayonetRollForInitiative, bounds.ActivateFigure, MoveFigure, BayonetShoot, BayonetAttack),
    *(bounds.EndStep, bounds.NextBound, bounds.EndGo),
)


class Bayonet(System[BayonetTables, BayonetRulings, BayonetProfile]):
    """Bayonet as a rule system."""

    clearing = frozenset(("turn_start", "turn_end", "move", "manual"))
    may = staticmethod(may_do)
    reactions = staticmethod(reactions)
    further_reactions = staticmethod(further_reactions)
    late_reactions = staticmethod(late_reactions)
    settle = staticmethod(settle)

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        return unit.words("fights")

    @staticmethod
    def fires_by_itself(unit: Unit) -> bool:
        return True

    def fires_one(self, unit: Unit) -> bool:
        return False  # a burst is divided among several targets

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        return armed(self.units, unit)


def system(about: About, tables: Mapping[str, object], units: Mapping[str, object]) -> Bayonet:
    """Build Bayonet with its modifiers, texts and ready-made figures; raise BadFacts for faulty data."""
    ready = units_of(units)
    words, rest = file_words(tables)
    return Bayonet(
        key="bayonet",
        about=about,
        tables=validate(BayonetTables, rest),
        rulings=BayonetRulings,
        profile=BayonetProfile,
        actions=actions_of(*_RULES),
        commands=commands_of(*_ORDERS),
        acts=commands_of(ReckonUp, Gas),
        throws=ROLLS,
        units=ready,
        turn=N_("bound"),
        whose=N_("{side}'s bound."),
        whose_in={SHOOTING: N_("{side}'s shots."), FIGHTING: N_("{side}'s bound: fights.")},
        # What figures carry or serve: it shoots and cannot be attacked.
        weapons=tuple(
            key for key, one in ready.items() if "range_cf" in one.profile and "physical_cf" not in one.profile
        ),
        after_battle=AFTER_BATTLE,
        levels=LEVELS,
        leads=("officer",),
        injuries=INJURIES,
        **words._asdict(),
    )
