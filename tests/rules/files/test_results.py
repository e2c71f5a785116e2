"""Results in a file's own words: sentences with conditions and numbers, dice of the enemy, numbers by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from data.files import new_system
from rules.files.ruleset import FileRuleset
from rules.files.schema import schema
from rules.files.system import read_system
from rules.files.trial import begin
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import validate
from rules.kernel.odds import Dist
from rules.kernel.request import bare_request, changed
from rules.kernel.resolve import odds, ruleset_of
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.files.test_read_system import faults
from tests.rules.table import Sitting

TABLES = (Path(__file__).parent / "results.toml").read_text(encoding="utf-8")


def own_file(tables: str = TABLES) -> str:
    """Return the file of `rules new` with these tables; its own states come after them."""
    before, _, after = new_system("club").partition("[states]\n")
    return f'warned = ["A second run"]\n\n{before}{tables}{after}'


@cache
def the_rules(text: str = "") -> FileRuleset:
    system = read_system((text or own_file()).encode(), "club.toml")
    assert isinstance(system, FileRuleset)
    return system


def result(action: str, unit: dict[str, Any], dice: list[int], **rulings: Any) -> Any:
    return Sitting(the_rules(), rulings).play(action, {"unit": unit}, dice)


RUNNER, WHOLE = {"skill": 2, "pinned": 0}, {"move": 6, "skill": 4, "save": 5, "models": 3, "shaken": False}


@for_each(("dice", "mood"), [([1, 4], ""), ([5, 1], "calm"), ([6, 5], "bold")])
def test_a_word_that_is_chosen_by_an_expression_has_a_condition_of_two_parts(dice: list[int], mood: str) -> None:
    step = """{ result = "mood", when = "bangs or unit.pinned", be = "'bold' if bangs > 1 else 'calm'" },"""
    own = TABLES.replace('{ result = "unhurt", be = "bangs > 1", flag = true },', step)
    assert Sitting(the_rules(own_file(own))).outcome("run", {"unit": RUNNER}, dice)["mood"] == mood


# Sentences.


@for_each(
    ("dice", "said"),
    [([1, 4], "A whiff: 3″."), ([5, 1], "1 bang, 5″ with 4″ at least."), ([6, 5], "2 bangs, 6″ with 4″ at least.")],
)
def test_the_first_sentence_that_applies_is_the_text_of_a_result(dice: list[int], said: str) -> None:
    assert ENGLISH(result("run", RUNNER, dice).text) == said


def test_a_counted_number_has_words_for_none_one_and_more() -> None:
    unit = WHOLE | {"pinned": 2}
    assert ENGLISH(result("settle", unit, [1, 1]).text) == "No markers left."


@for_each(("dice", "short"), [([1, 1], None), ([5, 1], "")])
def test_a_result_that_markers_and_dice_show_is_not_told_again(dice: list[int], short: str | None) -> None:
    told = result("run", RUNNER, dice).short_text
    assert (told if told is None else ENGLISH(told)) == short


def test_an_order_has_a_headline_and_a_verb_of_its_own() -> None:
    board, _ = begin(the_rules())
    red = next(iter(board.game.units_of_side("Red")))
    order = board.system.acts["run"]
    plan = order.plan(board, changed(bare_request("act"), unit=(red.id,)))
    assert (ENGLISH(plan.title), ENGLISH(order.doing)) == (f"{red.id} runs", "run")
    assert dict(plan.plays[0].facts).keys() == {"unit"}
    assert plan.plays[0].facts.model_dump() == {"unit": {"skill": 4, "pinned": 0}}


# Facts, results and their effects.


def test_an_action_knows_only_what_it_names_of_a_unit_and_some_of_it_must_be_given() -> None:
    run = the_rules().actions["run"].facts
    assert validate(run, {"unit": RUNNER}).model_dump() == {"unit": RUNNER}
    with pytest.raises(BadFacts):
        validate(run, {"unit": WHOLE | {"pinned": 0}})
    with pytest.raises(BadFacts):
        validate(run, {"unit": {"skill": 2}})


def test_a_marker_of_no_named_part_is_one_of_the_unit() -> None:
    text = own_file().replace('{ "unit.pinned" = "-gone" }', '{ pinned = "-gone" }')
    settle = Sitting(read_system(text.encode(), "club.toml"))
    settled = settle.play("settle", {"unit": WHOLE | {"pinned": 2}}, [5, 1])
    assert [(one.unit, one.effect, one.change) for one in settled.effects][-1] == ("unit", "pinned", -2)


def test_results_are_numbers_or_yes_and_no_and_inner_dice_are_none_of_them() -> None:
    assert result("run", RUNNER, [5, 6]).played.outcome.unhurt is True
    assert result("run", RUNNER, [5, 6]).played.outcome._asdict() == {"bangs": 2, "inches": 6, "unhurt": True}
    settled = result("settle", WHOLE | {"pinned": 2}, [5, 1])
    assert settled.played.outcome._asdict() == {"kills": 1, "gone": 2}
    assert [(one.effect, one.change) for one in settled.effects] == [("models", -1), ("pinned", -2)]


def test_the_enemy_rolls_in_an_action_of_a_single_unit() -> None:
    (throw,) = [step.throw for step in result("settle", WHOLE | {"pinned": 1}, [5]).played.steps]
    assert (throw.by, throw.part) == ("defender", "")


def test_a_run_moves_the_unit_by_the_inches_of_its_result() -> None:
    assert [(one.unit, one.inches) for one in result("run", RUNNER, [5, 1]).moves] == [("unit", 5)]


def test_odds_are_those_of_the_results() -> None:
    system = the_rules()
    run = system.actions["run"]
    found: Dist = odds(run, validate(run.facts, {"unit": RUNNER}), ruleset_of(system, {}), {})
    chances = {one.inches: chance * 9 for one, chance in found.fractions().items()}
    assert chances == {3: 4, 5: 4, 6: 1}


def test_facts_that_the_rules_forbid_have_no_odds_either() -> None:
    with pytest.raises(RuleError) as refused:
        result("run", RUNNER | {"pinned": 1}, [])
    assert (ENGLISH(refused.value.text), refused.value.rule) == ("The unit is pinned.", "Pins")
    assert result("run", RUNNER | {"pinned": 1}, [5, 1], pins="slow").played.outcome.inches == 5


# Numbers by name, rulings, states, steps.


def test_the_numbers_of_the_rules_have_names() -> None:
    throw = result("run", RUNNER, [1, 1]).played.steps[0].throw
    assert [(ENGLISH(line.why), line.value, line.rule) for line in throw.ledger] == [
        ("a bang", 5, "Dice"),
        ("Skill", 2, "Run"),
    ]


def test_a_variant_changes_a_number_and_leaves_the_rest() -> None:
    base = the_rules()
    variant = 'base = "club"\n[system]\nkey = "house"\nname = "House"\n[tables]\nmoves = { walk = 6 }\n'
    found = read_system(variant.encode(), "house.toml", {"club": base})
    assert Sitting(found, {}).play("run", {"unit": RUNNER}, [5, 1]).played.outcome.inches == 7
    assert Sitting(found, {}).play("run", {"unit": RUNNER}, [1, 1]).played.outcome.inches == 3


def test_a_game_with_an_earlier_word_of_an_option_goes_on() -> None:
    assert ruleset_of(the_rules(), {"pins": "halt"}).rulings.model_dump() == {"pins": "stop"}
    with pytest.raises(BadFacts, match="pins"):
        ruleset_of(the_rules(), {"pins": 1})


def test_an_editor_accepts_one_sentence_and_several() -> None:
    told = schema()["$defs"]["ActionRow"]["properties"]["told"]
    assert [one.get("type", one.get("$ref")) for one in told["anyOf"]] == ["string", "#/$defs/SayRow", "array"]
    assert "with" in schema()["$defs"]["SayRow"]["properties"]
    assert {"tables", "counted", "setup", "refused", "warned"} <= schema()["properties"].keys()


def test_a_result_cites_its_rulings() -> None:
    assert result("run", RUNNER, [1, 1]).rulings_used == ("pins",)


def test_a_file_has_its_own_steps_warnings_and_ends_of_states() -> None:
    system = the_rules()
    assert [one.key for one in system.setup] == ["terrain"]
    assert [ENGLISH(one) for one in system.warned] == ["A second run"]
    pinned = system.states["pinned"]
    assert (ENGLISH(pinned.ends), pinned.figures) == ("take the dice off", True)


@for_each(
    ("old", "new", "said"),
    [
        ("good = 5", "good = 5\nbad = 2", "tables.bad: no rule reads it"),
        ("good = 5", 'good = "five"', "tables.good: give a whole number from −200 to 200"),
        ("whiff = 3 }", "whiff = 3000 }", "tables.moves.whiff: give a whole number from −200 to 200"),
        ("good = 5", "good = 5\nskill = 4", 'tables.skill: "skill" is already in profile'),
        ("moves.walk + bangs", "moves.wlk + bangs", 'action.run.then: moves has no "wlk"; did you mean "walk"?'),
        ('check = "good"', 'check = "god"', 'action.run.then.check: there is no "god"; did you mean "good"?'),
        (
            'left = "marker|markers"',
            'left = "marker"',
            'counted.left: write the word for one and the word for more: "wound|wounds"',
        ),
        (
            'left = "marker|markers"',
            'left = "marker|markers"\nrest = "rest|rests"',
            "counted.rest: no sentence counts it",
        ),
        ("{ halt =", "{ slow =", 'rulings.pins: renamed: give an earlier word and an option, not "slow"'),
        (
            'knows = ["skill", "pinned"]',
            'knows = ["skil", "pinned"]',
            'action.run.knows: there is no "skil"; did you mean',
        ),
        ('given = ["pinned"]', 'given = ["models"]', 'action.run.given: there is no "models"; the names here are'),
        ('cites = ["pins"]', 'cites = ["pin"]', 'action.run.cites: there is no "pin"; did you mean "pins"?'),
        ('dice = "unit.skill"', 'dice = "unit.models"', 'action.run.then.dice: unit has no "models"; the names here'),
        ('quiet = "bangs"', 'quiet = "bngs"', 'action.run.quiet: "bngs" is not known here; did you mean "bangs"?'),
        ('when = "not bangs"', 'when = "not bngs"', 'action.run.told.when: "bngs" is not known here; did you mean'),
        ('least = "moves.walk"', 'most = "moves.walk"', 'action.run.told.say: "least" has no value here; the names'),
        ("{least}″ at least", "that at least", 'action.run.told.with.least: the sentence does not have "{least}"'),
        ("{bangs}, {inches}", "{bangs:bang|bangs}, {inches}", 'action.run.told: "bangs" has its words under counted'),
        ('"{unit} runs"', '"{target} runs"', 'action.run.headline: "target" has no value here'),
        ('bangs > 1", flag = true', 'bangs > 1", flag = 3', "action.run.then.flag: "),
        (
            'as = "bangs", for',
            'as = "bangs", flag = true, for',
            "action.run.then: flag and marks go only with let or result",
        ),
        ('as = "killing", inner', 'as = "killing", count = true, inner', "action.settle.then: give needs beside count"),
        (
            'models = "killing", as = "kills"',
            'models = "killing", inner = true',
            "action.settle.then: inner is for dice",
        ),
        ('by = "enemy"', 'by = "enmy"', "action.settle.then.by: choose"),
        (
            '{ "unit.pinned" = "-gone" }',
            '{ "unit.pind" = "-gone" }',
            'action.settle.then.marks.unit.pind: there is no "pind"',
        ),
        ('key = "terrain"', 'kee = "terrain"', 'setup.kee: there is no "kee"; did you mean "key"?'),
    ],
)
def test_faults_of_results_are_told_with_their_place(old: str, new: str, said: str) -> None:
    text = own_file()
    assert old in text
    found = faults(text.replace(old, new, 1))
    assert any(said in one for one in found), found


def test_dice_with_a_number_of_successes_may_keep_their_count() -> None:
    counted = TABLES.replace('dice = "unit.skill", by', 'dice = "unit.skill", needs = 2, count = true, by')
    found = Sitting(the_rules(own_file(counted)), {}).play("run", {"unit": RUNNER}, [5, 1]).played
    assert found.outcome.bangs == 1
    assert ENGLISH(found.steps[0].throw.ledger[0].why) == "a bang, 2 to pass"
