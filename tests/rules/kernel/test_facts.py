"""The building blocks of facts: strict types, exact decimals, and one fault per field."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from data import ACTION_SETS, SYSTEMS
from rules.command.force import Force, Titled
from rules.game.unit import UnitSpec
from rules.kernel.errors import BadFacts
from rules.kernel.facts import LENGTH, SENTENCES, Choice, Count, Facts, Flag, Inches, Modifier, validate
from rules.kernel.text import Term, Text
from rules.kernel.wording import ENGLISH, Ruler, Wording
from tests.rows import for_each


class Group(Facts):
    count: Count
    loaded: Flag = True


class Shot(Facts):
    distance: Inches
    groups: tuple[Group, ...] = Field(default=(Group(count=1),), min_length=1)
    modifier: Modifier = 0


def faults(**given: Any) -> list[str]:
    with pytest.raises(BadFacts) as caught:
        validate(Shot, given)
    return list(map(ENGLISH, caught.value.faults))


@for_each("written", [0, 11, 11.0, 1.1, 0.1, 1000, Decimal("11.000000001")])
def test_distances_are_the_decimals_they_were_written_as(written: float | Decimal) -> None:
    assert validate(Shot, {"distance": written}).distance == Decimal(str(written))


def test_exact_decimals_are_exact_in_sums() -> None:
    assert validate(Shot, {"distance": 1.1}).distance * 10 == 11
    assert validate(Shot, {"distance": 0.1}).distance + validate(Shot, {"distance": 0.2}).distance == Decimal("0.3")


@for_each("written", [-1, -0.01, 1000.1, 10**400, "10", True, None, [], {}, Decimal("NaN"), Decimal("Infinity")])
def test_a_text_that_is_no_distance_is_a_fault(written: Any) -> None:
    assert all(fault.startswith("distance: ") for fault in faults(distance=written))


@for_each("count", [-1, 101, 1.0, 1.5, "3", True, None])
def test_counts_are_whole_and_bounded(count: Any) -> None:
    [fault] = faults(distance=1, groups=[{"count": count}])
    assert fault.startswith("groups.0.count: ")


@for_each("flag", [0, 1, "yes", "true", None])
def test_flags_are_true_or_false(flag: Any) -> None:
    [fault] = faults(distance=1, groups=[{"count": 1, "loaded": flag}])
    assert fault.startswith("groups.0.loaded: ")


@for_each("modifier", [-11, 11, 0.5])
def test_modifiers_are_bounded(modifier: Any) -> None:
    assert faults(distance=1, modifier=modifier)[0].startswith("modifier: ")


def test_every_fault_has_a_line_of_its_own() -> None:
    assert faults(groups=[{"count": 101}, {}], modifier=-11, extra=1) == [
        "distance: missing",
        "groups.0.count: at most 100, not 101",
        "groups.1.count: missing",
        "modifier: at least −10, not -11",
        "extra: no such field",
    ]


def test_a_group_at_fault_does_not_make_the_list_too_short() -> None:
    assert len(faults(distance=1, groups=[{"count": -1}])) == 1
    assert faults(distance=1, groups=[])[0].startswith("groups: ")


@for_each(
    ("given", "shown"),
    [
        ("x" * 58, '"' + "x" * 58 + '"'),
        ("x" * 59, '"' + "x" * 56 + "..."),
        (-(2**200) + 1, str(-(2**200) + 1)[:57] + "..."),
        (-(2**200), "…"),
        (Decimal("-1." + "2" * 70), str(Decimal("-1." + "2" * 70))[:60]),
        ("\ud800", '"\\ud800"'),
    ],
)
def test_long_values_are_cut_short(given: object, shown: str) -> None:
    [fault] = faults(distance=given)
    assert fault.endswith(f", not {shown}")


class Metric(Wording):
    ruler = Ruler("cm")


@for_each(
    ("choice", "typed"),
    [
        (Choice("near=6", Text("near"), length=True), "near=15"),
        (Choice("near=6", Text("near")), "near=6"),
        (Choice("near", Text("near"), length=True), "near"),
    ],
)
def test_a_choice_is_typed_with_its_length_in_the_units_of_the_reader(choice: Choice, typed: str) -> None:
    assert Metric()(choice.typed) == typed


class Gun(Facts):
    reach: Annotated[Decimal, LENGTH, Field(gt=2_000_000)]


@for_each(
    ("written", "shown"),
    [
        ("2", "5"),
        ("0", "0"),
        ("-1", "-1"),
        ("999999", "2499997.5"),
        ("1000000", "1000000"),
        ("2." + "0" * 30, "5"),
        ("2." + "0" * 31, "2." + "0" * 31),
    ],
)
def test_a_length_below_a_million_of_thirty_places_at_most_is_shown_in_the_units_of_the_reader(
    written: str, shown: str
) -> None:
    with pytest.raises(BadFacts) as caught:
        validate(Gun, {"reach": Decimal(written)})
    assert [Metric()(fault) for fault in caught.value.faults] == [f"reach: more than 5000000, not {shown}"]


class Ring(Facts):
    radius: Annotated[Inches, Field(gt=0, decimal_places=20)]


@for_each("written", ["-1e-9999", "1e9999", "0e-9999", "1e-9999"])
def test_a_length_of_thousands_of_digits_is_shown_as_it_was_given(written: str) -> None:
    """Written out, one of a thousand million digits would be a refusal of a gigabyte."""
    with pytest.raises(BadFacts) as caught:
        validate(Ring, {"radius": Decimal(written)})
    [fault] = map(ENGLISH, caught.value.faults)
    assert fault.endswith(f"not {Decimal(written)}")


# Every fault in our own words.


class Hull(Facts):
    kind: Literal["hull"]


class Crew(Facts):
    kind: Literal["crew"]
    men: Count


class Everything(BaseModel):
    """A field for every sort of fault that pydantic knows of a model of ours."""

    model_config = ConfigDict(extra="forbid")

    atleast: int = Field(default=0, ge=-3)
    most: int = Field(default=0, le=9)
    above: int = Field(default=0, gt=3)
    below: int = Field(default=0, lt=3)
    whole: int = Field(default=0, strict=True)
    lax: int = 0
    far: Inches = Decimal(0)
    flag: Flag = False
    lax_flag: bool = False
    name: Annotated[str, Field(strict=True, min_length=2, max_length=4, pattern=r"^[^\n]*$")] = "name"
    cover: Literal["none", "soft", "hard"] = "none"
    only: Literal[1] = 1
    few: tuple[int, ...] = Field(default=(1, 2), min_length=2, max_length=3)
    listed: list[int] = []
    table: dict[str, int] = {}
    shot: Shot = Shot(distance=Decimal(1))
    victim: Annotated[Hull | Crew, Field(discriminator="kind")] = Hull(kind="hull")

    @model_validator(mode="after")
    def _adds_up(self) -> Everything:
        if self.lax == 13:
            raise ValueError(Text("{n} {terms} at once", n=-13, terms=Term("combat_shotgun", 13)))
        if self.lax == 14:
            raise ValueError("words of ours")
        assert self.lax != 15
        return self


FAULTS: dict[str, list[tuple[dict[Any, Any], str]]] = {
    "missing": [({"shot": {}}, "shot.distance: missing")],
    "extra_forbidden": [({"x": 1}, "x: no such field")],
    "greater_than_equal": [
        ({"atleast": -4}, "atleast: at least −3, not -4"),
        ({"far": Decimal("-0.5")}, "far: at least 0, not -0.5"),
    ],
    "greater_than": [({"above": 3}, "above: more than 3, not 3")],
    "less_than_equal": [
        ({"most": 10}, "most: at most 9, not 10"),
        ({"most": 10**5000}, "most: at most 9, not …"),
        ({"far": Decimal("1000.001")}, "far: at most 1000, not 1000.001"),
    ],
    "less_than": [({"below": 3}, "below: less than 3, not 3")],
    "int_type": [
        ({"whole": "3"}, 'whole: give a whole number, not "3"'),
        ({"whole": 1.5}, "whole: give a whole number, not 1.5"),
        ({"whole": True}, "whole: give a whole number, not true"),
        ({"whole": None}, "whole: give a whole number, not null"),
        ({"whole": [3]}, "whole: give a whole number"),
    ],
    "int_parsing": [({"lax": "three"}, 'lax: give a whole number, not "three"')],
    "int_parsing_size": [({"lax": "9" * 5000}, f'lax: give a whole number, not "{"9" * 56}...')],
    "int_from_float": [({"lax": 1.5}, "lax: give a whole number, not 1.5")],
    "finite_number": [
        ({"far": Decimal("NaN")}, "far: give a number, not NaN"),
        ({"far": float("inf")}, "far: give a number, not Infinity"),
        ({"lax": float("nan")}, "lax: give a number, not NaN"),
    ],
    "bool_type": [({"flag": 1}, "flag: give true or false, not 1")],
    "bool_parsing": [({"lax_flag": "maybe"}, 'lax_flag: give true or false, not "maybe"')],
    "string_type": [({"name": 5}, "name: give a text, not 5")],
    "string_unicode": [({"\ud800": 5}, 'give a text, not "\\ud800"')],
    "string_too_short": [({"name": "ä"}, 'name: at least 2 characters, not "ä"')],
    "string_too_long": [({"name": "names"}, 'name: at most 4 characters, not "names"')],
    "string_pattern_mismatch": [
        ({"name": "a\nb"}, 'name: give one line of text with a letter or digit in it, not "a\\nb"')
    ],
    "literal_error": [
        ({"cover": "fog"}, "cover: choose 'none', 'soft' or 'hard', not \"fog\""),
        ({"only": 2}, "only: choose 1, not 2"),
    ],
    "union_tag_not_found": [({"victim": {"men": 3}}, "victim: 'kind' is missing")],
    "union_tag_invalid": [({"victim": {"kind": "dog"}}, "victim: for 'kind' choose 'hull' or 'crew', not 'dog'")],
    "too_short": [({"few": []}, "few: at least 2")],
    "too_long": [({"few": [1, 2, 3, 4]}, "few: at most 3")],
    "tuple_type": [({"few": "ab"}, 'few: give a list, not "ab"')],
    "list_type": [({"listed": 3}, "listed: give a list, not 3")],
    "dict_type": [({"table": 3}, "table: give a table of fields, not 3")],
    "model_type": [({"shot": "here"}, 'shot: give a table of fields, not "here"')],
    "model_attributes_type": [({"victim": None}, "victim: give a table of fields, not null")],
    "value_error": [
        ({"far": "ten"}, 'far: give a number, not "ten"'),
        ({"lax": 13}, "−13 combat shotguns at once"),
        ({"lax": 14}, "words of ours"),
    ],
    "assertion_error": [({"lax": 15}, "give another value")],
    "invalid_key": [({3: 4}, "3: give another value, not 3")],
}
ONE_BY_ONE = [(kind, given, sentence) for kind, cases in FAULTS.items() for given, sentence in cases]


def of_pydantic(model: type[BaseModel], given: Any) -> list[Any]:
    """Return the faults as pydantic has them."""
    try:
        model.model_validate(given)
    except ValidationError as error:
        return list(error.errors())
    return []


@for_each(("kind", "given", "sentence"), ONE_BY_ONE)
def test_every_sort_of_fault_has_a_sentence_of_its_own(kind: str, given: dict[str, Any], sentence: str) -> None:
    [fault] = of_pydantic(Everything, given)
    assert fault["type"] == kind
    with pytest.raises(BadFacts) as caught:
        validate(Everything, given)
    assert list(map(ENGLISH, caught.value.faults)) == [sentence]
    assert fault["msg"] not in sentence


def test_no_sentence_is_without_its_fault() -> None:
    assert set(SENTENCES) == set(FAULTS) - {"value_error", "assertion_error", "invalid_key"}


def test_facts_go_to_json_and_back() -> None:
    shot = validate(Shot, {"distance": 11.5, "groups": [{"count": 2}]})
    kept = json.loads(json.dumps(shot.model_dump(mode="json")))
    assert kept == {"distance": 11.5, "groups": [{"count": 2, "loaded": True}], "modifier": 0}
    assert validate(Shot, kept) == shot


def test_facts_are_not_changed_once_made() -> None:
    with pytest.raises(ValueError, match="frozen"):
        validate(Shot, {"distance": 1}).modifier = 3


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


MODELS: list[type[BaseModel]] = [UnitSpec, Force, Titled]
MODELS += [system.profile for system in SYSTEMS]
for system in ACTION_SETS:
    MODELS += [system.rulings, *(action.facts for action in system.actions.values())]


@st.composite
def bend_facts(draw: st.DrawFn) -> tuple[type[BaseModel], dict[str, Any]]:
    """A model of any system, and for some of its fields anything at all."""
    model = draw(st.sampled_from(MODELS))
    fields = st.sampled_from([*model.model_fields, "x"])
    return model, draw(st.dictionaries(fields, ANYTHING | st.dictionaries(INNER, ANYTHING, max_size=4), max_size=5))


INNER = st.sampled_from(["level", "armour", "figures", "count", "kind", "weapon", "name", "models", "x"])


@given(bend_facts())
def test_no_fault_of_any_system_is_in_the_words_of_pydantic(bent: tuple[type[BaseModel], dict[str, Any]]) -> None:
    theirs = of_pydantic(*bent)
    assert {fault["type"] for fault in theirs} <= {*SENTENCES, "value_error"}
    ours = "; ".join(_faults(bent[1], bent[0]))
    assert [fault["msg"] for fault in theirs if fault["msg"] in ours] == []


@given(st.dictionaries(st.sampled_from(["distance", "groups", "modifier", "x"]), ANYTHING))
def test_whatever_is_given_is_taken_or_refused_by_name(given: dict[str, Any]) -> None:
    assert {fault.split(".")[0].split(":")[0] for fault in _faults(given)} <= {"distance", "groups", "modifier", "x"}


def _faults(given: dict[str, Any], model: type[BaseModel] = Shot) -> tuple[str, ...]:
    try:
        validate(model, given)
    except BadFacts as error:
        return tuple(map(ENGLISH, error.faults))
    return ()
