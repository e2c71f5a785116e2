"""Fields in a row of a file that go together, and those that do not."""

from __future__ import annotations

from typing import Any

from rules.files.action_shape import NoteRow, RollRow, StepRow
from rules.files.field_shape import FactRow, FieldRow
from rules.files.shape import AskedRow, RulingRow, VictoryRow
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.rows import Row
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

ROLL = {"roll": "nerve", "by": "unit"}
TEST = ROLL | {"check": 5}
POOL = TEST | {"dice": 3}
CHOICE = {"choose": "stays", "by": "unit", "question": "Does it stay?"}
BOTH = CHOICE | {"yes": "Stay", "no": "Go"}
STAY, GO = {"key": "stay", "say": "Stay"}, {"key": "go", "say": "Go"}
ONE_THING = "a step does one thing: give one of roll, lose, mark, let, result, choose, further and shift"
READ = "give check (against a number), add (added up) or table (looked up)"
SUMMED = "sum goes only with check or table: give one of them"
SEVERAL = "needs is for several dice that each go against a number: give check and dice"
INSTEAD = "options are for a choice, instead of yes and no"
TWO = "give two options or more, each with its own key"
INNER = "inner is for dice that are only counted or added up for later steps"
OF_NUMBERS = "flag and marks go only with let or result"
IN_RECORD = "a record has no words, numbers or default: its facts have them"
OF_NUMBER = "numbers are situations: let {n} be in the label"
NO_WORD = '"c" is no word: give another default'
ASKED_FOR = "needed and question go together, beside numbers"


@for_each(
    ("row", "said"),
    [
        ({}, ONE_THING),
        ({"let": "a", "result": "b", "be": 1}, ONE_THING),
        ({"roll": "nerve", "check": 5}, "give by beside roll"),
        ({"lose": "target"}, "give models beside lose"),
        ({"mark": "shock"}, "give add beside mark"),
        ({"let": "a"}, "give be beside let"),
        ({"result": "a"}, "give be beside result"),
        ({"shift": "target"}, "give inches beside shift"),
        (CHOICE, "give yes beside choose"),
        (BOTH | {"no": None}, "give no beside choose"),
        (BOTH | {"question": None}, "give question beside choose"),
        (BOTH | {"by": None}, "give by beside choose"),
        (BOTH, None),
        (ROLL, READ),
        (TEST | {"add": 1}, READ),
        (ROLL | {"add": 0}, None),
        (ROLL | {"table": "wounds", "add": 1}, None),
        (TEST | {"sum": True}, None),
        (ROLL | {"table": "wounds", "sum": True}, None),
        (ROLL | {"add": 1, "sum": True}, SUMMED),
        ({"let": "a", "be": 1, "check": 5, "sum": True}, SUMMED),
        (POOL | {"needs": 2}, None),
        (TEST | {"needs": 2}, SEVERAL),
        (ROLL | {"add": 1, "dice": 3, "needs": 2}, SEVERAL),
        (POOL | {"needs": 2, "sum": True}, SEVERAL),
        (CHOICE | {"options": [STAY, GO]}, None),
        (CHOICE | {"options": [STAY, GO], "yes": "Stay"}, INSTEAD),
        (CHOICE | {"options": [STAY, GO], "no": "Go"}, INSTEAD),
        ({"let": "a", "be": 1, "options": [STAY, GO]}, INSTEAD),
        (CHOICE | {"options": [STAY]}, TWO),
        (CHOICE | {"options": [STAY, STAY]}, TWO),
        (POOL | {"inner": True}, None),
        (POOL | {"inner": True, "passed_marks": {"shock": 1}}, INNER),
        (POOL | {"inner": True, "passed": "It holds"}, INNER),
        (TEST | {"inner": True}, INNER),
        (ROLL | {"table": "wounds", "inner": True}, INNER),
        ({"lose": "target", "models": 1, "inner": True}, INNER),
        ({"mark": "shock", "add": 1, "inner": True}, INNER),
        (POOL | {"count": True}, "give needs beside count: the number of successes that pass"),
        (POOL | {"count": True, "needs": 2, "inner": True}, None),
        ({"result": "a", "be": 1, "flag": True, "marks": {"shock": 1}}, None),
        (POOL | {"flag": True}, OF_NUMBERS),
        (POOL | {"marks": {"shock": 1}}, OF_NUMBERS),
    ],
)
def test_a_step_does_one_thing_with_the_fields_for_it(row: dict[str, Any], said: str | None) -> None:
    assert refusal_of(StepRow, row) == said


@for_each(
    ("model", "row", "said"),
    [
        (RollRow, TEST, None),
        (RollRow, ROLL | {"add": 0}, None),
        (RollRow, ROLL, "give one of check (against a number) and add (added up)"),
        (RollRow, TEST | {"add": 0}, "give one of check (against a number) and add (added up)"),
        (NoteRow, {"say": "a", "asks": ["gap_"]}, "asks and button go together"),
        (NoteRow, {"say": "a", "button": "Gap"}, "asks and button go together"),
        (FieldRow, {"name": "A", "kind": "word"}, 'give the words to choose from: words = ["light", "heavy"]'),
        (
            FieldRow,
            {"name": "A", "kind": "word", "words": ["b"], "default": "c"},
            '"c" is no word: give another default',
        ),
        (FieldRow, {"name": "A", "kind": "flag", "default": 1}, '"1" is no flag: give another default'),
        (FieldRow, {"name": "A", "default": True}, '"True" is no score: give another default'),
        (FactRow, {"name": "A", "kind": "word"}, None),
        (FactRow, {"name": "A", "of": "gun", "most": 3}, None),
        (FactRow, {"name": "A", "of": "gun", "words": ["b"]}, IN_RECORD),
        (FactRow, {"name": "A", "of": "gun", "numbers": [1]}, IN_RECORD),
        (FactRow, {"name": "A", "of": "gun", "usual": {"b": {"c": 1}}}, IN_RECORD),
        (FactRow, {"name": "A", "of": "gun", "default": 0}, IN_RECORD),
        (RulingRow, {"about": "a", "options": ["b", 1]}, "the options are all words, or all numbers"),
        (RulingRow, {"about": "a", "options": {"b": "c", "1": "d"}}, "the options are all words, or all numbers"),
        (RulingRow, {"about": "a", "options": ["b", "c"], "renamed": {"d": "b"}}, None),
        (
            RulingRow,
            {"about": "a", "options": ["b", "c"], "renamed": {"d": "e"}},
            'renamed: give an earlier word and an option, not "d"',
        ),
        (AskedRow, {"label": "a", "codes": {"b": "c"}}, "give a label, or codes to choose from"),
        (AskedRow, {"codes": {"b": "c"}, "names": {"d": "e"}}, "names are those of its codes: b"),
        (AskedRow, {"label": "{n} men", "numbers": [1], "option": "cover"}, OF_NUMBER),
        (AskedRow, {"label": "men", "numbers": [1]}, OF_NUMBER),
        (AskedRow, {"codes": {"b": "c"}, "numbers": [1]}, OF_NUMBER),
        (AskedRow, {"label": "{n} men", "numbers": [1], "needed": "a", "question": "b"}, None),
        (AskedRow, {"label": "men", "needed": "a", "question": "b"}, ASKED_FOR),
        (AskedRow, {"label": "{n} men", "numbers": [1], "question": "b"}, ASKED_FOR),
        (VictoryRow, {"turns": 1}, None),
        (VictoryRow, {"broken": 1}, None),
        (VictoryRow, {"text": "a"}, None),
        (VictoryRow, {}, "give turns, broken or text: when the game is over"),
    ],
)
def test_fields_that_do_not_go_together_are_refused(model: type[Row], row: dict[str, Any], said: str | None) -> None:
    assert refusal_of(model, row) == said


def refusal_of(model: type[Row], row: dict[str, Any]) -> str | None:
    try:
        validate(model, row)
    except BadFacts as error:
        return ENGLISH(error.faults[0])
    return None
