"""Every roll that a system can make has a kind, and is counted as the rules read it."""

from __future__ import annotations

from fnmatch import fnmatchcase

from rules.kernel.action import ActionSet
from rules.kernel.luck import trials
from rules.kernel.plays import Play
from rules.kernel.roll_kinds import KINDS, UNNAMED, rolling_unit
from rules.kernel.serialise import play_of
from rules.kernel.text import Text, UnitRef
from tests.rows import for_each
from tests.rules.kernel.test_luck import throw
from tests.rules.test_every_system import every_action_set, plays


@every_action_set
def test_every_roll_is_named_by_its_system_and_counted_as_the_rules_do(system: ActionSet) -> None:
    roles = {"attacker": "u1", "target": "u2"}
    recorded = [play_of(one, roles) for action in system.actions for one in plays(system, action)]
    for play, one in [(of, roll) for of in recorded for roll in of.throws]:
        assert any(fnmatchcase(one.key, pattern) for pattern in system.throws.by_key), (play.action, one.key)
        kind = system.throws.of(one)
        if kind.better != "high" or (one.needed is None and one.result is None):
            continue
        met = int(one.needed.is_met_by(one.result)) if one.needed and one.needed.is_of_total else one.result
        got = sum(trial.got for trial in trials(play, one, kind))
        assert (got, one.successes) == (met, got if one.needed else 0), (play.action, one.key)


def test_a_roll_that_no_system_names_is_another_one() -> None:
    assert UNNAMED.of(throw(3)).kind == "other"
    assert set(KINDS) >= {"to_hit", "saves", "morale", "other"}


@for_each(
    ("key", "by", "label", "unit"),
    [
        ("to_hit", "attacker", Text("to hit"), "u1"),
        ("attack 2", "attacker", Text("attack on {unit}", unit=UnitRef("u3")), "u1"),
        ("armour_saves", "defender", Text("saves"), "u2"),
        ("target 2", "defender", UnitRef("u3"), "u3"),
        ("target 2", "defender", Text("defence"), "u3"),
        ("terror 2", "defender", Text("Terror of {unit}", unit=UnitRef("u3")), "u3"),
        ("terror 2", "defender", Text("{throw} (2)", throw=Text("Terror of {unit}", unit=UnitRef("u3"))), "u3"),
    ],
)
def test_whose_roll_it_is(key: str, by: str, label: Text, unit: str) -> None:
    play = Play(action="fire", facts={}, roles={"attacker": "u1", "target 1": "u2", "target 2": "u3"})
    assert rolling_unit(play, throw(3).model_copy(update={"key": key, "by": by, "label": label})) == unit
