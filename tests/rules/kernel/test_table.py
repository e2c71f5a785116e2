"""The interactions of a rule with a table, played with dice in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules.kernel.dice import Need, Roll, Successes, Total
from rules.kernel.errors import BadDice
from rules.kernel.odds import Odds
from rules.kernel.table import Decision, DecisionNeeded, DiceNeeded, Given, Live, Offer, Table, Then, read_either, then
from rules.kernel.text import NOTHING, Text, counted
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.table import play_rule

HIT = Roll("to_hit", Text("to hit"), "attacker", 6, Successes(4), Need(4))
SAVE = Roll("saves", Text("saves"), "defender", 6, Successes(5), Need(5))
RUN = Roll("run", Text("run"), "unit", 10, Total())
PIP = Roll("pips", Text("pips"), "unit", 6, Total())


def _number(text: str) -> int:
    return int(text)


HOLD = Decision[int]("hold", "defender", Text("How many hold?"), ("N",), "0", _number)


def hits_and_saves(table: Table, dice: int) -> Then[int]:
    return then(roll_saves, table.roll(HIT, dice))


def roll_saves(table: Table, hits: int) -> int:
    return hits - table.roll(SAVE, hits)


def twice(table: Table) -> tuple[int, int]:
    return table.roll(RUN), table.roll(RUN)


def test_then_goes_on_to_the_end() -> None:
    assert play_rule(hits_and_saves, 3, faces=[4, 6, 1, 5, 2]) == 1


def test_no_dice_are_not_rolled() -> None:
    live = Live(Given([1, 2]))
    assert live.play(hits_and_saves, 2) == 0
    assert [step.throw.key for step in live.steps] == ["to_hit"]


def test_a_roll_made_again_has_a_key_and_a_label_of_its_own() -> None:
    live = Live(Given([3, 10]))
    assert live.play(twice) == (3, 10)
    assert [step.throw.key for step in live.steps] == ["run", "run 2"]
    assert [ENGLISH(step.throw.label) for step in live.steps] == ["run", "run (2)"]


def test_rolls_with_keys_of_their_own_never_share_a_label() -> None:
    live = Live(Given((1, 2, 3)))
    for throw in (RUN, RUN._replace(key="dash"), RUN._replace(key="dash")):
        live.roll(throw)
    told = [(step.throw.key, ENGLISH(step.throw.label)) for step in live.steps]
    assert told == [("run", "run"), ("dash", "run (2)"), ("dash 2", "run (3)")]


def test_steps_keep_faces_source_and_reading() -> None:
    live = Live(Given([4, 6, 1, 5, 2]))
    live.play(hits_and_saves, 3)
    assert [(step.faces, step.source, step.got) for step in live.steps] == [
        ((4, 6, 1), "physical", 2),
        ((5, 2), "physical", 1),
    ]


@for_each(
    ("faces", "fault"),
    [
        ([4, 4], "to hit: 3 d6 needed, 2 given"),
        ([4, 4, 4, 5], "saves: 3 d6 needed, 1 given"),
        ([4, 4, 7], r"to hit: 7 is not a face of a d6 \(1 to 6\)"),
        ([4, 0, 4], r"to hit: 0 is not a face of a d6 \(1 to 6\)"),
        ([1, 1, 4, 1, 5], "1 face too many after saves"),
        ([1, 1, 1, 1, 5], "2 faces too many after to hit"),
    ],
)
def test_faces_that_cannot_be_name_the_roll(faces: list[int], fault: str) -> None:
    with pytest.raises(BadDice, match=fault):
        play_rule(hits_and_saves, 3, faces=faces)


def test_faces_for_no_roll_at_all() -> None:
    with pytest.raises(BadDice, match="1 face too many: no dice are needed"):
        play_rule(hits_and_saves, 0, faces=[4])


def test_the_next_roll_is_asked_for() -> None:
    with pytest.raises(DiceNeeded) as asked:
        Live(Given([4, 4, 1])).play(hits_and_saves, 3)
    assert (asked.value.throw, asked.value.count) == (SAVE, 2)
    assert str(asked.value) == "saves: 2 d6 needed, 0 given"


def test_the_rest_may_be_rolled() -> None:
    rest = Given([5, 6], source="bot")
    live = Live(Given([4, 4, 1], rest))
    assert live.play(hits_and_saves, 3) == 0
    assert [step.source for step in live.steps] == ["physical", "bot"]


def three_decisions(table: Table) -> list[int]:
    return [table.decide(HOLD, 7) for _ in range(3)]


def test_the_last_of_several_given_decisions_is_used_for_the_rest() -> None:
    assert Live(Given([]), {"hold": ["2", "1"]}).play(three_decisions) == [2, 1, 1]


def test_a_decision_without_an_answer_takes_its_default() -> None:
    live = Live(Given([]), {"other": ["9"]})
    assert live.play(three_decisions) == [0, 0, 0]
    assert {(made.name, made.by, made.value) for made in live.made} == {("hold", "defender", "0")}


def test_a_live_table_asks_with_the_numbers_of_the_situation() -> None:
    with pytest.raises(DecisionNeeded) as asked:
        Live(Given([]), {"hold": ["2"]}, ask=True).play(three_decisions)
    assert (asked.value.decision, asked.value.situation) == (HOLD, (7,))
    assert str(asked.value) == "hold: no choice was made"


def decides(table: Table, hits: int) -> int:
    return hits + table.decide(HOLD, 0)


def hits_then_decides(table: Table) -> Then[int]:
    return then(decides, table.roll(HIT, 2))


def decides_inside(table: Table) -> int:
    return table.play(decides, 0)


def decides_beside(table: Table) -> int:
    return table.together(max, then(decides, 0), then(decides, 1))


def decides_behind(table: Table) -> int:
    both = table.together(max, then(roll_saves, 1), then(roll_saves, 1))
    return both + table.play(roll_saves, 1) + table.decide(HOLD, 0)


def test_the_progress_of_a_play_is_known_in_the_outermost_rule() -> None:
    for rule, frame in (
        (hits_then_decides, (decides, (2,), ())),
        (decides_behind, (decides_behind, (), (1, 0))),
        (decides_inside, None),
        (decides_beside, None),
    ):
        with pytest.raises(DecisionNeeded) as needed:
            Live(Given([5, 4, 6]), ask=True).play(rule)
        assert needed.value.frame == frame


def _offers(most: int) -> tuple[Offer, ...]:
    return tuple(Offer(str(n), counted(n, "man holds", "men hold")) for n in range(most + 1))


def test_a_chosen_number_is_kept_with_its_label() -> None:
    offered = replace(HOLD, offers=_offers)
    live = Live(Given([]), {"hold": ["2", "9"]})
    live.play(lambda table: [table.decide(offered, 7), table.decide(offered, 7)])
    assert [made.label for made in live.made] == [counted(2, "man holds", "men hold"), NOTHING]


def together(merge: Callable[[int, int], tuple[int, int]]) -> Callable[[Table], tuple[int, int]]:
    def both(table: Table) -> tuple[int, int]:
        return table.together(merge, then(hits_and_saves, 2), then(hits_and_saves, 1))

    return both


def test_a_decision_between_two_takes_no_third() -> None:
    read = read_either("stay", "go")
    assert [read("stay"), read("go")] == [True, False]
    for text in ("yes", ""):
        with pytest.raises(ValueError, match=f"^{text}$"):
            read(text)


def test_together_asks_stage_by_stage() -> None:
    live = Live(Given([4, 4, 5, 1, 5, 1]))
    assert live.play(together(lambda one, other: (one, other))) == (1, 1)
    assert [(step.throw.key, ENGLISH(step.throw.label), step.faces) for step in live.steps] == [
        ("to_hit", "to hit", (4, 4)),
        ("to_hit 2", "to hit (2)", (5,)),
        ("saves", "saves", (1, 5)),
        ("saves 2", "saves (2)", (1,)),
    ]


def more(table: Table, left: int, got: int) -> int | Then[int]:
    return then(more, left - 1, got + table.roll(PIP)) if left else got


def roll_capped(table: Table) -> Then[int]:
    bonus = table.roll(PIP)
    return then(more, 2, 0).convert(lambda total: min(10, total + bonus))


def test_a_rule_has_the_same_results_when_played_and_in_odds() -> None:
    ways = Counter(play_rule(roll_capped, faces=list(faces)) for faces in product(range(1, 7), repeat=3))
    assert Odds().of(roll_capped).fractions() == {result: Fraction(count, 216) for result, count in ways.items()}
