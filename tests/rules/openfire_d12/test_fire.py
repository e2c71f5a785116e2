"""Attack: the order of the dice, evading, the sum of all damage, and the text."""

from __future__ import annotations

from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_d12.table import armed, attack, outcome, play, text_of_play, unit

EVADE = ("evade=yes",)


def test_all_skill_tests_come_before_the_first_defence_test_group_by_group() -> None:
    facts = attack(armed(2), {"weapon": armed(dmg=2)["weapon"] | {"name": "carbine"}, "models": 1})
    found = play("fire", facts, (12, 1, 12, 1, 1))
    assert [ENGLISH(step.throw.label) for step in found.played.steps] == [
        "skill tests, weapon 1",
        "skill tests, carbine",
        "Defence tests, weapon 1",
        "Defence tests, carbine",
    ]
    assert [step.throw.key for step in found.played.steps] == [
        "skill_tests 1",
        "skill_tests 2",
        "defence_tests 1",
        "defence_tests 2",
    ]
    assert [step.throw.by for step in found.played.steps] == ["attacker", "attacker", "defender", "defender"]
    assert found.played.outcome == (2, 2, 3, 1, (0, 1, 2, 2), 0)


def test_groups_of_one_name_keep_labels_of_their_own() -> None:
    named = {"weapon": armed()["weapon"] | {"name": "carbine"}, "models": 1}
    heavy = {"weapon": armed(dmg=2)["weapon"] | {"name": "carbine"}, "models": 1}
    found = play("fire", attack(named, heavy), (12, 12, 1, 12))
    assert [ENGLISH(step.throw.label) for step in found.played.steps] == [
        "skill tests, carbine",
        "skill tests, carbine (2)",
        "Defence tests, carbine",
        "Defence tests, carbine (2)",
    ]
    assert len({step.throw.key for step in found.played.steps}) == 4
    assert ENGLISH(found.text) == "2 hits, 1 failed Defence test. 1 × DMG 1 = 1 damage, no models lost."


def test_a_group_that_hits_nothing_asks_no_defence_test() -> None:
    found = play("fire", attack(armed(), armed(dmg=2)), (1, 12, 1))
    assert [ENGLISH(step.throw.label) for step in found.played.steps][-1] == "Defence tests, weapon 2"


def test_one_defence_test_a_hit_whatever_its_damage() -> None:
    assert outcome("fire", attack(armed(dmg=3)), (12, 1)) == {
        "hits": 1,
        "failed": 1,
        "damage": 3,
        "models_lost": 1,
        "hp": [0, 1, 2, 2],
        "suppression": 0,
    }


def test_damage_is_reported_before_excess_losses() -> None:
    found = outcome("fire", attack(armed(2, dmg=5), target=unit(1)), (12, 12, 1, 1))
    assert (found["damage"], found["hp"], found["models_lost"]) == (10, [0], 1)


def test_evading_is_decided_before_any_die_and_costs_a_token_whatever_the_dice() -> None:
    found = play("fire", attack(distance=7), (1,), EVADE)
    assert found.played.outcome.suppression == 1
    assert found.effects == (("target", "suppression", 1, None),)
    assert found.played.made[0][:3] == ("evade", "defender", "yes")
    assert ENGLISH(found.text) == "No hits. The target evaded: place a suppression token."


def test_not_evading_is_the_default() -> None:
    found = play("fire", attack(distance=7), (1,))
    assert found.played.made[0][:3] == ("evade", "defender", "no")
    assert found.played.outcome.suppression == 0


@for_each(("distance", "tokens", "offered"), [(6, 0, False), (6.1, 0, True), (7, 1, True), (7, 2, False)])
def test_evading_needs_more_than_six_inches_and_fewer_than_two_tokens(
    distance: float, tokens: int, offered: bool
) -> None:
    found = play("fire", attack(distance=distance, target=unit(suppression=tokens)), (1,), EVADE)
    assert bool(found.played.made) == offered
    assert found.played.outcome.suppression == tokens + offered


def test_evading_is_offered_with_its_cost() -> None:
    offers = {one.value: one for one in play("fire", attack(distance=7), (1,)).action.decisions[0].offers(1)}
    assert ENGLISH(offers["yes"].label) == "evade: +2 Defence, then 2 suppression tokens"
    assert ENGLISH(offers["yes"].short) == "evade"


def test_the_text_sums_damage_group_by_group() -> None:
    found = play("fire", attack(armed(2), armed(dmg=2)), (12, 12, 12, 1, 1, 1))
    assert ENGLISH(found.text) == "3 hits, 3 failed Defence tests. 2 × DMG 1 + 1 × DMG 2 = 4 damage, 2 models lost."


@for_each(
    ("dice", "text"),
    [
        ((1,), "No hits."),
        ((12, 12), "1 hit, no failed Defence tests."),
        ((12, 1), "1 hit, 1 failed Defence test. 1 × DMG 1 = 1 damage, no models lost."),
    ],
)
def test_the_text_of_a_shot_names_its_results(dice: tuple[int, ...], text: str) -> None:
    assert text_of_play("fire", attack(), dice) == text
