"""Attacks with one pool of all weapons: lists, tables of words, choices with own options, moves of the target."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest

from rules.command.effects import mark
from rules.files.ruleset import FileRuleset
from rules.files.sheet import sheet
from rules.files.system import read_system
from rules.files.trial import begin
from rules.kernel.errors import RuleError
from rules.kernel.facts import validate
from rules.kernel.request import bare_request, changed
from rules.kernel.resolve import odds, parse_choices, resolve, ruleset_of
from rules.kernel.table import DecisionNeeded, Given
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.files.test_read_system import faults

VOLLEY = (Path(__file__).parent / "volley.toml").read_text(encoding="utf-8")
UNIT = {"nerve": 2, "models": 6}
BOTH = [{"weapon": "musket", "count": 2}, {"weapon": "cannon", "count": 1}]


@cache
def the_rules(text: str = VOLLEY) -> FileRuleset:
    system = read_system(text.encode(), "volley.toml")
    assert isinstance(system, FileRuleset)
    return system


def facts(cover: str = "open", distance: float = 12, weapons: Any = BOTH, **target: Any) -> dict[str, Any]:
    shot = {"attacker": UNIT, "target": UNIT | target, "weapons": weapons, "distance": distance}
    return {**shot, "cover": cover}


def fire(given: dict[str, Any], dice: list[int], *choose: str, **rulings: Any) -> Any:
    system, faces = the_rules(), Given(dice)
    one = system.actions["fire"]
    book = ruleset_of(system, rulings)
    found = resolve(system, one, validate(one.facts, given), book, faces, parse_choices(one, choose))
    faces.finish()
    return found


def chances(given: dict[str, Any], *choose: str) -> dict[Any, Fraction]:
    system = the_rules()
    one = system.actions["fire"]
    return odds(one, validate(one.facts, given), ruleset_of(system), parse_choices(one, choose)).fractions()


def ledger(given: dict[str, Any], roll: int, dice: list[int], **rulings: Any) -> list[tuple[str, int]]:
    return [(ENGLISH(line.why), line.value) for line in fire(given, dice, **rulings).played.steps[roll].throw.ledger]


# Lists.


def test_each_kind_of_weapon_has_a_line_for_its_dice() -> None:
    assert ledger(facts(), 0, [1, 1, 1, 1, 1]) == [("a hit", 5), ("2 muskets × 1", 2), ("1 cannon × 3", 3)]


def test_the_range_of_most_weapons_counts_where_a_ruling_says_so() -> None:
    far = facts(distance=30)
    assert ledger(far, 0, [1] * 5) == ledger(facts(), 0, [1] * 5)
    assert ledger(far, 0, [1] * 4, range="usual")[-1] == ("beyond 24″", -1)


def test_of_equally_many_weapons_the_longer_range_counts() -> None:
    equal = facts(distance=30, weapons=[{"weapon": "cannon", "count": 1}, {"weapon": "musket", "count": 1}])
    assert ledger(equal, 0, [1] * 4, range="usual")[-1][0] != "beyond 24″"


def test_a_result_cites_a_ruling_while_its_condition_holds() -> None:
    assert fire(facts(), [1] * 5).rulings_used == ("range",)
    assert fire(facts(weapons=BOTH[:1]), [1, 1]).rulings_used == ()


def test_a_shot_that_its_facts_forbid_is_refused() -> None:
    with pytest.raises(RuleError, match="target is far too far"):
        fire(facts(distance=97), [])
    assert fire(facts(distance=96), [1] * 4)


def test_weapons_of_which_none_is_fired_do_not_count() -> None:
    """The range of a musket that stays silent differs from that of the cannon."""
    silent = [{"weapon": "musket", "count": 0}, {"weapon": "cannon", "count": 1}]
    assert fire(facts(weapons=silent), [1] * 3).rulings_used == ()
    with pytest.raises(RuleError, match="No weapon reaches the target"):
        fire(facts(distance=0, weapons=silent[:1]), [])


def test_a_list_is_read_within_a_call_only() -> None:
    wrong = VOLLEY.replace('value = "weapons.count * weapons.shots"', 'value = "total(weapons.count) * weapons.shots"')
    assert "name a field of one list" in faults(wrong)[0]
    wrong = VOLLEY.replace('when = "distance > band"', 'when = "distance > weapons.reach"')
    assert 'weapons is a list: read it as in "total(weapons.reach)"' in faults(wrong)[0]


def test_a_modifier_counts_for_each_entry_of_a_list_that_there_is() -> None:
    assert 'modifier.guns.each: there is no "guns"' in faults(VOLLEY.replace('each = "weapons"', 'each = "guns"'))[0]


# Tables of words.


@for_each(("cover", "line"), [("open", ("in the open", 0)), ("wall", ("behind a wall", 2))])
def test_a_table_gives_a_number_and_a_phrase_for_a_word(cover: str, line: tuple[str, int]) -> None:
    """A line that is `shown` is in the ledger even if it adds nothing."""
    system = the_rules()
    one = system.actions["fire"]
    plan: Any = one.plan(validate(one.facts, facts(cover)), ruleset_of(system))
    roll = plan.spec.steps[1].roll
    asked, dice = plan.rolls.ask(roll, -1, plan.last_lane, {}, frozenset())
    assert (ENGLISH(asked.throw.ledger[-1].why), asked.throw.ledger[-1].value) == line
    assert dice == line[1]


@for_each(
    ("old", "new", "fault"),
    [
        ("steps[cover]", "steps[band]", '"band" is no word: look a word up'),
        ("wall = 2 }", "fort = 2 }", 'steps has no "wall"'),
        ("steps[cover]", "step[cover]", '"step" is not known here'),
        ("'open' if ran else cover", "1 if ran else cover", '"cover" is a word: a number is needed here'),
    ],
)
def test_a_table_has_each_word_that_is_looked_up(old: str, new: str, fault: str) -> None:
    assert fault in faults(VOLLEY.replace(old, new))[0]


# Choices with options of their own, and what follows.


def test_a_choice_has_its_own_options_with_numbers() -> None:
    (decision,) = the_rules().actions["fire"].decisions
    assert (decision.options, decision.default) == (("stay", "run", "yield"), "stay")
    offers = decision.offers(2, 3)
    assert [ENGLISH(one.label) for one in offers] == ["Stay (2 dice)", "Run 3″", "Give up"]
    assert ENGLISH(offers[0].short) == "Stay"
    with pytest.raises(ValueError, match="flee"):
        decision.read("flee")


def test_a_choice_is_asked_with_the_numbers_of_its_situation() -> None:
    """Distances are rounded up where a file says so."""
    system = the_rules()
    one = system.actions["fire"]
    shot = validate(one.facts, facts(distance=15.5))
    with pytest.raises(DecisionNeeded) as needed:
        resolve(system, one, shot, ruleset_of(system), Given([5, 5, 1, 1, 1]), ask=True)
    assert needed.value.situation == (2, 4)


def test_a_shift_moves_the_target_by_its_inches_in_a_direction() -> None:
    found = fire(facts("wood"), [5, 5, 1, 1, 1, 1], "answer=run")
    assert [(one.unit, one.inches, ENGLISH(one.way)) for one in found.moves] == [("target", 6, "deeper among trees")]
    assert fire(facts("wood"), [5, 5, 1, 1, 1, 1]).moves == ()


def test_a_result_may_be_a_word() -> None:
    assert fire(facts("wood"), [5, 5, 1, 1, 1, 1], "answer=run").played.outcome.place == "open"
    assert fire(facts("wood"), [5, 5, 1, 1, 1, 1]).played.outcome.place == "wood"


def test_odds_leave_hidden_results_out() -> None:
    assert the_rules().actions["fire"].hidden_fields == ("place",)


def test_the_words_of_a_result_are_known_beforehand() -> None:
    assert the_rules().actions["fire"].outcome.__annotations__["place"] == Literal["open", "wall", "wood"]


def test_a_mark_is_placed_only_while_its_step_applies() -> None:
    marked = [fire(facts(), [5] * n + [1] * (5 - n)).effects for n in (2, 3)]
    assert [[(one.effect, one.change) for one in each] for each in marked] == [
        [("models", -2)],
        [("models", -3), ("shaken", 1)],
    ]


# Texts of several sentences.


@for_each(
    ("cover", "dice", "choose", "whole", "short"),
    [
        ("open", [1] * 5, (), "No hits, all stopped.", None),
        ("wood", [5, 5, 1, 1, 1, 5], (), "2 hits, 1 die stopped. The target: 1 lost.", ""),
        (
            "wood",
            [5, 5, 5, 5, 1, 1],
            ("answer=run",),
            "4 hits, no dice stopped. It runs and ends in the open. The target: 4 lost, shaken, gone 6″.",
            "It runs and ends in the open.",
        ),
    ],
)
def test_a_text_goes_on_with_the_next_sentence_that_applies(
    cover: str, dice: list[int], choose: tuple[str, ...], whole: str, short: str | None
) -> None:
    """Players who see the markers read only the sentences that are not quiet."""
    found = fire(facts(cover), dice, *choose)
    assert ENGLISH(found.text) == whole
    assert (None if found.short_text is None else ENGLISH(found.short_text)) == short


# Odds.


def test_the_first_two_pools_are_rolled_together_with_the_same_odds() -> None:
    """Two dice against one: each success of the cover takes off a hit."""
    found: dict[int, Fraction] = {}
    for outcome, chance in chances(facts("wood", weapons=BOTH[:1])).items():
        found[outcome.harm] = found.get(outcome.harm, Fraction(0)) + chance
    hit = Fraction(1, 3)
    two, one = hit**2, 2 * hit * (1 - hit)
    assert found == {2: two * (1 - hit), 1: two * hit + one * (1 - hit), 0: (1 - hit) ** 2 + one * hit}


def test_exact_odds_go_up_to_the_number_of_dice_of_the_file() -> None:
    one = the_rules().actions["fire"]
    plans = [
        one.plan(validate(one.facts, facts(weapons=[{"weapon": "musket", "count": n}])), ruleset_of(the_rules()))
        for n in (20, 21)
    ]
    assert one.too_big(plans[0]) is None
    assert ENGLISH(one.too_big(plans[1]) or "") == "Exact odds go up to 20 dice per side; this one has 21."


@for_each(("cover", "what"), [("wall", "ran"), ("wood", "lost")])
def test_what_counts_most_depends_on_a_condition(cover: str, what: str) -> None:
    one = the_rules().actions["fire"]
    aim = one.aim(one.plan(validate(one.facts, facts(cover)), ruleset_of(the_rules())))
    assert aim is not None
    assert aim.what == what


def test_a_sheet_has_tables_and_lists_in_words() -> None:
    printed = sheet(the_rules(), ENGLISH)
    assert "steps for cover" in printed
    assert "| 2 × cover" not in printed


# What a form offers.


def offered(*said: str, hidden: bool = False) -> set[str]:
    board = begin(the_rules())[0]
    red, blue = (next(unit for unit in board.game.units.values() if unit.side == side) for side in board.game.sides[:2])
    board = board.after(mark(blue, hidden=1)) if hidden else board
    request = changed(bare_request("fire"), unit=(red.id,), target=(blue.id,), situation=said)
    found = board.system.commands["fire"].situations_of(board, request)
    return {one.code for one in found} - {"left", "right", *said}


def test_an_idle_choice_is_the_empty_word_until_it_is_made() -> None:
    assert offered() == {"ditch=2"}
    assert offered("left") == {"hedge", "ditch=2"}
    assert offered("right") == set()


def test_of_several_conditions_those_that_are_known_decide() -> None:
    assert offered(hidden=True) == {"ditch=2", "ditch=9"}
    assert offered("right", hidden=True) == set()


def test_an_idle_choice_is_no_fact() -> None:
    assert not {"side", "hedge", "ditch"} & the_rules().actions["fire"].facts.model_fields.keys()


def test_a_code_has_a_name_within_a_sentence() -> None:
    names = {one.code: ENGLISH(one.name) for one in the_rules().commands["fire"].covers}
    assert names == {"open": "", "wood": "", "wall": "a wall"}
    assert "names are those of its codes" in faults(VOLLEY.replace("names = { wall", "names = { fort"))[0]
