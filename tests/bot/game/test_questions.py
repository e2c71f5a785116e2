"""Questions of a waiting command: every kind survives JSON unchanged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from bot.game.questions import (
    ASKED_OF_SIDES,
    PRIVATE,
    QUESTION,
    AnsweredRoll,
    ConsentQuestion,
    DecisionQuestion,
    DiceConsent,
    DiceQuestion,
    FactsQuestion,
    Kind,
    Marker,
    ObjectionQuestion,
    OfferedOption,
    Question,
    RequestedRoll,
    TableChange,
    WarningQuestion,
    minutes_for,
)
from rules.kernel.dice import Line, Need
from rules.kernel.facts import Ask, Choice
from rules.kernel.text import Text
from tests.rows import for_each
from tests.rules.stored import assert_stored_as_before
from tests.rules.texts import TEXTS
from tests.turns import examples

WORDS = st.text(max_size=6)
NUMBERS = st.integers(-20, 300)
FACES = st.lists(NUMBERS, max_size=4).map(tuple)
NEEDS = st.none() | st.builds(Need, NUMBERS, st.booleans())
MAYBE = st.none() | WORDS


def several(of: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[Any]:
    return st.lists(of, min_size=least, max_size=3).map(tuple)


def drawn(model: type[BaseModel], /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return instances of a model with every field drawn: a field with its default only could be lost unnoticed."""
    assert fields.keys() == model.model_fields.keys() - {"kind"}
    return st.builds(model, **fields)


LINES = several(st.builds(Line, TEXTS, NUMBERS, WORDS, st.sampled_from(["needed", "dice"])))
ROLLS = drawn(
    RequestedRoll,
    key=WORDS,
    label=TEXTS,
    count=NUMBERS,
    sides=NUMBERS,
    needed=NEEDS,
    ledger=LINES,
    counts=st.booleans(),
    nth=NUMBERS,
)
ROLLED = drawn(
    AnsweredRoll,
    key=WORDS,
    label=TEXTS,
    sides=NUMBERS,
    faces=FACES,
    source=st.sampled_from(["bot", "physical", "counted"]),
    queued=NUMBERS,
    added=NUMBERS,
    needed=NEEDS,
    result=st.none() | NUMBERS,
    nth=NUMBERS,
    side=MAYBE,
)
OFFERS = drawn(OfferedOption, value=WORDS, label=TEXTS, short=TEXTS, prospects=TEXTS)
MARKERS = several(drawn(Marker, state=WORDS, number=NUMBERS, of=TEXTS, ends=TEXTS, alone=TEXTS))
CHANGES = drawn(
    TableChange,
    unit=WORDS,
    models=NUMBERS,
    place=MARKERS,
    remove=MARKERS,
    hp=st.none() | FACES,
    gone=st.booleans(),
    apart=WORDS,
    into=WORDS,
)
DICE_CONSENTS = drawn(DiceConsent, why=st.sampled_from(["seen", "own"]), side=WORDS, sides=NUMBERS)
ASKS = st.builds(Ask, WORDS, TEXTS, several(st.builds(Choice, WORDS, TEXTS)))
ASKED: dict[str, Any] = {
    "side": MAYBE,
    "unit": MAYBE,
    "umpire": st.booleans(),
    "about": TEXTS,
    "so_far": several(ROLLED),
}
QUESTIONS: dict[Kind, st.SearchStrategy[Question]] = {
    "dice": drawn(DiceQuestion, throw=ROLLS, ahead=several(ROLLS), **ASKED),
    "decision": drawn(
        DecisionQuestion, name=WORDS, question=TEXTS, offers=several(OFFERS), default=WORDS, rule=WORDS, **ASKED
    ),
    "consent": drawn(
        ConsentQuestion,
        groups=several(WORDS),
        wish=TEXTS,
        changes=several(CHANGES),
        notes=several(TEXTS),
        warnings=several(TEXTS),
        unharmed=several(WORDS),
        asker=WORDS,
        silence=st.sampled_from(["no", "yes"]),
        dice=st.none() | DICE_CONSENTS,
        **ASKED,
    ),
    "objection": drawn(
        ObjectionQuestion, warnings=several(TEXTS), others=several(WORDS), act=TEXTS, at=NUMBERS, **ASKED
    ),
    "facts": drawn(FactsQuestion, asks=several(ASKS)),
    "anyway": drawn(
        WarningQuestion,
        warnings=several(TEXTS),
        others=several(WORDS),
        act=TEXTS,
        at=NUMBERS,
        moved=st.booleans(),
        about=TEXTS,
        changes=several(CHANGES),
        notes=several(TEXTS),
    ),
}
ANY = st.one_of(*QUESTIONS.values())


@settings(max_examples=examples(20))
@given(ANY)
def test_every_question_survives_json_and_is_recognised_by_its_kind(question: Question) -> None:
    kept = json.loads(json.dumps(question.model_dump(mode="json")))
    again = QUESTION.validate_python(kept)
    assert type(again) is type(question)
    assert again == question
    assert again.model_dump(mode="json") == kept == QUESTION.dump_python(question, mode="json")
    assert QUESTION.validate_json(QUESTION.dump_json(question)) == question
    assert kept["kind"] == question.kind
    if isinstance(question, DiceQuestion):
        assert question.throws == (question.throw, *question.ahead)
    for wrong in ({**kept, "kind": "preview"}, {name: value for name, value in kept.items() if name != "kind"}):
        with pytest.raises(ValidationError):
            QUESTION.validate_python(wrong)


def test_there_is_a_question_of_every_kind_and_each_is_for_a_side_or_for_one_person() -> None:
    assert sorted(QUESTIONS) == sorted(get_args(Kind)) == sorted((*ASKED_OF_SIDES, *PRIVATE))


@for_each("kind", get_args(Question))
def test_a_question_is_a_value(kind: type[Question]) -> None:
    with pytest.raises(ValidationError):
        kind.model_construct().kind = "dice"  # pyright: ignore[reportAttributeAccessIssue]


def test_questions_are_stored_under_the_names_and_with_the_defaults_of_old_records() -> None:
    """ADJUTANT_TEST_WRITE=1 writes them again: only new names may be in the diff."""
    assert_stored_as_before(Question, Path(__file__).parent / "questions.txt")


@for_each(
    ("question", "timeout", "minutes"),
    [
        (ConsentQuestion(groups=(), wish=Text("undo")), (0, "wait"), 1440),
        (ConsentQuestion(groups=(), wish=Text("undo")), (1441, "default"), 1441),
        (DiceQuestion(throw=RequestedRoll(key="hit", label=Text("hit"), count=1, sides=6)), (7, "wait"), None),
        (DiceQuestion(throw=RequestedRoll(key="hit", label=Text("hit"), count=1, sides=6)), (7, "umpire"), 7),
        (ObjectionQuestion(warnings=()), (7, "umpire"), None),
        (WarningQuestion(warnings=()), (7, "default"), None),
    ],
)
def test_how_long_a_question_waits(question: Question, timeout: tuple[int, str], minutes: int | None) -> None:
    assert minutes_for(question, timeout) == minutes


def test_a_short_label_is_the_long_one_where_there_is_no_other() -> None:
    assert OfferedOption(value="a", label=Text("long")).short_text == Text("long")
    assert OfferedOption(value="a", label=Text("long"), short=Text("short")).short_text == Text("short")
