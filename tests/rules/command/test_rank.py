"""The rank of a play: against every possible play, in every system, and against values counted by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from data import system_of
from rules.command import rank as ranks
from rules.command.rank import MOST_DICE, rank, rank_at_once
from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel.action import Aim
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.resolve import Resolution, ruleset_of
from rules.kernel.serialise import play_of
from rules.kernel.text import Text
from tests.rows import for_each
from tests.rules.fubar.table import shot, unit
from tests.rules.openfire_d12.cases import CASES as D12
from tests.rules.table import Sitting
from tests.rules.test_every_system import cases, choices, every_action_set, every_system

MOST = 200
"""Plays of one case; larger cases are left out."""
RANKED = 25
"""Plays of it, of which one of each outcome is ranked."""
FUBAR = system_of("fubar")


def as_recorded(resolution: Resolution) -> Play:
    """Return a play as read back from the record."""
    return Play.model_validate_json(play_of(resolution, {}).model_dump_json())


def ranks_of_cases(system: System, action: str, sitting: Sitting) -> Iterator[tuple[Fraction | None, Fraction | None]]:
    """Yield the rank of plays of every small case, and the rank counted play by play."""
    book = ruleset_of(system, sitting.rulings)
    for facts in cases(system)[action]:
        outcomes = sitting.every_outcome(action, facts, MOST)
        plays = {found.played.outcome: found for found, _ in sitting.every_play(action, facts, RANKED)}
        aim = system.actions[action].aim(next(iter(plays.values())).plan)
        if aim is None or sum(outcomes.values()) < 1:
            continue
        share = shares(aim, outcomes)
        for resolution in plays.values():
            if resolution.played.steps and chosen_decisions(sitting) <= {one.name for one in resolution.played.made}:
                yield rank(system, book, as_recorded(resolution)), share(resolution)


def chosen_decisions(sitting: Sitting) -> set[str]:
    """Return the decisions that do not take their default, as known from plays in which they came up."""
    return {choice.partition("=")[0] for choice in sitting.choose}


def shares(aim: Aim, outcomes: dict[Any, Fraction]) -> Callable[[Resolution], Fraction | None]:
    """Return the share of equal or better outcomes, of a play."""
    chances = Counter[Any]()
    for outcome, chance in outcomes.items():
        chances[aim.key(outcome)] += chance  # type: ignore[reportArgumentType]

    def share(resolution: Resolution) -> Fraction | None:
        mine = aim.key(resolution.played.outcome)
        if chances.keys() == {mine}:
            return None
        return Fraction(sum(p for key, p in chances.items() if key >= mine))

    return share


def has_aim(system: System, action: str) -> bool:
    of = system.actions[action]
    return any(of.aim(resolution.plan) for f in cases(system)[action] for resolution, _ in first(system, action, f))


def first(system: System, action: str, facts: dict[str, Any]) -> list[tuple[Resolution, Fraction]]:
    return next(([one] for one in Sitting(system).every_play(action, facts, 500)), [])


@every_action_set
def test_the_rank_is_the_share_of_all_plays_that_are_as_good_or_better_whatever_was_chosen(system: System) -> None:
    for action in (one for one in system.actions if has_aim(system, one)):
        found = {"by default": list(ranks_of_cases(system, action, Sitting(system)))}
        assert found["by default"], action
        for choice in choices(system, action):
            found[choice] = list(ranks_of_cases(system, action, Sitting(system, choose=(choice,))))
        assert {choice: [got for got, _ in ranks] for choice, ranks in found.items()} == {
            choice: [counted for _, counted in ranks] for choice, ranks in found.items()
        }, action


@every_system
def test_every_shot_has_a_rank_but_for_those_that_are_several_attacks(system: System) -> None:
    shots = [as_recorded(found) for facts in cases(system)["fire"] for found, _ in first(system, "fire", facts)]
    thrown = [play for play in shots if play.throws]
    assert thrown
    several = [play for play in thrown if rank(system, ruleset_of(system), play) is None]
    assert len(several) * 4 <= len(thrown)
    assert all({"attack", "stray_attack 1"} <= {throw.key for throw in play.throws} for play in several)


def fubar(facts: dict[str, Any], dice: list[int]) -> Play:
    return as_recorded(Sitting(FUBAR).play("fire", facts, dice))


def test_nine_dice_by_hand() -> None:
    """Three of nine dice hit at 5+: more than three in 6883 of 19683 ways, three in 5376."""
    target = unit("green", 8)
    play = fubar(shot((9, "pistol"), attacker=unit(figures=9), target=target, distance=4), [5, 5, 6, 1, 1, 1, 1, 1, 1])
    assert rank(FUBAR, ruleset_of(FUBAR), play) == Fraction(6883 + 5376, 19683)


def test_the_worst_result_or_a_better_one_is_certain() -> None:
    facts = shot((1, "pistol"), target=unit("green", 8), distance=4)
    book = ruleset_of(FUBAR)
    assert rank(FUBAR, book, fubar(facts, [6])) == Fraction(1, 3)
    assert rank(FUBAR, book, fubar(facts, [1])) == 1


def test_who_evaded_is_compared_with_evading_only() -> None:
    system, facts = system_of("openfire_d12"), evadable()
    stood, evaded = chance_of_harm(system, facts, "no"), chance_of_harm(system, facts, "yes")
    assert stood
    assert evaded
    assert stood != evaded


def evadable() -> dict[str, Any]:
    """Facts of an attack that its target may evade."""
    return next(one for one in D12["fire"] if any(values_in(one)))


def values_in(facts: dict[str, Any]) -> list[Any]:
    return [made for found, _ in first(system_of("openfire_d12"), "fire", facts) for made in found.played.made]


def chance_of_harm(system: System, facts: dict[str, Any], evade: str) -> Fraction | None:
    """Return the rank of a play with a hit."""
    plays = Sitting(system, choose=(f"evade={evade}",)).every_play("fire", facts, 300)
    hit = next(found for found, _ in plays if found.played.outcome.hits)
    return rank(system, ruleset_of(system), as_recorded(hit))


def test_more_than_twenty_dice_of_one_side_are_not_ranked_before_the_answer() -> None:
    def many(count: int) -> Play:
        firing = unit(figures=count)
        return fubar(shot((count, "pistol"), attacker=firing, target=unit("green", 8), distance=4), [1] * count)

    book = ruleset_of(FUBAR)
    assert rank_at_once(FUBAR, book, many(MOST_DICE)) is not None
    assert rank_at_once(FUBAR, book, many(MOST_DICE + 1)) is None
    assert rank(FUBAR, book, many(MOST_DICE + 1)) is not None


def test_a_few_dice_with_too_many_ways_are_not_ranked_before_the_answer() -> None:
    facts = shot((20, "pistol"), attacker=unit(figures=20), target=unit(figures=8, armour="light"), distance=4)
    play = fubar(facts, [1] * 20)
    assert rank_at_once(FUBAR, ruleset_of(FUBAR), play) is None
    assert rank(FUBAR, ruleset_of(FUBAR), play) is not None


@for_each(
    "changes",
    [{"action": "gone"}, {"facts": {"old": 1}}, {"outcome": {}}, {"throws": ()}],
)
def test_a_shot_that_cannot_be_ranked_has_no_rank(changes: dict[str, Any]) -> None:
    play = fubar(shot((1, "pistol"), target=unit("green", 8), distance=4), [6]).model_copy(update=changes)
    assert rank(FUBAR, ruleset_of(FUBAR), play) is None


def test_a_test_that_is_passed_or_failed_has_no_rank() -> None:
    play = as_recorded(Sitting(FUBAR).play("activate", {"unit": unit()}, [4]))
    assert rank(FUBAR, ruleset_of(FUBAR), play) is None


def test_a_play_too_large_for_exact_odds_has_no_rank() -> None:
    play = fubar(shot((1, "pistol"), target=unit("green", 8), distance=4), [6])
    large = replace(FUBAR.actions["fire"], too_big=lambda _: Text("too many"))
    system = replace(FUBAR, actions={**FUBAR.actions, "fire": large})
    assert (rank(FUBAR, ruleset_of(FUBAR), play) is None, rank(system, ruleset_of(FUBAR), play)) == (False, None)


def test_the_tests_of_an_entry_are_those_of_morale_and_activation_each_as_it_lies_in_the_end() -> None:
    """Of dice rolled again for another unit, or without a first roll, nothing is replaced."""
    system = system_of("openfire_d12")

    def roll(part: str, face: int, key: str = "cmd_test", again: bool = False) -> RecordedRoll:
        rerolled = (2,) if again else ()
        name = f"{key}_again" if again else key
        return RecordedRoll(
            key=name, label=Text("CMD"), by="unit", sides=12, faces=(face,), source="bot", part=part, rerolled=rerolled
        )

    def tested(*throws: RecordedRoll) -> list[tuple[str, bool]]:
        play = Play(
            action="recover", facts={}, roles={"unit": "a", "friend": "b"}, throws=throws, outcome={"passed": True}
        )
        return list(ranks.tests_of(Entry(number=1, command="act", by="", at=0.0, plays=(play,)), system))

    assert tested(roll("unit", 7)) == [("a", True)]
    assert tested(roll("unit", 2), roll("unit", 7, again=True)) == [("a", True)]
    assert tested(roll("unit", 2), roll("friend", 7, again=True)) == [("a", True), ("b", True)]
    assert tested(roll("unit", 7, again=True)) == [("a", True)]
    assert tested(roll("unit", 7), roll("unit", 7)) == [("a", True), ("a", True)]
    assert tested(roll("unit", 7, key="damage"), roll("gone", 7, key="range")) == []
