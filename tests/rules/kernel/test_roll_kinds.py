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

RECORDED: dict[str, list[Play]] = {}


def recorded_plays(system: ActionSet) -> list[Play]:
    """Return plays of all cases, made once in a process."""
    if system.key not in RECORDED:
        roles = {"attacker": "u1", "target": "u2"}
        found = (resolution for action in system.actions for resolution in plays(system, action, 60))
        RECORDED[system.key] = [play_of(resolution, roles) for resolution in found]
    return RECORDED[system.key]


@every_action_set
def test_every_roll_is_named_by_its_system(system: ActionSet) -> None:
    keys = {one.key for play in recorded_plays(system) for one in play.throws}
    unnamed = {key for key in keys if not any(fnmatchcase(key, pattern) for pattern in system.throws.by_key)}
    assert unnamed == set()


@every_action_set
def test_successes_are_those_that_the_rules_counted(system: ActionSet) -> None:
    for play in recorded_plays(system):
        for one in play.throws:
            kind = system.throws.of(one)
            if one.needed is None or kind.better != "high":
                continue
            got = sum(trial.got for trial in trials(play, one, kind))
            met = int(one.needed.is_met_by(one.result)) if one.needed.is_of_total else one.result
            assert (got, got) == (met, one.successes), (play.action, one.key)


@every_action_set
def test_points_of_luck_agree_with_the_results_of_the_rules(system: ActionSet) -> None:
    for play in recorded_plays(system):
        for one in play.throws:
            kind = system.throws.of(one)
            if one.needed is None and one.result is not None and kind.better == "high":
                assert sum(trial.got for trial in trials(play, one, kind)) == one.result, (play.action, one.key)


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
