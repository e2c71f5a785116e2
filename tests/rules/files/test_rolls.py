"""The ledger of a file's rolls."""

from __future__ import annotations

import gc

import pytest

from rules.files.ruleset import FileRuleset
from rules.files.system import read_system
from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.files.test_faults import TEXTS
from tests.rules.table import Sitting

ONE_WORD = """
[system]
key = "nerve"
name = "Nerve test"
die = 6
[check]
roll = "over"
[profile]
nerve = { name = "Nerve" }
[units.guards]
name = "Guards"
profile = { nerve = 4 }
[forces.guards]
name = "The guards"
units = [{ type = "guards" }]
[asked]
officer = { label = "Officer near" }
drums = { label = "Drums" }
[modifier]
officer = { on = ["nerve"], when = "officer", value = 1, why = "Nerve of an officer" }
drums = { on = ["nerve"], when = "drums", value = 1, why = "drums", section = "Drums" }
[action.nerve]
title = "Nerve"
rule = "Roll for Nerve."
asks = ["officer", "drums"]
then = [{ roll = "nerve", check = "nerve", by = "unit", dice = "unit.models", as = "held" }]
[action.second]
title = "Second"
topic = "nerve"
then = [{ roll = "second", check = 4, by = "unit", dice = "unit.nerve", as = "stood" }]
"""


def reasons(action: str, **facts: object) -> list[tuple[str, str]]:
    system = read_system(ONE_WORD.encode(), "nerve.toml")
    played = Sitting(system).play(action, {"unit": {"nerve": 4, "models": 1}, **facts}, [6] * (1 if facts else 4))
    return [(ENGLISH(line.why), line.rule) for line in played.played.steps[0].throw.ledger]


def test_the_successes_of_weapons_without_a_name_have_that_of_their_roll() -> None:
    again = '{ roll = "struck", check = 4, by = "defender", dice = "target.models" }'
    told = ', as = "hits" }]\nthen = [{ lose = "target", models = "hits" }]'
    text = TEXTS["tiny"].replace(told, f" }}, {again}]")
    system = read_system(text.encode(), "tiny.toml")
    units = {"attacker": {"skill": 4, "models": 3}, "target": {"skill": 4, "models": 2}}
    found = Sitting(system).play("duel", units, [4, 6, 1, 2, 4])
    assert found.played.outcome._asdict() == {"to_hit": 2, "struck": 1}
    assert ENGLISH(found.text) == "2 to hit, 1 struck."


@for_each(("dice", "inches"), [([3, 1], 6), ([3, 4], 9), ([5, 4], 9)])
def test_successes_that_are_only_counted_add_inches_if_there_are_any(dice: list[int], inches: int) -> None:
    step = '{ roll = "luck", by = "unit", check = 4, dice = 2, as = "sixes", passed_inches = 3 }'
    move = f'command = "move"\nrule = "On."\ninches = [["Move", 6]]\nthen = [{step}]'
    system = read_system(TEXTS["tiny"].replace('rule = "Nothing happens."', move).encode(), "tiny.toml")
    found = Sitting(system).play("wait", {"unit": {"skill": 4, "models": 3}}, dice)
    assert found.played.outcome.inches == inches


def test_a_modifier_has_the_section_of_its_roll() -> None:
    assert ("Nerve of an officer", "Nerve") in reasons("nerve", officer=True)


def test_a_reason_is_not_its_own_section() -> None:
    """It names the rules where the file has no other name for the place."""
    assert reasons("nerve", officer=True, drums=True)[:3] == [
        ("Nerve", "Nerve test"),
        ("Nerve of an officer", "Nerve"),
        ("drums", "Nerve"),
    ]
    assert reasons("second") == [("second", "Nerve test"), ("Nerve", "Second")]


def test_a_play_and_its_odds_leave_no_cycle_of_references() -> None:
    """A ledger with unread lines kept the rolls of its play, and they kept the ledger."""
    sitting = Sitting(read_system(ONE_WORD.encode(), "nerve.toml"))
    facts = {"unit": {"nerve": 4, "models": 2}, "officer": True}

    def left_behind() -> int:
        gc.collect()
        sitting.chances("nerve", facts)
        sitting.outcome("nerve", facts, (4, 2))
        return gc.collect()

    gc.freeze()  # only what this test makes is looked through
    gc.disable()
    try:
        left_behind()  # what is kept for later plays
        assert left_behind() == 0
    finally:
        gc.enable()


@for_each(
    ("check", "limits"),
    [
        ("", (1, 7)),
        ("always = 5", (1, 5)),
        ("never = 2", (3, 7)),
        ("never = 2\nalways = 5", (3, 5)),
    ],
)
def test_dice_need_at_least_and_at_most_what_always_or_never_passes(check: str, limits: tuple[int, int]) -> None:
    """Dice that roll under have the same limits, counted from the other end of the die."""
    for roll, text in (("over", check), ("under", check.replace("2", "two").replace("5", "2").replace("two", "5"))):
        system = read_system(TEXTS["tiny"].replace('"over"', f'"{roll}"\n{text}').encode(), "tiny.toml")
        assert isinstance(system, FileRuleset)
        assert system.tables.limits == (limits if roll == "over" else (7 - limits[1], 7 - limits[0]))


@for_each(("models", "dice"), [(99, 500), (100, None)])
def test_up_to_five_hundred_dice_are_rolled_at_once(models: int, dice: int | None) -> None:
    text = TEXTS["tiny"].replace('dice = "attacker.models"', 'dice = "attacker.models * 5 + 5"')
    facts = {"attacker": {"skill": 4, "models": models}, "target": {"skill": 4, "models": 6}}
    sitting = Sitting(read_system(text.encode(), "tiny.toml"))
    if dice:
        assert sitting.play("duel", facts, [1] * dice).played.outcome.hits == 0
    else:
        with pytest.raises(RuleError, match="Roll at most 500 dice at once"):
            sitting.play("duel", facts, [1] * 505)


def test_exact_odds_go_up_to_as_many_dice_in_one_roll_as_the_file_says() -> None:
    """A die that passes or fails is one."""
    sitting = Sitting(read_system(TEXTS["pairs"].encode(), "pairs.toml"))
    assert len(sitting.chances("stunt", {"unit": {"skill": 4, "tricks": 1, "models": 1}})) == 6
    with pytest.raises(RuleError, match="Exact odds go up to 2 dice per side; this one has 4"):
        sitting.chances("stunt", {"unit": {"skill": 4, "tricks": 2, "models": 1}})


def test_an_attack_needs_a_target_with_models() -> None:
    facts = {"attacker": {"skill": 4, "models": 1}, "target": {"skill": 4, "models": 0}}
    with pytest.raises(RuleError, match="The target has no models left") as caught:
        Sitting(read_system(TEXTS["tiny"].encode(), "tiny.toml")).play("duel", facts, [6])
    assert caught.value.rule == "Duel"
