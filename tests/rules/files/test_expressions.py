"""Expressions of a system file."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from rules.files.compute import MISSING
from rules.files.expressions import ExpressionFault, Kind, Maybe, Names, Phrase, RecordList, Wanted, expression
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

NAMES: Names = {
    "band": "number",
    "wet": "flag",
    "cover": frozenset({"open", "wall"}),
    "side": frozenset({"left", "right"}),
    "kind": frozenset(),
    "unit": {"nerve": "number", "brave": "flag"},
    "gap": Maybe({"far": "number"}),
    "weapons": RecordList({"shots": "number", "weapon": frozenset({"bow"})}),
    "guns": RecordList({"dice": "number"}),
    "steps": {"open": "number", "wall": "number"},
    "inside": {"open": Phrase(("in the open",)), "wall": Phrase(("behind a wall",))},
}
UNREAD = "cannot be read as an expression"
HERE = "the names here are band, cover, gap, guns, inside, kind, side, steps, unit, weapons and wet"
IS_WORD = '"cover" is a word: a number is needed here'
PAIRS = "compare numbers with numbers, words with words by == or !="
ATTACKS = "only fire and assault have attacker and target: give the action its command"
REACH = "a form asks for it where the weapons of an attack have a reach"
DICE = "give the number of dice alone: their faces are die, under [system]"
ONLY = (
    "use only names, whole numbers, words, + - * // %, comparisons, and, or, not, if else, min, max, abs, ceil, total, "
    "highest, lowest and most, not"
)


@for_each(("grit", "whole", "rest"), [(3, 2, 1), (7, 1, 0), (0, 0, 0)])
def test_wounds_are_divided_by_a_number_of_the_profile(grit: int, whole: int, rest: int) -> None:
    """The rest of a division took no named number, though the page on system files says that 0 gives 0."""
    scope = {"unit": SimpleNamespace(grit=grit)}
    names: Names = {"unit": {"grit": "number"}}
    assert expression("7 // unit.grit", names).number(scope) == whole
    assert expression("7 % unit.grit", names).number(scope) == rest


@for_each(
    ("said", "wanted", "fault", "name"),
    [
        ("1" * 401, "number", "an expression can have at most 400 characters", ""),
        ("cover", "number", IS_WORD, ""),
        ("cover", "flag", '"cover" is a word: compare it with another by == or !=', ""),
        ("-cover", "any", IS_WORD, ""),
        ("max(band, cover)", "any", IS_WORD, ""),
        ("cover if wet else 1", "any", IS_WORD, ""),
        ("1 if wet else cover", "any", IS_WORD, ""),
        ("cover and wet", "flag", IS_WORD, ""),
        ("zzz", "number", f'"zzz" is not known here; {HERE}', "zzz"),
        ("wett", "number", '"wett" is not known here; did you mean "wet"?', "wett"),
        ("open", "any", "write a word in single quotes: 'open'", ""),
        ("attacker", "number", f'"attacker" is not known here; {ATTACKS}', "attacker"),
        ("target.nerve", "number", f'"target" is not known here; {ATTACKS}', ""),
        ("distance", "number", f'"distance" is not known here; {REACH}', "distance"),
        ("unit", "number", 'name a field of unit, such as "unit.nerve"', ""),
        ("unit.nerves", "number", 'unit has no "nerves"; did you mean "nerve"?', "nerves"),
        ("gap.fra", "number", 'gap has no "fra"; did you mean "far"?', "fra"),
        ("gap.zzz", "number", 'gap has no "zzz"; only "far" is known here', "zzz"),
        ("band.x", "number", '"band" is a plain value: it has no "x"', ""),
        ("weapons.shots", "number", 'weapons is a list: read it as in "total(weapons.shots)"', ""),
        ("total(weapons.shots * guns.dice)", "number", 'guns is a list: read it as in "total(guns.dice)"', ""),
        ("total(highest(weapons.shots))", "number", '"highest(weapons.shots)": name a field of one list', ""),
        ("total(band)", "number", '"total(band)": name a field of one list', ""),
        (f"total(band{' + 1' * 30})", "number", f'"total(band{" + 1" * 12} +": name a field of one list', ""),
        ("band[cover]", "any", '"band" is not known here; the names here are inside, steps and unit', "band"),
        ("gap[cover]", "any", '"gap" is not known here; the names here are inside, steps and unit', "gap"),
        ("guns[cover]", "any", '"guns" is not known here; the names here are inside, steps and unit', "guns"),
        ("steps[band]", "any", '"band" is no word: look a word up', ""),
        ("steps[kind]", "any", '"kind" is no word: look a word up', ""),
        ("steps['sea']", "any", 'steps has no "sea"', ""),
        ("band is 1", "flag", f'"band 1": {PAIRS}', ""),
        ("cover in side", "flag", f'"cover side": {PAIRS}', ""),
        ("cover < 'open'", "flag", f"\"cover 'open'\": {PAIRS}", ""),
        ("cover == 1", "flag", f'"cover 1": {PAIRS}', ""),
        ("cover == 'opn'", "flag", '"opn" is not known here; did you mean "open"?', ""),
        ("cover == 'open' != side", "flag", '"open" is not known here; the names here are left and right', ""),
        ("-1000001", "number", "numbers go up to 1000000", ""),
        ("band // 0", "number", "a number cannot be divided by 0", ""),
        ("band % 0", "number", "a number cannot be divided by 0", ""),
        (f"1 / {'a' * 60}", "number", f'"1 / {"a" * 56}": write // to divide, which rounds down', ""),
        ("min()", "number", f'{ONLY} "min()"', ""),
        ("sqrt(band)", "number", f'{ONLY} "sqrt(band)"', ""),
        ("total(guns.dice, 1, 1)", "number", f'{ONLY} "total(guns.dice, 1, 1)"', ""),
        ("max(band, key=band)", "number", f'{ONLY} "max(band, key=band)"', ""),
        (f"~{'a' * 60}", "number", f'{ONLY} "~{"a" * 59}"', ""),
        ("(", "number", f'"(" {UNREAD}', ""),
        ("2d6", "number", f'"2d6" {UNREAD}; {DICE}', ""),
        ("3 W10", "number", f'"3 W10" {UNREAD}; {DICE}', ""),
    ],
)
def test_an_expression_that_does_not_fit_is_a_sentence(said: str, wanted: Wanted, fault: str, name: str) -> None:
    """The unknown name in it is that of the fault: what a faulty row would have named is no further fault."""
    with pytest.raises(ExpressionFault) as caught:
        expression(said, NAMES, wanted)
    assert (ENGLISH(caught.value.text), caught.value.name) == (fault, name)


@for_each(
    ("said", "sign"),
    [
        ("band = 1", "=="),
        ("band && wet", "and"),
        ("band || wet", "or"),
        ("! wet", "not"),
        ("band <> 1", "!="),
        ("band ≠ 1", "!="),
        ("band ≤ 1", "<="),
        ("band =< 1", "<="),
        ("band ≥ 1", ">="),
        ("band => 1", ">="),
        ("band − 1", "-"),
        ("band – 1", "-"),
        ("band × 2", "*"),
    ],
)
def test_a_sign_that_expressions_do_not_have_is_named_with_theirs(said: str, sign: str) -> None:
    """For "=>" it was "=="."""
    with pytest.raises(ExpressionFault) as caught:
        expression(said, NAMES)
    assert ENGLISH(caught.value.text) == f'"{said}" {UNREAD}; write "{sign}" instead'


@for_each(
    ("said", "kind", "reads", "value"),
    [
        ("1000000", "number", "", 1_000_000),
        ("True", "flag", "", True),
        ("band", "number", "band", Decimal("2.5")),
        ("band * 2", "number", "band", 5),
        ("min(wet, not wet)", "number", "wet", 0),
        ("wet and band", "flag", "band wet", True),
        ("not gap", "flag", "gap", True),
        ("gap.far", "number", "gap.far", 0),
        ("unit.brave + 1", "number", "unit.brave", 2),
        ("cover", {"open", "wall"}, "cover", "wall"),
        ("cover if wet else 'sea'", {"open", "wall", "sea"}, "cover wet", "wall"),
        ("cover == cover", "flag", "cover", True),
        ("cover == kind", "flag", "cover kind", False),
        ("steps[cover]", "number", "cover steps.open steps.wall", 4),
        ("inside[cover]", {"in the open", "behind a wall"}, "cover inside.open inside.wall", "behind a wall"),
        ("total(weapons.shots)", "number", "weapons.shots", 7),
        ("total(weapons.shots, weapons.shots > 2)", "number", "weapons.shots", 5),
        ("highest(weapons.shots) - lowest(weapons.shots)", "number", "weapons.shots", 3),
        ("most(weapons.shots, 3 - weapons.shots // 2)", "number", "weapons.shots", 2),
        ("most(guns.dice) + total(guns.dice) + highest(guns.dice) + lowest(guns.dice)", "number", "guns.dice", 0),
        ("abs(band - 10) + ceil(band)", "number", "band", Decimal("10.5")),
    ],
)
def test_an_expression_has_a_kind_and_a_value(said: str, kind: Kind | set[str], reads: str, value: object) -> None:
    scope: dict[str, Any] = {
        "band": Decimal("2.5"),
        "wet": True,
        "cover": "wall",
        "kind": "open",
        "gap": MISSING,
        "unit": SimpleNamespace(nerve=3, brave=True),
        "weapons": [SimpleNamespace(shots=5), SimpleNamespace(shots=2)],
        "guns": [],
        "steps": SimpleNamespace(open=0, wall=4),
        "inside": SimpleNamespace(open="in the open", wall="behind a wall"),
    }
    found = expression(said, NAMES, "any")
    assert (found.kind, found.reads, found.value(scope)) == (kind, frozenset(reads.split()), value)


@for_each(
    ("found", "whole"),
    [
        (1_000_000, 1_000_000),
        (1_000_001, 1_000_000),
        (-1_000_000, -1_000_000),
        (-1_000_001, -1_000_000),
        (Decimal("2.9"), 2),
        (Decimal("-2.9"), -2),
        (True, 1),
    ],
)
def test_a_number_is_whole_and_within_a_million(found: Any, whole: int) -> None:
    number = expression("band", NAMES).number({"band": found})
    assert (number, type(number)) == (whole, int)


def test_a_word_that_is_not_chosen_yet_or_missing_gives_0_in_a_table() -> None:
    steps = SimpleNamespace(open=3, wall=4)
    assert expression("steps[cover]", NAMES).number({"cover": "", "steps": steps}) == 0
    names: Names = {**NAMES, "gap": Maybe({"side": frozenset({"open"})})}
    assert expression("steps[gap.side]", names).number({"gap": MISSING, "steps": steps}) == 0


def test_a_distance_that_nothing_asks_for_is_an_unknown_name_where_no_unit_is_known() -> None:
    with pytest.raises(ExpressionFault) as caught:
        expression("distance", {"reach": "number"})
    assert ENGLISH(caught.value.text) == '"distance" is not known here; only "reach" is known here'
